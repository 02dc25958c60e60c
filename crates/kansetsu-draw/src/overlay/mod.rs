//! Overlays on top of the surfaces, as flat shapes that both PNG and SVG support.

mod limits;
mod marks;
mod palette;
mod pen;
mod shape;
mod skeleton;

use self::pen::Pen;
use crate::{Camera, Picture, Scene, backdrop::Backdrop};

pub(crate) use self::shape::Shape;

/// All shapes on top of a scene, in drawing order.
pub(crate) fn shapes(scene: &Scene, camera: &Camera, picture: &Picture) -> Vec<Shape> {
    let unit = (picture.width.min(picture.height) as f32 / 640.0).max(0.55);
    let mut pen =
        Pen { camera, unit, backdrop: Backdrop::new(picture.background), shapes: Vec::new() };
    for actor in &scene.actors {
        limits::draw(&mut pen, actor);
    }
    for actor in scene.actors.iter().filter(|actor| actor.shows_skeleton()) {
        skeleton::draw(&mut pen, actor);
    }
    for mark in &scene.marks {
        marks::draw(&mut pen, mark);
    }
    pen.caption(picture);
    pen.shapes
}
