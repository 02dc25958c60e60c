//! Chains that change as they turn.
//!
//! Where scales stretch one axis more than another a chain is not rigid: where a joint turns, what hangs below it changes its length and its
//! shape. And where a goal turns one axis of the tip and brings a point beside the tip to a place, the tip's own place depends on how the tip comes to
//! stand. A solver takes all this as it stands, then as it stands after that, and so on, until the goal is met by forward
//! kinematics of the pose itself. These rounds need not converge. Damped least squares knows the derivatives of a stretched chain, so it
//! continues from the nearest pose where rounds miss the goal.
//!
//! Source: successive substitution (fixed-point iteration); that the lengths are what is substituted is our own. Cost: as many solves as rounds,
//! mostly 2 to 6; one for all other chains.

use super::{Scratch, work::Work};
use crate::{
    d3::{Chain, Goal, Outcome},
    math::Rot,
};

/// Rounds at most: where a round leaves no less than two thirds of the miss this comes within 1e-7 of it. Half as many miss a goal in a hundred
/// more, twice as many find next to none.
const ROUNDS: usize = 40;

/// Rounds without gain before a chain is left where it came nearest: the first rounds may overshoot, more are seldom worth their time.
const PATIENCE: usize = 4;

/// A round has gained if it leaves less than this fraction of the least miss so far.
const GAIN: f32 = 0.98;

/// A goal for a chain that may change as it turns, and when it counts as met.
#[derive(Clone, Copy)]
pub(crate) struct Again<'a> {
    pub(crate) chain: &'a Chain,
    pub(crate) goal: &'a Goal,
    /// When the position counts as met, as a fraction of the length, and the orientation, radians.
    pub(crate) tolerance: f32,
    pub(crate) angle_tolerance: f32,
}

/// How far a chain is from its goal.
struct Miss {
    /// Chain lengths and radians together.
    size: f32,
    is_met: bool,
}

impl Again<'_> {
    /// Solves the loaded chain, and leaves it where it came nearest; a chain that does not change is solved once. `solve` solves it as
    /// if it did not change, and returns [`Outcome::Limited`] for every miss that is not one of reach.
    ///
    /// Of a chain that changes this returns [`Outcome::Reached`] only where forward kinematics says so, [`Outcome::SoftReached`] where `solve` does, and [`Outcome::Limited`]
    /// for every other miss: out of reach for the chain as it stands may be in reach for what it becomes.
    pub(crate) fn solve(&self, scratch: &mut Scratch, mut solve: impl FnMut(&mut Scratch) -> Outcome) -> Outcome {
        if scratch.work.changes(self.goal) { self.rounds(scratch, solve) } else { solve(scratch) }
    }

    fn rounds(&self, scratch: &mut Scratch, mut solve: impl FnMut(&mut Scratch) -> Outcome) -> Outcome {
        let (mut least, mut vain) = (f32::INFINITY, 0);
        scratch.work.stretch();
        keep(&mut scratch.nearest, &scratch.work);
        if super::is_inside_limits(self.chain, &scratch.work) {
            least = self.miss(&scratch.work).size;
        }
        let mut outcome = Outcome::Limited;
        for _ in 0..ROUNDS {
            outcome = solve(scratch);
            scratch.work.stretch();
            let miss = self.miss(&scratch.work);
            if miss.is_met {
                return Outcome::Reached;
            }
            // A limb that soft reach holds back is where it should be, and no nearer.
            let is_held_back = outcome == Outcome::SoftReached;
            vain += usize::from(is_held_back || miss.size.is_nan() || miss.size > GAIN * least);
            if is_held_back || miss.size < least || least == f32::INFINITY {
                least = least.min(miss.size);
                keep(&mut scratch.nearest, &scratch.work);
            }
            if vain > PATIENCE {
                break;
            }
        }
        for (joint, &local) in scratch.work.joints.iter_mut().zip(&scratch.nearest) {
            joint.local = local;
        }
        scratch.work.stretch();
        if outcome == Outcome::SoftReached { outcome } else { Outcome::Limited }
    }

    fn miss(&self, work: &Work) -> Miss {
        let (distance, angle) = (work.distance(), work.angle(self.goal));
        let is_met = distance <= self.tolerance * work.length && angle <= self.angle_tolerance;
        Miss { size: distance / work.length.max(f32::MIN_POSITIVE) + angle, is_met }
    }
}

fn keep(kept: &mut Vec<Rot>, work: &Work) {
    kept.clear();
    kept.extend(work.joints.iter().map(|joint| joint.local));
}
