//! The bones of a model by the names of a motion.
//!
//! A motion stores 15 bytes of a name, in the encoding of the program that wrote it.
//! MikuMikuDance cuts longer names also inside a character, so names are compared as bytes.

use std::collections::{BTreeMap, BTreeSet};

use encoding_rs::Encoding;

use super::encoding::{ENCODINGS, decoded, encoded, likeliest, until_null};
use super::model::{Bone, Model};

/// The bone of each name, in the encoding in which most names of the motion are bones.
pub(super) struct Names {
    encoding: &'static Encoding,
    bones: BTreeMap<Vec<u8>, usize>,
}

impl Names {
    /// The bones of a model for names of a motion, each cut at `length` bytes.
    pub(super) fn of<'a>(
        model: &Model,
        names: impl Iterator<Item = &'a [u8]>,
        length: usize,
    ) -> Self {
        let distinct: BTreeSet<&[u8]> = names.map(until_null).collect();
        let mut best = (0, None);
        for encoding in ENCODINGS {
            let bones = table(&model.bones, encoding, length);
            let matches = distinct.iter().filter(|name| bones.contains_key(**name)).count();
            if best.1.is_none() || matches > best.0 {
                best = (matches, Some(Self { encoding, bones }));
            }
        }
        match best {
            (1.., Some(names)) => names,
            _ => Self { encoding: likeliest(distinct.iter().copied()), bones: BTreeMap::new() },
        }
    }

    /// The bone of a name.
    pub(super) fn bone(&self, name: &[u8]) -> Option<usize> {
        self.bones.get(until_null(name)).copied()
    }

    /// A name as text.
    pub(super) fn text(&self, name: &[u8]) -> String {
        decoded(name, self.encoding)
    }
}

/// The names of all bones as bytes: cut at the length, and before a character that does not fit,
/// as other programs cut it. Of equal names the first bone counts.
fn table(bones: &[Bone], encoding: &'static Encoding, length: usize) -> BTreeMap<Vec<u8>, usize> {
    let mut table = BTreeMap::new();
    for is_exact in [true, false] {
        for (index, bone) in bones.iter().enumerate() {
            let name = if is_exact {
                let mut name = file_name(bone, encoding);
                name.truncate(length);
                name
            } else {
                whole_characters(&bone.name, encoding, length)
            };
            table.entry(name).or_insert(index);
        }
    }
    table
}

/// The bytes of a bone's name: those of its file if it has them, else in an encoding.
pub(super) fn file_name(bone: &Bone, encoding: &'static Encoding) -> Vec<u8> {
    if bone.raw_name.is_empty() { encoded(&bone.name, encoding) } else { bone.raw_name.clone() }
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

    fn bone(name: &str) -> Bone {
        Bone { name: name.to_owned(), ..Bone::default() }
    }

    #[test]
    fn names_cut_inside_a_character_find_their_bones() {
        let model = Model::new(vec![bone("b"), bone("aとても長い名前のボーン")]);
        let long = encoded(&model.bones[1].name, SHIFT_JIS);
        assert!(SHIFT_JIS.decode(&long[..14]).2, "cut inside a character");
        for (length, cut) in [(14, 14), (14, 13), (15, 15)] {
            let names = Names::of(&model, [&long[..cut]].into_iter(), length);
            assert_eq!(names.bone(&long[..cut]), Some(1), "{length}, {cut}");
        }
        let names = Names::of(&model, [&long[..9]].into_iter(), 15);
        assert_eq!(names.bone(&long[..9]), None, "cut too early");
    }

    #[test]
    fn names_of_other_systems_and_of_pmd_files_find_their_bones() {
        let cut = Bone {
            raw_name: encoded("左腕の長い名前です", SHIFT_JIS)[..15].to_vec(),
            ..bone("左腕の長い名前")
        };
        let model = Model::new(vec![bone("头发左"), cut.clone()]);
        for encoding in [GBK, encoding_rs::UTF_8] {
            let name = encoded("头发左", encoding);
            let names = Names::of(&model, [&name[..]].into_iter(), 15);
            assert_eq!(names.bone(&name), Some(0), "{}", encoding.name());
            assert_eq!(names.text(&name), "头发左");
        }
        let names = Names::of(&model, [&cut.raw_name[..]].into_iter(), 15);
        assert_eq!(names.bone(&cut.raw_name), Some(1));
    }
}
