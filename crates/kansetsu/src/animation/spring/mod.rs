//! Spring bones: hair, tails and skirts that swing with the body.
//!
//! Each spring joint has a tail at a fixed distance. Verlet integration moves the tail:
//!
//! ```text
//! next = current + (current - previous) (1 - drag) + seconds (stiffness axis + gravity)
//! ```
//!
//! Here `axis` is the direction of the tail at rest, carried by the parent. `next` then goes back
//! to its distance from the joint, into the limit, and out of each collider; the joint rotates so
//! that its tail is there. Stiffness and gravity are speeds, so a result depends on the step.
//!
//! Source: VRM Consortium, "VRMC_springBone 1.0", "SpringBone algorithm". The limits are those of
//! the draft "VRMC_springBone_limit 1.0", which applies them after integration and after each
//! collision. Sizes of colliders and radii ignore the scale of joints, as in three-vrm.
//!
//! Cost: one pass over the joints below springs for each step, and one distance for each pair of
//! spring joint and collider.

mod bake;
mod bones;
mod collider;
mod limit;
mod order;
mod simulation;

pub use bones::{ColliderGroup, Spring, SpringBones, SpringJoint};
pub use collider::{ColliderShape, SpringCollider};
pub use limit::SpringLimit;
pub use simulation::SpringSimulation;
