//! The joints of a human body.

use glam::Vec3;

use super::Skeleton;
use crate::{Error, math::vector};

/// The joints of a human body; those of an arm or a leg from the trunk outwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Humanoid {
    /// The pelvis, the ancestor of all other joints.
    pub hips: usize,
    /// The joints of the back, from the lowest to the uppermost.
    pub spine: Vec<usize>,
    /// The joints of the neck, and the head.
    pub neck: Vec<usize>,
    /// The left and the right arm.
    pub arms: [Arm; 2],
    /// The left and the right leg.
    pub legs: [Leg; 2],
    /// The existing eyes, left before right.
    pub eyes: Vec<usize>,
}

/// The joints of an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The collar bone.
    pub clavicle: Option<usize>,
    /// The shoulder joint.
    pub upper: usize,
    /// The elbow.
    pub lower: usize,
    /// The wrist.
    pub hand: usize,
}

/// The joints of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The hip joint.
    pub upper: usize,
    /// The knee.
    pub lower: usize,
    /// The ankle.
    pub foot: usize,
    /// The ball of the foot.
    pub toes: Option<usize>,
}

impl Humanoid {
    /// All joints except the eyes.
    pub fn joints(&self) -> impl Iterator<Item = usize> + '_ {
        let arms = self
            .arms
            .iter()
            .flat_map(|arm| [arm.clavicle, Some(arm.upper), Some(arm.lower), Some(arm.hand)]);
        let legs = self
            .legs
            .iter()
            .flat_map(|leg| [Some(leg.upper), Some(leg.lower), Some(leg.foot), leg.toes]);
        let trunk = [self.hips]
            .into_iter()
            .chain(self.spine.iter().copied())
            .chain(self.neck.iter().copied());
        trunk.chain(arms.chain(legs).flatten())
    }

    /// Checks that a skeleton of `count` joints has all of its joints.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for the first joint that is missing.
    pub fn check(&self, count: usize) -> Result<(), Error> {
        match self.joints().chain(self.eyes.iter().copied()).find(|&joint| joint >= count) {
            Some(joint) => Err(Error::JointOutOfRange { joint, count }),
            None => Ok(()),
        }
    }
}

/// The axes of a body at rest: perpendicular unit vectors in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyAxes {
    /// To the body's left.
    pub left: Vec3,
    /// From the hips to the head.
    pub up: Vec3,
    /// To the front.
    pub forward: Vec3,
}

impl BodyAxes {
    /// The axes of a humanoid at rest.
    ///
    /// # Panics
    /// If the skeleton lacks one of the joints: see [`Humanoid::check`].
    #[must_use]
    pub fn of(skeleton: &Skeleton, humanoid: &Humanoid) -> Self {
        let maps = skeleton.forward(&skeleton.rest_pose());
        let at = |joint: usize| maps[joint].translation;
        let [left, right] = humanoid.legs.map(|leg| at(leg.upper));
        let top = humanoid.neck.first().or(humanoid.spine.last()).copied();
        let left = vector::unit(left - right).unwrap_or(Vec3::X);
        let up = top.map_or(Vec3::Y, |top| at(top) - at(humanoid.hips));
        let up = vector::unit(up - left * up.dot(left)).unwrap_or(Vec3::Y);
        Self { left, up, forward: left.cross(up) }
    }
}
