//! A wanted orientation, as solvers see it.

use glam::Vec3;

use crate::math::{Rot, vector};

/// How a frame should be turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Turn {
    /// Just so.
    Full(Rot),
    /// An axis of the frame (unit) points in a direction (unit).
    Axis { axis: Vec3, direction: Vec3 },
    /// An axis of the frame (unit) points at a place.
    LookAt { axis: Vec3, target: Vec3 },
}

impl Turn {
    /// The turn that is missing, as a rotation vector: the least one that does it.
    pub(super) fn missing(&self, frame: Rot, position: Vec3) -> Vec3 {
        match *self {
            Self::Full(wanted) => (wanted * frame.inverse()).rotation_vector(),
            Self::Axis { axis, direction } => missing_of_axis(frame.rotate(axis), direction),
            Self::LookAt { axis, target } => vector::unit(target - position)
                .map_or(Vec3::ZERO, |direction| missing_of_axis(frame.rotate(axis), direction)),
        }
    }

    /// The frame nearest to `frame` that is turned as wanted.
    pub(super) fn wanted(&self, frame: Rot, position: Vec3) -> Rot {
        match *self {
            Self::Full(wanted) => wanted,
            _ => (Rot::from_rotation_vector(self.missing(frame, position)) * frame).normalized(),
        }
    }
}

fn missing_of_axis(axis: Vec3, direction: Vec3) -> Vec3 {
    Rot::between(axis, direction, vector::perpendicular(axis, Vec3::Y)).rotation_vector()
}
