//! Limbs that stand straight.
//!
//! A straight leg whose foot is pushed towards the hip has nothing to go by: no turn of its knee brings the foot nearer, to first
//! order. Under such a push it is looked at as if it were bent a little, to the side of its pole; then it bends.

use glam::{Vec3, Vec4, Vec4Swizzles};

use super::{
    nodes::{NONE, Nodes},
    tree::Body,
};
use crate::math::{lanes::rotate, vector};

/// A limb counts as straight when its middle stands out by less than this fraction of its shorter segment, and is looked at as if it stood
/// out so far: a bend by three degrees.
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

    /// Looks at straight limbs that the last step's pulls push together as if they were bent.
    pub(super) fn lean(&mut self) {
        for index in 0..self.limbs.len() {
            let Straight { base, middle, tip, pole } = self.limbs[index];
            let at = |node: usize| self.nodes[node].position.xyz();
            let Some(along) = vector::unit(at(tip) - at(base)) else { continue };
            let mover = self.nodes[middle].mover;
            if mover == NONE || self.movers[mover].node != middle || self.movers[mover].force.xyz().dot(along) >= 0.0 {
                continue;
            }
            let length = LEAN * at(base).distance(at(middle)).min(at(middle).distance(at(tip)));
            let out = (at(middle) - at(base)).reject_from_normalized(along);
            let pole = rotate(self.nodes[base].frame, pole.extend(0.0)).xyz().reject_from_normalized(along);
            if let Some(pole) = vector::unit(pole).filter(|_| out.length_squared() < length * length) {
                let lean: Vec4 = (pole * length - out).extend(0.0);
                let joint = self.nodes[middle].joint;
                self.nodes[middle..].iter_mut().take_while(|node| node.joint == joint).for_each(|node| node.pivot += lean);
            }
        }
    }
}
