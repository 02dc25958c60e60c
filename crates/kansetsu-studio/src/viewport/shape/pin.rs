//! Pins: what is held.

use kansetsu::glam::{Affine3, Vec3};

use super::{
    color::Palette,
    stroke::{Pen, circle, dashes, dot, polyline},
};
use crate::viewport::scene::{Layer, Scene};

/// Draws a pin of this size, metres. `world_from_held` is where the joint is held, with its axes;
/// `here` is where it is: a dashed line connects them when it is not reached. A held orientation
/// shows as three short axes, a held place as a ring around a dot.
pub fn pin(
    scene: &mut Scene,
    world_from_held: &Affine3,
    here: Vec3,
    held: [bool; 2],
    (size, palette): (f32, &Palette),
) {
    let [position, orientation] = held;
    let at = world_from_held.translation;
    let pen = |width: f32, color| Pen { width, color, layer: Layer::OnTop };
    if orientation {
        for (axis, color) in palette.axes.into_iter().enumerate() {
            let way = world_from_held.matrix3.col(axis).normalize_or_zero() * size;
            polyline(scene, &[at, at + way], pen(2.0, color));
        }
    }
    if position {
        circle(scene, at, Vec3::Y, 0.7 * size, pen(2.0, palette.held));
    }
    dot(scene, at, pen(6.0, palette.held), palette.halo);
    if at.distance(here) > 0.02 * size {
        dashes(scene, [at, here], 0.25 * size, pen(1.6, palette.alert));
    }
}
