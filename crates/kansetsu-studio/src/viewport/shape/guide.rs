//! Guides while something is dragged: the way that is missing, poles, and the circle on which an
//! elbow can be.

use kansetsu::glam::Vec3;

use super::{
    color::{Palette, faded},
    stroke::{Pen, dashes, dot, polyline},
};
use crate::viewport::scene::{Layer, Scene};

/// The rubber line from what is dragged to where it should be; `dash` is how long a dash with its
/// gap is, metres.
pub fn rubber(scene: &mut Scene, [reached, target]: [Vec3; 2], dash: f32, palette: &Palette) {
    let pen = |width: f32| Pen { width, color: palette.alert, layer: Layer::Handle };
    dashes(scene, [reached, target], dash, pen(2.0));
    dot(scene, target, pen(8.0), palette.halo);
}

/// A pole: where the middle of a limb points, and the line to that middle; larger under the
/// pointer.
pub fn pole(
    scene: &mut Scene,
    [middle, pole]: [Vec3; 2],
    dash: f32,
    (is_touched, palette): (bool, &Palette),
) {
    let pen = |width: f32, alpha: f32| Pen {
        width,
        color: faded(palette.pole, alpha),
        layer: Layer::Handle,
    };
    dashes(scene, [middle, pole], dash, pen(1.5, 0.8));
    dot(scene, pole, pen(if is_touched { 14.0 } else { 10.0 }, 1.0), palette.halo);
}

/// The circle on which the middle of a limb can be. Each point has a flag whether it is allowed:
/// what is not is grey.
pub fn elbow_circle(scene: &mut Scene, points: &[(Vec3, bool)], palette: &Palette) {
    for ends in points.windows(2) {
        let is_allowed = ends[0].1 && ends[1].1;
        let color = if is_allowed { palette.pole } else { [0.3, 0.3, 0.3, 0.5] };
        let width = if is_allowed { 2.4 } else { 1.4 };
        polyline(scene, &[ends[0].0, ends[1].0], Pen { width, color, layer: Layer::Handle });
    }
}
