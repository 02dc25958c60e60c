//! Rigid bodies as spring bones.
//!
//! A bone that a dynamic body moves becomes a spring joint, a body that follows its bone a
//! collider. The parameters follow from those of the file for steps of 1/60 s. A swing about the
//! joint has the torque `K` per radian and the inertia `m r²`; a spring joint of length `L` that
//! moves by `stiffness` each step has the angular frequency `√(60 stiffness / L)`. So
//!
//! ```text
//! stiffness = K L / (60 m r²)
//! gravity   = g / 60
//! drag      = 1 - (1 - damping)^(1/60)
//! ```
//!
//! with the gravity of MikuMikuDance, 98 units per s². Limits of the joint about the two axes
//! across the tail become a spherical limit, in which one of them is symmetric. Joints between
//! neighbours, which hold the panels of skirts together, and collisions between dynamic bodies have
//! no counterpart.
//!
//! Source: E. Coumans, "Bullet 2.75 Physics User Manual", 2009 (damping, `btGeneric6DofSpring`).

use std::collections::{BTreeMap, BTreeSet};
use std::f32::consts::{FRAC_PI_2, PI};

use kansetsu::animation::{
    ColliderGroup, ColliderShape, Spring, SpringBones, SpringCollider, SpringJoint, SpringLimit,
};
use kansetsu::glam::{Mat3, Quat, Vec3};

use super::model::Model;
use super::physics::{Body, BodyJoint, Physics, Shape};
use super::surface::UNIT;

/// The steps per second for which the parameters are computed.
const RATE: f32 = 60.0;
/// Metres per s².
const GRAVITY: f32 = 98.0 * UNIT;
/// Shorter tails, metres, and smaller ranges, radians, do not swing.
const LEAST: f32 = 1e-4;
/// The largest square of an angular frequency: a stiffer tail is at rest after one step.
const STIFFEST: f32 = 1e6;
/// The farthest distance of the next bone of a chain from the tail, as a fraction of its length.
const NEAR: f32 = 0.25;
/// The most bodies, and the most joints: four times as many as large models have.
const MOST: usize = 8192;

/// The springs of a model whose joints are known.
pub(super) fn of(model: &Model, physics: &Physics, warnings: &mut Vec<String>) -> SpringBones {
    let mut bones = SpringBones::default();
    if physics.bodies.len().max(physics.joints.len()) > MOST {
        warnings.push(format!("more than {MOST} rigid bodies or joints; they are ignored"));
        return bones;
    }
    let links: BTreeSet<[usize; 2]> = physics.joints.iter().filter_map(BodyJoint::link).collect();
    let mut collider_of_body = vec![None; physics.bodies.len()];
    for (index, body) in physics.bodies.iter().enumerate() {
        let bone = body.bone.filter(|&bone| !body.is_dynamic && bone < model.bones.len());
        if let Some(bone) = bone {
            collider_of_body[index] = Some(bones.colliders.len());
            let shape = shape(body, model.bones[bone].position);
            bones.colliders.push(SpringCollider { joint: model.joints[bone], shape });
        }
    }
    let swinging = swinging(model, physics);
    let mut group_of: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    let mut spring_of: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (&bone, &index) in &swinging {
        let Some(joint) = spring_joint(bone, index, model, (physics, &swinging)) else { continue };
        let colliders = touched(index, &physics.bodies, (&links, &collider_of_body));
        let group = *group_of.entry(colliders).or_insert_with_key(|colliders| {
            bones.groups.push(ColliderGroup { colliders: colliders.clone() });
            bones.groups.len() - 1
        });
        let root = root(bone, model, &swinging);
        let spring = *spring_of.entry((root, group)).or_insert_with(|| {
            let name = model.bones[root].name.clone();
            let groups = vec![group];
            bones.springs.push(Spring { name, groups, ..Spring::default() });
            bones.springs.len() - 1
        });
        bones.springs[spring].joints.push(joint);
    }
    let follows = |bone: &&super::model::Bone| {
        bone.append.is_some_and(|append| swinging.contains_key(&append.source))
    };
    let followers = model.bones.iter().filter(follows).count();
    if followers > 0 {
        warnings.push(format!(
            "{followers} bones follow bones of rigid bodies (append); springs do not move them"
        ));
    }
    bones
}

/// The dynamic body of each bone that has one.
fn swinging(model: &Model, physics: &Physics) -> BTreeMap<usize, usize> {
    let mut swinging = BTreeMap::new();
    for (index, body) in physics.bodies.iter().enumerate().filter(|(_, body)| body.is_dynamic) {
        if let Some(bone) = body.bone.filter(|&bone| bone < model.bones.len()) {
            swinging.entry(bone).or_insert(index);
        }
    }
    swinging
}

/// The first bone of a chain of bones with dynamic bodies.
fn root(bone: usize, model: &Model, swinging: &BTreeMap<usize, usize>) -> usize {
    let parent = |&bone: &usize| model.bones[bone].parent.filter(|up| swinging.contains_key(up));
    std::iter::successors(Some(bone), parent).last().unwrap_or(bone)
}

/// The colliders of a body: those of its groups to which no joint links it.
fn touched(
    index: usize,
    bodies: &[Body],
    (links, collider_of_body): (&BTreeSet<[usize; 2]>, &[Option<usize>]),
) -> Vec<usize> {
    let touches = |&other: &usize| {
        bodies[index].collides(&bodies[other])
            && !links.contains(&[index.min(other), index.max(other)])
    };
    (0..bodies.len()).filter(touches).filter_map(|other| collider_of_body[other]).collect()
}

/// `None` for a bone that cannot swing.
fn spring_joint(
    bone: usize,
    index: usize,
    model: &Model,
    (physics, swinging): (&Physics, &BTreeMap<usize, usize>),
) -> Option<SpringJoint> {
    let (body, at) = (&physics.bodies[index], model.bones[bone].position);
    // A body lies in the middle between its bone and the tail. Weights hang from other places.
    let middle = (body.position - at) * 2.0;
    let next = (0..model.bones.len())
        .filter(|next| model.bones[*next].parent == Some(bone) && swinging.contains_key(next))
        .map(|next| model.bones[next].position - at)
        .find(|next| middle.length() < LEAST || next.distance(middle) < NEAR * middle.length());
    let tail = next.unwrap_or(middle);
    if tail.length() < LEAST {
        return None;
    }
    let usual = SpringJoint {
        joint: model.joints[bone],
        tail,
        stiffness: 0.0,
        gravity: Vec3::NEG_Y * (GRAVITY / RATE),
        drag: 1.0 - (1.0 - body.damping.clamp(0.0, 1.0)).powf(1.0 / RATE),
        radius: radius(&body.shape),
        limit: None,
    };
    let Some((joint, sign)) = joint_above(index, bone, model, physics) else { return Some(usual) };
    let swing = Swing::of(joint, sign, tail);
    let arm = (body.position - joint.position).length() / UNIT;
    let inertia = body.mass.max(LEAST) * (arm * arm).max(LEAST);
    Some(SpringJoint {
        stiffness: (swing.torque / inertia).min(STIFFEST) * tail.length() / RATE,
        limit: swing.limit(tail)?,
        ..usual
    })
}

/// The joint that connects a body to one of a bone above, and the sign of its angles: -1 if that is
/// its second body.
fn joint_above<'a>(
    index: usize,
    bone: usize,
    model: &Model,
    physics: &'a Physics,
) -> Option<(&'a BodyJoint, f32)> {
    let is_above = |other: Option<usize>| {
        let above = other.and_then(|other| physics.bodies.get(other)?.bone);
        let parents = std::iter::successors(model.bones[bone].parent, |&up| model.bones[up].parent);
        above.is_some_and(|above| parents.take(model.bones.len()).any(|up| up == above))
    };
    physics.joints.iter().find_map(|joint| match joint.bodies {
        [first, Some(second)] if second == index && is_above(first) => Some((joint, 1.0)),
        [Some(first), second] if first == index && is_above(second) => Some((joint, -1.0)),
        _ => None,
    })
}

/// The two axes of a joint across the tail, with their ranges: first a free one, or the one whose
/// range is less symmetric.
struct Swing {
    axes: [Vec3; 2],
    /// Least and largest angles; `None` for a free axis.
    ranges: [Option<[f32; 2]>; 2],
    /// Torque per radian.
    torque: f32,
}

impl Swing {
    fn of(joint: &BodyJoint, sign: f32, tail: Vec3) -> Self {
        let frame = Mat3::from_quat(joint.rotation);
        let axes = [frame.x_axis, frame.y_axis, frame.z_axis];
        let along = |&axis: &usize| axes[axis].dot(tail).abs();
        let twist = (0..3).max_by(|a, b| along(a).total_cmp(&along(b))).unwrap_or(1);
        let range = |axis: usize| {
            let [low, high] = joint.limits.map(|limits| limits[axis] * sign);
            let [low, high] = if sign < 0.0 { [high, low] } else { [low, high] };
            (low <= high).then_some([low.max(-PI), high.min(PI)])
        };
        let skew =
            |axis: usize| range(axis).map_or(f32::INFINITY, |[low, high]| (low + high).abs());
        let [a, b] = [(twist + 1) % 3, (twist + 2) % 3];
        let order = if skew(a) < skew(b) { [b, a] } else { [a, b] };
        Self {
            axes: order.map(|axis| axes[axis]),
            ranges: order.map(range),
            torque: (joint.springs[a] + joint.springs[b]) / 2.0,
        }
    }

    /// The directions of a tail: `Some(None)` if all are allowed, `None` if only one is.
    fn limit(&self, tail: Vec3) -> Option<Option<SpringLimit>> {
        if self.ranges == [None; 2] {
            return Some(None);
        }
        let [[low, high], yaw] = self.ranges.map(|range| range.unwrap_or([-PI, PI]));
        let (pitch, yaw) = ((high - low) / 2.0, (-yaw[0]).max(yaw[1]));
        if pitch.max(yaw) < LEAST {
            return None;
        }
        let toward = Quat::from_axis_angle(self.axes[0], f32::midpoint(low, high));
        let y = (toward * tail).normalize();
        let x = (self.axes[0] - y * self.axes[0].dot(y)).try_normalize()?;
        let frame = Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y)));
        let rotation = SpringLimit::frame_of(tail).inverse() * frame;
        Some(Some(SpringLimit::Spherical { pitch, yaw: yaw.min(FRAC_PI_2), rotation }))
    }
}

fn radius(shape: &Shape) -> f32 {
    match *shape {
        Shape::Sphere { radius } | Shape::Capsule { radius, .. } => radius,
        Shape::Box { half } => half.min_element(),
    }
}

/// The shape of a body on a bone at `bone`. A box becomes the capsule along its longest side whose
/// diameter is its middle side.
fn shape(body: &Body, bone: Vec3) -> ColliderShape {
    let (axis, half, radius) = match body.shape {
        Shape::Sphere { radius } => (Vec3::Y, 0.0, radius),
        Shape::Capsule { radius, height } => (Vec3::Y, height / 2.0, radius),
        Shape::Box { half } => {
            let mut sides = [(half.x, Vec3::X), (half.y, Vec3::Y), (half.z, Vec3::Z)];
            sides.sort_by(|a, b| b.0.total_cmp(&a.0));
            (sides[0].1, sides[0].0 - sides[1].0, sides[1].0)
        }
    };
    let (center, end) = (body.position - bone, body.rotation * axis * half);
    ColliderShape::Capsule { ends: [center - end, center + end], radius, is_container: false }
}
