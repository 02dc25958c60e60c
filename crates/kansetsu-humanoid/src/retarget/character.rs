//! The input of a retargeter for one character.

use kansetsu::d3::{Pose, Rig, Twist};

/// A source or target character of a motion.
#[derive(Clone, Debug)]
pub struct Character<'a> {
    /// The name, for errors.
    pub name: &'a str,
    /// Skeleton, roles, limits and limbs. Meshes are not used.
    pub rig: &'a Rig,
    /// The distribution of the twist of limbs over twist joints.
    pub twists: &'a [Twist],
    /// The pose of joints that a clip does not key.
    pub pose: Pose,
}
