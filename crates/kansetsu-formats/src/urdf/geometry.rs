//! Boxes, cylinders, spheres and capsules of links.

use std::collections::BTreeMap;
use std::f32::consts::{PI, TAU};

use kansetsu::glam::{Quat, Vec3};
use roxmltree::Node;

use super::element::{child, children, number, numbers, shown};
use super::tree::origin;
use crate::turn64::vec3;
use crate::{Attachment, Material, Mesh, Primitive};

/// The surfaces of the visible shapes of all links.
#[derive(Default)]
pub(super) struct Shapes {
    pub(super) meshes: Vec<Mesh>,
    pub(super) materials: Vec<Material>,
    colors: BTreeMap<String, [f32; 4]>,
}

/// The number of corners of a circle.
const AROUND: u32 = 20;

impl Shapes {
    /// The named colours of the robot.
    pub(super) fn new(robot: Node<'_, '_>, warnings: &mut Vec<String>) -> Self {
        let mut shapes = Self::default();
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
            let mut part = match shape.tag_name().name() {
                "box" => {
                    let size = numbers(shape, "size", warnings);
                    boxed(vec3(shown(size, warnings).unwrap_or([0.0; 3])) * 0.5)
                }
                "cylinder" => lathe(&cylinder(size("radius"), size("length") * 0.5)),
                "sphere" => lathe(&capsule(size("radius"), 0.0)),
                "capsule" => lathe(&capsule(size("radius"), size("length") * 0.5)),
                _ => continue,
            };
            let place = origin(visual, warnings).map(Some);
            let Some(place) = shown(place, warnings) else { continue };
            let (turn, translation): (Quat, Vec3) = (place.turn.quat(), vec3(place.translation));
            part.positions.iter_mut().for_each(|point| *point = turn * *point + translation);
            part.normals.iter_mut().for_each(|normal| *normal = turn * *normal);
            part.material = Some(self.material(visual, warnings));
            let name = link.attribute("name").unwrap_or_default().to_owned();
            self.meshes.push(Mesh {
                name,
                attachment: Attachment::Joint(joint),
                primitives: vec![part],
                ..Mesh::default()
            });
        }
    }

    fn material(&mut self, visual: Node<'_, '_>, warnings: &mut Vec<String>) -> usize {
        let element = child(visual, "material");
        let name = element.and_then(|element| element.attribute("name")).unwrap_or_default();
        let own = element.and_then(|element| color(element, warnings));
        let base_color =
            own.or_else(|| self.colors.get(name).copied()).unwrap_or([0.6, 0.6, 0.6, 1.0]);
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
