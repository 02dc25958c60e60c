//! The solvers that are compared.

use crate::text::Phrase;

/// A solver that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Cyclic coordinate descent.
    Ccd,
    /// Forward and backward reaching, limits in both passes.
    Fabrik,
    /// Damped least squares.
    Dls,
    /// Forward and backward reaching for trees, with its polish.
    FabrikTree,
    /// Damped least squares for a whole body.
    WholeBody,
    /// Forward and backward reaching without limits; the joints are brought inside them afterwards.
    Clamped,
    /// What the library takes by itself: the closed form where it serves, else damped least
    /// squares.
    Auto,
    /// Two bones in closed form; serves no other chain.
    TwoBone,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Ccd,
        Self::Fabrik,
        Self::Dls,
        Self::FabrikTree,
        Self::WholeBody,
        Self::Clamped,
        Self::Auto,
        Self::TwoBone,
    ];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> Phrase {
        match self {
            Self::Ccd => Phrase::new("CCD", "CCD"),
            Self::Fabrik => Phrase::new("FABRIK", "FABRIK"),
            Self::Dls => Phrase::new("Damped least squares", "減衰最小二乗"),
            Self::FabrikTree => Phrase::new("FABRIK for trees", "枝分かれ対応 FABRIK"),
            Self::WholeBody => Phrase::new("Whole body", "全身最小二乗"),
            Self::Clamped => Phrase::new("FABRIK, clamped after", "FABRIK（後で制限）"),
            Self::Auto => Phrase::new("Auto", "自動"),
            Self::TwoBone => Phrase::new("Two bones", "2 ボーン"),
        }
    }

    /// Its name for scripts and tables, that of the library's solver.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ccd => "ccd",
            Self::Fabrik => "fabrik",
            Self::Dls => "dls",
            Self::FabrikTree => "fabrik-tree",
            Self::WholeBody => "whole-body",
            Self::Clamped => "fabrik-clamped",
            Self::Auto => "auto",
            Self::TwoBone => "two-bone",
        }
    }
}
