//! The Markdown that the rules need: headings, fenced blocks, links.

/// A parsed Markdown text.
#[derive(Default)]
pub(crate) struct Markdown<'a> {
    /// The levels of the headings, in order: 2 for `## …`.
    pub(super) headings: Vec<usize>,
    pub(crate) blocks: Vec<Block<'a>>,
    pub(super) links: Vec<Link<'a>>,
}

/// A fenced block.
#[derive(Default)]
pub(crate) struct Block<'a> {
    /// The line of its opening fence, 1-based.
    pub(super) line: usize,
    /// The info string of the opening fence: `rust`, `console`.
    pub(crate) info: &'a str,
    pub(crate) lines: Vec<&'a str>,
}

/// The target of a link or picture.
pub(super) struct Link<'a> {
    pub(super) line: usize,
    pub(super) target: &'a str,
}

impl<'a> Markdown<'a> {
    pub(crate) fn parse(text: &'a str) -> Self {
        let mut document = Self::default();
        let mut open: Option<Block<'a>> = None;
        for (index, line) in text.lines().enumerate() {
            open = match (open, line.trim().strip_prefix("```")) {
                (Some(block), Some("")) => {
                    document.blocks.push(block);
                    None
                }
                (Some(mut block), _) => {
                    block.lines.push(line);
                    Some(block)
                }
                (None, Some(info)) => Some(Block { line: index + 1, info, lines: Vec::new() }),
                (None, None) => {
                    document.prose(index + 1, line);
                    None
                }
            };
        }
        document.blocks.extend(open);
        document
    }

    fn prose(&mut self, line: usize, text: &'a str) {
        let level = text.chars().take_while(|c| *c == '#').count();
        if level > 0 && text[level..].starts_with(' ') {
            self.headings.push(level);
        }
        let after_brackets =
            text.split("](").skip(1).filter_map(|tail| Some(tail.split_once(')')?.0));
        let in_quotes =
            text.split("src=\"").skip(1).filter_map(|tail| Some(tail.split_once('"')?.0));
        self.links.extend(after_brackets.chain(in_quotes).map(|target| Link { line, target }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_blocks_and_links_are_told_apart() {
        let document = Markdown::parse(
            "# A\n\n## B [c](d.md) ![e](f.png)\n```rust\n# g\n[h](i)\n```\n#no\n<img src=\"j.png\">\n",
        );
        assert_eq!(document.headings, [1, 2]);
        assert_eq!(document.blocks.len(), 1);
        assert_eq!((document.blocks[0].line, document.blocks[0].info), (4, "rust"));
        assert_eq!(document.blocks[0].lines, ["# g", "[h](i)"]);
        assert_eq!(
            document.links.iter().map(|link| link.target).collect::<Vec<_>>(),
            ["d.md", "f.png", "j.png"]
        );
    }
}
