//! How goals are solved.

use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kansetsu::d3::solve::{Dls, Solver};

/// How goals are solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) solver: Solver,
    pub(crate) limits: Limits,
    /// When a goal counts as met, as a part of its chain's length.
    pub(crate) tolerance: f32,
}

/// Whether joints stay inside their limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Limits {
    /// They do.
    #[default]
    On,
    /// They may turn anywhere.
    Off,
}

/// Reads a solver's name.
pub(crate) fn solver_parser() -> impl TypedValueParser<Value = Solver> {
    PossibleValuesParser::new(Solver::NAMES).map(|name| Solver::from_name(&name).unwrap_or_default())
}

impl Method {
    /// The solver with what the command line says about it.
    pub(crate) fn new(mut solver: Solver, limits: Limits, iterations: Option<usize>, tolerance: Option<f32>) -> anyhow::Result<Self> {
        if let Some(tolerance) = tolerance {
            if !(tolerance > 0.0 && tolerance <= 1.0) {
                bail!("--tolerance {tolerance} is not in (0, 1]; it is a part of the chain's length, for example 0.0001");
            }
            solver = solver.with_tolerance(tolerance);
        }
        if let Some(iterations) = iterations {
            solver = solver.with_max_iterations(iterations);
        }
        Ok(Self { solver, limits, tolerance: tolerance.unwrap_or(Dls::default().tolerance) })
    }
}
