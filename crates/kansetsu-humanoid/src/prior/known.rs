//! The known numbers of a description, and the conditional distribution of the others.

use kansetsu::math::factor;

use super::layout::unseen;

/// The known numbers, the factor of their covariance and the conditional slopes: equal for all
/// poses with the same known numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Known {
    pub(super) places: Vec<usize>,
    /// Of the covariance.
    factor: Vec<f64>,
    /// The slopes of each unseen number (the pelvis' tilt, the segments' rotations) by each known
    /// one.
    slopes: Vec<f64>,
}

impl Known {
    pub(super) fn new(
        covariance: impl Fn(usize, usize) -> f32,
        places: Vec<usize>,
        noise: impl Fn(usize) -> f32,
    ) -> Self {
        let mut known = Self::factored(&covariance, places, noise);
        for index in unseen() {
            let own = known.places.iter().map(|&place| covariance(index, place).into());
            let slope = known.solve(own.collect());
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
        let mut factor = vec![0.0; count * count];
        for (row, &a) in places.iter().enumerate() {
            for (column, &b) in places[..=row].iter().enumerate() {
                let own = if row == column { noise(a) } else { 0.0 };
                factor[row * count + column] = (covariance(a, b) + own).into();
            }
        }
        factor::decompose(&mut factor, count);
        Self { places, factor, slopes: Vec::new() }
    }

    /// The conditional mean of the pelvis' tilt and the segments' rotations, at their indices in
    /// the description.
    pub(super) fn likeliest(&self, means: &[f32], values: &[f32]) -> Vec<f32> {
        let off = self.off(means, values);
        let mut numbers = means.to_vec();
        for (row, index) in unseen().enumerate() {
            let slopes = &self.slopes[row * off.len()..][..off.len()];
            numbers[index] += factor::dot(slopes, &off) as f32;
        }
        numbers
    }

    /// Values with unit covariance: by forward substitution only.
    pub(super) fn whitened(&self, mut values: Vec<f64>) -> Vec<f64> {
        factor::solve_lower(&self.factor, &mut values);
        values
    }

    /// The values times the inverse covariance.
    pub(super) fn solve(&self, values: Vec<f64>) -> Vec<f64> {
        let mut values = self.whitened(values);
        factor::solve_upper(&self.factor, &mut values);
        values
    }

    /// The deviations of known numbers from the means.
    pub(super) fn off(&self, means: &[f32], values: &[f32]) -> Vec<f64> {
        let pairs = self.places.iter().zip(values);
        pairs.map(|(&place, value)| f64::from(value - means[place])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            layout::{COUNT, noise},
            table::Prior,
        },
        *,
    };

    #[test]
    fn the_noise_keeps_the_covariance_of_all_numbers_positive_definite() {
        let prior = Prior::people();
        let known = Known::factored(|a, b| prior.covariance(a, b), (0..COUNT).collect(), noise);
        for number in 0..COUNT {
            // The diagonal stores the inverse roots of the pivots.
            let pivot = known.factor[number * COUNT + number].powi(-2);
            assert!(pivot > 0.1 * f64::from(noise(number)), "{number}: {pivot}");
        }
    }
}
