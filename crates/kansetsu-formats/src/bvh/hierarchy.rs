//! The tree of joints in a BVH text.

use super::channel::Channel;
use super::scanner::{FORMAT, Scanner, excerpt, number, wrong};
use crate::Error;
use crate::element::Skipped;

/// A joint or an End Site of the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    pub(super) offset: [f64; 3],
    /// The order of the numbers in a row; an End Site has none.
    pub(super) channels: Vec<Channel>,
    pub(super) is_end: bool,
    pub(super) line: usize,
}

/// The most joints; more are taken as damage: the largest skeletons in use have a few thousand.
const MOST_JOINTS: usize = 16_384;
/// The most characters of a name; the rest is cut.
const LONGEST_NAME: usize = 128;

/// Reads the nodes, parents before children, up to the word MOTION or the end of the file; returns
/// which of the two follows.
pub(super) fn read(
    scanner: &mut Scanner<'_>,
    counted: &mut Skipped,
    warnings: &mut Vec<String>,
) -> Result<(Vec<Node>, Then), Error> {
    match scanner.word() {
        Some(word) if word.eq_ignore_ascii_case("HIERARCHY") => {}
        found => return Err(scanner.wrong(format!("expected HIERARCHY, found {}", named(found)))),
    }
    let mut tree = Tree { nodes: Vec::new(), open: Vec::new(), counted, warnings };
    loop {
        let word = scanner.word();
        match word.map(str::to_ascii_uppercase).as_deref() {
            Some("ROOT") if tree.open.is_empty() => tree.begin(scanner, None)?,
            Some("JOINT") => tree.begin(scanner, Some(Kind::Joint))?,
            Some("END") => tree.begin(scanner, Some(Kind::End))?,
            Some("OFFSET") => tree.offset(scanner)?,
            Some("CHANNELS") => tree.channels(scanner)?,
            Some("}") => tree.close(scanner)?,
            Some("MOTION") => return Ok((tree.finish(scanner, "MOTION starts")?, Then::Motion)),
            None => return Ok((tree.finish(scanner, "the file ends")?, Then::Nothing)),
            Some(_) => {
                let expected = if tree.open.is_empty() {
                    "ROOT or MOTION"
                } else {
                    "OFFSET, CHANNELS, JOINT, End Site or }"
                };
                return Err(scanner.wrong(format!("expected {expected}, found {}", named(word))));
            }
        }
    }
}

/// What follows the hierarchy: MOTION or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Motion,
    Nothing,
}

enum Kind {
    Joint,
    End,
}

struct Tree<'w> {
    nodes: Vec<Node>,
    /// The nodes with open braces, and whether their offset was read.
    open: Vec<(usize, bool)>,
    counted: &'w mut Skipped,
    warnings: &'w mut Vec<String>,
}

impl Tree<'_> {
    /// Starts a node: a root if it has no kind.
    fn begin(&mut self, scanner: &mut Scanner<'_>, kind: Option<Kind>) -> Result<(), Error> {
        let line = scanner.line();
        if self.nodes.len() == MOST_JOINTS {
            let what = format!("a skeleton of more than {MOST_JOINTS} joints");
            return Err(Error::Unsupported { format: FORMAT, place: format!("line {line}"), what });
        }
        let parent = self.open.last().map(|&(node, _)| node);
        let is_end = matches!(kind, Some(Kind::End));
        if kind.is_some() && parent.is_none() {
            return Err(wrong(
                line,
                "a joint must be inside a ROOT; start the tree with ROOT and a name",
            ));
        }
        if parent.is_some_and(|parent| self.nodes[parent].is_end) {
            return Err(wrong(line, "an End Site has no children; close it with } first"));
        }
        let words = scanner.words_before_brace();
        let name = if is_end { self.end_name(parent) } else { self.joint_name(words, line) };
        match scanner.word() {
            Some("{") => {}
            found => {
                return Err(scanner.wrong(format!(
                    "expected {{ after \"{}\", found {}",
                    excerpt(&name),
                    named(found)
                )));
            }
        }
        self.open.push((self.nodes.len(), false));
        self.nodes.push(Node {
            name,
            parent,
            offset: [0.0; 3],
            channels: Vec::new(),
            is_end,
            line,
        });
        Ok(())
    }

    fn joint_name(&mut self, words: &str, line: usize) -> String {
        if words.is_empty() {
            self.counted.add("name", &format!("line {line}"));
            return format!("joint_{}", self.nodes.len());
        }
        if words.chars().nth(LONGEST_NAME).is_some() {
            self.warnings
                .push(format!("line {line}: the name is cut after {LONGEST_NAME} characters"));
        }
        words.chars().take(LONGEST_NAME).collect()
    }

    fn end_name(&self, parent: Option<usize>) -> String {
        let below = parent.map_or(0, |parent| parent + 1);
        let before =
            self.nodes[below..].iter().filter(|node| node.is_end && node.parent == parent).count();
        let name = parent.map_or("", |parent| &self.nodes[parent].name);
        if before == 0 { format!("{name}_end") } else { format!("{name}_end{}", before + 1) }
    }

    fn current(&mut self, scanner: &Scanner<'_>, what: &str) -> Result<usize, Error> {
        let open = self.open.last().map(|&(node, _)| node);
        open.ok_or_else(|| {
            scanner
                .wrong(format!("{what} is outside every joint; move it between a joint's braces"))
        })
    }

    fn offset(&mut self, scanner: &mut Scanner<'_>) -> Result<(), Error> {
        let node = self.current(scanner, "OFFSET")?;
        for axis in 0..3 {
            let word = scanner
                .word()
                .ok_or_else(|| scanner.wrong("the file ends inside an OFFSET of three numbers"))?;
            self.nodes[node].offset[axis] = number(word, scanner.line())?;
        }
        if let Some(last) = self.open.last_mut() {
            if last.1 {
                self.warnings.push(format!(
                    "line {}: a second OFFSET; it replaces the first",
                    scanner.line()
                ));
            }
            last.1 = true;
        }
        Ok(())
    }

    fn channels(&mut self, scanner: &mut Scanner<'_>) -> Result<(), Error> {
        let node = self.current(scanner, "CHANNELS")?;
        let line = scanner.line();
        let count = scanner.word().and_then(|word| word.parse::<usize>().ok());
        let count =
            count.ok_or_else(|| wrong(line, "expected the number of channels after CHANNELS"))?;
        let channels = named_channels(scanner, count)?;
        if channels.iter().any(|channel| matches!(channel, Channel::Scale(_))) {
            self.counted.add("scale channels", &self.nodes[node].name);
        }
        if channels.len() != count {
            self.warnings.push(format!(
                "line {line}: the count says {count} channels, but {} are named; the names count",
                channels.len()
            ));
        }
        if self.nodes[node].is_end {
            self.counted.add("channels of an End Site", &self.nodes[node].name);
            return Ok(());
        }
        if !self.nodes[node].channels.is_empty() {
            return Err(wrong(line, "a second CHANNELS of the same joint; remove one of the two"));
        }
        self.nodes[node].channels = channels;
        Ok(())
    }

    fn close(&mut self, scanner: &Scanner<'_>) -> Result<(), Error> {
        let Some((node, has_offset)) = self.open.pop() else {
            return Err(scanner.wrong("a surplus }; remove it"));
        };
        if !has_offset {
            let node = &self.nodes[node];
            return Err(scanner.wrong(format!(
                "\"{}\" of line {} has no OFFSET; add one",
                excerpt(&node.name),
                node.line
            )));
        }
        Ok(())
    }

    fn finish(self, scanner: &Scanner<'_>, event: &str) -> Result<Vec<Node>, Error> {
        if let Some(&(open, _)) = self.open.last() {
            let node = &self.nodes[open];
            let problem = format!(
                "{event}, but the braces of \"{}\" (line {}) are not closed; add a }}",
                excerpt(&node.name),
                node.line
            );
            return Err(scanner.wrong(problem));
        }
        if self.nodes.is_empty() {
            return Err(
                scanner.wrong(format!("{event} before a ROOT; a figure has at least one joint"))
            );
        }
        let roots = self.nodes.iter().filter(|node| node.parent.is_none()).count();
        if roots > 1 {
            self.warnings
                .push(format!("the file has {roots} ROOTs; many programs read only the first"));
        }
        Ok(self.nodes)
    }
}

/// The channels that follow, on this line or, in some files, the next ones. Other content of the
/// same line stays.
fn named_channels(scanner: &mut Scanner<'_>, count: usize) -> Result<Vec<Channel>, Error> {
    let mut channels = Vec::new();
    loop {
        let before = *scanner;
        let Some(word) = scanner.word() else { return Ok(channels) };
        if let Some(channel) = Channel::from_name(word) {
            channels.push(channel);
            continue;
        }
        let ends = ["JOINT", "END", "OFFSET", "CHANNELS", "ROOT", "MOTION", "{", "}"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known));
        if ends || channels.len() >= count {
            *scanner = before;
            return Ok(channels);
        }
        return Err(scanner.wrong(format!(
            "expected channels such as Xposition or Zrotation, found \"{}\"",
            excerpt(word)
        )));
    }
}

fn named(word: Option<&str>) -> String {
    word.map_or_else(|| "the end of the file".to_owned(), |word| format!("\"{}\"", excerpt(word)))
}
