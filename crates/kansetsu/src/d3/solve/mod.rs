//! The solvers.
//!
//! Each is a struct of named parameters with `solve` (for ease) and `solve_with` (with a [`Scratch`], for the hot
//! path). [`Solver`] is any of them: what `--solver` and a rig file hold.

mod ccd;
pub(crate) mod dls;
mod fabrik;
mod rounds;
mod two_bone;
pub(crate) mod work;

pub use ccd::Ccd;
pub use dls::Dls;
pub use fabrik::Fabrik;
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
    pub(crate) frames: Vec<(Rot, Vec3)>,
    pub(crate) links: dls::Links,
}

/// Any solver for a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(tag = "solver", rename_all = "kebab-case"))]
pub enum Solver {
    /// Two bones in closed form.
    TwoBone(TwoBone),
    /// Cyclic coordinate descent.
    Ccd(Ccd),
    /// Forward and backward reaching.
    Fabrik(Fabrik),
    /// Damped least squares.
    Dls(Dls),
}

impl Solver {
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
    let local = (frame.inverse() * wanted).normalized();
    let entry = &chain.joints[last];
    work.joints[last].local = entry.limit.as_ref().map_or(local, |limit| work::projected(limit, entry.rest, local));
}

pub(crate) fn is_inside_limits(chain: &Chain, work: &work::Work) -> bool {
    chain.joints.iter().zip(&work.joints).all(|(entry, joint)| {
        let limit = entry.limit.as_ref().filter(|_| !entry.held);
        limit.is_none_or(|limit| work::projected(limit, entry.rest, joint.local) == joint.local)
    })
}

pub(crate) fn check_number(what: &'static str, value: f32, min: f32, max: f32) -> Result<(), Error> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(Error::InvalidNumber { what, value }) }
}
