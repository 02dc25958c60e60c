//! The spring bones of a figure in motion: hair and clothes swing above its pose.

use std::collections::BTreeSet;

use kansetsu::{animation::SpringSimulation, d3::Pose, glam::Quat};

use super::Actor;
use crate::motion::Motion;

/// Steps per second: those of `--springs` on the command line.
const RATE: f32 = 60.0;

/// Rotations this near, radians, are equal.
const SAME: f32 = 1e-3;

/// Smaller steps of a tail, as a fraction of its length, are not seen.
const STILL: f32 = 1e-4;

impl Actor {
    /// The spring joints that swing: those that are neither posed nor keyed.
    #[must_use]
    pub fn loose_joints(&self) -> BTreeSet<usize> {
        let springs = &self.figure.springs.springs;
        if springs.is_empty() {
            return BTreeSet::new();
        }
        let saved = self.figure.saved_pose();
        let joints = springs.iter().flat_map(|spring| &spring.joints).map(|joint| joint.joint);
        let is_loose = |&joint: &usize| {
            let (Some(saved), Some(base)) = (saved.locals.get(joint), self.base.locals.get(joint))
            else {
                return false;
            };
            is_same(saved.rotation, base.rotation)
                && !self.unkeyed.contains_key(&joint)
                && self.playing().is_none_or(|motion| rests(motion, joint, saved.rotation))
        };
        joints.filter(is_loose).collect()
    }
}

fn rests(motion: &Motion, joint: usize, rest: Quat) -> bool {
    let track = motion.track(joint);
    track.is_none_or(|track| track.rotation.iter().all(|key| is_same(key.value, rest)))
}

fn is_same(a: Quat, b: Quat) -> bool {
    a.angle_between(b) < SAME
}

/// The springs of a figure in motion.
#[derive(Clone, Debug)]
pub struct Swing {
    simulation: SpringSimulation,
    joints: BTreeSet<usize>,
    /// The time at which it began, seconds.
    start: f32,
    /// The steps since then.
    steps: u32,
}

impl Swing {
    /// The springs of a figure at rest in a pose; `None` for a figure without loose joints.
    #[must_use]
    pub fn start(
        actor: &Actor,
        joints: BTreeSet<usize>,
        (pose, time): (&Pose, f32),
    ) -> Option<Self> {
        let mut bones = actor.figure.springs.clone();
        for spring in &mut bones.springs {
            spring.joints.retain(|joint| joints.contains(&joint.joint));
        }
        if joints.is_empty() {
            return None;
        }
        let skeleton = &actor.figure.rig.skeleton;
        let simulation = SpringSimulation::start(skeleton, &bones, &mut pose.clone()).ok()?;
        Some(Self { simulation, joints, start: time, steps: 0 })
    }

    /// The joints that swing.
    #[must_use]
    pub const fn joints(&self) -> &BTreeSet<usize> {
        &self.joints
    }

    /// Moves on by a sixtieth of a second, to a pose of the figure.
    pub fn step(&mut self, pose: &Pose) {
        self.simulation.step(&mut pose.clone(), 1.0 / RATE);
        self.steps += 1;
    }

    /// The steps in so many seconds, and the seconds that are left.
    #[must_use]
    pub fn steps_in(seconds: f32) -> (u32, f32) {
        let steps = (seconds * RATE).floor().max(0.0);
        (steps as u32, seconds - steps / RATE)
    }

    /// Moves on along the motion of a figure, and returns its pose at a time, seconds. Times do not
    /// decrease.
    #[must_use]
    pub fn advance(&mut self, actor: &Actor, time: f32) -> Pose {
        // A time in `f32` may be just before its step.
        let steps = ((time - self.start) * RATE + 1e-3).floor().max(0.0) as u32;
        while self.steps < steps {
            let next = self.start + (self.steps + 1) as f32 / RATE;
            self.step(&actor.pose_at(next));
        }
        self.shown(&actor.pose_at(time))
    }

    /// A pose with the joints where they swing.
    #[must_use]
    pub fn shown(&self, pose: &Pose) -> Pose {
        let mut pose = pose.clone();
        self.simulation.put_on(&mut pose);
        pose
    }

    /// Whether nothing was seen to move in the last step.
    #[must_use]
    pub fn is_still(&self) -> bool {
        self.steps > 0 && self.simulation.largest_step() < STILL
    }
}
