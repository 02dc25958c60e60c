//! The whole body reaches, with pins.
//!
//! The way from the press to the pointer is gone in a few steps, each from where the one before ended: of all poses that meet the
//! goals the one is found that grows out of the pose at the press, and neighbouring pixels, whose ways are neighbours, get
//! neighbouring poses. The steps lie at fixed lengths from the press, the last one is what is left, so that none ever appears from
//! nothing. No other starts are tried: what they gain in reach they lose in jumps.

use kansetsu::{
    Error,
    d3::{ActiveLimit, Limit, Outcome, rotation_of},
    glam::{Quat, Vec3},
};

use super::{Firm, Reached, Wanted, plan::Turning, stiffness::stiffness};
use crate::posing::{
    Settings, Subject,
    pull::{Plan, Pull, PullGoal, Stepper, Tree, Want},
};

/// The length of a step on the way, as a part of the body's size, and how many there are at most.
const STEP: (f32, usize) = (0.15, 8);

/// The same for the turn of a joint, radians.
const STEP_TURN: f32 = 0.4;

/// A body ready to reach with one joint.
pub(in crate::posing) struct WholeReach {
    tree: Tree,
    stepper: Stepper,
    joint: usize,
    /// Where the joint is at the press, in model space.
    start: Vec3,
    /// What it can reach: around a joint that stays, so far. `None` when nothing stays.
    reach: Option<(Vec3, f32)>,
    size: f32,
    limits: Vec<Option<Limit>>,
    turns: Vec<bool>,
    /// How the joint is turned at the press, in model space.
    turn: Quat,
}

/// A joint counts as there within this part of the body's size.
const TOLERANCE: f32 = 1e-4;

/// A bound counts as touched within this, radians.
const TOUCHED: f32 = 1e-3;

impl WholeReach {
    /// Prepares the body of `subject` to reach with `joint`.
    pub(in crate::posing) fn new(subject: &Subject, (joint, firm): (usize, Firm), settings: &Settings) -> Result<Self, Error> {
        let skeleton = subject.skeleton();
        let turning = Turning::new(subject, joint, settings);
        let model_from_joint = subject.forward();
        let start = model_from_joint[joint].translation;
        let turn = rotation_of(&model_from_joint[joint]);
        let stiff = stiffness(skeleton, &subject.pose);
        let stiffness: Vec<Option<f32>> = stiff.into_iter().zip(&turning.turns).map(|(stiff, turns)| turns.then_some(stiff)).collect();
        let limits = if settings.limited { subject.limits.clone() } else { vec![None; skeleton.len()] };
        let plan =
            Plan { skeleton, pose: &subject.pose, limits: &limits, base: turning.base, slides: turning.slides, stiffness: &stiffness };
        let tree = Tree::new(&plan, &goals(subject, (joint, firm), start, settings))?;
        let at = |joint: usize| model_from_joint[joint].translation;
        let links = || skeleton.ancestors(joint).zip(skeleton.ancestors(joint).skip(1)).take(turning.chain.len());
        let length: f32 = links().map(|(below, above)| at(below).distance(at(above))).sum();
        let fixed = turning.chain.iter().rev().find(|&&above| turning.turns[above]).copied();
        let reach = fixed.filter(|_| !turning.slides).map(|fixed| (at(fixed), length));
        let size = skeleton.size().max(1e-6);
        Ok(Self { tree, stepper: Stepper::default(), joint, start, reach, size, limits, turns: turning.turns, turn })
    }

    /// The pose in which the joint is where it is wanted, as far as it can be.
    pub(in crate::posing) fn solve(&mut self, subject: &Subject, wanted: Wanted, settings: &Settings) -> Result<Reached, Error> {
        let end = self.within_reach(wanted.position, settings.soft);
        let pull = Pull::default();
        self.tree.reset();
        let mut iterations = 0;
        let way = end - self.start;
        let angle = wanted.turn.map_or(0.0, |turn| turn.angle_between(self.turn));
        let between = (way.length() / (STEP.0 * self.size)).max(angle / STEP_TURN).ceil().min(STEP.1 as f32) as usize;
        // Steps of a fixed length: only where there are as many as there may be at most do they grow.
        let part = 1.0 / (way.length() / (STEP.0 * self.size)).max(angle / STEP_TURN).min(STEP.1 as f32).max(1e-12);
        for count in 1..between {
            self.want(self.start + way * (count as f32 * part), wanted.turn.map(|turn| self.turn.slerp(turn, count as f32 * part)));
            iterations += pull.follow(&mut self.tree, &mut self.stepper);
        }
        self.want(end, wanted.turn);
        iterations += pull.settle(&mut self.tree, &mut self.stepper);
        let mut pose = subject.pose.clone();
        self.tree.store(&mut pose);
        let place = self.tree.place_of(self.joint).unwrap_or(self.start);
        let active_limits = self.active_limits(subject, &pose);
        let outcome = if place.distance(wanted.position) <= TOLERANCE * self.size {
            Outcome::Reached
        } else if end != wanted.position {
            Outcome::OutOfReach
        } else if active_limits.is_empty() {
            Outcome::Stalled
        } else {
            Outcome::Limited
        };
        Ok(Reached { pose, outcome, active_limits, iterations })
    }

    fn want(&mut self, place: Vec3, turn: Option<Quat>) {
        self.tree.want(0, Want::Place(place));
        if let Some(turn) = turn {
            self.tree.want(1, Want::Turn(turn));
        }
    }

    /// The bounds that the joints that turned stand on.
    fn active_limits(&self, subject: &Subject, pose: &kansetsu::d3::Pose) -> Vec<ActiveLimit> {
        let joints = (0..pose.locals.len()).filter(|&joint| self.turns[joint] && self.tree.has(joint));
        let bounds = joints.flat_map(|joint| {
            let turn = subject.skeleton().joints()[joint].rest.rotation.inverse() * pose.locals[joint].rotation;
            let limit = self.limits[joint].as_ref();
            limit.into_iter().flat_map(move |limit| limit.active_bounds(turn, TOUCHED)).map(move |bound| ActiveLimit { joint, bound })
        });
        bounds.collect()
    }

    /// The target, brought near enough to be reached by an arm stretched straight; with `soft`, a bit nearer, smoothly.
    fn within_reach(&self, target: Vec3, soft: f32) -> Vec3 {
        let Some((base, longest)) = self.reach else { return target };
        let distance = base.distance(target);
        let zone = soft.clamp(0.0, 0.5) * longest;
        let begins = longest - zone;
        if distance <= begins {
            return target;
        }
        let held = if zone > 0.0 { begins + zone * (1.0 - ((begins - distance) / zone).exp()) } else { longest };
        base + (target - base) * (held / distance)
    }
}

/// The dragged joint's place first, then its turn, then the pins.
fn goals(subject: &Subject, (joint, firm): (usize, Firm), start: Vec3, settings: &Settings) -> Vec<PullGoal> {
    let place = Want::Place(start);
    let mut goals = vec![if firm == Firm::Place { PullGoal::pin(joint, place) } else { PullGoal::wish(joint, place, 1.0) }];
    if settings.keeps_turn || firm == Firm::Place {
        goals.push(PullGoal::wish(joint, Want::Turn(rotation_of(&subject.forward()[joint])), 1.0));
    }
    for pin in subject.pins.iter().filter(|pin| pin.joint < subject.skeleton().len()) {
        let is_other = pin.joint != joint;
        goals.extend(pin.position.filter(|_| is_other).map(|place| PullGoal::pin(pin.joint, Want::Place(place))));
        let holds_turn = is_other || !settings.keeps_turn && firm == Firm::Nothing;
        goals.extend(pin.orientation.filter(|_| holds_turn).map(|turn| PullGoal::pin(pin.joint, Want::Turn(turn))));
    }
    goals
}
