//! A converted file.

/// A converted file.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The GLB file, with roles, limits and the rest pose in its extras; for the keypoints of a
    /// picture the poses, as JSON.
    pub bytes: Vec<u8>,
    /// Warnings about the file and about data that is dropped, as sentences for people.
    pub warnings: Vec<String>,
}
