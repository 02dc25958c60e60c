//! Materials, textures and images.

use serde_json::{Value, json};

use super::draft::Draft;
use crate::gltf::image_type::guess;
use crate::gltf::save::number::{number, numbers};
use crate::{AlphaMode, Figure, Material};

/// The material data for meshes.
pub(super) struct Looks {
    /// For each material, whether it has a texture.
    pub(super) textured: Vec<bool>,
}

/// Writes the PNG and JPEG images, one texture for each, and the materials.
pub(super) fn write(figure: &Figure, draft: &mut Draft) -> Looks {
    let (mut images, mut texture_of_image) = (Vec::new(), Vec::new());
    for image in &figure.images {
        // Other types need extensions; their declared type alone is not reliable.
        let mime_type = guess(&image.bytes);
        let known = mime_type == "image/png" || mime_type == "image/jpeg";
        texture_of_image.push(known.then_some(images.len()));
        if known {
            let mut written =
                json!({"bufferView": draft.data.view(&image.bytes, None), "mimeType": mime_type});
            if !image.name.is_empty() {
                written["name"] = image.name.as_str().into();
            }
            images.push(written);
        }
    }
    let textures = (0..images.len()).map(|source| json!({"source": source})).collect();
    draft.list("images", images);
    draft.list("textures", textures);
    let texture =
        |material: &Material| texture_of_image.get(material.base_color_image?).copied().flatten();
    let materials: Vec<Value> =
        figure.materials.iter().map(|one| material(one, texture(one), draft)).collect();
    draft.list("materials", materials);
    Looks { textured: figure.materials.iter().map(|one| texture(one).is_some()).collect() }
}

fn material(material: &Material, texture: Option<usize>, draft: &mut Draft) -> Value {
    let mut pbr = json!({
        "baseColorFactor": numbers(&material.base_color.map(fraction)),
        "metallicFactor": number(fraction(material.metallic)),
        "roughnessFactor": number(fraction(material.roughness)),
    });
    if let Some(texture) = texture {
        pbr["baseColorTexture"] = json!({"index": texture});
    }
    let mut written = json!({});
    if !material.name.is_empty() {
        written["name"] = material.name.as_str().into();
    }
    written["pbrMetallicRoughness"] = pbr;
    write_emissive(material, &mut written, draft);
    match material.alpha {
        AlphaMode::Opaque => {}
        AlphaMode::Mask(cutoff) => {
            written["alphaMode"] = "MASK".into();
            written["alphaCutoff"] = number(if cutoff.is_finite() { cutoff.max(0.0) } else { 0.5 });
        }
        AlphaMode::Blend => written["alphaMode"] = "BLEND".into(),
    }
    if material.double_sided {
        written["doubleSided"] = true.into();
    }
    if material.unlit {
        written["extensions"]["KHR_materials_unlit"] = json!({});
        draft.use_extension("KHR_materials_unlit");
    }
    written
}

/// Light stronger than 1 is a factor of at most 1 and a strength.
fn write_emissive(material: &Material, written: &mut Value, draft: &mut Draft) {
    let emissive =
        material.emissive.map(|light| if light.is_finite() { light.max(0.0) } else { 0.0 });
    let strength = emissive.into_iter().fold(1.0, f32::max);
    if emissive != [0.0; 3] {
        written["emissiveFactor"] = numbers(&emissive.map(|light| fraction(light / strength)));
    }
    if strength > 1.0 {
        written["extensions"]["KHR_materials_emissive_strength"] =
            json!({"emissiveStrength": number(strength)});
        draft.use_extension("KHR_materials_emissive_strength");
    }
}

/// Clamped to [0, 1], as the format requires.
pub(super) const fn fraction(value: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}
