//! What a human body may do, on any skeleton whose humanoid roles are known.
//!
//! The ranges of motion stand once, in [`range`], as limits of a person in a T-pose who looks
//! to +Z. A skeleton that rests otherwise (an A-pose, hanging arms, bent elbows, other axes in its
//! joints) gets the same ranges in its own frames: see [`limits`].

mod assigned;
mod axes;
mod between;
mod body;
pub mod frame;
mod hand;
mod limits;
mod line;
mod placed;
pub mod range;
mod segments;
mod socket;
mod tolerance;
mod twists;

pub use axes::Axes;
pub use limits::FLAT;
pub use limits::limits;
pub use line::between as least_turn;
pub use range::mirrored;
pub use segments::Segments;
pub use socket::{Socket, hinge};
pub use tolerance::RigKind;
pub use twists::{twist_joints, twists};
