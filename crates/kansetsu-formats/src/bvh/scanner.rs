//! Words and lines of a BVH text, with their line numbers.

use crate::Error;

/// The format's name in errors.
pub(super) const FORMAT: &str = "BVH";

/// The rest of the text, with its position.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1 }
    }

    /// The number of the next line, from 1.
    pub(super) const fn line(&self) -> usize {
        self.line
    }

    /// The number of bytes left.
    pub(super) const fn left(&self) -> usize {
        self.rest.len()
    }

    /// The next word: up to white space or a brace; a brace is a separate word.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        self.skip_blank();
        let end = match self.rest.as_bytes().first()? {
            b'{' | b'}' => 1,
            _ => self
                .rest
                .find(|c: char| c.is_whitespace() || c == '{' || c == '}')
                .unwrap_or(self.rest.len()),
        };
        Some(self.take(end))
    }

    /// The rest of this line before a brace, trimmed.
    pub(super) fn words_before_brace(&mut self) -> &'a str {
        let end = self.rest.find(['{', '}', '\n', '\r']).unwrap_or(self.rest.len());
        self.take(end).trim()
    }

    /// The next non-blank line, with its number.
    pub(super) fn row(&mut self) -> Option<(usize, &'a str)> {
        self.skip_blank();
        if self.rest.is_empty() {
            return None;
        }
        let line = self.line;
        let end = self.rest.find(['\n', '\r']).unwrap_or(self.rest.len());
        let row = self.take(end);
        // A number may read `1.#IND`.
        let end = [" #", "\t#", "//"].iter().filter_map(|start| row.find(start)).min();
        Some((line, row[..end.unwrap_or(row.len())].trim_end()))
    }

    /// The text before the next colon of this line, which it passes.
    pub(super) fn title(&mut self) -> Option<&'a str> {
        self.skip_blank();
        let end = self.rest.find(['\n', '\r']).unwrap_or(self.rest.len());
        let colon = self.rest[..end].find(':')?;
        let title = self.take(colon);
        self.take(1);
        Some(title)
    }

    /// An error at this line.
    pub(super) fn wrong(&self, problem: impl Into<String>) -> Error {
        wrong(self.line, problem)
    }

    /// Passes white space and comments, which start with `#` or `//` and end with the line.
    fn skip_blank(&mut self) {
        self.skip_white();
        while self.rest.starts_with('#') || self.rest.starts_with("//") {
            let end = self.rest.find(['\n', '\r']).unwrap_or(self.rest.len());
            self.take(end);
            self.skip_white();
        }
    }

    /// Line feed, carriage return, or both together end a line; a null at the end of a file is
    /// white space too.
    fn skip_white(&mut self) {
        let end =
            self.rest.find(|c: char| !(c.is_whitespace() || c == '\0')).unwrap_or(self.rest.len());
        let blank = &self.rest.as_bytes()[..end];
        let alone = |&(at, byte): &(usize, &u8)| {
            *byte == b'\n' || (*byte == b'\r' && blank.get(at + 1) != Some(&b'\n'))
        };
        self.line += blank.iter().enumerate().filter(alone).count();
        self.rest = &self.rest[end..];
    }

    fn take(&mut self, end: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }
}

pub(super) fn wrong(line: usize, problem: impl Into<String>) -> Error {
    Error::Malformed { format: FORMAT, place: format!("line {line}"), problem: problem.into() }
}

/// A finite number in single precision.
pub(super) fn number(word: &str, line: usize) -> Result<f64, Error> {
    match word.parse::<f64>() {
        Ok(number) if number.is_finite() && number.abs() <= f64::from(f32::MAX) => Ok(number),
        Ok(_) => {
            Err(wrong(line, format!("\"{}\" is not a finite number; replace it", excerpt(word))))
        }
        Err(_) if is_decimal_comma(word) => number(&word.replace(',', "."), line),
        Err(_) => Err(wrong(line, format!("expected a number, found \"{}\"", excerpt(word)))),
    }
}

/// Whether a word has one comma and no point: a number as some languages write it.
fn is_decimal_comma(word: &str) -> bool {
    !word.contains('.') && word.matches(',').count() == 1
}

/// The numbers of a word: one, or several between commas. A value that is not a number (`nan`,
/// `-1.#IND`, `inf`) is NaN.
pub(super) fn numbers(word: &str, line: usize, values: &mut Vec<f64>) -> Result<(), Error> {
    if !word.contains(',') || is_decimal_comma(word) && !word.ends_with(',') {
        values.push(value(word, line)?);
        return Ok(());
    }
    for part in word.split(',').filter(|part| !part.is_empty()) {
        values.push(value(part, line)?);
    }
    Ok(())
}

fn value(word: &str, line: usize) -> Result<f64, Error> {
    if is_missing(word) { Ok(f64::NAN) } else { number(word, line) }
}

/// Whether a word is a value that is not a number, as programs print it.
fn is_missing(word: &str) -> bool {
    let word = word.trim_start_matches(['+', '-']).to_ascii_lowercase();
    ["nan", "inf", "1.#"].iter().any(|start| word.starts_with(start))
}

/// The start of a word, short enough for a message.
pub(super) fn excerpt(word: &str) -> String {
    let short: String = word.chars().take(24).collect();
    if short.len() < word.len() { format!("{short}…") } else { short }
}
