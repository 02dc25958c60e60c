//! How far a step is made that leads too far.
//!
//! What the goals miss is known where the step begins and where it ends, and so is what it promised to take of that at first. With a
//! parabola through these in each row of what is missing, the best part of the step is the first place where its square is least.

/// A step that gains no less than this part of what its beginning promised is not shortened. One that gains nothing is made as far as is best; in
/// between a part of that, so that a little more or less of a gain is a little more or less of a step.
pub(crate) const ENOUGH: f32 = 0.3;

/// So often a step is shortened: what was shortened may still lead too far.
pub(crate) const SHORTENINGS: usize = 3;

/// What the rows say of a step, summed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Way {
    /// With `b` what is missing at the beginning, `l` what is promised and `c` how far the end is from what was promised: `b·l`, `l·l`,
    /// `b·c`, `l·c` and `c·c`.
    sums: [f32; 5],
}

impl Way {
    /// Adds a row: what is missing at its beginning and at its end, and what it promised to take.
    pub(crate) fn add(&mut self, beginning: f32, promised: f32, end: f32) {
        let bend = end - beginning + promised;
        let products = [beginning * promised, promised * promised, beginning * bend, promised * bend, bend * bend];
        self.sums.iter_mut().zip(products).for_each(|(sum, product)| *sum += product);
    }

    /// What part is made of a step that gains so much of what it promised, less than [`ENOUGH`].
    #[cold]
    pub(crate) fn shortened(self, gain: f32) -> f32 {
        let mix = ((ENOUGH - gain) / ENOUGH).min(1.0);
        1.0 + mix * (self.best_part() - 1.0)
    }

    /// What part of the step's way is best, at most all of it.
    fn best_part(self) -> f32 {
        let [missed_by_promised, promised, missed_by_bend, promised_by_bend, bend] = self.sums;
        let slope = [-missed_by_promised, promised + 2.0 * missed_by_bend, -3.0 * promised_by_bend, 2.0 * bend];
        let slope = |part: f32| slope.iter().rev().fold(0.0, |sum, factor| sum * part + factor);
        let (mut low, mut high) = (0.0, 1.0);
        for sixteenth in 1..=16 {
            high = sixteenth as f32 / 16.0;
            if slope(high) >= 0.0 {
                break;
            }
            low = high;
        }
        for _ in 0..12 {
            let middle = 0.5 * (low + high);
            if slope(middle) < 0.0 { low = middle } else { high = middle }
        }
        high
    }
}

#[cfg(test)]
mod tests {
    use super::Way;

    /// The least square is looked for along the parabola itself.
    #[test]
    fn the_best_part_is_the_first_where_the_square_is_least() {
        for (beginning, promised, end) in [(1.0_f32, 1.0, 2.0), (1.0, 1.0, 0.5), (0.3, 0.2, -0.9), (1.0, 0.4, 5.0)] {
            let mut way = Way::default();
            way.add(beginning, promised, end);
            let found = way.best_part();
            let square = |part: f32| (beginning - promised * part + (end - beginning + promised) * part * part).powi(2);
            let least = (0..=1000).map(|part| square(part as f32 / 1000.0)).fold(f32::INFINITY, f32::min);
            assert!(square(found) <= least + 1e-5, "{found} of the way from {beginning} to {end}: {} is not {least}", square(found));
        }
    }
}
