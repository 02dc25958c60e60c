//! Arms and legs that bend only at elbow and knee.
//!
//! Recorded elbows and knees bend about any axis. Here the component that is not about the hinge
//! becomes a twist of the upper segment about its own bone. So the lower segment keeps its
//! direction and the joint between is a hinge; otherwise limits would move the hand or foot.

use std::f32::consts::PI;

use kansetsu::glam::{Quat, Vec3};
use kansetsu::ops;

use crate::anatomy::frame::{arc, product, rotate, turn};
use crate::anatomy::range;

/// The bend below which a limb does not define its hinge, and above which it fully does, radians: 3
/// and 17 degrees.
const LEAST: f32 = 0.05;
const SURE: f32 = 0.3;

/// The bone and the hinge of an arm or a leg of a person in a T-pose; positive angles bend it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hinge {
    bone: Vec3,
    axis: Vec3,
}

impl Hinge {
    /// The left and the right arm.
    pub(super) fn arms() -> [Self; 2] {
        let Vec3 { x, y, z } = range::elbow_axis().normalize();
        [
            Self { bone: Vec3::X, axis: Vec3::new(x, y, z) },
            Self { bone: Vec3::NEG_X, axis: Vec3::new(x, -y, -z) },
        ]
    }

    pub(super) const fn leg() -> Self {
        Self { bone: Vec3::NEG_Y, axis: Vec3::X }
    }

    /// The rotations of upper and lower segment with the joint between as a hinge.
    pub(super) fn hinged(self, upper: Quat, lower: Quat) -> [Quat; 2] {
        let (bone, end) = (rotate(upper, self.bone), rotate(lower, self.bone));
        let axis = rotate(upper, self.axis);
        let (along, forward, across) = (end.dot(bone), end.dot(axis.cross(bone)), end.dot(axis));
        let angle = ops::atan2((forward * forward + across * across).sqrt(), along);
        // A small backward bend is beyond straight, not reversed.
        let sense = if forward < 0.0 && angle < 2.0 * SURE { -1.0 } else { 1.0 };
        let part = ((angle - LEAST) / (SURE - LEAST)).clamp(0.0, 1.0);
        let roll = part * ops::atan2(sense * across, sense * forward);
        let upper = product(turn(bone, roll), upper);
        let axis = rotate(upper, self.axis);
        let bend = ops::atan2(end.dot(axis.cross(bone)), along);
        let lower = product(turn(axis, bend), upper);
        let now = rotate(lower, self.bone);
        let rest = if now.dot(end) > -0.999 { arc(now, end) } else { turn(axis, PI) };
        [upper, product(rest, lower)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_segment_points_where_it_pointed_and_the_joint_is_a_hinge() {
        for hinge in Hinge::arms().into_iter().chain([Hinge::leg()]) {
            let upper =
                product(turn(Vec3::new(0.3, 0.5, -0.8).normalize(), 0.9), turn(Vec3::Y, 0.4));
            for off in [-0.5_f32, 0.0, 0.4] {
                let crooked = product(upper, product(turn(hinge.bone, off), turn(hinge.axis, 0.8)));
                let [hinged, lower] = hinge.hinged(upper, crooked);
                assert!((rotate(lower, hinge.bone) - rotate(crooked, hinge.bone)).length() < 1e-5);
                assert!((rotate(hinged, hinge.bone) - rotate(upper, hinge.bone)).length() < 1e-5);
                assert!(
                    (rotate(hinged, hinge.axis) - rotate(lower, hinge.axis)).length() < 1e-3,
                    "{off}"
                );
            }
        }
    }
}
