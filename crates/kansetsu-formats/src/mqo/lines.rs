//! Lines of an MQO file.
//!
//! The file is processed line by line as bytes, since newer files contain binary vertices; a line
//! is decoded when it is read.

use std::{borrow::Cow, ops::Range};

use encoding_rs::{Encoding, SHIFT_JIS, UTF_8};

use crate::Error;

/// The format's name in errors.
pub(super) const FORMAT: &str = "MQO";

/// The rest of the file.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    line: usize,
    encoding: &'static Encoding,
    /// The length of the whole file, and the position of the last line in it.
    total: usize,
    last: Range<usize>,
}

impl<'a> Lines<'a> {
    /// Files from version 1.2 on are UTF-8; older ones are Shift_JIS, unless they are valid UTF-8.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let total = bytes.len();
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let encoding = if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { SHIFT_JIS };
        Self { rest: bytes, line: 0, encoding, total, last: 0..0 }
    }

    /// Sets the encoding of the rest.
    pub(super) const fn set_encoding(&mut self, encoding: &'static Encoding) {
        self.encoding = encoding;
    }

    /// The number of the last line, from 1.
    pub(super) const fn line(&self) -> usize {
        self.line
    }

    /// The next line, trimmed; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Cow<'a, str>> {
        if self.rest.is_empty() {
            return None;
        }
        let start = self.offset();
        let end = self
            .rest
            .iter()
            .position(|&byte| byte == b'\n' || byte == b'\r')
            .unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or_default();
        self.line += 1;
        let before = line.len() - line.trim_ascii_start().len();
        self.last = start + before..start + before + line.trim_ascii().len();
        Some(self.encoding.decode_without_bom_handling(line.trim_ascii()).0)
    }

    /// The range of the last line in the file, trimmed.
    pub(super) fn last(&self) -> Range<usize> {
        self.last.clone()
    }

    /// The position of the rest in the file.
    pub(super) const fn offset(&self) -> usize {
        self.total - self.rest.len()
    }

    /// The next bytes, unchanged.
    pub(super) fn raw(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            return Err(self.wrong(format!(
                "expected {count} bytes, {} are left; the file seems truncated",
                self.rest.len()
            )));
        };
        self.rest = rest;
        Ok(taken)
    }

    /// An error at this line.
    pub(super) fn wrong(&self, problem: impl Into<String>) -> Error {
        wrong(self.line, problem)
    }

    /// Skips a chunk whose opening line was read.
    pub(super) fn skip_chunk(&mut self) -> Result<(), Error> {
        let (start, mut depth) = (self.line, 1_usize);
        while depth > 0 {
            let Some(line) = self.next() else { return Err(self.unclosed(start)) };
            depth -= usize::from(line.starts_with('}'));
            depth += usize::from(line.ends_with('{'));
        }
        Ok(())
    }

    /// The next line of a chunk that started at line `start`; `None` at its end.
    pub(super) fn inside(&mut self, start: usize) -> Result<Option<Cow<'a, str>>, Error> {
        match self.next() {
            Some(line) if line.starts_with('}') => Ok(None),
            Some(line) => Ok(Some(line)),
            None => Err(self.unclosed(start)),
        }
    }

    fn unclosed(&self, start: usize) -> Error {
        self.wrong(format!(
            "the file ends inside the chunk of line {start}; it seems truncated, or a }} is missing"
        ))
    }
}

pub(super) fn wrong(line: usize, problem: impl Into<String>) -> Error {
    Error::Malformed { format: FORMAT, place: format!("line {line}"), problem: problem.into() }
}

/// The text of a quoted name, and the rest.
pub(super) fn quoted(text: &str) -> Option<(&str, &str)> {
    text.trim_start().strip_prefix('"')?.split_once('"')
}

/// The text in the parentheses after `key`; quotes may contain parentheses.
pub(super) fn argument<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let mut is_quoted = false;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => is_quoted = !is_quoted,
            b'(' if !is_quoted => {
                let word = &bytes[..at];
                let begin = word
                    .iter()
                    .rposition(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))
                    .map_or(0, |before| before + 1);
                let inner = at + 1;
                let mut in_text = false;
                let close = bytes[inner..].iter().position(|&byte| {
                    in_text ^= byte == b'"';
                    byte == b')' && !in_text
                })?;
                if word[begin..].eq_ignore_ascii_case(key.as_bytes()) {
                    return text.get(inner..inner + close);
                }
                at = inner + close;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The words before parentheses; quotes may contain parentheses.
pub(super) fn keys(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let open = unquoted(rest, b'(')?;
        let before = &rest[..open];
        let begin =
            before.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
        let after = rest.get(open + 1..).unwrap_or_default();
        rest = unquoted(after, b')').and_then(|close| after.get(close + 1..)).unwrap_or_default();
        before.get(begin..).filter(|key| !key.is_empty())
    })
}

/// The position of a byte outside quotes.
fn unquoted(text: &str, wanted: u8) -> Option<usize> {
    let mut is_quoted = false;
    text.bytes().position(|byte| {
        is_quoted ^= byte == b'"';
        byte == wanted && !is_quoted
    })
}

/// Finite numbers, separated by white space.
pub(super) fn floats<const N: usize>(text: &str, line: usize) -> Result<[f32; N], Error> {
    let mut found = [0.0; N];
    let mut words = text.split_whitespace();
    for number in &mut found {
        *number = float(words.next().unwrap_or_default(), line)?;
    }
    Ok(found)
}

/// Larger numbers are neither read nor written: sums and squares of a few such lengths would not be
/// finite.
pub(super) const FARTHEST: f32 = 1e30;

pub(super) fn float(word: &str, line: usize) -> Result<f32, Error> {
    let parsed = word.parse::<f32>().ok().filter(|number| number.abs() < FARTHEST);
    parsed.ok_or_else(|| {
        let excerpt: String = word.chars().take(24).collect();
        wrong(line, format!("expected a finite number, found \"{excerpt}\""))
    })
}

/// The first integer of a text.
pub(super) fn count(text: &str) -> Option<usize> {
    text.split_whitespace().find_map(|word| word.parse().ok())
}
