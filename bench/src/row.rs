//! One line of the comparison.

use std::fmt;

use crate::stopwatch::{Times, quantile};

/// The promise of a row.
#[derive(Clone, Copy, Debug)]
pub enum Promise {
    /// At least this many times as fast as the rival, by the mean.
    Faster(f64),
    /// A mean of at most this number of microseconds.
    Within(f64),
}

/// One problem and the times of its solves.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: &'static str,
    pub promise: Promise,
    /// The fraction of the problems that our solver must solve for its time to count.
    pub must_solve: f64,
    pub problems: usize,
    pub ours: Times,
    pub rival: Option<Rival>,
    /// A breakdown of the time, where useful.
    pub note: Option<String>,
}

/// The rival.
#[derive(Clone, Debug)]
pub struct Rival {
    pub name: &'static str,
    pub times: Times,
}

impl Row {
    /// The speed relative to the rival, over pairs of neighbouring batches: the median, the first
    /// decile, the last. `None` against a rival that solves nothing: the time until it fails is not
    /// a measure.
    pub fn ratio(&self) -> Option<[f64; 3]> {
        let rival = self.rival.as_ref().filter(|rival| rival.times.solved > 0.0)?;
        let ratios: Vec<f64> = rival
            .times
            .batches
            .iter()
            .zip(&self.ours.batches)
            .map(|(rival, ours)| rival / ours)
            .collect();
        Some([0.5, 0.1, 0.9].map(|part| quantile(&ratios, part)))
    }

    /// The ratio as text.
    pub fn ratio_told(&self) -> String {
        self.ratio().map_or_else(|| NO_RATIO.to_owned(), |ratio| Ratio(ratio).to_string())
    }

    /// Whether the promise is kept.
    pub fn holds(&self) -> bool {
        let fast = match self.promise {
            // Solving as much as promised beats a rival that solves nothing.
            Promise::Faster(times) => {
                self.rival.is_some() && self.ratio().is_none_or(|[ratio, ..]| ratio >= times)
            }
            Promise::Within(microseconds) => self.ours.mean() <= 1e3 * microseconds,
        };
        fast && self.ours.solved >= self.must_solve
    }

    /// `OK`, or the failure.
    pub fn verdict(&self) -> &'static str {
        match (self.holds(), self.ours.solved >= self.must_solve) {
            (true, _) => "OK",
            (false, true) => "short",
            (false, false) => "short: solves too few",
        }
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faster(times) => write!(f, "≥ {times} ×"),
            Self::Within(microseconds) => write!(f, "≤ {microseconds} µs"),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:44} ours {}", self.name, Line(&self.ours))?;
        if let Some(rival) = &self.rival {
            write!(f, " | {} {} | ", rival.name, Line(&rival.times))?;
            f.write_str(&self.ratio_told())?;
        }
        write!(f, " | {} | {}", self.promise, self.verdict())
    }
}

/// The text of a ratio against a rival that solves nothing.
const NO_RATIO: &str = "— (it solves none)";

/// Median, mean, 99th percentile, fraction solved.
struct Line<'a>(&'a Times);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Times { median, p99, solved, .. } = self.0;
        write!(
            f,
            "{} / {} / {}, {}",
            Nanos(*median),
            Nanos(self.0.mean()),
            Nanos(*p99),
            Percent(*solved)
        )
    }
}

/// A ratio and its spread.
struct Ratio([f64; 3]);

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [ratio, low, high] = self.0;
        let digits = if ratio < 10.0 { 2 } else { usize::from(ratio < 100.0) };
        write!(f, "{ratio:.digits$} × ({low:.digits$}-{high:.digits$})")
    }
}

/// A time with three digits and its unit.
pub struct Nanos(pub f64);

impl fmt::Display for Nanos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, unit) = match self.0 {
            nanos if nanos < 1e3 => (nanos, "ns"),
            nanos if nanos < 1e6 => (nanos / 1e3, "µs"),
            nanos => (nanos / 1e6, "ms"),
        };
        let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
        write!(f, "{value:.digits$} {unit}")
    }
}

/// A fraction as a percentage.
pub struct Percent(pub f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.0;
        if self.0 >= 1.0 { write!(f, "100 %") } else { write!(f, "{percent:.2} %") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rival_that_solves_nothing_has_no_ratio() {
        let times = |solved| Times { solved, batches: vec![1.0; 3], ..Times::default() };
        let row = |solved| Row {
            name: "arm",
            promise: Promise::Faster(2.0),
            must_solve: 1.0,
            problems: 1,
            ours: times(1.0),
            rival: Some(Rival { name: "rival", times: times(solved) }),
            note: None,
        };
        assert!(
            row(0.0).ratio().is_none()
                && row(0.0).holds()
                && row(0.0).to_string().contains("— (it solves none)")
        );
        assert!(row(0.5).ratio().is_some() && !row(0.5).holds());
    }
}
