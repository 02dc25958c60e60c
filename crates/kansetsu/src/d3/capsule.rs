//! What of a body should not come into itself: capsules around its bones.

use glam::{Affine3, Vec2, Vec3};

use super::{Humanoid, Pose, Skeleton};
use crate::{Error, math::vector};

/// A segment that is thick all around.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Capsule {
    /// The joint that carries it.
    pub joint: usize,
    /// Both ends of its segment in the joint's own frame, metres.
    pub ends: [Vec3; 2],
    /// How thick it is around that, metres, 0 or more.
    pub radius: f32,
}

/// How thick the parts of a body are, of the length of an arm from shoulder to wrist. Trunk and
/// head, which are not round, go through the middle of the skin around their bones: a hand comes as
/// near as it does from the side. Arms, which taper, are as thick as near their thick end. The
/// mannequin's skin is what was measured: test `capsules_lie_in_the_skin` of its figures.
const CHEST: f32 = 0.23;
const WAIST: f32 = 0.22;
const HEAD: f32 = 0.14;
const UPPER_ARM: f32 = 0.10;
const FOREARM: f32 = 0.09;

/// At ease nothing touches: pairs keep this part of the distance that they have there, at most.
const AT_EASE: f32 = 0.9;

/// The upper arm counts from here on, of its length: above it is in the armpit.
const ARMPIT: f32 = 0.5;

impl Capsule {
    /// The pairs of a person's parts that should keep out of each other: each forearm and upper arm
    /// and the trunk, each forearm and the head, both forearms. `reference` is the posture's
    /// reference pose.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for a joint of the humanoid, [`Error::PoseMismatch`] for a pose
    /// of another length.
    pub fn humanoid_pairs(
        skeleton: &Skeleton,
        humanoid: &Humanoid,
        reference: &Pose,
    ) -> Result<Vec<[Self; 2]>, Error> {
        let count = skeleton.len();
        if reference.locals.len() != count {
            return Err(Error::PoseMismatch { pose: reference.locals.len(), skeleton: count });
        }
        humanoid.check(count)?;
        let maps = skeleton.forward(reference);
        let at = |joint: usize| maps[joint].translation;
        let capsule = |joint: usize, ends: [Vec3; 2], radius: f32| {
            let into = maps[joint].inverse();
            Self { joint, ends: ends.map(|end| into.transform_point3(end)), radius }
        };
        let arm = |number: usize| {
            let arm = &humanoid.arms[number];
            at(arm.upper).distance(at(arm.lower)) + at(arm.lower).distance(at(arm.hand))
        };
        let length = 0.5 * (arm(0) + arm(1));
        let hips = 0.5 * (at(humanoid.legs[0].upper) + at(humanoid.legs[1].upper));
        let chest = humanoid.spine.last().copied().unwrap_or(humanoid.hips);
        let neck = humanoid.neck.first().map_or_else(|| at(chest), |&joint| at(joint));
        // Round ends reach as far as the neck and the crotch.
        let up = vector::unit(neck - hips).unwrap_or(Vec3::Y);
        let trunk = neck - hips;
        let middle = hips + trunk * 0.5;
        let mut parts = vec![
            capsule(chest, [middle, neck - up * (CHEST * length)], CHEST * length),
            capsule(humanoid.hips, [hips, middle], WAIST * length),
        ];
        if let Some(&head) = humanoid.neck.last() {
            // The skull's middle is about its own breadth above its base.
            parts.push(capsule(
                head,
                [at(head), at(head) + up * (2.0 * HEAD * length)],
                HEAD * length,
            ));
        }
        let mut pairs = Vec::new();
        let forearms = humanoid
            .arms
            .map(|arm| capsule(arm.lower, [at(arm.lower), at(arm.hand)], FOREARM * length));
        for (arm, forearm) in humanoid.arms.iter().zip(forearms) {
            pairs.extend(parts.iter().map(|part| [forearm, *part]));
            let half = at(arm.upper).lerp(at(arm.lower), ARMPIT);
            let upper = capsule(arm.upper, [half, at(arm.lower)], UPPER_ARM * length);
            pairs.extend(parts[..2].iter().map(|part| [upper, *part]));
        }
        pairs.push(forearms);
        for pair in &mut pairs {
            let wanted = pair[0].radius + pair[1].radius;
            let apart = AT_EASE * (Self::distance(pair, &maps) + wanted);
            let part = (apart / wanted.max(f32::MIN_POSITIVE)).min(1.0);
            pair.iter_mut().for_each(|capsule| capsule.radius *= part);
        }
        Ok(pairs)
    }

    /// How far the surfaces of two of them are from each other, metres, negative where they are in
    /// each other; `model_from_joint` is what forward kinematics gives.
    #[must_use]
    pub fn distance(pair: &[Self; 2], model_from_joint: &[Affine3]) -> f32 {
        let [a, b] = nearest(
            pair.map(|capsule| {
                capsule.ends.map(|end| model_from_joint[capsule.joint].transform_point3(end))
            }),
            0.0,
        );
        a.distance(b) - pair[0].radius - pair[1].radius
    }

    pub(crate) fn check(&self, count: usize) -> Result<(), Error> {
        if self.joint >= count {
            return Err(Error::JointOutOfRange { joint: self.joint, count });
        }
        let numbers = self.ends.iter().flat_map(|end| end.to_array()).chain([self.radius]);
        match numbers.into_iter().find(|number| number.is_nan() || number.abs() > 1e15) {
            Some(value) => Err(Error::InvalidNumber { what: "a capsule", value }),
            None if self.radius < 0.0 => {
                Err(Error::InvalidNumber { what: "a capsule's radius", value: self.radius })
            }
            None => Ok(()),
        }
    }
}

/// The nearest points of two segments, drawn to their middles by so much of the squares of their
/// lengths.
///
/// C. Ericson, "Real-Time Collision Detection", 2005, 5.1.9.
pub(crate) fn nearest([[a, a_end], [b, b_end]]: [[Vec3; 2]; 2], centred: f32) -> [Vec3; 2] {
    let (u, v, w) = (a_end - a, b_end - b, a - b);
    let (uu, vv, uv) = (u.length_squared(), v.length_squared(), u.dot(v));
    // By a millionth always: where segments are parallel any places would do.
    let centred = (centred.max(1e-6) * uu.max(vv)).max(f32::MIN_POSITIVE);
    // |a + s u - b - t v|² + centred ((s - ½)² + (t - ½)²) is least here, or on the border of the square.
    let along = |t: f32| ((uv * t - u.dot(w) + 0.5 * centred) / (uu + centred)).clamp(0.0, 1.0);
    let beside = |s: f32| ((uv * s + v.dot(w) + 0.5 * centred) / (vv + centred)).clamp(0.0, 1.0);
    let right = Vec2::new(0.5 * centred - u.dot(w), 0.5 * centred + v.dot(w));
    let free = (uu + centred) * (vv + centred) - uv * uv;
    let t = beside(((right.x * (vv + centred) + right.y * uv) / free).clamp(0.0, 1.0));
    [a + u * along(t), b + v * t]
}
