//! One pass over a body, in double precision.

use glam::{DAffine3, DQuat, DVec3};

use super::{AlignBody, AlignLimb, AngleBox};
use crate::{
    Error,
    classic::double,
    d3::{Pose, Skeleton},
    ops,
};

pub(super) struct Pass<'a> {
    skeleton: &'a Skeleton,
    joints: Vec<Local>,
}

/// One joint's local transform.
struct Local {
    translation: DVec3,
    rotation: DQuat,
    scale: DVec3,
    is_moved: bool,
    is_turned: bool,
}

/// Rotations below this angle are none, radians: single precision cannot represent them. Without it
/// a reached goal would still change last digits.
const NO_TURN: f64 = 1e-6;

impl<'a> Pass<'a> {
    pub(super) fn load(skeleton: &'a Skeleton, pose: &Pose) -> Result<Self, Error> {
        double::check_pose(skeleton, pose)?;
        let joints = pose.locals.iter().map(|local| Local {
            translation: local.translation.as_dvec3(),
            rotation: double::rotation(local),
            scale: local.scale.as_dvec3(),
            is_moved: false,
            is_turned: false,
        });
        Ok(Self { skeleton, joints: joints.collect() })
    }

    /// The position of a joint in model space.
    pub(super) fn place(&self, joint: usize) -> DVec3 {
        self.model_from(Some(joint)).translation
    }

    /// The distance of a joint from its root, or of a root from the origin: the scale of its
    /// tolerance.
    pub(super) fn arm(&self, joint: usize) -> f64 {
        let mut length = 0.0;
        let mut last = self.place(joint);
        for ancestor in self.skeleton.ancestors(joint).skip(1) {
            let place = self.place(ancestor);
            length += place.distance(last);
            last = place;
        }
        if length > 0.0 { length } else { last.length() }
    }

    /// Moves a joint to a position in model space, unless its parent's transform is singular.
    pub(super) fn translate(&mut self, joint: usize, goal: DVec3) -> Result<(), Error> {
        let parent = self.model_from(self.skeleton.joints()[joint].parent);
        let Some(parent_from_model) = double::inverse(&parent) else { return Ok(()) };
        let translation = parent_from_model.transform_point3(goal);
        if !translation.as_vec3().is_finite() {
            return Err(Error::InvalidNumber {
                what: "the translation of the hips",
                value: f32::INFINITY,
            });
        }
        self.joints[joint].is_moved =
            self.joints[joint].translation.as_vec3() != translation.as_vec3();
        self.joints[joint].translation = translation;
        Ok(())
    }

    /// Points each bone at its goal and virtually moves it there; its base becomes the goal of the
    /// bone before it. `rules` holds, from the lower bone to the shoulder, the limit and the
    /// fraction of the angle.
    pub(super) fn reach(
        &mut self,
        body: &AlignBody,
        limb: &AlignLimb,
        goal: DVec3,
        rules: [(Option<AngleBox>, f32); 3],
    ) {
        let (mut end, mut goal) = (limb.tip, goal);
        for (joint, (limit, part)) in limb.inwards().zip(rules) {
            self.align(body, joint, end, Look { goal, part: f64::from(part), limit });
            goal -= self.place(end) - self.place(joint);
            end = joint;
        }
    }

    /// Rotates one joint so that the joint `end` after it points at the goal, and clamps it to its
    /// limit.
    fn align(&mut self, body: &AlignBody, joint: usize, end: usize, look: Look) {
        let parent = self.model_from(self.skeleton.joints()[joint].parent);
        let Some(parent_from_model) = double::inverse(&parent) else { return };
        let end = parent_from_model.transform_point3(self.place(end));
        let local = &mut self.joints[joint];
        let (a, b) = (
            end - local.translation,
            parent_from_model.transform_point3(look.goal) - local.translation,
        );
        let frame = body.joint_from_table[joint];
        let bend = look.limit.map(|limit| local.rotation * (frame * limit.bend_axis().as_dvec3()));
        let mut rotation = local.rotation;
        if let Some(turn) = turn_between(a, b, bend, look.part) {
            rotation = (turn * rotation).normalize();
        }
        if let Some(limit) = look.limit {
            let rest = body.rest[joint];
            let turn = frame.inverse() * rest.inverse() * rotation * frame;
            let allowed = limit.clamped(turn);
            if allowed != turn {
                rotation = (rest * frame * allowed * frame.inverse()).normalize();
            }
        }
        if rotation != local.rotation {
            local.rotation = rotation;
            local.is_turned = true;
        }
    }

    /// Writes the moved and rotated joints into the pose.
    pub(super) fn store(&self, pose: &mut Pose) {
        for (joint, local) in self.joints.iter().zip(&mut pose.locals) {
            if joint.is_moved {
                local.translation = joint.translation.as_vec3();
            }
            if joint.is_turned {
                local.rotation = joint.rotation.as_quat();
            }
        }
    }

    fn model_from(&self, joint: Option<usize>) -> DAffine3 {
        let Some(joint) = joint else { return DAffine3::IDENTITY };
        let mut model = DAffine3::IDENTITY;
        for ancestor in self.skeleton.ancestors(joint) {
            let local = &self.joints[ancestor];
            model = DAffine3::from_scale_rotation_translation(
                local.scale,
                local.rotation,
                local.translation,
            ) * model;
        }
        model
    }
}

/// The direction that a bone should take, the fraction of the angle, and its limit.
struct Look {
    goal: DVec3,
    part: f64,
    limit: Option<AngleBox>,
}

/// A fraction of the rotation from `a` to `b`. If they are opposite, the axis is the component of
/// `bend` perpendicular to `a`. `None` if there is nothing to rotate.
fn turn_between(a: DVec3, b: DVec3, bend: Option<DVec3>, part: f64) -> Option<DQuat> {
    let (a, b) = (double::unit(a)?, double::unit(b)?);
    let across = a.cross(b);
    let angle = ops::atan2_f64(across.length(), a.dot(b));
    if angle < NO_TURN {
        return None;
    }
    let is_opposite = angle > std::f64::consts::PI - NO_TURN;
    let axis = if is_opposite { across_bone(a, bend) } else { double::unit(across)? };
    Some(double::turn(axis, angle * part))
}

/// The bend axis made perpendicular to the bone; without one, a perpendicular that depends on the
/// bone only.
fn across_bone(bone: DVec3, bend: Option<DVec3>) -> DVec3 {
    let rest = bend.map_or(DVec3::ZERO, |bend| bend - bone * bend.dot(bone));
    if rest.length() > 1e-3 { rest / rest.length() } else { bone.any_orthonormal_vector() }
}
