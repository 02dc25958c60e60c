//! COLLADA (DAE): the geometry of a scene with its node transforms and diffuse colours.

use std::collections::BTreeMap;

use kansetsu::glam::{Affine3, Vec3};
use roxmltree::Node;

use super::matrix::{self, numbers};
use super::part::{FARTHEST, SolidPart, malformed};
use crate::text::decode;
use crate::texture::linear;
use crate::{Error, Primitive, vertex_normals, xml};

const FORMAT: &str = "COLLADA";

/// The deepest nesting of nodes with their instances.
const DEEPEST: usize = 256;

/// The most triangles of all instances, and the most nodes that are visited: instances of instances
/// grow fast.
const MOST_TRIANGLES: usize = 4_000_000;
const MOST_VISITS: usize = 100_000;
/// The bytes of numbers that instances may always read, and how often the whole file.
const WORK: usize = 16 << 20;
const READINGS: usize = 8;

/// Reads the scene; without one, all geometry.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<SolidPart>, Error> {
    let text = decode(bytes);
    let text = text.trim_start().trim_end_matches(['\0', '\u{1A}']);
    let document = xml::parse(text)
        .map_err(|damage| malformed(FORMAT, format!("line {}", damage.line), damage.problem))?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        return Err(malformed(FORMAT, "line 1".to_owned(), "expected <COLLADA>"));
    }
    let by_id = root.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let unit = child(root, "asset")
        .and_then(|asset| child(asset, "unit"))
        .and_then(|unit| unit.attribute("meter")?.trim().parse::<f32>().ok())
        .filter(|unit| (1e-9..1e9).contains(unit))
        .unwrap_or(1.0);
    let mut reader = Reader {
        by_id,
        parts: Vec::new(),
        triangles: MOST_TRIANGLES,
        visits: MOST_VISITS,
        work: WORK + READINGS * bytes.len(),
    };
    let from_unit = Affine3::from_scale(Vec3::splat(unit));
    let scene = child(root, "scene")
        .and_then(|scene| child(scene, "instance_visual_scene"))
        .and_then(|instance| reader.target(instance))
        .or_else(|| {
            children(root, "library_visual_scenes").find_map(|all| child(all, "visual_scene"))
        });
    match scene {
        Some(scene) => children(scene, "node").for_each(|node| reader.node(node, &from_unit, 0)),
        None => {
            for library in children(root, "library_geometries") {
                for geometry in children(library, "geometry") {
                    reader.geometry(geometry, &from_unit, &BTreeMap::new());
                }
            }
        }
    }
    Ok(reader.parts)
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

/// The material of each symbol.
type Materials<'a, 'i> = BTreeMap<&'a str, Node<'a, 'i>>;

struct Reader<'a, 'i> {
    by_id: BTreeMap<&'a str, Node<'a, 'i>>,
    parts: Vec<SolidPart>,
    /// The triangles, the nodes and the bytes of numbers that may still be read.
    triangles: usize,
    visits: usize,
    work: usize,
}

/// An input of a list of triangles.
struct Input {
    offset: usize,
    values: Vec<Vec3>,
}

impl<'a, 'i> Reader<'a, 'i> {
    fn named(&self, reference: Option<&str>) -> Option<Node<'a, 'i>> {
        self.by_id.get(reference?.rsplit('#').next()?).copied()
    }

    /// The element that an instance refers to.
    fn target(&self, instance: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
        self.named(instance.attribute("url").or_else(|| instance.attribute("target")))
    }

    fn node(&mut self, node: Node<'a, 'i>, from_parent: &Affine3, depth: usize) {
        if depth > DEEPEST || self.visits == 0 {
            return;
        }
        self.visits -= 1;
        let place = *from_parent * matrix::of(node);
        for element in node.children().filter(Node::is_element) {
            match element.tag_name().name() {
                "node" => self.node(element, &place, depth + 1),
                "instance_node" => {
                    if let Some(target) = self.target(element) {
                        self.node(target, &place, depth + 1);
                    }
                }
                "instance_geometry" => {
                    if let Some(geometry) = self.target(element) {
                        self.geometry(geometry, &place, &self.materials(element));
                    }
                }
                // A skin is shown in its bind pose.
                "instance_controller" => {
                    let skin = self.target(element).and_then(|target| child(target, "skin"));
                    let geometry = skin.and_then(|skin| self.named(skin.attribute("source")));
                    if let Some(geometry) = geometry {
                        self.geometry(geometry, &place, &self.materials(element));
                    }
                }
                _ => {}
            }
        }
    }

    fn materials(&self, instance: Node<'a, 'i>) -> Materials<'a, 'i> {
        let bound = instance
            .descendants()
            .filter(|element| element.tag_name().name() == "instance_material");
        bound
            .filter_map(|element| Some((element.attribute("symbol")?, self.target(element)?)))
            .collect()
    }

    fn color(&self, material: Node<'a, 'i>) -> Option<[f32; 4]> {
        let effect = self.target(child(material, "instance_effect")?)?;
        let diffuse =
            effect.descendants().find(|element| element.tag_name().name() == "diffuse")?;
        match numbers(child(diffuse, "color")?, 4)[..] {
            [red, green, blue] => Some([linear(red), linear(green), linear(blue), 1.0]),
            [red, green, blue, alpha] => {
                // Many programs write an alpha of 0 for opaque colours.
                let alpha = if alpha > 0.0 { alpha.min(1.0) } else { 1.0 };
                Some([linear(red), linear(green), linear(blue), alpha])
            }
            _ => None,
        }
    }

    fn geometry(&mut self, geometry: Node<'a, 'i>, place: &Affine3, materials: &Materials<'a, 'i>) {
        let Some(mesh) = child(geometry, "mesh") else { return };
        for list in mesh.children().filter(Node::is_element) {
            let kind = list.tag_name().name();
            if !["triangles", "polylist", "polygons", "tristrips", "trifans"].contains(&kind) {
                continue;
            }
            let symbol = list.attribute("material");
            let material = symbol.and_then(|symbol| {
                materials.get(symbol).copied().or_else(|| self.named(Some(symbol)))
            });
            let color = material.and_then(|material| self.color(material));
            if let Some(primitive) = self.list(list, place) {
                self.parts.push(SolidPart { primitive, color });
            }
        }
    }

    fn list(&mut self, list: Node<'a, 'i>, place: &Affine3) -> Option<Primitive> {
        let mut positions = None;
        let mut normals = None;
        let mut width = 0;
        for input in children(list, "input") {
            let offset = input.attribute("offset").and_then(|offset| offset.parse().ok());
            let offset: usize = offset.unwrap_or(0).min(64);
            width = width.max(offset + 1);
            let source = self.named(input.attribute("source"));
            match input.attribute("semantic") {
                Some("VERTEX") => {
                    for inner in source.into_iter().flat_map(|vertices| children(vertices, "input"))
                    {
                        let source = self.named(inner.attribute("source"));
                        let slot = match inner.attribute("semantic") {
                            Some("POSITION") => &mut positions,
                            Some("NORMAL") => &mut normals,
                            _ => continue,
                        };
                        *slot = source
                            .and_then(|source| self.source(source))
                            .map(|values| Input { offset, values });
                    }
                }
                Some("NORMAL") => {
                    normals = source
                        .and_then(|source| self.source(source))
                        .map(|values| Input { offset, values })
                }
                _ => {}
            }
        }
        let positions = positions?;
        for part in children(list, "p").chain(children(list, "vcount")) {
            self.spend(part)?;
        }
        let corners = corners(list, width.max(1), self.triangles);
        self.triangles -= corners.triangles.len();
        Some(primitive(&corners, &positions, normals.as_ref(), place))
    }

    /// Counts the text of an element, which instances may read often. `None` beyond the limit.
    fn spend(&mut self, element: Node<'a, 'i>) -> Option<()> {
        self.work = self.work.checked_sub(element.text().map_or(0, str::len))?;
        Some(())
    }

    /// The vectors of a source.
    fn source(&mut self, source: Node<'a, 'i>) -> Option<Vec<Vec3>> {
        let accessor = source.descendants().find(|element| element.tag_name().name() == "accessor");
        let number =
            |name: &str| accessor.and_then(|accessor| accessor.attribute(name)?.parse().ok());
        let stride = number("stride").unwrap_or(3).clamp(3, 64);
        let offset = number("offset").unwrap_or(0);
        let array = accessor
            .and_then(|accessor| self.named(accessor.attribute("source")))
            .filter(|array| array.tag_name().name() == "float_array")
            .or_else(|| child(source, "float_array"))?;
        self.spend(array)?;
        let values = numbers(array, usize::MAX);
        let values = values.get(offset..).unwrap_or_default();
        let vector = |part: &[f32]| Vec3::new(part[0], part[1], part[2]);
        Some(values.chunks(stride).filter(|part| part.len() >= 3).map(vector).collect())
    }
}

/// The indices of a list, and for each triangle the starts of its corners among them.
#[derive(Default)]
struct Corners {
    indices: Vec<u32>,
    triangles: Vec<[usize; 3]>,
}

fn corners(list: Node<'_, '_>, width: usize, most: usize) -> Corners {
    let indices = |text: Option<&str>| -> Vec<u32> {
        let words = text.unwrap_or_default().split_whitespace();
        words.map(|word| word.parse().unwrap_or(u32::MAX)).collect()
    };
    let kind = list.tag_name().name();
    let mut all = Corners::default();
    for part in children(list, "p") {
        let first = all.indices.len();
        all.indices.extend(indices(part.text()));
        // Surplus numbers belong to no corner.
        let count = (all.indices.len() - first) / width;
        all.indices.truncate(first + count * width);
        let corner = |index: usize| first + index * width;
        let mut polygon = |start: usize, count: usize| {
            for index in start + 2..start + count {
                if all.triangles.len() < most {
                    all.triangles.push([start, index - 1, index].map(corner));
                }
            }
        };
        match kind {
            "polylist" => {
                let mut start = 0_usize;
                for sides in indices(child(list, "vcount").and_then(|counts| counts.text())) {
                    let sides = (sides as usize).min(count - start);
                    polygon(start, sides);
                    start += sides;
                }
            }
            "triangles" => (0..count / 3).for_each(|index| polygon(3 * index, 3)),
            "tristrips" => {
                for index in 2..count {
                    let three = if index % 2 == 0 {
                        [index - 2, index - 1, index]
                    } else {
                        [index - 1, index - 2, index]
                    };
                    if all.triangles.len() < most {
                        all.triangles.push(three.map(corner));
                    }
                }
            }
            _ => polygon(0, count),
        }
    }
    all
}

fn primitive(
    corners: &Corners,
    positions: &Input,
    normals: Option<&Input>,
    place: &Affine3,
) -> Primitive {
    let mut part = Primitive::default();
    let mut known: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    let turns = place.matrix3.inverse().transpose();
    let is_mirror = place.matrix3.determinant() < 0.0;
    let at = |corner: usize, input: &Input| {
        corners.indices.get(corner + input.offset).copied().unwrap_or(u32::MAX)
    };
    for triangle in &corners.triangles {
        let keys = triangle.map(|corner| {
            [at(corner, positions), normals.map_or(0, |normals| at(corner, normals))]
        });
        let place_of = |[index, _]: [u32; 2]| {
            let point = place.transform_point3(*positions.values.get(index as usize)?);
            (point.is_finite() && point.abs().max_element() <= FARTHEST).then_some(point)
        };
        let places = keys.map(place_of);
        let [Some(_), Some(_), Some(_)] = places else { continue };
        let order = if is_mirror { [0, 2, 1] } else { [0, 1, 2] };
        for corner in order {
            let own = *known.entry(keys[corner]).or_insert_with(|| {
                part.positions.push(places[corner].unwrap_or_default());
                if let Some(normals) = normals {
                    let normal = normals.values.get(keys[corner][1] as usize);
                    let normal = normal.map_or(Vec3::ZERO, |normal| turns * *normal);
                    part.normals.push(normal.normalize_or(Vec3::Y));
                }
                part.positions.len() as u32 - 1
            });
            part.indices.push(own);
        }
    }
    if normals.is_none() {
        part.normals = vertex_normals(&part.positions, part.indices.as_chunks::<3>().0);
    }
    part
}
