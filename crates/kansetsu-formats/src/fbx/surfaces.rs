//! What surfaces are read with.

use std::collections::BTreeSet;

use super::nodes::Nodes;
use super::scene::Scene;

/// The surfaces of a file.
pub(super) struct Surfaces<'a, 's> {
    pub(super) scene: &'s Scene<'a>,
    pub(super) nodes: &'s Nodes<'a>,
    /// How many more corners there may be: one surface can stand in many places.
    pub(super) left: usize,
    /// What was used for a surface already, and what is not kept.
    pub(super) used: BTreeSet<i64>,
    pub(super) lost: usize,
    /// Points with more influences than are kept.
    pub(super) trimmed: usize,
    pub(super) warnings: Vec<String>,
}
