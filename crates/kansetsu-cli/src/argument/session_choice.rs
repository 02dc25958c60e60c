//! Values of session options: `--solver`, `--root`, `--start`, `--feet`, `--blend-by` and on/off
//! switches.

use clap::{
    ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use kansetsu::{d3::solve::Solver, session};

/// Whether a rule applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    #[default]
    On,
    Off,
}

/// What the feet do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Feet {
    #[default]
    Planted,
    Free,
}

/// What the root of the body does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Root {
    /// Free if feet are planted, another joint is pinned, or the root has a target; otherwise fixed
    #[default]
    Auto,
    /// Keeps position and rotation
    #[value(alias = "held")]
    Fixed,
    /// Rotates about its position
    #[value(alias = "turns")]
    Rotates,
    /// Moves and rotates
    Free,
}

/// The start pose of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Start {
    /// Joints of a human body that are at rest start from the relaxed stance: arms hang, legs are
    /// straight
    Stance,
    /// All joints start from the pose of the file; those without a target keep it
    #[value(alias = "rest")]
    Given,
}

/// The quantity that is blended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BlendBy {
    /// The pose: every joint rotates part of the way, along the shortest path
    #[default]
    Pose,
    /// The targets: part of the straight way from the current positions
    Target,
}

/// `--solver`: a chain solver, or `None` for the whole-body solver of the session.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SolverChoice(pub(crate) Option<Solver>);

impl SolverChoice {
    /// The choice of this name, one of [`Solver::NAMES`].
    pub(crate) fn from_name(name: &str) -> Self {
        Self(Solver::from_name(name).filter(|solver| !matches!(solver, Solver::WholeBody(_))))
    }

    /// Parses a solver's name.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        PossibleValuesParser::new(Solver::NAMES).map(|name| Self::from_name(&name))
    }
}

impl From<Root> for session::Root {
    fn from(root: Root) -> Self {
        match root {
            Root::Auto => Self::Auto,
            Root::Fixed => Self::Fixed,
            Root::Rotates => Self::Rotates,
            Root::Free => Self::Free,
        }
    }
}

impl From<Feet> for session::Feet {
    fn from(feet: Feet) -> Self {
        if feet == Feet::Planted { Self::Planted } else { Self::Free }
    }
}

impl From<Switch> for session::Limits {
    fn from(limits: Switch) -> Self {
        if limits == Switch::On { Self::On } else { Self::Off }
    }
}

impl From<Switch> for session::Balance {
    fn from(balance: Switch) -> Self {
        if balance == Switch::On { Self::On } else { Self::Off }
    }
}

impl From<Switch> for session::SelfCollision {
    fn from(collision: Switch) -> Self {
        if collision == Switch::On { Self::On } else { Self::Off }
    }
}
