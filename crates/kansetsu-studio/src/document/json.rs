//! JSON as people like to read it: short digits, short lines.

use serde::Serialize;
use serde_json::Value;

/// The value as JSON. 32-bit numbers have the fewest digits that read back as the same number; what
/// is not finite is null.
///
/// # Errors
/// Those of the value's own [`Serialize`].
pub(crate) fn value_of<T: Serialize>(value: &T) -> Result<Value, serde_json::Error> {
    // Through text: a 32-bit number that becomes a 64-bit one directly drags its error along as
    // digits.
    serde_json::from_str(&serde_json::to_string(value)?)
}

/// A list or object of at most this many bytes is on one line.
const WIDTH: usize = 120;

/// A list or an object of a JSON text.
#[derive(Clone, Copy)]
struct Span {
    /// The position of its last bracket.
    end: usize,
    /// The number of the first list or object after it.
    next: usize,
}

/// The JSON text without blanks, laid out with a line for each part that fits into one. Works on
/// the text: a document of a million keys would take ten times as long as a tree of values.
pub(crate) fn laid_out(compact: &str) -> String {
    let spans = spans(compact.as_bytes());
    let mut text = String::with_capacity(compact.len() + compact.len() / 8);
    // The number of the next list or object, its depth, and how much of the text is written.
    let (mut number, mut depth, mut written, mut at) = (0, 0, 0, 0);
    let bytes = compact.as_bytes();
    while at < bytes.len() {
        let (is_line, after) = match bytes[at] {
            b'"' => (false, string_end(bytes, at)),
            b'{' | b'[' if spans[number].end - at < WIDTH => {
                let span = spans[number];
                number = span.next;
                (false, span.end + 1)
            }
            b'{' | b'[' => {
                (number, depth) = (number + 1, depth + 1);
                (true, at + 1)
            }
            b'}' | b']' => {
                depth -= 1;
                text.push_str(&compact[written..at]);
                new_line(depth, &mut text);
                written = at;
                (false, at + 1)
            }
            b',' => (true, at + 1),
            _ => (false, at + 1),
        };
        if is_line || bytes[at] == b':' {
            text.push_str(&compact[written..after]);
            written = after;
            if is_line { new_line(depth, &mut text) } else { text.push(' ') }
        }
        at = after;
    }
    text.push_str(&compact[written..]);
    text.push('\n');
    text
}

/// Every list and object, in the order in which they begin.
fn spans(bytes: &[u8]) -> Vec<Span> {
    let (mut spans, mut open, mut at) = (Vec::new(), Vec::new(), 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'{' | b'[' => {
                open.push(spans.len());
                spans.push(Span { end: bytes.len().saturating_sub(1), next: 0 });
            }
            b'}' | b']' => {
                let next = spans.len();
                open.pop()
                    .into_iter()
                    .for_each(|number: usize| spans[number] = Span { end: at, next });
            }
            _ => {}
        }
        at += 1;
    }
    spans
}

/// The text after the string that starts at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

fn new_line(indent: usize, text: &mut String) {
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_keep_their_digits() {
        let value = value_of(&[0.1_f32, 1.0 / 3.0, f32::MAX, f32::MIN_POSITIVE]).unwrap();
        assert_eq!(value.to_string(), "[0.1,0.33333334,3.4028235e+38,1.1754944e-38]");
    }

    #[test]
    fn short_things_stand_on_one_line() {
        let value = json!({"a": [1, 2, 3], "long": vec!["text, \"[{"; 40], "empty": [], "deep": [{"x": vec![1; 100]}, {}]});
        let text = laid_out(&value.to_string());
        assert!(text.lines().count() > 40 && text.lines().all(|line| line.len() < 130), "{text}");
        assert!(text.contains("\n \"a\": [1,2,3],\n"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        for plain in ["1", "\"a\"", "[]", "null"] {
            assert_eq!(laid_out(plain), format!("{plain}\n"));
        }
    }
}
