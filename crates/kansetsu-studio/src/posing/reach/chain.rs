//! One chain reaches, by a solver of one's choice.

use kansetsu::{
    Error,
    d3::{
        Chain, Goal, Orientation,
        solve::{Scratch, Solver},
    },
};

use super::{RESTARTS, Reached, Wanted, plan::Turning};
use crate::posing::{Settings, Subject};

/// A chain ready to reach.
pub(in crate::posing) struct ChainReach {
    chain: Option<Chain>,
    solver: Solver,
    scratch: Scratch,
}

impl ChainReach {
    /// The chain that ends at `joint`.
    pub(in crate::posing) fn new(subject: &Subject, joint: usize, settings: &Settings, solver: &Solver) -> Result<Self, Error> {
        let turning = Turning::new(subject, joint, settings);
        let mut solver = solver.clone();
        match &mut solver {
            Solver::Auto(auto) => {
                auto.dls.max_restarts = auto.dls.max_restarts.min(RESTARTS);
                auto.two_bone.soft = settings.soft.clamp(0.0, 0.5);
            }
            Solver::Dls(dls) => dls.max_restarts = dls.max_restarts.min(RESTARTS),
            Solver::TwoBone(two_bone) => two_bone.soft = settings.soft.clamp(0.0, 0.5),
            _ => {}
        }
        let skeleton = subject.skeleton();
        // The base of the body holds still here: without it the chain would turn the whole figure.
        let top = turning.chain.iter().rev().copied().find(|&above| above != turning.base || subject.rig().limbs.is_empty());
        let chain = match top {
            None => None,
            Some(top) => {
                let mut chain = Chain::new(skeleton, top, joint)?;
                if settings.limited {
                    chain = chain.with_limits(&subject.limits)?;
                }
                if let Some(limb) = subject.rig().limb_to(joint).filter(|limb| limb.base == top) {
                    chain = chain.with_pole(skeleton, limb.pole);
                }
                Some(chain)
            }
        };
        Ok(Self { chain, solver, scratch: Scratch::default() })
    }

    /// The pose in which the joint is where it is wanted, as far as the solver brings it.
    pub(in crate::posing) fn solve(&mut self, subject: &Subject, joint: usize, wanted: Wanted) -> Result<Reached, Error> {
        let mut pose = subject.pose.clone();
        let Some(chain) = &self.chain else {
            return Ok(Reached { pose, outcome: kansetsu::d3::Outcome::Stalled, active_limits: Vec::new(), iterations: 0, stopped: None });
        };
        let goal = Goal { orientation: wanted.turn.map(Orientation::Full), ..Goal::position(joint, wanted.position) };
        let report = self.solver.solve_with(chain, &goal, &mut pose, &mut self.scratch)?;
        Ok(Reached {
            pose,
            outcome: report.outcome,
            active_limits: report.active_limits.clone(),
            iterations: report.iterations,
            stopped: None,
        })
    }
}
