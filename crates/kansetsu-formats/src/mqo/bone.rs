//! Triangles and lines to bones.

use std::collections::{BTreeMap, BTreeSet};

use kansetsu::glam::{Mat3, Quat, Vec3};

use super::lines::wrong;
use super::object::Object;
use super::scene::Look;
use super::triangle::by_edges;
use crate::Error;

/// A bone: from one vertex of the bone object to another.
#[derive(Clone, Debug)]
pub(super) struct Bone {
    pub(super) name: String,
    pub(super) head: u32,
    pub(super) tail: u32,
    /// The third corner and the lengths of the edges; a floating bone has none.
    pub(super) triangle: Option<(u32, [f32; 3])>,
    /// The index of its parent.
    pub(super) parent: Option<usize>,
    pub(super) line: usize,
    material: Option<usize>,
}

impl Bone {
    pub(super) const fn floats(&self) -> bool {
        self.triangle.is_none()
    }
}

/// The most bones; more are taken as damage.
const MOST_BONES: usize = 16_384;

/// The bones of a bone object: those of triangles in the order of the faces, then the floating
/// ones.
pub(super) fn read(
    object: &Object,
    looks: &[Look],
    warnings: &mut Vec<String>,
) -> Result<Vec<Bone>, Error> {
    let same = weld(object, warnings);
    let mut bones = triangles(object, &same, warnings)?;
    name(&mut bones, object, looks);
    add_floating(&mut bones, object, &same, warnings);
    attach(&mut bones)?;
    Ok(bones)
}

/// For each vertex the first one at the same position.
fn weld(object: &Object, warnings: &mut Vec<String>) -> Vec<u32> {
    let used: BTreeSet<u32> =
        object.faces.iter().flat_map(|face| object.corners(face)).copied().collect();
    let mut first_at: BTreeMap<[u32; 3], u32> = BTreeMap::new();
    let mut same: Vec<u32> = (0..object.vertices.len() as u32).collect();
    let mut welded = Vec::new();
    for vertex in used {
        // Adding zero turns -0 into 0.
        let place =
            object.vertices[vertex as usize].to_array().map(|number| (number + 0.0).to_bits());
        let first = *first_at.entry(place).or_insert(vertex);
        if first != vertex {
            welded.push(format!("{vertex} and {first}"));
        }
        same[vertex as usize] = first;
    }
    if !welded.is_empty() {
        let some = welded.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
        warnings.push(format!(
            "\"{}\": {} vertices coincide with others and are merged with them: {some}",
            object.name,
            welded.len()
        ));
    }
    same
}

fn triangles(
    object: &Object,
    same: &[u32],
    warnings: &mut Vec<String>,
) -> Result<Vec<Bone>, Error> {
    let mut bones = Vec::new();
    let mut seen = BTreeSet::new();
    for face in &object.faces {
        let corners: Vec<u32> =
            object.corners(face).iter().map(|&corner| same[corner as usize]).collect();
        let [a, b, c] = corners[..] else {
            if corners.len() != 2 {
                warnings.push(format!(
                    "line {}: a face of {} corners is not a bone; it is ignored",
                    face.line,
                    corners.len()
                ));
            }
            continue;
        };
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        if sorted[0] == sorted[1] || sorted[1] == sorted[2] {
            warnings.push(format!(
                "line {}: two corners of the triangle coincide; it is not a bone",
                face.line
            ));
            continue;
        }
        if !seen.insert(sorted) {
            warnings.push(format!(
                "line {}: a second triangle of the same three vertices; it is ignored",
                face.line
            ));
            continue;
        }
        if bones.len() == MOST_BONES {
            return Err(wrong(face.line, format!("more than {MOST_BONES} bones")));
        }
        let ([head, tail, third], edges) =
            by_edges([a, b, c], [a, b, c].map(|corner| object.vertices[corner as usize]));
        bones.push(Bone {
            name: String::new(),
            head,
            tail,
            triangle: Some((third, edges)),
            parent: None,
            line: face.line,
            material: face.material,
        });
    }
    Ok(bones)
}

/// The names of the faces' materials, made unique: by side for a pair with a name in `[]`, by
/// number otherwise.
fn name(bones: &mut [Bone], object: &Object, looks: &[Look]) {
    let mut users: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for (index, bone) in bones.iter().enumerate() {
        users.entry(bone.material).or_default().push(index);
    }
    let middle = |bone: &Bone| {
        (object.vertices[bone.head as usize].x + object.vertices[bone.tail as usize].x) * 0.5
    };
    for (material, users) in users {
        let name = material
            .and_then(|material| looks.get(material))
            .map_or("bone", |look| look.material.name.as_str());
        let stem = name.strip_suffix("[]");
        match (&users[..], stem) {
            (&[only], _) => name.clone_into(&mut bones[only].name),
            (&[one, other], Some(stem)) if middle(&bones[one]) * middle(&bones[other]) < 0.0 => {
                for bone in [one, other] {
                    let side = if middle(&bones[bone]) > 0.0 { "[L]" } else { "[R]" };
                    bones[bone].name = format!("{stem}{side}");
                }
            }
            _ => users
                .iter()
                .enumerate()
                .for_each(|(number, &bone)| bones[bone].name = format!("{name}{}", number + 1)),
        }
    }
}

/// A line from the end of a bone to a vertex that is not a corner of its triangle is a floating
/// bone.
fn add_floating(bones: &mut Vec<Bone>, object: &Object, same: &[u32], warnings: &mut Vec<String>) {
    let count = bones.len();
    let mut links: Vec<(usize, u32, usize)> = Vec::new();
    for face in &object.faces {
        let &[a, b] = object.corners(face) else { continue };
        let (a, b) = (same[a as usize], same[b as usize]);
        let holds = |bone: &Bone, corner: u32| {
            [Some(bone.head), Some(bone.tail), bone.triangle.map(|(third, _)| third)]
                .contains(&Some(corner))
        };
        if a == b || bones[..count].iter().any(|bone| holds(bone, a) && holds(bone, b)) {
            warnings.push(format!(
                "line {}: both ends of the line belong to one triangle; it is ignored",
                face.line
            ));
            continue;
        }
        let link = |from: u32, to: u32| {
            bones[..count].iter().position(|bone| bone.tail == from).map(|bone| (bone, to))
        };
        let begins = |vertex: u32| bones[..count].iter().any(|bone| bone.head == vertex);
        let ways = if begins(a) && !begins(b) { [(b, a), (a, b)] } else { [(a, b), (b, a)] };
        match ways.into_iter().find_map(|(from, to)| link(from, to)) {
            Some((bone, to)) => links.push((bone, to, face.line)),
            None => warnings.push(format!(
                "line {}: neither end of the line is the end of a bone; it is ignored",
                face.line
            )),
        }
    }
    for &(above, to, line) in &links {
        let siblings: Vec<&(usize, u32, usize)> =
            links.iter().filter(|link| link.0 == above).collect();
        let number = siblings.iter().position(|link| link.2 == line).unwrap_or(0) + 1;
        let stem = format!("FLOAT_{}", bones[above].name);
        let name = if siblings.len() == 1 { stem } else { format!("{stem}{number}") };
        let (head, material) = (bones[above].tail, None);
        bones.push(Bone {
            name,
            head,
            tail: to,
            triangle: None,
            parent: Some(above),
            line,
            material,
        });
    }
}

/// Sets the parent of every bone: the bone that ends at its start.
fn attach(bones: &mut [Bone]) -> Result<(), Error> {
    let mut ending_at: BTreeMap<u32, usize> = BTreeMap::new();
    let begins: BTreeSet<u32> = bones.iter().map(|bone| bone.head).collect();
    for (index, bone) in bones.iter().enumerate() {
        if let Some(other) = ending_at
            .insert(bone.tail, index)
            .map(|other| &bones[other])
            .filter(|_| begins.contains(&bone.tail))
        {
            let names = format!("\"{}\" (line {}) and \"{}\"", other.name, other.line, bone.name);
            return Err(wrong(
                bone.line,
                format!(
                    "the bones {names} end at one vertex, {}, where others start; a bone has one parent",
                    bone.tail
                ),
            ));
        }
    }
    for index in 0..bones.len() {
        if !bones[index].floats() {
            bones[index].parent = ending_at.get(&bones[index].head).copied();
        }
    }
    for start in 0..bones.len() {
        let way = std::iter::successors(Some(start), |&bone| bones[bone].parent);
        if way.take(bones.len() + 1).count() > bones.len() {
            return Err(wrong(
                bones[start].line,
                format!(
                    "the bone \"{}\" is its own ancestor; reverse one of the triangles",
                    bones[start].name
                ),
            ));
        }
    }
    Ok(())
}

/// The axes of a bone as a rotation: y along it, z toward the third corner of its triangle.
pub(super) fn frame(head: Vec3, tail: Vec3, third: Vec3) -> Quat {
    let Some(y) = (tail - head).try_normalize() else { return Quat::IDENTITY };
    let side = third - head;
    let Some(z) = (side - y * side.dot(y)).try_normalize() else {
        return Quat::from_rotation_arc(Vec3::Y, y);
    };
    Quat::from_mat3(&Mat3::from_cols(y.cross(z), y, z))
}
