//! Feet that stand on the ground: from what a clip wants on its own floor to goals on any ground.
//!
//! A clip is made over a level floor. Played over real ground, its feet float and sink, and where
//! it was not made with care they slide. [`FootPlacement`] turns each frame of it into a goal for
//! each foot and a height for the pelvis, which [`WholeBody`](super::solve::WholeBody) then meets:
//!
//! 1. *The bed.* Under each foot a plane rests on the ground where the sole is. The foot is
//!    carried, as a rigid body, from the clip's floor onto that plane: its clearance and its roll
//!    over heel and toes stay those of the clip. In the air the plane follows the ground softly and
//!    looks ahead; from contact on it is fixed.
//! 2. *The pin.* A foot that the clip sets down, low and slow, is planted: its contact point keeps
//!    its place to the last bit, and so does its heading, while heel or toes may still roll off.
//!    When the clip lifts it, what the pin has held back is eased out over a fixed time.
//! 3. *The pelvis* follows the mean of the feet softly, and is never so high that a leg would have
//!    to be longer than it is.
//!
//! On level ground at the height of the clip's floor, with a clip whose feet stand still while they
//! stand, all of it is the identity, but for the moment in which a foot leaves: there the pin holds
//! as long as the clip is slower than [`FootPlacement::plant_speed`], less than a centimetre at a
//! walk.
//!
//! Its limits: the ground does not move under a planted foot; a foot that stands right before a
//! kerb goes through its edge when it is lifted; and whether ankles can follow the ground is for
//! the solver, in which the turn of a foot gives way to its place.
//!
//! Everything is in the space of the pose, model space: where a character has a place of its own in
//! the world, it goes into the pose's root, and feet stay where they are while it moves. Nothing is
//! allocated after the first frame.
//!
//! Sources: what games do, as published. L. Kovar, J. Schreiner, M. Gleicher, "Footskate Cleanup
//! for Motion Capture Editing", SCA 2002 (constraints found by height and speed; the root placed so
//! that legs reach; legs kept from snapping straight; corrections blended out over time); R. S.
//! Johansen, "Automated Semi-Procedural Animation for Character Locomotion", master's thesis,
//! Aarhus 2009 (feet carried onto a slope as rigid bodies, hips by what legs reach); D. Bollo,
//! "Inertialization", GDC 2018 (an offset that vanishes in a fixed time with its velocity). We
//! differ in that the ground under a foot is one plane that lies on top of the samples, so that a
//! foot over an edge stands level on the upper side; and in that all state is plain data.

mod bed;
mod ease;
mod foot;
mod footing;
mod pelvis;
mod placement;
mod settings;
mod stance;
mod surface;

pub use foot::Foot;
pub use footing::{FootState, Phase};
pub use settings::{ClipFrame, FootPlacement};
pub use stance::PlacementState;
pub use surface::{Block, Ground, Heights, Plane, Surface};
