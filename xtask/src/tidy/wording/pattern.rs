//! Phrases of a text.

/// A word of a text.
pub(super) struct Word {
    /// In lower case.
    pub(super) text: String,
    /// 1-based.
    pub(super) line: usize,
    /// Whether punctuation or code is between this word and the one before.
    pub(super) is_first: bool,
}

/// A sequence of words: `floop|floops on`. A word that ends with `?` can be missing.
pub(super) struct Pattern {
    parts: Vec<Part>,
}

struct Part {
    words: Vec<String>,
    is_optional: bool,
}

impl Pattern {
    pub(super) fn parse(text: &str) -> Self {
        let part = |part: &str| Part {
            words: part.trim_end_matches('?').split('|').map(String::from).collect(),
            is_optional: part.ends_with('?'),
        };
        Self { parts: text.split(' ').map(part).collect() }
    }

    /// The line of the first place with this phrase.
    pub(super) fn find(&self, words: &[Word]) -> Option<usize> {
        let start = (0..words.len()).find(|&start| matches(&self.parts, &words[start..], true))?;
        Some(words[start].line)
    }
}

/// Whether the words start with the parts. Only the first word may follow punctuation.
fn matches(parts: &[Part], words: &[Word], is_start: bool) -> bool {
    let Some((part, later)) = parts.split_first() else { return true };
    let is_here = words
        .first()
        .is_some_and(|word| (is_start || !word.is_first) && part.words.contains(&word.text));
    is_here && matches(later, &words[1..], false)
        || part.is_optional && matches(later, words, is_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of the pattern in a text, in words.
    fn find(pattern: &str, text: &str) -> Option<usize> {
        let mut words = Vec::new();
        let mut is_first = true;
        for (line, word) in text.split(' ').enumerate() {
            let text = word.trim_end_matches('.').to_owned();
            words.push(Word { is_first, line, text });
            is_first = word.ends_with('.');
        }
        Pattern::parse(pattern).find(&words)
    }

    #[test]
    fn a_phrase_is_found_where_its_words_follow_each_other() {
        assert_eq!(find("floop|floops on", "the joint floops on the hips"), Some(2));
        assert_eq!(find("floop|floops on", "the joint floops in on it"), None);
        assert_eq!(find("floop|floops on", "it floops. on"), None, "another sentence");
        assert_eq!(find("grok", "solved. grok"), Some(1));
    }

    #[test]
    fn optional_words_can_be_missing() {
        let pattern = "groks back|out? a|the";
        assert_eq!(find(pattern, "it groks a pose"), Some(1));
        assert_eq!(find(pattern, "it groks back the pose"), Some(1));
        assert_eq!(find(pattern, "it groks in the end"), None);
    }
}
