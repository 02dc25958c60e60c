//! Compressed geometry: the document with plain buffers, as the other readers expect it.
//!
//! Indices of buffers, buffer views and accessors stay; new ones are added at the end. So errors
//! name the paths of the file, and saving uses the unchanged file.

mod decoded;
mod draco;
mod meshopt;
mod patch;
mod plain;

pub(super) use decoded::Plain;
pub use plain::to_plain;
