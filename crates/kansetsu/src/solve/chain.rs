//! Queries of other solvers on a loaded problem: what its targets request, rotations inside the
//! limits, and reach.

use glam::{DQuat, DVec3};

use super::{
    Body,
    constants::{CORRECTION_STEPS, LEVER, PIN_TOLERANCE, PIN_WEIGHT},
    load::limb_above,
    mode::Mode,
    problem::{Motion, Problem},
    rows::Rows,
    task::{Kind, Task},
};
use crate::{
    d3::{Goal, Outcome, Region},
    math::so3,
};

/// A target out of reach of the lengths between the joints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beyond {
    pub(crate) outcome: Outcome,
    /// The nearest reachable point on the line from the uppermost joint that moves to the target,
    /// body sizes.
    pub(crate) nearest: DVec3,
}

/// What a target requests of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) node: usize,
    /// The point of the node, body sizes.
    pub(crate) place: DVec3,
    /// The residual: a rotation vector or a displacement.
    pub(crate) residual: DVec3,
    pub(crate) is_rotation: bool,
    pub(crate) weight: f64,
}

impl Problem {
    /// What the targets request, poles excepted.
    pub(crate) fn requests(&self) -> impl Iterator<Item = Request> + '_ {
        self.tasks.iter().filter_map(|task| {
            let (point, is_rotation) = match task.kind {
                Kind::Position(_) => (task.points[0]?, false),
                Kind::Rotation(_) => (task.points[0]?, true),
                _ => return None,
            };
            Some(Request {
                node: point.node,
                place: self.tree.place(&point),
                residual: if is_rotation { task.missing() / LEVER } else { task.missing() },
                is_rotation,
                weight: task.weight * if task.is_pin { PIN_WEIGHT } else { 1.0 },
            })
        })
    }

    /// Whether a node rotates.
    pub(crate) fn rotates(&self, node: usize) -> bool {
        self.motions(node).any(|motion| motion != Motion::Slide)
    }

    /// Whether a node translates.
    pub(crate) fn slides(&self, node: usize) -> bool {
        self.motions(node).any(|motion| motion == Motion::Slide)
    }

    fn motions(&self, node: usize) -> impl Iterator<Item = Motion> + '_ {
        let (first, count) = self.movers_of[node];
        self.movers[first..first + count].iter().map(|mover| mover.motion)
    }

    /// Makes the joints' shares of a rotation their inverse stiffness.
    pub(crate) fn set_shares(&mut self, share: impl Fn(usize) -> f64) {
        for mover in &mut self.movers {
            mover.stiffness = 1.0 / share(self.tree.nodes[mover.node].joint);
        }
    }

    /// One step that rotates the frame of the orientation task by a rotation vector, about any axis
    /// or about all but `free`, a unit vector; then measures. Returns the largest rotation of a
    /// joint.
    pub(crate) fn rotate_tip(&mut self, body: &Body, turn: DVec3, free: Option<DVec3>) -> f64 {
        for task in self.tasks.iter_mut().filter(|task| matches!(task.kind, Kind::Rotation(_))) {
            task.rows = free.map_or_else(|| Rows::all(turn), |free| Rows::across(free, turn));
            task.rows = task.rows.as_rotation();
        }
        let mode = Mode { strength: None, penalty: 1.0, corrects: None };
        let rotated = self.step(body, &mode, mode.cap());
        self.measure();
        rotated
    }

    fn position(&self) -> Option<&Task> {
        self.tasks.iter().find(|task| matches!(task.kind, Kind::Position(_)))
    }

    /// The orientation to which the tip can rotate.
    fn orientation(&self, body: &Body) -> Option<&Task> {
        let turns = |task: &Task| {
            task.points[0]
                .is_some_and(|point| !body.joints[self.tree.nodes[point.node].joint].locked)
        };
        self.tasks.iter().find(|task| matches!(task.kind, Kind::Rotation(_)) && turns(task))
    }

    /// The end of the chain and its target. The end is the goal's point or, if the tip rotates to
    /// an orientation, the tip, whose target then follows from the orientation. `None` without a
    /// position.
    pub(crate) fn end_and_target(&self, body: &Body) -> Option<[DVec3; 2]> {
        let position = self.position()?;
        let point = position.points[0]?;
        let place = self.tree.place(&point);
        let target = place + position.missing();
        let Some(orientation) = self.orientation(body) else { return Some([place, target]) };
        let tip = self.tree.nodes[point.node].position;
        Some([tip, target - so3::exp(orientation.missing() / LEVER) * (place - tip)])
    }

    /// Rotates a joint about its position, by a rotation in model space, as far as its limit
    /// allows; returns the applied rotation.
    pub(crate) fn rotate(&mut self, body: &Body, node: usize, rotation: DQuat) -> DQuat {
        let node = &mut self.tree.nodes[node];
        let before = node.turn;
        let wanted = (node.before.inverse() * rotation * node.before * before).normalize();
        (node.turn, node.angle) = body.joints[node.joint].freedom.settle(wanted);
        node.frame = node.before * node.turn;
        node.before * node.turn * before.inverse() * node.before.inverse()
    }

    /// Rotates the tip to its orientation, as far as its limit allows, and measures.
    pub(crate) fn turn_tip(&mut self, body: &Body) {
        for _ in 0..CORRECTION_STEPS {
            self.measure();
            let Some(task) = self.orientation(body) else { return };
            let missing = task.missing() / LEVER;
            let (Some(tip), true) = (task.points[0], missing.length() > PIN_TOLERANCE) else {
                return;
            };
            self.rotate(body, tip.node, so3::exp(missing));
        }
        self.measure();
    }

    /// Whether the orientation is met, if there is one.
    pub(crate) fn is_turned(&self) -> bool {
        self.tasks.iter().all(|task| !matches!(task.kind, Kind::Rotation(_)) || task.is_met())
    }

    /// The position of the pole, body sizes.
    pub(crate) fn pole(&self) -> Option<DVec3> {
        self.tasks
            .iter()
            .find_map(|task| if let Kind::Pole(pole) = task.kind { Some(pole.place) } else { None })
    }

    /// Restores the loaded pose, and measures.
    pub(crate) fn restore(&mut self) {
        self.tree.restore();
        self.measure();
    }

    /// Blends from the loaded pose (0) to the current one (1), and measures.
    pub(crate) fn blend(&mut self, weight: f32) {
        if weight < 1.0 {
            self.tree.blend(weight.into());
            self.measure();
        }
    }

    /// Enables or disables the pole, and measures. The middle is the joint that is currently
    /// furthest from the line from base to tip.
    pub(crate) fn set_has_pole(&mut self, body: &Body, has_pole: bool) {
        self.has_pole = has_pole;
        if self.pole().is_none() {
            return;
        }
        for task in self.tasks.iter_mut().filter(|task| matches!(task.kind, Kind::Pole(_))) {
            let tip = if let Kind::Pole(pole) = &task.kind {
                self.tree.nodes[pole.tip.node].joint
            } else {
                continue;
            };
            if let (Some([_, middle]), Some(point)) =
                (limb_above(body, &self.tree, tip), &mut task.points[0])
            {
                point.node = middle;
            }
        }
        self.load_ends();
        self.load_common_ancestors();
        self.measure();
    }

    /// Moves the target, body sizes, and measures; returns its previous position.
    pub(crate) fn set_target(&mut self, target: DVec3) -> DVec3 {
        let mut positions = self.tasks.iter_mut().filter_map(|task| {
            if let Kind::Position(position) = &mut task.kind { Some(position) } else { None }
        });
        let before = positions
            .next()
            .map_or(target, |position| std::mem::replace(&mut position.place, target));
        self.measure();
        before
    }

    /// Whether a target is out of reach of the lengths between the joints, from the uppermost one
    /// that moves. Unknown, so `None`, if non-uniform scales change lengths, if a joint translates,
    /// and in the frame of another joint.
    pub(crate) fn beyond_reach(&self, goal: &Goal, tolerance: f64) -> Option<Beyond> {
        let target =
            goal.position.filter(|_| goal.relative_to.is_none() && !self.tree.is_stretched())?;
        let point = self.tree.point(goal.joint, goal.offset);
        let (mut last, mut length, mut longest, mut reach) =
            (self.tree.place(&point), 0.0_f64, 0.0_f64, None);
        for node in self.tree.path(point.node) {
            let (first, count) = self.movers_of[node];
            let movers = &self.movers[first..first + count];
            if movers.iter().any(|mover| mover.motion == Motion::Slide) {
                return None;
            } else if !movers.is_empty() {
                let segment = last.distance(self.tree.nodes[node].position);
                last = self.tree.nodes[node].position;
                (length, longest) = (length + segment, longest.max(segment));
                reach = Some((last, [2.0 * longest - length, length]));
            }
        }
        let (base, [least, most]) = reach.unwrap_or((last, [0.0; 2]));
        let target = self.tree.to_body(goal.region.nearest(target, self.tree.to_model(base)));
        let (distance, radius) = (
            target.distance(base),
            self.tree.space.length_down(goal.radius.into()) / self.tree.size,
        );
        let slack = tolerance * most;
        let (outcome, span) = if distance - radius > most + slack {
            (Outcome::OutOfReach, most)
        } else if distance + radius < least - slack && goal.region == Region::Point {
            (Outcome::TooClose, least)
        } else {
            return None;
        };
        let nearest = base + (target - base).try_normalize().unwrap_or(DVec3::X) * span;
        self.tree.to_model(nearest).is_finite().then_some(Beyond { outcome, nearest })
    }
}
