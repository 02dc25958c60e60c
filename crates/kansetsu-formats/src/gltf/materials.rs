//! Materials.

use kansetsu::glam::{Mat2, Vec2};

use super::at::At;
use crate::{AlphaMode, Error, Material};

/// A material with the texture data for its primitives.
pub(super) struct LoadedMaterial {
    pub(super) material: Material,
    pub(super) uv: UvSource,
}

/// The texture coordinate set of the base colour texture, and its transform.
#[derive(Clone, Copy)]
pub(super) struct UvSource {
    pub(super) set: usize,
    matrix: Mat2,
    offset: Vec2,
}

impl Default for UvSource {
    fn default() -> Self {
        Self { set: 0, matrix: Mat2::IDENTITY, offset: Vec2::ZERO }
    }
}

impl UvSource {
    /// The coordinates in the image.
    pub(super) fn apply(&self, uv: Vec2) -> Vec2 {
        self.matrix * uv + self.offset
    }
}

/// Reads all materials. A damaged one gets the default look, with a warning.
pub(super) fn read(
    root: &At<'_>,
    warnings: &mut Vec<String>,
) -> Result<Vec<LoadedMaterial>, Error> {
    let textures = root.objects("textures")?;
    let images = root.count("images");
    let mut materials = Vec::new();
    for at in root.objects("materials")? {
        materials.push(read_one(&at, &textures, images).unwrap_or_else(|error| {
            warnings.push(error.to_string());
            LoadedMaterial {
                material: Material { name: at.name().to_owned(), ..Material::default() },
                uv: UvSource::default(),
            }
        }));
    }
    Ok(materials)
}

fn read_one(at: &At<'_>, textures: &[At<'_>], images: usize) -> Result<LoadedMaterial, Error> {
    let mut material = Material {
        name: at.name().to_owned(),
        metallic: 1.0,
        roughness: 1.0,
        ..Material::default()
    };
    let mut base = None;
    if let Some(pbr) = at.child("pbrMetallicRoughness")? {
        base = pbr.child("baseColorTexture")?;
        material.base_color = pbr.numbers("baseColorFactor")?.unwrap_or([1.0; 4]);
        material.metallic = pbr.number("metallicFactor")?.unwrap_or(1.0);
        material.roughness = pbr.number("roughnessFactor")?.unwrap_or(1.0);
        if pbr.get("metallicRoughnessTexture").is_some() {
            // The factors only scale the texture, which is not read: alone they would turn
            // everything to metal.
            (material.metallic, material.roughness) = (0.0, Material::default().roughness);
        }
    }
    if let Some(old) = at.extension("KHR_materials_pbrSpecularGlossiness") {
        base = old.child("diffuseTexture")?;
        material.base_color = old.numbers("diffuseFactor")?.unwrap_or([1.0; 4]);
        material.metallic = 0.0;
        material.roughness = 1.0 - old.number("glossinessFactor")?.unwrap_or(1.0);
    }
    material.emissive = emissive(at)?;
    material.alpha = alpha(at)?;
    material.double_sided = at.flag("doubleSided")?;
    material.unlit = at.extension("KHR_materials_unlit").is_some();
    let uv = base.as_ref().map_or(Ok(UvSource::default()), uv_source)?;
    material.base_color_image = base.map_or(Ok(None), |base| image_of(&base, textures, images))?;
    Ok(LoadedMaterial { material, uv })
}

fn emissive(at: &At<'_>) -> Result<[f32; 3], Error> {
    // Without its texture the factor does not describe the whole surface.
    if at.get("emissiveTexture").is_some() {
        return Ok([0.0; 3]);
    }
    let strength = at
        .extension("KHR_materials_emissive_strength")
        .map_or(Ok(None), |block| block.number("emissiveStrength"))?;
    Ok(at
        .numbers("emissiveFactor")?
        .unwrap_or([0.0; 3])
        .map(|factor| factor * strength.unwrap_or(1.0)))
}

fn alpha(at: &At<'_>) -> Result<AlphaMode, Error> {
    match at.text("alphaMode")? {
        None | Some("OPAQUE") => Ok(AlphaMode::Opaque),
        Some("MASK") => Ok(AlphaMode::Mask(at.number("alphaCutoff")?.unwrap_or(0.5))),
        Some("BLEND") => Ok(AlphaMode::Blend),
        Some(other) => Err(at.wrong_at(
            "alphaMode",
            format!("expected \"OPAQUE\", \"MASK\" or \"BLEND\", found \"{other}\""),
        )),
    }
}

fn image_of(base: &At<'_>, textures: &[At<'_>], images: usize) -> Result<Option<usize>, Error> {
    let texture = &textures[base.need_index("index", textures.len(), "textures")?];
    if let Some(image) = texture.index("source", images, "images")? {
        return Ok(Some(image));
    }
    let block = ["EXT_texture_webp", "EXT_texture_avif", "KHR_texture_basisu"]
        .iter()
        .find_map(|name| texture.extension(name));
    block.map_or(Ok(None), |block| block.index("source", images, "images"))
}

/// With `KHR_texture_transform`: offset, rotation (counter-clockwise in image coordinates), scale.
fn uv_source(base: &At<'_>) -> Result<UvSource, Error> {
    let set = base.integer("texCoord")?.unwrap_or(0);
    let Some(block) = base.extension("KHR_texture_transform") else {
        return Ok(UvSource { set, ..UvSource::default() });
    };
    let scale = block.numbers("scale")?.map_or(Vec2::ONE, Vec2::from_array);
    let (sin, cos) = libm::sincosf(block.number("rotation")?.unwrap_or(0.0));
    let matrix = Mat2::from_cols(Vec2::new(cos, -sin) * scale.x, Vec2::new(sin, cos) * scale.y);
    let offset = block.numbers("offset")?.map_or(Vec2::ZERO, Vec2::from_array);
    Ok(UvSource { set: block.integer("texCoord")?.unwrap_or(set), matrix, offset })
}
