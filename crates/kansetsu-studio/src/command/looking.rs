//! Commands that move the camera.

use kansetsu::glam::Vec3;

use super::{Command, outcome::Outcome};
use crate::{
    document::{Actor, Document},
    viewport::{Projection, StandardView},
};

pub(super) fn apply(document: &mut Document, command: Command) -> Outcome {
    let camera = document.view.camera;
    document.view.camera = match command {
        Command::ViewFront => camera.seen_from(StandardView::Front, front(document)),
        Command::ViewBack => camera.seen_from(StandardView::Back, front(document)),
        Command::ViewRight => camera.seen_from(StandardView::Right, front(document)),
        Command::ViewLeft => camera.seen_from(StandardView::Left, front(document)),
        Command::ViewTop => camera.seen_from(StandardView::Top, front(document)),
        Command::ViewBottom => camera.seen_from(StandardView::Bottom, front(document)),
        Command::ToggleProjection => {
            let projection = match camera.projection {
                Projection::Perspective => Projection::Orthographic,
                Projection::Orthographic => Projection::Perspective,
            };
            crate::viewport::Camera { projection, ..camera }
        }
        Command::FrameSelection => camera.framing(around_selection(document), SQUARE),
        Command::FrameAll => camera
            .framing(document.content().actors.iter().flat_map(|actor| actor.surface()), SQUARE),
        _ => return None,
    };
    Some(Ok(()))
}

/// Where the active figure's front is, in the world.
fn front(document: &Document) -> Vec3 {
    document.actor().map_or(Vec3::Z, |actor| actor.front())
}

/// What is as wide as high is seen in every picture that is at least as wide as high.
const SQUARE: f32 = 1.0;
/// The margin around each joint, as a fraction of the figure's size: surfaces are thicker than
/// bones, and a single joint is but a point.
const AROUND: f32 = 0.07;

/// The corners of boxes around the selected joints, in the world.
fn around_selection(document: &Document) -> Vec<Vec3> {
    let Some(actor) = document.actor() else { return Vec::new() };
    let size = AROUND * actor.figure.rig.skeleton.size();
    let around = |place: Vec3| [place - size, place + size];
    places(actor, &document.selection.joints).into_iter().flat_map(around).collect()
}

/// Where the joints are in the world.
fn places(actor: &Actor, joints: &[usize]) -> Vec<Vec3> {
    let joints_in_model = actor.figure.rig.skeleton.forward(&actor.pose);
    let chosen = joints_in_model.iter().enumerate().filter(|(joint, _)| joints.contains(joint));
    let places = chosen.map(|(_, place)| actor.placement.transform_point3(place.translation));
    places.filter(|place| place.is_finite()).collect()
}
