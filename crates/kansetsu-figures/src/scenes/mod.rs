//! Scenes: what a figure is asked to do over time, as plain data.
//!
//! A frame gives the joints that the scene places itself (the hips, the back, the head) and goals for the limbs. Whoever
//! shows a scene takes [`Frame::pose`], then solves the frame's goals one by one, each with the limb that ends at the
//! goal's joint. Every goal can be met inside the limits.
//!
//! [`everyday`] has single poses with poles and pins, [`gestures`] what people type: one or two positions.

mod curve;
mod demo_sequence;
pub mod everyday;
mod frame;
mod gaze;
pub mod gestures;
pub mod lab;

use std::ops::Range;

use glam::Vec3;

pub use demo_sequence::demo_sequence;
pub use frame::{Frame, Placed};

/// What a figure does over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Its name, for files and lists.
    pub name: &'static str,
    /// The embedded figure that it is made for; joint indices are that figure's.
    pub figure: &'static str,
    /// Frames per second.
    pub rate: f32,
    /// The parts it has, in order and without gaps.
    pub acts: Vec<Act>,
    /// What stands about.
    pub props: Vec<Prop>,
    /// What is to be done, frame by frame.
    pub frames: Vec<Frame>,
}

/// A part of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// What happens, in a few words.
    pub name: &'static str,
    /// Which frames.
    pub frames: Range<usize>,
}

/// A box that stands about, with its edges along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prop {
    /// What it is.
    pub name: &'static str,
    /// Its middle, model space, metres.
    pub center: Vec3,
    /// Half its size along each axis, metres.
    pub half: Vec3,
}
