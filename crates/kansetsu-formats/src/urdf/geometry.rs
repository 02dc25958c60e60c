//! Boxes, cylinders, spheres, capsules and mesh files of links.

use std::collections::BTreeMap;
use std::f32::consts::{PI, TAU};

use kansetsu::glam::{Quat, Vec3};
use roxmltree::Node;

use super::element::{child, children, number, numbers, shown};
use super::tree::origin;
use crate::element::Skipped;
use crate::gltf::Resources;
use crate::solid::{self, SolidPart};
use crate::turn64::vec3;
use crate::{Attachment, Material, Mesh, Primitive, beside};

/// The surfaces of the visible shapes of all links.
pub(super) struct Shapes<'r> {
    pub(super) meshes: Vec<Mesh>,
    pub(super) materials: Vec<Material>,
    colors: BTreeMap<String, [f32; 4]>,
    resources: &'r Resources<'r>,
    /// The surfaces of each mesh file, or why it is not shown.
    files: BTreeMap<String, Result<Vec<SolidPart>, String>>,
}

/// The colour of a shape without one, linear RGBA.
const GREY: [f32; 4] = [0.6, 0.6, 0.6, 1.0];

/// The largest scale of a mesh file.
const MOST_SCALE: f64 = 1e6;

/// The number of corners of a circle.
const AROUND: u32 = 20;

impl<'r> Shapes<'r> {
    /// The named colours of the robot.
    pub(super) fn new(
        robot: Node<'_, '_>,
        resources: &'r Resources<'r>,
        warnings: &mut Vec<String>,
    ) -> Self {
        let mut shapes = Self {
            meshes: Vec::new(),
            materials: Vec::new(),
            colors: BTreeMap::new(),
            resources,
            files: BTreeMap::new(),
        };
        for material in children(robot, "material") {
            if let (Some(name), Some(color)) =
                (material.attribute("name"), color(material, warnings))
            {
                shapes.colors.insert(name.to_owned(), color);
            }
        }
        shapes
    }

    /// Adds the shapes of a link. A shape with an invalid number is a warning: the joints do not
    /// depend on it.
    pub(super) fn add(&mut self, link: Node<'_, '_>, joint: usize, warnings: &mut Vec<String>) {
        for visual in children(link, "visual") {
            let Some(shape) = child(visual, "geometry")
                .and_then(|geometry| geometry.children().find(Node::is_element))
            else {
                continue;
            };
            let mut size = |name: &str| {
                let size = number(shape, name, warnings);
                shown(size, warnings).unwrap_or(0.0).clamp(0.0, 1e6) as f32
            };
            let mut parts = match shape.tag_name().name() {
                "box" => {
                    let size = numbers(shape, "size", warnings);
                    plain(boxed(vec3(shown(size, warnings).unwrap_or([0.0; 3])) * 0.5))
                }
                "cylinder" => plain(lathe(&cylinder(size("radius"), size("length") * 0.5))),
                "sphere" => plain(lathe(&capsule(size("radius"), 0.0))),
                "capsule" => plain(lathe(&capsule(size("radius"), size("length") * 0.5))),
                "mesh" => self.file(shape, warnings),
                _ => continue,
            };
            let place = origin(visual, warnings).map(Some);
            let Some(place) = shown(place, warnings) else { continue };
            let (turn, translation): (Quat, Vec3) = (place.turn.quat(), vec3(place.translation));
            for SolidPart { primitive, color } in &mut parts {
                primitive
                    .positions
                    .iter_mut()
                    .for_each(|point| *point = turn * *point + translation);
                primitive.normals.iter_mut().for_each(|normal| *normal = turn * *normal);
                primitive.material = Some(self.material(visual, *color, warnings));
            }
            parts.retain(|part| !part.primitive.indices.is_empty());
            if parts.is_empty() {
                continue;
            }
            let name = link.attribute("name").unwrap_or_default().to_owned();
            self.meshes.push(Mesh {
                name,
                attachment: Attachment::Joint(joint),
                primitives: parts.into_iter().map(|part| part.primitive).collect(),
                ..Mesh::default()
            });
        }
    }

    /// The surfaces of a mesh file at their scale.
    fn file(&mut self, shape: Node<'_, '_>, warnings: &mut Vec<String>) -> Vec<SolidPart> {
        let name = shape.attribute("filename").unwrap_or_default().trim().to_owned();
        let scale = shown(numbers::<3>(shape, "scale", warnings), warnings).unwrap_or([1.0; 3]);
        let scale = scale.map(|part| part.clamp(-MOST_SCALE, MOST_SCALE));
        let resources = self.resources;
        let read = || {
            let bytes = beside::find(&name, resources)?;
            let folder = name.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder);
            let below = |path: &str| beside::find(&format!("{folder}/{path}"), resources);
            solid::read(&bytes, &name, &below).map_err(|error| error.to_string())
        };
        let mut parts = match self.files.entry(name.clone()).or_insert_with(read) {
            Ok(parts) => parts.clone(),
            Err(_) => return Vec::new(),
        };
        let factor = vec3(scale);
        for SolidPart { primitive, .. } in &mut parts {
            primitive.positions.iter_mut().for_each(|point| *point *= factor);
            let turned = |normal: &Vec3| (*normal / factor).normalize_or(*normal);
            primitive.normals.iter_mut().for_each(|normal| *normal = turned(normal));
            if factor.x * factor.y * factor.z < 0.0 {
                primitive
                    .indices
                    .as_chunks_mut::<3>()
                    .0
                    .iter_mut()
                    .for_each(|three| three.swap(1, 2));
            }
        }
        parts
    }

    /// Counts the mesh files that are not shown; a damaged one has a separate warning.
    pub(super) fn tell(&self, counted: &mut Skipped, warnings: &mut Vec<String>) {
        for (file, read) in &self.files {
            let Err(reason) = read else { continue };
            let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
            counted.add("geometry/mesh", name);
            let is_damaged =
                ["STL", "OBJ", "COLLADA", "mesh"].iter().any(|format| reason.starts_with(format));
            if is_damaged {
                warnings.push(format!("\"{name}\": {reason}"));
            }
        }
    }

    /// The material of the link, else the colour of its mesh file.
    fn material(
        &mut self,
        visual: Node<'_, '_>,
        of_file: Option<[f32; 4]>,
        warnings: &mut Vec<String>,
    ) -> usize {
        let element = child(visual, "material");
        let name = element.and_then(|element| element.attribute("name")).unwrap_or_default();
        let own = element.and_then(|element| color(element, warnings));
        let base_color = own.or_else(|| self.colors.get(name).copied()).or(of_file).unwrap_or(GREY);
        let material = Material { name: name.to_owned(), base_color, ..Material::default() };
        if let Some(index) = self.materials.iter().position(|other| *other == material) {
            return index;
        }
        self.materials.push(material);
        self.materials.len() - 1
    }
}

fn color(material: Node<'_, '_>, warnings: &mut Vec<String>) -> Option<[f32; 4]> {
    let rgba = numbers::<4>(child(material, "color")?, "rgba", warnings);
    shown(rgba, warnings).map(|rgba| rgba.map(|part| part.clamp(0.0, 1.0) as f32))
}

fn plain(primitive: Primitive) -> Vec<SolidPart> {
    vec![SolidPart { primitive, color: None }]
}

fn boxed(half: Vec3) -> Primitive {
    let mut part = Primitive::default();
    for axis in 0..3 {
        for side in [1.0, -1.0] {
            let normal = Vec3::AXES[axis] * side;
            let (u, v) = (Vec3::AXES[(axis + 1) % 3] * side, Vec3::AXES[(axis + 2) % 3]);
            let first = part.positions.len() as u32;
            for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                part.positions.push((normal + u * a + v * b) * half);
                part.normals.push(normal);
            }
            part.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
    part
}

/// A point of an outline: distance from the z axis, height, and the normal in that plane.
type Outline = [f32; 4];

fn cylinder(radius: f32, half: f32) -> Vec<Outline> {
    vec![
        [0.0, -half, 0.0, -1.0],
        [radius, -half, 0.0, -1.0],
        [radius, -half, 1.0, 0.0],
        [radius, half, 1.0, 0.0],
        [radius, half, 0.0, 1.0],
        [0.0, half, 0.0, 1.0],
    ]
}

/// A cylinder of this half length between two hemispheres; without a length a sphere.
fn capsule(radius: f32, half: f32) -> Vec<Outline> {
    let ring = |step: u32| {
        let angle = PI * step as f32 / 10.0 - PI / 2.0;
        let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
        let middle = if step <= 5 { -half } else { half };
        [cos * radius, middle + sin * radius, cos, sin]
    };
    let equator = (half > 0.0).then_some([radius, half, 1.0, 0.0]);
    (0..=5).map(ring).chain(equator).chain((6..=10).map(ring)).collect()
}

/// The surface of revolution of an outline around the z axis.
fn lathe(outline: &[Outline]) -> Primitive {
    let mut part = Primitive::default();
    for [distance, height, out, up] in outline {
        for step in 0..=AROUND {
            let angle = TAU * step as f32 / AROUND as f32;
            let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
            part.positions.push(Vec3::new(cos * distance, sin * distance, *height));
            part.normals.push(Vec3::new(cos * out, sin * out, *up).normalize_or_zero());
        }
    }
    let row = AROUND + 1;
    for ring in 0..outline.len() as u32 - 1 {
        for step in 0..AROUND {
            let at = ring * row + step;
            part.indices.extend([at, at + 1, at + row + 1, at, at + row + 1, at + row]);
        }
    }
    part
}
