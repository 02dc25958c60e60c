//! The motion of spring bones, step by step.

use glam::{Affine3, Quat, Vec3};

use super::{SpringBones, SpringJoint, order};
use crate::{
    Error,
    d3::{
        Pose, Skeleton, Transform,
        transform::{compose, inverse_of},
    },
    math::{Rot, vector},
};

/// The state of the spring bones of one figure.
///
/// Equal poses and steps return equal bits.
///
/// ```
/// use kansetsu::{animation::*, d3::{Skeleton, Transform}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let head = builder.root("head", Transform::IDENTITY);
/// builder.child(head, "hair", Transform::from_translation(Vec3::X * 0.1));
/// let skeleton = builder.build()?;
/// let hair = SpringJoint { joint: 1, tail: Vec3::X * 0.2, stiffness: 0.0, gravity: Vec3::NEG_Y, ..SpringJoint::default() };
/// let bones = SpringBones {
///     springs: vec![Spring { joints: vec![hair], ..Spring::default() }],
///     ..SpringBones::default()
/// };
///
/// let mut pose = skeleton.rest_pose();
/// let mut simulation = SpringSimulation::start(&skeleton, &bones, &mut pose)?;
/// for _ in 0..600 {
///     simulation.step(&mut pose, 1.0 / 60.0);
/// }
/// // The hair hangs down.
/// let tail = skeleton.forward(&pose)[1].transform_point3(Vec3::X * 0.2);
/// assert!(tail.distance(Vec3::new(0.1, -0.2, 0.0)) < 1e-3);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpringSimulation {
    skeleton: Skeleton,
    bones: SpringBones,
    /// In the order in which they move.
    links: Vec<Link>,
    model_from_joint: Vec<Affine3>,
}

/// A spring joint and its tail.
#[derive(Clone, Debug)]
struct Link {
    settings: SpringJoint,
    spring: usize,
    /// The joints that move with it.
    carried: Vec<usize>,
    /// The tail, in the space of the centre.
    current: Vec3,
    /// The tail one step earlier.
    previous: Vec3,
    /// The rotation of the joint after the last step.
    rotation: Quat,
}

/// A spring joint in model space as its parent carries it, at rest.
struct Arm {
    model_from_rest: Affine3,
    /// The direction of the tail at rest; `None` if the tail is at the joint.
    axis: Option<Vec3>,
    length: f32,
}

impl SpringSimulation {
    /// The springs of a figure in this pose, at rest. Their joints in `pose` get their rest
    /// rotations.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`], and [`Error::JointOutOfRange`] for a joint of a spring, a centre or
    /// a collider that the skeleton does not have.
    pub fn start(skeleton: &Skeleton, bones: &SpringBones, pose: &mut Pose) -> Result<Self, Error> {
        let count = skeleton.len();
        if pose.locals.len() != count {
            return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: count });
        }
        if let Some(joint) = joints(bones).find(|&joint| joint >= count) {
            return Err(Error::JointOutOfRange { joint, count });
        }
        let links = order::places(skeleton, bones).into_iter().map(|place| Link {
            settings: bones.springs[place.spring].joints[place.index].clone(),
            spring: place.spring,
            carried: place.carried,
            current: Vec3::ZERO,
            previous: Vec3::ZERO,
            rotation: Quat::IDENTITY,
        });
        let mut simulation = Self {
            skeleton: skeleton.clone(),
            links: links.collect(),
            bones: bones.clone(),
            model_from_joint: Vec::new(),
        };
        simulation.reset(pose);
        Ok(simulation)
    }

    /// The joints that springs rotate.
    pub fn joints(&self) -> impl Iterator<Item = usize> + '_ {
        self.links.iter().map(|link| link.settings.joint)
    }

    /// Puts the rotations of the spring joints after the last step on a pose of the same skeleton.
    pub fn put_on(&self, pose: &mut Pose) {
        for link in &self.links {
            if let Some(local) = pose.locals.get_mut(link.settings.joint) {
                local.rotation = link.rotation;
            }
        }
    }

    /// The largest distance of a tail in the last step, as a fraction of its length.
    #[must_use]
    pub fn largest_step(&self) -> f32 {
        let way = |link: &Link| {
            let length = vector::length(link.settings.tail);
            if length > 0.0 { vector::length(link.current - link.previous) / length } else { 0.0 }
        };
        self.links.iter().map(way).fold(0.0, f32::max)
    }

    /// Puts the springs at rest in this pose, which [`Self::start`] accepted.
    fn reset(&mut self, pose: &mut Pose) {
        self.skeleton.forward_into(pose, &mut self.model_from_joint);
        for index in 0..self.links.len() {
            let settings = &self.links[index].settings;
            let tail = self.arm(settings, pose).model_from_rest.transform_point3(settings.tail);
            self.rotate(index, pose, Rot::IDENTITY);
            let tail = inverse_of(&self.center(index)).transform_point3(tail);
            let link = &mut self.links[index];
            (link.current, link.previous) = (tail, tail);
        }
    }

    /// Moves the springs by a step of this length, seconds. `pose` has the pose of the body at the
    /// end of the step; its spring joints get their new rotations. A length of zero or less, or a
    /// pose of another skeleton, changes nothing.
    pub fn step(&mut self, pose: &mut Pose, seconds: f32) {
        if pose.locals.len() != self.skeleton.len() || seconds.is_nan() || seconds <= 0.0 {
            return;
        }
        // A collider that moves with its own spring is where the last step left it.
        self.put_on(pose);
        self.skeleton.forward_into(pose, &mut self.model_from_joint);
        for index in 0..self.links.len() {
            let arm = self.arm(&self.links[index].settings, pose);
            let Some(axis) = arm.axis else {
                self.rotate(index, pose, Rot::IDENTITY);
                continue;
            };
            let center = self.center(index);
            let link = &self.links[index];
            let settings = &link.settings;
            let drifted = link.current + (link.current - link.previous) * (1.0 - settings.drag);
            let free = center.transform_point3(drifted)
                + (axis * settings.stiffness + settings.gravity) * seconds;
            let tail = self.collide(link, &arm, arm.reach(settings, free));
            let local = inverse_of(&arm.model_from_rest).transform_point3(tail);
            let turn = Rot::between(settings.tail, local, Vec3::X);
            let link = &mut self.links[index];
            link.previous = link.current;
            link.current = inverse_of(&center).transform_point3(tail);
            self.rotate(index, pose, turn);
        }
    }

    /// Moves a tail out of the colliders, in sequence.
    fn collide(&self, link: &Link, arm: &Arm, mut tail: Vec3) -> Vec3 {
        for collider in self.bones.colliders_of(&self.bones.springs[link.spring]) {
            let place = &self.model_from_joint[collider.joint];
            if let Some(outside) = collider.push(place, tail, link.settings.radius) {
                tail = arm.reach(&link.settings, outside);
            }
        }
        tail
    }

    fn arm(&self, settings: &SpringJoint, pose: &Pose) -> Arm {
        let joint = &self.skeleton.joints()[settings.joint];
        let local = Transform { rotation: joint.rest.rotation, ..pose.locals[settings.joint] };
        let model_from_rest = self.below(joint.parent, &local);
        let along = model_from_rest.matrix3 * settings.tail;
        Arm { axis: vector::unit(along), length: vector::length(along), model_from_rest }
    }

    /// The space in which the tail has inertia.
    fn center(&self, link: usize) -> Affine3 {
        let center = self.bones.springs[self.links[link].spring].center;
        center.map_or(Affine3::IDENTITY, |joint| self.model_from_joint[joint])
    }

    /// Rotates a spring joint from rest, and carries the joints below.
    fn rotate(&mut self, link: usize, pose: &mut Pose, from_rest: Rot) {
        let joint = self.links[link].settings.joint;
        let rest = Rot::from(self.skeleton.joints()[joint].rest.rotation);
        let rotation = (rest * from_rest).normalized().into();
        self.links[link].rotation = rotation;
        pose.locals[joint].rotation = rotation;
        self.place(joint, pose);
        for index in 0..self.links[link].carried.len() {
            self.place(self.links[link].carried[index], pose);
        }
    }

    fn place(&mut self, joint: usize, pose: &Pose) {
        let local = pose.locals[joint];
        let rotation = Rot::from(local.rotation).normalized().into();
        let parent = self.skeleton.joints()[joint].parent;
        self.model_from_joint[joint] = self.below(parent, &Transform { rotation, ..local });
    }

    fn below(&self, parent: Option<usize>, local: &Transform) -> Affine3 {
        match parent {
            Some(parent) => compose(&self.model_from_joint[parent], &local.to_affine()),
            None => local.to_affine(),
        }
    }
}

impl Arm {
    /// The tail in the direction of `point`, inside the limit.
    fn reach(&self, settings: &SpringJoint, point: Vec3) -> Vec3 {
        let head = self.model_from_rest.translation;
        let Some(direction) = vector::unit(point - head).or(self.axis) else { return head };
        let allowed = match &settings.limit {
            None => direction,
            Some(limit) => self.limited(limit, settings.tail, direction),
        };
        head + allowed * self.length
    }

    fn limited(&self, limit: &super::SpringLimit, tail: Vec3, direction: Vec3) -> Vec3 {
        let local = vector::unit(inverse_of(&self.model_from_rest).matrix3 * direction);
        let allowed = local.map(|local| self.model_from_rest.matrix3 * limit.clamp(tail, local));
        allowed.and_then(vector::unit).unwrap_or(direction)
    }
}

/// The joints that the bones refer to.
fn joints(bones: &SpringBones) -> impl Iterator<Item = usize> + '_ {
    let springs = bones.springs.iter();
    let own = springs
        .flat_map(|spring| spring.joints.iter().map(|joint| joint.joint).chain(spring.center));
    own.chain(bones.colliders.iter().map(|collider| collider.joint))
}
