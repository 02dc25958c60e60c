//! Any solver in the plane, by its name.

use super::{
    Aim, AimChain, Auto, Body, Ccd, Dls, Fabrik, FabrikTree, Scope, Scratch, TwoBone, WholeBody,
};
use crate::{
    Error,
    d2::{Chain, Goal, Pose, Report},
};

/// Any solver in the plane: an entry of a menu, a value in a file.
///
/// A solver of [`Scope::Chain`] moves the tip of a chain to one goal ([`Self::solve`]), one of
/// [`Scope::Body`] a whole body to several ([`Self::solve_body`]). The names are those of
/// [`crate::d3::solve::Solver`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "solver", rename_all = "kebab-case")
)]
pub enum Solver {
    /// The cheapest solver that satisfies limits and goals. For a body it is [`WholeBody`] with its
    /// default parameters.
    Auto(Auto),
    /// Two bones in closed form.
    TwoBone(TwoBone),
    /// Cyclic coordinate descent.
    Ccd(Ccd),
    /// Forward and backward reaching.
    Fabrik(Fabrik),
    /// Damped least squares.
    Dls(Dls),
    /// The tip points an axis at a target.
    Aim(Aim),
    /// All joints aim together.
    AimChain(AimChain),
    /// Forward and backward reaching for several goals.
    FabrikTree(FabrikTree),
    /// Damped least squares for several goals.
    WholeBody(WholeBody),
}

impl Default for Solver {
    fn default() -> Self {
        Self::Auto(Auto::default())
    }
}

impl Solver {
    /// The names that [`Self::from_name`] accepts.
    pub const NAMES: [&'static str; 9] = [
        "auto",
        "two-bone",
        "ccd",
        "fabrik",
        "dls",
        "aim",
        "aim-chain",
        "fabrik-tree",
        "whole-body",
    ];

    /// The solver of this name with its default parameters; the names are [`Self::NAMES`].
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto(Auto::default())),
            "two-bone" => Some(Self::TwoBone(TwoBone::default())),
            "ccd" => Some(Self::Ccd(Ccd::default())),
            "fabrik" => Some(Self::Fabrik(Fabrik::default())),
            "dls" => Some(Self::Dls(Dls::default())),
            "aim" => Some(Self::Aim(Aim::default())),
            "aim-chain" => Some(Self::AimChain(AimChain::default())),
            "fabrik-tree" => Some(Self::FabrikTree(FabrikTree::default())),
            "whole-body" => Some(Self::WholeBody(WholeBody::default())),
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
            Self::Aim(_) => "aim",
            Self::AimChain(_) => "aim-chain",
            Self::FabrikTree(_) => "fabrik-tree",
            Self::WholeBody(_) => "whole-body",
        }
    }

    /// Whether this solver moves a chain or a body.
    #[must_use]
    pub const fn scope(&self) -> Scope {
        match self {
            Self::Auto(_) => Scope::Both,
            Self::TwoBone(_)
            | Self::Ccd(_)
            | Self::Fabrik(_)
            | Self::Dls(_)
            | Self::Aim(_)
            | Self::AimChain(_) => Scope::Chain,
            Self::FabrikTree(_) | Self::WholeBody(_) => Scope::Body,
        }
    }

    /// The same solver with this maximum number of rounds; a closed form has none.
    #[must_use]
    pub fn with_max_iterations(mut self, max_iterations: usize) -> Self {
        match &mut self {
            Self::Auto(solver) => solver.dls.max_iterations = max_iterations,
            Self::Ccd(solver) => solver.max_iterations = max_iterations,
            Self::Fabrik(solver) => solver.max_iterations = max_iterations,
            Self::Dls(solver) => solver.max_iterations = max_iterations,
            Self::AimChain(solver) => solver.max_iterations = max_iterations,
            Self::FabrikTree(solver) => solver.max_iterations = max_iterations,
            Self::WholeBody(solver) => solver.max_steps = max_iterations,
            Self::TwoBone(_) | Self::Aim(_) => {}
        }
        self
    }

    /// The same solver with this tolerance, a fraction of the length of the chain or body; closed
    /// forms and aims have none.
    #[must_use]
    pub fn with_tolerance(mut self, tolerance: f32) -> Self {
        match &mut self {
            Self::Auto(solver) => solver.dls.tolerance = tolerance,
            Self::Ccd(solver) => solver.tolerance = tolerance,
            Self::Fabrik(solver) => solver.tolerance = tolerance,
            Self::Dls(solver) => solver.tolerance = tolerance,
            Self::FabrikTree(solver) => solver.tolerance = tolerance,
            Self::WholeBody(solver) => solver.tolerance = tolerance,
            Self::TwoBone(_) | Self::Aim(_) | Self::AimChain(_) => {}
        }
        self
    }

    /// Moves the chain's tip to the goal.
    ///
    /// # Errors
    /// As the solver's own `solve`; [`Error::Unsupported`] for a solver of [`Scope::Body`]. The
    /// pose is then untouched.
    pub fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(chain, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory.
    ///
    /// # Errors
    /// As [`Self::solve`]. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        chain: &Chain,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        match self {
            Self::Auto(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::TwoBone(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::Ccd(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::Fabrik(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::Dls(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::Aim(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::AimChain(solver) => solver.solve_with(chain, goal, pose, scratch),
            Self::FabrikTree(_) | Self::WholeBody(_) => {
                Err(Error::Unsupported { solver: self.name(), what: "a chain; it solves bodies" })
            }
        }
    }

    /// Moves the joint of every goal to its goal, over the whole body.
    ///
    /// # Errors
    /// As the solver's own `solve`; [`Error::Unsupported`] for a solver of [`Scope::Chain`]. The
    /// pose is then untouched.
    pub fn solve_body(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
    ) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_body_with(body, goals, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve_body`] with reusable scratch memory.
    ///
    /// # Errors
    /// As [`Self::solve_body`]. The pose is then untouched.
    pub fn solve_body_with<'s>(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        match self {
            Self::Auto(_) => WholeBody::default().solve_with(body, goals, pose, scratch),
            Self::FabrikTree(solver) => solver.solve_with(body, goals, pose, scratch),
            Self::WholeBody(solver) => solver.solve_with(body, goals, pose, scratch),
            _ => Err(Error::Unsupported { solver: self.name(), what: "a body; it solves chains" }),
        }
    }
}
