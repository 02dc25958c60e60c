//! The layout of a table in the column of a picture.

use super::wrap::wrapped;
use crate::{Ink, Table};

/// The size of the text, pixels.
const TEXT: f32 = 12.0;
/// The space for the dot in front of a row, pixels.
const DOT: f32 = 14.0;
/// The smallest and largest gap between two columns, pixels.
const GAPS: [f32; 2] = [4.0, 24.0];

/// A table with the places of its texts.
///
/// A table that is too wide gets a head of several lines. If it is still too wide, it is drawn
/// smaller.
pub(super) struct Grid {
    /// The lines, those of the head first.
    pub(super) lines: Vec<Line>,
    /// The width of each column, pixels.
    pub(super) widths: Vec<f32>,
    /// The gap between two columns, pixels.
    pub(super) gap: f32,
    /// The space in front of the first column, pixels.
    pub(super) dot: f32,
    /// The size of the text, pixels.
    pub(super) size: f32,
}

/// A line of text in a table.
pub(super) struct Line {
    pub(super) cells: Vec<String>,
    pub(super) dot: Option<Ink>,
    pub(super) ink: Ink,
}

impl Grid {
    /// Lays a table out in `room` pixels. `zoom` scales its usual size, and `measure` returns the
    /// width of a text of a size.
    pub(super) fn lay(
        table: &Table,
        room: f32,
        zoom: f32,
        measure: &dyn Fn(&str, f32) -> f32,
    ) -> Self {
        let mut grid =
            Self::of_size(table, std::slice::from_ref(&table.head), (room, zoom), measure);
        if grid.needed() <= room {
            return grid;
        }
        let mut zoom = zoom;
        loop {
            let head = broken_head(table, &|text| measure(text, TEXT * zoom));
            grid = Self::of_size(table, &head, (room, zoom), measure);
            let needed = grid.needed();
            if needed <= room || zoom < 0.1 {
                return grid;
            }
            zoom *= (room / needed).min(0.99);
        }
    }

    fn of_size(
        table: &Table,
        head: &[Vec<String>],
        (room, zoom): (f32, f32),
        measure: &dyn Fn(&str, f32) -> f32,
    ) -> Self {
        let size = TEXT * zoom;
        let head =
            head.iter().map(|cells| Line { cells: cells.clone(), dot: None, ink: Ink::Weak });
        let rows = table.rows.iter().map(|row| Line {
            cells: row.cells.clone(),
            dot: row.ink,
            ink: Ink::Strong,
        });
        let lines: Vec<Line> = head.chain(rows).collect();
        let widest = |column: usize| {
            let cells = lines.iter().filter_map(|line| line.cells.get(column));
            cells.map(|cell| measure(cell, size)).fold(0.0, f32::max)
        };
        let widths: Vec<f32> = (0..table.head.len().max(1)).map(widest).collect();
        let dot = DOT * zoom;
        let rest = room - dot - widths.iter().sum::<f32>();
        let gap = (rest / widths.len() as f32).clamp(GAPS[0] * zoom, GAPS[1] * zoom);
        Self { lines, widths, gap, dot, size }
    }

    /// The width of the table, pixels.
    fn needed(&self) -> f32 {
        self.dot + self.widths.iter().sum::<f32>() + self.gap * (self.widths.len() - 1) as f32
    }
}

/// The head in several lines: each title is no wider than the cells below it or its longest word.
fn broken_head(table: &Table, measure: &dyn Fn(&str) -> f32) -> Vec<Vec<String>> {
    let broken = |(column, title): (usize, &String)| {
        let cells = table.rows.iter().filter_map(|row| row.cells.get(column));
        let width =
            cells.map(String::as_str).chain(title.split(' ')).map(measure).fold(0.0, f32::max);
        wrapped(title, width, measure)
    };
    let titles: Vec<Vec<String>> = table.head.iter().enumerate().map(broken).collect();
    let height = titles.iter().map(Vec::len).max().unwrap_or_default();
    // The last lines of all titles are at the same height.
    let line = |index: usize| {
        let of = |title: &Vec<String>| {
            let index = (index + title.len()).checked_sub(height);
            index.and_then(|index| title.get(index)).cloned().unwrap_or_default()
        };
        titles.iter().map(of).collect()
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;

    fn table(head: &[&str], row: &[&str]) -> Table {
        let owned = |cells: &[&str]| cells.iter().map(ToString::to_string).collect();
        Table { head: owned(head), rows: vec![Row { ink: None, cells: owned(row) }] }
    }

    fn lay(table: &Table, room: f32) -> Grid {
        Grid::lay(table, room, 1.0, &|text, size| size * text.chars().count() as f32)
    }

    #[test]
    fn a_head_is_broken_only_in_a_table_that_is_too_wide() {
        let table = table(&["solver", "median (mm)", "over"], &["CCD", "0.0468", "0"]);
        let lines = |grid: Grid| -> Vec<Vec<String>> {
            grid.lines.into_iter().map(|line| line.cells).collect()
        };
        assert_eq!(lines(lay(&table, 300.0))[0], ["solver", "median (mm)", "over"]);
        let narrow = lay(&table, 220.0);
        assert!((narrow.size - TEXT).abs() < 1e-6 && narrow.needed() <= 220.0);
        let lines = lines(narrow);
        assert_eq!(lines[0], ["", "median", ""]);
        assert_eq!(lines[1], ["solver", "(mm)", "over"]);
        assert_eq!(lines[2], ["CCD", "0.0468", "0"]);
    }

    #[test]
    fn a_table_without_room_is_drawn_smaller() {
        let grid = lay(&table(&["solver", "goals"], &["Damped least squares", "1000"]), 100.0);
        assert!(grid.needed() <= 100.0 && grid.size < TEXT, "{}", grid.needed());
    }
}
