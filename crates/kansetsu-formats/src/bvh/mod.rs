//! BVH (Biovision Hierarchy): a skeleton and one motion, as text.
//!
//! Rotations are multiplied in the order in which the channels are listed, each joint with its own
//! order; positions take the place of the offset, as in Blender. Nothing says units or axes: the
//! numbers stay as they are. At rest no joint is turned.
//!
//! What real files get wrong and is read with a warning: rows too few, too many or cut at the end,
//! channels miscounted, a frame time of 0, several ROOTs, joints without a name. Names may hold
//! spaces and colons; lines may end in any way.
//!
//! Source: J. Thingvold, "Biovision BVH", in M. Meredith, S. Maddock, "Motion Capture File Formats
//! Explained", University of Sheffield, 2001, section 5.
//!
//! # Example
//!
//! ```
//! use kansetsu_formats::bvh;
//!
//! let text = "HIERARCHY\nROOT hip {\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site { OFFSET 0 1 0 } }\n\
//!     MOTION\nFrames: 1\nFrame Time: 0.04\n90 0 0\n";
//! let loaded = bvh::read(text.as_bytes())?;
//! let skeleton = &loaded.figure.rig.skeleton;
//! let mut pose = skeleton.rest_pose();
//! loaded.figure.clips[0].sample(0.0, &mut pose);
//! assert!((skeleton.forward(&pose)[1].translation.x + 1.0).abs() < 1e-6, "the tip points to -x");
//! # Ok::<(), kansetsu_formats::Error>(())
//! ```

mod channel;
mod document;
mod elements;
mod hierarchy;
mod layout;
mod motion;
mod read;
mod scanner;
mod write;

pub use channel::Channel;
pub use document::Document;
pub use elements::ELEMENTS;
pub use read::{Loaded, read};
pub use write::{Take, Written, write};
