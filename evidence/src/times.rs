//! Times of solves.

use std::time::Duration;

/// Times of single solves, in order.
pub struct Times(Vec<u64>);

impl Times {
    pub fn new(times: impl IntoIterator<Item = Duration>) -> Self {
        let mut nanos: Vec<u64> = times
            .into_iter()
            .map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
            .collect();
        nanos.sort_unstable();
        Self(nanos)
    }

    /// The quantile of the times, microseconds.
    pub fn micros(&self, part: f64) -> f64 {
        self.0[((self.0.len() - 1) as f64 * part) as usize] as f64 / 1000.0
    }

    pub fn mean_micros(&self) -> f64 {
        self.0.iter().sum::<u64>() as f64 / self.0.len() as f64 / 1000.0
    }
}
