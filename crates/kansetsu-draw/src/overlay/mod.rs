//! What is drawn on top of the surfaces, as flat shapes that both PNG and SVG know.

mod limits;
mod marks;
mod skeleton;

use kansetsu::glam::Vec2;

use crate::{Camera, Ink, Picture, Scene, backdrop::Backdrop, font};

/// A flat shape in the picture; pixels from the upper left.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A filled outline.
    Polygon { points: Vec<Vec2>, ink: Ink },
    /// A line with round ends.
    Line { points: Vec<Vec2>, width: f32, ink: Ink },
    /// A filled circle.
    Disk { center: Vec2, radius: f32, ink: Ink },
    /// A circle's outline.
    Ring { center: Vec2, radius: f32, width: f32, ink: Ink },
    /// Words on a baseline that starts at `at`, with a halo that sets them off.
    Text { at: Vec2, size: f32, text: String, ink: Ink, halo: Ink },
}

/// The colours of what is drawn on top.
pub(crate) mod palette {
    pub(crate) const BONE: u32 = 0x1B_78E6;
    pub(crate) const TARGET: u32 = 0xF2_5C05;
    pub(crate) const POLE: u32 = 0x8A_3FD1;
    pub(crate) const NEUTRAL: u32 = 0x6A_7686;
    pub(crate) const SWING: u32 = 0x0E_9F8E;
    pub(crate) const HINGE: u32 = 0xE8_9A0C;
    pub(crate) const AXES: [u32; 3] = [0xE0_3A3E, 0x3F_A535, 0x2E_6BE6];
    pub(crate) const HALO: u32 = 0xFF_FFFF;
}

/// Where shapes are collected, and what they are measured by.
pub(crate) struct Overlay<'a> {
    pub(crate) camera: &'a Camera,
    /// A pixel of a picture 640 pixels wide.
    pub(crate) unit: f32,
    pub(crate) backdrop: Backdrop,
    pub(crate) shapes: Vec<Shape>,
}

/// All shapes on top of a scene, in the order in which they are laid over each other.
pub(crate) fn shapes(scene: &Scene, camera: &Camera, picture: &Picture) -> Vec<Shape> {
    let unit = (picture.width.min(picture.height) as f32 / 640.0).max(0.55);
    let mut overlay = Overlay { camera, unit, backdrop: Backdrop::new(picture.background), shapes: Vec::new() };
    for actor in &scene.actors {
        limits::draw(&mut overlay, actor);
    }
    for actor in scene.actors.iter().filter(|actor| actor.shows_skeleton()) {
        skeleton::draw(&mut overlay, actor);
    }
    for mark in &scene.marks {
        marks::draw(&mut overlay, mark);
    }
    overlay.caption(picture);
    overlay.shapes
}

impl Overlay<'_> {
    /// Where a point of the world is in the picture.
    pub(crate) fn at(&self, point: kansetsu::glam::Vec3) -> Option<Vec2> {
        self.camera.project(point).map(|projected| Vec2::new(projected.x, projected.y))
    }

    /// Words beside a place: on its right, or on its left where the picture ends.
    pub(crate) fn label(&mut self, at: Vec2, text: &str) {
        let size = (13.0 * self.unit).max(11.0);
        let (step, width) = (Vec2::new(9.0, -7.0) * self.unit, font::width(text, size));
        let fits = at.x + step.x + width + 0.5 * size < 2.0 * self.camera.middle[0];
        let at = if fits { at + step } else { Vec2::new((at.x - step.x - width).max(0.5 * size), at.y + step.y) };
        self.text(at, size, text);
    }

    fn text(&mut self, at: Vec2, size: f32, text: &str) {
        if text.is_empty() {
            return;
        }
        let halo = Ink::new(self.backdrop.bottom, 0.85);
        self.shapes.push(Shape::Text { at, size, text: text.to_owned(), ink: Ink::new(self.backdrop.ink, 1.0), halo });
    }

    fn caption(&mut self, picture: &Picture) {
        let size = (14.0 * self.unit).max(11.0);
        self.text(Vec2::new(0.9 * size, 1.7 * size), size, &picture.caption);
    }
}
