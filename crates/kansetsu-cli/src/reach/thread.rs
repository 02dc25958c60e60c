//! What goes on from one frame of a motion to the next.

use std::f32::consts::TAU;

use kansetsu::{
    d3::{
        Goal, Orientation, Pose, Rig, Skeleton, Transform, rotation_of,
        solve::{GoalPose, TrackingState},
    },
    glam::{Affine3, Quat, Vec3},
};

use super::{Limits, Solved};

/// The pose that a solve begins from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<'a> {
    pub(crate) pose: &'a Pose,
    /// Whether somebody posed all of it, as a moment of a clip is, and not only what is not at rest.
    pub(crate) is_posed: bool,
    /// How the answer stood in the frame before.
    pub(super) before: Option<&'a Pose>,
}

/// What solvers remember between the frames of a motion.
#[derive(Debug, Default)]
pub(crate) struct Thread {
    pub(super) follow: TrackingState,
    /// How the motion and how the answer stood in the frame before.
    before: Option<(Pose, Pose)>,
    /// Of chains: the motion, the pose on the way to the answer and the goals of the frame before.
    on_way: Option<(Pose, Pose, Vec<Goal>)>,
}

/// How fast a joint of a chain turns to the answer at most, radians per second: 6 degrees in a frame of 1/60 second. And as far for each metre that
/// a goal goes.
const TURN_RATE: f32 = TAU;

/// How often a turn that is still too long is made shorter: each time leaves a fraction of the excess.
const SHORTER: usize = 4;

/// A goal that turns by a radian counts as one that goes so far, metres.
const LEVER: f32 = 0.2;

impl<'a> From<&'a Pose> for Start<'a> {
    fn from(pose: &'a Pose) -> Self {
        Self { pose, is_posed: false, before: None }
    }
}

impl Thread {
    /// Whether there was no frame before.
    pub(super) const fn is_new(&self) -> bool {
        self.before.is_none()
    }

    /// How the answer stood in the frame before.
    pub(super) fn solved(&self) -> Option<&Pose> {
        self.before.as_ref().map(|(_, solved)| solved)
    }

    /// The motion's pose, turned away from it as the answer was in the frame before. The goals of that frame come along, so that what counts
    /// as their way is the way beside a body that the motion carries.
    pub(super) fn carried(&mut self, skeleton: &Skeleton, start: &Pose, goals: &[Goal]) -> Pose {
        let mut pose = start.clone();
        let Some((start_before, solved_before)) = &self.before else { return pose };
        carry(&mut pose, start_before, solved_before);
        let [then, now] = [solved_before, &pose].map(|pose| skeleton.forward(pose));
        for (aim, goal) in self.follow.last_goals.iter_mut().zip(goals).filter(|(aim, goal)| aim.joint == goal.joint) {
            *aim = brought(aim, goal, [&then[goal.joint], &now[goal.joint]]);
        }
        pose
    }

    pub(super) fn keep(&mut self, start: Pose, solved: &Pose) {
        self.before = Some((start, solved.clone()));
    }

    /// Continues from another answer in the next frame.
    pub(super) fn begin_at(&mut self, start: Pose, solved: &Pose) {
        self.follow = TrackingState::default();
        self.keep(start, solved);
    }

    /// Turns the joints of chains to their answer no faster than [`TURN_RATE`]; goals wait where that is not enough, and are measured there.
    pub(super) fn travel(&mut self, rig: &Rig, (goals, limits): (&[Goal], Limits), (start, seconds): (&Pose, f32), solved: &mut Solved) {
        let mut waits = false;
        if let Some((start_before, pose_before, goals_before)) = &self.on_way {
            let mut pose = start.clone();
            carry(&mut pose, start_before, pose_before);
            // What the motion itself carries a joint by is no way of its goal.
            let [then, now] = [pose_before, &pose].map(|pose| rig.skeleton.forward(pose));
            let carried = |goal: &Goal| now[goal.joint].translation - then[goal.joint].translation;
            let ways = goals.iter().zip(goals_before).map(|(goal, before)| way(before, goal, carried(goal)));
            let most = TURN_RATE * ways.fold(seconds, f32::max);
            for (joint, local) in solved.pose.locals.iter_mut().enumerate() {
                let from = pose.locals[joint];
                let (to, mut part) = (*local, 1.0);
                // A turn that is brought back inside its limit may be longer than its part of the way.
                for _ in 0..SHORTER {
                    let turn = from.rotation.angle_between(local.rotation);
                    if turn <= most {
                        break;
                    }
                    part *= most / turn;
                    *local = towards(rig, (joint, limits), [&from, &to], part);
                    waits = true;
                }
            }
        }
        self.on_way = Some((start.clone(), solved.pose.clone(), goals.to_vec()));
        if waits {
            solved.measure_anew(rig, goals);
        }
    }
}

/// The turn of a joint part of the way between two others. With a limit the way is straight in turns from rest: the shortest one may lead behind the joint, where
/// the limit ends it.
fn towards(rig: &Rig, (joint, limits): (usize, Limits), [from, to]: [&Transform; 2], part: f32) -> Transform {
    let mut local = from.blended(to, part);
    if let Some(limit) = rig.limits[joint].as_ref().filter(|_| limits == Limits::On) {
        let rest = rig.skeleton.joints()[joint].rest.rotation;
        let [from, to] = [from, to].map(|end| {
            let turn = (rest.inverse() * end.rotation).normalize();
            if turn.w < 0.0 { (-turn).to_scaled_axis() } else { turn.to_scaled_axis() }
        });
        local.rotation = (rest * limit.project(Quat::from_scaled_axis(from.lerp(to, part)))).normalize();
    }
    local
}

/// Turns a pose away from the motion as another one was.
fn carry(pose: &mut Pose, from: &Pose, to: &Pose) {
    for (local, (from, to)) in pose.locals.iter_mut().zip(from.locals.iter().zip(&to.locals)) {
        *local = carried(local, from, to);
    }
}

/// How far a goal goes, metres, beside a joint that the motion carries.
fn way(from: &Goal, to: &Goal, carried: Vec3) -> f32 {
    let place = from.position.zip(to.position).map_or(0.0, |(from, to)| (from + carried).distance(to));
    let turn = match (from.orientation, to.orientation) {
        (Some(Orientation::Full(from)), Some(Orientation::Full(to))) => LEVER * from.angle_between(to),
        (Some(Orientation::Axis { direction: from, .. }), Some(Orientation::Axis { direction: to, .. })) => LEVER * from.angle_between(to),
        (Some(Orientation::LookAt { target: from, .. }), Some(Orientation::LookAt { target: to, .. })) => from.distance(to),
        _ => 0.0,
    };
    place.max(turn)
}

/// `local` with what leads from `from` to `to`.
fn carried(local: &Transform, from: &Transform, to: &Transform) -> Transform {
    let away = from.rotation.conjugate() * to.rotation;
    Transform {
        translation: local.translation + (to.translation - from.translation),
        rotation: (local.rotation * away).normalize(),
        scale: local.scale,
    }
}

/// The goal of the frame before as its joint has been carried on.
fn brought(aim: &GoalPose, goal: &Goal, [then, now]: [&Affine3; 2]) -> GoalPose {
    let way = now.transform_point3(goal.offset) - then.transform_point3(goal.offset);
    GoalPose { position: aim.position + way, rotation: rotation_of(now) * rotation_of(then).conjugate() * aim.rotation, ..*aim }
}
