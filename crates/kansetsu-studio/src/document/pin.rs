//! A joint that is held.

use kansetsu::{
    d3::Goal,
    glam::{Quat, Vec3},
};
use serde::{Deserialize, Serialize};

/// A joint that stays where it is while others are dragged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pin {
    /// Which joint.
    pub joint: usize,
    /// Where it is held, in model space, metres; `None` when only its turn is held.
    pub position: Option<Vec3>,
    /// How it is rotated, in model space; `None` when only its place is held.
    pub orientation: Option<Quat>,
}

impl Pin {
    /// What it wants of a solver; `None` when it holds nothing.
    #[must_use]
    pub fn goal(&self) -> Option<Goal> {
        let goal = match (self.position, self.orientation) {
            (Some(position), Some(turn)) => {
                Goal::position(self.joint, position).with_orientation(turn)
            }
            (Some(position), None) => Goal::position(self.joint, position),
            (None, Some(turn)) => Goal::orientation(self.joint, turn),
            (None, None) => return None,
        };
        Some(goal.pinned())
    }

    /// Whether it is made of finite numbers.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.position.is_none_or(Vec3::is_finite)
            && self.orientation.is_none_or(|turn| turn.is_finite() && turn.length_squared() > 1e-12)
    }
}
