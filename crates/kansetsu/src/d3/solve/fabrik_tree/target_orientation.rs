//! A target orientation in the form of the solvers.

use glam::Vec3;

use crate::math::{Rot, vector};

/// The target orientation of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TargetOrientation {
    /// This rotation.
    Full(Rot),
    /// An axis of the frame (unit) points in a direction (unit).
    Axis { axis: Vec3, direction: Vec3 },
    /// An axis of the frame (unit) points at a position.
    LookAt { axis: Vec3, target: Vec3 },
}

impl TargetOrientation {
    /// The residual as a rotation vector: the smallest rotation that reaches the orientation.
    pub(super) fn residual(&self, frame: Rot, position: Vec3) -> Vec3 {
        match *self {
            Self::Full(wanted) => (wanted * frame.inverse()).rotation_vector(),
            Self::Axis { axis, direction } => residual_of_axis(frame.rotate(axis), direction),
            Self::LookAt { axis, target } => vector::unit(target - position)
                .map_or(Vec3::ZERO, |direction| residual_of_axis(frame.rotate(axis), direction)),
        }
    }

    /// The frame nearest to `frame` with the target orientation.
    pub(super) fn wanted(&self, frame: Rot, position: Vec3) -> Rot {
        match *self {
            Self::Full(wanted) => wanted,
            _ => (Rot::from_rotation_vector(self.residual(frame, position)) * frame).normalized(),
        }
    }
}

fn residual_of_axis(axis: Vec3, direction: Vec3) -> Vec3 {
    Rot::between(axis, direction, vector::perpendicular(axis, Vec3::Y)).rotation_vector()
}
