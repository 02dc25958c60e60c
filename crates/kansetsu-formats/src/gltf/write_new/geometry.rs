//! The data of one primitive.

use kansetsu::glam::Vec3;
use serde_json::{Value, json};

use super::materials::fraction;
use crate::gltf::save::appendix::{Appendix, VERTICES};
use crate::output::distinct;
use crate::{Influence, Primitive};

/// Writes vertices and triangles; returns the primitive. The input must be valid.
pub(super) fn primitive(
    part: &Primitive,
    skinned: bool,
    textured: bool,
    data: &mut Appendix,
) -> Value {
    let count = part.positions.len();
    let positions: Vec<[f32; 3]> = part.positions.iter().map(Vec3::to_array).collect();
    let mut attributes = json!({"POSITION": data.bounded_floats(&positions, Some(VERTICES))});
    if !part.normals.is_empty() {
        let unit = |normal: &Vec3| normal.try_normalize().unwrap_or(Vec3::Y).to_array();
        attributes["NORMAL"] =
            data.floats(&part.normals.iter().map(unit).collect::<Vec<_>>(), Some(VERTICES)).into();
    }
    // A texture needs coordinates, even if the primitive has none.
    if !part.uvs.is_empty() || textured {
        let mut uvs: Vec<[f32; 2]> = part
            .uvs
            .iter()
            .map(|uv| uv.to_array().map(|x| if x.is_finite() { x } else { 0.0 }))
            .collect();
        uvs.resize(count, [0.0; 2]);
        attributes["TEXCOORD_0"] = data.floats(&uvs, Some(VERTICES)).into();
    }
    if !part.colors.is_empty() {
        let colors: Vec<[f32; 4]> = part.colors.iter().map(|color| color.map(fraction)).collect();
        attributes["COLOR_0"] = data.floats(&colors, Some(VERTICES)).into();
    }
    if skinned {
        write_influences(part, &mut attributes, data);
    }
    let mut written =
        json!({"attributes": attributes, "indices": data.indices(&part.indices, count)});
    if let Some(material) = part.material {
        written["material"] = material.into();
    }
    written
}

fn write_influences(part: &Primitive, attributes: &mut Value, data: &mut Appendix) {
    let vertices: Vec<Vec<Influence>> =
        part.influences.chunks(part.influences_per_vertex).map(distinct).collect();
    let sets = vertices.iter().map(Vec::len).max().unwrap_or(1).div_ceil(4);
    for set in 0..sets {
        let at = |vertex: &Vec<Influence>, i: usize| {
            vertex.get(4 * set + i).copied().unwrap_or_default()
        };
        let joints: Vec<[u16; 4]> = vertices
            .iter()
            .map(|vertex| std::array::from_fn(|i| at(vertex, i).joint as u16))
            .collect();
        let weights: Vec<[f32; 4]> =
            vertices.iter().map(|vertex| std::array::from_fn(|i| at(vertex, i).weight)).collect();
        attributes[format!("JOINTS_{set}")] = data.shorts(&joints, VERTICES).into();
        attributes[format!("WEIGHTS_{set}")] = data.floats(&weights, Some(VERTICES)).into();
    }
}
