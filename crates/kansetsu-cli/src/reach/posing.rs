//! A session set up from the command line.

use std::{f32::consts::TAU, path::Path, time::Instant};

use anyhow::{anyhow, bail};
use kansetsu::{
    Budget, IkSession,
    d3::{Outcome, Pose, solve::Solver},
    session::{Report, Request},
};
use kansetsu_formats::Figure;
use kansetsu_humanoid::prior::set_default_prior;

use super::targets::Targets;
use crate::{
    argument::{GoalArgs, MethodArgs, SolverChoice, Start},
    json::{GoalEntry, SolvedGoals, tenths},
    source,
};

/// The default of the most solver steps.
pub(crate) const STEPS: u32 = 800;

/// A session, with the steps of the command line before and after its solve.
#[derive(Clone, Debug)]
pub(crate) struct Posing<'a> {
    figure: &'a Figure,
    method: &'a MethodArgs,
    session: IkSession,
    /// The number of the user's pins; the session plants feet besides.
    pins: usize,
}

/// A pose and the results of the targets in it.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub(crate) pose: Pose,
    pub(crate) goals: SolvedGoals,
    /// Notes for the user, as sentences.
    pub(crate) notes: Vec<String>,
}

impl<'a> Posing<'a> {
    /// A session for a figure, with the default start pose `start`.
    pub(crate) fn new(
        figure: &'a Figure,
        (choice, method): (Option<&SolverChoice>, &'a MethodArgs),
        start: Start,
    ) -> anyhow::Result<Self> {
        let (solver, unused) = method.solver(choice);
        match unused {
            Some(unused) => bail!("{unused}"),
            None => Self::by(figure, (solver, method), start),
        }
    }

    /// Like `new`, for a solver of this name; flags that do not apply to it are ignored.
    pub(crate) fn by_name(
        figure: &'a Figure,
        (name, method): (&str, &'a MethodArgs),
        start: Start,
    ) -> anyhow::Result<Self> {
        let (solver, _) = method.solver(Some(&SolverChoice::from_name(name)));
        Self::by(figure, (solver, method), start)
    }

    fn by(
        figure: &'a Figure,
        (solver, method): (Option<Solver>, &'a MethodArgs),
        start: Start,
    ) -> anyhow::Result<Self> {
        let session = IkSession::new(&method.rig(figure)?, method.options(figure, solver, start)?);
        Ok(Self { figure, method, session, pins: 0 })
    }

    /// The session of a request in a file.
    pub(crate) fn of_request(
        figure: &'a Figure,
        path: &Path,
        method: &'a MethodArgs,
    ) -> anyhow::Result<Self> {
        let shown = source::shown(path);
        let request: Request =
            serde_json::from_str(&source::read_text(path)?).map_err(|problem| {
                anyhow!("{shown} is not a request (see docs/guide/library.md): {problem}")
            })?;
        let mut session =
            request.session(&figure.rig).map_err(|problem| anyhow!("{shown}: {problem}"))?;
        set_default_prior(session.options_mut());
        if request.targets.is_empty() {
            bail!("{shown}: there is no target; add at least one to \"targets\"");
        }
        Ok(Self { figure, method, session, pins: request.pins.len() + request.position_pins.len() })
    }

    /// Sets targets and pins; pins keep the transforms in `start`.
    pub(crate) fn aim(&mut self, goals: &GoalArgs, start: &Pose) -> anyhow::Result<()> {
        let Targets { targets, pins } = Targets::new(self.figure, goals, start)?;
        self.pins = pins.len();
        for (joint, target) in targets {
            self.method.base_over(self.figure, joint.index() as usize)?;
            let target = self.method.blended_target(&self.figure.rig, (joint, target), start)?;
            self.session.set_target(joint, target);
        }
        pins.into_iter().for_each(|(joint, target)| self.session.pin_to(joint, target));
        Ok(())
    }

    /// Caps the speed of joints at 360° per second, unless the motion of the targets explains a
    /// higher one.
    pub(crate) fn limit_velocity(&mut self, rate: f32) {
        self.session.options_mut().velocity_limit.get_or_insert(TAU / rate);
    }

    /// The start pose of a solve without a motion.
    pub(crate) fn stance(&self, pose: &Pose) -> Pose {
        self.session.start_pose(pose)
    }

    /// Solves from the pose `start`.
    pub(crate) fn solve(&mut self, start: &Pose) -> anyhow::Result<Solved> {
        let mut pose = start.clone();
        let (begun, budget) = (Instant::now(), self.budget());
        let report = self.session.solve(&mut pose, budget)?;
        self.solved(start, pose, (report, begun.elapsed().as_secs_f64()))
    }

    /// Solves the next frame of a motion.
    pub(crate) fn follow(&mut self, motion: &Pose) -> anyhow::Result<Solved> {
        let mut pose = motion.clone();
        let (begun, budget) = (Instant::now(), self.budget());
        let report = self.session.follow(motion, &mut pose, budget)?;
        self.solved(motion, pose, (report, begun.elapsed().as_secs_f64()))
    }

    fn budget(&self) -> Budget {
        Budget::steps(self.method.iterations.unwrap_or(STEPS))
    }

    fn solved(
        &self,
        start: &Pose,
        mut pose: Pose,
        (report, seconds): (Report, f64),
    ) -> anyhow::Result<Solved> {
        let (rig, options) = (self.session.rig(), self.session.options());
        let mut goals = SolvedGoals::of(&self.session, (&report, self.pins), tenths(seconds * 1e6));
        if self.method.blend_pose(rig, options.limits, start, &mut pose) {
            goals.measure(&self.session.measure(&pose)?);
        }
        if let Some(goal) = goals.goals.iter().find(|goal| !goal.distance.is_finite()) {
            bail!(
                "the goal of \"{}\" is too far away to be measured; give it in metres",
                goal.joint
            );
        }
        let is_in_turn = goals.goals.len() > 1 || options.velocity_limit.is_some();
        let is_chain = is_in_turn
            && options
                .solver
                .as_ref()
                .is_some_and(|solver| !matches!(solver, Solver::FabrikTree(_)));
        let missed = goals.goals.iter().filter(|goal| is_chain && goal.outcome == Outcome::Stalled);
        let notes = missed.map(|goal| note(goal, goals.solver)).collect();
        Ok(Solved { pose, goals, notes })
    }
}

/// The reason why a chain solver may miss a goal.
fn note(goal: &GoalEntry, solver: &str) -> String {
    let (off, angle) = (goal.distance * 1e3, goal.angle.to_degrees());
    format!(
        "\"{}\" is {off:.1} mm and {angle:.1}° off its goal: {solver} solves one chain at a time, and over time rotates no joint by more \
         than 360° per second",
        goal.joint
    )
}
