//! What a figure does over time, as plain data.

use std::ops::Range;

use glam::Vec3;

use super::frame::Frame;

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
    /// The props.
    pub props: Vec<Prop>,
    /// What is to be done, frame by frame.
    pub frames: Vec<Frame>,
}

/// One item of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// What happens, in a few words.
    pub name: &'static str,
    /// Which frames.
    pub frames: Range<usize>,
}

/// A box whose edges are along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prop {
    /// What it is.
    pub name: &'static str,
    /// Its middle, model space, metres.
    pub center: Vec3,
    /// Half its size along each axis, metres.
    pub half: Vec3,
}
