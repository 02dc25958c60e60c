//! VRM animations: motions of humanoid roles, for any figure with these roles.
//!
//! A VRMA file is a glTF file with its own skeleton. Its joints may have any rest rotations; its
//! rest pose is a T-pose. A joint's rotation from rest, in its parent's rest frame in model space,
//! applies to another figure's joint of the same role: `W · q · r⁻¹ · W⁻¹`, with W the parent's
//! rotation at rest, r the joint's own and q the keyed one. The position of the hips scales with
//! the figures' heights. VRM 0.x faces -Z, so everything is rotated by 180° there.
//!
//! The rest pose of a VRM is a T-pose too. For a figure of another format it may not be; then its
//! arms and legs are treated as if they were in one (`rest`).
//!
//! Source: VRM Consortium, "VRMC_vrm_animation-1.0" and its "Retargeting".

mod expressions;
mod extension;
mod read;
mod rest;
mod rest_convention;
mod write;

pub(crate) use expressions::take as take_expressions;
pub(crate) use extension::is_animation;
pub(crate) use read::clips;
pub use rest_convention::RestConvention;
pub use write::{Written, write};
