//! What the gizmo is for, and its parts.

use serde::{Deserialize, Serialize};

use super::Axis;

/// What the gizmo is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tool {
    /// Arrows and a centre.
    #[default]
    Move,
    /// A ring about each axis, one about the line of sight, and a centre that turns freely.
    Rotate,
}

/// What can be grabbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The middle: free.
    Centre,
    /// An arrow, or the ring about an axis.
    Axis(Axis),
    /// The ring about the line of sight.
    Sight,
}
