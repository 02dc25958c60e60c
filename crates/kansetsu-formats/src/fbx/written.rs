//! Text files as records: `Name: value, value { records }`.

use std::borrow::Cow;

use super::record::{Array, Record, Value, wrong};
use crate::Error;

/// The deepest nesting of records; programs write 8.
const DEEPEST: usize = 32;

/// A file's version and its records.
pub(super) fn read(bytes: &[u8]) -> Result<(u32, Record<'_>), Error> {
    let mut reader = Reader { bytes, at: 0 };
    let children = reader.records(0)?;
    let root = Record { children, ..Record::default() };
    let header = root.child("FBXHeaderExtension");
    let version = header
        .and_then(|header| header.value("FBXVersion")?.integer())
        .or_else(|| first_line_version(bytes));
    match version.and_then(|version| u32::try_from(version).ok()) {
        Some(version @ 6000..8000) => Ok((version, root)),
        Some(version) => Err(Error::Unsupported {
            format: super::record::FORMAT,
            place: "FBXVersion".to_owned(),
            what: format!("version {version} (6100 to 7700 are read)"),
        }),
        None => {
            Err(wrong("FBXVersion", "the version is missing; the file is damaged or truncated"))
        }
    }
}

/// The version in `; FBX 7.4.0 project file`.
fn first_line_version(bytes: &[u8]) -> Option<i64> {
    let line = std::str::from_utf8(bytes.split(|&byte| byte == b'\n').next()?).ok()?;
    let mut parts = line
        .split("FBX")
        .nth(1)?
        .split_whitespace()
        .next()?
        .split('.')
        .map(|part| part.parse::<i64>().ok());
    Some(parts.next()?? * 1000 + parts.next()?? * 100)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn wrong(&self, problem: impl Into<String>) -> Error {
        let before = &self.bytes[..self.at.min(self.bytes.len())];
        wrong(format!("line {}", 1 + before.iter().filter(|&&byte| byte == b'\n').count()), problem)
    }

    /// The next character that is neither space nor comment.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match *self.bytes.get(self.at)? {
                b';' => self.skip_while(|byte| byte != b'\n'),
                byte if byte.is_ascii_whitespace() || matches!(byte, 0xEF | 0xBB | 0xBF | 0) => {
                    self.at += 1
                }
                byte => return Some(byte),
            }
        }
    }

    fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&byte| !is_skipped(byte)).unwrap_or(rest.len());
    }

    /// A run of characters without another meaning.
    fn word(&mut self) -> &'a [u8] {
        let start = self.at;
        self.skip_while(|byte| {
            !byte.is_ascii_whitespace()
                && !matches!(byte, b',' | b':' | b'{' | b'}' | b'"' | b';' | b'*')
        });
        &self.bytes[start..self.at]
    }

    fn records(&mut self, depth: usize) -> Result<Vec<Record<'a>>, Error> {
        if depth > DEEPEST {
            return Err(self.wrong(format!("records are nested more than {DEEPEST} deep")));
        }
        let mut records = Vec::new();
        loop {
            match self.peek() {
                None if depth > 0 => {
                    return Err(self.wrong("a closing brace is missing; the file seems truncated"));
                }
                None => return Ok(records),
                Some(b'}') if depth > 0 => {
                    self.at += 1;
                    return Ok(records);
                }
                Some(_) => records.push(self.record(depth)?),
            }
        }
    }

    fn record(&mut self, depth: usize) -> Result<Record<'a>, Error> {
        let name = String::from_utf8_lossy(self.word());
        if name.is_empty() || self.peek() != Some(b':') {
            return Err(self.wrong("expected a name and a colon"));
        }
        self.at += 1;
        let values = self.values()?;
        let mut record = Record { name, values, children: Vec::new() };
        if self.peek() == Some(b'{') {
            self.at += 1;
            record.children = self.records(depth + 1)?;
        }
        Ok(record)
    }

    fn values(&mut self) -> Result<Vec<Value<'a>>, Error> {
        let mut values = Vec::new();
        if !self.has_value() {
            return Ok(values);
        }
        loop {
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    continue;
                }
                Some(b'*') => {
                    values.push(self.array()?);
                    return Ok(values);
                }
                Some(b'"') => values.push(self.quoted()?),
                Some(b'{' | b'}' | b':') | None => return Ok(values),
                Some(_) => values.push(number(self.word())),
            }
            if self.peek() != Some(b',') {
                return Ok(values);
            }
        }
    }

    /// Whether a value follows the colon: on this line, or on the next one if that cannot start a
    /// record.
    fn has_value(&mut self) -> bool {
        let start = self.at;
        let next = self.peek();
        let is_same_line = !self.bytes[start..self.at].contains(&b'\n');
        is_same_line || !next.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
    }

    fn quoted(&mut self) -> Result<Value<'a>, Error> {
        let start = self.at + 1;
        let length = self.bytes[start..].iter().position(|&byte| byte == b'"');
        let Some(length) = length else {
            return Err(self.wrong("a closing quotation mark is missing; the file seems truncated"));
        };
        self.at = start + length + 1;
        let text = &self.bytes[start..start + length];
        Ok(Value::Text(match text.windows(6).any(|window| window == b"&quot;") {
            true => Cow::Owned(String::from_utf8_lossy(text).replace("&quot;", "\"").into_bytes()),
            false => Cow::Borrowed(text),
        }))
    }

    /// `*count { a: numbers }`; the count is not trusted.
    fn array(&mut self) -> Result<Value<'a>, Error> {
        self.at += 1;
        self.word();
        let mut numbers = Vec::new();
        if self.peek() != Some(b'{') {
            return Err(self.wrong("expected { after the count of an array"));
        }
        self.at += 1;
        if self.peek() == Some(b'a') {
            self.word();
        }
        loop {
            match self.peek() {
                Some(b':' | b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Value::Array(Box::new(Array::Written(numbers))));
                }
                Some(b'{' | b'"' | b'*') | None => {
                    return Err(self.wrong(
                        "an array of numbers has no end; the file is damaged or truncated",
                    ));
                }
                Some(_) => match number(self.word()) {
                    Value::Integer(number) => numbers.push(number as f64),
                    Value::Float(number) => numbers.push(number),
                    _ => return Err(self.wrong("expected a number in an array")),
                },
            }
        }
    }
}

/// A number, or else a word.
fn number(word: &[u8]) -> Value<'_> {
    let text = std::str::from_utf8(word).unwrap_or_default();
    if let Ok(integer) = text.parse::<i64>() {
        return Value::Integer(integer);
    }
    if text.contains('#') {
        // 1.#INF, -1.#IND: an old runtime library writes these for non-finite values.
        return Value::Float(f64::NAN);
    }
    match text.parse::<f64>() {
        Ok(float) => Value::Float(float),
        Err(_) => Value::Text(Cow::Borrowed(word)),
    }
}
