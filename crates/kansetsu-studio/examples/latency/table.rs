//! What was measured, for people.

use std::{fmt::Write, time::Duration};

use crate::hand::{Drags, Times};

/// Drags of one kind of one figure.
pub struct Row {
    pub figure: String,
    pub joints: usize,
    pub drags: Drags,
    /// Milliseconds that 99 of 100 events may take.
    pub promised: Option<f64>,
    pub times: Vec<Times>,
    /// What the press before a drag takes.
    pub press: Duration,
}

/// All rows.
pub struct Table {
    pub events: usize,
    pub rows: Vec<Row>,
}

impl Row {
    /// Whether the promise is kept; `None` without one.
    pub fn holds(&self) -> Option<bool> {
        Some(self.quantile(0.99, Times::whole) <= self.promised?)
    }

    /// The row in the table.
    pub fn line(&self) -> String {
        let [median, p99, most] = [0.5, 0.99, 1.0].map(|part| self.quantile(part, Times::whole));
        let [solve, show] = [|times: &Times| times.solve, |times: &Times| times.show]
            .map(|part| self.quantile(0.99, part));
        let promised = self.promised.map_or_else(String::new, |most| format!("≤ {most} ms"));
        let verdict = self.holds().map_or("", |holds| if holds { "holds" } else { "short" });
        format!(
            "| {} | {} | {} | {median:.3} | {p99:.3} | {most:.3} | {solve:.3} | {show:.3} | {:.3} | {promised} | {verdict} |",
            self.figure,
            self.joints,
            self.drags,
            1e3 * self.press.as_secs_f64()
        )
    }

    /// Milliseconds.
    fn quantile(&self, part: f64, of: impl Fn(&Times) -> Duration) -> f64 {
        let mut times: Vec<Duration> = self.times.iter().map(of).collect();
        times.sort_unstable();
        let index = ((times.len() as f64 * part).ceil() as usize).clamp(1, times.len().max(1)) - 1;
        times.get(index).map_or(f64::NAN, |time| 1e3 * time.as_secs_f64())
    }
}

impl Table {
    /// results/latency.md.
    pub fn document(&self) -> String {
        let mut text = String::from(HEAD);
        let rows: Vec<String> = self.rows.iter().map(Row::line).collect();
        // Writing into a String never fails.
        let _ = write!(
            text,
            "\n{}; {} events of each row.\n\n{COLUMNS}\n{}\n{FOOT}",
            processor(),
            self.events,
            rows.join("\n")
        );
        text
    }
}

const HEAD: &str = "\
# Latency

The time of the studio for one event of the pointer while a joint is dragged.
";

const COLUMNS: &str = "\
| figure | joints | dragged | median, ms | 99th percentile | longest | 99th: pose | 99th: scene | median press | promised | |
|---|---|---|---|---|---|---|---|---|---|---|";

const FOOT: &str = "
- An event is the work of the desktop app for it: the solve, forward kinematics, the scene (skeleton, moved parts, active limits), the draw
  list, and the commands for the graphics card. Panels and the drawing by the card are not counted.
- The *press* before a drag prepares the solver and the surface of the figure.
- A *crawler* is a trunk on many legs of four joints, all with limits and a skin. Whole-body drags move all of them, with pinned feet.
- Drags have 50 events with strides of up to 14 points, seeded. Times are CPU times of the thread, the smallest of three.
";

/// The processor's name, as the system tells it.
fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}
