//! Where each number of a description lies, and what a turn is as numbers.

use std::ops::Range;

use kansetsu::{
    glam::{Mat3, Vec3},
    math::{Rot, vector},
};

/// Numbers of a turn: two columns of its matrix.
pub(super) const TURN: usize = 6;
/// Numbers of a part that is seen: its place and its turn.
pub(super) const SEEN: usize = 3 + TURN;
/// Head, chest, hands and feet.
pub(super) const PARTS: usize = 6;
/// The hands among them.
pub(super) const HANDS: [usize; 2] = [2, 3];
/// See [`Segment`](super::body::Segment).
pub(crate) const SEGMENTS: usize = 18;
/// The numbers that describe a pose: the pelvis' tilt, the parts that are seen, the segments'
/// turns.
pub(super) const COUNT: usize = TURN + PARTS * SEEN + SEGMENTS * TURN;

/// What is not explained by a straight line: in lengths of a body and in radians, squared. A hand's
/// breadth is a centimetre and a half. Half or twice of it change no row of `results/natural.md` by
/// a hundredth.
pub(super) const NOISE: f32 = 1e-4;

/// The same of a hand's turn: most wrists are recorded with one degree of freedom of three, and
/// then tell more of the elbow than a real one does. 10 degrees about each axis, a standard
/// deviation, move four of six numbers by this. With half of it elbows are turned 2 degrees less
/// from where they were where hands are as recorded, and 1 to 2 degrees more where they are not;
/// twice: the other way round.
pub(super) const WRIST: f32 = 0.02;

pub(super) const WAIST: usize = 0;
pub(super) const CHEST: usize = 1;
pub(super) const NECK: usize = 2;
pub(super) const HEAD: usize = 3;
/// The segments that head, chest, hands and feet are.
pub(super) const SEEN_SEGMENTS: [usize; PARTS] = [HEAD, CHEST, 10, 11, 16, 17];

/// Where the numbers lie that are not seen from outside: the pelvis' tilt, the segments' turns.
pub(super) fn unseen() -> impl Iterator<Item = usize> {
    (0..TURN).chain(TURN + PARTS * SEEN..COUNT)
}

/// What is not explained of a number.
pub(super) fn noise(number: usize) -> f32 {
    let is_turned = |hand: usize| {
        part(hand).skip(SEEN - TURN).chain(segment(SEEN_SEGMENTS[hand])).any(|own| own == number)
    };
    if HANDS.into_iter().any(is_turned) { WRIST } else { NOISE }
}

/// Where a part's numbers lie.
pub(super) const fn part(index: usize) -> Range<usize> {
    let first = TURN + index * SEEN;
    first..first + SEEN
}

/// Where a segment's numbers lie.
pub(super) const fn segment(index: usize) -> Range<usize> {
    let first = TURN + PARTS * SEEN + index * TURN;
    first..first + TURN
}

/// The part of a turn that is about the vertical.
pub(super) fn heading(pelvis: Rot) -> Rot {
    Rot::from_axis_angle(Vec3::Y, pelvis.twist_angle(Vec3::Y))
}

pub(super) fn columns(turn: Rot) -> [f32; TURN] {
    let matrix = turn.normalized().to_matrix();
    let (x, y) = (matrix.x_axis, matrix.y_axis);
    [x.x, x.y, x.z, y.x, y.y, y.z]
}

/// The turn whose columns are nearest, the first one first.
pub(super) fn from_columns(numbers: &[f32]) -> Rot {
    let [x, y] = [0, 3].map(|at| Vec3::new(numbers[at], numbers[at + 1], numbers[at + 2]));
    let x = vector::unit(x).unwrap_or(Vec3::X);
    let Some(y) = vector::unit(y - x * x.dot(y)) else { return Rot::IDENTITY };
    Rot::from_matrix(&Mat3::from_cols(x, y, x.cross(y))).normalized()
}
