//! The result of a format's reader.

use crate::Figure;

/// The contents of a file.
#[derive(Clone, Debug)]
pub struct Loaded<Document> {
    /// The figure.
    pub figure: Figure,
    /// Warnings about the file and about data that is dropped, as sentences for people; each names
    /// its place.
    pub warnings: Vec<String>,
    /// Data that does not affect posing, as sentences for people.
    pub notes: Vec<String>,
    /// The document, for saving and for motions.
    pub document: Document,
}
