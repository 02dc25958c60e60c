//! A VPD file: a pose of MikuMikuDance, as text.

use std::fmt::Write as _;

use encoding_rs::{Encoding, SHIFT_JIS, UTF_8};
use kansetsu::glam::Vec3;

use super::encoding::{ENCODINGS, has_all, likeliest};
use super::vmd::BoneKey;
use crate::Error;

pub(super) const FORMAT: &str = "VPD";

/// The first line of a file.
const HEAD: &str = "Vocaloid Pose Data file";

/// The contents of a VPD file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vpd {
    /// The name of the model's file; MikuMikuDance writes `miku.osm`.
    pub model: String,
    /// The bones, in the file's order.
    pub bones: Vec<BonePose>,
    /// The morphs, in the file's order.
    pub morphs: Vec<MorphValue>,
}

/// A bone of a pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BonePose {
    /// The bone's name.
    pub name: String,
    /// The translation from rest, in the file's units and axes.
    pub translation: [f32; 3],
    /// The rotation from rest, in the file's axes: x, y, z, w.
    pub rotation: [f32; 4],
}

/// A morph of a pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphValue {
    /// The morph's name.
    pub name: String,
    /// The weight, usually from 0 to 1.
    pub weight: f32,
}

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VpdBytes {
    /// The text, in Shift_JIS.
    pub bytes: Vec<u8>,
    /// The names that are not in the file, since Shift_JIS does not have their characters.
    pub left_out: Vec<String>,
}

impl Vpd {
    /// Reads a file in UTF-8, UTF-16 or Shift_JIS, or in the encoding of a Chinese or Korean system
    /// in which more names are in `bones`, the names of a model's bones.
    ///
    /// # Errors
    /// [`Error::Malformed`] names the line and the expected content.
    pub fn read(bytes: &[u8], bones: &[&str], warnings: &mut Vec<String>) -> Result<Self, Error> {
        if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
            let text = encoding.decode_without_bom_handling(&bytes[mark..]).0;
            return Parser::new(&text).read(warnings);
        }
        if bytes.is_ascii() || std::str::from_utf8(bytes).is_ok() {
            return Parser::new(&UTF_8.decode_without_bom_handling(bytes).0).read(warnings);
        }
        let mut best: Option<(usize, &'static Encoding)> = None;
        for encoding in ENCODINGS {
            let Ok(pose) = Parser::decoded(bytes, encoding, &mut Vec::new()) else { continue };
            let known = |bone: &&BonePose| bones.contains(&bone.name.as_str());
            let count = pose.bones.iter().filter(known).count();
            if count > best.map_or(0, |(most, _)| most) {
                best = Some((count, encoding));
            }
        }
        let lines = bytes.split(|&byte| byte == b'\n');
        let encoding = best.map_or_else(|| likeliest(lines), |(_, encoding)| encoding);
        Parser::decoded(bytes, encoding, warnings)
    }

    /// The file as MikuMikuDance reads it: Shift_JIS with CRLF line ends.
    #[must_use]
    pub fn write(&self) -> VpdBytes {
        let mut left_out = Vec::new();
        let mut fits = |name: &String| {
            let is_text = !name.is_empty() && !name.contains(['\r', '\n', '}']);
            let fits = is_text && has_all(name, SHIFT_JIS);
            if !fits {
                left_out.push(name.clone());
            }
            fits
        };
        let bones: Vec<&BonePose> = self.bones.iter().filter(|bone| fits(&bone.name)).collect();
        let morphs: Vec<&MorphValue> =
            self.morphs.iter().filter(|morph| fits(&morph.name)).collect();
        let model = Some(&self.model).filter(|name| !name.is_empty() && has_all(name, SHIFT_JIS));
        let model = model.map_or("miku.osm", String::as_str);
        let mut text = format!(
            "{HEAD}\r\n\r\n{model};\t\t// 親ファイル名\r\n{};\t\t\t\t// 総ポーズボーン数\r\n\r\n",
            bones.len()
        );
        for (index, BonePose { name, translation: [x, y, z], rotation }) in bones.iter().enumerate()
        {
            let [a, b, c, w] = rotation;
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "Bone{index}{{{name}\r\n  {x:.6},{y:.6},{z:.6};\t\t\t\t// trans x,y,z\r\n  {a:.6},{b:.6},{c:.6},{w:.6};\t\t// Quaternion x,y,z,w\r\n}}\r\n\r\n"
            );
        }
        for (index, MorphValue { name, weight }) in morphs.iter().enumerate() {
            let _ = write!(text, "Morph{index}{{{name}\r\n  {weight:.6};\r\n}}\r\n\r\n");
        }
        VpdBytes { bytes: SHIFT_JIS.encode(&text).0.into_owned(), left_out }
    }
}

impl BonePose {
    /// The key of a motion with this pose.
    pub(super) fn key(&self) -> BoneKey {
        BoneKey {
            translation: self.translation,
            rotation: self.rotation,
            ..BoneKey::new("", 0, &kansetsu::d3::Transform::IDENTITY)
        }
    }
}

/// The text, line by line, without comments.
struct Parser<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The number of the last line.
    line: usize,
}

/// The head of a block.
enum Block {
    Bone,
    Morph,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self { lines: text.lines().enumerate(), line: 1 }
    }

    fn decoded(
        bytes: &[u8],
        encoding: &'static Encoding,
        warnings: &mut Vec<String>,
    ) -> Result<Vpd, Error> {
        Parser::new(&encoding.decode_without_bom_handling(bytes).0).read(warnings)
    }

    /// The next line that is not blank.
    fn next(&mut self) -> Option<&'a str> {
        for (index, line) in self.lines.by_ref() {
            let text = line.split("//").next().unwrap_or_default();
            let text =
                text.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{feff}');
            if !text.is_empty() {
                self.line = index + 1;
                return Some(text);
            }
        }
        None
    }

    fn wrong(&self, problem: impl Into<String>) -> Error {
        Error::Malformed {
            format: FORMAT,
            place: format!("line {}", self.line),
            problem: problem.into(),
        }
    }

    fn read(mut self, warnings: &mut Vec<String>) -> Result<Vpd, Error> {
        let head = self.next().unwrap_or_default();
        if !head.to_ascii_lowercase().starts_with("vocaloid pose data") {
            return Err(self.wrong(format!("expected \"{HEAD}\"")));
        }
        let mut pose = Vpd::default();
        let mut fields = 0;
        let mut announced = None;
        while let Some(line) = self.next() {
            match block(line) {
                Some((Block::Bone, name)) => {
                    let (name, numbers) = self.block(name, 7)?;
                    let number = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
                    pose.bones.push(BonePose {
                        name,
                        translation: std::array::from_fn(number),
                        rotation: std::array::from_fn(|index| number(index + 3)),
                    });
                }
                Some((Block::Morph, name)) => {
                    let (name, numbers) = self.block(name, 1)?;
                    let weight = numbers.first().copied().unwrap_or(0.0);
                    pose.morphs.push(MorphValue { name, weight });
                }
                None => {
                    let field = line.trim_end_matches(';').trim();
                    match fields {
                        0 => field.clone_into(&mut pose.model),
                        1 => announced = field.parse::<usize>().ok(),
                        _ => {
                            return Err(self.wrong(format!(
                                "expected \"Bone0{{NAME\" or \"Morph0{{NAME\", found \"{}\"",
                                line.chars().take(24).collect::<String>()
                            )));
                        }
                    }
                    fields += 1;
                }
            }
        }
        let count = pose.bones.len();
        if let Some(announced) = announced.filter(|&announced| announced != count) {
            warnings
                .push(format!("{FORMAT}: the file announces {announced} bones and has {count}"));
        }
        Ok(pose)
    }

    /// The name and the numbers of a block, up to its closing brace.
    fn block(&mut self, name: &str, count: usize) -> Result<(String, Vec<f32>), Error> {
        let name = match name.trim() {
            "" => self.next().unwrap_or_default().to_owned(),
            name => name.to_owned(),
        };
        let mut numbers = Vec::with_capacity(count);
        loop {
            let Some(line) = self.next() else {
                return Err(self.wrong(format!(
                    "the file ends inside \"{name}\"; expected {count} numbers and a closing brace"
                )));
            };
            let (values, end) = match line.split_once('}') {
                Some((values, _)) => (values, true),
                None => (line, false),
            };
            let is_gap = |c: char| matches!(c, ',' | ';') || c.is_whitespace();
            for word in values.split(is_gap).filter(|word| !word.is_empty()) {
                let number = word.parse::<f32>().ok().filter(|number| number.is_finite());
                numbers.push(number.ok_or_else(|| {
                    let word: String = word.chars().take(24).collect();
                    self.wrong(format!("\"{name}\": expected a finite number, found \"{word}\""))
                })?);
            }
            if end {
                break;
            }
        }
        if numbers.len() != count {
            return Err(
                self.wrong(format!("\"{name}\" has {} numbers; expected {count}", numbers.len()))
            );
        }
        if count == 7 && Vec3::from_slice(&numbers).abs().max_element() > FARTHEST {
            return Err(self.wrong(format!("\"{name}\" is too far away")));
        }
        Ok((name, numbers))
    }
}

/// The largest coordinate of a bone, in the file's units: 80,000 km. Beyond it single precision
/// has no finite distances.
const FARTHEST: f32 = 1e12;

/// `Bone12{` or `Morph3{`, and the text after it.
fn block(line: &str) -> Option<(Block, &str)> {
    let (head, name) = line.split_once('{')?;
    let word = head.trim().trim_end_matches(|c: char| c.is_ascii_digit());
    match word.to_ascii_lowercase().as_str() {
        "bone" => Some((Block::Bone, name)),
        "morph" => Some((Block::Morph, name)),
        _ => None,
    }
}
