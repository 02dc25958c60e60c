//! The codings of a stream.

/// The codec of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Elements of any meaning.
    Attributes,
    /// Indices of a triangle list.
    Triangles,
    /// Indices of any meaning.
    Indices,
}

/// The transform after decoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    /// None.
    None,
    /// Unit vectors as octahedral coordinates.
    Octahedral,
    /// Unit quaternions as their three smallest components.
    Quaternion,
    /// Floats as mantissa and exponent.
    Exponential,
    /// Colours as luma and chroma.
    Color,
}

/// The shape of the decoded elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The number of elements.
    pub(crate) count: usize,
    /// Bytes per element.
    pub(crate) stride: usize,
}
