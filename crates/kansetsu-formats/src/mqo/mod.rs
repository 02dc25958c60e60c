//! MQO and MQOZ (Metasequoia): surfaces, materials, and bones as triangles (the *mikoto* convention
//! of RokDeBone2).
//!
//! In an object whose name starts with `bone:` each triangle is a bone: it runs along the middle
//! one of the three edges, and the shortest one is at its start. Lines (faces of two corners) are
//! floating bones: they join a bone's end with another bone's start, and IK chains end there.
//! Objects named `anchor…|target` are volumes that bind the target's vertices inside to a bone.
//!
//! The format has no unit; numbers are not converted. Right-handed, +Y up.
//!
//! The weights of the original program are not published. Here a vertex follows the bones of all
//! anchors that contain it, by the inverse square of its distance to each bone. Near the joint
//! between a bone and the next, both bones share it (see `weights.rs`).
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
mod morphs;
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
pub use write::write;
