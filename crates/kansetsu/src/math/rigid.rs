//! A rotation and a translation.

use glam::Vec3;

use super::Rot;

/// Maps points of one space to another: first rotates, then translates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rigid {
    pub(crate) turn: Rot,
    pub(crate) at: Vec3,
}

impl Rigid {
    pub(crate) const IDENTITY: Self = Self { turn: Rot::IDENTITY, at: Vec3::ZERO };

    /// A point of the first space in the second.
    #[inline(always)]
    pub(crate) fn up(&self, point: Vec3) -> Vec3 {
        self.at + self.turn.rotate(point)
    }

    /// A point of the second space in the first.
    #[inline(always)]
    pub(crate) fn down(&self, point: Vec3) -> Vec3 {
        self.turn.inverse().rotate(point - self.at)
    }
}
