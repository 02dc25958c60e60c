//! What a figure is attached to: a sword to a hand, a hat to a head.

use kansetsu::glam::Affine3;
use serde::{Deserialize, Serialize};

/// The joint of another figure that carries a figure along.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attachment {
    /// The id of the other figure.
    pub figure: u32,
    /// Its joint.
    pub joint: usize,
    /// The name of that joint; it finds the joint again when the file of the figure has changed.
    pub name: String,
    /// `joint_from_model` of the figure that is attached.
    pub joint_from_model: Affine3,
}
