//! The whole body reaches, with pins: [`WholeBody::follow`] from event to event.
//!
//! So the pose depends on the way of the pointer, but not on all of it:
//!
//! - While the pointer rests, the body glides on until it is there.
//! - At the pixel of the press it is the pose of the press, and near it the pose is near.
//! - Where the pointer comes from far away there is nothing to go on from. Then the way begins at the press.
//!
//! Where there is no pointer, as for a place that is typed, the body is solved at once.

use kansetsu::{
    Error,
    d3::{
        Goal, Outcome, Pose, rotation_of,
        solve::{Body, Scratch, TrackingState, WholeBody},
    },
    glam::{Affine3, Vec3},
};

use super::{Firm, Reached, Wanted, plan::Turning};
use crate::posing::{
    Settings, Subject,
    contact::{self, Contact},
};

/// How hard a goal pulls: five times as hard as is usual. A hand that is led is wanted where the pointer is, and a straight leg bends when its
/// foot is lifted; with 20 its knee stays straight.
pub(super) const STRENGTH: f32 = 50.0;

/// Steps at most for an event.
const STEPS: usize = 100;

/// A pointer that goes farther than this part of the figure's size in an event begins at the press.
const LEAP: f32 = 0.15;

/// In so many events at most the body goes on while the pointer rests.
const GLIDES: usize = 60;

/// A joint counts as there within this part of the figure's size.
const TOLERANCE: f32 = 1e-4;

/// How much the middle of a limb counts while it is dragged, and its tip, which holds on to its place. It holds on ten times as hard where it
/// is there: with the same weight for the middle a straight limb stays straight. Of 800 middles of straight limbs, where no limit stops them, 93 % are within two
/// pixels of where they can be (half of the tips go less than 1.7 times as far). Middle half and twice: 92 and 93 %; tip half 96 %, twice 87 %.
const MIDDLE_AND_TIP: [f32; 2] = [20.0, 0.15];

/// A body ready to reach with one joint.
pub(in crate::posing) struct WholeReach {
    solver: WholeBody,
    body: Body,
    /// What is wanted of the dragged joint first: its place, and maybe its turn.
    goals: Vec<Goal>,
    state: TrackingState,
    scratch: Scratch,
    /// What came of the last event.
    last: Option<(Wanted, Reached)>,
    /// In how many more events the body goes on while the pointer rests.
    glides: usize,
    joint: usize,
    /// Whether its turn matters.
    turns: bool,
    /// What it can reach: around a joint that stays, so far. `None` when nothing stays.
    reach: Option<(Vec3, f32)>,
    size: f32,
}

impl WholeReach {
    /// Prepares the body of `subject` to reach with `joint`.
    pub(in crate::posing) fn new(subject: &Subject, (joint, firm): (usize, Firm), settings: &Settings) -> Result<Self, Error> {
        let skeleton = subject.skeleton();
        let turning = Turning::new(subject, joint, settings);
        let (body, root) = turning.body(subject, settings)?;
        let model = subject.forward();
        let at = |joint: usize| model[joint].translation;
        let links = || skeleton.ancestors(joint).zip(skeleton.ancestors(joint).skip(1)).take(turning.chain.len());
        let length: f32 = links().map(|(below, above)| at(below).distance(at(above))).sum();
        let fixed = turning.chain.iter().rev().find(|&&above| turning.turns[above]).copied();
        Ok(Self {
            solver: WholeBody { root, strength: STRENGTH, max_steps: STEPS, ..WholeBody::default() },
            body,
            goals: goals(&turning, (joint, firm), &model, settings),
            state: TrackingState::default(),
            scratch: Scratch::default(),
            last: None,
            glides: 0,
            joint,
            turns: settings.keeps_turn || firm == Firm::Place,
            reach: fixed.filter(|_| !turning.slides).map(|fixed| (at(fixed), length)),
            size: skeleton.size().max(1e-6),
        })
    }

    /// The pose in which the joint is where it is wanted, as far as it can be.
    pub(in crate::posing) fn solve(
        &mut self,
        subject: &Subject,
        (wanted, contact): (Wanted, Option<&Contact>),
        settings: &Settings,
    ) -> Result<Reached, Error> {
        let mut pose = subject.pose.clone();
        match self.last.take() {
            Some((last, reached)) if last == wanted && self.glides == 0 => {
                self.last = Some((last, reached.clone()));
                return Ok(reached);
            }
            Some((last, reached)) if last.position.distance(wanted.position) < LEAP * self.size => {
                self.glides = if last == wanted { self.glides - 1 } else { GLIDES };
                pose = reached.pose;
            }
            _ => {
                self.state = TrackingState::default();
                self.glides = GLIDES;
            }
        }
        let mut reached = self.bring(subject, &mut pose, (wanted, contact), settings)?;
        if self.state.is_settled || wanted.pixel <= 0.0 {
            self.glides = 0;
        }
        reached.pose = pose;
        self.last = Some((wanted, reached.clone()));
        Ok(reached)
    }

    /// Takes the pose on to where the joint is wanted, outside of the body.
    fn bring(
        &mut self,
        subject: &Subject,
        pose: &mut Pose,
        (wanted, contact): (Wanted, Option<&Contact>),
        settings: &Settings,
    ) -> Result<Reached, Error> {
        let outside = |pose: &Pose| contact.map_or(wanted.position, |contact| contact.outside(subject, pose, wanted.position));
        let mut position = outside(pose);
        let mut reached = self.follow(pose, Wanted { position, ..wanted }, settings)?;
        for _ in 1..contact::ROUNDS {
            let next = outside(pose);
            if next.distance(position) <= TOLERANCE * self.size {
                break;
            }
            position = next;
            reached = self.follow(pose, Wanted { position, ..wanted }, settings)?;
        }
        reached.stopped = (position != wanted.position).then_some(position);
        Ok(reached)
    }

    /// Takes the pose on to where the joint is wanted.
    fn follow(&mut self, pose: &mut Pose, wanted: Wanted, settings: &Settings) -> Result<Reached, Error> {
        let end = self.within_reach(wanted.position, settings.soft);
        self.aim(end, &wanted);
        self.state.input_resolution = wanted.pixel;
        let report = if wanted.pixel > 0.0 {
            self.solver.track_with(&self.body, &self.goals, (pose, &mut self.state), &mut self.scratch)?
        } else {
            self.solver.solve_with(&self.body, &self.goals, pose, &mut self.scratch)?
        };
        let place = report.goals.first().map_or(end, |goal| goal.reached);
        let outcome = match report.outcome {
            _ if place.distance(wanted.position) <= TOLERANCE * self.size => Outcome::Reached,
            _ if end != wanted.position => Outcome::OutOfReach,
            Outcome::Reached => Outcome::Stalled,
            other => other,
        };
        Ok(Reached {
            pose: Pose::default(),
            outcome,
            active_limits: report.active_limits.clone(),
            iterations: report.iterations,
            stopped: None,
        })
    }

    /// Wants the dragged joint there.
    fn aim(&mut self, end: Vec3, wanted: &Wanted) {
        for goal in self.goals.iter_mut().take_while(|goal| goal.joint == self.joint) {
            if goal.position.is_some() {
                goal.position = Some(end);
            }
            if let Some(turn) = wanted.turn.filter(|_| self.turns && goal.orientation.is_some()) {
                *goal = goal.with_orientation(turn);
            }
        }
    }

    /// Whether a pointer that rests makes the body go on.
    pub(in crate::posing) fn glides(&self) -> bool {
        self.glides > 0
    }

    /// Forgets where the pointer has been.
    pub(in crate::posing) fn begin_anew(&mut self) {
        (self.last, self.glides) = (None, 0);
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

/// What is wanted of the dragged joint first, then the pins.
fn goals(turning: &Turning, (joint, firm): (usize, Firm), model: &[Affine3], settings: &Settings) -> Vec<Goal> {
    let (place, turn) = (Goal::position(joint, model[joint].translation), rotation_of(&model[joint]));
    let mut goals = match firm {
        Firm::Place => vec![place.pinned(), Goal::orientation(joint, turn)],
        _ if settings.keeps_turn => vec![place.with_orientation(turn)],
        _ => vec![place],
    };
    if firm != Firm::Place && !settings.keeps_turn {
        let own = turning.pins.iter().filter(|pin| pin.joint == joint).filter_map(|pin| pin.orientation);
        goals.extend(own.map(|turn| Goal::orientation(joint, turn).pinned()));
    }
    if let Firm::Tip(tip) = firm {
        goals[0] = goals[0].with_weight(MIDDLE_AND_TIP[0]);
        goals.push(Goal::position(tip, model[tip].translation).with_weight(MIDDLE_AND_TIP[1]));
    }
    goals.extend(turning.beside(joint));
    goals
}
