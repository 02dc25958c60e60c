//! What one format's reader returns.

use crate::Figure;

/// What a file holds.
#[derive(Clone, Debug)]
pub struct Loaded<Document> {
    /// The figure.
    pub figure: Figure,
    /// What is odd about the file and what of it is not kept, in sentences for people; each names
    /// its place.
    pub warnings: Vec<String>,
    /// What it holds that has no effect on posing, in sentences for people.
    pub notes: Vec<String>,
    /// The file itself, for saving and for motions.
    pub document: Document,
}
