//! A flat shape on top of the surfaces.

use kansetsu::glam::Vec2;

use crate::Ink;

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
    /// A text on a baseline that starts at `at`, with a halo for contrast.
    Text { at: Vec2, size: f32, text: String, ink: Ink, halo: Ink },
}
