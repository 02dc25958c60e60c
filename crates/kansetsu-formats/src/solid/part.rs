//! Parts of a surface, and what all readers of surfaces share.

use kansetsu::glam::Vec3;

use crate::{Error, Primitive};

/// Triangles of one colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SolidPart {
    pub(crate) primitive: Primitive,
    /// Linear RGBA, if the file has it.
    pub(crate) color: Option<[f32; 4]>,
}

/// A file that is not as expected.
pub(super) fn malformed(format: &'static str, place: String, problem: impl Into<String>) -> Error {
    Error::Malformed { format, place, problem: problem.into() }
}

/// The largest coordinate: beyond it, distances are not finite in single precision.
pub(super) const FARTHEST: f32 = 1e15;

/// A position of finite numbers.
pub(super) fn position(numbers: [f32; 3]) -> Option<Vec3> {
    let place = Vec3::from_array(numbers);
    (place.is_finite() && place.abs().max_element() <= FARTHEST).then_some(place)
}

/// Adds a triangle with its own corners and its flat normal.
pub(super) fn add_flat(primitive: &mut Primitive, [a, b, c]: [Vec3; 3]) {
    let Some(normal) = (b - a).cross(c - a).try_normalize() else { return };
    let first = primitive.positions.len() as u32;
    primitive.positions.extend([a, b, c]);
    primitive.normals.extend([normal; 3]);
    primitive.indices.extend([first, first + 1, first + 2]);
}
