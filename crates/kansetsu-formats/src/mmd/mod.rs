//! MikuMikuDance: models (PMX 2.0 and 2.1, PMD), motions (VMD) and poses (VPD).
//!
//! The formats are left-handed, +Y up, a unit is 0.08 m, and models face -Z. Here they are
//! right-handed, in metres, and face +Z: z changes its sign, and so do x and y of quaternions. The
//! winding of triangles is reversed. Bones have positions and no rest rotation.
//!
//! A bone may follow another one by a ratio (*append*), rotate about one axis alone, or be an IK
//! bone. [`Model::pose`] computes a pose like MikuMikuDance: bones in the order of their layers,
//! each with its keys, then its append, then its IK. Two bones whose lower one is a hinge (legs)
//! are solved in closed form, all other chains by cyclic coordinate descent.
//!
//! Sources: "PMX 2.1 specification" of PMXEditor 0.2.5.4 (Kyokuhoku P, 2014); the community's
//! descriptions of PMD and VMD (Higuchi Yuu's programs, 2008).

mod bezier;
mod elements;
mod encoding;
mod figure;
mod header;
mod ik;
mod model;
mod morphs;
mod motion;
mod names;
mod parsed;
mod physics;
mod pmd;
mod pmx;
mod pose;
mod pose_file;
mod rest;
mod springs;
mod surface;
mod vmd;
mod vpd;
mod write;

pub use elements::{ELEMENTS, MOTION_ELEMENTS, POSE_ELEMENTS};
pub use figure::{Loaded, read};
pub use model::{Append, Bone, Ik, IkLink, Model, NamedMorph};
pub use motion::MotionLoaded;
pub use motion::read_motion;
pub use pose_file::{FiguredPose, read_pose, write_pose};
pub use vmd::{BoneKey, IkState, MorphKey, Vmd};
pub use vpd::{BonePose, MorphValue, Vpd, VpdBytes};
pub use write::{morph_values, unfit_names, write};
