//! Wavefront OBJ, with the colours of its MTL file.

use std::collections::BTreeMap;

use kansetsu::glam::Vec3;

use super::part::{SolidPart, malformed, position};
use crate::gltf::Resources;
use crate::text::decode;
use crate::texture::linear;
use crate::{Error, beside, vertex_normals};

const FORMAT: &str = "OBJ";

/// The most corners of a face.
const MOST_CORNERS: usize = 4096;

/// Reads the polygons. `resources` returns the MTL file beside it; without it there are no colours.
pub(super) fn read(bytes: &[u8], resources: &Resources<'_>) -> Result<Vec<SolidPart>, Error> {
    let text = decode(bytes);
    let mut model = Model::default();
    let mut colors: BTreeMap<String, [f32; 4]> = BTreeMap::new();
    let mut lines = text.lines().enumerate();
    while let Some((line, words)) = lines.next() {
        let mut words = words.trim_end().to_owned();
        // A backslash continues the line.
        while words.ends_with('\\') {
            words.pop();
            let Some((_, more)) = lines.next() else { break };
            words.push_str(more.trim_end());
        }
        let mut parts = words.split_whitespace();
        let wrong = |problem: &str| malformed(FORMAT, format!("line {}", line + 1), problem);
        match parts.next() {
            Some("v") => {
                let numbers: Vec<f32> =
                    parts.take(3).filter_map(|word| word.parse().ok()).collect();
                let place = <[f32; 3]>::try_from(numbers).ok().and_then(position);
                model
                    .positions
                    .push(place.ok_or_else(|| wrong("expected three finite numbers after \"v\""))?);
            }
            Some("vn") => {
                let numbers: Vec<f32> =
                    parts.take(3).filter_map(|word| word.parse().ok()).collect();
                let normal = <[f32; 3]>::try_from(numbers).ok().map(Vec3::from_array);
                model.normals.push(normal.unwrap_or(Vec3::ZERO));
            }
            Some("f") => model.face(parts).ok_or_else(|| {
                wrong("expected three or more corners of existing vertices after \"f\"")
            })?,
            Some("usemtl") => model.material = parts.next().unwrap_or_default().to_owned(),
            Some("mtllib") => {
                let name = parts.collect::<Vec<_>>().join(" ");
                if let Ok(file) = beside::find(&name, resources) {
                    read_colors(&decode(&file), &mut colors);
                }
            }
            _ => {}
        }
    }
    Ok(model.parts(&colors))
}

/// The indices of a corner's position and normal.
type Corner = (u32, Option<u32>);

#[derive(Default)]
struct Model {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    material: String,
    /// The triangles of each material: position and normal of each corner.
    triangles: BTreeMap<String, Vec<[Corner; 3]>>,
}

impl Model {
    /// Adds a convex polygon.
    fn face<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Option<()> {
        let index = |word: &str, count: usize| {
            let index = word.parse::<i64>().ok()?;
            let index = if index < 0 { count as i64 + index } else { index - 1 };
            u32::try_from(index).ok().filter(|&index| (index as usize) < count)
        };
        let mut corners = Vec::new();
        for word in words.take(MOST_CORNERS) {
            let mut parts = word.split('/');
            let place = index(parts.next()?, self.positions.len())?;
            let normal = parts.nth(1).and_then(|word| index(word, self.normals.len()));
            corners.push((place, normal));
        }
        if corners.len() < 3 {
            return None;
        }
        let triangles = self.triangles.entry(self.material.clone()).or_default();
        triangles.extend(corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]));
        Some(())
    }

    fn parts(&self, colors: &BTreeMap<String, [f32; 4]>) -> Vec<SolidPart> {
        let part = |(name, triangles): (&String, &Vec<[Corner; 3]>)| {
            let mut part = SolidPart { color: colors.get(name).copied(), ..SolidPart::default() };
            let corners = triangles.iter().flatten();
            let has_normals = corners.clone().all(|(_, normal)| normal.is_some());
            let mut known: BTreeMap<Corner, u32> = BTreeMap::new();
            let primitive = &mut part.primitive;
            for &(place, normal) in corners {
                let key = (place, normal.filter(|_| has_normals));
                let own = *known.entry(key).or_insert_with(|| {
                    primitive.positions.push(self.positions[place as usize]);
                    if let (true, Some(normal)) = (has_normals, normal) {
                        primitive.normals.push(self.normals[normal as usize].normalize_or(Vec3::Y));
                    }
                    primitive.positions.len() as u32 - 1
                });
                primitive.indices.push(own);
            }
            if !has_normals {
                let triangles = primitive.indices.as_chunks::<3>().0;
                primitive.normals = vertex_normals(&primitive.positions, triangles);
            }
            part
        };
        self.triangles.iter().map(part).collect()
    }
}

/// The diffuse colours of an MTL file.
fn read_colors(text: &str, colors: &mut BTreeMap<String, [f32; 4]>) {
    let mut name = None;
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let word = words.next();
        let numbers = || words.clone().filter_map(|word| word.parse::<f32>().ok());
        match (word, &name) {
            (Some("newmtl"), _) => name = words.next().map(str::to_owned),
            (Some("Kd"), Some(name)) => {
                let parts: Vec<f32> = numbers().take(3).collect();
                if let [red, green, blue] = parts[..] {
                    let alpha = colors.get(name).map_or(1.0, |color| color[3]);
                    let [red, green, blue] = [red, green, blue].map(linear);
                    colors.insert(name.clone(), [red, green, blue, alpha]);
                }
            }
            (Some("d"), Some(name)) => {
                if let Some(alpha) = numbers().next() {
                    let color = colors.entry(name.clone()).or_insert([1.0; 4]);
                    color[3] = alpha.clamp(0.0, 1.0);
                }
            }
            _ => {}
        }
    }
}
