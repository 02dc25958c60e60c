//! The texts of the studio, the lab and the web app: both languages, and one term for each thing.
//!
//! Texts are pairs of literals in the sources, so that the sources are read here. `terms.tsv` lists
//! the words that are not used.

use std::{
    fs,
    path::{Path, PathBuf},
};

use kansetsu_studio::{command::TABLE, text::Language};

/// Functions that take a text in English and in Japanese.
const PAIRS: [&str; 5] =
    ["say(", "Phrase::new(", "Phrase::made(", "Refusal::new(", "Refusal::made("];
/// Pairs whose Japanese text has no Japanese letters: a name, the tags, the switch of the language.
const NAMES: [[&str; 2]; 3] = [["Reach", "IK"], ["en", "ja"], ["日本語", "English"]];
/// Marks a literal in code, followed by its index and the mark again.
const MARK: char = '\u{1}';

/// A source file without comments and unit tests; its literals are taken out.
struct Source {
    path: PathBuf,
    code: String,
    literals: Vec<String>,
}

impl Source {
    fn new(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).expect("a source");
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let mut source = Self { path, code: String::new(), literals: Vec::new() };
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            rest = if rest.starts_with("//") {
                &rest[rest.find('\n').unwrap_or(rest.len())..]
            } else if let Some(literal) = rest.strip_prefix('"') {
                source.take_literal(literal)
            } else if let Some(escaped) = rest.strip_prefix("'\\") {
                &escaped[escaped[1..].find('\'').expect("a closed letter") + 2..]
            } else if first == '\'' && rest.chars().nth(2) == Some('\'') {
                &rest[rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at)..]
            } else {
                source.code.push(first);
                &rest[first.len_utf8()..]
            };
        }
        source
    }

    /// Takes the literal whose first quote was read; returns what follows it.
    fn take_literal<'a>(&mut self, text: &'a str) -> &'a str {
        let (mut literal, mut letters) = (String::new(), text.chars());
        while let Some(letter) = letters.next() {
            match letter {
                '"' => break,
                '\\' if letters.as_str().starts_with('\n') => {
                    letters = letters.as_str().trim_start().chars();
                }
                '\\' => literal.extend(letters.next()),
                _ => literal.push(letter),
            }
        }
        self.code.push_str(&format!("{MARK}{}{MARK}", self.literals.len()));
        self.literals.push(literal);
        letters.as_str()
    }

    /// The literals in a piece of code.
    fn texts(&self, code: &str) -> Vec<&str> {
        code.split(MARK).skip(1).step_by(2).map(|at| &*self.literals[number(at)]).collect()
    }

    /// The arguments of every call that takes a text in both languages.
    fn calls(&self) -> Vec<Vec<Vec<&str>>> {
        let starts = PAIRS.iter().flat_map(|name| {
            self.code
                .match_indices(name)
                .filter(|(at, _)| !self.code[..*at].ends_with("fn "))
                .map(|(at, _)| arguments(&self.code[at + name.len()..]))
        });
        starts
            .map(|arguments| arguments.iter().map(|code| self.texts(code)).collect())
            .filter(|texts: &Vec<Vec<&str>>| !texts.concat().is_empty())
            .collect()
    }

    /// English texts: of the pairs, before a Japanese literal, and where the language is asked for.
    fn english(&self) -> Vec<&str> {
        let mut texts: Vec<&str> =
            self.calls().iter().filter_map(|texts| texts.first().cloned()).flatten().collect();
        let pairs = self.literals.windows(2);
        texts.extend(pairs.filter(|pair| is_japanese(&pair[1])).map(|pair| &*pair[0]));
        let arms = self.code.split("Language::English =>").skip(1);
        texts.extend(arms.flat_map(|arm| {
            self.texts(arm.split("Language::Japanese").next().unwrap_or_default())
        }));
        texts.retain(|text| !is_japanese(text));
        texts
    }
}

fn number(text: &str) -> usize {
    text.parse().expect("an index")
}

/// The arguments of the call whose opening parenthesis was read.
fn arguments(code: &str) -> Vec<&str> {
    let (mut depth, mut start, mut arguments) = (0, 0, Vec::new());
    for (at, letter) in code.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ',' | ')' if depth == 0 => {
                arguments.push(&code[start..at]);
                start = at + 1;
                if letter == ')' {
                    break;
                }
            }
            _ => {}
        }
    }
    arguments.retain(|code| !code.trim().is_empty());
    arguments
}

fn is_japanese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{3040}'..='\u{9fff}').contains(&letter))
}

/// Every source of the crates with texts.
fn sources() -> Vec<Source> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of crates");
    let mut folders: Vec<PathBuf> = ["kansetsu-studio", "kansetsu-lab", "kansetsu-page"]
        .map(|name| crates.join(name).join("src"))
        .into();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                sources.push(Source::new(path));
            }
        }
    }
    sources
}

/// A word that texts do not use.
struct Word<'a> {
    word: &'a str,
    term: &'a str,
    allowed: Option<&'a str>,
}

impl Word<'_> {
    /// Whether a text uses the word: in English as a whole word, in Japanese anywhere.
    fn is_in(&self, text: &str) -> bool {
        let text = self.allowed.map_or_else(|| text.to_owned(), |part| text.replace(part, ""));
        let text: String =
            text.split('{').map(|part| part.split('}').next_back().unwrap_or_default()).collect();
        if is_japanese(self.word) {
            return text.contains(self.word);
        }
        let words = |text: &str| {
            let plain = text.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), " ");
            format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        words(&text).contains(&words(self.word))
    }
}

fn words(language: Language) -> Vec<Word<'static>> {
    let tag = language.tag();
    include_str!("terms.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut fields = line.split('\t');
            (fields.next() == Some(tag)).then(|| Word {
                word: fields.next().expect("a word"),
                term: fields.next().expect("a term"),
                allowed: fields.next(),
            })
        })
        .collect()
}

#[test]
fn every_text_has_both_languages() {
    let mut count = 0;
    for source in sources() {
        for texts in source.calls() {
            let [english, japanese] = &texts[..] else {
                panic!("{}: {texts:?} has not two arguments", source.path.display());
            };
            count += 1;
            let (english, japanese) = (english.concat(), japanese.concat());
            // Names such as "CCD" and sources are the same in both.
            let is_same = english == japanese && !english.is_empty();
            let is_name = NAMES.contains(&[english.as_str(), japanese.as_str()]);
            assert!(
                is_same || is_name || !is_japanese(&english) && is_japanese(&japanese),
                "{}: {texts:?}",
                source.path.display()
            );
            assert!(!english.is_empty(), "{}: {texts:?}", source.path.display());
        }
    }
    assert!(count > 500, "only {count} texts were found");
}

#[test]
fn each_thing_has_one_term() {
    let (english, japanese) = (words(Language::English), words(Language::Japanese));
    assert!(english.len() > 20 && japanese.len() > 20);
    let mut found = Vec::new();
    let mut check = |place: &str, text: &str, words: &[Word<'_>]| {
        for word in words.iter().filter(|word| word.is_in(text)) {
            found.push(format!("{place}: \"{text}\": not {}, but {}", word.word, word.term));
        }
    };
    for source in sources() {
        let place = source.path.display().to_string();
        source.english().into_iter().for_each(|text| check(&place, text, &english));
        let texts = source.literals.iter().filter(|text| is_japanese(text));
        texts.for_each(|text| check(&place, text, &japanese));
    }
    for row in TABLE {
        for text in [&row.name, &row.tooltip] {
            check(row.id, text.get(Language::English), &english);
            check(row.id, text.get(Language::Japanese), &japanese);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn words_are_found_as_wholes_and_not_in_allowed_ones() {
    let uses = |language, text: &str| words(language).iter().any(|word| word.is_in(text));
    assert!(uses(Language::English, "Choose a joint."));
    assert!(!uses(Language::English, "Returns to the start."));
    assert!(uses(Language::Japanese, "鎖の長さ"));
    assert!(!uses(Language::Japanese, "鎖骨と肩"));
}
