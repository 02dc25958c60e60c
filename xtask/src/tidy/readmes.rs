//! READMEs: the two languages have the same contents, and the library example is the one that is
//! compiled and run.

use super::Finding;
use super::markdown::{Block, Markdown};
use crate::repository::Repository;

const ENGLISH: &str = "README.md";
const JAPANESE: &str = "README.ja.md";
/// The source file of the first Rust block of the READMEs.
const EXAMPLE: &str = "crates/kansetsu-formats/examples/drag_hand.rs";
/// The library guide, which contains the same block.
const GUIDE: &str = "docs/guide/library.md";

/// Every difference between the READMEs, and between them and the example.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    let (Some(english), Some(japanese)) = (repository.text(ENGLISH), repository.text(JAPANESE))
    else {
        return vec![Finding::in_file(
            ENGLISH,
            format!("{ENGLISH} and {JAPANESE} are both wanted"),
        )];
    };
    let mut findings = compare(&Markdown::parse(english), &Markdown::parse(japanese));
    findings.extend(compare_example(english, repository.text(EXAMPLE)));
    findings.extend(compare_guide(english, repository.text(GUIDE)));
    findings
}

/// The guide's first Rust block is that of the README. It may say that tests do not run it.
fn compare_guide(readme: &str, guide: Option<&str>) -> Option<Finding> {
    let first = |text: &str| {
        let blocks = Markdown::parse(text).blocks;
        blocks
            .iter()
            .find(|block| ["rust", "rust,no_run"].contains(&block.info))
            .map(|block| block.lines.join("\n"))
    };
    let differs = guide.is_some_and(|guide| first(guide) != first(readme));
    differs
        .then(|| Finding::in_file(GUIDE, format!("its first Rust block is not that of {ENGLISH}")))
}

fn compare(english: &Markdown<'_>, japanese: &Markdown<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if english.headings != japanese.headings {
        findings.push(Finding::in_file(JAPANESE, format!("has other headings than {ENGLISH}")));
    }
    if english.blocks.len() != japanese.blocks.len() {
        let message = format!(
            "has {} code blocks, {ENGLISH} has {}",
            japanese.blocks.len(),
            english.blocks.len()
        );
        findings.push(Finding::in_file(JAPANESE, message));
    }
    let pairs = english.blocks.iter().zip(&japanese.blocks);
    let differ = pairs.filter(|(a, b)| a.info != b.info || a.lines != b.lines);
    findings.extend(differ.map(|(a, b)| {
        Finding::at(
            JAPANESE,
            b.line,
            format!("differs from the block in {ENGLISH}, line {}", a.line),
        )
    }));
    findings
}

fn compare_example(readme: &str, example: Option<&str>) -> Option<Finding> {
    let Some(example) = example else {
        return Some(Finding::in_file(
            EXAMPLE,
            format!("is missing: the example in {ENGLISH} is taken from it"),
        ));
    };
    let shown = first_example(readme).map(|shown| shown.code);
    let differs = shown.as_deref() != Some(body(example).trim_end());
    differs.then(|| {
        Finding::in_file(
            ENGLISH,
            format!("its first Rust block is not {EXAMPLE} from its first `use` on"),
        )
    })
}

/// An example without its header: crate docs and lint attributes.
fn body(example: &str) -> &str {
    example.find("\nuse ").map_or(example, |at| &example[at + 1..])
}

/// An example in a README: the first Rust block and the block below it, with its output.
pub(crate) struct Shown {
    pub(crate) code: String,
    pub(crate) output: String,
}

/// The library example of a README.
pub(crate) fn first_example(readme: &str) -> Option<Shown> {
    let blocks = Markdown::parse(readme).blocks;
    let code = blocks.iter().position(|block| block.info == "rust")?;
    let text = |block: &Block<'_>| block.lines.join("\n");
    Some(Shown { code: text(&blocks[code]), output: text(blocks.get(code + 1)?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const README: &str = "# A\n```rust\nuse a::B;\n\nfn main() {}\n```\n```text\n1\n```\n## C\n";
    const CODE: &str = "//! Doc.\n#![expect(x, reason = \"y\")]\n\nuse a::B;\n\nfn main() {}\n";

    fn findings(english: &str, japanese: &str, example: &str) -> usize {
        check(&Repository::of(&[(ENGLISH, english), (JAPANESE, japanese), (EXAMPLE, example)]))
            .len()
    }

    #[test]
    fn the_same_in_other_words_is_fine() {
        assert_eq!(
            findings(README, &README.replace("# A", "# あ").replace("## C", "## い"), CODE),
            0
        );
    }

    #[test]
    fn other_headings_blocks_and_examples_are_found() {
        assert_eq!(findings(README, &README.replace("## C", "### C"), CODE), 1);
        assert_eq!(findings(README, &README.replace("\n1\n", "\n2\n"), CODE), 1);
        assert_eq!(findings(README, &README.replace("```text\n1\n```\n", ""), CODE), 1);
        assert_eq!(findings(README, README, &CODE.replace("main", "other")), 1);
        assert_eq!(check(&Repository::of(&[(ENGLISH, README), (JAPANESE, README)])).len(), 1);
        assert_eq!(check(&Repository::of(&[(ENGLISH, README)])).len(), 1);
        let guide = |text| {
            check(&Repository::of(&[
                (ENGLISH, README),
                (JAPANESE, README),
                (EXAMPLE, CODE),
                (GUIDE, text),
            ]))
            .len()
        };
        let no_run = README.replace("rust", "rust,no_run");
        assert_eq!([guide(README), guide(&no_run), guide("# A\n")], [0, 0, 1]);
    }

    #[test]
    fn the_output_stands_below_the_code() {
        let shown = first_example(README).map(|shown| (shown.code, shown.output));
        assert_eq!(shown, Some(("use a::B;\n\nfn main() {}".into(), "1".into())));
    }
}
