//! Two bones in four instances: the common cases of [`super::pair`] and [`super::pair_limited`].

use glam::{BVec4A, Vec4};

use super::{
    four::Placed,
    pair::{Aimed, Bend, Limb, NEARLY_UNIT, ROUNDING, THERE, aimed, bent_to},
    pair_limited::allows,
};
use crate::{
    d3::{
        Chain, FourTransforms,
        chain::{FARTHEST, Pair},
    },
    math::lanes::{Four, Lanes, Vectors},
};

impl Pair {
    /// Moves the tips to targets in the spaces of the base's parent. Instances of which
    /// `is_ordinary` does not hold are left.
    #[inline(always)]
    pub(super) fn place_four(
        &self,
        chain: &Chain,
        target: Vectors,
        joints: &mut [FourTransforms],
        is_ordinary: BVec4A,
    ) -> Placed {
        let limb = self.limb_of_four(target, joints);
        let mut is_ordinary = is_ordinary & self.are_ordinary(joints);
        if self.is_limited {
            let present = [limb.base, limb.middle, joints[self.tip].rotations()];
            for (index, rotations) in present.into_iter().enumerate() {
                is_ordinary &= allowed(chain, index, rotations, is_ordinary);
            }
        }
        let present = Four::vector(self.upper) + limb.lower;
        let is_there = is_ordinary & self.are_there(&limb, present);
        let mut placed = Placed {
            done: is_there,
            is_beyond: BVec4A::splat(false),
            reached: Four::rotate(limb.base, present) + limb.base_at,
        };
        let mut finish = |mask: BVec4A, bend: Bend<Four>| {
            let Aimed { base, is_accurate } = aimed(&limb, &bend);
            let (mut mask, solved) = (mask & is_accurate, bent_to(base, &limb, &bend));
            if self.is_limited {
                mask &= allowed(chain, 0, solved.base, mask);
                mask &= allowed(chain, 1, solved.middle, mask);
            }
            joints[self.base].set_rotations(mask, solved.base);
            joints[self.middle].set_rotations(mask, solved.middle);
            placed.reached = Vectors::select(mask, solved.tip + limb.base_at, placed.reached);
            placed.done |= mask;
        };
        let square = limb.square;
        let is_within = is_ordinary & !is_there & square.cmpge(Vec4::splat(self.least));
        if let Some(fixed) = &self.fixed {
            let (bend, inside) = fixed.bend::<Four>(limb.lower, square);
            finish(is_within & inside.cmpgt(Vec4::splat(self.least_inside())), bend);
            return placed;
        }
        let upper = Four::vector(self.upper);
        let normal = Four::cross(upper, limb.lower);
        let (normal_square, dot) = (Four::squared(normal), Four::dot(upper, limb.lower));
        let is_within = is_within & square.cmple(Vec4::splat(self.triangle.sum));
        let is_straight =
            is_within & normal_square.cmplt(Vec4::splat(self.straight)) & dot.cmpgt(Vec4::ZERO);
        let is_bent = is_within & normal_square.cmpgt(Vec4::splat(self.bent));
        if is_straight.any() {
            finish(is_straight, self.bend_straight(square));
        }
        if is_bent.any() {
            finish(is_bent, self.bend_bent((normal, normal_square), dot, square));
        }
        placed
    }

    /// Whether the tips are at their targets already.
    #[inline(always)]
    fn are_there(&self, limb: &Limb<Four>, present: Vectors) -> BVec4A {
        let near = Vec4::splat(THERE[0] * self.triangle.sum);
        let is_near = Four::squared(present - limb.line).cmple(near);
        if self.is_limited {
            return is_near;
        }
        let dot = Four::dot(Four::vector(self.upper), limb.lower);
        let off = (Vec4::splat(self.lengths) + Vec4::splat(2.0) * dot - limb.square).abs();
        is_near & off.cmple(Vec4::splat(THERE[1] * self.triangle.sum))
    }

    /// The instances of which only rotations differ from rest and all values are regular.
    #[inline(always)]
    fn are_ordinary(&self, joints: &[FourTransforms]) -> BVec4A {
        let [base, middle, tip] = [self.base, self.middle, self.tip].map(|joint| &joints[joint]);
        let equal = |found: &[Vec4; 3], wanted: [f32; 3]| {
            found[0].cmpeq(Vec4::splat(wanted[0]))
                & found[1].cmpeq(Vec4::splat(wanted[1]))
                & found[2].cmpeq(Vec4::splat(wanted[2]))
        };
        let far = Vec4::splat(FARTHEST);
        let [x, y, z] = base.translation.map(|part| part.abs().cmple(far));
        let places = self.places.map(|place| place.truncate().to_array());
        x & y
            & z
            & equal(&middle.translation, places[0])
            & equal(&tip.translation, places[1])
            & equal(&base.scale, [1.0; 3])
            & equal(&middle.scale, [1.0; 3])
            & equal(&tip.scale, [1.0; 3])
            & are_within([base, middle, tip], NEARLY_UNIT)
    }

    /// The limbs in the poses, and their goals.
    #[inline(always)]
    fn limb_of_four(&self, target: Vectors, joints: &[FourTransforms]) -> Limb<Four> {
        let [base, middle, tip] = [self.base, self.middle, self.tip].map(|joint| &joints[joint]);
        let is_exact = are_within([base, middle, tip], ROUNDING);
        let unit = |q: Vectors| Vectors::select(is_exact, q, Four::nearly_normalized(q));
        let (base_turn, middle_turn) = (base.rotations(), middle.rotations());
        let [base_turn, middle_turn] = if is_exact.all() {
            [base_turn, middle_turn]
        } else {
            [unit(base_turn), unit(middle_turn)]
        };
        let base_at = base.translations();
        let line = target - base_at;
        Limb {
            base_at,
            base: base_turn,
            middle: middle_turn,
            lower: Four::rotate(middle_turn, Four::vector(self.lower)),
            line: Four::rotate_back(base_turn, line),
            square: Four::squared(line),
        }
    }
}

/// Whether the squared lengths of three rotations are this close to 1.
#[inline(always)]
fn are_within(joints: [&FourTransforms; 3], by: f32) -> BVec4A {
    let [a, b, c] = joints.map(|joint| {
        let Vectors { x, y, z, w } = joint.rotations();
        let squared = (x * x + z * z) + (y * y + w * w);
        (squared - Vec4::ONE).abs().cmplt(Vec4::splat(by))
    });
    a & b & c
}

/// The instances, among these, of which the limit of a joint of the chain allows this rotation.
#[inline(always)]
fn allowed(chain: &Chain, index: usize, rotations: Vectors, among: BVec4A) -> BVec4A {
    if chain.known(&chain.joints[index]).prepared.is_none() {
        return among;
    }
    let is_allowed = |lane: usize| among.test(lane) && allows(chain, index, rotations.lane(lane));
    BVec4A::new(is_allowed(0), is_allowed(1), is_allowed(2), is_allowed(3))
}
