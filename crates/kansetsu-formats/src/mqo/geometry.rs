//! Polygons to triangles with normals.

use std::collections::BTreeMap;

use kansetsu::glam::{Vec2, Vec3};

use super::object::Object;
use crate::Primitive;

/// An object with its mirrored halves, counter-clockwise.
pub(super) struct Solid {
    pub(super) vertices: Vec<Vec3>,
    faces: Vec<Polygon>,
}

struct Polygon {
    corners: Vec<u32>,
    uvs: Option<Vec<[f32; 2]>>,
    material: Option<usize>,
    normal: Vec3,
}

/// The most faces of a vertex for sharp edges. With more, all faces count for its normal at any
/// angle: a test of each pair would take too long.
const MANY: usize = 64;

impl Solid {
    /// The file's polygons are clockwise seen from the front; a mirror reverses them.
    pub(super) fn new(object: &Object) -> Self {
        let mut solid = Self { vertices: object.vertices.clone(), faces: Vec::new() };
        for face in object.faces.iter().filter(|face| object.corners(face).len() >= 3) {
            let corners: Vec<u32> = object.corners(face).iter().rev().copied().collect();
            let uvs = object.uvs(face).map(|uvs| uvs.iter().rev().copied().collect());
            let normal = solid.normal(&corners);
            solid.faces.push(Polygon { corners, uvs, material: face.material, normal });
        }
        for axis in (0..3).filter(|axis| object.mirror & (1 << axis) != 0) {
            solid.mirror(axis);
        }
        solid
    }

    fn mirror(&mut self, axis: usize) {
        let count = self.vertices.len() as u32;
        let across = |mut place: Vec3| {
            place[axis] = -place[axis];
            place
        };
        let mirrored: Vec<Vec3> = self.vertices.iter().map(|&place| across(place)).collect();
        self.vertices.extend(mirrored);
        let other = |face: &Polygon| Polygon {
            corners: face.corners.iter().rev().map(|corner| corner + count).collect(),
            uvs: face.uvs.as_ref().map(|uvs| uvs.iter().rev().copied().collect()),
            material: face.material,
            normal: across(face.normal),
        };
        let others: Vec<Polygon> = self.faces.iter().map(other).collect();
        self.faces.extend(others);
    }

    /// By Newell's method, which works for polygons that are not flat; its length is twice the
    /// area.
    fn normal(&self, corners: &[u32]) -> Vec3 {
        let place = |i: usize| self.vertices[corners[i % corners.len()] as usize];
        (0..corners.len()).map(|i| place(i).cross(place(i + 1))).sum()
    }

    /// One primitive for each material, and for each of its vertices the vertex of the solid.
    pub(super) fn primitives(&self, facet_deg: f32) -> Vec<(Primitive, Vec<u32>)> {
        let mut faces_at: Vec<Vec<u32>> = vec![Vec::new(); self.vertices.len()];
        for (index, face) in self.faces.iter().enumerate() {
            face.corners.iter().for_each(|&corner| faces_at[corner as usize].push(index as u32));
        }
        let all_of = |around: &Vec<u32>| {
            around.iter().map(|&index| self.faces[index as usize].normal).sum::<Vec3>()
        };
        let sums: Vec<Vec3> = faces_at.iter().map(all_of).collect();
        let cosine = libm::cosf(facet_deg.to_radians());
        let mut parts: BTreeMap<Option<usize>, Draft> = BTreeMap::new();
        for face in &self.faces {
            let own = face.normal.normalize_or(Vec3::Y);
            let draft = parts.entry(face.material).or_default();
            let mut ring = Vec::with_capacity(face.corners.len());
            for (at, &corner) in face.corners.iter().enumerate() {
                let around = &faces_at[corner as usize];
                let soft = |index: &&u32| {
                    self.faces[**index as usize].normal.normalize_or(Vec3::Y).dot(own) >= cosine
                };
                let sum = match (facet_deg > 0.0, around.len() > MANY) {
                    (false, _) => own,
                    (true, true) => sums[corner as usize],
                    (true, false) => around
                        .iter()
                        .filter(soft)
                        .map(|&index| self.faces[index as usize].normal)
                        .sum(),
                };
                let uv = face.uvs.as_ref().map_or([0.0; 2], |uvs| uvs[at]);
                ring.push(draft.vertex(
                    corner,
                    self.vertices[corner as usize],
                    sum.normalize_or(own),
                    uv,
                ));
            }
            for pair in ring.windows(2).skip(1) {
                draft.part.indices.extend([ring[0], pair[0], pair[1]]);
            }
        }
        parts
            .into_iter()
            .map(|(material, draft)| (Primitive { material, ..draft.part }, draft.sources))
            .collect()
    }
}

#[derive(Default)]
struct Draft {
    part: Primitive,
    sources: Vec<u32>,
    known: BTreeMap<(u32, [u32; 2], [i16; 3]), u32>,
}

impl Draft {
    /// The vertex of this position, normal and texture coordinates; a new one if there is none yet.
    fn vertex(&mut self, source: u32, place: Vec3, normal: Vec3, uv: [f32; 2]) -> u32 {
        let key =
            (source, uv.map(f32::to_bits), normal.to_array().map(|part| (part * 1000.0) as i16));
        *self.known.entry(key).or_insert_with(|| {
            self.part.positions.push(place);
            self.part.normals.push(normal);
            self.part.uvs.push(Vec2::from_array(uv));
            self.sources.push(source);
            self.sources.len() as u32 - 1
        })
    }
}
