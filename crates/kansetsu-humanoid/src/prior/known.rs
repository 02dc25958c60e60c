//! The known numbers of a description, and the conditional distribution of the others.

use super::layout::unseen;

/// The known numbers, the factor of their covariance and the conditional slopes: equal for all
/// poses with the same known numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Known {
    pub(super) places: Vec<usize>,
    /// Row by row, up to the diagonal: `L` of `L Lᵀ`.
    factor: Vec<f32>,
    /// The slopes of each unseen number (the pelvis' tilt, the segments' rotations) by each known
    /// one.
    slopes: Vec<f32>,
}

impl Known {
    pub(super) fn new(
        covariance: impl Fn(usize, usize) -> f32,
        places: Vec<usize>,
        noise: impl Fn(usize) -> f32,
    ) -> Self {
        let mut known = Self::factored(&covariance, places, noise);
        for index in unseen() {
            let mut slope: Vec<f32> =
                known.places.iter().map(|&place| covariance(index, place)).collect();
            known.solve(&mut slope);
            known.slopes.extend(slope);
        }
        known
    }

    /// Without slopes.
    pub(super) fn factored(
        covariance: impl Fn(usize, usize) -> f32,
        places: Vec<usize>,
        noise: impl Fn(usize) -> f32,
    ) -> Self {
        let count = places.len();
        let mut factor = vec![0.0_f32; count * (count + 1) / 2];
        let at = |row: usize, column: usize| row * (row + 1) / 2 + column;
        for row in 0..count {
            for column in 0..=row {
                let own = if row == column { noise(places[row]) } else { 0.0 };
                let done: f32 =
                    (0..column).map(|k| factor[at(row, k)] * factor[at(column, k)]).sum();
                let rest = covariance(places[row], places[column]) + own - done;
                // The noise keeps the diagonal above zero, but for rounding.
                factor[at(row, column)] = if row == column {
                    rest.max(0.1 * own).sqrt()
                } else {
                    rest / factor[at(column, column)]
                };
            }
        }
        Self { places, factor, slopes: Vec::new() }
    }

    /// The conditional mean of the pelvis' tilt and the segments' rotations, at their indices in
    /// the description.
    pub(super) fn likeliest(&self, means: &[f32], values: &[f32]) -> Vec<f32> {
        let off: Vec<f32> =
            self.places.iter().zip(values).map(|(&place, value)| value - means[place]).collect();
        let mut numbers = means.to_vec();
        for (row, index) in unseen().enumerate() {
            let slopes = self.slopes[row * off.len()..].iter();
            numbers[index] += slopes.zip(&off).map(|(slope, off)| slope * off).sum::<f32>();
        }
        numbers
    }

    /// Forward substitution only.
    pub(super) fn solve_down(&self, values: &mut [f32]) {
        let at = |row: usize, column: usize| row * (row + 1) / 2 + column;
        for row in 0..values.len() {
            let done: f32 = (0..row).map(|k| self.factor[at(row, k)] * values[k]).sum();
            values[row] = (values[row] - done) / self.factor[at(row, row)];
        }
    }

    pub(super) fn solve(&self, values: &mut [f32]) {
        self.solve_down(values);
        let at = |row: usize, column: usize| row * (row + 1) / 2 + column;
        for row in (0..values.len()).rev() {
            let done: f32 =
                (row + 1..values.len()).map(|k| self.factor[at(k, row)] * values[k]).sum();
            values[row] = (values[row] - done) / self.factor[at(row, row)];
        }
    }
}
