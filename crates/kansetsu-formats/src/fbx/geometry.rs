//! Polygons to triangles.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kansetsu::glam::{DVec3, Vec2, Vec3};

use super::nodes::{Node, Nodes};
use super::placed::rotation;
use super::record::{Record, Value};
use super::scene::{Object, Scene};
use super::shapes::{self, Keyable};
use super::skin::Binding;
use super::space::single;
use super::{looks::Looks, surfaces::Surfaces};
use crate::element::Skipped;
use crate::gltf::Resources;
use crate::morph::OffsetBudget;
use crate::{Attachment, Figure, Mesh, Primitive};

impl<'a, 's> Surfaces<'a, 's> {
    pub(super) fn new(scene: &'s Scene<'a>, nodes: &'s Nodes<'a>, length: usize) -> Self {
        Self {
            scene,
            nodes,
            left: CORNERS + length / BYTES_FOR_A_CORNER,
            used: BTreeSet::new(),
            lost: 0,
            trimmed: 0,
            warnings: Vec::new(),
            left_offsets: OffsetBudget::new(),
            keyable: Vec::new(),
        }
    }

    /// Adds all surfaces. Returns their blend shapes.
    pub(super) fn add(
        mut self,
        figure: &mut Figure,
        resources: &Resources<'_>,
        counted: &mut Skipped,
        warnings: &mut Vec<String>,
    ) -> Vec<Keyable> {
        let mut looks = Looks::default();
        for node in &self.nodes.list {
            let materials: Vec<usize> = self
                .scene
                .below(node.object.id)
                .filter(|(object, _)| object.record.name == "Material")
                .map(|(material, _)| looks.material(self.scene, &material, resources, warnings))
                .collect();
            // Before 7.0 a model has its surface itself.
            let own = node.object.record.child("Vertices").map(|_| node.object);
            let below = self
                .scene
                .below(node.object.id)
                .map(|(object, _)| object)
                .filter(|object| object.record.child("PolygonVertexIndex").is_some());
            for geometry in own.into_iter().chain(below).collect::<Vec<_>>() {
                self.add_one(node, &geometry, &materials, (figure, counted));
            }
        }
        (figure.materials, figure.images) = (looks.materials, looks.textures.images);
        warnings.append(&mut self.warnings);
        if self.lost > 0 {
            warnings.push(format!("{} polygons are ignored: their corners do not exist, or there are too many of them", self.lost));
        }
        warnings.extend(self.left_offsets.warning());
        counted.add_many("more than 8 influences", "", self.trimmed);
        self.keyable
    }

    fn add_one(
        &mut self,
        node: &Node<'_>,
        geometry: &Object<'a>,
        materials: &[usize],
        (figure, counted): (&mut Figure, &mut Skipped),
    ) {
        let points: Vec<[f64; 3]> = geometry.record.floats("Vertices").as_chunks::<3>().0.to_vec();
        let binding = Binding::new(self, node, geometry, points.len(), figure);
        let polygons = Polygons::new(geometry.record, points);
        let placing = Placing::of(node, self.nodes);
        let mut parts: BTreeMap<Option<usize>, Part> = BTreeMap::new();
        for polygon in &polygons.list {
            if polygon.len() > self.left
                || polygon.clone().any(|corner| polygons.point(corner).is_none())
            {
                self.lost += 1;
                continue;
            }
            self.left -= polygon.len();
            let material = polygons
                .material(polygon.start)
                .and_then(|index| materials.get(index))
                .or(materials.first())
                .copied();
            parts.entry(material).or_default().add(
                &polygons,
                polygon.clone(),
                &placing,
                binding.as_ref(),
            );
        }
        let (primitives, sources): (Vec<Primitive>, Vec<Vec<u32>>) = parts
            .into_iter()
            .map(|(material, part)| part.finish(material))
            .filter(|(part, _)| !part.indices.is_empty())
            .unzip();
        if !primitives.is_empty() {
            let attachment = binding
                .map_or(Attachment::Joint(node.joint), |binding| Attachment::Skin(binding.skin));
            let is_hidden = self.nodes.is_hidden(node);
            figure.meshes.push(Mesh {
                name: node.object.name(),
                attachment,
                is_hidden,
                primitives,
            });
            let channels = shapes::Channel::all(self.scene, geometry, counted);
            let offset = |offset: [f64; 3]| placing.offset(offset);
            shapes::add(figure, &channels, &sources, offset, &mut self.left_offsets);
            self.keyable.extend(channels.into_iter().map(|channel| channel.keyable));
        }
    }
}

/// The corners that surfaces may always have, and the bytes of the file for each further one.
const CORNERS: usize = 300_000;
const BYTES_FOR_A_CORNER: usize = 2;

/// The geometric transform of a surface below its node, which affects nothing else.
struct Placing<'a, 'n> {
    nodes: &'n Nodes<'a>,
    translation: DVec3,
    columns: [DVec3; 3],
    normals: [DVec3; 3],
}

impl<'a, 'n> Placing<'a, 'n> {
    fn of(node: &Node<'_>, nodes: &'n Nodes<'a>) -> Self {
        let vector =
            |name: &str, usual: DVec3| node.object.vector(name).map_or(usual, DVec3::from_array);
        let turn = rotation(vector("GeometricRotation", DVec3::ZERO), 0);
        let scale = vector("GeometricScaling", DVec3::ONE);
        let [x, y, z] =
            [turn * DVec3::X * scale.x, turn * DVec3::Y * scale.y, turn * DVec3::Z * scale.z];
        let sign = if x.cross(y).dot(z) < 0.0 { -1.0 } else { 1.0 };
        let normals = [y.cross(z) * sign, z.cross(x) * sign, x.cross(y) * sign];
        Self {
            nodes,
            translation: vector("GeometricTranslation", DVec3::ZERO),
            columns: [x, y, z],
            normals,
        }
    }

    fn point(&self, [x, y, z]: [f64; 3]) -> Vec3 {
        let [a, b, c] = self.columns;
        single(self.nodes.space.point(a * x + b * y + c * z + self.translation))
    }

    /// The offset of a point.
    fn offset(&self, [x, y, z]: [f64; 3]) -> Vec3 {
        let [a, b, c] = self.columns;
        single(self.nodes.space.point(a * x + b * y + c * z))
    }

    fn normal(&self, [x, y, z]: [f64; 3]) -> Vec3 {
        let [a, b, c] = self.normals;
        single(self.nodes.space.direction((a * x + b * y + c * z).normalize_or(DVec3::Y)))
    }

    /// Whether the transform reverses the winding.
    fn turns_round(&self) -> bool {
        let [x, y, z] = self.columns;
        (x.cross(y).dot(z) < 0.0) != self.nodes.space.is_mirrored
    }
}

/// The polygons of a surface with their data.
struct Polygons {
    points: Vec<[f64; 3]>,
    corners: Vec<i64>,
    list: Vec<std::ops::Range<usize>>,
    polygon_of: Vec<u32>,
    normals: Option<Element>,
    uvs: Option<Element>,
    materials: Option<Element>,
}

/// Data of corners, points or polygons.
struct Element {
    by: By,
    /// The indices of the values; `None` if they are in order.
    indices: Option<Vec<i64>>,
    values: Vec<f64>,
}

#[derive(Clone, Copy)]
enum By {
    Corner,
    Point,
    Polygon,
    All,
}

impl Element {
    fn of(geometry: &Record<'_>, element: &str, values: &str, index: &str) -> Option<Self> {
        let record = geometry.child(element)?;
        let by = match record.text("MappingInformationType")?.as_str() {
            "ByPolygonVertex" => By::Corner,
            "ByVertex" | "ByVertice" => By::Point,
            "ByPolygon" => By::Polygon,
            "AllSame" => By::All,
            _ => return None,
        };
        let is_indexed = record.text("ReferenceInformationType").is_some_and(|how| how != "Direct");
        let indices = (is_indexed && !index.is_empty()).then(|| record.integers(index));
        Some(Self { by, indices, values: record.floats(values) })
            .filter(|element| !element.values.is_empty())
    }

    fn values<const N: usize>(
        &self,
        corner: usize,
        point: usize,
        polygon: usize,
    ) -> Option<[f64; N]> {
        let at = match self.by {
            By::Corner => corner,
            By::Point => point,
            By::Polygon => polygon,
            By::All => 0,
        };
        let at = self
            .indices
            .as_ref()
            .map_or(Some(at), |indices| usize::try_from(*indices.get(at)?).ok())?;
        self.values.get(at.checked_mul(N)?..)?.first_chunk::<N>().copied()
    }
}

impl Polygons {
    fn new(geometry: &Record<'_>, points: Vec<[f64; 3]>) -> Self {
        let mut corners = geometry.integers("PolygonVertexIndex");
        let (mut list, mut polygon_of, mut start) =
            (Vec::new(), Vec::with_capacity(corners.len()), 0);
        for (at, corner) in corners.iter_mut().enumerate() {
            polygon_of.push(list.len() as u32);
            if *corner < 0 {
                // The last corner of a polygon is stored as its complement.
                *corner = !*corner;
                list.push(start..at + 1);
                start = at + 1;
            }
        }
        Self {
            points,
            corners,
            list,
            polygon_of,
            normals: Element::of(geometry, "LayerElementNormal", "Normals", "NormalsIndex"),
            uvs: Element::of(geometry, "LayerElementUV", "UV", "UVIndex"),
            materials: Element::of(geometry, "LayerElementMaterial", "Materials", ""),
        }
    }

    fn point(&self, corner: usize) -> Option<usize> {
        usize::try_from(self.corners[corner]).ok().filter(|&point| point < self.points.len())
    }

    fn material(&self, corner: usize) -> Option<usize> {
        let [index] = self.materials.as_ref()?.values::<1>(
            corner,
            self.point(corner)?,
            self.polygon_of[corner] as usize,
        )?;
        (index >= 0.0).then_some(index as usize)
    }

    /// The corner whose triangle fan covers the polygon without folds, if there is one.
    fn fan(&self, polygon: &std::ops::Range<usize>) -> usize {
        let count = polygon.len();
        if !(4..=MOST_LOOKED_AT).contains(&count) {
            return 0;
        }
        let place = |i: usize| {
            DVec3::from_array(self.points[self.point(polygon.start + i % count).unwrap_or(0)])
        };
        let normal: DVec3 = (0..count).map(|i| place(i).cross(place(i + 1))).sum();
        let is_whole = |&start: &usize| {
            (1..count - 1).all(|i| {
                let [a, b, c] = [place(start), place(start + i), place(start + i + 1)];
                (b - a).cross(c - a).dot(normal) >= 0.0
            })
        };
        (0..count).find(is_whole).unwrap_or(0)
    }
}

/// Polygons of more corners are fans from their first.
const MOST_LOOKED_AT: usize = 16;

/// A primitive under construction.
#[derive(Default)]
struct Part {
    primitive: Primitive,
    /// The file's point of each vertex.
    points: Vec<u32>,
    known: HashMap<(usize, [u32; 3], [u32; 2]), u32>,
}

impl Part {
    fn add(
        &mut self,
        polygons: &Polygons,
        polygon: std::ops::Range<usize>,
        placing: &Placing<'_, '_>,
        binding: Option<&Binding>,
    ) {
        let ring: Vec<u32> =
            polygon.clone().map(|corner| self.vertex(polygons, corner, placing, binding)).collect();
        let first = polygons.fan(&polygon);
        let at = |i: usize| ring[(first + i) % ring.len()];
        for i in 1..ring.len().saturating_sub(1) {
            let [b, c] = if placing.turns_round() { [i + 1, i] } else { [i, i + 1] };
            self.primitive.indices.extend([at(0), at(b), at(c)]);
        }
    }

    fn vertex(
        &mut self,
        polygons: &Polygons,
        corner: usize,
        placing: &Placing<'_, '_>,
        binding: Option<&Binding>,
    ) -> u32 {
        let (point, polygon) =
            (polygons.point(corner).unwrap_or(0), polygons.polygon_of[corner] as usize);
        let normal = polygons.normals.as_ref().map(|element| {
            placing.normal(element.values(corner, point, polygon).unwrap_or([0.0, 1.0, 0.0]))
        });
        let uv = polygons.uvs.as_ref().map(|element| {
            let [u, v] = element.values(corner, point, polygon).unwrap_or_default();
            Vec2::new(u as f32, (1.0 - v) as f32)
        });
        let key = (
            point,
            normal.unwrap_or_default().to_array().map(f32::to_bits),
            uv.unwrap_or_default().to_array().map(f32::to_bits),
        );
        *self.known.entry(key).or_insert_with(|| {
            let primitive = &mut self.primitive;
            primitive.positions.push(placing.point(polygons.points[point]));
            self.points.push(point as u32);
            primitive.normals.extend(normal);
            primitive.uvs.extend(uv);
            if let Some(binding) = binding {
                primitive.influences_per_vertex = binding.width;
                primitive.influences.extend_from_slice(binding.influences(point));
            }
            primitive.positions.len() as u32 - 1
        })
    }

    fn finish(mut self, material: Option<usize>) -> (Primitive, Vec<u32>) {
        self.primitive.material = material;
        (self.primitive, self.points)
    }
}

/// Whether a record's first value is this text.
pub(super) fn says(record: Option<&Value<'_>>, text: &str) -> bool {
    record.and_then(Value::text).is_some_and(|value| value == text)
}
