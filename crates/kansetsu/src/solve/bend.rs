//! Straight joints, along which residuals have zero gradient.

use glam::DVec3;

use super::{Body, constants::STRAIGHT_BEND, problem::Problem, task::Kind};
use crate::{kinematics::Freedom, math::so3};

impl Problem {
    /// Linearizes straight joints that the tasks' forces compress as if they were bent: in the
    /// straight pose the residuals have zero gradient.
    pub(super) fn bend_straight(&mut self, body: &Body) {
        let mut is_bent = false;
        for index in 0..self.bends.len() {
            let Some(bend) =
                self.straight_bend(body, index).filter(|&bend| self.buckles(index, bend))
            else {
                continue;
            };
            let mover = &self.movers[self.bends[index].mover];
            let node = &mut self.tree.nodes[mover.node];
            self.equations.unbent.push((mover.node, node.turn));
            node.turn = so3::exp(node.before.inverse() * bend) * node.turn;
            is_bent = true;
        }
        if !is_bent {
            return;
        }
        // Until the next measurement the frames are those of the bent pose, the coordinates are
        // not.
        self.tree.forward();
        self.place_ends();
        for (node, turn) in self.equations.unbent.drain(..) {
            self.tree.nodes[node].turn = turn;
        }
    }

    /// The rotation vector of the assumed bend of a joint, if it is straight or on the bound of a
    /// hinge.
    fn straight_bend(&self, body: &Body, index: usize) -> Option<DVec3> {
        let bend = &self.bends[index];
        let mover = &self.movers[bend.mover];
        let [base, node, tip] =
            [bend.base, mover.node, bend.tip].map(|node| &self.tree.nodes[node]);
        let axis = match &body.joints[node.joint].freedom {
            Freedom::Hinge { axis, range: [low, high] } => {
                let axis = node.before * *axis;
                if node.angle - low < STRAIGHT_BEND {
                    return Some(axis * STRAIGHT_BEND);
                } else if high - node.angle < STRAIGHT_BEND {
                    return Some(axis * -STRAIGHT_BEND);
                }
                Some(axis)
            }
            _ => None,
        };
        let [upper, lower] = [node.position - base.position, tip.position - node.position];
        let lengths = upper.length() * lower.length();
        if lengths == 0.0 || upper.cross(lower).length() > STRAIGHT_BEND * lengths {
            return None;
        }
        let across = if bend.pole == DVec3::ZERO {
            node.offset.any_orthogonal_vector()
        } else {
            bend.pole.cross(node.offset)
        };
        let across = node.frame_above() * across.normalize_or_zero();
        let rotation = axis.map_or(across, |axis| axis * axis.dot(across).signum());
        (rotation != DVec3::ZERO).then_some(rotation * STRAIGHT_BEND)
    }

    /// Whether the forces' compression of a joint exceeds its stiffness: the second derivative of
    /// their work along the bend.
    fn buckles(&self, index: usize, bend: DVec3) -> bool {
        let mover = &self.movers[self.bends[index].mover];
        let (position, way) = (self.tree.nodes[mover.node].position, bend / STRAIGHT_BEND);
        let pushes =
            self.ends.iter().filter(|end| !matches!(self.tasks[end.task].kind, Kind::Rotation(_)));
        let pushes = pushes.filter(|end| self.tree.path(end.node).any(|node| node == mover.node));
        let load = pushes.map(|end| {
            let (pull, lever) = (self.tasks[end.task].pull * end.factor, end.place - position);
            lever.dot(way) * pull.dot(way) - lever.dot(pull)
        });
        load.sum::<f64>() > mover.stiffness
    }
}
