//! The loop of CCD and FABRIK: rounds until the end is at its target, nothing moves any more, or
//! they run out; the best pose so far is kept.

use glam::DVec3;

use super::{
    Scratch,
    loaded::{self, ANGLE_TOLERANCE},
    pole,
    segments::Segment,
};
use crate::{
    Error,
    d3::{Chain, Goal, Pose, Report},
    math::so3,
    solve::Problem,
};

/// An iterative solver.
#[derive(Clone, Copy)]
pub(crate) struct Rounds {
    pub(crate) max_iterations: usize,
    /// As a fraction of the chain's length.
    pub(crate) tolerance: f32,
    pub(crate) round: Round,
}

/// One round that moves the first position to the second one: rotates the joints, and returns the
/// largest rotation in radians.
pub(crate) type Round = fn(&Chain, &mut Problem, [DVec3; 2], &mut Vec<Segment>) -> f64;

/// How often a chain that no longer moves is bent before it counts as stalled.
const KICKS: usize = 2;

/// The rounds end if no joint rotates by more than this, radians.
const STILL: f64 = 1e-6;

impl Rounds {
    /// Loads, iterates, stores.
    pub(crate) fn run<'s>(
        &self,
        chain: &Chain,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        loaded::solve(
            (chain, goal),
            pose,
            scratch,
            [self.tolerance, ANGLE_TOLERANCE],
            |_, scratch| {
                self.approach(chain, scratch);
                scratch.problem.turn_tip(&chain.body);
                pole::swivel(chain, scratch);
            },
        )?;
        Ok(&scratch.report)
    }

    /// Rounds until the end is at the target, nothing moves any more, or they run out; leaves the
    /// best pose.
    fn approach(&self, chain: &Chain, scratch: &mut Scratch) {
        let Scratch { problem, report, state, segments, .. } = scratch;
        let (mut least, mut kicks) = (f64::INFINITY, 0);
        while let Some([end, target]) = problem.end_and_target(&chain.body) {
            let distance = end.distance(target);
            if distance < least {
                least = distance;
                problem.tree.keep(state);
            }
            if distance <= self.tolerance.into() || report.iterations == self.max_iterations {
                break;
            }
            report.iterations += 1;
            if (self.round)(chain, problem, [end, target], segments) < STILL {
                if kicks == KICKS {
                    break;
                }
                kicks += 1;
                bend_a_little(chain, problem);
            }
            problem.measure();
        }
        if least.is_finite() {
            problem.tree.recall(state);
        }
    }
}

/// Rotates every joint about its bend axis: out of a straight line on which no joint would move.
fn bend_a_little(chain: &Chain, problem: &mut Problem) {
    let count = chain.turning().count();
    for (index, entry) in chain.turning().enumerate() {
        // The base rotates back by half of the sum of the bends, so that the chain curves instead
        // of swinging.
        let angle = if index == 0 { -0.1 * (count - 1) as f64 / 2.0 } else { 0.1 };
        let node = problem.tree.node_of[entry.joint];
        let axis = problem.tree.nodes[node].frame_above() * so3::wide(entry.bend_axis);
        problem.rotate(&chain.body, node, so3::exp(axis * angle.max(-1.0)));
    }
}
