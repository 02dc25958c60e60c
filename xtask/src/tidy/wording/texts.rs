//! The texts of a file that people read: comments and strings of code, Markdown without code.

use super::pattern::Word;

/// The folder of measured tables, and the folder of this rule, whose tests have such phrases.
const WITHOUT_TEXTS: [&str; 2] = ["results/", "xtask/src/tidy/wording/"];

/// A text whose words belong together: a paragraph, a comment or a string.
#[derive(Default)]
pub(super) struct Passage {
    pub(super) words: Vec<Word>,
    /// The lines with their numbers.
    lines: Vec<(usize, String)>,
}

/// The passages of a file. Files of unknown kinds have none.
pub(super) fn passages(path: &str, text: &str) -> Vec<Passage> {
    if WITHOUT_TEXTS.iter().any(|folder| path.starts_with(folder)) {
        return Vec::new();
    }
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("md") => paragraphs(text.lines().enumerate().map(|(index, line)| (index + 1, line))),
        Some("rs") => of_code(text, "//", true),
        Some("js" | "ts" | "c" | "h" | "hpp" | "cpp" | "cs" | "d") => of_code(text, "//", false),
        Some("py" | "toml") => of_code(text, "#", false),
        _ => Vec::new(),
    }
}

impl Passage {
    /// The first line with this term.
    pub(super) fn line_with(&self, term: &str) -> Option<usize> {
        self.lines.iter().find(|(_, text)| text.contains(term)).map(|(line, _)| *line)
    }

    /// Adds a line. What is between backticks is code.
    fn add(&mut self, line: usize, text: &str) {
        let mut is_first = self.words.is_empty();
        for (index, part) in text.split('`').enumerate() {
            is_first |= index > 0;
            if index % 2 == 0 {
                self.add_words(line, part, &mut is_first);
            }
        }
        self.lines.push((line, text.to_owned()));
    }

    fn add_words(&mut self, line: usize, text: &str, is_first: &mut bool) {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '\'';
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if !word.is_empty() {
                let text = word.to_lowercase();
                self.words.push(Word { text, line, is_first: *is_first });
                *is_first = false;
            }
            let end = after.find(is_part).unwrap_or(after.len());
            let (between, after) = after.split_at(end);
            *is_first |= !between.trim().is_empty();
            rest = after;
        }
    }
}

/// The paragraphs of Markdown, without fenced code. Each item of a list is one.
fn paragraphs<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<Passage> {
    let mut passages = vec![Passage::default()];
    let mut is_code = false;
    for (number, line) in lines {
        let line = line.trim();
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        let is_text = !is_code && !is_fence && !line.is_empty();
        if !is_text || line.starts_with(['-', '*', '|', '#']) {
            passages.push(Passage::default());
        }
        if let Some(passage) = passages.last_mut().filter(|_| is_text) {
            passage.add(number, line);
        }
    }
    passages
}

/// The comments and strings of code. Consecutive comment lines without code belong together.
fn of_code(text: &str, comment: &str, is_rust: bool) -> Vec<Passage> {
    let mut comments: Vec<Vec<(usize, &str)>> = Vec::new();
    let mut passages = Vec::new();
    let mut at = Cursor { rest: text, line: 1 };
    while !at.rest.is_empty() {
        if let Some(after) = at.rest.strip_prefix(comment) {
            let end = after.find('\n').unwrap_or(after.len());
            let line = (at.line, after[..end].trim_start_matches(['/', '!', '#']));
            let before = &text[..text.len() - at.rest.len()];
            let is_alone = before.rsplit('\n').next().is_some_and(|code| code.trim().is_empty());
            let follows = |lines: &&mut Vec<(usize, &str)>| {
                is_alone && lines.last().is_some_and(|(last, _)| last + 1 == line.0)
            };
            match comments.last_mut().filter(follows) {
                Some(lines) => lines.push(line),
                None => comments.push(vec![line]),
            }
            at.skip(comment.len() + end);
        } else if at.rest.starts_with("/*") {
            let end = at.rest.find("*/").map_or(at.rest.len(), |end| end + 2);
            let lines = at.rest[..end].lines().enumerate();
            let lines = lines
                .map(|(index, line)| (at.line + index, line.trim_matches([' ', '*', '/', '\t'])));
            comments.push(lines.collect());
            at.skip(end);
        } else if let Some((start, length, end)) = string(at.rest, is_rust) {
            passages.extend(of_string(at.line, &at.rest[start..start + length]));
            at.skip(end);
        } else {
            at.skip(at.rest.chars().next().map_or(1, char::len_utf8));
        }
    }
    passages.extend(comments.into_iter().flat_map(|lines| paragraphs(lines.into_iter())));
    passages
}

struct Cursor<'a> {
    rest: &'a str,
    line: usize,
}

impl Cursor<'_> {
    fn skip(&mut self, bytes: usize) {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
    }
}

/// The start and length of the contents of the string at the start of some code, and its end.
/// Literals of characters are strings too.
fn string(code: &str, is_rust: bool) -> Option<(usize, usize, usize)> {
    if is_rust && let Some(raw) = code.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if let Some(contents) = raw[hashes..].strip_prefix('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let length = contents.find(&end).unwrap_or(contents.len());
            return Some((hashes + 2, length, (hashes + 2 + length + end.len()).min(code.len())));
        }
    }
    let quote = code.chars().next().filter(|letter| ['"', '\'', '`'].contains(letter))?;
    if is_rust && quote != '"' {
        // A lifetime, or a literal such as '"'.
        let mut letters = code.chars().skip(1);
        let is_escaped = letters.next() == Some('\\');
        let is_literal = quote == '\'' && (is_escaped || letters.next() == Some('\''));
        if !is_literal {
            return None;
        }
    }
    let mut is_escaped = false;
    for (index, letter) in code.char_indices().skip(1) {
        if !is_escaped && letter == quote {
            return Some((1, index - 1, index + 1));
        }
        is_escaped = !is_escaped && letter == '\\';
    }
    None
}

/// A string, if it has a space: other strings are names and keys. A line that ends with a
/// backslash continues.
fn of_string(line: usize, text: &str) -> Option<Passage> {
    let is_text = text.contains(' ') || !text.is_ascii();
    is_text.then(|| {
        let mut passage = Passage::default();
        for (index, text) in text.lines().enumerate() {
            let text = text.trim_end_matches('\\').replace("\\n", ". ").replace(['{', '}'], "`");
            passage.add(line + index, &text);
        }
        passage
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(path: &str, text: &str) -> Vec<String> {
        let word = |word: Word| format!("{}{}", if word.is_first { "|" } else { "" }, word.text);
        passages(path, text).into_iter().flat_map(|passage| passage.words).map(word).collect()
    }

    #[test]
    fn code_has_comments_and_strings() {
        let code =
            "/// One\n/// `two` three.\nfn four<'a>(b: &'a str) -> char { '\"' } // five, six\n";
        assert_eq!(words("a.rs", code), ["|one", "|three", "|five", "|six"]);
        let code = "let a = (r#\"one \"two\" // three\"#, \"a{b} c\\\n   d\", \"key\");";
        assert_eq!(words("a.rs", code), ["|one", "|two", "|three", "|a", "|c", "d"]);
        assert_eq!(
            words("a.js", "const a = 'one two' /* three\n * four */;"),
            ["|one", "two", "|three", "four"]
        );
        assert_eq!(words("a.py", "a = 1 # one two\n"), ["|one", "two"]);
        assert_eq!(words("a.png", "one two"), Vec::<String>::new());
    }

    #[test]
    fn markdown_has_paragraphs_without_code() {
        let page = "# One two\nthree\n\n```text\nfour\n```\n- five\n  six\n- seven\n";
        assert_eq!(words("a.md", page), ["|one", "two", "three", "|five", "six", "|seven"]);
        assert_eq!(passages("a.md", "a\n骨格\n").pop().and_then(|p| p.line_with("骨")), Some(2));
    }
}
