//! The range of motion of the human body, on any skeleton with humanoid roles.
//!
//! The ranges of motion are defined once, in [`range`], as limits of a person in a T-pose who faces
//! +Z. A skeleton with another rest pose (an A-pose, hanging arms, bent elbows, other joint axes)
//! gets the same ranges in its own frames: see [`limits`].

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
