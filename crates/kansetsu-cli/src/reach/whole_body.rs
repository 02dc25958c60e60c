//! All goals at once, over the whole body.

use std::time::Instant;

use anyhow::{Context, bail};
use kansetsu::d3::{
    ActiveLimit, Goal, Outcome, Pose, Posture, Priority, Report, Rig, Transform,
    solve::{Auto, Body, FabrikTree, Root, Scratch, Solver, WholeBody},
};
use kansetsu_formats::Figure;

use super::{
    Limits, Method, MethodArgs, Solved, Start, Thread, Wish,
    anchor::Anchor,
    gap::{ANGLE_SLACK, Gap},
    method::checked,
    posture::posture,
    sequence::{limb_of, turning},
    severity,
};
use crate::{
    argument::{joint_named, label, within},
    json::{ActiveLimitEntry, GoalEntry, SolvedGoals, tenths},
};

/// A body, and how it is solved.
#[derive(Clone, Debug)]
pub(crate) struct WholeBodyMethod {
    solver: Solver,
    /// When a place is reached, as a part of the body's size, and a turn, radians.
    tolerances: [f32; 2],
    body: Body,
    /// The joints that begin elsewhere than the start says, with their places.
    begins: Vec<(usize, Transform)>,
    /// Rounds at most in a frame after the first.
    rounds: usize,
}

/// What one solve said and how long it took, microseconds.
#[derive(Clone, Copy)]
struct Run<'a> {
    report: &'a Report,
    micros: f64,
}

impl WholeBodyMethod {
    /// What the arguments say; flags that are for chains are left out of account.
    pub(super) fn new(
        figure: &Figure,
        mut solver: Solver,
        anchor: &Anchor,
        (args, goals, start): (&MethodArgs, &[Goal], Start<'_>),
    ) -> anyhow::Result<Self> {
        if let Some(tolerance) = checked(args.tolerance)? {
            solver = solver.with_tolerance(tolerance);
        }
        if let Some(iterations) = args.iterations {
            solver = solver.with_max_iterations(iterations);
        }
        let tolerances = match &mut solver {
            Solver::FabrikTree(tree) => {
                tree.root = anchor.root;
                tree.angle_tolerance = args.angle_tolerance.map_or(tree.angle_tolerance, f32::to_radians);
                tree.polish_iterations = args.polish.unwrap_or(tree.polish_iterations);
                let FabrikTree { tolerance, angle_tolerance, .. } = tree;
                [*tolerance, *angle_tolerance]
            }
            Solver::WholeBody(whole) => {
                whole.root = anchor.root;
                whole.angle_tolerance = args.angle_tolerance.map_or(whole.angle_tolerance, f32::to_radians);
                whole.max_restarts = args.restarts.unwrap_or(whole.max_restarts);
                whole.strength = args.strength.unwrap_or(whole.strength);
                let WholeBody { tolerance, angle_tolerance, .. } = whole;
                [*tolerance, *angle_tolerance]
            }
            other => bail!("{} solves chains, not a whole body", other.name()),
        };
        let eased = posture(figure, args.posture(), anchor, (goals, start))?;
        let mut body = posed(figure, args, eased.as_ref().map(|eased| &eased.posture))?;
        if args.limits == Limits::On {
            body = body.with_limits(&figure.rig.limits)?;
        }
        let body = anchor.held.iter().fold(body, |body, &joint| body.with_locked(joint));
        let begins = eased.map_or(Vec::new(), |eased| eased.begins);
        Ok(Self { solver, tolerances, body, begins, rounds: ROUNDS })
    }

    /// Moves only the chains of these goals, with `start` as reference pose. [`Thread::travel`] bounds how fast they turn, so a frame has as many
    /// rounds as it needs. `None` where a chain asks for what the whole body does not do: a chosen solver, soft reach, a twist, or the pole of
    /// a chain that is no limb.
    pub(super) fn of_chains(rig: &Rig, wishes: &[Wish], (method, start): (&Method, &Pose)) -> anyhow::Result<Option<Self>> {
        let Solver::Auto(Auto { dls, .. }) = &method.solver else { return Ok(None) };
        let has_own_pole = |wish: &Wish| wish.goal.pole.is_some() && limb_of(rig, wish).is_none();
        if method.is_tuned_for_limbs() || wishes.iter().any(has_own_pole) {
            return Ok(None);
        }
        let mut turns = Vec::new();
        for wish in wishes {
            turns.extend(turning(rig, wish, method)?);
        }
        let mut body = Body::new(&rig.skeleton).with_limbs(&rig.skeleton, &rig.limbs)?.with_reference(start)?;
        if method.limits == Limits::On {
            body = body.with_limits(&rig.limits)?;
        }
        let body = (0..rig.skeleton.len()).filter(|joint| !turns.contains(joint)).fold(body, Body::with_locked);
        let whole = WholeBody { angle_tolerance: dls.angle_tolerance, root: Root::Rotates, ..WholeBody::default() };
        let tolerances = [dls.tolerance, dls.angle_tolerance];
        Ok(Some(Self { solver: Solver::WholeBody(whole), tolerances, body, begins: Vec::new(), rounds: FIRST_ROUNDS }))
    }

    pub(super) fn solve(&self, rig: &Rig, goals: &[Goal], mut pose: Pose, scratch: &mut Scratch) -> anyhow::Result<Solved> {
        self.relax(&mut pose);
        let start = Instant::now();
        let report = self.solver.solve_body_with(&self.body, goals, &mut pose, scratch);
        let micros = tenths(start.elapsed().as_secs_f64() * 1e6);
        let report = report.context("the whole body")?;
        self.solved(rig, goals, pose, Run { report, micros })
    }

    /// Goes on from the frame before. `fabrik-tree` knows no frames: it solves each one for itself.
    pub(super) fn follow(
        &self,
        rig: &Rig,
        goals: &[Goal],
        start: &Pose,
        (thread, scratch): (&mut Thread, &mut Scratch),
    ) -> anyhow::Result<Solved> {
        let Solver::WholeBody(whole) = &self.solver else { return self.solve(rig, goals, start.clone(), scratch) };
        let mut start = start.clone();
        self.relax(&mut start);
        let mut pose = thread.carried(&rig.skeleton, &start, goals);
        let (is_new, began) = (thread.is_new(), Instant::now());
        let rounds = if is_new { FIRST_ROUNDS } else { self.rounds };
        if is_new {
            whole.solve_with(&self.body, goals, &mut pose, scratch).context("the whole body")?;
        }
        // Of rounds that make one frame none leads anywhere else.
        let (mut report, following) = (Report::default(), WholeBody { max_restarts: 0, ..*whole });
        for _ in 0..rounds {
            report.clone_from(following.track_with(&self.body, goals, (&mut pose, &mut thread.follow), scratch).context("the whole body")?);
            if thread.follow.is_settled || (!is_new && report.outcome == Outcome::Reached) {
                break;
            }
        }
        let micros = tenths(began.elapsed().as_secs_f64() * 1e6);
        thread.keep(start, &pose);
        self.solved(rig, goals, pose, Run { report: &report, micros })
    }

    /// Puts joints where they begin.
    fn relax(&self, pose: &mut Pose) {
        self.begins.iter().for_each(|&(joint, ease)| pose.locals[joint] = ease);
    }

    fn solved(&self, rig: &Rig, goals: &[Goal], pose: Pose, run: Run<'_>) -> anyhow::Result<Solved> {
        let Run { report, micros } = run;
        let goals = self.measure(rig, goals, &pose, run)?;
        let limit = |limit: &ActiveLimit| ActiveLimitEntry { joint: label(&rig.skeleton, limit.joint), bound: limit.bound };
        let goals = SolvedGoals {
            outcome: goals.iter().map(|goal| goal.outcome).max_by_key(|&outcome| severity(outcome)).unwrap_or_default(),
            goals,
            iterations: report.iterations,
            active_limits: report.active_limits.iter().map(limit).collect(),
            active_pins: report.active_pins.iter().map(|&joint| label(&rig.skeleton, joint)).collect(),
            micros,
            solver: self.solver.name(),
            restarts: report.restarts,
        };
        Ok(Solved { pose, goals, notes: Vec::new() })
    }

    /// What became of each goal. One that is met counts as reached even where another one is missed.
    fn measure(&self, rig: &Rig, goals: &[Goal], pose: &Pose, Run { report, micros }: Run<'_>) -> anyhow::Result<Vec<GoalEntry>> {
        let world_from_joint = rig.skeleton.forward(pose);
        let path = |joint: usize| {
            let joints: Vec<usize> = rig.skeleton.ancestors(joint).collect();
            let place = |joint: usize| world_from_joint[joint].translation;
            joints.windows(2).map(|pair| place(pair[0]).distance(place(pair[1]))).sum::<f32>()
        };
        let size = goals.iter().map(|goal| path(goal.joint)).fold(0.0, f32::max);
        let near = self.tolerances[0].max(FORWARD_SLACK) * size;
        let mut entries = Vec::with_capacity(goals.len());
        for goal in goals {
            let Gap { target, reached, distance, angle } = Gap::of(goal, &world_from_joint);
            if !distance.is_finite() {
                bail!("the goal of \"{}\" is too far away to be measured; give it in metres", label(&rig.skeleton, goal.joint));
            }
            let is_met = distance <= near + goal.radius && angle <= self.tolerances[1] + ANGLE_SLACK + goal.angle;
            entries.push(GoalEntry {
                joint: label(&rig.skeleton, goal.joint),
                target: target.to_array(),
                reached: reached.to_array(),
                distance,
                angle,
                outcome: if is_met { Outcome::Reached } else { missed(report.outcome) },
                iterations: report.iterations,
                micros,
                active_limits: Vec::new(),
                weight: goal.weight,
                pinned: goal.priority == Priority::Pin,
                restarts: report.restarts,
            });
        }
        Ok(entries)
    }
}

/// The first frame comes to rest in so many rounds, others in fewer: a round turns no joint by more than the goals' ways explain, and at least by 2.3
/// degrees. With one round hands were left up to 28 mm behind where comfort turns elbows as well, with 2 up to 10, with 4 up to 2; 16 reach no more.
const FIRST_ROUNDS: usize = 24;
const ROUNDS: usize = 4;

/// What forward kinematics may differ from the solver's own measure, as a part of the body's size.
const FORWARD_SLACK: f32 = 2e-5;

/// The outcome of a goal that is not met.
const fn missed(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Reached => Outcome::Stalled,
        other => other,
    }
}

/// The figure's body, as a person's moves if it is one.
fn posed(figure: &Figure, args: &MethodArgs, posture: Option<&Posture>) -> anyhow::Result<Body> {
    let Rig { skeleton, limbs, .. } = &figure.rig;
    let (body, given) = (Body::new(skeleton).with_limbs(skeleton, limbs)?, stiffness(figure, args)?);
    let Some(mut posture) = posture.cloned() else { return Ok(body.with_stiffness(&given)?) };
    for (stiffness, given) in posture.stiffness.iter_mut().zip(given) {
        *stiffness = (*stiffness * given).clamp(STIFFNESS[0], STIFFNESS[1]);
    }
    let body = body.with_posture(&posture)?.with_collision_pairs(&figure.rig.collision_pairs())?;
    Ok(match figure.rig.balance() {
        Some(balance) => body.with_balance(&balance)?,
        None => body,
    })
}

/// How stiff a joint may be.
const STIFFNESS: [f32; 2] = [0.01, 100.0];

/// A stiffness for each joint, as the user gives it.
pub(super) fn stiffness(figure: &Figure, args: &MethodArgs) -> anyhow::Result<Vec<f32>> {
    let mut stiffness = vec![1.0; figure.rig.skeleton.len()];
    let mut named = Vec::new();
    for word in &args.stiffness {
        let joint = joint_named(figure, &word.joint)?;
        let Some(number) = within(word.number, STIFFNESS) else {
            bail!("--stiffness {}={}: give a number from 0.01 to 100; --hold {} keeps a joint's turn", word.joint, word.number, word.joint);
        };
        if named.contains(&joint) {
            bail!("\"{}\" has two of --stiffness; give each joint one", word.joint);
        }
        named.push(joint);
        stiffness[joint] = number;
    }
    Ok(stiffness)
}
