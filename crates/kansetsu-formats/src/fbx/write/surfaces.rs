//! Meshes to models with a geometry.

use kansetsu::d3::Transform;

use super::file::{Record, Value, block, leaf, one};
use super::looks::Looks;
use super::models::{MODEL, Models, centimetres, model};
use super::scene::{ROOT, Scene, properties};
use super::skins;
use crate::output::Surface;
use crate::{Attachment, Figure};

/// Writes a surface; returns the id of its model, and its skin.
pub(super) fn write(
    figure: &Figure,
    surface: &Surface<'_>,
    (models, looks): (&Models, &Looks),
    scene: &mut Scene,
) -> (i64, Attachment) {
    let attachment = surface.mesh.attachment;
    let carrier = match attachment {
        Attachment::Joint(joint) => models.ids[joint].map(|id| (id, models.is_mesh[joint])),
        Attachment::Skin(_) => None,
    };
    let id = match carrier {
        Some((id, true)) => id,
        _ => {
            let place = match attachment {
                Attachment::Joint(_) => Transform::IDENTITY,
                Attachment::Skin(skin) => skins::model_from_mesh(&figure.skins[skin], figure),
            };
            let still = model(&place, surface.mesh.is_hidden);
            let id = scene.add(MODEL, &surface.name, "Mesh", still);
            scene.link(id, carrier.map_or(ROOT, |(above, _)| above));
            id
        }
    };
    let used = Used::of(surface);
    for material in &used.materials {
        scene.link(looks.material(*material), id);
    }
    let geometry = scene.add(["Geometry"; 2], &surface.name, "Mesh", geometry(surface, &used));
    scene.link(geometry, id);
    if let Attachment::Skin(skin) = attachment {
        skins::write((&figure.skins[skin], figure), surface, (geometry, models), scene);
    }
    (id, attachment)
}

/// The materials of a surface, in the order of its model.
struct Used {
    /// `None` stands for the default material.
    materials: Vec<Option<usize>>,
    /// For each triangle the index in that list.
    of_triangle: Vec<i32>,
}

impl Used {
    fn of(surface: &Surface<'_>) -> Self {
        let mut used = Self { materials: Vec::new(), of_triangle: Vec::new() };
        for part in &surface.parts {
            let known = used.materials.iter().position(|material| *material == part.material);
            let index = known.unwrap_or(used.materials.len());
            if known.is_none() {
                used.materials.push(part.material);
            }
            used.of_triangle.extend(part.triangles.clone().map(|_| index as i32));
        }
        used
    }
}

fn geometry(surface: &Surface<'_>, used: &Used) -> Vec<Record> {
    let points = surface.positions.iter().flat_map(|&place| centimetres(place).to_array());
    let corners = || surface.triangles.iter().flatten().map(|&corner| corner as usize);
    // The last corner of a polygon is stored as its complement.
    let ends = surface.triangles.iter().flat_map(|&[a, b, c]| [a as i32, b as i32, !(c as i32)]);
    let normals = corners().flat_map(|corner| surface.normals[corner].as_dvec3().to_array());
    let mut records = vec![
        properties(Vec::new()),
        one("GeometryVersion", 124),
        one("Vertices", points.collect::<Vec<f64>>()),
        one("PolygonVertexIndex", ends.collect::<Vec<i32>>()),
        layer_element(
            ("LayerElementNormal", 101, ""),
            ["ByPolygonVertex", "Direct"],
            vec![one("Normals", normals.collect::<Vec<f64>>())],
        ),
    ];
    let mut layers = vec!["LayerElementNormal"];
    if !surface.uvs.is_empty() {
        let uvs = surface.uvs.iter().flat_map(|uv| uv.as_dvec2().to_array());
        records.push(layer_element(
            ("LayerElementUV", 101, "UVMap"),
            ["ByPolygonVertex", "IndexToDirect"],
            vec![
                one("UV", uvs.collect::<Vec<f64>>()),
                one("UVIndex", corners().map(|corner| corner as i32).collect::<Vec<i32>>()),
            ],
        ));
        layers.push("LayerElementUV");
    }
    records.push(layer_element(
        ("LayerElementMaterial", 101, ""),
        ["ByPolygon", "IndexToDirect"],
        vec![one("Materials", used.of_triangle.clone())],
    ));
    layers.push("LayerElementMaterial");
    records.push(layer(&layers));
    records
}

/// Data of corners or polygons.
fn layer_element(
    (name, version, label): (&'static str, i32, &str),
    [mapping, reference]: [&str; 2],
    data: Vec<Record>,
) -> Record {
    let mut children = vec![
        one("Version", version),
        one("Name", label),
        one("MappingInformationType", mapping),
        one("ReferenceInformationType", reference),
    ];
    children.extend(data);
    Record { name, values: vec![0.into()], children }
}

/// The list of the data.
fn layer(elements: &[&'static str]) -> Record {
    let element =
        |name: &&'static str| block("LayerElement", vec![one("Type", *name), one("TypedIndex", 0)]);
    let mut children = vec![one("Version", 100)];
    children.extend(elements.iter().map(element));
    Record { children, ..leaf("Layer", [Value::Int(0)]) }
}
