//! Keyed motion that can be edited: keys with their own interpolation, joint by joint.
//!
//! Unlike [`kansetsu_formats::Clip`], which is what a file holds, every key has its own
//! interpolation and slopes, so that one key can be changed without its neighbours.
//! [`Motion::from_clip`] and [`Motion::to_clip`] go between the two.
//!
//! Times are seconds; a timeline shows them as frames of [`Motion::frame_rate`]. Two times less
//! than [`SAME_TIME`] apart are one.

mod additive;
mod bake;
mod check;
mod clip;
mod clipboard;
mod curve;
mod edit;
mod key;
mod path;
mod play;
mod thin;
mod tracks;
mod weights;

pub use additive::Additive;
pub use bake::Bake;
pub use check::MotionError;
pub use clipboard::CopiedKeys;
pub use edit::{Channels, KeyAt, Keyed};
pub use key::{Interpolation, Key, SAME_TIME};
pub use path::{frames_around, key_poses_around, motion_path};
pub use play::Playback;
pub use tracks::{Motion, Track};
