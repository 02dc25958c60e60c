//! The solvers.
//!
//! Each is a struct of named parameters with `solve` (for ease) and `solve_with` (with a [`Scratch`], for the hot
//! path). [`Solver`] is any of them: what `--solver` and a rig file hold.
//!
//! # Which solver
//!
//! | what is to be done | solver | how | cost of a solve |
//! | --- | --- | --- | --- |
//! | anything with one chain | [`Auto`] | [`TwoBone`] where it applies and limits allow it, else [`Dls`] | that of the one it takes |
//! | an arm or a leg, without limits in the way | [`TwoBone`] | the law of cosines, with pole, soft reach and twist | constant, no rounds |
//! | a chain with limits, an orientation, a line or a plane | [`Dls`] | damped least squares with limits inside every step | about 1 µs a joint and step; 3-8 steps, more with restarts |
//! | a rope, a tail, for its look | [`Fabrik`] | forward and backward reaching | linear in the joints, times about as many rounds as joints |
//! | a chain that should curl from its tip | [`Ccd`] | each joint in turn points the tip at the target | linear in the joints, times up to 200 rounds |
//! | one joint that looks: an eye, a turret, a camera | [`Aim`] | a line and a sphere, in closed form | constant |
//! | spine, neck and head that look together | [`AimChain`] | shares of one turn | linear in the joints, times 2-4 rounds |
//! | several goals and pins over a body | [`WholeBody`] | damped least squares for all at once | see there |
//! | the same, as FABRIK does it, for comparison | [`FabrikTree`] | forward and backward reaching on a tree | see there |
//!
//! When in doubt take [`Auto`] for a chain and [`WholeBody`] for a [`Body`]. All of them keep limits, all report what forward kinematics says of
//! the pose that they return, and none takes a goal that is not reached for an error: see [`super::Outcome`]. [`Ccd`] and
//! [`Fabrik`] stop short where limits make them go round in circles, and take orientations only as far as the tip alone can turn.

mod again;
mod aim;
mod aim_chain;
mod aim_within;
mod auto;
mod ccd;
mod dls;
pub(crate) mod even;
mod fabrik;
mod fabrik_tree;
pub(crate) mod pair;
mod pole;
mod rounds;
mod sight;
mod solver;
pub(crate) mod swivel;
mod tip_pole;
pub(crate) mod turn;
pub(crate) mod two_bone;
pub(crate) mod work;

pub(crate) use crate::solve::FRAME_ROTATION;
pub use crate::solve::{Body, GoalPose, Root, TrackingState, WholeBody};
pub use aim::Aim;
pub use aim_chain::AimChain;
pub use auto::Auto;
pub use ccd::Ccd;
pub use dls::Dls;
pub use fabrik::Fabrik;
pub use fabrik_tree::FabrikTree;
pub use solver::{Scope, Solver};
pub use tip_pole::TipPole;
pub use two_bone::TwoBone;

use glam::Vec3;

use super::{Chain, Goal, Report};
use crate::{Error, error::in_range, math::Rot};

/// Memory that solvers use again, so that a solve allocates nothing once it is warm.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(crate) work: work::Work,
    pub(crate) report: Report,
    pub(crate) best: Vec<Rot>,
    pub(crate) nearest: Vec<Rot>,
    pub(crate) frames: Vec<(Rot, Vec3)>,
    pub(crate) problem: crate::solve::Problem,
    pub(crate) attempts: crate::solve::Attempts,
    pub(crate) tree: fabrik_tree::Tree,
    pub(crate) aim: aim_chain::AimScratch,
}

/// An orientation goal counts as met within this, radians (0.06°), by solvers without a tolerance of their own: a hundred times what
/// `f32` loses over ten joints.
pub(crate) const ANGLE_TOLERANCE: f32 = 1e-3;

/// Turns the tip to the wanted orientation, as far as its limit allows.
pub(crate) fn turn_tip(chain: &Chain, work: &mut work::Work) {
    let Some(wanted) = work.orientation else { return };
    let last = work.joints.len() - 1;
    if chain.joints[last].held {
        return;
    }
    let frame = work.joints[..last].iter().fold(Rot::IDENTITY, |frame, joint| frame * joint.pre * joint.local) * work.joints[last].pre;
    let present = frame * work.joints[last].local;
    // What is turned as wanted keeps its bits.
    if wanted.missing(present, work.tip().0).length_squared() < 1e-12 && is_inside(chain, work, last) {
        return;
    }
    let local = (frame.inverse() * wanted.wanted(present, work.tip().0)).normalized();
    let entry = &chain.joints[last];
    work.joints[last].local = entry.prepared.as_ref().map_or(local, |limit| work::projected(limit, entry.rest, local));
}

pub(crate) fn is_inside_limits(chain: &Chain, work: &work::Work) -> bool {
    (0..chain.joints.len()).all(|index| is_inside(chain, work, index))
}

/// Whether a joint is inside its limit, but for what the product of a few rotations rounds by.
fn is_inside(chain: &Chain, work: &work::Work, index: usize) -> bool {
    let (entry, local) = (&chain.joints[index], work.joints[index].local);
    let limit = entry.prepared.as_ref().filter(|_| !entry.held);
    limit.is_none_or(|limit| (local.inverse() * work::projected(limit, entry.rest, local)).vector().length_squared() < ROUNDING * ROUNDING)
}

/// Radians, half: a hundredth of what counts as a violation.
const ROUNDING: f32 = 5e-6;

/// Refuses a goal in the frame of a joint, which the closed forms, CCD and FABRIK do not follow.
pub(crate) fn refuse_frame(solver: &'static str, goal: &Goal) -> Result<(), Error> {
    let is_refused = goal.relative_to.is_some();
    if is_refused { Err(Error::Unsupported { solver, what: "a goal in the frame of a joint" }) } else { Ok(()) }
}

#[inline]
pub(crate) fn check_number(what: &'static str, value: f32, min: f32, max: f32) -> Result<(), Error> {
    in_range(what, value, [min, max])
}
