//! Puts a figure on the floor.

use kansetsu::{
    d3::Pose,
    glam::{Affine3, Vec3},
};

use super::Subject;

/// Where the lowest point of a figure is: of its surfaces, or of its joints when it has none. In
/// world space, metres.
#[must_use]
pub fn lowest_point(subject: &Subject, pose: &Pose) -> Option<Vec3> {
    let model_from_joint = subject.skeleton().forward(pose);
    let lower = |lowest: Option<Vec3>, place: Vec3| match lowest {
        Some(known) if known.y <= place.y => lowest,
        _ => place.is_finite().then_some(place).or(lowest),
    };
    let surfaces = subject.figure.visible_meshes().flat_map(|mesh| {
        let placement = subject.figure.placement(mesh.attachment, &model_from_joint);
        mesh.primitives.iter().flat_map(move |primitive| primitive.posed_positions(&placement))
    });
    let in_world = |place: Vec3| subject.placement.transform_point3(place);
    let lowest = surfaces.map(in_world).fold(None, lower);
    lowest.or_else(|| {
        model_from_joint.iter().map(|joint| in_world(joint.translation)).fold(None, lower)
    })
}

/// The pose moved up or down as a whole so that its lowest point lies on the floor, y = 0 in world
/// space. Unchanged when its space is flat.
#[must_use]
pub fn on_the_floor(subject: &Subject, pose: &Pose) -> Pose {
    let mut moved = pose.clone();
    let Some(lowest) = lowest_point(subject, pose) else { return moved };
    let carrier = subject.carrier();
    let parent = subject.skeleton().joints()[carrier].parent;
    let model_from_parent =
        parent.map_or(Affine3::IDENTITY, |parent| subject.skeleton().forward(pose)[parent]);
    let world_from_parent = subject.placement * model_from_parent;
    let way = world_from_parent.inverse().transform_vector3(Vec3::NEG_Y * lowest.y);
    if way.is_finite() {
        moved.locals[carrier].translation += way;
    }
    moved
}
