//! Counts over many solves.

use kansetsu::d3::Report;

/// Counts that can be added in any order.
#[derive(Default)]
pub struct Tally {
    pub count: usize,
    pub reached: usize,
    pub violations: usize,
    pub iterations: usize,
    pub restarts: usize,
    pub most_restarts: usize,
    /// Descriptions of the first few misses.
    pub misses: Vec<String>,
}

/// The number of kept descriptions.
const MISSES: usize = 5;

impl Tally {
    pub fn add_report(&mut self, report: &Report) {
        self.count += 1;
        self.iterations += report.iterations;
        self.restarts += report.restarts;
        self.most_restarts = self.most_restarts.max(report.restarts);
    }

    pub fn add_miss(&mut self, words: impl FnOnce() -> String) {
        if self.misses.len() < MISSES {
            self.misses.push(words());
        }
    }

    pub fn sum(parts: Vec<Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.count += part.count;
            all.reached += part.reached;
            all.violations += part.violations;
            all.iterations += part.iterations;
            all.restarts += part.restarts;
            all.most_restarts = all.most_restarts.max(part.most_restarts);
            all.misses.extend(part.misses);
        }
        all.misses.truncate(MISSES);
        all
    }

    pub fn percent(&self) -> f64 {
        100.0 * self.reached as f64 / self.count as f64
    }

    pub fn per_solve(&self, number: usize) -> f64 {
        number as f64 / self.count as f64
    }
}
