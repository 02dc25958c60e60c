//! Elements of the XML with their lines.

use std::borrow::Cow;
use std::collections::BTreeSet;

use roxmltree::{Document, Node, ParsingOptions};

use crate::Error;

/// The format's name in errors.
pub(super) const FORMAT: &str = "URDF";

/// Elements and attributes that are read at most; memory is bounded by the file's size, this bounds
/// time.
const MOST_NODES: u32 = 4_000_000;
/// Elements inside each other: deeper ones are no robot.
const DEEPEST: usize = 256;

/// Parses the text.
pub(super) fn parse(text: &str) -> Result<Document<'_>, Error> {
    check_depth(text)?;
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        // The position is in the place already.
        let words = error.to_string();
        let problem = words.rsplit_once(" at ").map_or(words.as_str(), |(problem, _)| problem);
        wrong(error.pos().row as usize, format!("not XML: {problem}"))
    })
}

/// The text without what readers of URDF pass over and an XML parser does not: nulls at its end, a
/// declaration that stands behind white space or a comment, prefixes that nobody declares (as of
/// `<sensor:camera>` in files for old simulators). Lines stay as they are.
pub(super) fn mended(text: &str) -> Cow<'_, str> {
    let text = text.trim_end_matches(['\0', '\u{1A}']);
    let declaration = text
        .find("<?xml ")
        .filter(|&at| at > 0)
        .and_then(|at| Some(at..at + text[at..].find("?>")? + 2));
    let prefixes = undeclared(text);
    if declaration.is_none() && prefixes.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut text = text.to_owned();
    if let Some(span) = declaration {
        let blank: String =
            text[span.clone()].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        text.replace_range(span, &blank);
    }
    if let Some(at) = text.find("<robot") {
        let declarations: String =
            prefixes.iter().map(|prefix| format!(" xmlns:{prefix}=\"{prefix}\"")).collect();
        text.insert_str(at + "<robot".len(), &declarations);
    }
    Cow::Owned(text)
}

/// Prefixes of elements that the text does not declare, not more than some.
fn undeclared(text: &str) -> BTreeSet<&str> {
    let prefix = |after: &'_ str| -> Option<usize> {
        let end = after.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))?;
        (end > 0 && after[end..].starts_with(':')).then_some(end)
    };
    let found = text.split('<').filter_map(|after| Some(&after[..prefix(after)?]));
    let strangers = found.collect::<BTreeSet<_>>().into_iter().take(MOST_PREFIXES);
    strangers
        .filter(|prefix| *prefix != "xml" && !text.contains(&format!("xmlns:{prefix}")))
        .collect()
}

/// Files in use have four or five.
const MOST_PREFIXES: usize = 64;

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
            return Err(wrong(
                line,
                format!(
                    "more than {DEEPEST} elements inside each other; a robot's joints stand side by side"
                ),
            ));
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
pub(super) fn children<'a, 'i>(
    node: Node<'a, 'i>,
    name: &str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

/// An attribute that must be there.
pub(super) fn need<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, Error> {
    node.attribute(name).ok_or_else(|| {
        wrong(line(node), format!("<{}> has no attribute {name}; add it", node.tag_name().name()))
    })
}

/// A number, when it is there.
pub(super) fn number(
    node: Node<'_, '_>,
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<Option<f64>, Error> {
    Ok(numbers::<1>(node, name, warnings)?.map(|[number]| number))
}

/// Numbers with white space between them, when they are there. Commas between them and numbers
/// behind them occur, and are warned of.
pub(super) fn numbers<const N: usize>(
    node: Node<'_, '_>,
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<Option<[f64; N]>, Error> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    let problem = || {
        let excerpt: String = text.chars().take(60).collect();
        format!(
            "{name}=\"{excerpt}\" of <{}>: expected {N} finite numbers with spaces between",
            node.tag_name().name()
        )
    };
    let mut found = [0.0; N];
    let mut words =
        usual(text).split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    for number in &mut found {
        let parsed = words.next().and_then(|word| word.parse::<f64>().ok());
        let is_sound = |number: &f64| number.is_finite() && number.abs() <= f64::from(f32::MAX);
        *number = parsed.filter(is_sound).ok_or_else(|| wrong(line(node), problem()))?;
    }
    if words.next().is_some() || text.contains(',') {
        warnings.push(format!("line {}: {}; {found:?} are taken", line(node), problem()));
    }
    Ok(Some(found))
}

/// What xacro puts for `$(optenv NAME VALUE)` where nobody has set the variable: the value.
fn usual(text: &str) -> &str {
    let inner = text.trim().strip_prefix("$(optenv ").and_then(|rest| rest.strip_suffix(')'));
    inner
        .and_then(|inner| inner.trim().split_once(char::is_whitespace))
        .map_or(text, |(_, value)| value)
}

/// What was read, or a warning in its place, where it only shows a link.
pub(super) fn shown<T>(read: Result<Option<T>, Error>, warnings: &mut Vec<String>) -> Option<T> {
    read.unwrap_or_else(|error| {
        let told = error.to_string();
        warnings.push(told.strip_prefix("URDF, ").unwrap_or(&told).to_owned());
        None
    })
}
