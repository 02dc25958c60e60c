//! FBX (Autodesk): skeletons, skins, surfaces and motions of binary files of versions 6.1 to 7.7
//! and of text files.
//!
//! Every model becomes a joint. Its transform combines all its pivots, offsets, pre-rotation,
//! post-rotation and scale inheritance. Lengths become metres, up becomes +Y. Curves become linear
//! keys, as many as needed for an error below a hundred-thousandth of a radian. One warning for
//! each kind names the data that is dropped. [`write()`] writes binary files of version 7.4.
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
mod shapes;
mod skin;
mod space;
mod surfaces;
mod write;
mod written;

pub use elements::ELEMENTS;
pub use read::{Loaded, read};
pub use write::write;
