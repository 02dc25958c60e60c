//! The solvers.
//!
//! Each is a struct of named parameters with `solve` (for ease) and `solve_with` (with a [`Scratch`], for the hot path).
//! [`Solver`] is any of them. The parameters mean what they mean in [`crate::d3::solve`].

mod auto;
mod ccd;
mod dls;
mod elbow;
mod fabrik;
mod in_space;
mod two_bone;

use glam::{Affine2, Vec2};

pub use auto::Auto;
pub use ccd::Ccd;
pub use dls::Dls;
pub use elbow::{Elbow, ElbowPlace};
pub use fabrik::Fabrik;
pub use two_bone::TwoBone;

use super::{ActiveLimit, Chain, Goal, GoalReport, Pose, Report, angle_of};
use crate::{Error, d3, math::angle::wrap_angle};

/// Memory that solvers use again, so that a solve allocates nothing once it is warm.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    report: Report,
    /// The pose in the plane z = 0.
    pose: d3::Pose,
    in_space: d3::solve::Scratch,
    maps: Vec<Affine2>,
    /// The chain's rotations as they came, for when a solve has to be undone.
    kept: Vec<f32>,
    /// The same, for a solver that calls two others.
    before: Vec<f32>,
}

/// Any solver for a chain in the plane.
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
    /// The names that [`Self::from_name`] knows.
    pub const NAMES: [&'static str; 5] = ["auto", "two-bone", "ccd", "fabrik", "dls"];

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

/// How near to a bound counts as on it, radians: as in space.
const ACTIVE_TOLERANCE: f32 = 2e-4;

/// Whether chain, goal and pose fit together and hold only numbers.
fn check(chain: &Chain, goal: &Goal, pose: &Pose) -> Result<(), Error> {
    if pose.locals.len() != chain.joint_count {
        return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: chain.joint_count });
    }
    if goal.joint != chain.tip() {
        return Err(Error::GoalOutsideChain { joint: goal.joint, tip: chain.tip() });
    }
    goal.check()?;
    for joint in chain.ancestors.iter().copied().chain(chain.joints()) {
        if let Some(what) = pose.locals[joint].fault() {
            return Err(Error::InvalidTransform { joint: format!("number {joint} of the pose"), what });
        }
    }
    Ok(())
}

/// Where the tip is and how it is turned, in model space.
fn tip(chain: &Chain, pose: &Pose) -> (Vec2, f32) {
    let model_from_tip = chain.joints.iter().fold(chain.model_from_base(pose), |model, entry| model * pose.locals[entry.joint].to_affine());
    (model_from_tip.translation, angle_of(&model_from_tip))
}

/// Fills the report's goal and active limits from the pose.
fn measure(chain: &Chain, goal: &Goal, pose: &Pose, report: &mut Report) -> Result<(), Error> {
    let (reached, turned) = tip(chain, pose);
    if !reached.is_finite() {
        return Err(Error::InvalidNumber { what: "the tip's place in model space", value: f32::INFINITY });
    }
    let target = goal.position.unwrap_or(reached);
    let angle = goal.orientation.map_or(0.0, |wanted| wrap_angle(wanted - turned).abs());
    report.goals.push(GoalReport { joint: goal.joint, target, reached, distance: reached.distance(target), angle });
    for entry in chain.joints.iter().filter(|entry| !entry.held) {
        let bounds = entry.limit.active_bounds(pose.locals[entry.joint].rotation - entry.rest, ACTIVE_TOLERANCE);
        report.active_limits.extend(bounds.map(|bound| ActiveLimit { joint: entry.joint, bound }));
    }
    Ok(())
}

fn keep(chain: &Chain, pose: &Pose, kept: &mut Vec<f32>) {
    kept.clear();
    kept.extend(chain.joints.iter().map(|entry| pose.locals[entry.joint].rotation));
}

fn restore(chain: &Chain, pose: &mut Pose, kept: &[f32]) {
    for (entry, &rotation) in chain.joints.iter().zip(kept) {
        pose.locals[entry.joint].rotation = rotation;
    }
}

fn check_number(what: &'static str, value: f32, min: f32, max: f32) -> Result<(), Error> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(Error::InvalidNumber { what, value }) }
}
