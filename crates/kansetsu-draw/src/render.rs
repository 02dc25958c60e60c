//! Rendering of a scene to a picture.

use crate::{
    Canvas, Error, Framing, Mark, Picture, Scene, Surface, aim::Aim, gather::Gatherer, overlay,
    paint_shapes, paint_stage, stage::Stage,
};

/// A picture, with warnings about parts that could not be drawn as the figures define them.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing<T> {
    /// The bytes of a PNG file, or the text of an SVG file.
    pub content: T,
    /// For people, one sentence each.
    pub warnings: Vec<String>,
}

/// Draws a scene as a PNG file and returns its bytes.
///
/// # Errors
/// [`Error::Size`].
pub fn render_png(scene: &Scene, picture: &Picture) -> Result<Drawing<Vec<u8>>, Error> {
    picture.check()?;
    let mut gatherer = Gatherer::default();
    let surfaces = gatherer.surfaces(scene);
    let mut framing = Framing::default();
    frame(scene, &surfaces, &Aim::new(picture), &mut framing);
    let canvas = draw(scene, surfaces, &framing, picture);
    Ok(Drawing { content: canvas.to_png()?, warnings: gatherer.warnings })
}

/// Draws a posed scene and its overlays.
pub(crate) fn draw(
    scene: &Scene,
    surfaces: Vec<Surface>,
    framing: &Framing,
    picture: &Picture,
) -> Canvas {
    let stage = Stage::new(surfaces, &Aim::new(picture), framing, picture);
    let mut canvas = paint_stage::paint(&stage, picture);
    paint_shapes::paint(&mut canvas, &overlay::shapes(scene, &stage.camera, picture));
    canvas
}

/// Adds everything visible to the framing of the picture.
pub(crate) fn frame(scene: &Scene, surfaces: &[Surface], aim: &Aim, framing: &mut Framing) {
    for surface in surfaces {
        for corner in surface.triangles.iter().flatten() {
            framing.add(aim, surface.positions[*corner as usize]);
        }
    }
    for actor in &scene.actors {
        let joints = (0..actor.model_from_joint.len()).filter(|&joint| actor.is_drawn_joint(joint));
        joints
            .filter_map(|joint| actor.joint_in_world(joint))
            .for_each(|point| framing.add(aim, point));
    }
    scene.marks.iter().flat_map(Mark::points).for_each(|point| framing.add(aim, point));
}
