//! A written file.

/// A file, and the files that must be beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Names and contents of pictures.
    pub pictures: Vec<(String, Vec<u8>)>,
    /// Warnings about lost data, as sentences for people.
    pub warnings: Vec<String>,
}
