//! A motion that a session follows.

use glam::Quat;

use crate::{
    d3::{Pose, Transform},
    math::Rot,
};

/// The motion's pose and the solved pose of the last frame.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    pub(super) from: Pose,
    pub(super) solved: Pose,
}

impl Motion {
    /// The motion's next pose plus the rotations and translations by which the solved pose differs
    /// from the motion.
    pub(super) fn carried(&self, motion: &Pose) -> Pose {
        let mut pose = motion.clone();
        for (local, (from, solved)) in
            pose.locals.iter_mut().zip(self.from.locals.iter().zip(&self.solved.locals))
        {
            let away = from.rotation.conjugate() * solved.rotation;
            *local = Transform {
                translation: local.translation + (solved.translation - from.translation),
                rotation: Quat::from(Rot::from(local.rotation * away).normalized()),
                scale: local.scale,
            };
        }
        pose
    }
}
