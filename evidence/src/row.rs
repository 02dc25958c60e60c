//! One row of a table.

use std::{fmt, time::Duration};

/// What was counted over many solves.
pub struct Row {
    count: usize,
    pub reached: usize,
    pub violations: usize,
    pub iterations: usize,
    restarts: usize,
    most_restarts: usize,
    nanos: Vec<u64>,
}

impl Row {
    pub fn new(count: usize) -> Self {
        Self { count, reached: 0, violations: 0, iterations: 0, restarts: 0, most_restarts: 0, nanos: Vec::with_capacity(count) }
    }

    pub fn add_time(&mut self, time: Duration) {
        self.nanos.push(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
    }

    pub fn add_restarts(&mut self, restarts: usize) {
        self.restarts += restarts;
        self.most_restarts = self.most_restarts.max(restarts);
    }

    pub fn finish(&mut self) {
        self.nanos.sort_unstable();
    }

    pub fn percent(&self) -> f64 {
        100.0 * self.reached as f64 / self.count as f64
    }

    /// Microseconds under which this part of all solves stay.
    pub fn micros(&self, part: f64) -> f64 {
        self.nanos[((self.nanos.len() - 1) as f64 * part) as usize] as f64 / 1000.0
    }

    pub fn mean_micros(&self) -> f64 {
        self.nanos.iter().sum::<u64>() as f64 / self.nanos.len() as f64 / 1000.0
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            " | {:7.3} % v{} r{:.3}/{} its {:.1} {:.2} / {:.2} / {:.2} us",
            self.percent(),
            self.violations,
            self.restarts as f64 / self.count as f64,
            self.most_restarts,
            self.iterations as f64 / self.count as f64,
            self.micros(0.5),
            self.mean_micros(),
            self.micros(0.99)
        )
    }
}
