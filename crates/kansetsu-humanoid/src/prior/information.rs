//! The inverse of the covariance of rotations.

use kansetsu::glam::Mat3;

use super::{
    known::Known,
    layout::{SEGMENTS, TURN, noise, segment},
};

/// Blocks of three unknowns: the rotation of the pelvis, relative to its heading, and of the
/// segments.
pub(super) const BLOCKS: usize = SEGMENTS + 1;

/// The inverse covariance of rotations: of each block with itself and the previous ones, rows by
/// columns of rotations, first and second.
pub(super) type Information = Vec<[Mat3; 4]>;

/// The indices of a block's numbers.
pub(super) fn numbers(block: usize) -> std::ops::Range<usize> {
    block.checked_sub(1).map_or(0..TURN, segment)
}

/// The inverse of the covariance.
pub(super) fn information(covariance: impl Fn(usize, usize) -> f32) -> Information {
    let known = Known::factored(covariance, (0..BLOCKS).flat_map(numbers).collect(), noise);
    let column = |at: usize| {
        let mut column = vec![0.0; TURN * BLOCKS];
        column[at] = 1.0;
        known.solve(column)
    };
    let inverse: Vec<Vec<f64>> = (0..TURN * BLOCKS).map(column).collect();
    let half = |a: usize, b: usize| {
        Mat3::from_cols_array_2d(
            &[0, 1, 2].map(|column| [0, 1, 2].map(|row| inverse[b + column][a + row] as f32)),
        )
    };
    let block = |a: usize, b: usize| {
        [
            half(TURN * a, TURN * b),
            half(TURN * a, TURN * b + 3),
            half(TURN * a + 3, TURN * b),
            half(TURN * a + 3, TURN * b + 3),
        ]
    };
    (0..BLOCKS).flat_map(|a| (0..=a).map(move |b| (a, b))).map(|(a, b)| block(a, b)).collect()
}
