//! XML elements with their lines.

use std::borrow::Cow;
use std::collections::BTreeSet;

use roxmltree::{Document, Node};

use crate::{Error, xml};

/// The format's name in errors.
pub(super) const FORMAT: &str = "URDF";

/// Parses the text.
pub(super) fn parse(text: &str) -> Result<Document<'_>, Error> {
    xml::parse(text).map_err(|damage| wrong(damage.line, damage.problem))
}

/// The text without content that URDF readers ignore and an XML parser does not. Examples: nulls at
/// its end, a declaration after white space or a comment, undeclared prefixes (as in
/// `<sensor:camera>` of old simulators). Line numbers are unchanged.
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

/// Undeclared prefixes of elements, up to a maximum count.
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

/// An error at a line.
pub(super) fn wrong(line: usize, problem: impl Into<String>) -> Error {
    Error::Malformed { format: FORMAT, place: format!("line {line}"), problem: problem.into() }
}

/// The line in which an element starts.
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

/// An attribute that must exist.
pub(super) fn need<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, Error> {
    node.attribute(name).ok_or_else(|| {
        wrong(line(node), format!("<{}> has no attribute {name}; add it", node.tag_name().name()))
    })
}

/// A number, if it exists.
pub(super) fn number(
    node: Node<'_, '_>,
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<Option<f64>, Error> {
    Ok(numbers::<1>(node, name, warnings)?.map(|[number]| number))
}

/// Numbers with white space between them, if they exist. Commas between them and surplus numbers
/// occur, and cause warnings.
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
        warnings.push(format!("line {}: {}; {found:?} is used", line(node), problem()));
    }
    Ok(Some(found))
}

/// The value that xacro substitutes for `$(optenv NAME VALUE)` if the variable is not set.
fn usual(text: &str) -> &str {
    let inner = text.trim().strip_prefix("$(optenv ").and_then(|rest| rest.strip_suffix(')'));
    inner
        .and_then(|inner| inner.trim().split_once(char::is_whitespace))
        .map_or(text, |(_, value)| value)
}

/// The value, or a warning in its place if it only affects the look of a link.
pub(super) fn shown<T>(read: Result<Option<T>, Error>, warnings: &mut Vec<String>) -> Option<T> {
    read.unwrap_or_else(|error| {
        let told = error.to_string();
        warnings.push(told.strip_prefix("URDF, ").unwrap_or(&told).to_owned());
        None
    })
}
