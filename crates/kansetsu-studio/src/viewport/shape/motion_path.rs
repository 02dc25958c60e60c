//! The way of a joint through a motion.

use kansetsu::glam::Vec3;

use super::{
    color::{Palette, faded},
    stroke::{Pen, dot, polyline},
};
use crate::viewport::scene::{Layer, Scene};

/// Where a joint is at every frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MotionPath {
    /// World space, metres; one for each frame.
    pub points: Vec<Vec3>,
    /// Indices of the frames that have keys.
    pub keys: Vec<usize>,
    /// Index of the present frame.
    pub now: usize,
}

/// Draws a motion path: what was and what will be in colours of their own, a small dot at each
/// frame, a larger one at each key, the largest now. Close dots mean slow motion.
pub fn motion_path(scene: &mut Scene, path: &MotionPath, palette: &Palette) {
    let now = path.now.min(path.points.len().saturating_sub(1));
    let pen = |width: f32, color| Pen { width, color, layer: Layer::OnTop };
    let color_of = |frame: usize| if frame < now { palette.past } else { palette.future };
    for (frame, ends) in path.points.windows(2).enumerate() {
        polyline(scene, ends, pen(1.6, faded(color_of(frame), 0.9)));
    }
    for (frame, &point) in path.points.iter().enumerate() {
        polyline(scene, &[point; 2], pen(3.4, color_of(frame)));
    }
    for point in path.keys.iter().filter_map(|&key| path.points.get(key)) {
        dot(scene, *point, pen(7.0, palette.hinge), palette.halo);
    }
    if let Some(&point) = path.points.get(now) {
        dot(scene, point, pen(8.0, palette.accent), palette.halo);
    }
}
