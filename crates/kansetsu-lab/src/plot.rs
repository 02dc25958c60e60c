//! Plots as lines on the lab page: a plotting library could draw them in the app window only.

use kansetsu::glam::Vec2;

use crate::{Anchor, Drawing, Ink, Shape};

/// A plot: where it is and what its axes span.
pub(crate) struct Plot {
    /// The lower left corner.
    pub(crate) corner: Vec2,
    /// Width and height.
    pub(crate) size: Vec2,
    /// The least and the greatest value along.
    pub(crate) along: [f32; 2],
    /// The least and the greatest value up.
    pub(crate) up: [f32; 2],
}

impl Plot {
    /// The place of a value, kept inside the plot.
    pub(crate) fn place(&self, along: f32, up: f32) -> Vec2 {
        let part = |value: f32, [low, high]: [f32; 2]| {
            ((value - low) / (high - low).max(1e-9)).clamp(0.0, 1.0)
        };
        self.corner + self.size * Vec2::new(part(along, self.along), part(up, self.up))
    }

    /// Draws the axes with a title, and words at the ends of the vertical axis.
    pub(crate) fn frame(&self, drawing: &mut Drawing, title: String, [low, high]: [String; 2]) {
        let (corner, size) = (self.corner, self.size);
        let corners = [corner + Vec2::new(0.0, size.y), corner, corner + Vec2::new(size.x, 0.0)];
        drawing.line(corners, 1.0, Ink::Weak);
        let mut words = |at: Vec2, text: String, anchor: Anchor| {
            drawing.shapes.push(Shape::Text { at, text, size: 12.0, ink: Ink::Weak, anchor });
        };
        words(corner + Vec2::new(0.0, size.y + 16.0), title, Anchor::Left);
        words(corner + Vec2::new(-6.0, size.y - 6.0), high, Anchor::Right);
        words(corner + Vec2::new(-6.0, 6.0), low, Anchor::Right);
    }
}
