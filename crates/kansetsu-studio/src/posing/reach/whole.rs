//! The whole body reaches, with pins.
//!
//! Every event goes on from the pose of the last one, a few steps downhill, and no joint turns farther than the pointer's way allows:
//! where one answer ends and the next is far away, the body glides there over the next pixels and does not leap. So the pose depends on
//! the way of the pointer, but not on all of it:
//!
//! - While the pointer rests, the body glides on until it is there.
//! - At the pixel of the press it is the pose of the press, and near it the pose is near.
//! - Where the pointer comes from far away there is nothing to go on from. Then the way from the press to the pointer is gone in a few
//!   steps: of all poses that meet the goals, the one that grows out of the pose at the press.
//!
//! No other starts are tried: what they gain in reach they lose in leaps.

use kansetsu::{
    Error,
    d3::{ActiveLimit, Limit, Outcome, rotation_of},
    glam::{Quat, Vec3},
};

use super::{Firm, Reached, Wanted, plan::Turning, stiffness::stiffness};
use crate::posing::{
    Settings, Subject,
    pull::{Descent, Plan, Pull, PullGoal, Span, Stepper, Tree, Want},
};

/// The length of a step on the way, as a part of the body's size, and how many there are at most. An event that is farther from the last
/// one begins at the press.
const STEP: (f32, usize) = (0.15, 8);

/// The same for the turn of a joint, radians.
const STEP_TURN: f32 = 0.4;

/// How far a joint may turn, radians, while the pointer goes a pixel: no leap, and near to what a leg that stood straight needs to bend in
/// time.
const MOST_TURN_OF_PIXEL: f32 = 0.04;

/// How far at least, while the pointer goes as far as the body is large, or asks for a turn by a radian: so much that an arm keeps up with a
/// hand that is drawn to its shoulder, however small the body is seen.
const MOST_TURN: f32 = 13.0;

/// How far at least, while the pointer goes as far as the chain is long that hangs on what stays: it may be a finger.
const MOST_TURN_OF_CHAIN: f32 = 3.3;

/// An event that may turn joints by more than this, radians, is of a quick pointer: no single pixels are seen then, and it may turn them
/// farther, so that the body keeps up.
const QUICK: f32 = 0.15;

/// Where joints may be turned from the press by more than this, radians, they may be turned farther: only near the press has the pose to
/// be near.
const AWAY: f32 = 1.0;

/// Steps of the solver at most: for an event, for a step on the way from the press, and at its end.
const EVENT: usize = 8;
const ON_THE_WAY: usize = 4;
const AT_ITS_END: usize = 24;

/// While the pointer rests, the body goes on to where it was held back from, so far in an event, radians, and in so many events.
const GLIDE: f32 = 0.04;
const GLIDES: usize = 60;

/// A body ready to reach with one joint.
pub(in crate::posing) struct WholeReach {
    tree: Tree,
    stepper: Stepper,
    joint: usize,
    /// Where the joint is at the press.
    start: Aim,
    /// Where the pointer was in the last event.
    last: Option<Aim>,
    /// In how many more events the body goes on while the pointer rests.
    glides: usize,
    /// Whether its turn matters.
    turns_too: bool,
    /// What it can reach: around a joint that stays, so far. `None` when nothing stays.
    reach: Option<(Vec3, f32)>,
    size: f32,
    /// How far a joint may turn while the pointer goes a metre, radians.
    rate: f32,
    limits: Vec<Option<Limit>>,
    turns: Vec<bool>,
}

/// Where a joint is wanted, and how it is turned there, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Aim {
    place: Vec3,
    turn: Quat,
}

impl Aim {
    /// A part of the way to another.
    fn towards(&self, other: &Self, part: f32) -> Self {
        Self { place: self.place.lerp(other.place, part), turn: self.turn.slerp(other.turn, part) }
    }
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
        let start = Aim { place: model_from_joint[joint].translation, turn: rotation_of(&model_from_joint[joint]) };
        let stiff = stiffness(skeleton, &subject.pose);
        let stiffness: Vec<Option<f32>> = stiff.into_iter().zip(&turning.turns).map(|(stiff, turns)| turns.then_some(stiff)).collect();
        let limits = if settings.limited { subject.limits.clone() } else { vec![None; skeleton.len()] };
        let plan = Plan {
            skeleton,
            pose: &subject.pose,
            limits: &limits,
            base: turning.base,
            slides: turning.slides,
            stiffness: &stiffness,
            limbs: &subject.rig().limbs,
        };
        let tree = Tree::new(&plan, &goals(subject, (joint, firm), start.place, settings))?;
        let at = |joint: usize| model_from_joint[joint].translation;
        let links = || skeleton.ancestors(joint).zip(skeleton.ancestors(joint).skip(1)).take(turning.chain.len());
        let length: f32 = links().map(|(below, above)| at(below).distance(at(above))).sum();
        let fixed = turning.chain.iter().rev().find(|&&above| turning.turns[above]).copied();
        let reach = fixed.filter(|_| !turning.slides).map(|fixed| (at(fixed), length));
        let turns_too = settings.keeps_turn || firm == Firm::Place;
        let (size, stepper, turns) = (skeleton.size().max(1e-6), Stepper::default(), turning.turns);
        let hangs = length > 0.0 && !turning.slides;
        let rate = (MOST_TURN / size).max(if hangs { MOST_TURN_OF_CHAIN / length } else { 0.0 });
        Ok(Self { tree, stepper, joint, start, last: None, glides: 0, turns_too, reach, size, rate, limits, turns })
    }

    /// The pose in which the joint is where it is wanted, as far as it can be.
    pub(in crate::posing) fn solve(&mut self, subject: &Subject, wanted: Wanted, settings: &Settings) -> Result<Reached, Error> {
        let pointer = Aim { place: wanted.position, turn: wanted.turn.unwrap_or(self.start.turn) };
        let end = Aim { place: self.within_reach(wanted.position, settings.soft), ..pointer };
        let iterations = self.follow(pointer, end, wanted.pixel);
        let mut pose = subject.pose.clone();
        self.tree.store(&mut pose);
        let place = self.tree.place_of(self.joint).unwrap_or(self.start.place);
        let active_limits = self.active_limits(subject, &pose);
        let outcome = if place.distance(wanted.position) <= TOLERANCE * self.size {
            Outcome::Reached
        } else if end.place != wanted.position {
            Outcome::OutOfReach
        } else if active_limits.is_empty() {
            Outcome::Stalled
        } else {
            Outcome::Limited
        };
        Ok(Reached { pose, outcome, active_limits, iterations })
    }

    /// Goes on from the last event's pose, or from the press when that is too far away. Gives how many steps it took.
    fn follow(&mut self, pointer: Aim, end: Aim, pixel: f32) -> usize {
        let of_pixels = |from: &Aim| MOST_TURN_OF_PIXEL * from.place.distance(pointer.place) / pixel;
        let near_press = self.most_turn(&self.start, &pointer);
        let since_press = (near_press * (1.0 + (near_press / AWAY).powi(2))).max(of_pixels(&self.start));
        let (before, turn) = match self.last.replace(pointer) {
            Some(last) if last == pointer && self.glides == 0 => return 0,
            Some(last) if last == pointer => (0, GLIDE),
            Some(last) if self.parts(&last, &pointer) <= 1.0 => {
                self.glides = GLIDES + 1;
                let slow = self.most_turn(&last, &pointer).max(of_pixels(&last));
                (0, slow * (1.0 + (slow / QUICK).powi(2)))
            }
            _ => {
                self.glides = GLIDES + 1;
                (self.go_from_press(end), f32::INFINITY)
            }
        };
        let steps = if turn.is_finite() { EVENT } else { AT_ITS_END };
        let descent = self.pull(end, Span { steps, turn, since_press });
        self.glides = if descent.is_done { 0 } else { self.glides - 1 };
        before + descent.steps
    }

    /// Whether a pointer that rests makes the body go on.
    pub(in crate::posing) fn glides(&self) -> bool {
        self.glides > 0
    }

    /// Goes the way from the press, but for its last step.
    fn go_from_press(&mut self, end: Aim) -> usize {
        self.tree.reset();
        self.stepper.reset();
        let parts = self.parts(&self.start, &end).clamp(1e-12, STEP.1 as f32);
        let span = Span { steps: ON_THE_WAY, turn: f32::INFINITY, since_press: f32::INFINITY };
        (1..parts.ceil() as usize).map(|count| self.pull(self.start.towards(&end, count as f32 / parts), span).steps).sum()
    }

    /// Forgets where the pointer has been.
    pub(in crate::posing) fn begin_anew(&mut self) {
        self.tree.reset();
        self.stepper.reset();
        (self.last, self.glides) = (None, 0);
    }

    fn pull(&mut self, aim: Aim, span: Span) -> Descent {
        self.tree.want(0, Want::Place(aim.place));
        if self.turns_too {
            self.tree.want(1, Want::Turn(aim.turn));
        }
        Pull::default().descend(&mut self.tree, &mut self.stepper, span)
    }

    /// How many steps on the way lie between two aims.
    fn parts(&self, from: &Aim, to: &Aim) -> f32 {
        (from.place.distance(to.place) / (STEP.0 * self.size)).max(from.turn.angle_between(to.turn) / STEP_TURN)
    }

    /// How far a joint may turn between two aims, radians.
    fn most_turn(&self, from: &Aim, to: &Aim) -> f32 {
        self.rate * from.place.distance(to.place) + MOST_TURN * from.turn.angle_between(to.turn)
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
    let mut goals = vec![if firm == Firm::Place { PullGoal::pin(joint, place) } else { PullGoal::wish(joint, place) }];
    if settings.keeps_turn || firm == Firm::Place {
        goals.push(PullGoal::wish(joint, Want::Turn(rotation_of(&subject.forward()[joint]))));
    }
    for pin in subject.pins.iter().filter(|pin| pin.joint < subject.skeleton().len()) {
        let is_other = pin.joint != joint;
        goals.extend(pin.position.filter(|_| is_other).map(|place| PullGoal::pin(pin.joint, Want::Place(place))));
        let holds_turn = is_other || !settings.keeps_turn && firm == Firm::Nothing;
        goals.extend(pin.orientation.filter(|_| holds_turn).map(|turn| PullGoal::pin(pin.joint, Want::Turn(turn))));
    }
    goals
}
