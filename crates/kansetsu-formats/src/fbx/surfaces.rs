//! The shared state of the surface reader.

use std::collections::BTreeSet;

use super::nodes::Nodes;
use super::scene::Scene;
use super::shapes::Keyable;
use crate::morph::OffsetBudget;

/// The surfaces of a file.
pub(super) struct Surfaces<'a, 's> {
    pub(super) scene: &'s Scene<'a>,
    pub(super) nodes: &'s Nodes<'a>,
    /// The number of further corners allowed: one surface can be used in many places.
    pub(super) left: usize,
    /// The skins used already, and the data that is dropped.
    pub(super) used: BTreeSet<i64>,
    pub(super) lost: usize,
    /// Points with more influences than are kept.
    pub(super) trimmed: usize,
    pub(super) warnings: Vec<String>,
    /// The number of vertices that blend shapes may still move.
    pub(super) left_offsets: OffsetBudget,
    /// The blend shapes of all surfaces.
    pub(super) keyable: Vec<Keyable>,
}
