//! Reachable goals: forward kinematics of random poses inside the limits.

use glam::{DQuat, Quat};
use kansetsu::d3::Pose;

use crate::{
    judge,
    ours::Target,
    random::Random,
    shape::{Aim, Shape, random_turn},
};

/// The motion of the tip per frame, as a fraction of the chain's length: a hand at 0.6 m/s, 60
/// frames per second.
const FRAME: f64 = 0.015;

/// The fraction of its length within which a chain without limits has targets. Beyond it, forward
/// and backward reaching needs many more rounds, which is a disadvantage for the rival.
const RIM: f32 = 0.9;

/// `count` goals, each from another pose.
pub fn scattered(shape: &Shape, aim: Aim, count: usize) -> Vec<Target> {
    let mut random = Random::scattered(1);
    (0..count).map(|_| target(shape, aim, &random_pose(shape, &mut random))).collect()
}

/// `count` goals for a chain without limits: uniform over the ball that the chain reaches, except
/// its rim.
///
/// Random rotations of many free joints would leave the tip near the base, where every target is
/// easy.
pub fn in_reach(shape: &Shape, count: usize) -> Vec<Target> {
    let mut random = Random::scattered(5);
    let reach = RIM * shape.length();
    let mut anywhere = || random.direction() * (random.unit().cbrt() * reach);
    (0..count).map(|_| Target { position: anywhere().as_dvec3(), orientation: None }).collect()
}

/// `count` goals along a continuous path, starting at rest: the frames of an animation.
pub fn along_a_path(shape: &Shape, aim: Aim, count: usize) -> Vec<Target> {
    let mut random = Random::scattered(2);
    let step = FRAME * f64::from(shape.length());
    let mut targets = Vec::with_capacity(count);
    let mut from = shape.skeleton.rest_pose();
    while targets.len() < count {
        let to = random_pose(shape, &mut random);
        // The path of the tip, then as many frames as it needs.
        let probe: Vec<_> = (0..=64)
            .map(|part| target(shape, aim, &between(shape, [&from, &to], part as f32 / 64.0)))
            .collect();
        let way: f64 =
            probe.windows(2).map(|pair| pair[0].position.distance(pair[1].position)).sum();
        let frames = (way / step).ceil().max(1.0) as usize;
        let frame = |number: usize| {
            target(shape, aim, &between(shape, [&from, &to], number as f32 / frames as f32))
        };
        targets.extend((1..=frames).map(frame));
        from = to;
    }
    targets.truncate(count);
    targets
}

fn random_pose(shape: &Shape, random: &mut Random) -> Pose {
    let mut pose = shape.skeleton.rest_pose();
    for ((local, joint), limit) in
        pose.locals.iter_mut().zip(shape.skeleton.joints()).zip(&shape.limits)
    {
        local.rotation = joint.rest.rotation * random_turn(random, limit.as_ref());
    }
    pose
}

/// Joint by joint along the shortest arc, inside the limits.
fn between(shape: &Shape, [from, to]: [&Pose; 2], part: f32) -> Pose {
    let mut pose = from.clone();
    for (index, local) in pose.locals.iter_mut().enumerate() {
        let rest = shape.skeleton.joints()[index].rest.rotation;
        let turn: Quat =
            rest.inverse() * from.locals[index].rotation.slerp(to.locals[index].rotation, part);
        local.rotation =
            rest * shape.limits[index].as_ref().map_or(turn, |limit| limit.project(turn));
    }
    pose
}

fn target(shape: &Shape, aim: Aim, pose: &Pose) -> Target {
    let (position, frame): (_, DQuat) = judge::forward(&shape.skeleton, pose)[shape.chain.tip()];
    Target { position, orientation: (aim == Aim::Pose).then_some(frame) }
}
