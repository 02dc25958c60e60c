//! A pen that draws shapes into a picture.

use kansetsu::glam::{Vec2, Vec3};

use super::shape::Shape;
use crate::{Camera, Ink, Picture, backdrop::Backdrop, font};

/// Collects shapes, and defines their scale.
pub(crate) struct Pen<'a> {
    pub(crate) camera: &'a Camera,
    /// A pixel of a picture 640 pixels wide.
    pub(crate) unit: f32,
    pub(crate) backdrop: Backdrop,
    pub(crate) shapes: Vec<Shape>,
}

impl Pen<'_> {
    /// The position of a world point in the picture.
    pub(crate) fn at(&self, point: Vec3) -> Option<Vec2> {
        self.camera.project(point).map(|projected| Vec2::new(projected.x, projected.y))
    }

    /// A text beside a point: on its right, or on its left at the edge of the picture.
    pub(crate) fn label(&mut self, at: Vec2, text: &str) {
        let size = (13.0 * self.unit).max(11.0);
        let (step, width) = (Vec2::new(9.0, -7.0) * self.unit, font::width(text, size));
        let fits = at.x + step.x + width + 0.5 * size < 2.0 * self.camera.middle[0];
        let at = if fits {
            at + step
        } else {
            Vec2::new((at.x - step.x - width).max(0.5 * size), at.y + step.y)
        };
        self.text(at, size, text);
    }

    fn text(&mut self, at: Vec2, size: f32, text: &str) {
        if text.is_empty() {
            return;
        }
        let halo = Ink::new(self.backdrop.bottom, 0.85);
        self.shapes.push(Shape::Text {
            at,
            size,
            text: text.to_owned(),
            ink: Ink::new(self.backdrop.ink, 1.0),
            halo,
        });
    }

    pub(super) fn caption(&mut self, picture: &Picture) {
        let size = (14.0 * self.unit).max(11.0);
        self.text(Vec2::new(0.9 * size, 1.7 * size), size, &picture.caption);
    }
}
