//! The rows of numbers in a BVH text.

use super::scanner::{Scanner, excerpt, number, wrong};
use crate::Error;

/// The motion as the file says it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Motion {
    /// Seconds from frame to frame.
    pub(super) frame_time: f64,
    /// How many frames there are.
    pub(super) frames: usize,
    /// Row after row.
    pub(super) values: Vec<f64>,
}

/// What stands in for a frame time that is none: what most motions are given with.
const USUAL_FRAME_TIME: f64 = 1.0 / 30.0;
/// So many times more frames than rows are no cut file but a damaged number.
const ABSURD: usize = 1000;

/// Reads what follows MOTION; `channels` is how many numbers a row has.
pub(super) fn read(
    scanner: &mut Scanner<'_>,
    channels: usize,
    warnings: &mut Vec<String>,
) -> Result<Motion, Error> {
    let (frames_line, frames) = header(scanner, "Frames:")?;
    let announced = frames.parse::<usize>().ok().or_else(|| whole(frames));
    let announced = announced.ok_or_else(|| {
        wrong(
            frames_line,
            format!("expected how many frames there are, found \"{}\"", excerpt(frames)),
        )
    })?;
    let (line, time) = header(scanner, "Frame Time:")?;
    let mut frame_time = number(time, line)?;
    if frame_time <= 0.0 || 1.0 / frame_time > 1e6 {
        warnings.push(format!("line {line}: a frame time of {frame_time} s is none; frames are taken to be 1/30 s apart"));
        frame_time = USUAL_FRAME_TIME;
    }
    let mut rows = Rows { channels, values: Vec::new(), last_line: line };
    if channels > 0 {
        // Every value takes two bytes at least, so that memory is bounded by what is there, not by
        // what is announced.
        rows.values.reserve_exact(announced.saturating_mul(channels).min(scanner.left() / 2 + 1));
        rows.read(scanner, announced, warnings)?;
    }
    let present = rows.values.len() / channels.max(1);
    if channels > 0 && announced > present.saturating_mul(ABSURD).max(ABSURD) {
        return Err(wrong(
            frames_line,
            format!(
                "{announced} frames are announced, but {present} rows follow; correct the number"
            ),
        ));
    }
    if channels > 0 && present < announced {
        warnings.push(format!(
            "line {frames_line}: {announced} frames are announced, but {present} whole rows follow (the last ends in line {}); there are {present}",
            rows.last_line
        ));
    }
    Ok(Motion { frame_time, frames: present, values: rows.values })
}

/// The line that begins with `title`, and what follows it.
fn header<'a>(scanner: &mut Scanner<'a>, title: &str) -> Result<(usize, &'a str), Error> {
    let Some((line, row)) = scanner.row() else {
        return Err(scanner.wrong(format!("expected \"{title}\", found the end of the file")));
    };
    let matches = |(head, _): &(&str, &str)| {
        head.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .eq_ignore_ascii_case(title.trim_end_matches(':'))
    };
    let value = row.split_once(':').filter(matches).map(|(_, value)| value.trim());
    value.map(|value| (line, value)).ok_or_else(|| {
        wrong(line, format!("expected \"{title}\" and a number, found \"{}\"", excerpt(row)))
    })
}

/// A whole number that is written with a point.
fn whole(word: &str) -> Option<usize> {
    let number = word
        .parse::<f64>()
        .ok()
        .filter(|number| number.fract() == 0.0 && (0.0..1e15).contains(number))?;
    Some(number as usize)
}

struct Rows {
    channels: usize,
    values: Vec<f64>,
    /// Where the last whole row ends.
    last_line: usize,
}

impl Rows {
    /// One row a line, as all programs write. A first line of another length means rows that are
    /// broken over lines.
    fn read(
        &mut self,
        scanner: &mut Scanner<'_>,
        announced: usize,
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let mut is_broken = false;
        let wanted = announced.saturating_mul(self.channels);
        while let Some((line, row)) = scanner.row() {
            if self.values.len() >= wanted {
                let rest = 1 + std::iter::from_fn(|| scanner.row()).count();
                warnings.push(format!("line {line}: {announced} frames are announced, but {rest} lines more follow; they are left out"));
                break;
            }
            let start = self.values.len();
            for word in row.split_whitespace() {
                self.values.push(number(word, line)?);
            }
            let count = self.values.len() - start;
            if start == 0 && count < self.channels && scanner.left() > 0 {
                is_broken = true;
                warnings.push(format!(
                    "line {line}: rows of {} numbers are broken over several lines",
                    self.channels
                ));
            }
            if !is_broken && count != self.channels {
                self.odd_row(scanner, (line, start, count), warnings)?;
            }
            if self.values.len().is_multiple_of(self.channels) {
                self.last_line = line;
            }
        }
        let whole = self.values.len() - self.values.len() % self.channels;
        if whole < self.values.len() && is_broken {
            warnings.push(format!(
                "after line {}: the last row has {} of {} numbers; it is left out",
                self.last_line,
                self.values.len() - whole,
                self.channels
            ));
        }
        self.values.truncate(whole.min(wanted));
        Ok(())
    }

    /// A row that is too short may be where the file was cut; anywhere else a row of another length
    /// is an error.
    fn odd_row(
        &mut self,
        scanner: &mut Scanner<'_>,
        (line, start, count): (usize, usize, usize),
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let is_last = scanner.row().is_none();
        let problem = format!(
            "row {} has {count} numbers, expected {}",
            start / self.channels + 1,
            self.channels
        );
        if !is_last || count > self.channels {
            return Err(wrong(
                line,
                format!("{problem}; correct it, or the CHANNELS of the joints"),
            ));
        }
        warnings
            .push(format!("line {line}: {problem}; the file seems cut, and this row is left out"));
        self.values.truncate(start);
        Ok(())
    }
}
