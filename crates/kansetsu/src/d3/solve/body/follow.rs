//! Frame after frame: the pose goes on from the last one, and no farther than the goals' ways explain.
//!
//! A solver that only meets goals has many answers for most targets and none for the rest; where one answer ends and the next is far
//! away, a body would leap. Here each frame goes on downhill from the pose of the last, and no joint turns farther than the goals'
//! ways allow, so that it glides there over the next frames. So the pose depends on the way of the goals, but not on all of it: comfort
//! draws it to one ease, whatever the way, and where that is the pose it began with, goals that are back where they began give it back.

use glam::{Quat, Vec3};

use super::{
    BodyScratch, Kept, LEVER, WholeBody,
    descent::{Begins, Descent, STILL, Span, descend, hold, kept_for_pins},
    goal::Block,
    nodes::Nodes,
    tree::Body,
};
use crate::{
    Error,
    d3::{Goal, Orientation, Pose, Report, solve::Scratch},
    math::{
        Rot,
        lanes::{dot, rot},
    },
};

/// State of [`WholeBody::track`] between frames. Plain data: kept, saved and restored it goes on as it would have.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct TrackingState {
    /// Resolution of the input, metres: the distance that one pixel of the pointer moves a goal. While goals move by no more
    /// than this, joints rotate by at most 2.4 degrees a frame. They also stay within that angle of the start pose while
    /// goals stay this close to their start. Default 0: goals do not follow a pointer, and joints rotate as far as goals
    /// that move a few centimetres a frame explain.
    #[cfg_attr(feature = "serde", serde(alias = "grain"))]
    pub input_resolution: f32,
    /// The pose at the start; `None` before the first frame.
    pub start: Option<Pose>,
    /// Where the goals' joints were then, or where goals were when they were added.
    #[cfg_attr(feature = "serde", serde(alias = "start_aims"))]
    pub start_goals: Vec<GoalPose>,
    /// Where the goals were in the last frame.
    #[cfg_attr(feature = "serde", serde(alias = "last_aims"))]
    pub last_goals: Vec<GoalPose>,
    /// The multipliers of all tasks at the end of the last frame: the warm start of the next one.
    #[cfg_attr(feature = "serde", serde(alias = "pulls"))]
    pub multipliers: Vec<Vec3>,
    /// Penalty factor on goals that rest and that only the posture task keeps from being met. 1 where it does not help,
    /// 0 while unknown.
    #[cfg_attr(feature = "serde", serde(alias = "insistence"))]
    pub penalty: f32,
    /// Cost of the residuals at the end of the last frame.
    pub cost: f32,
    /// How many other start poses were tried since the goals came to rest.
    #[cfg_attr(feature = "serde", serde(alias = "tried"))]
    pub attempts: usize,
    /// The better pose that was found, if any: the body moves to it while the goals rest.
    #[cfg_attr(feature = "serde", serde(alias = "elsewhere"))]
    pub transition: Option<Pose>,
    /// Whether the pose is settled: nothing moves until the goals do.
    #[cfg_attr(feature = "serde", serde(alias = "is_done"))]
    pub is_settled: bool,
}

/// Position and rotation of a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GoalPose {
    /// The goal's joint.
    pub joint: usize,
    /// Its position, metres, in model space or in the frame of [`Goal::relative_to`].
    #[cfg_attr(feature = "serde", serde(alias = "place"))]
    pub position: Vec3,
    /// Its rotation in the same frame.
    #[cfg_attr(feature = "serde", serde(alias = "turn"))]
    pub rotation: Quat,
}

/// How far a joint may turn while goals go as far as the body is large, radians: goals that go 2 cm a frame turn joints of a person by 6
/// degrees at most. With 5.5 a hand that is led round its shoulder stays 3 mm behind; half as much turns them by 3 degrees, and others are within
/// 1 mm in 95.7 % of frames in place of 98.9; twice by 11.6 degrees.
const RATE: f32 = 5.8;

/// How far a joint may turn in a frame in any case, radians: so the pose comes to rest after the goals do. And how far while goals go as far
/// as a grain.
pub(crate) const GLIDE: f32 = 0.04;

/// What counts as a grain, in body sizes, where none is said: a straight limb of the length `l` that is pushed together by `d` bends by
/// `2.8 √(d / l)`, which is less from a two-hundredth of `l` on. And the largest grain, so that arms keep up with hands however small the
/// body is seen.
const GRAIN: [f32; 2] = [1e-3, 1e-2];

/// Frames that may turn joints by more than this, radians, are of a pointer so quick that nobody sees single pixels: they may turn them
/// farther. With twice as much a quick hand stays behind a slow one.
const QUICK: f32 = 0.15;

/// Only near the start has the pose to be near: where joints may be turned from it by more than this, radians, they may be turned farther.
/// With half as much hands that are drawn to their shoulders at once stay behind; with less poses leap on the way back.
const AWAY: f32 = 2.5;

/// Goals that leap by more than this fraction of the body's size have no way that explains anything: then the body begins at the start. Half and twice
/// change no row of `docs/sensitivity.md`.
const LEAP: f32 = 0.15;

/// To insist is of use where it leaves no more than this part of what the misses cost: goals that are met then may have brought pins out of place by a
/// few micrometres, which are put right last. Half and twice change no row of `docs/sensitivity.md`.
const OF_USE: f32 = 0.1;

impl GoalPose {
    /// Of a goal; what it does not say stays where it is.
    fn of(goal: &Goal) -> Self {
        let turn = if let Some(Orientation::Full(turn)) = goal.orientation { turn } else { Quat::IDENTITY };
        Self { joint: goal.joint, position: goal.position.unwrap_or_default(), rotation: turn }
    }

    /// How far it is to another, in body sizes.
    fn way(&self, other: &Self, size: f32) -> f32 {
        let turn = (Rot::from(self.rotation).normalized().inverse() * Rot::from(other.rotation).normalized()).angle();
        (self.position.distance(other.position) / size).max(LEVER * turn)
    }
}

/// The longest way between goals, in body sizes; without end where they are others.
fn way(from: &[GoalPose], to: &[GoalPose], size: f32) -> f32 {
    if from.len() != to.len() || from.iter().zip(to).any(|(from, to)| from.joint != to.joint) {
        return f32::INFINITY;
    }
    from.iter().zip(to).map(|(from, to)| from.way(to, size)).fold(0.0, f32::max)
}

/// How far joints may turn in a frame, and how far from the start, radians.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    turn: f32,
    from_start: f32,
}

impl Bounds {
    /// For goals that have come so far since the last frame and since the start, body sizes, in grains of so many.
    fn new([since_last, since_start]: [f32; 2], grain: f32) -> Self {
        let grows = |slow: f32, with: f32| slow * (1.0 + (slow / with) * (slow / with));
        let of_grains = |way: f32, grain: f32| GLIDE * way / grain.min(GRAIN[1]);
        let is_led = grain > 0.0;
        let turn = if is_led { grows(of_grains(since_last, grain), QUICK) } else { RATE * since_last };
        let from_start = grows(of_grains(since_start, if is_led { grain } else { GRAIN[0] }), AWAY);
        Self { turn: turn.max(GLIDE), from_start }
    }
}

impl WholeBody {
    /// Tracks the goals for one frame, from `pose`, the pose of the last one. See [`Self::track_with`].
    ///
    /// # Errors
    /// As [`Self::track_with`].
    pub fn track(&self, body: &Body, goals: &[Goal], pose: &mut Pose, state: &mut TrackingState) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.track_with(body, goals, (pose, state), &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::track`] with reusable scratch memory.
    ///
    /// No joint turns farther than the goals' ways since the last frame explain, and by 2.3 degrees if they rest. What half of
    /// [`Self::max_steps`] does not suffice for continues in the next frame; [`TrackingState::is_settled`] says when nothing is left. Where goals rest, and are
    /// held off by comfort alone, as by straight legs that bear what a goal pulls with, they insist, and are met in the next frames. Where that is of no use
    /// either, [`Self::max_restarts`] other poses are tried in the next frames, a few in each; if goals are met from one, the body goes there in those after them,
    /// pins in their places, as long as goals rest.
    ///
    /// # Errors
    /// As [`Self::solve_with`]; pose and state are then untouched.
    pub fn track_with<'s>(
        &self,
        body: &Body,
        goals: &[Goal],
        (pose, state): (&mut Pose, &mut TrackingState),
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        let fits = |kept: &Option<Pose>| kept.as_ref().is_some_and(|kept| kept.locals.len() == pose.locals.len());
        let is_new = !fits(&state.start) || !state.start_goals.iter().map(|aim| aim.joint).eq(goals.iter().map(|goal| goal.joint));
        let start = state.start.take().filter(|_| !is_new).unwrap_or_else(|| pose.clone());
        let aims: Vec<GoalPose> = goals.iter().map(GoalPose::of).collect();
        let rests = !is_new && aims == state.last_goals;
        if !rests || !fits(&state.transition) {
            state.transition = None;
        }
        let elsewhere = state.transition.as_ref();
        let begun = self.begin((body, goals), pose, Some(elsewhere.or(body.reference.as_ref()).unwrap_or(&start)), scratch);
        state.start = Some(start);
        begun?;
        if goals.is_empty() {
            return Ok(&scratch.report);
        }
        let Scratch { body: memory, report, .. } = &mut *scratch;
        if is_new {
            state.start_goals = memory.present_aims(body, goals);
            state.last_goals.clone_from(&state.start_goals);
        }
        if !rests {
            (state.penalty, state.attempts) = (0.0, 0);
        }
        let mut descent = if state.transition.is_some() {
            self.go_elsewhere(body, memory, state)
        } else {
            self.go_on(body, memory, state, (&aims, [is_new, rests]))
        };
        let left = self.max_steps.saturating_sub(descent.steps);
        let is_missed = memory.system.blocks.iter().any(Block::misses);
        if rests && descent.is_done && is_missed && left > 0 && state.attempts < self.max_restarts {
            descent.steps += self.look_elsewhere(body, (memory, report), (pose, state), left);
            descent.is_done = state.transition.is_none() && state.attempts >= self.max_restarts;
        }
        report.iterations = descent.steps;
        memory.check_places(body, goals)?;
        state.is_settled = descent.is_done;
        state.last_goals = aims;
        Ok(self.end(body, goals, pose, (scratch, false)))
    }

    fn go_on(
        &self,
        body: &Body,
        memory: &mut BodyScratch,
        state: &mut TrackingState,
        (aims, [is_new, rests]): (&[GoalPose], [bool; 2]),
    ) -> Descent {
        let size = memory.nodes.size;
        let since_last = way(&state.last_goals, aims, size);
        let is_from_start = body.reference.is_none();
        let mut bounds = Bounds::new([since_last, way(&state.start_goals, aims, size)], state.input_resolution / size);
        let leaps = is_new || since_last > LEAP;
        memory.nodes.keep(&mut memory.first);
        if !is_from_start {
            bounds.from_start = f32::INFINITY;
        } else if leaps {
            memory.nodes.take_ease();
            memory.system.measure(&memory.nodes);
            bounds.turn = f32::INFINITY;
        }
        // What others pulled with, or goals that were elsewhere, says nothing of these.
        if leaps {
            state.multipliers.clear();
        }
        memory.system.strengthen(state.penalty.max(1.0));
        // What is not there after half of the steps goes on in the next frame; the other half is for finding whether it is of use to insist.
        let steps = if leaps { self.max_steps } else { self.max_steps.div_ceil(2) };
        // What has to be turned back counts too.
        let turn = (bounds.turn - (memory.nodes.farthest_from_ease() - bounds.from_start).max(0.0)).max(0.0);
        let begins = if memory.system.pull_as(&state.multipliers) { Begins::Pulled } else { Begins::Looking };
        let mut descent = descend(body, memory, Span { steps: steps - kept_for_pins(steps), turn, settled: 0.0, is_bare: false, begins });
        state.multipliers.clear();
        state.multipliers.extend(memory.system.blocks.iter().map(|block| block.pull));
        memory.nodes.draw_within(body, bounds.from_start);
        memory.system.measure(&memory.nodes);
        descent.steps += hold(body, memory, (self.max_steps.saturating_sub(descent.steps), turn));
        descent.is_done |= memory.nodes.stands_as(&memory.first);
        let cost = memory.system.cost();
        let comes_nearer = !descent.is_done && cost < state.cost;
        state.cost = cost;
        if !comes_nearer && !descent.met && rests && state.penalty == 0.0 {
            let insists;
            (insists, state.penalty) = self.try_to_insist(body, memory, self.max_steps.saturating_sub(descent.steps));
            descent.steps += insists;
        }
        descent.is_done |= !comes_nearer && state.penalty == 1.0;
        descent
    }

    /// Comfort can hold goals off that could be met: how many times as hard they have to pull then, or 1 where that does not help, and
    /// how many steps it took to know. Where the body stands stays.
    fn try_to_insist(&self, body: &Body, memory: &mut BodyScratch, steps: usize) -> (usize, f32) {
        memory.system.strengthen(0.0);
        memory.nodes.keep(&mut memory.best);
        let span = Span { steps, turn: f32::INFINITY, settled: super::SETTLED, is_bare: false, begins: Begins::Looking };
        let enough = OF_USE * memory.system.cost();
        let harder = self.pull_harder(body, memory, span, enough);
        memory.system.strengthen(0.0);
        memory.nodes.recall(&memory.best);
        memory.system.measure(&memory.nodes);
        (harder.steps, harder.times.unwrap_or(1.0))
    }
}

impl Nodes {
    /// Whether nothing has turned, or gone, since this was kept.
    fn stands_as(&self, kept: &Kept) -> bool {
        let near = 0.25 * STILL * STILL;
        self.nodes.iter().zip(kept).all(|(node, &(q, _, to_here))| {
            let (turned, flipped, went) = (node.q - q, node.q + q, node.to_here - to_here);
            dot(turned, turned).x.min(dot(flipped, flipped).x) < near && dot(went, went).x < 4.0 * near
        })
    }
}

impl BodyScratch {
    /// Where the goals' joints are, of what the goals say in model space.
    fn present_aims(&self, body: &Body, goals: &[Goal]) -> Vec<GoalPose> {
        let aim = |goal: &Goal| {
            let mut aim = GoalPose::of(goal);
            if goal.position.is_some() && goal.relative_to.is_none() {
                aim.position =
                    self.nodes.place_of(self.nodes.point(body, goal.joint, goal.offset)).truncate() * self.nodes.size + self.nodes.origin;
            }
            if matches!(goal.orientation, Some(Orientation::Full(_))) && goal.relative_to.is_none() {
                let node = self.nodes.point(body, goal.joint, Vec3::ZERO).node;
                aim.rotation = (rot(self.nodes.nodes[node].frame) * self.nodes.after(body, goal.joint)).normalized().into();
            }
            aim
        };
        goals.iter().map(aim).collect()
    }
}
