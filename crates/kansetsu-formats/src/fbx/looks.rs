//! Materials and their pictures.

use std::collections::BTreeMap;

use super::record::Value;
use super::scene::{Object, Scene};
use crate::gltf::{Resources, guess};
use crate::texture::{Textures, linear};
use crate::{AlphaMode, Image, Material, picture};

/// The requested materials, each once.
#[derive(Default)]
pub(super) struct Looks {
    known: BTreeMap<i64, usize>,
    /// The pictures embedded in the file.
    held: BTreeMap<i64, usize>,
    pub(super) materials: Vec<Material>,
    pub(super) textures: Textures,
}

/// The properties to which the base colour texture is connected.
const COLORS: [&str; 4] =
    ["DiffuseColor", "Maya|baseColor", "Maya|base_color", "3dsMax|Parameters|base_color_map"];

/// Whether a texture with this connection is the base colour's.
pub(super) fn is_base_color(property: &str) -> bool {
    COLORS.contains(&property)
}

impl Looks {
    pub(super) fn material(
        &mut self,
        scene: &Scene<'_>,
        object: &Object<'_>,
        resources: &Resources<'_>,
        warnings: &mut Vec<String>,
    ) -> usize {
        if let Some(&known) = self.known.get(&object.id) {
            return known;
        }
        let color =
            object.vector("DiffuseColor").or_else(|| object.vector("Diffuse")).unwrap_or([0.8; 3]);
        let factor = object.float("DiffuseFactor").unwrap_or(1.0);
        let opacity = object.float("Opacity").unwrap_or(1.0).clamp(0.0, 1.0) as f32;
        let part = |axis: usize| linear((color[axis] * factor) as f32);
        let mut material = Material {
            name: object.name(),
            base_color: [part(0), part(1), part(2), opacity],
            ..Material::default()
        };
        let picture = scene
            .below(object.id)
            .find(|(below, property)| below.record.name == "Texture" && COLORS.contains(property));
        if let Some((texture, _)) = picture {
            material.base_color_image = self.picture(scene, &texture, resources, warnings);
            if material.base_color_image.is_some() {
                material.base_color = [1.0, 1.0, 1.0, opacity];
            }
        }
        material.alpha = if opacity < 0.999 { AlphaMode::Blend } else { AlphaMode::Opaque };
        self.materials.push(material);
        self.known.insert(object.id, self.materials.len() - 1);
        self.materials.len() - 1
    }

    /// The picture of a texture: embedded, else a file beside it. Paths on another machine are
    /// never opened. If the file's path is outside its folder, the picture of the same name beside
    /// the document is used.
    fn picture(
        &mut self,
        scene: &Scene<'_>,
        texture: &Object<'_>,
        resources: &Resources<'_>,
        warnings: &mut Vec<String>,
    ) -> Option<usize> {
        let video = scene
            .below(texture.id)
            .map(|(video, _)| video)
            .find(|video| video.record.name == "Video");
        let held =
            video.and_then(|video| self.held.get(&video.id).copied().or_else(|| self.hold(&video)));
        if held.is_some() {
            return held;
        }
        let named = |object: &Object<'_>, key: &str| {
            object.record.text(key).filter(|path| !path.is_empty())
        };
        let path = named(texture, "RelativeFilename")
            .or_else(|| named(texture, "FileName"))
            .or_else(|| named(&video?, "RelativeFilename"));
        let path = path?;
        let mut shown = Material::default();
        self.textures.apply(&mut shown, &path, resources, warnings);
        shown.base_color_image
    }

    /// The embedded picture.
    fn hold(&mut self, video: &Object<'_>) -> Option<usize> {
        use base64::Engine;
        let content = video.record.child("Content")?;
        let mut bytes: Vec<u8> = Vec::new();
        for part in &content.values {
            if let Value::Text(text) = part {
                bytes.extend_from_slice(text);
            }
        }
        if guess(&bytes).is_empty() && !bytes.starts_with(b"BM") && bytes.is_ascii() {
            // A text file has it as text.
            bytes.retain(|byte| !byte.is_ascii_whitespace());
            bytes = base64::engine::general_purpose::STANDARD.decode(&bytes).ok()?;
        }
        let path = video
            .record
            .text("RelativeFilename")
            .or_else(|| video.record.text("Filename"))
            .unwrap_or_default();
        let (mime_type, bytes) = picture::shown(bytes, &path).ok()?;
        self.textures.images.push(Image {
            name: video.name(),
            mime_type: mime_type.to_owned(),
            bytes,
        });
        self.held.insert(video.id, self.textures.images.len() - 1);
        Some(self.textures.images.len() - 1)
    }
}
