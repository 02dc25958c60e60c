//! The solvers.
//!
//! Each is a struct of named parameters with `solve` (for ease) and `solve_with` (with a [`Scratch`], for the hot
//! path). [`Solver`] is any of them: what `--solver` and a rig file hold.

mod aim;
mod aim_chain;
mod aim_within;
mod auto;
mod body;
mod ccd;
pub(crate) mod dls;
pub(crate) mod even;
mod fabrik;
mod fabrik_tree;
mod pole;
mod rounds;
mod sight;
mod tip_pole;
pub(crate) mod turn;
pub(crate) mod two_bone;
pub(crate) mod work;

pub use aim::Aim;
pub use aim_chain::AimChain;
pub use auto::Auto;
pub use body::{Body, Root, WholeBody};
pub use ccd::Ccd;
pub use dls::Dls;
pub use fabrik::Fabrik;
pub use fabrik_tree::FabrikTree;
pub use tip_pole::TipPole;
pub use two_bone::TwoBone;

use glam::Vec3;

use super::{Chain, Goal, Pose, Report};
use crate::{Error, math::Rot};

/// Memory that solvers use again, so that a solve allocates nothing once it is warm.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(crate) work: work::Work,
    pub(crate) report: Report,
    pub(crate) best: Vec<Rot>,
    pub(crate) kept: Vec<Rot>,
    pub(crate) first: Vec<Rot>,
    pub(crate) frames: Vec<(Rot, Vec3)>,
    pub(crate) links: dls::Links,
    pub(crate) body: body::BodyScratch,
    pub(crate) tree: fabrik_tree::Tree,
    pub(crate) aim: aim_chain::AimScratch,
}

/// Any solver for a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(tag = "solver", rename_all = "kebab-case"))]
pub enum Solver {
    /// The cheapest that keeps the promises.
    Auto(Auto),
    /// Two bones in closed form.
    TwoBone(TwoBone),
    /// Cyclic coordinate descent.
    Ccd(Ccd),
    /// Forward and backward reaching.
    Fabrik(Fabrik),
    /// Damped least squares.
    Dls(Dls),
}

impl Default for Solver {
    fn default() -> Self {
        Self::Auto(Auto::default())
    }
}

impl Solver {
    /// The solver of this name with its default parameters: "auto", "two-bone", "ccd", "fabrik", "dls".
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto(Auto::default())),
            "two-bone" => Some(Self::TwoBone(TwoBone::default())),
            "ccd" => Some(Self::Ccd(Ccd::default())),
            "fabrik" => Some(Self::Fabrik(Fabrik::default())),
            "dls" => Some(Self::Dls(Dls::default())),
            _ => None,
        }
    }

    /// The names that [`Self::from_name`] knows.
    pub const NAMES: [&'static str; 5] = ["auto", "two-bone", "ccd", "fabrik", "dls"];

    /// This solver's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Auto(_) => "auto",
            Self::TwoBone(_) => "two-bone",
            Self::Ccd(_) => "ccd",
            Self::Fabrik(_) => "fabrik",
            Self::Dls(_) => "dls",
        }
    }

    /// The same solver with at most this many rounds; a closed form has none.
    #[must_use]
    pub const fn with_max_iterations(mut self, max_iterations: usize) -> Self {
        match &mut self {
            Self::Auto(solver) => solver.dls.max_iterations = max_iterations,
            Self::Ccd(solver) => solver.max_iterations = max_iterations,
            Self::Fabrik(solver) => solver.max_iterations = max_iterations,
            Self::Dls(solver) => solver.max_iterations = max_iterations,
            Self::TwoBone(_) => {}
        }
        self
    }

    /// The same solver with this tolerance, a part of the chain's length; a closed form has none.
    #[must_use]
    pub const fn with_tolerance(mut self, tolerance: f32) -> Self {
        match &mut self {
            Self::Auto(solver) => solver.dls.tolerance = tolerance,
            Self::Ccd(solver) => solver.tolerance = tolerance,
            Self::Fabrik(solver) => solver.tolerance = tolerance,
            Self::Dls(solver) => solver.tolerance = tolerance,
            Self::TwoBone(_) => {}
        }
        self
    }

    /// Brings the chain's tip to the goal.
    ///
    /// # Errors
    /// As the solver's own `solve`. The pose is then untouched.
    pub fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(chain, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with memory that is used again.
    ///
    /// # Errors
    /// As the solver's own `solve_with`. The pose is then untouched.
    pub fn solve_with<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        match self {
            Self::Auto(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::TwoBone(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::Ccd(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::Fabrik(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::Dls(solver) => solver.solve_with(chain, goal, pose, scratch),
        }
    }
}

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

pub(crate) fn check_number(what: &'static str, value: f32, min: f32, max: f32) -> Result<(), Error> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(Error::InvalidNumber { what, value }) }
}
