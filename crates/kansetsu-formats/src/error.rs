//! Errors of files.

/// The reason why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes break the format's rules. `place` is a line, a byte offset or a JSON path.
    #[error("{format}, {place}: {problem}")]
    Malformed {
        /// The format's name, for example "glTF".
        format: &'static str,
        /// The place: a JSON path such as `accessors[3].count`, a line, or a byte offset.
        place: String,
        /// The problem and the expected content.
        problem: String,
    },
    /// The file needs an unsupported feature.
    #[error("{format}, {place}: {what} is not supported")]
    Unsupported {
        /// The format's name.
        format: &'static str,
        /// The place.
        place: String,
        /// The feature.
        what: String,
    },
    /// The format of the file is not supported: its name, or `None` for unknown bytes.
    #[error("{}; Kansetsu reads {READ_FORMATS}", unread(*.0))]
    UnknownFormat(Option<&'static str>),
    /// A file that this one refers to could not be read.
    #[error("{format}, {place}: cannot read \"{uri}\": {reason}")]
    Resource {
        /// The format's name.
        format: &'static str,
        /// The place of the reference.
        place: String,
        /// The referenced path.
        uri: String,
        /// The reason.
        reason: String,
    },
    /// A file that cannot be opened.
    #[error("cannot read \"{path}\": {reason}")]
    File {
        /// Its path.
        path: String,
        /// The reason.
        reason: String,
    },
    /// There is no expression or morph target of this name.
    #[error("there is no expression or morph target \"{name}\"; {}", known_expressions(known))]
    UnknownExpression {
        /// The name.
        name: String,
        /// The known names, separated by commas.
        known: String,
    },
    /// The eyes of the figure cannot look at a point.
    #[error("the eyes cannot look at a point: {0}")]
    NoGaze(
        /// The missing part.
        &'static str,
    ),
    /// The joints do not form a skeleton.
    #[error(transparent)]
    Skeleton(#[from] kansetsu::Error),
}

/// The supported formats, for messages.
const READ_FORMATS: &str = "glTF 2.0 (.gltf, .glb, .vrm), which Blender and others export, FBX, BVH, ASF with AMC, MQO, MQOZ, PMX, PMD, VMD and URDF";

fn known_expressions(known: &str) -> String {
    if known.is_empty() {
        "the figure has none with a name".to_owned()
    } else {
        format!("the figure has {known}")
    }
}

fn unread(format: Option<&str>) -> String {
    format.map_or_else(
        || "its bytes are of no known format, whatever its name is".to_owned(),
        |format| format!("{format} is not read yet"),
    )
}
