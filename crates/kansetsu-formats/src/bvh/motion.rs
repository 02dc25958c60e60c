//! The rows of numbers in a BVH text.

use super::channel::Channel;
use super::hierarchy::Node;
use super::scanner::{Scanner, excerpt, number, numbers, wrong};
use crate::Error;

/// The motion of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Motion {
    /// The frame time, seconds.
    pub(super) frame_time: f64,
    /// The number of frames.
    pub(super) frames: usize,
    /// Row after row.
    pub(super) values: Vec<f64>,
}

/// The substitute for an invalid frame time: the most common one.
const USUAL_FRAME_TIME: f64 = 1.0 / 30.0;
/// More announced frames than this many times the rows mean a damaged number, not a truncated file.
const ABSURD: usize = 1000;

/// Reads the text after MOTION; `channels` is the length of a row.
pub(super) fn read(
    scanner: &mut Scanner<'_>,
    channels: usize,
    warnings: &mut Vec<String>,
) -> Result<Motion, Error> {
    let (frames_line, frames) = header(scanner, "Frames:")?;
    let announced = frames.parse::<usize>().ok().or_else(|| whole(frames));
    let announced = announced.ok_or_else(|| {
        wrong(frames_line, format!("expected the number of frames, found \"{}\"", excerpt(frames)))
    })?;
    let (line, time) = header(scanner, "Frame Time:")?;
    let mut frame_time = number(time, line)?;
    if frame_time <= 0.0 || 1.0 / frame_time > 1e6 {
        warnings
            .push(format!("line {line}: the frame time {frame_time} s is invalid; 1/30 s is used"));
        frame_time = USUAL_FRAME_TIME;
    }
    let mut rows = Rows { channels, values: Vec::new(), last_line: line };
    if channels > 0 {
        // Every value takes at least two bytes, so that memory is bounded by the file's size, not
        // by its announced frames.
        rows.values.reserve_exact(announced.saturating_mul(channels).min(scanner.left() / 2 + 1));
        rows.read(scanner, announced, warnings)?;
    }
    let present = rows.values.len() / channels.max(1);
    if channels > 0 && announced > present.saturating_mul(ABSURD).max(ABSURD) {
        return Err(wrong(
            frames_line,
            format!(
                "the file announces {announced} frames, but {present} rows follow; correct the number"
            ),
        ));
    }
    if channels > 0 && present < announced {
        warnings.push(format!(
            "line {frames_line}: the file announces {announced} frames, but has {present} complete rows (the last ends in line {}); these are used",
            rows.last_line
        ));
    }
    Ok(Motion { frame_time, frames: present, values: rows.values })
}

/// The word after `title`, with its line. The next title may be on the same line.
fn header<'a>(scanner: &mut Scanner<'a>, title: &str) -> Result<(usize, &'a str), Error> {
    let before = *scanner;
    let is_title = |head: &str| {
        head.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .eq_ignore_ascii_case(title.trim_end_matches(':'))
    };
    if scanner.title().is_some_and(is_title) {
        let value = scanner.word().unwrap_or_default();
        return Ok((scanner.line(), value));
    }
    *scanner = before;
    let Some((line, row)) = scanner.row() else {
        return Err(scanner.wrong(format!("expected \"{title}\", found the end of the file")));
    };
    Err(wrong(line, format!("expected \"{title}\" and a number, found \"{}\"", excerpt(row))))
}

impl Motion {
    /// Replaces the values that are not numbers: between the frames before and after by their
    /// interpolation, at the ends by the nearest frame, in a channel without numbers by the rest
    /// pose.
    pub(super) fn fill(&mut self, nodes: &[Node], warnings: &mut Vec<String>) {
        let missing = self.values.iter().filter(|value| value.is_nan()).count();
        if missing == 0 {
            return;
        }
        let columns = nodes.iter().flat_map(|node| {
            node.channels.iter().map(|&channel| match channel {
                Channel::Position(axis) => (node.offset[axis], false),
                Channel::Rotation(_) => (0.0, true),
                Channel::Scale(_) => (1.0, false),
            })
        });
        let columns: Vec<(f64, bool)> = columns.collect();
        let first = self.values.iter().position(|value| value.is_nan()).unwrap_or(0);
        let frame = first / columns.len().max(1) + 1;
        warnings.push(format!(
            "{missing} values are not numbers (the first in frame {frame}); they are interpolated between the frames before and after"
        ));
        for (column, &(rest, is_angle)) in columns.iter().enumerate() {
            self.fill_column(column, columns.len(), rest, is_angle);
        }
    }

    fn fill_column(&mut self, column: usize, width: usize, rest: f64, is_angle: bool) {
        let known: Vec<(usize, f64)> = (0..self.frames)
            .map(|frame| (frame, self.values[frame * width + column]))
            .filter(|(_, value)| !value.is_nan())
            .collect();
        for frame in 0..self.frames {
            let value = &mut self.values[frame * width + column];
            if !value.is_nan() {
                continue;
            }
            let next = known.partition_point(|&(other, _)| other < frame);
            let (before, after) =
                (next.checked_sub(1).and_then(|index| known.get(index)), known.get(next));
            *value = match (before, after) {
                (Some(&(start, from)), Some(&(end, to))) => {
                    let way = if is_angle { shortest(to - from) } else { to - from };
                    from + way * (frame - start) as f64 / (end - start) as f64
                }
                (Some(&(_, only)), None) | (None, Some(&(_, only))) => only,
                (None, None) => rest,
            };
        }
    }
}

/// A difference of angles by the shorter way, degrees.
fn shortest(difference: f64) -> f64 {
    difference - 360.0 * (difference / 360.0).round()
}

/// An integer that may be written with a decimal point.
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
    /// The end of the last complete row.
    last_line: usize,
}

impl Rows {
    /// One row per line, as all programs write. A first line of another length means rows broken
    /// over lines.
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
                warnings.push(format!("line {line}: the file announces {announced} frames, but {rest} further lines follow; they are ignored"));
                break;
            }
            let start = self.values.len();
            for word in row.split_whitespace() {
                numbers(word, line, &mut self.values)?;
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
                "after line {}: the last row has {} of {} numbers; it is ignored",
                self.last_line,
                self.values.len() - whole,
                self.channels
            ));
        }
        self.values.truncate(whole.min(wanted));
        Ok(())
    }

    /// A short row may be the end of a truncated file; anywhere else a row of another length is an
    /// error.
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
        warnings.push(format!(
            "line {line}: {problem}; the file seems truncated, and this row is ignored"
        ));
        self.values.truncate(start);
        Ok(())
    }
}
