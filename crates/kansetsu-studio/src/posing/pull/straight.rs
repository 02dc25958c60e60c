//! Limbs that stand straight.
//!
//! A straight leg whose foot is pushed towards the hip has nothing to go by: no turn of its knee brings the foot nearer, to first
//! order. Under such a push it is looked at as if it were bent a little, to the side of its pole; then it bends.

use kansetsu::{
    d3::{Limb, Skeleton, rotation_of},
    glam::{Quat, Vec3},
};

use super::{derivatives::force, goal::Want, tree::Tree};

/// A limb counts as straight when its middle stands out by less than this part of its shorter segment, and is looked at as if it stood
/// out so far: a bend by three degrees. Less where a step may turn it by little: half of what the step may bend, so that what the bend
/// gives is right at its end.
const LEAN: f32 = 0.025;

/// A limb of the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Straight {
    /// Nodes.
    base: usize,
    middle: usize,
    tip: usize,
    /// To where the middle points when it bends, in the base's frame.
    pole: Vec3,
}

impl Straight {
    /// The limbs all of whose joints are nodes.
    pub(super) fn all(limbs: &[Limb], skeleton: &Skeleton, node_of: &[Option<usize>]) -> Vec<Self> {
        let rest = skeleton.forward(&skeleton.rest_pose());
        let node = |joint: usize| node_of.get(joint).copied().flatten();
        let known = |limb: &Limb| {
            let pole = rotation_of(&rest[limb.base]).inverse() * limb.pole;
            Some(Self { base: node(limb.base)?, middle: node(limb.middle)?, tip: node(limb.tip)?, pole })
        };
        limbs.iter().filter_map(known).collect()
    }

    /// How far its middle would stand out, metres in model space, in the midst of a step that turns it by `most` radians. `None` for one that
    /// is bent, or does not bend.
    fn lean(&self, tree: &Tree, most: f32) -> Option<Vec3> {
        let [base, middle, tip] = [self.base, self.middle, self.tip].map(|node| tree.nodes[node].model_from_joint.translation);
        tree.nodes[self.middle].stiffness?;
        let along = (tip - base).try_normalize()?;
        let length = LEAN.min(0.25 * most) * base.distance(middle).min(middle.distance(tip));
        let turn: Quat = rotation_of(&tree.nodes[self.base].model_from_joint);
        let pole = (turn * self.pole).reject_from_normalized(along).try_normalize()?;
        let out = (middle - base).reject_from_normalized(along).length();
        (out < length && length > 0.0).then_some(pole * (length - out))
    }

    /// How hard forces at the goals push its tip towards its base.
    fn push(&self, tree: &Tree, forces: &[f64]) -> f32 {
        let [base, tip] = [self.base, self.tip].map(|node| tree.nodes[node].model_from_joint.translation);
        let places = tree.nodes[self.middle].moved_goals().filter(|&goal| matches!(tree.goals[goal].want, Want::Place(_)));
        places.map(|goal| force(forces, goal)).sum::<Vec3>().dot((base - tip).normalize_or_zero())
    }
}

impl Tree {
    /// Whether a limb stands straight.
    pub(super) fn is_straight_somewhere(&self, most: f32) -> bool {
        self.limbs.iter().any(|limb| limb.lean(self, most).is_some())
    }

    /// Looks at every limb as it stands.
    pub(super) fn lean_nowhere(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.lean = Vec3::ZERO);
    }

    /// Looks at straight limbs that these forces push together as if they were bent. Gives whether there are any.
    pub(super) fn lean_under(&mut self, forces: &[f64], most: f32) -> bool {
        let mut leans = false;
        for index in 0..self.limbs.len() {
            let limb = self.limbs[index];
            if let Some(lean) = limb.lean(self, most).filter(|_| limb.push(self, forces) > 0.0) {
                self.nodes[limb.middle].lean = lean;
                leans = true;
            }
        }
        leans
    }
}
