//! A VMD file: keys of bones, morphs, camera, light and shadows, and IK on/off states.

use encoding_rs::SHIFT_JIS;
use kansetsu::d3::Transform;
use kansetsu::glam::{Quat, Vec3};

use super::encoding::{encoded, shift_jis};
use super::surface::{UNIT, place};
use crate::Error;
use crate::byte_reader::ByteReader;
use crate::element::Skipped;

pub(super) const FORMAT: &str = "VMD";

/// The contents of a VMD file. Unread data stays as bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vmd {
    /// The signature and the name of the model: 50 bytes, 40 in files of the first version.
    head: Vec<u8>,
    /// The keys of bones, in the file's order.
    pub bones: Vec<BoneKey>,
    /// The IK on/off states, in the file's order.
    pub ik: Vec<IkState>,
    /// The keys of morphs, in the file's order.
    pub morphs: Vec<MorphKey>,
    /// Whether the section of morphs exists, even if it is empty.
    has_morphs: bool,
    /// The keys of camera, light and shadows, unchanged; as many sections as the file has.
    other: Vec<Section>,
    /// Whether the IK section exists, even if it is empty.
    has_ik: bool,
    /// The bytes after all known sections.
    tail: Vec<u8>,
}

/// A key of a bone.
#[derive(Clone, Debug, PartialEq)]
pub struct BoneKey {
    /// The bone's name, usually in Shift_JIS, cut at 15 bytes, and the bytes after its end.
    pub name: [u8; 15],
    /// The frame, at 30 per second.
    pub frame: u32,
    /// The translation from rest, in the file's units and axes.
    pub translation: [f32; 3],
    /// The rotation from rest, in the file's axes: x, y, z, w.
    pub rotation: [f32; 4],
    /// The curves from the previous key to this one.
    pub curves: [u8; 64],
}

/// A key of a morph.
#[derive(Clone, Debug, PartialEq)]
pub struct MorphKey {
    /// The morph's name, usually in Shift_JIS, cut at 15 bytes, and the bytes after its end.
    pub name: [u8; 15],
    /// The frame, at 30 per second.
    pub frame: u32,
    /// The weight, usually 0 to 1; linear from the previous key.
    pub weight: f32,
}

/// An IK on/off state.
#[derive(Clone, Debug, PartialEq)]
pub struct IkState {
    /// The frame, at 30 per second.
    pub frame: u32,
    /// Whether the model is visible.
    pub is_shown: u8,
    /// Names of IK bones (20 bytes of Shift_JIS) and whether their IK is on.
    pub states: Vec<([u8; 20], u8)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Section {
    count: u32,
    bytes: Vec<u8>,
}

/// The sections between morphs and IK, and the length of their keys.
const SECTIONS: [(&str, usize); 3] =
    [("keys of the camera", 61), ("keys of the light", 28), ("keys of shadows", 9)];

impl Vmd {
    /// A motion without keys for a model of this name.
    #[must_use]
    pub fn new(model: &str) -> Self {
        let mut head = b"Vocaloid Motion Data 0002".to_vec();
        head.resize(30, 0);
        head.extend(name_bytes::<20>(model));
        Self {
            head,
            has_morphs: true,
            other: vec![Section::default(); SECTIONS.len()],
            has_ik: true,
            ..Self::default()
        }
    }

    /// Reads a file. Sections at its end may be missing; damaged ones after the bones are ignored
    /// with a warning.
    ///
    /// # Errors
    /// [`Error::Malformed`] names the byte and the expected content.
    pub fn read(bytes: &[u8], warnings: &mut Vec<String>) -> Result<Self, Error> {
        let mut b = ByteReader::new(FORMAT, bytes);
        let length = if bytes.starts_with(b"Vocaloid Motion Data file") { 40 } else { 50 };
        let mut vmd = Self { head: b.take(length, "the header")?.to_vec(), ..Self::default() };
        let count = b.count(111, "keys of bones")?;
        vmd.bones.reserve_exact(count);
        for _ in 0..count {
            vmd.bones.push(BoneKey::read(&mut b)?);
        }
        if let Err(error) = vmd.read_rest(&mut b) {
            warnings.push(format!("{error}; the rest is ignored"));
        }
        Ok(vmd)
    }

    fn read_rest(&mut self, b: &mut ByteReader<'_>) -> Result<(), Error> {
        if b.left() > 0 {
            self.has_morphs = true;
            let count = b.count(23, "keys of morphs")?;
            self.morphs.reserve_exact(count);
            for _ in 0..count {
                self.morphs.push(MorphKey::read(b)?);
            }
        }
        for (what, length) in SECTIONS {
            if b.left() == 0 {
                return Ok(());
            }
            let count = b.count(length, what)?;
            let bytes = b.take(count * length, what)?.to_vec();
            self.other.push(Section { count: count as u32, bytes });
        }
        if b.left() > 0 {
            self.has_ik = true;
            for _ in 0..b.count(9, "IK states")? {
                self.ik.push(IkState::read(b)?);
            }
        }
        self.tail = b.take(b.left(), "the end")?.to_vec();
        Ok(())
    }

    /// The name of the model of the motion.
    #[must_use]
    pub fn model_name(&self) -> String {
        shift_jis(self.head.get(30..).unwrap_or_default())
    }

    /// Writes the file again; without an edit the same bytes.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.head.clone();
        bytes.extend((self.bones.len() as u32).to_le_bytes());
        for key in &self.bones {
            key.write(&mut bytes);
        }
        if self.has_morphs || !self.morphs.is_empty() {
            bytes.extend((self.morphs.len() as u32).to_le_bytes());
            for key in &self.morphs {
                key.write(&mut bytes);
            }
        }
        for section in &self.other {
            bytes.extend(section.count.to_le_bytes());
            bytes.extend(&section.bytes);
        }
        if self.has_ik || !self.ik.is_empty() {
            bytes.extend((self.ik.len() as u32).to_le_bytes());
            for state in &self.ik {
                state.write(&mut bytes);
            }
        }
        bytes.extend(&self.tail);
        bytes
    }

    /// Counts the parts that a clip does not store.
    pub(super) fn count_others(&self, counted: &mut Skipped) {
        let elements = ["camera keys", "light keys", "self-shadow keys"];
        for (section, element) in self.other.iter().zip(elements) {
            counted.add_many(element, "", section.count as usize);
        }
        let hidden = self.ik.iter().filter(|state| state.is_shown == 0).count();
        counted.add_many("model visibility", "", hidden);
        counted.add_many("bytes behind the end", "", usize::from(!self.tail.is_empty()));
    }
}

impl BoneKey {
    fn read(b: &mut ByteReader<'_>) -> Result<Self, Error> {
        let what = "a key of a bone";
        let mut name = [0; 15];
        name.copy_from_slice(b.take(15, what)?);
        let (frame, way, turn) = (b.u32(what)?, b.floats(what)?, b.floats(what)?);
        let mut curves = [0; 64];
        curves.copy_from_slice(b.take(64, what)?);
        Ok(Self { name, frame, translation: way, rotation: turn, curves })
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.name);
        bytes.extend(self.frame.to_le_bytes());
        bytes.extend(
            self.translation.iter().chain(&self.rotation).flat_map(|number| number.to_le_bytes()),
        );
        bytes.extend(self.curves);
    }

    /// A key of a bone of this name with the rotation and translation from rest `local`, linear
    /// from the previous key.
    #[must_use]
    pub fn new(name: &str, frame: u32, local: &Transform) -> Self {
        let (way, turn) = (local.translation / UNIT, local.rotation);
        // Adding zero turns -0 into 0.
        let [x, y, z] = [way.x, way.y, -way.z].map(|number| number + 0.0);
        let turn = [-turn.x, -turn.y, turn.z, turn.w].map(|number| number + 0.0);
        Self {
            name: name_bytes(name),
            frame,
            translation: [x, y, z],
            rotation: turn,
            curves: straight(),
        }
    }

    /// Its rotation and translation from rest, right-handed and in metres.
    #[must_use]
    pub fn local(&self) -> Transform {
        let [x, y, z, w] = self.rotation;
        let turn = Quat::from_xyzw(-x, -y, z, w);
        let is_turn = turn.length_squared() > 1e-12;
        Transform {
            translation: place(self.translation),
            rotation: if is_turn { turn.normalize() } else { Quat::IDENTITY },
            scale: Vec3::ONE,
        }
    }

    /// The handles of the curves of x, y, z and the rotation. Rows repeat each other, shifted by a
    /// byte. The first bytes of the first row may have other data, so each curve is read from the
    /// row that starts with it.
    pub(super) fn handles(&self) -> [[u8; 4]; 4] {
        std::array::from_fn(|curve| {
            std::array::from_fn(|handle| self.curves[16 * curve + 4 * handle])
        })
    }
}

fn straight() -> [u8; 64] {
    let row: [u8; 16] = std::array::from_fn(|i| super::bezier::STRAIGHT[i / 4]);
    std::array::from_fn(|i| if i % 16 + i / 16 < 16 { row[i % 16 + i / 16] } else { 0 })
}

impl MorphKey {
    fn read(b: &mut ByteReader<'_>) -> Result<Self, Error> {
        let what = "a key of a morph";
        let mut name = [0; 15];
        name.copy_from_slice(b.take(15, what)?);
        Ok(Self { name, frame: b.u32(what)?, weight: b.f32(what)? })
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.name);
        bytes.extend(self.frame.to_le_bytes());
        bytes.extend(self.weight.to_le_bytes());
    }
}

impl IkState {
    fn read(b: &mut ByteReader<'_>) -> Result<Self, Error> {
        let what = "an IK state";
        let (frame, is_shown) = (b.u32(what)?, b.u8(what)?);
        let mut states = Vec::new();
        for _ in 0..b.count(21, what)? {
            let mut name = [0; 20];
            name.copy_from_slice(b.take(20, what)?);
            states.push((name, b.u8(what)?));
        }
        Ok(Self { frame, is_shown, states })
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.frame.to_le_bytes());
        bytes.push(self.is_shown);
        bytes.extend((self.states.len() as u32).to_le_bytes());
        for (name, is_on) in &self.states {
            bytes.extend(name);
            bytes.push(*is_on);
        }
    }
}

/// A name in Shift_JIS with nulls after it. A longer one is cut as MikuMikuDance cuts it: also
/// inside a character.
pub(super) fn name_bytes<const N: usize>(name: &str) -> [u8; N] {
    padded(&encoded(name, SHIFT_JIS))
}

/// The first bytes of a name, with nulls after them.
pub(super) fn padded<const N: usize>(name: &[u8]) -> [u8; N] {
    std::array::from_fn(|index| name.get(index).copied().unwrap_or(0))
}
