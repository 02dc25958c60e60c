//! MikuMikuDance: models (PMX 2.0 and 2.1, PMD) and motions (VMD).
//!
//! The formats are left-handed, +Y up, a unit is 0.08 m, and models face -Z. Here they are
//! right-handed, in metres, and face +Z: z changes its sign, so do x and y of quaternions, and
//! triangles are turned round. Bones have places and no rest rotation.
//!
//! A bone may follow another one by a ratio (*append*), turn about one axis alone, or lead others
//! by inverse kinematics. [`Model::pose`] does what MikuMikuDance does: bones in the order of their
//! layers, each one's keys, then what it follows, then what it leads. Two bones whose lower one is
//! a hinge (legs) are solved in closed form, all other chains by cyclic coordinate descent.
//!
//! Sources: "PMX 2.1 specification" as it comes with PMXEditor 0.2.5.4 (Kyokuhoku P, 2014); the
//! layouts of PMD and VMD as the community has written them down (Higuchi Yuu's programs, 2008).

mod bezier;
mod elements;
mod encoding;
mod figure;
mod header;
mod ik;
mod model;
mod motion;
mod parsed;
mod pmd;
mod pmx;
mod pose;
mod rest;
mod surface;
mod vmd;
mod write;

pub use elements::{ELEMENTS, MOTION_ELEMENTS};
pub use figure::{Loaded, read};
pub use model::{Append, Bone, Ik, IkLink, Model};
pub use motion::MotionLoaded;
pub use motion::read_motion;
pub use vmd::{BoneKey, IkState, Vmd};
pub use write::write;
