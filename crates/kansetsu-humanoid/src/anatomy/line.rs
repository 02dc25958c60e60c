//! The segments of an arm or a leg at rest.

use kansetsu::glam::{Quat, Vec3};
use kansetsu::ops;

use super::frame::{arc, product, rotate, turn};

/// A limb's segments at rest, as rotations from a straight limb of a person in a T-pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The upper segment.
    pub(super) upper: Quat,
    /// The bend of the middle joint about its axis, radians; negative if it bends backwards.
    pub(super) bend: f32,
    /// The lower segment, without the component of the bend that is not about the axis.
    pub(super) lower: Quat,
    /// The lower segment, its axis along the bone.
    pub(super) tip: Quat,
}

/// The bend of a limb below which it does not define the axis of its middle joint, and above which
/// it fully does, radians: 3 and 12 degrees. Modelled limbs are seldom exactly straight, and the
/// direction of a bend of a few degrees is arbitrary.
const LEAST_BEND: f32 = 0.052;
const SURE_BEND: f32 = 0.21;

/// A bend whose plane is rolled off the usual one by more than the first angle counts less and less
/// as a bend of the joint, and from the second angle on as a kink of the bones, radians: 60 and 75
/// degrees, beyond the roll of hips and shoulders. Legs of many characters are bowed or knock-kneed
/// by more than 12 degrees; such a kink, taken as a bend, would rotate the axis of the knee to the
/// front.
const ROLLED: [f32; 2] = [1.05, 1.31];
/// A larger bend is never a kink, for any roll, radians: 45 degrees.
const MOST_KINK: f32 = 0.785;

/// From the positions of base, middle and tip. `bone` is the limb's direction in a T-pose, `axis`
/// that of its middle joint, which bends by positive angles. Without a tip it is straight.
pub(super) fn line([bone, axis]: [Vec3; 2], base: Vec3, middle: Vec3, tip: Option<Vec3>) -> Line {
    let u = (middle - base).try_normalize().unwrap_or(bone);
    let swing = between(bone, u);
    let f = tip.and_then(|tip| (tip - middle).try_normalize()).unwrap_or(u);
    let e = rotate(swing, axis);
    let (along, forward, across) = (f.dot(u), f.dot(e.cross(u)), f.dot(e));
    let angle = ops::atan2((forward * forward + across * across).sqrt(), along);
    // A small backward bend is a limb that bends the usual way and rests beyond straight.
    let back = forward < 0.0 && angle < 2.0 * SURE_BEND;
    let sense = if back { -1.0 } else { 1.0 };
    let sure = ((angle - LEAST_BEND) / (SURE_BEND - LEAST_BEND)).clamp(0.0, 1.0);
    // The axis rotates about the bone to align with the bend.
    let roll = ops::atan2(sense * across, sense * forward);
    let is_bend = if angle < MOST_KINK {
        ((ROLLED[1] - roll.abs()) / (ROLLED[1] - ROLLED[0])).clamp(0.0, 1.0)
    } else {
        1.0
    };
    let roll = sure * is_bend * roll;
    let upper = product(turn(u, roll), swing);
    let e = rotate(upper, axis);
    let bend = ops::atan2(f.dot(e.cross(u)), along);
    let lower = product(turn(e, bend), upper);
    let tip = product(between(rotate(lower, bone), f), lower);
    Line { upper, bend, lower, tip }
}

/// The smallest rotation from one unit vector to another; about any perpendicular axis for opposite
/// ones.
#[must_use]
pub fn between(from: Vec3, to: Vec3) -> Quat {
    if from.dot(to) > -0.9999 {
        arc(from, to)
    } else {
        turn(from.any_orthonormal_vector(), std::f32::consts::PI)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bent_limb_tells_its_axis() {
        let [bone, axis] = [Vec3::NEG_Y, Vec3::X];
        for roll in [-0.9_f32, 0.0, 0.7] {
            for bend in [0.25_f32, 0.8, 1.9] {
                let upper = product(turn(Vec3::X, -0.6), turn(Vec3::Y, roll));
                let middle = rotate(upper, bone) * 0.4;
                let lower = product(upper, turn(axis, bend));
                let found = line(
                    [bone, axis],
                    Vec3::ZERO,
                    middle,
                    Some(middle + rotate(lower, bone) * 0.3),
                );
                assert!((found.bend - bend).abs() < 1e-4, "{roll} {bend}: {}", found.bend);
                assert!(
                    (rotate(found.upper, axis) - rotate(upper, axis)).length() < 1e-3,
                    "{roll} {bend}"
                );
                assert!(
                    (rotate(found.tip, axis) - rotate(lower, axis)).length() < 1e-3,
                    "{roll} {bend}"
                );
            }
        }
    }

    #[test]
    fn a_knee_that_is_bowed_keeps_its_axis() {
        for kink in [-0.4_f32, -0.2, 0.1, 0.25, 0.5] {
            let f = rotate(turn(Vec3::Z, kink), Vec3::NEG_Y);
            let found =
                line([Vec3::NEG_Y, Vec3::X], Vec3::ZERO, Vec3::NEG_Y, Some(Vec3::NEG_Y + f));
            assert!((rotate(found.upper, Vec3::X) - Vec3::X).length() < 1e-4, "{kink}");
            assert!((rotate(found.tip, Vec3::NEG_Y) - f).length() < 1e-4, "{kink}");
        }
    }

    #[test]
    fn a_limb_a_little_beyond_straight_bends_as_the_others_do() {
        let f = rotate(turn(Vec3::X, -0.06), Vec3::NEG_Y);
        let found = line([Vec3::NEG_Y, Vec3::X], Vec3::ZERO, Vec3::NEG_Y, Some(Vec3::NEG_Y + f));
        assert!((found.bend + 0.06).abs() < 1e-4, "{}", found.bend);
        assert!((rotate(found.upper, Vec3::X) - Vec3::X).length() < 1e-4);
    }
}
