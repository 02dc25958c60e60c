//! The bones and morphs of a model by the names of a motion.
//!
//! A motion stores 15 bytes of a name, in the encoding of the program that wrote it.
//! MikuMikuDance cuts longer names also inside a character, so names are compared as bytes.

use std::collections::{BTreeMap, BTreeSet};

use encoding_rs::Encoding;

use super::encoding::{ENCODINGS, decoded, encoded, likeliest, until_null};

/// The name of a bone or a morph of a model.
#[derive(Clone, Copy)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    /// The bytes in a PMD file, which cuts names also inside a character; else empty.
    pub(super) raw: &'a [u8],
}

/// The index of each name, in the encoding in which most names of the motion are known.
pub(super) struct Names {
    encoding: &'static Encoding,
    known: BTreeMap<Vec<u8>, usize>,
}

impl Names {
    /// The bones or morphs of a model for names of a motion, each cut at `length` bytes.
    pub(super) fn of<'a>(
        own: &[Name<'_>],
        names: impl Iterator<Item = &'a [u8]>,
        length: usize,
    ) -> Self {
        let distinct: BTreeSet<&[u8]> = names.map(until_null).collect();
        let mut best = (0, None);
        for encoding in ENCODINGS {
            let known = table(own, encoding, length);
            let matches = distinct.iter().filter(|name| known.contains_key(**name)).count();
            if best.1.is_none() || matches > best.0 {
                best = (matches, Some(Self { encoding, known }));
            }
        }
        match best {
            (1.., Some(names)) => names,
            _ => Self { encoding: likeliest(distinct.iter().copied()), known: BTreeMap::new() },
        }
    }

    /// The index of a name.
    pub(super) fn index(&self, name: &[u8]) -> Option<usize> {
        self.known.get(until_null(name)).copied()
    }

    /// A name as text.
    pub(super) fn text(&self, name: &[u8]) -> String {
        decoded(name, self.encoding)
    }
}

/// All names as bytes: cut at the length, and before a character that does not fit, as other
/// programs cut it. Of equal names the first counts.
fn table(own: &[Name<'_>], encoding: &'static Encoding, length: usize) -> BTreeMap<Vec<u8>, usize> {
    let mut table = BTreeMap::new();
    for is_exact in [true, false] {
        for (index, own) in own.iter().enumerate() {
            let name = if is_exact {
                let mut name = own.bytes(encoding);
                name.truncate(length);
                name
            } else {
                whole_characters(own.text, encoding, length)
            };
            table.entry(name).or_insert(index);
        }
    }
    table
}

impl Name<'_> {
    /// The bytes of its file if it has them, else in an encoding.
    fn bytes(&self, encoding: &'static Encoding) -> Vec<u8> {
        if self.raw.is_empty() { encoded(self.text, encoding) } else { self.raw.to_vec() }
    }
}

fn whole_characters(name: &str, encoding: &'static Encoding, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for character in name.chars() {
        let next = encoded(character.encode_utf8(&mut [0; 4]), encoding);
        if bytes.len() + next.len() > length {
            break;
        }
        bytes.extend(next);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{GBK, SHIFT_JIS};

    const fn named(text: &str) -> Name<'_> {
        Name { text, raw: &[] }
    }

    #[test]
    fn names_cut_inside_a_character_find_their_bones() {
        let own = [named("b"), named("aとても長い名前のボーン")];
        let long = encoded(own[1].text, SHIFT_JIS);
        assert!(SHIFT_JIS.decode(&long[..14]).2, "cut inside a character");
        for (length, cut) in [(14, 14), (14, 13), (15, 15)] {
            let names = Names::of(&own, [&long[..cut]].into_iter(), length);
            assert_eq!(names.index(&long[..cut]), Some(1), "{length}, {cut}");
        }
        let names = Names::of(&own, [&long[..9]].into_iter(), 15);
        assert_eq!(names.index(&long[..9]), None, "cut too early");
    }

    #[test]
    fn names_of_other_systems_and_of_pmd_files_find_their_bones() {
        let raw = encoded("左腕の長い名前です", SHIFT_JIS)[..15].to_vec();
        let own = [named("头发左"), Name { text: "左腕の長い名前", raw: &raw }];
        for encoding in [GBK, encoding_rs::UTF_8] {
            let name = encoded("头发左", encoding);
            let names = Names::of(&own, [&name[..]].into_iter(), 15);
            assert_eq!(names.index(&name), Some(0), "{}", encoding.name());
            assert_eq!(names.text(&name), "头发左");
        }
        let names = Names::of(&own, [&raw[..]].into_iter(), 15);
        assert_eq!(names.index(&raw), Some(1));
    }
}
