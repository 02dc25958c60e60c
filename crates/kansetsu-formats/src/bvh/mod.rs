//! BVH (Biovision Hierarchy): a skeleton and one motion, as text.
//!
//! Rotations are multiplied in the order of the channels, each joint with its own order; positions
//! replace the offset, as in Blender. The format has no units and no axes: numbers are not
//! converted. At rest all rotations are zero.
//!
//! Common defects are read with a warning: missing, surplus or truncated rows, wrong channel
//! counts, a frame time of 0, several ROOTs, joints without a name. Names may contain spaces and
//! colons; any line end is valid.
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
