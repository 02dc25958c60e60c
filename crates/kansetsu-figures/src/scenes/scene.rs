//! A scene as plain data.

use std::ops::Range;

use glam::Vec3;

use super::frame::Frame;

/// A figure's goals over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The name, for files and lists.
    pub name: &'static str,
    /// The embedded figure that it is made for; joint indices are that figure's.
    pub figure: &'static str,
    /// Frames per second.
    pub rate: f32,
    /// The acts, in order and without gaps.
    pub acts: Vec<Act>,
    /// The props.
    pub props: Vec<Prop>,
    /// The input, frame by frame.
    pub frames: Vec<Frame>,
}

/// One item of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// A short description.
    pub name: &'static str,
    /// The frames of the act.
    pub frames: Range<usize>,
}

/// A box whose edges are along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prop {
    /// The name of the prop.
    pub name: &'static str,
    /// The middle, model space, metres.
    pub center: Vec3,
    /// Half the size along each axis, metres.
    pub half: Vec3,
}
