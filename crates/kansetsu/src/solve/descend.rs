//! The iterations: descents, penalty continuation, restarts, and the correction of pins.

use super::{
    Body, WholeBody,
    constants::{
        ATTEMPT, CORRECTION_STEPS, DESCENT, MAX_FRAME_PENALTY, MAX_PENALTY, PENALTY_FACTOR,
        PIN_TOLERANCE, SETTLED, SPREAD, STILL,
    },
    mode::{Corrected, Mode},
    problem::{Attempts, Motion, Problem},
    task::Kind,
};
use crate::{
    d3::Report,
    kinematics::{NONE, Random, State},
};

/// What a solve did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Descent {
    pub(super) met: bool,
    pub(super) steps: usize,
    pub(super) restarts: usize,
}

/// The best end so far: targets missed, and the cost of their residuals.
type Missed = (usize, f64);

impl WholeBody {
    /// Brings the loaded problem to its targets. `met` is whether it meets them as loaded.
    ///
    /// A body with a reference pose starts with the posture: targets that are missed gain weight
    /// twice, then restarts look for a pose without the posture, which settles it. A body without
    /// one starts without; if targets are missed by all attempts, the posture decides what they
    /// share.
    pub(super) fn descend(
        &self,
        body: &Body,
        problem: &mut Problem,
        attempts: &mut Attempts,
        met: bool,
    ) -> Descent {
        let strength = Some(f64::from(self.strength));
        let settles = body.reference.is_some();
        let mut mode =
            Mode { strength: strength.filter(|_| settles), penalty: 1.0, corrects: None };
        let mut done = Descent { met, ..Descent::default() };
        let most = self.max_steps.saturating_sub(CORRECTION_STEPS).max(1).min(self.max_steps);
        let mut is_bare = !settles;
        problem.tree.keep(&mut attempts.first);
        let (mut least, mut random): (Missed, Random) =
            ((usize::MAX, f64::INFINITY), Random::new(20_261_126));
        loop {
            let end = most.min(done.steps.saturating_add(if mode.strength.is_some() {
                DESCENT
            } else {
                ATTEMPT
            }));
            self.attempt(body, problem, &mode, (&mut done, end));
            let missed = problem.missed();
            // With a posture, a pose that misses as many targets is no better for missing them by
            // less.
            let is_better = if settles { missed.0 < least.0 } else { missed < least };
            if is_better || done.met {
                least = missed;
                problem.tree.keep(&mut attempts.best);
            }
            if done.steps >= most || done.met && (mode.strength.is_some() || !settles) {
                break;
            } else if done.met {
                mode.strength = strength;
            } else if mode.strength.is_some() && mode.penalty < MAX_PENALTY {
                mode.penalty *= PENALTY_FACTOR;
            } else if done.restarts < self.max_restarts {
                if mode.strength.is_some() && !is_bare {
                    // The posture alone may keep a target from being met: the first attempt without
                    // it starts at the best pose.
                    problem.recall(&attempts.best);
                } else {
                    done.restarts += 1;
                    problem.redraw(body, attempts, done.restarts, &mut random);
                }
                (mode.strength, is_bare) = (None, true);
                done.met = problem.measure();
            } else if mode.strength.is_none() && !settles {
                mode.strength = strength;
                problem.recall(&attempts.first);
                done.met = problem.measure();
            } else {
                break;
            }
        }
        problem.recall(&attempts.best);
        done.met = problem.measure();
        done
    }

    /// Brings the loaded chain to its goal, by attempts of so many steps. One that misses from the
    /// first pose settles, and continues from there: with the posture next to nothing, its
    /// geometric stiffness brings the tip to where it is nearest. So does the best of all at the
    /// end.
    pub(crate) fn descend_chain(
        &self,
        body: &Body,
        problem: &mut Problem,
        attempts: &mut Attempts,
        (steps, report): (usize, &mut Report),
    ) {
        let bare = (Mode { strength: None, penalty: 1.0, corrects: None }, steps);
        let settling = (
            Mode {
                strength: Some(f64::from(self.strength)),
                penalty: MAX_FRAME_PENALTY,
                corrects: None,
            },
            DESCENT,
        );
        let (mut done, mut random) = (Descent::default(), Random::new(20_261_126));
        let mut least: (Missed, bool) = ((usize::MAX, f64::INFINITY), false);
        problem.tree.keep(&mut attempts.first);
        self.try_modes(body, problem, attempts, (&[bare, settling, bare], &mut done, &mut least));
        while !done.met && done.restarts < self.max_restarts {
            done.restarts += 1;
            problem.redraw(body, attempts, done.restarts, &mut random);
            problem.measure();
            self.try_modes(body, problem, attempts, (&[bare], &mut done, &mut least));
        }
        let (_, is_settled) = least;
        if !done.met && !is_settled {
            problem.recall(&attempts.best);
            problem.measure();
            self.try_modes(body, problem, attempts, (&[settling], &mut done, &mut least));
        }
        if done.met {
            done.steps += problem.refine(body, &bare.0, &mut attempts.best);
        } else {
            problem.recall(&attempts.best);
            problem.measure();
        }
        report.iterations += done.steps;
        report.restarts += done.restarts;
    }

    /// Attempts in these modes, of so many steps each, until one meets the goal. Keeps the pose
    /// that misses least, and whether it settled.
    fn try_modes(
        &self,
        body: &Body,
        problem: &mut Problem,
        attempts: &mut Attempts,
        (modes, done, least): (&[(Mode, usize)], &mut Descent, &mut (Missed, bool)),
    ) {
        for (mode, steps) in modes {
            let end = done.steps + steps;
            self.attempt(body, problem, mode, (done, end));
            if done.met {
                return;
            }
            let missed = problem.missed();
            if missed < least.0 {
                *least = (missed, mode.strength.is_some());
                problem.tree.keep(&mut attempts.best);
            }
        }
    }

    /// Steps until the targets are met or, with a posture, nearly met and the pose is settled; then
    /// the correction.
    fn attempt(
        &self,
        body: &Body,
        problem: &mut Problem,
        mode: &Mode,
        (done, end): (&mut Descent, usize),
    ) {
        let mut moved = f64::INFINITY;
        let is_going = |problem: &Problem, moved: f64| match mode.strength {
            None => !problem.is_met && moved > 0.0 || !problem.poles_are_met && moved > STILL,
            Some(_) => moved > if problem.is_nearly_met { SETTLED } else { STILL },
        };
        while done.steps < end && is_going(problem, moved) {
            // The first step only finds the pulls, without which nothing says that a straight limb
            // has to bend.
            let is_first = mode.strength.is_some() && !problem.has_pulls;
            let rotated = problem.step(body, mode, mode.cap());
            moved = if is_first { f64::INFINITY } else { rotated };
            problem.measure();
            done.steps += 1;
        }
        done.steps += problem.correct(
            body,
            Corrected::All,
            self.max_steps.saturating_sub(done.steps),
            f64::INFINITY,
        );
        done.met = problem.measure();
    }
}

impl Problem {
    /// Steps that meet what is met within its tolerance to the last digits, so that the end depends
    /// little on the start; returns how many it took.
    fn refine(&mut self, body: &Body, mode: &Mode, before: &mut State) -> usize {
        let mut steps = 0;
        self.tree.keep(before);
        while steps < CORRECTION_STEPS && self.is_met && self.cost > PIN_TOLERANCE * PIN_TOLERANCE {
            self.step(body, mode, mode.cap());
            self.measure();
            steps += 1;
        }
        if !self.is_met {
            self.tree.recall(before);
            self.measure();
        }
        steps
    }

    /// Steps that meet pins, and what is nearly met, exactly; returns how many it took. `cap` is
    /// for all of them, radians.
    pub(super) fn correct(
        &mut self,
        body: &Body,
        which: Corrected,
        most: usize,
        cap: f64,
    ) -> usize {
        let mode = Mode { strength: None, penalty: 1.0, corrects: Some(which) };
        let mut steps = 0;
        while steps < most.min(CORRECTION_STEPS) && !self.is_exact(which) {
            let left = cap - self.tree.largest_motion();
            if left <= 0.0 {
                break;
            }
            self.step(body, &mode, left.min(mode.cap()));
            self.measure();
            steps += 1;
        }
        steps
    }

    /// Takes kept coordinates, and forgets pulls and bounds.
    fn recall(&mut self, state: &State) {
        self.tree.recall(state);
        self.has_pulls = false;
        self.movers.iter_mut().for_each(|mover| mover.is_at_bound = true);
    }

    /// Another pose to start from: in turn the best so far with new rotations of those joints that
    /// lead to a missed target, and the first with all.
    fn redraw(&mut self, body: &Body, attempts: &Attempts, number: usize, random: &mut Random) {
        let is_partial = number % 2 == 1;
        self.recall(if is_partial { &attempts.best } else { &attempts.first });
        self.measure();
        let mut leads = std::mem::take(&mut self.leads);
        leads.clear();
        leads.resize(self.tree.nodes.len(), !is_partial);
        for end in &self.ends {
            let task = &self.tasks[end.task];
            if !task.is_met() && !matches!(task.kind, Kind::Pole(_)) {
                self.tree.path(end.node).for_each(|node| leads[node] = true);
            }
        }
        for mover in
            self.movers.iter().filter(|mover| leads[mover.node] && mover.motion != Motion::Slide)
        {
            let node = &mut self.tree.nodes[mover.node];
            if node.parent == NONE && body.chain_base.is_none() {
                continue;
            }
            if let Some(drawn) = body.joints[node.joint].freedom.draw(SPREAD, random) {
                (node.turn, node.angle) = drawn;
            }
        }
        self.leads = leads;
    }
}
