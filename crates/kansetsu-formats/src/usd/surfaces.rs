//! Meshes with their weights.

use kansetsu::glam::Vec3;

use super::binds::Bound;
use super::looks::Materials;
use super::text::{Text, matrix, tuple};
use crate::output::Surface;

/// Writes a surface below the root.
pub(super) fn write(
    (surface, name): (&Surface<'_>, &str),
    (bound, skeleton): (&Bound, &str),
    materials: &Materials,
    text: &mut Text,
) {
    text.open(&format!("def Mesh \"{name}\""), &["SkelBindingAPI", "MaterialBindingAPI"]);
    let material = |index: Option<usize>| index.and_then(|index| materials.path(index));
    let used = surface.parts.iter().filter_map(|part| part.material);
    if materials.is_any_double_sided(used) {
        text.line("uniform bool doubleSided = 1");
    }
    let places = || surface.positions.iter();
    let extent = [
        places().fold(Vec3::INFINITY, |a, &b| a.min(b)),
        places().fold(Vec3::NEG_INFINITY, |a, &b| a.max(b)),
    ];
    text.list("float3[] extent", extent.map(|place| tuple(place.to_array())), "");
    text.list("int[] faceVertexCounts", surface.triangles.iter().map(|_| "3".to_owned()), "");
    let corners = surface.triangles.iter().flatten().map(u32::to_string);
    text.list("int[] faceVertexIndices", corners, "");
    let vectors = |list: &[Vec3]| -> Vec<String> {
        list.iter().map(|vector| tuple(vector.to_array())).collect()
    };
    text.list("normal3f[] normals", vectors(&surface.normals), "interpolation = \"vertex\"");
    text.list("point3f[] points", vectors(&surface.positions), "");
    if !surface.uvs.is_empty() {
        let uvs = surface.uvs.iter().map(|uv| tuple(uv.to_array()));
        text.list("texCoord2f[] primvars:st", uvs, "interpolation = \"vertex\"");
    }
    write_weights(surface, bound, text);
    text.line(&format!("rel skel:skeleton = <{skeleton}>"));
    text.line("uniform token subdivisionScheme = \"none\"");
    if surface.mesh.is_hidden {
        text.line("token visibility = \"invisible\"");
    }
    match surface.parts.as_slice() {
        [part] => bind(material(part.material), text),
        parts => {
            text.line("uniform token subsetFamily:materialBind:familyType = \"nonOverlapping\"");
            for (index, part) in parts.iter().enumerate() {
                text.open(&format!("def GeomSubset \"part_{index}\""), &["MaterialBindingAPI"]);
                text.line("uniform token elementType = \"face\"");
                text.line("uniform token familyName = \"materialBind\"");
                let faces = part.triangles.clone().map(|face| face.to_string());
                text.list("int[] indices", faces, "");
                bind(material(part.material), text);
                text.close();
            }
        }
    }
    text.close();
}

fn bind(material: Option<&str>, text: &mut Text) {
    if let Some(path) = material {
        text.line(&format!("rel material:binding = <{path}>"));
    }
}

/// The same number of influences for each vertex; a surface that moves rigidly has one for all.
fn write_weights(surface: &Surface<'_>, bound: &Bound, text: &mut Text) {
    text.line(&format!(
        "matrix4d primvars:skel:geomBindTransform = {}",
        matrix(&bound.world_from_mesh)
    ));
    let width = surface.influences.iter().map(Vec::len).max().unwrap_or(1);
    let (mut indices, mut weights) = (Vec::new(), Vec::new());
    for influences in &surface.influences {
        for at in 0..width {
            let influence = influences.get(at).copied().unwrap_or_default();
            let joint =
                if influence.weight > 0.0 { bound.joints[influence.joint as usize] } else { 0 };
            indices.push(joint.to_string());
            weights.push(influence.weight.to_string());
        }
    }
    let by = if surface.influences.is_empty() { "constant" } else { "vertex" };
    if surface.influences.is_empty() {
        indices.push(bound.joints[0].to_string());
        weights.push("1".to_owned());
    }
    let metadata = format!("elementSize = {width}; interpolation = \"{by}\"");
    text.list("int[] primvars:skel:jointIndices", indices, &metadata);
    text.list("float[] primvars:skel:jointWeights", weights, &metadata);
}
