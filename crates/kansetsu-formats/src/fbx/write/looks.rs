//! Materials and the pictures inside the file.

use super::file::{Record, one};
use super::scene::{Scene, properties, property};
use crate::picture::ending;
use crate::texture::gamma;
use crate::{Figure, Material};

/// The ids of the materials.
pub(super) struct Looks {
    ids: Vec<i64>,
    /// The material of surfaces without one.
    usual: i64,
}

impl Looks {
    pub(super) fn material(&self, index: Option<usize>) -> i64 {
        index.and_then(|index| self.ids.get(index)).copied().unwrap_or(self.usual)
    }
}

pub(super) fn write(figure: &Figure, scene: &mut Scene) -> Looks {
    let videos: Vec<Option<i64>> = figure
        .images
        .iter()
        .enumerate()
        .map(|(index, image)| {
            let file = format!("picture{index}.{}", ending(&image.bytes)?);
            Some(video(&image.name, &file, image.bytes.clone(), scene))
        })
        .collect();
    let mut ids = Vec::new();
    for (index, material) in figure.materials.iter().enumerate() {
        let name = match material.name.as_str() {
            "" => format!("material_{index}"),
            name => name.to_owned(),
        };
        let id = scene.add(["Material"; 2], &name, "", look(material));
        let image = material.base_color_image;
        if let (Some(image), Some(Some(video))) = (image, image.and_then(|at| videos.get(at))) {
            let texture = texture(figure, image, scene);
            scene.link(*video, texture);
            scene.link_to(texture, id, "DiffuseColor");
        }
        ids.push(id);
    }
    let usual = if figure
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.primitives)
        .any(|part| part.material.is_none())
    {
        scene.add(["Material"; 2], "material", "", look(&Material::default()))
    } else {
        0
    };
    Looks { ids, usual }
}

fn video(name: &str, file: &str, content: Vec<u8>, scene: &mut Scene) -> i64 {
    let path = property(["Path", "KString", "XRefUrl", ""], [file]);
    let records = vec![
        one("Type", "Clip"),
        properties(vec![path]),
        one("UseMipMap", 0),
        one("Filename", file),
        one("RelativeFilename", file),
        one("Content", content),
    ];
    scene.add(["Video"; 2], if name.is_empty() { file } else { name }, "Clip", records)
}

fn texture(figure: &Figure, image: usize, scene: &mut Scene) -> i64 {
    let image_bytes = &figure.images[image];
    let file = format!("picture{image}.{}", ending(&image_bytes.bytes).unwrap_or_default());
    let name = if image_bytes.name.is_empty() { file.clone() } else { image_bytes.name.clone() };
    let records = vec![
        one("Type", "TextureVideoClip"),
        one("Version", 202),
        one("TextureName", format!("{name}\0\u{1}Texture")),
        properties(vec![property(["UVSet", "KString", "", ""], ["UVMap"])]),
        one("Media", format!("{name}\0\u{1}Video")),
        one("FileName", file.as_str()),
        one("RelativeFilename", file),
    ];
    scene.add(["Texture"; 2], &name, "", records)
}

/// The model of Phong: colours are sRGB.
fn look(material: &Material) -> Vec<Record> {
    let color = |name: &str, rgb: [f32; 3]| {
        property([name, "Color", "", "A"], rgb.map(|part| f64::from(gamma(part))))
    };
    let number = |name: &str, value: f32| property([name, "Number", "", "A"], [f64::from(value)]);
    let [r, g, b, alpha] = material.base_color;
    let light = material.emissive.into_iter().fold(0.0, f32::max);
    let glow =
        if light > 1.0 { material.emissive.map(|part| part / light) } else { material.emissive };
    let smooth = 10.0 * (1.0 - material.roughness.clamp(0.0, 1.0));
    let list = vec![
        color("DiffuseColor", [r, g, b]),
        number("DiffuseFactor", 1.0),
        color("EmissiveColor", glow),
        number("EmissiveFactor", light.max(1.0)),
        number("TransparencyFactor", 1.0 - alpha.clamp(0.0, 1.0)),
        number("Opacity", alpha.clamp(0.0, 1.0)),
        number("Shininess", smooth * smooth),
        number("ReflectionFactor", material.metallic.clamp(0.0, 1.0)),
    ];
    vec![one("Version", 102), one("ShadingModel", "phong"), one("MultiLayer", 0), properties(list)]
}
