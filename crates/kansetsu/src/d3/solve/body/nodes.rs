//! The links that can move a goal, as a tree; lengths as parts of the body's size.

use glam::{Mat3, Vec3, Vec4, Vec4Swizzles};

use super::{
    Kept,
    load::times,
    node::{Node, room},
    straight::Straight,
    stretched::Stretch,
    tree::Body,
};
use crate::{
    d3::{
        Goal, Pose,
        solve::{
            dls::link::{Freedom, LinkSpec},
            work::ACTIVE_TOLERANCE,
        },
    },
    math::{
        Rot,
        lanes::{self, product, rotate},
        vector,
    },
};

/// No parent.
pub(crate) const NONE: usize = usize::MAX;

/// A node that moves a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) node: usize,
    /// The mover above it, its place in [`Nodes::movers`].
    pub(crate) up: usize,
    /// The system that its goals are in.
    pub(crate) group: usize,
    /// Sums over the goals below it.
    pub(crate) force: Vec4,
    pub(crate) torque: Vec4,
    /// What their pulls add to its stiffness.
    pub(crate) tension: f32,
}

/// Joints that are to help only when they are needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reserve {
    pub(crate) price: f32,
    /// How far they are from their ease together, and what that makes of their stiffness.
    pub(crate) length: f32,
    pub(crate) factor: f32,
}

/// What a joint is in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Its last node; `NONE` when it moves no goal.
    pub(super) node: usize,
    /// What its scale does to what hangs on it.
    pub(super) number: f32,
    pub(super) turn: Rot,
    /// From the root, along the joints.
    pub(super) path: f32,
    /// In a body that is stretched: what takes vectors of the joint to the node's frame, metres, and what stands between that and
    /// the joint's frame.
    pub(super) stretch: Option<(Mat3, Rot)>,
}

/// The moving part of a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    pub(crate) nodes: Vec<Node>,
    pub(crate) movers: Vec<Mover>,
    pub(super) places: Vec<Place>,
    pub(super) needed: Vec<bool>,
    /// Metres per unit.
    pub(crate) size: f32,
    pub(crate) origin: Vec3,
    /// Whether a joint's scale stretches one axis more than another.
    pub(crate) is_stretched: bool,
    /// The joints of such a body.
    pub(super) stretches: Vec<Stretch>,
    pub(crate) reserves: Vec<Reserve>,
    pub(crate) limbs: Vec<Straight>,
    /// Whether the balance counts, and what stays where it is of what weighs: its centre times its mass, and its mass.
    pub(super) weighs: bool,
    pub(super) fixed_mass: Vec4,
}

/// A point fixed in a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) node: usize,
    pub(crate) local: Vec3,
}

impl Nodes {
    /// Where a point of a joint is fixed: `offset` in the joint's own frame, metres.
    pub(crate) fn point(&self, body: &Body, joint: usize, offset: Vec3) -> Point {
        let place = self.places[joint];
        if let Some((linear, _)) = place.stretch {
            return Point { node: place.node, local: linear * offset / self.size };
        }
        if offset == Vec3::ZERO && place.number.is_finite() {
            return Point { node: place.node, local: offset };
        }
        let after = body.links[self.nodes[place.node].spec].after;
        Point { node: place.node, local: after.rotate(place.turn.rotate(offset)) * (place.number / self.size) }
    }

    /// An axis of a joint, in its last node's frame, mirrors included.
    pub(crate) fn axis(&self, body: &Body, joint: usize, axis: Vec3) -> Vec3 {
        let place = self.places[joint];
        if let Some((linear, _)) = place.stretch {
            return vector::unit(linear * axis).unwrap_or(axis);
        }
        let after = body.links[self.nodes[place.node].spec].after;
        after.rotate(place.turn.rotate(axis)) * 1.0_f32.copysign(place.number)
    }

    /// What stands between a joint's last node and the joint's frame in model space, mirrors included.
    pub(crate) fn after(&self, body: &Body, joint: usize) -> Rot {
        let place = self.places[joint];
        if let Some((_, after)) = place.stretch {
            return after;
        }
        let after = body.links[self.nodes[place.node].spec].after * place.turn;
        if place.number < 0.0 { after * Rot::new(1.0, 0.0, 0.0, 0.0) } else { after }
    }

    /// Says that a block with this bit is below the node, and that all nodes above move it: the node itself (with all of its joint)
    /// only unless it `is_still`.
    pub(crate) fn mark_movers(&mut self, node: usize, bit: u64, is_still: bool) {
        let joint = self.nodes[node].joint;
        let mut next = node;
        while next != NONE {
            let node = &mut self.nodes[next];
            node.points |= bit;
            node.blocks |= bit;
            if !is_still || node.joint != joint || node.slide_stiffness > 0.0 {
                node.moves |= bit;
            }
            next = node.parent;
        }
    }

    /// Says that the balance is a block with this bit: all that carry what weighs move it.
    pub(crate) fn mark_weights(&mut self, bit: u64) {
        for index in 0..self.nodes.len() {
            if self.nodes[index].mass.w > 0.0 {
                self.mark_movers(index, bit, false);
            }
        }
    }

    /// Says that what the target of the block with this bit hangs on is below the node.
    pub(crate) fn mark_anchor(&mut self, node: usize, bit: u64) {
        let mut next = node;
        while next != NONE {
            let node = &mut self.nodes[next];
            node.anchors |= bit;
            node.blocks |= bit;
            node.moves |= bit;
            next = node.parent;
        }
    }

    /// Lists the movers; what only turns its goals about themselves stays as it is.
    pub(crate) fn list_movers(&mut self) {
        self.movers.clear();
        for index in 0..self.nodes.len() {
            let parent = self.nodes[index].parent;
            let up = if parent == NONE { NONE } else { self.nodes[parent].mover };
            let node = &mut self.nodes[index];
            if node.moves == 0 && node.blocks != 0 {
                node.freedom = if node.freedom.moves() { Freedom::Fixed } else { node.freedom };
                node.is_still = true;
            }
            node.mover = up;
            if node.freedom.moves() && node.moves != 0 || node.slide_stiffness > 0.0 && node.blocks != 0 {
                node.mover = self.movers.len();
                self.movers.push(Mover { node: index, up, group: 0, force: Vec4::ZERO, torque: Vec4::ZERO, tension: 0.0 });
            }
        }
    }

    /// Forward kinematics.
    #[inline]
    pub(crate) fn forward(&mut self) {
        for index in 0..self.nodes.len() {
            let (frame, position) = match self.nodes[index].parent {
                NONE => (Vec4::W, Vec4::ZERO),
                parent => (self.nodes[parent].frame, self.nodes[parent].position),
            };
            let node = &mut self.nodes[index];
            node.position = position + rotate(frame, node.to_here);
            node.pivot = node.position;
            if node.is_still && !self.is_stretched {
                continue;
            }
            node.before = if node.pre == Vec4::W { frame } else { product(frame, node.pre) };
            match node.freedom {
                Freedom::Hinge { .. } => node.axis = rotate(node.before, Vec4::Z),
                Freedom::Ball(ball) => node.room = room(&ball, node.q),
                _ => {}
            }
            node.frame = product(node.before, node.q);
        }
        if self.is_stretched {
            self.stretch();
        }
        if self.weighs {
            self.weigh();
        }
    }

    #[inline]
    pub(crate) fn place_of(&self, point: Point) -> Vec4 {
        let node = &self.nodes[point.node];
        if point.local == Vec3::ZERO { node.position } else { node.position + rotate(node.frame, point.local.extend(0.0)) }
    }

    /// A joint's local rotation; the joint must be one that was taken out of the pose.
    pub(crate) fn local(&self, body: &Body, joint: usize) -> Rot {
        let known = &body.joints[joint];
        let first = self.places[joint].node + 1 - known.link_count;
        let specs = &body.links[known.first_link..known.first_link + known.link_count];
        let turns = specs.iter().zip(&self.nodes[first..]);
        let link = |local, (spec, node): (&LinkSpec, &Node)| times(times(times(local, spec.before), lanes::rot(node.q)), spec.after);
        turns.fold(Rot::IDENTITY, link).normalized()
    }

    /// Gives the rotations (and a free root's place) back to the pose; what has turned by less than twice `unmoved` radians keeps
    /// its bits.
    pub(crate) fn store(&self, body: &Body, pose: &mut Pose, unmoved: f32) {
        for joint in self.joints() {
            let first = &self.nodes[self.places[joint].node + 1 - body.joints[joint].link_count];
            let stored = &mut pose.locals[joint];
            let local = self.local(body, joint);
            if first.freedom != Freedom::Held
                && (Rot::from(stored.rotation).normalized().inverse() * local).vector().length_squared() > unmoved * unmoved
            {
                stored.rotation = local.into();
            }
            if first.slide_stiffness > 0.0 {
                self.store_place(body, (joint, first), &mut stored.translation);
            }
        }
    }
}

impl Nodes {
    /// Gives the place of a joint that slides back, to the space of its parent.
    fn store_place(&self, body: &Body, (joint, first): (usize, &Node), stored: &mut Vec3) {
        let place = first.to_here.xyz() * self.size;
        let Some(parent) = body.joints[joint].parent else {
            let place = self.origin + place;
            if place.distance(*stored) > 1e-7 * self.size {
                *stored = place;
            }
            return;
        };
        let to_node = self.to_node(body, parent);
        let way = place - to_node * *stored;
        let moved = *stored + to_node.inverse() * way;
        // A parent that is flat has no way back.
        if way.length() > 1e-7 * self.size && moved.is_finite() {
            *stored = moved;
        }
    }

    /// What takes vectors of a joint's own space to its last node's frame, metres.
    pub(super) fn to_node(&self, body: &Body, joint: usize) -> Mat3 {
        let place = self.places[joint];
        if let Some((linear, _)) = place.stretch {
            return linear;
        }
        let after = body.links[self.nodes[place.node].spec].after;
        (after * place.turn).to_matrix() * place.number
    }

    /// The first node of a joint that was taken out of the pose.
    pub(crate) fn first_of(&self, body: &Body, joint: usize) -> usize {
        self.places[joint].node + 1 - body.joints[joint].link_count
    }

    /// Whether a joint can be within [`ACTIVE_TOLERANCE`] of a bound; for most a look at what the solve knows says no.
    pub(crate) fn may_touch_bound(&self, body: &Body, joint: usize) -> bool {
        let node = &self.nodes[self.places[joint].node];
        if node.is_still || body.joints[joint].link_count > 1 {
            return true;
        }
        match node.freedom {
            Freedom::Free => false,
            Freedom::Hinge { reach } => reach - node.angle.abs() < 2.0 * ACTIVE_TOLERANCE,
            Freedom::Ball(_) => node.room < 4.0 * ACTIVE_TOLERANCE,
            Freedom::Held | Freedom::Fixed | Freedom::Polygon => true,
        }
    }

    /// The joints that were taken out of the pose.
    pub(crate) fn joints(&self) -> impl Iterator<Item = usize> + '_ {
        self.places.iter().enumerate().filter(|(_, place)| place.node != NONE).map(|(joint, _)| joint)
    }

    /// Brings every node to its ease.
    pub(crate) fn take_ease(&mut self) {
        for node in &mut self.nodes {
            (node.q, node.angle) = node.ease;
            if node.slide_stiffness > 0.0 {
                node.to_here = node.ease_place;
            }
        }
        self.forward();
    }

    /// Keeps how the nodes stand.
    pub(crate) fn keep(&self, kept: &mut Kept) {
        kept.clear();
        kept.extend(self.nodes.iter().map(|node| (node.q, node.angle, node.to_here)));
    }

    /// Takes back how the nodes stood.
    pub(crate) fn recall(&mut self, kept: &Kept) {
        for (node, &(q, angle, to_here)) in self.nodes.iter_mut().zip(kept) {
            (node.q, node.angle, node.to_here) = (q, angle, to_here);
        }
        self.forward();
    }

    /// Whether some goal lies farther from what stays than its joint can be.
    pub(crate) fn is_out_of_reach(&self, body: &Body, goals: &[Goal]) -> bool {
        goals.iter().any(|goal| {
            let Some(target) = goal.position.filter(|_| goal.relative_to.is_none()) else { return false };
            let point = self.point(body, goal.joint, goal.offset);
            let (mut length, mut node) = (point.local.length(), point.node);
            let (mut place, mut reach) = (self.place_of(point), 0.0);
            while node != NONE {
                let Node { freedom, slide_stiffness, position, to_here, parent, .. } = self.nodes[node];
                if slide_stiffness > 0.0 {
                    return false;
                }
                if freedom.moves() {
                    (place, reach) = (position, length);
                }
                length += to_here.length();
                node = parent;
            }
            let place = place.xyz() * self.size + self.origin;
            place.distance(goal.region.nearest(target, place)) - goal.radius > reach * self.size * (1.0 + 1e-5)
        })
    }
}
