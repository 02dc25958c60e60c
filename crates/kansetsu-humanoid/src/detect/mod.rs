//! Detection of bodies in skeletons: roles, mirror pairs, limbs.
//!
//! Names of the usual programs are recognized (VRM, Blender, Rigify, MakeHuman, Mixamo, Unreal, 3ds
//! Max Biped, DAZ, MikuMikuDance, motion capture), but only if the tree agrees. What names do not
//! say comes from the shape, if it is clearly that of a body.

mod body;
mod chains;
mod hand;
mod limb;
mod limbs;
mod mirrors;
mod score;
mod shape;
mod tree;
mod words;

pub use body::{roles, roles_by_name};
pub use limbs::limbs;
pub use mirrors::mirrors;
pub use score::role_scores;
