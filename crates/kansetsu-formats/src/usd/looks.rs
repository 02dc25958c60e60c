//! Materials, and their pictures beside the file.

use super::names::Names;
use super::text::{Text, tuple};
use crate::picture::ending;
use crate::{AlphaMode, Figure, Material};

/// The paths of the materials.
pub(super) struct Materials {
    folder: String,
    paths: Vec<String>,
    double_sided: Vec<bool>,
}

impl Materials {
    pub(super) fn new(figure: &Figure, folder: &str) -> Self {
        let mut names = Names::default();
        let path =
            |material: &Material| format!("{folder}/{}", names.unique(&material.name, "Material"));
        Self {
            folder: folder.to_owned(),
            paths: figure.materials.iter().map(path).collect(),
            double_sided: figure.materials.iter().map(|material| material.double_sided).collect(),
        }
    }

    pub(super) fn path(&self, index: usize) -> Option<&str> {
        self.paths.get(index).map(String::as_str)
    }

    pub(super) fn is_any_double_sided(&self, mut used: impl Iterator<Item = usize>) -> bool {
        used.any(|index| self.double_sided.get(index) == Some(&true))
    }

    /// Writes the materials; returns the names and contents of their pictures.
    pub(super) fn write(&self, figure: &Figure, text: &mut Text) -> Vec<(String, Vec<u8>)> {
        if self.paths.is_empty() {
            return Vec::new();
        }
        let mut pictures: Vec<(String, Vec<u8>)> = Vec::new();
        text.open(&format!("def Scope \"{}\"", last(&self.folder)), &[]);
        for (material, path) in figure.materials.iter().zip(&self.paths) {
            let image = material.base_color_image.and_then(|image| figure.images.get(image));
            let picture = image.and_then(|image| {
                let name = format!("picture_{:016x}.{}", hash(&image.bytes), ending(&image.bytes)?);
                if !pictures.iter().any(|(known, _)| *known == name) {
                    pictures.push((name.clone(), image.bytes.clone()));
                }
                Some(name)
            });
            write_one(material, path, picture.as_deref(), text);
        }
        text.close();
        pictures
    }
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// A name from the content: files in one folder share equal pictures, and no other ones. FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn write_one(material: &Material, path: &str, picture: Option<&str>, text: &mut Text) {
    let [r, g, b, alpha] = material.base_color;
    text.open(&format!("def Material \"{}\"", last(path)), &[]);
    text.line(&format!("token outputs:surface.connect = <{path}/Surface.outputs:surface>"));
    text.open("def Shader \"Surface\"", &[]);
    text.line("uniform token info:id = \"UsdPreviewSurface\"");
    match picture {
        Some(_) => text
            .line(&format!("color3f inputs:diffuseColor.connect = <{path}/Picture.outputs:rgb>")),
        None => text.line(&format!("color3f inputs:diffuseColor = {}", tuple([r, g, b]))),
    }
    text.line(&format!("color3f inputs:emissiveColor = {}", tuple(material.emissive)));
    text.line(&format!("float inputs:metallic = {}", material.metallic));
    match (picture, material.alpha) {
        (_, AlphaMode::Opaque) => {}
        (Some(_), _) => {
            text.line(&format!("float inputs:opacity.connect = <{path}/Picture.outputs:a>"));
        }
        (None, _) => text.line(&format!("float inputs:opacity = {alpha}")),
    }
    if let AlphaMode::Mask(least) = material.alpha {
        text.line(&format!("float inputs:opacityThreshold = {least}"));
    }
    text.line(&format!("float inputs:roughness = {}", material.roughness));
    text.line("token outputs:surface");
    text.close();
    if let Some(picture) = picture {
        text.open("def Shader \"Coordinates\"", &[]);
        text.line("uniform token info:id = \"UsdPrimvarReader_float2\"");
        text.line("string inputs:varname = \"st\"");
        text.line("float2 outputs:result");
        text.close();
        text.open("def Shader \"Picture\"", &[]);
        text.line("uniform token info:id = \"UsdUVTexture\"");
        text.line(&format!("asset inputs:file = @{picture}@"));
        text.line(&format!("float4 inputs:scale = {}", tuple(material.base_color)));
        text.line("token inputs:sourceColorSpace = \"sRGB\"");
        text.line(&format!("float2 inputs:st.connect = <{path}/Coordinates.outputs:result>"));
        text.line("token inputs:wrapS = \"repeat\"");
        text.line("token inputs:wrapT = \"repeat\"");
        text.line("float outputs:a");
        text.line("float3 outputs:rgb");
        text.close();
    }
    text.close();
}
