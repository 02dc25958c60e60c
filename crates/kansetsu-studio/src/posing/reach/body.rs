//! A body reaches by a solver of one's choice.

use kansetsu::{
    Error,
    d3::{
        Goal,
        solve::{Body, Root, Scratch, Solver},
    },
};

use super::{Firm, RESTARTS, Reached, Wanted, plan::Turning};
use crate::posing::{Settings, Subject};

/// A body ready to reach with one joint.
pub(in crate::posing) struct BodyReach {
    body: Body,
    solver: Solver,
    pins: Vec<Goal>,
    scratch: Scratch,
}

impl BodyReach {
    pub(in crate::posing) fn new(subject: &Subject, joint: usize, settings: &Settings, solver: &Solver) -> Result<Self, Error> {
        let turning = Turning::new(subject, joint, settings);
        let (body, root) = turning.body(subject, settings)?;
        let mut solver = solver.clone();
        match &mut solver {
            Solver::WholeBody(solver) => {
                solver.root = root;
                solver.max_restarts = solver.max_restarts.min(RESTARTS);
            }
            Solver::FabrikTree(solver) => solver.root = if turning.slides { Root::Free } else { Root::Fixed },
            _ => {}
        }
        Ok(Self { body, solver, pins: turning.beside(joint).collect(), scratch: Scratch::default() })
    }

    /// The pose in which the joint is where it is wanted, as far as the solver brings it.
    pub(in crate::posing) fn solve(&mut self, subject: &Subject, (joint, firm): (usize, Firm), wanted: Wanted) -> Result<Reached, Error> {
        let mut goal = Goal::position(joint, wanted.position);
        let held = subject.pins.iter().find(|pin| pin.joint == joint).and_then(|pin| pin.orientation);
        if let Some(turn) = wanted.turn.or(held) {
            goal = goal.with_orientation(turn);
        }
        let mut goals = vec![if firm == Firm::Place { goal.pinned() } else { goal }];
        goals.extend(self.pins.iter().cloned());
        let mut pose = subject.pose.clone();
        let report = self.solver.solve_body_with(&self.body, &goals, &mut pose, &mut self.scratch)?;
        Ok(Reached {
            pose,
            outcome: report.outcome,
            active_limits: report.active_limits.clone(),
            iterations: report.iterations,
            stopped: None,
        })
    }
}
