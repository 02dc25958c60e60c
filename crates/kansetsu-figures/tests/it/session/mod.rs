//! The session: every rule of the library guide, and the effect of every field of options and
//! targets.

mod data;
mod motion;
mod options;
mod other_bodies;
mod pins;
mod posture;
mod solvers;
mod targets;

use std::sync::Arc;

use glam::{Quat, Vec3};
use kansetsu::{
    Budget, Error, IkSession, JointId, Options, Pose, Rig, Role, Target,
    d3::{Outcome, Skeleton, Transform, rotation_of, solve::Solver},
    glam,
    session::{
        Balance, Feet, Limits, Posture, Region, Report, Request, Root, Rotation, SelfCollision,
        StatisticalPrior,
    },
};
use kansetsu_humanoid::prior::Prior;

const BUDGET: Budget = Budget::steps(800);

fn mannequin() -> Rig {
    kansetsu_figures::mannequin().rig
}

fn joint(rig: &Rig, role: Role) -> JointId {
    rig.role(role).expect("the mannequin has every role")
}

fn place(rig: &Rig, pose: &Pose, role: Role) -> Vec3 {
    rig.skeleton.forward(pose)[joint(rig, role).index() as usize].translation
}

fn turn(rig: &Rig, pose: &Pose, role: Role) -> Quat {
    rotation_of(&rig.skeleton.forward(pose)[joint(rig, role).index() as usize])
}

/// The largest rotation of a joint between two poses, radians, also if it is too small for an arc
/// cosine.
fn farthest(before: &Pose, after: &Pose) -> f32 {
    let joints = before.locals.iter().zip(&after.locals);
    joints
        .map(|(a, b)| 2.0 * (a.rotation.inverse() * b.rotation).xyz().length().min(1.0).asin())
        .fold(0.0, f32::max)
}

/// The largest violation of a limit, radians.
fn violation(rig: &Rig, pose: &Pose) -> f32 {
    let joints = pose.locals.iter().zip(rig.skeleton.joints()).zip(&rig.limits);
    let outside = joints.filter_map(|((local, joint), limit)| {
        Some(limit.as_ref()?.violation(joint.rest.rotation.inverse() * local.rotation))
    });
    outside.fold(0.0, f32::max)
}

/// Solves one target from the rest pose.
fn solved(rig: &Rig, options: Options, role: Role, target: Target) -> (Pose, Report) {
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(rig, options);
    ik.set_target(joint(rig, role), target);
    let report = ik.solve(&mut pose, BUDGET).expect("a valid target");
    (pose, report)
}

/// In front of the left shoulder, within reach.
fn before_left_shoulder(rig: &Rig) -> Vec3 {
    place(rig, &rig.rest_pose(), Role::LeftUpperArm) + Vec3::new(0.0, -0.1, 0.35)
}
