//! The kind of a file, by its first bytes and its name.

use std::{borrow::Cow, fmt};

use kansetsu_formats::{gltf, is_gltf, is_supported, keypoints, motion_format, unsupported_format};
use serde::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};

use super::{given::GivenFile, unreadable::Unreadable};
use crate::text::Phrase;

/// What a file holds. In the order in which the files of one import are opened: first the figures,
/// then what is for figures, last what others may have asked for meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A project.
    Project,
    /// A figure, or an FBX file, which may hold a motion alone.
    Model,
    /// A motion with its own skeleton: BVH, VRM animation, FBX without a surface.
    Motion,
    /// A motion that names joints and does not say where they are: VMD, AMC.
    BareMotion,
    /// A pose.
    Pose,
    /// Several poses for the library.
    Poses,
    /// Points of people in a picture.
    Keypoints,
    /// A picture: a texture of a model, or the picture behind the figures.
    Picture,
    /// Nothing by itself: a buffer, materials, limits, a texture of another format.
    Companion,
    /// Nothing that is read.
    Unknown,
}

/// Endings of files that are only there for others.
const COMPANIONS: [&str; 11] =
    [".bin", ".ktx2", ".webp", ".mtl", ".rig.json", ".bmp", ".tga", ".dds", ".sph", ".spa", ".stl"];
/// Endings of pictures.
const PICTURES: [&str; 3] = [".png", ".jpg", ".jpeg"];

impl Kind {
    /// Whether it is for a figure that is there.
    pub(super) const fn is_for_a_figure(self) -> bool {
        matches!(self, Self::Motion | Self::BareMotion | Self::Pose | Self::Keypoints)
    }

    /// The kind of a file.
    pub(super) fn of(file: &GivenFile) -> Self {
        let name = file.name.to_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        let is_picture =
            file.bytes.starts_with(b"\x89PNG") || file.bytes.starts_with(b"\xFF\xD8\xFF");
        match text(file).and_then(marked) {
            _ if file.bytes.is_empty() => Self::Unknown,
            _ if ends(&COMPANIONS) => Self::Companion,
            _ if is_picture || ends(&PICTURES) => Self::Picture,
            Some(kind) => kind,
            _ if keypoints::is_keypoints(&file.bytes) => Self::Keypoints,
            _ if is_animation(file) => Self::Motion,
            _ => match motion_format(&file.bytes, &file.name) {
                Some("BVH") => Self::Motion,
                Some(_) => Self::BareMotion,
                None if is_supported(&file.bytes, &file.name) => Self::Model,
                None => Self::Unknown,
            },
        }
    }
}

/// The kind of a JSON file of ours, by a key of its outermost object. A saved figure has the same
/// keys further inside.
fn marked(text: &str) -> Option<Kind> {
    let mut kind = None;
    // What precedes damage counts: the reader of that kind names the damage.
    let _ = serde_json::Deserializer::from_str(text).deserialize_map(Marks(&mut kind));
    kind
}

/// Reads the keys of an object up to a known one.
struct Marks<'a>(&'a mut Option<Kind>);

impl<'de> Visitor<'de> for Marks<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<Cow<'_, str>>()? {
            *self.0 = match &*key {
                "kansetsu_project" => Some(Kind::Project),
                "kansetsu_poses" => Some(Kind::Poses),
                "kansetsu_pose" => Some(Kind::Pose),
                "kansetsu_rig" => Some(Kind::Companion),
                _ => None,
            };
            if self.0.is_some() {
                break;
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// A JSON text.
pub(super) fn text(file: &GivenFile) -> Option<&str> {
    std::str::from_utf8(&file.bytes).ok().filter(|text| text.trim_start().starts_with('{'))
}

/// Whether a file is a VRM animation: it moves the roles of another figure's body.
pub(super) fn is_animation(file: &GivenFile) -> bool {
    const EXTENSION: &[u8] = b"\"VRMC_vrm_animation\"";
    /// Bytes of a GLB file's head and of that of its first chunk, which is JSON; the length stands
    /// before the last four.
    const HEAD: usize = 20;
    if !is_gltf(&file.bytes) {
        return false;
    }
    let length = file.bytes.get(12..16).map_or(0, |length| {
        u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize
    });
    let json = if file.bytes.starts_with(b"glTF") {
        file.bytes.get(HEAD..HEAD.saturating_add(length))
    } else {
        Some(&*file.bytes)
    };
    file.name.to_lowercase().ends_with(".vrma")
        || json.is_some_and(|json| json.windows(EXTENSION.len()).any(|part| part == EXTENSION))
}

/// Whether a page does not read a file by itself: another format, or compressed glTF.
pub(super) fn is_foreign(file: &GivenFile) -> bool {
    match Kind::of(file) {
        Kind::Model => !is_gltf(&file.bytes) || gltf::is_compressed(&file.bytes),
        Kind::Motion | Kind::BareMotion | Kind::Keypoints => true,
        _ => false,
    }
}

/// Why a file of an unknown kind cannot be opened.
pub(super) fn unknown(file: &GivenFile) -> Unreadable {
    let text = match unsupported_format(&file.bytes, &file.name) {
        _ if file.bytes.is_empty() => Phrase::new("The file is empty.", "ファイルが空です。"),
        Some(format) => Phrase::made(
            format!("{format} files are not supported yet."),
            format!("{format} ファイルにはまだ対応していません。"),
        ),
        None => Phrase::new(
            "This kind of file is not supported.",
            "この種類のファイルには対応していません。",
        ),
    };
    let known = Phrase::new(
        "Kansetsu opens glTF, GLB, VRM, VRMA, FBX, BVH, ASF, PMX, PMD, VMD, MQO and URDF.",
        "開けるのは glTF、GLB、VRM、VRMA、FBX、BVH、ASF、PMX、PMD、VMD、MQO、URDF です。",
    );
    Unreadable { text, details: vec![known] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_by_its_bytes_and_only_then_by_its_name() {
        let vrma = br#"{"asset": {"version": "2.0"}, "extensions": {"VRMC_vrm_animation": {}}}"#;
        for (name, bytes, kind) in [
            ("a.kansetsu", br#"{"kansetsu_project": 1}"#.as_slice(), Kind::Project),
            ("a.json", br#"{"kansetsu_pose": 1}"#, Kind::Pose),
            ("a.json", br#"{"kansetsu_poses": 1}"#, Kind::Poses),
            ("a.rig.json", br#"{"kansetsu_rig": 1}"#, Kind::Companion),
            ("limits.json", br#"{"kansetsu_rig": 1}"#, Kind::Companion),
            ("a.json", br#"{"people": [{"pose_keypoints_2d": []}]}"#, Kind::Keypoints),
            ("a.gltf", br#"{"asset": {"version": "2.0"}}"#, Kind::Model),
            ("a.gltf", br#"{"asset": {}, "extras": {"kansetsu_rig": 1}}"#, Kind::Model),
            (
                "a.kansetsu",
                br#"{"version": "0.1", "kansetsu_project": 1, "figures": ["#,
                Kind::Project,
            ),
            ("a.glb", vrma, Kind::Motion),
            ("a.vrma", b"glTF\x02\0\0\0", Kind::Motion),
            ("a.vrm", b"glTF\x02\0\0\0", Kind::Model),
            ("a.txt", b"HIERARCHY", Kind::Motion),
            ("a.vmd", b"Vocaloid Motion Data 0002", Kind::BareMotion),
            ("a.fbx", b"Kaydara FBX Binary", Kind::Model),
            ("a.bin", b"Kaydara FBX Binary", Kind::Companion),
            ("a.glb", b"\x89PNG\r\n", Kind::Picture),
            ("a.jpg", b"?", Kind::Picture),
            ("a.glb", b"", Kind::Unknown),
            ("a.usd", b"#usda 1.0", Kind::Unknown),
            ("notes.txt", b"hello", Kind::Unknown),
        ] {
            assert_eq!(
                Kind::of(&GivenFile { name: name.to_owned(), bytes: bytes.into() }),
                kind,
                "{name}"
            );
        }
    }
}
