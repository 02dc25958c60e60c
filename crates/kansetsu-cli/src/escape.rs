//! Escaping of printed names.
//!
//! A file may name a joint `\x1b[2J`: printed raw, that would clear the terminal, and other
//! sequences do worse. A name must neither start a line nor reverse the direction of the text after
//! it.

use std::borrow::Cow;

/// The text with every control character written as in source code: `
/// `, `\u{1b}`.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    escaped_but(text, |_| false)
}

/// Like `escaped`, for text of several lines.
pub(crate) fn escaped_lines(text: &str) -> Cow<'_, str> {
    escaped_but(text, |character| character == '\n')
}

/// Like `escaped`, for JSON text: there these characters occur only inside strings, except for line
/// ends.
pub(crate) fn escaped_json(text: String) -> String {
    let code = |character: char| format!("\\u{:04x}", u32::from(character));
    let written = |character: char| {
        if character != '\n' && acts(character) { code(character) } else { character.to_string() }
    };
    if text.chars().any(|character| character != '\n' && acts(character)) {
        text.chars().map(written).collect()
    } else {
        text
    }
}

fn escaped_but(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |character: char| acts(character) && !stays(character);
    if !text.chars().any(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match is_escaped(character) {
            true => escaped.extend(character.escape_default()),
            false => escaped.push(character),
        }
    }
    Cow::Owned(escaped)
}

/// Whether a terminal acts on the character instead of showing it: controls, line ends and
/// direction overrides. Direction marks, which right-to-left names need, do not affect text outside
/// the name.
fn acts(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_acts_is_escaped() {
        assert_eq!(escaped("左手 Bras d’été 🦾"), "左手 Bras d’été 🦾");
        assert_eq!(
            escaped("a\x1b[31m\nb\u{9b}\u{202e}\x7f\t"),
            "a\\u{1b}[31m\\nb\\u{9b}\\u{202e}\\u{7f}\\t"
        );
        assert_eq!(escaped_lines("a\nb\r"), "a\nb\\r");
        assert_eq!(
            escaped_json("{\n\"a\u{9b}\": \"b\"\n}".to_owned()),
            "{\n\"a\\u009b\": \"b\"\n}"
        );
    }
}
