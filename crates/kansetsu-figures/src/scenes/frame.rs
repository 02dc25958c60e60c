//! One frame of a scene.

use glam::Vec3;
use kansetsu::d3::{Goal, Pose, Skeleton, Transform};

/// The input of one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The joints that the scene places itself; all others are at rest before the goals are solved.
    pub placed: Vec<Placed>,
    /// The goals of the limbs, in the order in which to solve them.
    pub goals: Vec<Goal>,
    /// The point at which the figure looks, model space, for display; the head is among the placed
    /// joints.
    pub look_at: Vec3,
}

/// A joint that a scene places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The index of the joint.
    pub joint: usize,
    /// Its `parent_from_joint`.
    pub local: Transform,
}

impl Frame {
    /// The pose from which the goals are solved.
    #[must_use]
    pub fn pose(&self, skeleton: &Skeleton) -> Pose {
        let mut pose = skeleton.rest_pose();
        for placed in &self.placed {
            if let Some(local) = pose.locals.get_mut(placed.joint) {
                *local = placed.local;
            }
        }
        pose
    }
}
