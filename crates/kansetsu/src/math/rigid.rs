//! A rotation and a translation.

use glam::Vec3;

use super::Rot;

/// Takes the points of one space to another: turned first, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rigid {
    pub(crate) turn: Rot,
    pub(crate) at: Vec3,
}

impl Rigid {
    pub(crate) const IDENTITY: Self = Self { turn: Rot::IDENTITY, at: Vec3::ZERO };

    /// Where a point of the first space is in the second.
    #[inline(always)]
    pub(crate) fn up(&self, point: Vec3) -> Vec3 {
        self.at + self.turn.rotate(point)
    }

    /// Where a point of the second space is in the first.
    #[inline(always)]
    pub(crate) fn down(&self, point: Vec3) -> Vec3 {
        self.turn.inverse().rotate(point - self.at)
    }
}
