//! Scenes: the goals of a figure over time, as plain data.
//!
//! A frame contains the joints that the scene places itself (the hips, the back, the head) and
//! goals for the limbs. To show a scene, take [`Frame::pose`], then solve the frame's goals in
//! order, each with the limb that ends at the goal's joint. Every goal can be met inside the
//! limits.
//!
//! [`body_poses`] has poses of a library in groups, [`everyday`] single poses with poles and pins,
//! [`gestures`] user input with one or two positions.

pub mod body_poses;
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
