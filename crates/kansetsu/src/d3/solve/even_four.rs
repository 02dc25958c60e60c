//! Long even chains in four instances: the common cases of [`super::even`].

use glam::{BVec4A, Quat, Vec3, Vec4};

use super::{even::allows, four::Placed};
use crate::{
    d3::{
        Chain, FourTransforms,
        chain::{Even, FARTHEST},
    },
    math::lanes::{Four, Lanes, Vectors},
};

impl Even {
    /// Moves the tips to targets in the spaces of the base's parent. Instances of which
    /// `is_ordinary` does not hold are left.
    #[inline(always)]
    pub(super) fn place_four(
        &self,
        chain: &Chain,
        (target, tolerance): (Vectors, f32),
        joints: &mut [FourTransforms],
        is_ordinary: BVec4A,
    ) -> Placed {
        let joints = &mut joints[self.first - 1..self.first + self.count];
        let base_at = joints[0].translations();
        let from_base = target - base_at;
        let rest = Four::vector(self.rest.into());
        // In the base's rest frame.
        let wanted = Four::rotate_back(rest, from_base);
        let far = Four::squared(wanted).sqrt();
        let number = Vec4::splat;
        let miss = wanted - Four::vector(self.line) * number(self.length);
        let slack = tolerance * self.length;
        let is_ordinary = is_ordinary
            & far.cmpgt(number(1e-6 * self.length))
            & far.cmplt(number(FARTHEST))
            & Four::squared(miss).cmpgt(number(slack * slack))
            & self.are_at_rest_in_four(joints);
        let span = far * self.per_length;
        let span = Vec4::select(span.cmplt(Vec4::ONE), span, Vec4::ONE);
        let bend = self.arc.bend::<Four>(span);
        let side = self.side::<Four>(wanted, far);
        let lean = side.lean(far, bend.lean);
        let [sin, cos] = bend.turn;
        let allowed = is_ordinary & side.is_aside & cos.cmpge(number(self.room));
        let done = allowed & are_allowed(chain, lean, allowed);
        let turn = Four::nearly_normalized(Four::quaternion(side.axis * sin, cos));
        if let Some((_, turning)) = joints.split_last_mut() {
            for joint in &mut turning[1..] {
                joint.set_rotations(done, turn);
            }
            turning[0].set_rotations(done, Four::nearly_normalized(Four::product(rest, lean)));
        }
        let part = self.arc.spread::<Four>(&bend) * number(self.length) / far;
        let is_beyond = far.cmpgt(number(self.length * (1.0 + tolerance)));
        Placed { done, is_beyond, reached: from_base * part + base_at }
    }

    /// The instances at rest. Zeros may have either sign.
    #[inline(always)]
    fn are_at_rest_in_four(&self, joints: &[FourTransforms]) -> BVec4A {
        let equal = |found: &[Vec4], wanted: &[f32]| {
            found.iter().zip(wanted).fold(BVec4A::splat(true), |all, (found, wanted)| {
                all & found.cmpeq(Vec4::splat(*wanted))
            })
        };
        let place = self.place.truncate().to_array();
        let base = equal(&joints[0].rotation, &self.rest.to_array());
        let all = base & equal(&joints[0].scale, &Vec3::ONE.to_array());
        joints[1..].iter().fold(all, |all, joint| {
            all & equal(&joint.rotation, &Quat::IDENTITY.to_array())
                & equal(&joint.translation, &place)
                & equal(&joint.scale, &Vec3::ONE.to_array())
        })
    }
}

/// The instances, among these, of which the base's limit allows this rotation from rest.
#[inline(always)]
fn are_allowed(chain: &Chain, lean: Vectors, among: BVec4A) -> BVec4A {
    if chain.known(&chain.joints[0]).prepared.is_none() {
        return BVec4A::splat(true);
    }
    let allowed = |lane: usize| among.test(lane) && allows(chain, lean.lane(lane));
    BVec4A::new(allowed(0), allowed(1), allowed(2), allowed(3))
}
