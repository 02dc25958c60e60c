//! Every element of every format is read, noted or named in one warning, as in its format's table.

mod acclaim;
mod bvh;
mod fbx;
mod gltf;
pub(crate) mod metasequoia;
mod mikumiku;
mod urdf;

use kansetsu_formats::{Element, Fate, Opened, TABLES, open};

/// A generated file with an element of a format.
struct Case<'a> {
    element: &'a str,
    /// Makes a file with this many of the element.
    make: Box<dyn Fn(usize) -> Opened + 'a>,
    /// The text that the warning or the note must have; empty for an element that is read.
    name: &'a str,
    /// Whether an element that is read has its effect.
    is_read: Box<dyn Fn(&Opened) -> bool + 'a>,
}

/// A number of elements that must not flood the messages.
const MANY: usize = 12;

impl<'a> Case<'a> {
    fn told(element: &'a str, name: &'a str, make: impl Fn(usize) -> Opened + 'a) -> Self {
        Self { element, make: Box::new(make), name, is_read: Box::new(|_| true) }
    }

    fn read(
        element: &'a str,
        make: impl Fn(usize) -> Opened + 'a,
        is_read: impl Fn(&Opened) -> bool + 'a,
    ) -> Self {
        Self { element, make: Box::new(make), name: "", is_read: Box::new(is_read) }
    }
}

fn opened(bytes: &[u8], name: &str) -> Opened {
    let told = |error| {
        panic!("{name}: {error}\n{}", String::from_utf8_lossy(&bytes[..bytes.len().min(4000)]))
    };
    open(bytes, name, &|path| Err(format!("{path} is not here"))).unwrap_or_else(told)
}

fn table(format: &str) -> &'static [Element] {
    TABLES.iter().find(|(name, _)| *name == format).map(|(_, table)| *table).unwrap()
}

/// Each row of a format's table has a case, and each case matches its row.
fn check(format: &str, cases: &[Case<'_>]) {
    let table = table(format);
    for row in table {
        assert!(
            cases.iter().any(|case| case.element == row.name),
            "{format}: no case for \"{}\"",
            row.name
        );
    }
    for case in cases {
        let row = table.iter().find(|row| row.name == case.element);
        let row = row.unwrap_or_else(|| panic!("{format}: no row \"{}\"", case.element));
        for count in [1, MANY] {
            check_one(
                row,
                case,
                &(case.make)(count),
                &format!("{format}, {count} of \"{}\"", row.name),
            );
        }
    }
    println!("{format}: {} elements, {} cases", table.len(), cases.len());
}

fn check_one(row: &Element, case: &Case<'_>, opened: &Opened, what: &str) {
    let containing = |list: &[String], sentence: &str| {
        list.iter().filter(|told| told.contains(sentence)).cloned().collect::<Vec<_>>()
    };
    let (told, other, sentence) = match row.fate {
        Fate::Read => {
            assert!((case.is_read)(opened), "{what} has no effect; {:?}", opened.warnings);
            return;
        }
        Fate::Skipped(sentence) => (&opened.warnings, &opened.notes, sentence),
        Fate::Noted(sentence) => (&opened.notes, &opened.warnings, sentence),
    };
    let found = containing(told, sentence);
    assert!(
        found.len() == 1 && found[0].contains(case.name),
        "{what}: \"{sentence}\" with \"{}\" in {told:?}",
        case.name
    );
    assert!(containing(other, sentence).is_empty(), "{what}: {other:?}");
}

#[test]
fn no_table_lists_an_element_twice() {
    for (format, table) in TABLES {
        for (index, row) in table.iter().enumerate() {
            assert!(
                table[..index].iter().all(|other| other.name != row.name),
                "{format}: \"{}\"",
                row.name
            );
        }
    }
}
