//! What is drawn, as plain data: made from the document by the application, drawn by the graphics
//! card.

use std::sync::Arc;

use kansetsu::glam::{Affine3, Vec2, Vec3};
use kansetsu_formats::{Expressed, Figure};

use super::{Camera, Light};

/// Everything in one picture.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Where it is viewed from.
    pub camera: Camera,
    /// The figures with their poses.
    pub bodies: Vec<Body>,
    /// Lines in world space.
    pub lines: Vec<Line>,
    /// Flat shapes in world space.
    pub faces: Vec<Face>,
    /// Words at places in world space.
    pub labels: Vec<Label>,
    /// Whether the ground's grid is drawn.
    pub grid: bool,
    /// The key light.
    pub light: Light,
    /// What is behind everything, linear RGBA; alpha 0 for a transparent picture.
    pub background: [f32; 4],
    /// How the background changes from top to bottom.
    pub ramp: Ramp,
}

/// How the background changes from top to bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Ramp {
    /// A little lighter at the bottom, as a photographer's backdrop is.
    #[default]
    Studio,
    /// From the first colour at the top to the second at the bottom, linear RGB.
    Between([f32; 3], [f32; 3]),
}

/// A figure in its pose.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its meshes, skins, materials. The same `Arc` in the next picture means: nothing to send
    /// again.
    pub figure: Arc<Figure>,
    /// Vertices that its expression moves; the same `Arc` means the same here too.
    pub face: Option<Arc<Expressed>>,
    /// `world_from_joint` of every joint.
    pub world_from_joint: Vec<Affine3>,
    /// How opaque it is, 0 to 1 (onion skins are not).
    pub opacity: f32,
    /// Linear RGB that is mixed in, and how much of it.
    pub tint: [f32; 4],
    /// What of its surface is drawn.
    pub surface: Surface,
    /// The same for what each joint carries, blended as the skin is; shorter than the skeleton
    /// means: not the others.
    pub joint_tints: Vec<[f32; 4]>,
}

impl Body {
    /// A figure, opaque and without tints.
    #[must_use]
    pub fn new(figure: Arc<Figure>, world_from_joint: Vec<Affine3>) -> Self {
        Self {
            figure,
            face: None,
            world_from_joint,
            opacity: 1.0,
            tint: [0.0; 4],
            surface: Surface::Lit,
            joint_tints: Vec::new(),
        }
    }
}

/// What of a surface is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Surface {
    /// Its colours in the light.
    #[default]
    Lit,
    /// How far away it is: white at the first distance from the viewer, metres, black at the
    /// second.
    Depth([f32; 2]),
    /// Where it faces: red to the right, green up, blue to the viewer, each from 0 (the other way)
    /// over one half to 1.
    Normal,
}

/// A line with round ends; one whose ends are the same point is a dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Its ends in world space, metres.
    pub ends: [Vec3; 2],
    /// How wide it is, points on the screen.
    pub width: f32,
    /// Linear RGBA.
    pub color: [f32; 4],
    /// What may hide it.
    pub layer: Layer,
}

/// A triangle, seen from both sides, without shading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Its corners in world space, metres.
    pub corners: [Vec3; 3],
    /// Linear RGBA.
    pub color: [f32; 4],
    /// What may hide it.
    pub layer: Layer,
}

/// Layers of depth. Each layer is over those before it, for any depth; in a layer,
/// the near hides the far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layer {
    /// Hidden by anything in front of it.
    #[default]
    InDepth,
    /// Over all bodies: skeletons.
    OnTop,
    /// Over all skeletons: what is grabbed.
    Handle,
}

/// Words at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where, in world space, metres.
    pub at: Vec3,
    /// By how much it is moved on the screen, points, +y down.
    pub offset: Vec2,
    /// Its text.
    pub text: String,
    /// Linear RGBA.
    pub color: [f32; 4],
}
