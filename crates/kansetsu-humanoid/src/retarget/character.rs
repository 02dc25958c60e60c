//! What a retargeter reads of a character.

use kansetsu::d3::{Pose, Rig, Twist};

/// A character whose motion is retargeted, or that a motion is retargeted to.
#[derive(Clone, Debug)]
pub struct Character<'a> {
    /// Its name, for errors.
    pub name: &'a str,
    /// Skeleton, roles, limits and limbs. Meshes do not matter.
    pub rig: &'a Rig,
    /// How the twist of limbs is spread over twist joints.
    pub twists: &'a [Twist],
    /// The pose of joints that a clip does not key.
    pub pose: Pose,
}
