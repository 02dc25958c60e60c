//! Surfaces with all parts in one list of vertices.

use std::ops::Range;

use kansetsu::glam::{Vec2, Vec3};

use super::Losses;
use crate::{Attachment, Error, Figure, Influence, Mesh, Primitive, vertex_normals};

/// A mesh with the vertices of its parts in one list.
pub(crate) struct Surface<'a> {
    pub(crate) mesh: &'a Mesh,
    /// Never empty.
    pub(crate) name: String,
    pub(crate) positions: Vec<Vec3>,
    /// Unit vectors.
    pub(crate) normals: Vec<Vec3>,
    /// (0, 0) at the lower left; empty without texture coordinates.
    pub(crate) uvs: Vec<Vec2>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) parts: Vec<Covered>,
    /// The influences of each vertex; empty without a skin.
    pub(crate) influences: Vec<Vec<Influence>>,
}

/// The triangles of one material.
pub(crate) struct Covered {
    pub(crate) material: Option<usize>,
    pub(crate) triangles: Range<usize>,
}

/// The meshes that have triangles.
///
/// # Errors
/// [`Error::Malformed`] for a mesh that refers to missing data.
pub(crate) fn surfaces<'a>(
    figure: &'a Figure,
    format: &'static str,
    losses: &mut Losses,
) -> Result<Vec<Surface<'a>>, Error> {
    let mut surfaces = Vec::new();
    for (index, mesh) in figure.meshes.iter().enumerate() {
        let name = if mesh.name.is_empty() { format!("mesh_{index}") } else { mesh.name.clone() };
        let malformed = |problem: String| Error::Malformed {
            format,
            place: format!("mesh \"{name}\""),
            problem,
        };
        let joints = match mesh.attachment {
            Attachment::Joint(joint) if joint < figure.rig.skeleton.len() => None,
            Attachment::Joint(joint) => {
                return Err(malformed(format!("joint {joint}, which carries it, does not exist")));
            }
            Attachment::Skin(skin) => {
                let skin = figure.skins.get(skin).filter(|skin| is_sound(skin, figure));
                let skin = skin.ok_or_else(|| malformed("its skin is not valid".to_owned()))?;
                Some(skin.joints.len())
            }
        };
        let mut surface = Surface::new(mesh, name.clone());
        for part in mesh.primitives.iter().filter(|part| part.triangle_count() > 0) {
            fault(part, joints, figure.materials.len()).map_err(malformed)?;
            surface.add(part, joints.is_some());
        }
        if surface.triangles.is_empty() {
            losses.add("surfaces", &surface.name);
        } else {
            surfaces.push(surface.complete());
        }
    }
    Ok(surfaces)
}

fn is_sound(skin: &crate::Skin, figure: &Figure) -> bool {
    let is_joint = |&joint: &usize| joint < figure.rig.skeleton.len();
    !skin.joints.is_empty() && skin.joints.iter().all(is_joint)
}

impl<'a> Surface<'a> {
    const fn new(mesh: &'a Mesh, name: String) -> Self {
        Self {
            mesh,
            name,
            positions: Vec::new(),
            normals: Vec::new(),
            uvs: Vec::new(),
            triangles: Vec::new(),
            parts: Vec::new(),
            influences: Vec::new(),
        }
    }

    /// Adds the vertices that triangles use. The parts of a file often share a list of vertices.
    fn add(&mut self, part: &Primitive, is_skinned: bool) {
        let (first, start) = (self.positions.len(), self.triangles.len());
        let own = part.indices.as_chunks::<3>().0;
        let mut number = vec![None; part.positions.len()];
        own.iter().flatten().for_each(|&corner| number[corner as usize] = Some(0));
        let used: Vec<usize> = (0..number.len()).filter(|&at| number[at].is_some()).collect();
        for (at, &vertex) in used.iter().enumerate() {
            number[vertex] = Some((first + at) as u32);
        }
        let renumbered = |corner: u32| number[corner as usize].unwrap_or_default();
        self.triangles.extend(own.iter().map(|corners| corners.map(renumbered)));
        self.positions.extend(used.iter().map(|&vertex| part.positions[vertex]));
        if part.normals.is_empty() {
            let normals = vertex_normals(&part.positions, own);
            self.normals.extend(used.iter().map(|&vertex| normals[vertex]));
        } else {
            let unit = |&vertex: &usize| part.normals[vertex].try_normalize().unwrap_or(Vec3::Y);
            self.normals.extend(used.iter().map(unit));
        }
        if !part.uvs.is_empty() {
            // The parts before it may have none.
            self.uvs.resize(first, Vec2::ZERO);
            let lower = |&vertex: &usize| match part.uvs[vertex] {
                uv if uv.is_finite() => Vec2::new(uv.x, 1.0 - uv.y),
                _ => Vec2::ZERO,
            };
            self.uvs.extend(used.iter().map(lower));
        }
        if is_skinned {
            let width = part.influences_per_vertex;
            let all = |&vertex: &usize| &part.influences[vertex * width..(vertex + 1) * width];
            self.influences.extend(used.iter().map(|vertex| distinct(all(vertex))));
        }
        let triangles = start..self.triangles.len();
        self.parts.push(Covered { material: part.material, triangles });
    }

    fn complete(mut self) -> Self {
        if !self.uvs.is_empty() {
            self.uvs.resize(self.positions.len(), Vec2::ZERO);
        }
        self
    }
}

/// Refuses data that no format stores.
///
/// # Errors
/// The problem, as a phrase for a message.
pub(crate) fn fault(
    part: &Primitive,
    skin_joints: Option<usize>,
    materials: usize,
) -> Result<(), String> {
    let count = part.positions.len();
    if let Some(index) = part.indices.iter().find(|&&index| index as usize >= count) {
        return Err(format!("index {index} is not among the {count} vertices"));
    }
    if let Some(at) = part.positions.iter().position(|position| !position.is_finite()) {
        return Err(format!("vertex {at} is not finite"));
    }
    for (what, length) in [
        ("normals", part.normals.len()),
        ("texture coordinates", part.uvs.len()),
        ("colours", part.colors.len()),
    ] {
        if length != 0 && length != count {
            return Err(format!("{length} {what} for {count} vertices"));
        }
    }
    if part.material.is_some_and(|material| material >= materials) {
        return Err("its material does not exist".to_owned());
    }
    let Some(joints) = skin_joints else { return Ok(()) };
    if part.influences_per_vertex == 0
        || part.influences.len() != part.influences_per_vertex * count
    {
        return Err(format!(
            "{} influences for {count} vertices of {} each",
            part.influences.len(),
            part.influences_per_vertex
        ));
    }
    let joints = joints.min(1 << 16);
    match part
        .influences
        .iter()
        .find(|influence| influence.joint as usize >= joints || !influence.weight.is_finite())
    {
        Some(influence) => Err(format!("{influence:?} is not valid for a skin of {joints} joints")),
        None => Ok(()),
    }
}

/// A vertex's influences as other programs need them: each joint once, no zeros, a sum of 1.
pub(crate) fn distinct(influences: &[Influence]) -> Vec<Influence> {
    let mut merged: Vec<Influence> = Vec::new();
    for influence in influences.iter().filter(|influence| influence.weight > 0.0) {
        match merged.iter_mut().find(|other| other.joint == influence.joint) {
            Some(other) => other.weight += influence.weight,
            None => merged.push(*influence),
        }
    }
    let total: f64 = merged.iter().map(|influence| f64::from(influence.weight)).sum();
    if merged.is_empty() {
        // The same result as skinning for a vertex without influences.
        return vec![Influence {
            joint: influences.first().map_or(0, |first| first.joint),
            weight: 1.0,
        }];
    }
    for influence in &mut merged {
        influence.weight = (f64::from(influence.weight) / total) as f32;
    }
    let rest = 1.0 - merged.iter().map(|influence| f64::from(influence.weight)).sum::<f64>();
    if let Some(largest) = merged.iter_mut().max_by(|a, b| a.weight.total_cmp(&b.weight)) {
        largest.weight = (f64::from(largest.weight) + rest) as f32;
    }
    merged
}
