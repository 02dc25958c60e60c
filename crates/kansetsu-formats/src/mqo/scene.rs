//! The chunks of a file.

use encoding_rs::{SHIFT_JIS, UTF_8};

use super::elements::ELEMENTS;
use super::lines::{Lines, argument, count, float, floats, keys, quoted};
use super::object::Object;
use crate::element::Skipped;
use crate::texture::linear;
use crate::{AlphaMode, Error, Material};

/// The contents of a file.
pub(super) struct Scene {
    pub(super) materials: Vec<Look>,
    pub(super) objects: Vec<Object>,
    /// The path of the file with the data of plug-ins, relative to the document.
    pub(super) plugins: Option<String>,
    /// The elements that are not read.
    pub(super) counted: Skipped,
}

/// A material and the path of its picture.
pub(super) struct Look {
    pub(super) material: Material,
    pub(super) texture: Option<String>,
}

/// The most warnings of one kind; a damaged file could have one for each line.
const MOST_WARNINGS: usize = 200;

/// Reads the two lines at the start of every file.
fn read_version(lines: &mut Lines<'_>) -> Result<f32, Error> {
    let mut first = || lines.next().unwrap_or_default().into_owned();
    let (title, format) = (first(), first());
    if !title.to_ascii_lowercase().starts_with("metasequoia document") {
        return Err(super::lines::wrong(1, "expected \"Metasequoia Document\""));
    }
    let version = format.split_whitespace().last().and_then(|word| word.parse::<f32>().ok());
    version.filter(|_| format.to_ascii_lowercase().starts_with("format text")).ok_or_else(|| {
        super::lines::wrong(
            2,
            "expected \"Format Text Ver 1.0\" or a later version; save the file as text",
        )
    })
}

impl Scene {
    pub(super) fn read(bytes: &[u8], warnings: &mut Vec<String>) -> Result<Self, Error> {
        let mut lines = Lines::new(bytes);
        if read_version(&mut lines)? >= 1.2 {
            lines.set_encoding(UTF_8);
        }
        let mut scene = Self {
            materials: Vec::new(),
            objects: Vec::new(),
            plugins: None,
            counted: Skipped::new(&ELEMENTS),
        };
        let mut is_ended = false;
        while let Some(line) = lines.next() {
            let (key, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let key = key.to_ascii_lowercase();
            match key.as_str() {
                "eof" => {
                    is_ended = true;
                    break;
                }
                "codepage" => lines.set_encoding(if rest.to_ascii_lowercase().contains("utf") {
                    UTF_8
                } else {
                    SHIFT_JIS
                }),
                "material" if line.ends_with('{') => {
                    scene.read_materials(&mut lines, count(rest), warnings)?
                }
                "object" if line.ends_with('{') => {
                    let name = quoted(rest)
                        .map_or_else(|| rest.trim_end_matches('{').trim(), |(name, _)| name);
                    scene.objects.push(Object::read(
                        name,
                        &mut lines,
                        &mut scene.counted,
                        warnings,
                    )?);
                }
                "includexml" => {
                    scene.plugins = quoted(rest).map(|(name, _)| name.to_owned());
                }
                "" | "}" => {}
                _ => {
                    scene.counted.add(&key, quoted(rest).map_or("", |(name, _)| name));
                    if line.ends_with('{') {
                        lines.skip_chunk()?;
                    }
                }
            }
            warnings.truncate(MOST_WARNINGS);
        }
        if !is_ended {
            warnings.push(format!(
                "line {}: the file ends without Eof; it seems truncated",
                lines.line()
            ));
        }
        Ok(scene)
    }

    fn read_materials(
        &mut self,
        lines: &mut Lines<'_>,
        announced: Option<usize>,
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let start = lines.line();
        while let Some(line) = lines.inside(start)? {
            let Some((name, rest)) = quoted(&line) else {
                // Newer files have further chunks here.
                self.counted.add("materialex", "");
                if line.ends_with('{') {
                    lines.skip_chunk()?;
                }
                continue;
            };
            keys(rest).for_each(|key| {
                self.counted.add(&format!("material/{}", key.to_ascii_lowercase()), "")
            });
            self.materials.push(look(name, rest, lines.line())?);
        }
        if announced != Some(self.materials.len()) {
            warnings.push(format!(
                "line {start}: {} materials were found, the count is {}",
                self.materials.len(),
                announced.unwrap_or(0)
            ));
        }
        Ok(())
    }
}

fn look(name: &str, rest: &str, line: usize) -> Result<Look, Error> {
    let number = |key: &str, usual: f32| {
        argument(rest, key).map_or(Ok(usual), |word| float(word.trim(), line))
    };
    let [r, g, b, a] =
        argument(rest, "col").map_or(Ok([1.0; 4]), |words| floats::<4>(words, line))?;
    let (diffuse, glow) =
        (number("dif", 0.8)?.clamp(0.0, 1.0), number("emi", 0.0)?.clamp(0.0, 1.0));
    // At 0.8 the program shows the colour unchanged.
    let bright = (diffuse / 0.8).clamp(0.0, 1.25);
    let color = [r, g, b].map(|part| linear(part * bright));
    let texture = argument(rest, "tex")
        .map(|path| path.trim().trim_matches('"').to_owned())
        .filter(|path| !path.is_empty());
    let alpha = match (a < 0.999, texture.is_some()) {
        (true, _) => AlphaMode::Blend,
        (false, true) => AlphaMode::Mask(0.5),
        (false, false) => AlphaMode::Opaque,
    };
    let material = Material {
        name: name.to_owned(),
        base_color: [color[0], color[1], color[2], a.clamp(0.0, 1.0)],
        emissive: [r, g, b]
            .map(|part| if texture.is_some() { 0.0 } else { linear(part) * glow * 0.5 }),
        roughness: 0.9,
        alpha,
        double_sided: argument(rest, "dbls").is_some_and(|word| word.trim() != "0"),
        ..Material::default()
    };
    Ok(Look { material, texture })
}
