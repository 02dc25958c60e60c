//! The quality of a pose, measured by forward kinematics, independent of the solver's report.

use glam::{Affine3, Quat, Vec2, Vec3};
use kansetsu::d3::{
    Goal, Orientation, Pose,
    balance::hull::{hull, outside},
    rotation_of,
};
use kansetsu_formats::{Attachment, Figure, Primitive, Role};

use super::{Everyday, centre_of_mass};

/// The measurements of one pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// The distance from each goal's point to its target, metres; 0 for a goal without a position.
    pub distances: Vec<f32>,
    /// The angle between the target rotation and the current one of each goal's joint, radians; 0
    /// for a goal without a rotation.
    pub angles: Vec<f32>,
    /// Joints of the trunk and the girdle at a limit, within a thousandth of a radian.
    pub on_limits: Vec<usize>,
    /// The lean of the trunk, from the hips to the neck, from the vertical, degrees.
    pub lean_deg: f32,
    /// The center of mass, model space.
    pub centre: Vec3,
    /// The distance of the center of mass from the support polygon in plan view, metres; negative
    /// inside, infinite without a support.
    pub outside: f32,
    /// The height of the lowest point of the skin, metres; below 0 it is in the floor.
    pub lowest: f32,
}

/// The trunk and the girdle.
const TRUNK: [Role; 5] =
    [Role::Spine, Role::Chest, Role::UpperChest, Role::LeftShoulder, Role::RightShoulder];

/// The distance at which a bound counts as active, radians.
const ON_LIMIT: f32 = 1e-3;

/// Skin up to this height above the lowest point of a support is in contact, metres: a sole is flat
/// to a millimetre, a fingertip is not.
const PATCH: f32 = 0.006;

/// Measures a pose of the mannequin.
#[must_use]
pub fn measure(figure: &Figure, everyday: &Everyday, pose: &Pose) -> Measures {
    let model_from_joint = figure.rig.skeleton.forward(pose);
    let skin = Skin::of(figure, &model_from_joint);
    let centre = centre_of_mass(figure, &model_from_joint);
    let (mut points, mut border) =
        (everyday.stands.iter().flat_map(|support| skin.patch(support)).collect(), Vec::new());
    hull(&mut points, &mut border);
    Measures {
        distances: everyday.goals.iter().map(|goal| distance(goal, &model_from_joint)).collect(),
        angles: everyday.goals.iter().map(|goal| angle(goal, &model_from_joint)).collect(),
        on_limits: on_limits(figure, pose),
        lean_deg: lean_deg(figure, &model_from_joint),
        centre,
        outside: outside(&border, Vec2::new(centre.x, centre.z)),
        lowest: skin.vertices.iter().map(|vertex| vertex.place.y).fold(f32::INFINITY, f32::min),
    }
}

/// The distance from a goal's point to its target.
fn distance(goal: &Goal, model_from_joint: &[Affine3]) -> f32 {
    let point = model_from_joint[goal.joint].transform_point3(goal.offset);
    goal.position.map_or(0.0, |place| {
        let place =
            goal.relative_to.map_or(place, |frame| model_from_joint[frame].transform_point3(place));
        goal.region.nearest(place, point).distance(point)
    })
}

/// The angle between the target rotation of a goal's joint and the current one.
fn angle(goal: &Goal, model_from_joint: &[Affine3]) -> f32 {
    let frame =
        goal.relative_to.map_or(Quat::IDENTITY, |frame| rotation_of(&model_from_joint[frame]));
    let turn = rotation_of(&model_from_joint[goal.joint]);
    let point = model_from_joint[goal.joint].transform_point3(goal.offset);
    match goal.orientation {
        None => 0.0,
        Some(Orientation::Full(wanted)) => (frame * wanted).angle_between(turn),
        Some(Orientation::Axis { axis, direction }) => {
            (turn * axis).angle_between(frame * direction)
        }
        Some(Orientation::LookAt { axis, target }) => (turn * axis).angle_between(target - point),
    }
}

fn on_limits(figure: &Figure, pose: &Pose) -> Vec<usize> {
    let rig = &figure.rig;
    let stands_on_one = |joint: usize| {
        let turn =
            rig.skeleton.joints()[joint].rest.rotation.inverse() * pose.locals[joint].rotation;
        rig.limits[joint]
            .as_ref()
            .is_some_and(|limit| limit.active_bounds(turn, ON_LIMIT).next().is_some())
    };
    TRUNK
        .iter()
        .filter_map(|role| figure.rig.roles.get(role).copied())
        .filter(|&joint| stands_on_one(joint))
        .collect()
}

fn lean_deg(figure: &Figure, model_from_joint: &[Affine3]) -> f32 {
    let place =
        |role: Role| figure.rig.roles.get(&role).map(|&joint| model_from_joint[joint].translation);
    match (place(Role::Hips), place(Role::Neck)) {
        (Some(hips), Some(neck)) => (neck - hips).angle_between(Vec3::Y).to_degrees(),
        _ => 0.0,
    }
}

/// The skin in a pose.
struct Skin {
    vertices: Vec<Vertex>,
}

/// A point of the skin, and the joint with the largest weight.
struct Vertex {
    place: Vec3,
    joint: usize,
}

impl Skin {
    fn of(figure: &Figure, model_from_joint: &[Affine3]) -> Self {
        let mut vertices = Vec::new();
        for mesh in &figure.meshes {
            let placement = figure.placement(mesh.attachment, model_from_joint);
            for part in &mesh.primitives {
                let places = part.posed_positions(&placement).into_iter().enumerate();
                vertices.extend(places.map(|(index, place)| Vertex {
                    place,
                    joint: mover(figure, mesh.attachment, part, index),
                }));
            }
        }
        Self { vertices }
    }

    /// The contact points of these joints in plan view.
    fn patch(&self, joints: &[usize]) -> Vec<Vec2> {
        let own = || {
            self.vertices
                .iter()
                .filter(|vertex| joints.contains(&vertex.joint))
                .map(|vertex| vertex.place)
        };
        let lowest = own().map(|place| place.y).fold(f32::INFINITY, f32::min);
        own()
            .filter(|place| place.y <= lowest + PATCH)
            .map(|place| Vec2::new(place.x, place.z))
            .collect()
    }
}

/// The joint with the largest weight.
fn mover(figure: &Figure, attachment: Attachment, part: &Primitive, vertex: usize) -> usize {
    match attachment {
        Attachment::Joint(joint) => joint,
        Attachment::Skin(skin) => {
            let start = vertex * part.influences_per_vertex;
            let influences = &part.influences[start..start + part.influences_per_vertex];
            let most = influences.iter().max_by(|a, b| a.weight.total_cmp(&b.weight));
            most.map_or(0, |influence| figure.skins[skin].joints[influence.joint as usize])
        }
    }
}
