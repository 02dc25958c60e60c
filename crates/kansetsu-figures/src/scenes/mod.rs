//! Scenes: what a figure is asked to do over time, as plain data.
//!
//! A frame gives the joints that the scene places itself (the hips, the back, the head) and goals
//! for the limbs. Whoever shows a scene takes [`Frame::pose`], then solves the frame's goals one by
//! one, each with the limb that ends at the goal's joint. Every goal can be met inside the limits.
//!
//! [`everyday`] has single poses with poles and pins, [`gestures`] what people type: one or two
//! positions.

mod curve;
mod demo_sequence;
pub mod everyday;
mod frame;
mod gaze;
pub mod gestures;
pub mod lab;
mod scene;

pub use demo_sequence::demo_sequence;
pub use frame::{Frame, Placed};
pub use scene::{Act, Prop, Scene};
