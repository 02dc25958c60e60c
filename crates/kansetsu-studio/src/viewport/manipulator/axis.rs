//! The axes of a frame.

use kansetsu::glam::Vec3;
use serde::{Deserialize, Serialize};

/// An axis of the gizmo's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// Red.
    X,
    /// Green.
    Y,
    /// Blue.
    Z,
}

impl Axis {
    /// All three.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// 0, 1 or 2.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The axis itself.
    #[must_use]
    pub const fn direction(self) -> Vec3 {
        Vec3::AXES[self as usize]
    }
}
