//! Capsules around bones, for self-collision.

use glam::{Affine3, Vec2, Vec3};

use super::{Humanoid, Pose, Skeleton};
use crate::{Error, math::vector};

/// A segment with a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Capsule {
    /// The joint that carries it.
    pub joint: usize,
    /// Both ends of the segment in the joint's own frame, metres.
    pub ends: [Vec3; 2],
    /// The radius, metres, 0 or more.
    pub radius: f32,
}

/// Radii of body parts, as fractions of the arm's length from shoulder to wrist. Trunk and head are
/// not round; their capsules pass through the middle of the skin around the bones, so that a hand
/// comes as near as from the side. Arms, which taper, have the radius near their thick end.
/// Measured on the mannequin's skin: test `capsules_lie_in_the_skin` of its figures.
const CHEST: f32 = 0.23;
const WAIST: f32 = 0.22;
const HEAD: f32 = 0.14;
const UPPER_ARM: f32 = 0.10;
const FOREARM: f32 = 0.09;

/// In the reference pose nothing touches: pairs keep at most this fraction of their distance there.
const REFERENCE_DISTANCE: f32 = 0.9;

/// The upper arm's capsule starts at this fraction of its length: above it is in the armpit.
const ARMPIT: f32 = 0.5;

impl Capsule {
    /// The collision pairs of a person: each forearm and upper arm with the trunk, each forearm
    /// with the head, both forearms. `reference` is the posture's reference pose.
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
        // The round ends reach to the neck and the crotch.
        let up = vector::unit(neck - hips).unwrap_or(Vec3::Y);
        let trunk = neck - hips;
        let middle = hips + trunk * 0.5;
        let mut parts = vec![
            capsule(chest, [middle, neck - up * (CHEST * length)], CHEST * length),
            capsule(humanoid.hips, [hips, middle], WAIST * length),
        ];
        if let Some(&head) = humanoid.neck.last() {
            // The skull's middle is about one skull's breadth above its base.
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
            let apart = REFERENCE_DISTANCE * (Self::distance(pair, &maps) + wanted);
            let part = (apart / wanted.max(f32::MIN_POSITIVE)).min(1.0);
            pair.iter_mut().for_each(|capsule| capsule.radius *= part);
        }
        Ok(pairs)
    }

    /// The distance between the surfaces of two capsules, metres, negative if they overlap;
    /// `model_from_joint` is the result of forward kinematics.
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

/// The nearest points of two segments. `centred` attracts them to the middles, in units of the
/// squares of the lengths.
///
/// C. Ericson, "Real-Time Collision Detection", 2005, 5.1.9.
pub(crate) fn nearest([[a, a_end], [b, b_end]]: [[Vec3; 2]; 2], centred: f32) -> [Vec3; 2] {
    let (u, v, w) = (a_end - a, b_end - b, a - b);
    let (uu, vv, uv) = (u.length_squared(), v.length_squared(), u.dot(v));
    // At least a millionth: on parallel segments the nearest points are not unique.
    let centred = (centred.max(1e-6) * uu.max(vv)).max(f32::MIN_POSITIVE);
    // |a + s u - b - t v|² + centred ((s - ½)² + (t - ½)²) is minimal here, or on the border of the
    // square.
    let along = |t: f32| ((uv * t - u.dot(w) + 0.5 * centred) / (uu + centred)).clamp(0.0, 1.0);
    let beside = |s: f32| ((uv * s + v.dot(w) + 0.5 * centred) / (vv + centred)).clamp(0.0, 1.0);
    let right = Vec2::new(0.5 * centred - u.dot(w), 0.5 * centred + v.dot(w));
    let free = (uu + centred) * (vv + centred) - uv * uv;
    let t = beside(((right.x * (vv + centred) + right.y * uv) / free).clamp(0.0, 1.0));
    [a + u * along(t), b + v * t]
}
