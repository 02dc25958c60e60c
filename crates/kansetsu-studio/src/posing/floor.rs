//! Puts a figure on the floor.

use kansetsu::{
    Error,
    d3::{
        Pose,
        ground::{FootSolver, Plane},
    },
    glam::{Affine3, Vec3},
};

use super::Subject;
use crate::document::Refusal;

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

/// Feet that stay in place on the floor (y = 0 in world space) where a motion sets them down.
#[derive(Clone, Debug)]
pub struct OnFloor {
    solver: FootSolver,
    /// The height of the floor in model space, metres.
    floor: f32,
}

impl OnFloor {
    /// For the legs of a figure with its limits.
    ///
    /// # Errors
    /// A figure without legs, or one that is tilted, so that the floor is a slope in its space.
    pub fn new(subject: &Subject) -> Result<Self, Refusal> {
        let model_from_world = subject.placement.inverse();
        let up = model_from_world.transform_vector3(Vec3::Y).normalize_or_zero();
        if up.y < UPRIGHT {
            return Err(Refusal::new(
                "Feet can be planted only while the figure is upright. Reset its tilt first.",
                "モデルが傾いているため、足を床に固定できません。先に傾きを戻してください。",
            ));
        }
        let rest_floor = subject.figure.floor_at_rest();
        let solver = FootSolver::new(&subject.posable_rig(), rest_floor)?;
        if solver.feet().is_empty() {
            return Err(Refusal::new(
                "This figure has no legs whose feet could be planted.",
                "このモデルには床に固定できる足がありません。",
            ));
        }
        Ok(Self { solver, floor: model_from_world.transform_point3(Vec3::ZERO).y })
    }

    /// Moves one frame of the motion onto the floor. `seconds` have passed since the previous one.
    ///
    /// # Errors
    /// As [`FootSolver::step`].
    pub fn step(&mut self, pose: &mut Pose, seconds: f32) -> Result<(), Error> {
        self.solver.step(pose, (self.floor, seconds), &Plane::level(self.floor))
    }
}

/// The smallest cosine between the figure's up axis and the world's at which it is upright: 0.8°.
const UPRIGHT: f32 = 0.9999;
