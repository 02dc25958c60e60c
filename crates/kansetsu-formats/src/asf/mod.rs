//! ASF and AMC (Acclaim): a skeleton in one file and its motion in another, as in the motion
//! library of Carnegie Mellon University.
//!
//! A bone is a joint at its start, with its name; the end of a leaf bone is one more joint. At rest
//! all rotations are zero. A bone rotates by `C M C⁻¹`, where `C` is its axes and `M` the product
//! of its angles, of which the first listed is applied first. Numbers are not converted: the
//! format's unit of length is free. Motions have no rate; they are read at 120 frames per second,
//! as the library states.
//!
//! Source: J. Lander, "Working with Motion Capture File Formats", Game Developer Magazine,
//! January 1998.

mod bone;
mod elements;
mod motion;
mod read;

pub use elements::ELEMENTS;
pub use motion::clip;
pub use read::{Acclaim, Loaded, read};
