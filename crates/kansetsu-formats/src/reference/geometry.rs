//! Directions of a body in a pose.

use kansetsu::d3::{Pose, Skeleton, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};

use super::sample::Sample;
use crate::{Figure, Role};
use kansetsu_humanoid::anatomy::Axes;
use kansetsu_humanoid::anatomy::frame::{nearest_axis, product, rotate, turn, with_z_and_x};

/// The length of the mean trunk direction above which it defines up: a person who lies, swims or
/// tumbles has a shorter one.
const SURE: f32 = 0.7;
/// A body that rests this close to upright on an axis, and faces this close along one, has a
/// deliberate rest pose: the cosines of 20 and 10 degrees.
const UPRIGHT: f32 = 0.94;
const ALONG: f32 = 0.985;

/// The up and front directions of a person in model space: perpendicular unit vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Space {
    pub(super) up: Vec3,
    pub(super) forward: Vec3,
}

impl Space {
    /// By the rest pose: the axis nearest to the trunk's.
    pub(super) fn of(figure: &Figure) -> Option<Self> {
        let skeleton = &figure.rig.skeleton;
        let axes = Axes::of(&figure.rig.roles, &skeleton.forward(&skeleton.rest_pose()))?;
        let up = nearest_axis(axes.up);
        Some(Self { up, forward: forward_of(up) })
    }

    /// By the motion, else +Y up. A character with an upright rest pose keeps its front; a motion
    /// alone faces +Z.
    pub(super) fn of_reference(figure: &Figure, samples: &[Sample]) -> Self {
        let up = up_of(samples, figure).unwrap_or_else(|| {
            let rests = Self::of(figure).map(|space| space.up);
            rests.filter(|_| !figure.meshes.is_empty()).unwrap_or(Vec3::Y)
        });
        let skeleton = &figure.rig.skeleton;
        let axes = Axes::of(&figure.rig.roles, &skeleton.forward(&skeleton.rest_pose()));
        let looks = axes
            .filter(|axes| !figure.meshes.is_empty() && axes.up.dot(up) > UPRIGHT)
            .map(|axes| nearest_axis(axes.forward));
        let forward = looks.filter(|looks| {
            axes.is_some_and(|axes| axes.forward.dot(*looks) > ALONG) && looks.dot(up).abs() < 0.5
        });
        Self { up, forward: forward.unwrap_or_else(|| forward_of(up)) }
    }

    pub(super) fn is_upright(&self) -> bool {
        self.up == Vec3::Y
    }

    /// A problem, if the body rests along an axis other than +Y while its motion is upright along a
    /// third.
    pub(super) fn contradicts(&self, samples: &[Sample], figure: &Figure) -> Option<String> {
        let moves = up_of(samples, figure).filter(|up| !self.is_upright() && *up != self.up)?;
        Some(format!("it rests along {} and moves along {}", axis_name(self.up), axis_name(moves)))
    }

    pub(super) fn left(&self) -> Vec3 {
        self.up.cross(self.forward)
    }

    /// From the space of a person who faces +Z.
    pub(super) fn model_from_person(&self) -> Quat {
        with_z_and_x(self.forward, self.left())
    }

    /// The rotation of a horizontal direction to the front, about the up axis.
    pub(super) fn heading(&self, looks: Vec3) -> Quat {
        turn(self.up, -libm::atan2f(looks.dot(self.left()), looks.dot(self.forward)))
    }
}

/// The front of a person whose head is along this axis: most programs rotate +Y up and +Z front to
/// +Z up this way.
fn forward_of(up: Vec3) -> Vec3 {
    if up.z.abs() > 0.5 { Vec3::new(0.0, -up.z, 0.0) } else { Vec3::Z }
}

/// The axis along which the trunk is most of the time.
fn up_of(samples: &[Sample], figure: &Figure) -> Option<Vec3> {
    let ups = samples
        .iter()
        .filter(|sample| sample.frame.is_some())
        .filter_map(|sample| Some(Axes::of(&figure.rig.roles, &sample.maps)?.up));
    let (sum, count) = ups.fold((Vec3::ZERO, 0), |(sum, count), up| (sum + up, count + 1));
    let mean = sum / count.max(1) as f32;
    let axis = nearest_axis(mean);
    (count > 0 && mean.dot(axis) > SURE).then_some(axis)
}

fn axis_name(axis: Vec3) -> &'static str {
    match axis.to_array() {
        [x, ..] if x > 0.5 => "+X",
        [x, ..] if x < -0.5 => "-X",
        [_, y, _] if y > 0.5 => "+Y",
        [_, y, _] if y < -0.5 => "-Y",
        [.., z] if z > 0.5 => "+Z",
        _ => "-Z",
    }
}

/// The editable pose of a body.
pub(super) struct Standing<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) figure: &'a Figure,
    pub(super) pose: Pose,
    pub(super) maps: Vec<Affine3>,
}

impl<'a> Standing<'a> {
    pub(super) fn new(figure: &'a Figure, pose: Pose) -> Self {
        let skeleton = &figure.rig.skeleton;
        let maps = skeleton.forward(&pose);
        Self { skeleton, figure, pose, maps }
    }

    pub(super) fn role(&self, role: Role) -> Option<usize> {
        self.figure.rig.roles.get(&role).copied()
    }

    pub(super) fn at(&self, joint: usize) -> Vec3 {
        self.maps[joint].translation
    }

    pub(super) fn way(&self, from: usize, to: usize) -> Option<Vec3> {
        (self.at(to) - self.at(from)).try_normalize()
    }

    /// The direction to the mean position of a joint's children.
    pub(super) fn way_on(&self, joint: usize) -> Option<Vec3> {
        let children = self.skeleton.children(joint);
        let middle = children.iter().map(|&child| self.at(child)).sum::<Vec3>()
            / children.len().max(1) as f32;
        (middle - self.at(joint)).try_normalize().filter(|_| !children.is_empty())
    }

    pub(super) fn rotation(&self, joint: usize) -> Quat {
        rotation_of(&self.maps[joint])
    }

    /// Rotates a joint in model space, with all of its descendants.
    pub(super) fn turn(&mut self, joint: usize, by: Quat) {
        self.set_rotation(joint, product(by, self.rotation(joint)));
    }

    /// Rotates a joint to this rotation in model space.
    pub(super) fn set_rotation(&mut self, joint: usize, rotation: Quat) {
        let above = self.skeleton.joints()[joint]
            .parent
            .map_or(Quat::IDENTITY, |parent| self.rotation(parent));
        self.pose.locals[joint].rotation = product(above.conjugate(), rotation);
        self.skeleton.forward_into(&self.pose, &mut self.maps);
    }
}

/// The smallest rotation from one unit vector to another; about any perpendicular axis for opposite
/// ones.
pub(super) fn swing(from: Vec3, to: Vec3) -> Quat {
    kansetsu_humanoid::anatomy::least_turn(from, to)
}

/// The angle between two unit vectors, degrees.
pub(super) fn degrees_between(a: Vec3, b: Vec3) -> f32 {
    libm::atan2f(a.cross(b).length(), a.dot(b)).to_degrees()
}

/// The signed angle from one vector to another about an axis perpendicular to both, radians.
pub(super) fn angle_about(axis: Vec3, from: Vec3, to: Vec3) -> f32 {
    libm::atan2f(axis.dot(from.cross(to)), from.dot(to))
}

/// The image of a direction under a rotation.
pub(super) fn turned(by: Quat, v: Vec3) -> Vec3 {
    rotate(by, v)
}
