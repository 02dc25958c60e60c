//! ASF and AMC (Acclaim): a skeleton in one file, its motion in another, as the motion library of
//! Carnegie Mellon University holds them.
//!
//! A bone is a joint at its beginning, with its name; where nothing hangs on a bone its end is one
//! more joint. At rest no joint is turned. A bone turns by `C M C⁻¹`, `C` being its axes and `M`
//! the product of its angles, the one that is listed first applied first. The numbers stay as they
//! are: the format's unit of length is free. Motions have no rate; they are taken for 120 frames a
//! second, as the library says.
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
