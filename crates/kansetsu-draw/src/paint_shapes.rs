//! Rasterization of shapes.

use crate::{Canvas, font, outline, overlay::Shape};

/// Draws shapes onto a canvas, in order.
pub(crate) fn paint(canvas: &mut Canvas, shapes: &[Shape]) {
    for shape in shapes {
        match shape {
            Shape::Polygon { points, ink } => canvas.fill(std::slice::from_ref(points), *ink),
            Shape::Line { points, width, ink } => canvas.fill(&outline::line(points, *width), *ink),
            Shape::Disk { center, radius, ink } => {
                canvas.fill(&[outline::circle(*center, *radius)], *ink)
            }
            Shape::Ring { center, radius, width, ink } => {
                canvas.fill(&outline::ring(*center, *radius, *width), *ink)
            }
            Shape::Text { at, size, text, ink, halo } => {
                let strokes = font::strokes(text, *at, *size);
                let width = font::stroke_width(*size);
                for (width, ink) in [(3.2 * width, halo), (width, ink)] {
                    let outlines: Vec<_> =
                        strokes.iter().flat_map(|stroke| outline::line(stroke, width)).collect();
                    canvas.fill(&outlines, *ink);
                }
            }
        }
    }
}
