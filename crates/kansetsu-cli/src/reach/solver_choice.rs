//! `--solver`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use kansetsu::d3::solve::Solver;

/// Which solver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum SolverChoice {
    /// What suits the goals.
    #[default]
    Auto,
    /// This one, for the chain to each goal.
    Chain(Solver),
    /// All goals at once over the whole body.
    WholeBody,
}

const WHOLE_BODY: &str = "whole-body";

impl SolverChoice {
    /// The names of all choices, as the user writes them.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        Solver::NAMES.into_iter().chain([WHOLE_BODY])
    }

    /// The choice of this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto),
            WHOLE_BODY => Some(Self::WholeBody),
            other => Solver::from_name(other).map(Self::Chain),
        }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Chain(solver) => solver.name(),
            Self::WholeBody => WHOLE_BODY,
        }
    }
}

/// Reads a solver's name.
pub(crate) fn solver_parser() -> impl TypedValueParser<Value = SolverChoice> {
    PossibleValuesParser::new(SolverChoice::names()).map(|name| SolverChoice::from_name(&name).unwrap_or_default())
}
