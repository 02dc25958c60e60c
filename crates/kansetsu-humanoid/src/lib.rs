//! Knowledge about human bodies, on top of the [`kansetsu`] core.
//!
//! | module | contents |
//! | --- | --- |
//! | [`detect`] | finds humanoid roles, mirror pairs and limbs from joint names, the tree and the shape of a skeleton |
//! | [`anatomy`] | anatomical joint limits and twist joints for any skeleton with humanoid roles |
//! | [`prior`] | the most likely pose of a person, by a Gaussian over recorded poses |
//! | [`trackers`] | a whole body from a headset, hand controllers and trackers |
//! | [`retarget`] | the motion of one character on another |
//! | [`keypoints`] | a pose from the keypoints of a picture |
//!
//! [`character_rig`] makes a rig from a skeleton alone, [`complete_character`] completes one.
//!
//! [`prior::Prior`] is the statistical prior of
//! [`Posture::Likely`](kansetsu::session::Posture::Likely): set it as
//! [`Options::prior`](kansetsu::Options::prior).

pub mod anatomy;
mod character;
pub mod detect;
pub mod keypoints;
mod least_squares;
pub mod prior;
pub mod retarget;
pub mod trackers;

pub use character::{character_rig, complete_character};
