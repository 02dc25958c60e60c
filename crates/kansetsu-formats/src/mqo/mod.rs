//! MQO and MQOZ (Metasequoia): surfaces, materials, and bones as triangles (the *mikoto* way of
//! RokDeBone2).
//!
//! In an object whose name begins with `bone:` each triangle is a bone: it runs along the middle
//! one of the three edges, and the shortest one stands at its beginning. Lines (faces of two
//! corners) are bones that float: they join a bone's end with another bone's beginning, and chains
//! for inverse kinematics end there. Objects named `anchor…|target` are volumes that say which bone
//! moves the target's vertices.
//!
//! The format has no unit; the numbers stay as they are. Right-handed, +Y up.
//!
//! How exactly the original program weighs vertices is not published. Here a vertex follows the
//! bones of all anchors that hold it, by the inverse square of its distance to each bone, and near
//! the joint between a bone and the next it is shared by both (see `weights.rs`).
//!
//! Sources: Tetraface, "Metasequoia file format", versions 1.0 to 4.7; the manual of Mikoto.

mod anchor;
mod archive;
mod binding;
mod bone;
mod document;
mod elements;
mod geometry;
mod lines;
mod names;
mod object;
mod read;
mod scene;
mod skeleton;
mod triangle;
mod weights;
mod write;

pub use document::{Document, Saved};
pub use elements::ELEMENTS;
pub use read::{Loaded, read};
pub use triangle::Triangle;
pub use write::{Written, write};
