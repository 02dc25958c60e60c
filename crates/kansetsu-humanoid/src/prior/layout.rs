//! The layout of a description, and the encoding of a rotation as numbers.

use std::ops::Range;

use kansetsu::{
    glam::{Mat3, Vec3},
    math::{Rot, vector},
};

/// Numbers of a rotation: two columns of its matrix.
pub(super) const TURN: usize = 6;
/// Numbers of an observed part: its position and its rotation.
pub(super) const SEEN: usize = 3 + TURN;
/// Head, chest, hands and feet.
pub(super) const PARTS: usize = 6;
/// The hands among them.
pub(super) const HANDS: [usize; 2] = [2, 3];
/// See [`Segment`](super::body::Segment).
pub(crate) const SEGMENTS: usize = 18;
/// The numbers of a description: the pelvis' tilt, the observed parts, the segments' rotations.
pub(super) const COUNT: usize = TURN + PARTS * SEEN + SEGMENTS * TURN;

/// Variance that the linear model does not explain, in squared body lengths and radians. The
/// standard deviation of a hand's position is a centimetre and a half. ×0.5 and ×2 change no row of
/// `results/natural.md` by a hundredth.
pub(super) const NOISE: f32 = 1e-4;

/// The same for a hand's rotation: most wrists are recorded with one degree of freedom of three,
/// and then determine the elbow more than a real one does. A standard deviation of 10 degrees about
/// each axis moves four of six numbers by this. At ×0.5 elbows are 2 degrees closer where hands are
/// as recorded, and 1 to 2 degrees further off where they are not; at ×2 vice versa.
pub(super) const WRIST: f32 = 0.02;

pub(super) const WAIST: usize = 0;
pub(super) const CHEST: usize = 1;
pub(super) const NECK: usize = 2;
pub(super) const HEAD: usize = 3;
/// The segments of head, chest, hands and feet.
pub(super) const SEEN_SEGMENTS: [usize; PARTS] = [HEAD, CHEST, 10, 11, 16, 17];

/// The indices of the unobserved numbers: the pelvis' tilt, the segments' rotations.
pub(super) fn unseen() -> impl Iterator<Item = usize> {
    (0..TURN).chain(TURN + PARTS * SEEN..COUNT)
}

/// The unexplained variance of a number.
pub(super) fn noise(number: usize) -> f32 {
    let is_turned = |hand: usize| {
        part(hand).skip(SEEN - TURN).chain(segment(SEEN_SEGMENTS[hand])).any(|own| own == number)
    };
    if HANDS.into_iter().any(is_turned) { WRIST } else { NOISE }
}

/// The indices of a part's numbers.
pub(super) const fn part(index: usize) -> Range<usize> {
    let first = TURN + index * SEEN;
    first..first + SEEN
}

/// The indices of a segment's numbers.
pub(super) const fn segment(index: usize) -> Range<usize> {
    let first = TURN + PARTS * SEEN + index * TURN;
    first..first + TURN
}

/// The component of a rotation about the vertical.
pub(super) fn heading(pelvis: Rot) -> Rot {
    Rot::from_axis_angle(Vec3::Y, pelvis.twist_angle(Vec3::Y))
}

pub(super) fn columns(turn: Rot) -> [f32; TURN] {
    let matrix = turn.normalized().to_matrix();
    let (x, y) = (matrix.x_axis, matrix.y_axis);
    [x.x, x.y, x.z, y.x, y.y, y.z]
}

/// The rotation with the nearest columns, the first one first.
pub(super) fn from_columns(numbers: &[f32]) -> Rot {
    let [x, y] = [0, 3].map(|at| Vec3::new(numbers[at], numbers[at + 1], numbers[at + 2]));
    let x = vector::unit(x).unwrap_or(Vec3::X);
    let Some(y) = vector::unit(y - x * x.dot(y)) else { return Rot::IDENTITY };
    Rot::from_matrix(&Mat3::from_cols(x, y, x.cross(y))).normalized()
}
