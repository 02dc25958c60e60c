//! Anchor volumes, which bind vertices inside to a bone.

use std::collections::BTreeMap;

use kansetsu::glam::Vec3;

use super::bone::Bone;
use super::object::{Face, Object};
use super::scene::Look;

/// A closed surface and the bone of the vertices inside.
pub(super) struct Volume {
    pub(super) bone: usize,
    /// The corners of the volume among its object's vertices.
    pub(super) corners: Vec<u32>,
    triangles: Vec<[Vec3; 3]>,
    low: Vec3,
    high: Vec3,
}

/// A direction that is in no plane of common modelling.
const RAY: Vec3 = Vec3::new(0.891_7, 0.227_3, 0.391_4);

impl Volume {
    /// Whether a ray from the point crosses the surface an odd number of times.
    pub(super) fn holds(&self, point: Vec3) -> bool {
        let is_near = point.cmpge(self.low).all() && point.cmple(self.high).all();
        is_near
            && self.triangles.iter().filter(|triangle| crosses(point, triangle)).count() % 2 == 1
    }

    /// The cost of a test.
    pub(super) const fn cost(&self) -> usize {
        self.triangles.len()
    }
}

/// T. Möller, B. Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", Journal of Graphics
/// Tools 2(1), 1997.
fn crosses(from: Vec3, [a, b, c]: &[Vec3; 3]) -> bool {
    let (ab, ac) = (*b - *a, *c - *a);
    let p = RAY.cross(ac);
    let determinant = ab.dot(p);
    if determinant == 0.0 {
        return false;
    }
    let s = (from - *a) / determinant;
    let (u, q) = (s.dot(p), s.cross(ab));
    let v = RAY.dot(q);
    u >= 0.0 && v >= 0.0 && u + v < 1.0 && ac.dot(q) > 0.0
}

/// The bones for volumes.
pub(super) struct Owners<'a> {
    pub(super) bones: &'a [Bone],
    pub(super) object: &'a Object,
    pub(super) looks: &'a [Look],
}

/// The volumes of an anchor object: each connected component of each material. `named` is the bone
/// in the object's name.
pub(super) fn volumes(object: &Object, named: Option<&str>, owners: &Owners<'_>) -> Vec<Volume> {
    let mut parts: BTreeMap<(Option<usize>, u32), Vec<&Face>> = BTreeMap::new();
    let mut groups = Groups { parents: (0..object.vertices.len() as u32).collect() };
    let mut by_material: BTreeMap<Option<usize>, Vec<&Face>> = BTreeMap::new();
    for face in object.faces.iter().filter(|face| object.corners(face).len() >= 3) {
        by_material.entry(face.material).or_default().push(face);
    }
    for (material, faces) in by_material {
        for face in &faces {
            object
                .corners(face)
                .iter()
                .for_each(|&corner| groups.parents[corner as usize] = corner);
        }
        for face in &faces {
            object.corners(face).windows(2).for_each(|pair| groups.join(pair[0], pair[1]));
        }
        for face in faces {
            let group = groups.top(object.corners(face)[0]);
            parts.entry((material, group)).or_default().push(face);
        }
    }
    parts
        .into_iter()
        .filter_map(|((material, _), faces)| {
            volume(object, &faces, [named, owners.name(material)], owners)
        })
        .collect()
}

/// The volume of these faces. Its bone is the first existing one of the candidate names, else the
/// nearest bone.
fn volume(
    object: &Object,
    faces: &[&Face],
    names: [Option<&str>; 2],
    owners: &Owners<'_>,
) -> Option<Volume> {
    let mut triangles = Vec::new();
    for face in faces {
        let corners: Vec<Vec3> =
            object.corners(face).iter().map(|&corner| object.vertices[corner as usize]).collect();
        triangles.extend(corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]]));
    }
    let points = || triangles.iter().flatten().copied();
    let (low, high) =
        (points().fold(Vec3::INFINITY, Vec3::min), points().fold(Vec3::NEG_INFINITY, Vec3::max));
    let centre = (low + high) * 0.5;
    let named = names.into_iter().flatten().find_map(|name| owners.named(name, centre));
    let corners = faces.iter().flat_map(|face| object.corners(face)).copied().collect();
    Some(Volume { corners, bone: named.or_else(|| owners.nearest(centre))?, triangles, low, high })
}

impl Owners<'_> {
    fn name(&self, material: Option<usize>) -> Option<&str> {
        Some(self.looks.get(material?)?.material.name.as_str())
    }

    /// The bone of this name; of a pair the one on the side of `centre`.
    fn named(&self, name: &str, centre: Vec3) -> Option<usize> {
        let sided = name
            .strip_suffix("[]")
            .map(|stem| format!("{stem}{}", if centre.x > 0.0 { "[L]" } else { "[R]" }));
        self.bones.iter().position(|bone| {
            !bone.floats() && (bone.name == name || Some(&bone.name) == sided.as_ref())
        })
    }

    fn nearest(&self, centre: Vec3) -> Option<usize> {
        let middle = |bone: &Bone| {
            (self.object.vertices[bone.head as usize] + self.object.vertices[bone.tail as usize])
                * 0.5
        };
        let solid = self.bones.iter().enumerate().filter(|(_, bone)| !bone.floats());
        solid
            .min_by(|a, b| middle(a.1).distance(centre).total_cmp(&middle(b.1).distance(centre)))
            .map(|(index, _)| index)
    }
}

/// Connected vertices (R. E. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm",
/// Journal of the ACM 22(2), 1975).
struct Groups {
    parents: Vec<u32>,
}

impl Groups {
    fn top(&mut self, mut vertex: u32) -> u32 {
        while self.parents[vertex as usize] != vertex {
            let above = self.parents[vertex as usize];
            self.parents[vertex as usize] = self.parents[above as usize];
            vertex = above;
        }
        vertex
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.top(one), self.top(other));
        self.parents[one.max(other) as usize] = one.min(other);
    }
}
