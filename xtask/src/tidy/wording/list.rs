//! The list of words and phrases that are not allowed.

use super::Finding;
use super::pattern::Pattern;

/// The path of the list in the repository.
const PATH: &str = "xtask/src/tidy/wording/wording.tsv";
const LIST: &str = include_str!("wording.tsv");

/// A row of the list.
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// The row's words, for the message.
    words: String,
    /// The term in their place, or the reason.
    instead: String,
}

/// Where the words are not allowed.
pub(super) enum Kind {
    /// In a text.
    Text(Pattern),
    /// In a Japanese text.
    Japanese(String),
    /// In a name, as one of its words.
    Name(String),
    /// In a public name of a library, as one of its words.
    PublicName(String),
}

/// All rows of the list; a row that cannot be read is the finding.
pub(super) fn entries() -> Result<Vec<Entry>, Finding> {
    rows(LIST).collect()
}

pub(super) fn rows(list: &str) -> impl Iterator<Item = Result<Entry, Finding>> {
    let lines = list.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines.map(|(index, line)| {
        Entry::parse(line).ok_or_else(|| {
            Finding::at(PATH, index + 1, "expected: kind, words and term, separated by tabs")
        })
    })
}

impl Entry {
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let (kind, words, instead) = (fields.next()?, fields.next()?, fields.next()?);
        if fields.next().is_some() || words.is_empty() || instead.is_empty() {
            return None;
        }
        let kind = match kind {
            "text" => Kind::Text(Pattern::parse(words)),
            "japanese" => Kind::Japanese(words.to_owned()),
            "name" => Kind::Name(words.to_owned()),
            "public" => Kind::PublicName(words.to_owned()),
            _ => return None,
        };
        Some(Self { kind, words: words.to_owned(), instead: instead.to_owned() })
    }

    pub(super) fn finding(&self, path: &str, line: usize) -> Finding {
        let place = match self.kind {
            Kind::Text(_) | Kind::Japanese(_) => "the text",
            Kind::Name(_) => "the name",
            Kind::PublicName(_) => "the public name",
        };
        let message = format!("{place} has \"{}\"; use: {}", self.words, self.instead);
        Finding::at(path, line, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        assert!(entries().is_ok_and(|entries| entries.len() > 80));
        assert_eq!(rows("# A\ntext\tzig and zag\tturn\n").flatten().count(), 1);
    }

    #[test]
    fn rows_need_a_known_kind_words_and_a_term() {
        for row in ["text\ta\n", "texts\ta\tb\n", "text\t\tb\n", "text\ta\t\n", "text\ta\tb\tc\n"] {
            assert!(rows(row).all(|row| row.is_err()), "{row}");
        }
    }
}
