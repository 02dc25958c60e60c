//! Details of the worst cases of a row.

/// The worst cases of one kind, with descriptions.
#[derive(Default)]
pub struct Worst(Vec<(f64, String)>);

/// The number of kept cases.
const KEPT: usize = 4;

impl Worst {
    /// Keeps a case that is among the worst so far.
    pub fn add(&mut self, value: f64, words: impl FnOnce() -> String) {
        if self.0.len() == KEPT && value <= self.0[KEPT - 1].0 {
            return;
        }
        let place = self.0.partition_point(|(other, _)| *other >= value);
        self.0.insert(place, (value, words()));
        self.0.truncate(KEPT);
    }

    /// The worst value; 0 if there is none.
    pub fn value(&self) -> f64 {
        self.0.first().map_or(0.0, |(value, _)| *value)
    }

    pub fn join(&mut self, other: Self) {
        for (value, words) in other.0 {
            self.add(value, || words);
        }
    }

    pub fn words(self) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|(_, words)| words)
    }
}
