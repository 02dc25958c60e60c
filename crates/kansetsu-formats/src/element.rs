//! The elements of a format, and their handling by its reader.
//!
//! Each format has one table of [`Element`]s. Its reader reports unused elements to [`Skipped`];
//! the table decides between a warning and a note.

/// An element of a format, and its handling by the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// The element's name: a path of XML elements, a JSON key, a chunk, a section.
    pub name: &'static str,
    /// Its handling by the reader.
    pub fate: Fate,
}

/// The handling of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The reader uses it.
    Read,
    /// It has no effect on posing. [`crate::Opened::notes`] lists it under this sentence.
    Noted(&'static str),
    /// It is dropped or not shown. One warning with this sentence counts and lists all of its kind.
    Skipped(&'static str),
}

/// The name of the table row for elements that no other row lists. `part/*` is the row for such
/// elements below `part`.
pub(crate) const UNKNOWN: &str = "*";

pub(crate) const fn read(name: &'static str) -> Element {
    Element { name, fate: Fate::Read }
}

pub(crate) const fn noted(name: &'static str, sentence: &'static str) -> Element {
    Element { name, fate: Fate::Noted(sentence) }
}

pub(crate) const fn skipped(name: &'static str, sentence: &'static str) -> Element {
    Element { name, fate: Fate::Skipped(sentence) }
}

/// The elements that a reader did not use, with counts and names.
pub(crate) struct Skipped {
    table: &'static [Element],
    found: Vec<Found>,
}

#[derive(Clone, Default)]
struct Found {
    count: usize,
    /// The first distinct names.
    names: Vec<String>,
    has_more_names: bool,
}

/// The most names in a sentence; the others are counted.
const MOST_NAMES: usize = 4;
/// The most characters of a name in a sentence.
const LONGEST_NAME: usize = 60;

impl Skipped {
    pub(crate) fn new(table: &'static [Element]) -> Self {
        Self { table, found: vec![Found::default(); table.len()] }
    }

    /// Counts an element; its name may be empty. An element outside the table is unknown and listed
    /// by its name.
    pub(crate) fn add(&mut self, element: &str, name: &str) {
        self.add_many(element, name, 1);
    }

    /// Counts several elements under one name.
    pub(crate) fn add_many(&mut self, element: &str, name: &str, count: usize) {
        let row = |wanted: &str| self.table.iter().position(|row| row.name == wanted);
        let (above, own) = element.split_once('/').unwrap_or(("", element));
        let (row, name) = match row(element) {
            Some(row) => (Some(row), name),
            None => (row(&format!("{above}/{UNKNOWN}")).or_else(|| row(UNKNOWN)), own),
        };
        let Some(found) = row.map(|row| &mut self.found[row]).filter(|_| count > 0) else { return };
        found.count += count;
        found.name(name);
    }

    /// One sentence for each kind, in the table's order. Rows of the same sentence are one kind.
    pub(crate) fn tell(&self, warnings: &mut Vec<String>, notes: &mut Vec<String>) {
        let mut kinds: Vec<(Fate, Found)> = Vec::new();
        for (row, found) in self.table.iter().zip(&self.found).filter(|(_, found)| found.count > 0)
        {
            match kinds.iter_mut().find(|(fate, _)| *fate == row.fate) {
                Some((_, kind)) => kind.join(found),
                None => kinds.push((row.fate, found.clone())),
            }
        }
        for (fate, found) in kinds {
            match fate {
                Fate::Read => {}
                Fate::Noted(sentence) => notes.push(found.sentence(sentence)),
                Fate::Skipped(sentence) => warnings.push(found.sentence(sentence)),
            }
        }
    }
}

impl Found {
    fn name(&mut self, name: &str) {
        let name: String = name.chars().take(LONGEST_NAME).collect();
        if name.is_empty() || self.names.contains(&name) {
            return;
        }
        if self.names.len() < MOST_NAMES {
            self.names.push(name)
        } else {
            self.has_more_names = true
        }
    }

    fn join(&mut self, other: &Self) {
        self.count += other.count;
        self.has_more_names |= other.has_more_names;
        other.names.iter().for_each(|name| self.name(name));
    }

    fn sentence(&self, sentence: &str) -> String {
        let names =
            self.names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        let rest = self.count - self.names.len().min(self.count);
        match (names.is_empty(), self.has_more_names, rest) {
            (true, ..) if self.count == 1 => sentence.to_owned(),
            (true, ..) => format!("{sentence} ({})", self.count),
            (_, _, 0) => format!("{sentence}: {names}"),
            (_, true, _) => format!("{sentence}: {names} and {rest} more"),
            (_, false, _) => format!("{sentence}: {names} ({} in total)", self.count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Element] = &[
        read("mesh"),
        skipped("camera", "cameras are not read"),
        noted("light", "lights have no effect here"),
        skipped(UNKNOWN, "elements of unknown kinds are not read"),
    ];

    fn told(elements: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let mut skipped = Skipped::new(TABLE);
        elements.iter().for_each(|(element, name)| skipped.add(element, name));
        let (mut warnings, mut notes) = (Vec::new(), Vec::new());
        skipped.tell(&mut warnings, &mut notes);
        (warnings, notes)
    }

    #[test]
    fn each_kind_is_one_sentence_with_its_count_and_first_names() {
        assert_eq!(told(&[("mesh", "m")]), (Vec::new(), Vec::new()));
        assert_eq!(told(&[("camera", "")]).0, ["cameras are not read"]);
        assert_eq!(told(&[("camera", ""), ("camera", "")]).0, ["cameras are not read (2)"]);
        assert_eq!(told(&[("camera", "a"), ("light", "b")]).0, ["cameras are not read: \"a\""]);
        assert_eq!(
            told(&[("camera", "a"), ("camera", "a"), ("light", "b")]).1,
            ["lights have no effect here: \"b\""]
        );
        assert_eq!(
            told(&[("camera", "a"), ("camera", "a")]).0,
            ["cameras are not read: \"a\" (2 in total)"]
        );
        let many: Vec<String> = (0..1000).map(|number| number.to_string()).collect();
        let many: Vec<(&str, &str)> = many.iter().map(|name| ("camera", name.as_str())).collect();
        assert_eq!(
            told(&many).0,
            ["cameras are not read: \"0\", \"1\", \"2\", \"3\" and 996 more"]
        );
        assert_eq!(
            told(&[("sensor", "x"), ("radar", "y")]).0,
            ["elements of unknown kinds are not read: \"sensor\", \"radar\""]
        );
    }
}
