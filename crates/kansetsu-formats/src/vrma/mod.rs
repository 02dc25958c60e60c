//! VRM animations: motions of humanoid roles, for any figure that plays them.
//!
//! A VRMA file is a glTF file with a skeleton of its own, whose joints may rest in any way; that
//! rest is a T-pose. A joint's turn from rest, seen from its parent's place at rest in model space,
//! is what another figure's joint of the same role does: `W · q · r⁻¹ · W⁻¹`, with W the parent's
//! rotation at rest, r the joint's own and q the keyed one. The hips' place is multiplied by the
//! figures' heights. VRM 0.x looks along -Z, so that all is turned round there.
//!
//! A VRM rests in a T-pose too. A figure of another format may not: then its arms and legs are
//! taken as they would stand in one (`rest`).
//!
//! Source: VRM Consortium, "VRMC_vrm_animation-1.0" and its "Retargeting".

mod extension;
mod read;
mod rest;
mod rest_convention;
mod write;

pub(crate) use extension::is_animation;
pub(crate) use read::clips;
pub use rest_convention::RestConvention;
pub use write::{Written, write};
