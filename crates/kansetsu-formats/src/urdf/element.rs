//! Elements of the XML with their lines.

use roxmltree::{Document, Node, ParsingOptions};

use crate::Error;

/// The format's name in errors.
pub(super) const FORMAT: &str = "URDF";

/// Elements and attributes that are read at most; memory is bounded by the file's size, this bounds time.
const MOST_NODES: u32 = 4_000_000;
/// Elements inside each other: deeper ones are no robot.
const DEEPEST: usize = 256;

/// Parses the text.
pub(super) fn parse(text: &str) -> Result<Document<'_>, Error> {
    check_depth(text)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        // The position is in the place already.
        let words = error.to_string();
        let problem = words.rsplit_once(" at ").map_or(words.as_str(), |(problem, _)| problem);
        wrong(error.pos().row as usize, format!("not XML: {problem}"))
    })
}

/// The parser calls itself for each level.
fn check_depth(text: &str) -> Result<(), Error> {
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
            return Err(wrong(line, format!("more than {DEEPEST} elements inside each other; a robot's joints stand side by side")));
        }
    }
    Ok(())
}

/// What is wrong at a line.
pub(super) fn wrong(line: usize, problem: impl Into<String>) -> Error {
    Error::Malformed { format: FORMAT, place: format!("line {line}"), problem: problem.into() }
}

/// The line that an element begins in.
pub(super) fn line(node: Node<'_, '_>) -> usize {
    node.document().text_pos_at(node.range().start).row as usize
}

/// The first child of this name.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

/// The children of this name.
pub(super) fn children<'a, 'i>(node: Node<'a, 'i>, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

/// An attribute that must be there.
pub(super) fn need<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, Error> {
    node.attribute(name).ok_or_else(|| wrong(line(node), format!("<{}> has no attribute {name}; add it", node.tag_name().name())))
}

/// A number, when it is there.
pub(super) fn number(node: Node<'_, '_>, name: &str) -> Result<Option<f64>, Error> {
    Ok(numbers::<1>(node, name)?.map(|[number]| number))
}

/// Numbers with white space between them, when they are there.
pub(super) fn numbers<const N: usize>(node: Node<'_, '_>, name: &str) -> Result<Option<[f64; N]>, Error> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    let bad = || {
        let excerpt: String = text.chars().take(40).collect();
        wrong(line(node), format!("{name}=\"{excerpt}\" of <{}>: expected {N} finite numbers with spaces between", node.tag_name().name()))
    };
    let mut found = [0.0; N];
    let mut words = text.split_whitespace();
    for number in &mut found {
        let parsed = words.next().and_then(|word| word.parse::<f64>().ok());
        *number = parsed.filter(|number| number.is_finite() && number.abs() <= f64::from(f32::MAX)).ok_or_else(bad)?;
    }
    if words.next().is_some() { Err(bad()) } else { Ok(Some(found)) }
}
