//! From a scene to a picture.

use crate::{Canvas, Error, Framing, Picture, Scene, camera::Aim, gather::Gatherer, paint_stage, stage::Stage};

/// A picture and what could not be drawn as the figures want it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing<T> {
    /// The bytes of a PNG file, or the text of an SVG file.
    pub content: T,
    /// For people, one sentence each.
    pub warnings: Vec<String>,
}

/// Draws a scene and gives the bytes of a PNG file.
///
/// # Errors
/// [`Error::Size`].
pub fn render_png(scene: &Scene, picture: &Picture) -> Result<Drawing<Vec<u8>>, Error> {
    picture.check()?;
    let mut gatherer = Gatherer::default();
    let aim = Aim::new(picture);
    let surfaces = gatherer.surfaces(scene);
    let mut framing = Framing::default();
    frame(scene, &surfaces, &aim, &mut framing);
    let stage = Stage::new(surfaces, &aim, &framing, picture);
    let canvas = paint_stage::paint(&stage, picture);
    Ok(Drawing { content: canvas.to_png()?, warnings: gatherer.warnings })
}

/// Takes everything that is to be seen into the picture.
pub(crate) fn frame(scene: &Scene, surfaces: &[crate::Surface], aim: &Aim, framing: &mut Framing) {
    for surface in surfaces {
        for corner in surface.triangles.iter().flatten() {
            framing.add(aim, surface.positions[*corner as usize]);
        }
    }
    for actor in &scene.actors {
        let joints = (0..actor.model_from_joint.len()).filter(|&joint| actor.is_drawn_joint(joint));
        joints.filter_map(|joint| actor.joint_in_world(joint)).for_each(|point| framing.add(aim, point));
    }
    scene.marks.iter().flat_map(crate::Mark::points).for_each(|point| framing.add(aim, point));
}
