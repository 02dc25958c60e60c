//! `--solver`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use kansetsu::d3::solve::{Scope, Solver};

/// Which solver.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum SolverChoice {
    /// What suits the goals.
    #[default]
    Auto,
    /// This one, for the chain to each goal.
    Chain(Solver),
    /// This one, for all goals at once over the whole body.
    Body(Solver),
}

impl SolverChoice {
    /// The choice of this name, one of [`Solver::NAMES`].
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let solver = Solver::from_name(name)?;
        Some(match solver.scope() {
            Scope::Both => Self::Auto,
            Scope::Chain => Self::Chain(solver),
            Scope::Body => Self::Body(solver),
        })
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Chain(solver) | Self::Body(solver) => solver.name(),
        }
    }
}

/// Reads a solver's name.
pub(crate) fn solver_parser() -> impl TypedValueParser<Value = SolverChoice> {
    PossibleValuesParser::new(Solver::NAMES).map(|name| SolverChoice::from_name(&name).unwrap_or_default())
}
