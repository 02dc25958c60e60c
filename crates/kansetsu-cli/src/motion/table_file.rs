//! A CSV table (RFC 4180) with column names in the first line.

use anyhow::{anyhow, bail};

use crate::argument::finite;

/// A parsed table.
#[derive(Debug)]
pub(super) struct TableFile {
    pub(super) rows: Vec<Row>,
}

/// A line of the table.
#[derive(Debug)]
pub(super) struct Row {
    line: usize,
    /// Column names and cells.
    cells: Vec<(&'static str, String)>,
}

impl TableFile {
    /// Columns may be in any order. Those that are `needed` must exist, and columns outside
    /// `columns` are errors. Empty lines are ignored.
    pub(super) fn read(
        text: &str,
        columns: &[&'static str],
        needed: &[&str],
    ) -> anyhow::Result<Self> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(at, line)| (at + 1, line))
            .filter(|(_, line)| !line.trim().is_empty());
        let all = columns.join(",");
        let (line, header) =
            lines.next().ok_or_else(|| anyhow!("the header is missing; start with {all}"))?;
        if !header.contains(',') && header.contains([';', '\t']) {
            bail!("line {line}: the columns must be separated by commas, as in {all}");
        }
        let mut named: Vec<&'static str> = Vec::new();
        for word in cells(header, line)? {
            let word = word.trim().to_lowercase();
            let Some(&column) = columns.iter().find(|&&column| column == word) else {
                bail!("line {line}: \"{word}\" is not a column; the columns are {all}");
            };
            if named.contains(&column) {
                bail!("line {line}: the column \"{word}\" occurs twice; remove one of them");
            }
            named.push(column);
        }
        if let Some(missing) = needed.iter().find(|needed| !named.contains(needed)) {
            bail!(
                "line {line}: the column \"{missing}\" is missing; the columns are {all}, at least {}",
                needed.join(",")
            );
        }
        let mut rows = Vec::new();
        for (line, text) in lines {
            let cells = cells(text, line)?;
            if cells.len() != named.len() {
                bail!(
                    "line {line}: {} cells, expected {}: {}",
                    cells.len(),
                    named.len(),
                    named.join(",")
                );
            }
            rows.push(Row { line, cells: named.iter().copied().zip(cells).collect() });
        }
        Ok(Self { rows })
    }
}

impl Row {
    /// The cell of a column; empty if the table has no column of this name.
    pub(super) fn cell(&self, column: &str) -> &str {
        self.cells.iter().find(|(name, _)| *name == column).map_or("", |(_, text)| text.trim())
    }

    pub(super) fn number(&self, column: &str) -> anyhow::Result<f32> {
        let text = self.cell(column);
        if text.is_empty() {
            bail!("line {}, {column}: the number is missing", self.line);
        }
        finite(text).map_err(|problem| anyhow!("line {}, {column}: {problem}", self.line))
    }

    pub(super) fn optional_number(&self, column: &str) -> anyhow::Result<Option<f32>> {
        if self.cell(column).is_empty() { Ok(None) } else { self.number(column).map(Some) }
    }

    /// One of several words; `usual` if the cell is empty.
    pub(super) fn word<T: Copy>(
        &self,
        column: &str,
        usual: T,
        words: &[(&str, T)],
    ) -> anyhow::Result<T> {
        let text = self.cell(column).to_lowercase();
        if text.is_empty() {
            return Ok(usual);
        }
        let names = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" or ");
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        found.ok_or_else(|| {
            anyhow!("line {}, {column}: \"{text}\" is not supported; use {}", self.line, names())
        })
    }

    pub(super) fn wrong(&self, problem: &str) -> anyhow::Error {
        anyhow!("line {}: {problem}", self.line)
    }
}

/// The cells of a line. A quoted cell may contain commas, and doubled quotes.
fn cells(line: &str, number: usize) -> anyhow::Result<Vec<String>> {
    let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' if is_quoted || cell.trim().is_empty() => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(std::mem::take(&mut cell)),
            other => cell.push(other),
        }
    }
    if is_quoted {
        bail!("line {number}: a quote is not closed; end the cell with \"");
    }
    cells.push(cell);
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_cells_hold_commas_and_quotes() {
        assert_eq!(cells(r#"1,"a, ""b""",c d"#, 1).expect("closed"), ["1", "a, \"b\"", "c d"]);
    }
}
