//! One row of a table, with its verdict.

use serde::{Deserialize, Serialize};

/// Whether a row keeps its promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    Holds,
    FallsShort,
    /// Nothing was promised; the row is reported.
    Told,
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::FallsShort }
    }
}

/// One row of a table.
#[derive(Clone, Serialize, Deserialize)]
pub struct Entry {
    pub name: String,
    pub cells: Vec<String>,
    pub verdict: Verdict,
    /// For a plot: a small, a middle and a large value.
    pub dots: Option<[f64; 3]>,
    /// Details of a failure; printed, not written.
    pub details: Vec<String>,
}
