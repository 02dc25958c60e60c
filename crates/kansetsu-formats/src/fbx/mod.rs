//! FBX (Autodesk): skeletons, skins, surfaces and motions of binary files of versions 6.1 to 7.7
//! and of text files.
//!
//! Every model becomes a joint with the transform that all its pivots, offsets, rotations before
//! and after and its way of inheriting scale make together. Lengths become metres, up becomes +Y.
//! Curves become keys with straight ways between them, as many as it takes to stay within a
//! hundred-thousandth of a radian. What is left out is named in one warning for each kind.
//!
//! Sources: Autodesk, "FBX SDK Help"; A. Gessler, "FBX binary file format specification" (Blender
//! developer blog, 2013); positions that other readers computed from real files.

mod animation;
mod bake;
mod binary;
mod clips;
mod curve;
mod elements;
mod geometry;
mod legacy;
mod looks;
mod nodes;
mod placed;
mod read;
mod record;
mod scene;
mod skin;
mod space;
mod surfaces;
mod written;

pub use elements::ELEMENTS;
pub use read::{Loaded, read};
