//! From recorded poses to a prior.

use kansetsu::d3::Pose;

use super::{
    body::PriorBody,
    layout::{COUNT, PARTS, SEEN, SEGMENTS, TURN, part, segment},
    table::Prior,
};

/// Accumulates poses. The same poses in the same order have a bit-identical table.
#[derive(Clone, Debug)]
pub struct Learner {
    count: f64,
    sums: Vec<f64>,
    products: Vec<f64>,
}

impl Default for Learner {
    fn default() -> Self {
        Self { count: 0.0, sums: vec![0.0; COUNT], products: vec![0.0; COUNT * (COUNT + 1) / 2] }
    }
}

impl Learner {
    /// Adds a pose, and its mirror image.
    pub fn add(&mut self, body: &PriorBody, pose: &Pose) {
        let numbers = body.describe(pose);
        self.count(&mirrored(&numbers));
        self.count(&numbers);
    }

    fn count(&mut self, numbers: &[f32]) {
        self.count += 1.0;
        let mut at = 0;
        for (row, &a) in numbers.iter().enumerate() {
            self.sums[row] += f64::from(a);
            for &b in &numbers[..=row] {
                self.products[at] += f64::from(a) * f64::from(b);
                at += 1;
            }
        }
    }

    /// The number of poses, including mirror images.
    #[must_use]
    pub fn poses(&self) -> usize {
        self.count as usize
    }

    /// The learned prior. Without poses it is uninformative.
    #[must_use]
    pub fn prior(&self) -> Prior {
        let count = self.count.max(1.0);
        let means: Vec<f64> = self.sums.iter().map(|sum| sum / count).collect();
        let pairs = (0..COUNT).flat_map(|row| (0..=row).map(move |column| (row, column)));
        let covariance = |((row, column), product): ((usize, usize), &f64)| {
            (product / count - means[row] * means[column]) as f32
        };
        let covariances: Vec<f32> = pairs.zip(&self.products).map(covariance).collect();
        Prior::from_covariances(means.iter().map(|&mean| mean as f32).collect(), &covariances)
    }
}

/// The description of the mirror image: left and right are swapped, and all positions and rotations
/// are mirrored.
fn mirrored(numbers: &[f32]) -> Vec<f32> {
    let mut mirrored = numbers.to_vec();
    // The two sides are adjacent, left before right; parts without a side come first.
    let other = |index: usize, first: usize| {
        if index < first { index } else { first + ((index - first) ^ 1) }
    };
    for index in 0..PARTS {
        mirrored[part(other(index, 2))].copy_from_slice(&numbers[part(index)]);
    }
    for index in 0..SEGMENTS {
        mirrored[segment(other(index, 4))].copy_from_slice(&numbers[segment(index)]);
    }
    let turn = |turn: &mut [f32]| [1, 2, 3].into_iter().for_each(|at| turn[at] = -turn[at]);
    turn(&mut mirrored[..TURN]);
    for index in 0..PARTS {
        let seen = &mut mirrored[part(index)];
        seen[0] = -seen[0];
        turn(&mut seen[SEEN - TURN..]);
    }
    (0..SEGMENTS).for_each(|index| turn(&mut mirrored[segment(index)]));
    mirrored
}
