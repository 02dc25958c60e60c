//! Text tables.

use std::fmt;

use crate::escape::escaped;

/// Rows of cells. The first and the last column are left-aligned; the columns between, which are
/// numbers, are right-aligned.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headers.
    pub(crate) fn new(titles: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { rows: vec![titles.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row. Names come from files, so control characters are escaped.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| escaped(&cell).into_owned()).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows[0].len();
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let cell = |(column, cell): (usize, &String)| match column {
                0 => format!("{cell:<width$}", width = widths[0]),
                last if last + 1 == columns => cell.clone(),
                middle => format!("{cell:>width$}", width = widths[middle]),
            };
            let line = row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ");
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(["goal", "mm", "limits"]);
        table.row(["LeftHand".to_owned(), "0.001".to_owned(), "elbow".to_owned()]);
        table.row(["Head".to_owned(), "12.5".to_owned(), String::new()]);
        assert_eq!(
            table.to_string(),
            "goal         mm  limits\nLeftHand  0.001  elbow\nHead       12.5\n"
        );
    }
}
