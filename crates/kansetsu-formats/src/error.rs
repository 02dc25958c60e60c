//! What can be wrong with a file.

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes break the format's rules. `place` is a line, a byte offset or a JSON path.
    #[error("{format}, {place}: {problem}")]
    Malformed {
        /// The format's name, for example "glTF".
        format: &'static str,
        /// Where: a JSON path such as `accessors[3].count`, a line, or a byte offset.
        place: String,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// The file needs something that Kansetsu does not have.
    #[error("{format}, {place}: {what} is not supported")]
    Unsupported {
        /// The format's name.
        format: &'static str,
        /// Where.
        place: String,
        /// What it needs.
        what: String,
    },
    /// The file is in no format that is read: its name, or `None` for unknown bytes.
    #[error("{}; Kansetsu reads {READ_FORMATS}", unread(*.0))]
    UnknownFormat(Option<&'static str>),
    /// Another file that this one refers to could not be had.
    #[error("{format}, {place}: cannot read \"{uri}\": {reason}")]
    Resource {
        /// The format's name.
        format: &'static str,
        /// Where.
        place: String,
        /// What it refers to.
        uri: String,
        /// Why it could not be had.
        reason: String,
    },
    /// A file that cannot be opened.
    #[error("cannot read \"{path}\": {reason}")]
    File {
        /// Its path.
        path: String,
        /// Why.
        reason: String,
    },
    /// The skeleton is not one.
    #[error(transparent)]
    Skeleton(#[from] kansetsu::Error),
}

/// The formats that are read, for messages.
const READ_FORMATS: &str = "glTF 2.0 (.gltf, .glb, .vrm), which Blender and others export, FBX, BVH, ASF with AMC, MQO, MQOZ, PMX, PMD, VMD and URDF";

fn unread(format: Option<&str>) -> String {
    format.map_or_else(
        || "its bytes are of no known format, whatever its name is".to_owned(),
        |format| format!("{format} is not read yet"),
    )
}
