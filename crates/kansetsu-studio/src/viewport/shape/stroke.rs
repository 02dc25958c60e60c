//! Lines of many parts.

use std::f32::consts::TAU;

use kansetsu::glam::Vec3;

use crate::viewport::scene::{Layer, Line, Scene};

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Points on the screen.
    pub width: f32,
    /// Linear RGBA.
    pub color: [f32; 4],
    /// What may hide it.
    pub layer: Layer,
}

/// Parts of a circle.
const STEPS: usize = 64;
/// Dashes of a line, at most: a line to the horizon would else be made of millions.
const MOST_DASHES: f32 = 200.0;

/// A line through points.
pub fn polyline(scene: &mut Scene, points: &[Vec3], pen: Pen) {
    let Pen { width, color, layer } = pen;
    scene.lines.extend(points.windows(2).map(|ends| Line {
        ends: [ends[0], ends[1]],
        width,
        color,
        layer,
    }));
}

/// A circle with this radius, metres, about an axis.
pub fn circle(scene: &mut Scene, center: Vec3, axis: Vec3, radius: f32, pen: Pen) {
    let (u, v) = axis.normalize_or(Vec3::Y).any_orthonormal_pair();
    let at = |step: usize| {
        let (sin, cos) = (TAU * step as f32 / STEPS as f32).sin_cos();
        center + (u * cos + v * sin) * radius
    };
    polyline(scene, &(0..=STEPS).map(at).collect::<Vec<_>>(), pen);
}

/// A dashed line; `dash` is how long a dash with its gap is, metres.
pub fn dashes(scene: &mut Scene, [from, to]: [Vec3; 2], dash: f32, pen: Pen) {
    let length = from.distance(to);
    if !(length.is_finite() && length > 0.0) {
        return;
    }
    let dash = dash.max(length / MOST_DASHES);
    let along = (to - from) / length;
    let mut start = 0.0;
    while start < length {
        let end = (start + 0.55 * dash).min(length);
        polyline(scene, &[from + along * start, from + along * end], pen);
        start += dash;
    }
}

/// A dot with a rim that sets it off.
pub fn dot(scene: &mut Scene, at: Vec3, pen: Pen, halo: [f32; 4]) {
    let Pen { width, color, layer } = pen;
    scene.lines.push(Line { ends: [at; 2], width: width + 2.5, color: halo, layer });
    scene.lines.push(Line { ends: [at; 2], width, color, layer });
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEN: Pen = Pen { width: 1.0, color: [1.0; 4], layer: Layer::OnTop };

    #[test]
    fn dashes_cover_half_of_a_line_and_are_never_too_many() {
        for length in [0.01, 1.0, 1e6] {
            let mut scene = Scene::default();
            dashes(&mut scene, [Vec3::ZERO, Vec3::X * length], 0.05, PEN);
            let drawn: f32 =
                scene.lines.iter().map(|line| line.ends[0].distance(line.ends[1])).sum();
            assert!(
                drawn > 0.5 * length && drawn <= length && scene.lines.len() <= 202,
                "{length}: {drawn}"
            );
        }
        let mut scene = Scene::default();
        dashes(&mut scene, [Vec3::ZERO, Vec3::NAN], 0.05, PEN);
        assert!(scene.lines.is_empty());
    }
}
