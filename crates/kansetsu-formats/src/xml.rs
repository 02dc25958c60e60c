//! XML documents of bounded size and depth.

use roxmltree::{Document, ParsingOptions};

/// The most elements and attributes; memory is bounded by the file's size, this bounds time.
const MOST_NODES: u32 = 4_000_000;
/// The deepest nesting of elements: the parser is recursive.
const DEEPEST: usize = 256;

/// A document that cannot be parsed.
pub(crate) struct Damage {
    pub(crate) line: usize,
    pub(crate) problem: String,
}

/// Parses a text.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, Damage> {
    if let Some(line) = too_deep(text) {
        let problem = format!("elements are nested more than {DEEPEST} deep");
        return Err(Damage { line, problem });
    }
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        // The place already has the position.
        let words = error.to_string();
        let problem = words.rsplit_once(" at ").map_or(words.as_str(), |(problem, _)| problem);
        Damage { line: error.pos().row as usize, problem: format!("not XML: {problem}") }
    })
}

/// The line in which elements are nested too deep.
fn too_deep(text: &str) -> Option<usize> {
    let (mut depth, mut line) = (0_usize, 1);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\n' => line += 1,
            b'<' if bytes.get(at + 1) == Some(&b'/') => depth = depth.saturating_sub(1),
            b'<' if bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) => depth += 1,
            b'/' if bytes.get(at + 1) == Some(&b'>') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Some(line);
        }
    }
    None
}
