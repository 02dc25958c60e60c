//! Numbers that tell documents and figures apart for as long as the program runs.

use super::number::next_number;

/// Identifies a figure among all figures of all documents of this run of the program.
///
/// Undo, renaming and reordering keep it; a copy gets a new one. A key never repeats, so background
/// work finds its figure again, or finds that the figure is gone. It is not saved and not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FigureKey(u64);

/// Identifies a document of this run of the program. A key never repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentKey(u64);

impl FigureKey {
    /// Returns a key that no figure has had before.
    #[must_use]
    pub fn fresh() -> Self {
        Self(next_number())
    }
}

/// A key that no document has had before.
impl Default for DocumentKey {
    fn default() -> Self {
        Self(next_number())
    }
}
