//! Straight chains.
//!
//! A straight leg whose foot is pushed towards the hip has no gradient: no turn of its knee brings the foot nearer, to first
//! order. The same holds for any straight chain whose tip is pushed along it. Under such a push a step sees the joints between its ends
//! as if the chain were bent a little: a limb to the side of its pole, any other chain to a side to which its joints bend. Then it bends.

use glam::{Vec3, Vec4, Vec4Swizzles};

use super::{
    goal::{Block, Kind},
    node::Node,
    nodes::{NONE, Nodes},
    tree::Body,
};
use crate::{
    d3::solve::dls::link::Freedom,
    math::{
        lanes::{dot, rotate},
        vector,
    },
};

/// A joint counts as straight if its distance from the line is less than this fraction of its distance to the nearer end, and is seen as if it stood
/// out so far: a limb's bend by three degrees.
const LEAN: f32 = 0.025;

/// A limb of two bones in the tree: its nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Straight {
    base: usize,
    middle: usize,
    tip: usize,
    /// To where the middle points when it bends, in the base's frame.
    pole: Vec3,
}

impl Nodes {
    /// Finds the body's limbs among the nodes.
    pub(super) fn load_limbs(&mut self, body: &Body) {
        self.limbs.clear();
        for limb in &body.limbs {
            let node = |joint: usize| self.places[joint].node;
            let (base, tip) = (node(limb.base), node(limb.tip));
            if base != NONE && tip != NONE && node(limb.middle) != NONE {
                let pole = self.axis(body, limb.base, limb.pole_in_base);
                self.limbs.push(Straight { base, middle: self.first_of(body, limb.middle), tip, pole });
            }
        }
    }

    /// Sees straight limbs and chains that the last step's pulls push together as if they were bent.
    pub(super) fn lean(&mut self, blocks: &[Block]) {
        for index in 0..self.limbs.len() {
            let Straight { base, middle, tip, pole } = self.limbs[index];
            let mover = self.nodes[middle].mover;
            if mover == NONE || self.movers[mover].node != middle {
                continue;
            }
            let line = Line { base, ends: [base, tip].map(|node| self.nodes[node].position) };
            if line.is_pushed(self.movers[mover].force) {
                let pole = rotate(self.nodes[base].frame, pole.extend(0.0)).xyz();
                self.lean_joint(middle, &line, pole);
            }
        }
        for block in blocks.iter().filter(|block| matches!(block.kind, Kind::Place(_)) && block.mover != NONE) {
            self.lean_above(block);
        }
    }

    /// The same for the straight chain above the point of a goal.
    fn lean_above(&mut self, block: &Block) {
        let Some(line) = self.straight_above(block) else { return };
        // Joints that bend to all sides alike bend to that of the others.
        let preferred = rotate(self.nodes[line.base].frame, Vec4::Z);
        let mut side = vector::perpendicular(line.direction(), preferred.xyz());
        let mut index = block.point.node;
        while index != line.base {
            let node = self.nodes[index];
            if node.freedom.moves() && line.has_between(&node) {
                side = node.side_of(&line, side);
                self.lean_joint(index, &line, side);
            }
            index = node.parent;
        }
    }

    /// The longest straight chain that ends in the point of a goal, if the goal pushes it together. Limbs know their side themselves.
    fn straight_above(&self, block: &Block) -> Option<Line> {
        let (mut longest, mut base) = (None, block.point.node);
        while base != NONE {
            let line = Line { base, ends: [self.nodes[base].position, block.place] };
            base = self.nodes[base].parent;
            if line.ends[0] == line.ends[1] {
                continue;
            }
            let (mut bends, mut is_straight, mut index) = (false, line.is_pushed(block.force().extend(0.0)), block.point.node);
            while index != line.base && is_straight {
                let node = &self.nodes[index];
                if line.has_between(node) {
                    is_straight = line.out(node).is_some() && !self.limbs.iter().any(|limb| self.nodes[limb.middle].joint == node.joint);
                    bends |= node.freedom.moves();
                }
                index = node.parent;
            }
            if !is_straight {
                break;
            }
            longest = if bends { Some(line) } else { longest };
        }
        longest
    }

    /// Moves the pivots of a joint's links out to a side of the line.
    fn lean_joint(&mut self, index: usize, line: &Line, side: Vec3) {
        let node = &self.nodes[index];
        let (Some(out), Some(side)) = (line.out(node), vector::unit(side.reject_from_normalized(line.direction()))) else { return };
        let (joint, lean) = (node.joint, side.extend(0.0) * line.lean(node) - out);
        self.nodes[index..].iter_mut().take_while(|node| node.joint == joint).for_each(|node| node.pivot += lean);
    }
}

/// The line of a straight chain.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The node at its upper end.
    base: usize,
    ends: [Vec4; 2],
}

impl Line {
    fn direction(&self) -> Vec3 {
        vector::unit((self.ends[1] - self.ends[0]).xyz()).unwrap_or(Vec3::Y)
    }

    /// Whether a force on its lower end pushes it together.
    fn is_pushed(&self, force: Vec4) -> bool {
        dot(force, self.ends[1] - self.ends[0]).x < 0.0
    }

    fn has_between(&self, node: &Node) -> bool {
        !self.ends.contains(&node.position)
    }

    /// How far a joint between its ends is seen to stand out.
    fn lean(&self, node: &Node) -> f32 {
        LEAN * self.ends.map(|end| end.xyz().distance(node.position.xyz())).into_iter().fold(f32::INFINITY, f32::min)
    }

    /// How a joint stands out, if that is less.
    fn out(&self, node: &Node) -> Option<Vec4> {
        let (direction, lean) = (self.direction(), self.lean(node));
        let out = (node.position - self.ends[0]).xyz().reject_from_normalized(direction);
        (out.length_squared() < lean * lean).then(|| out.extend(0.0))
    }
}

impl Node {
    /// To which side of a line it bends farthest; to `side` if it bends to all alike.
    fn side_of(&self, line: &Line, side: Vec3) -> Vec3 {
        let (axis, angle) = match self.freedom {
            Freedom::Hinge { reach } if 2.0 * self.angle.abs() > reach => (self.axis, self.angle),
            Freedom::Hinge { .. } => (self.axis, 0.0),
            Freedom::Ball(ball) if ball.inverse_radii[0] < ball.inverse_radii[1] => (rotate(self.before, Vec4::X), 0.0),
            Freedom::Ball(ball) if ball.inverse_radii[0] > ball.inverse_radii[1] => (rotate(self.before, Vec4::Y), 0.0),
            _ => return side,
        };
        // A push rotates a joint bent out to `axis × direction` back, by a negative angle.
        let back = axis.xyz().cross(line.direction());
        let is_back = if angle == 0.0 { back.dot(side) >= 0.0 } else { angle > 0.0 };
        vector::unit(if is_back { back } else { -back }).unwrap_or(side)
    }
}
