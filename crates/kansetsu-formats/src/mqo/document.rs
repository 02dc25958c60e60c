//! A loaded MQO file, for saving.
//!
//! The format has no poses: a pose is stored in the bones' triangles, the surfaces and the anchors
//! themselves. So a posed figure is saved with posed vertices, and every other byte unchanged;
//! without a pose the bytes are unchanged.

use std::collections::BTreeMap;
use std::ops::Range;

use kansetsu::d3::Pose;
use kansetsu::glam::{Affine3, Vec3};

use super::anchor::{Owners, volumes};
use super::archive::unpack;
use super::binding::{Binding, surfaces};
use super::bone::{self, Bone};
use super::geometry::Solid;
use super::names::{Part, part};
use super::object::{Form, Object};
use super::scene::Scene;
use super::skeleton::{self, Built};
use super::weights::Segments;
use crate::{Error, Figure, Influence};

/// A loaded file.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) bytes: Vec<u8>,
}

/// A written file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The bytes: MQO, even if the loaded file was an archive.
    pub bytes: Vec<u8>,
    /// Warnings, as sentences for people.
    pub warnings: Vec<String>,
}

/// A moved vertex: its object, its index and its new position.
type Moves = Vec<(usize, usize, Vec3)>;

impl Document {
    /// The file with the figure in this pose; without one in the pose of the loaded file
    /// ([`Figure::saved_pose`]).
    ///
    /// # Errors
    /// [`Error::Skeleton`] for a pose of another skeleton, [`Error::Malformed`] for one that is not
    /// finite.
    pub fn save(&self, figure: &Figure, pose: Option<&Pose>) -> Result<Saved, Error> {
        let text =
            if self.bytes.starts_with(b"PK") { unpack(&self.bytes)? } else { self.bytes.clone() };
        let skeleton = &figure.rig.skeleton;
        let standing = figure.saved_pose();
        let Some(pose) = pose.filter(|pose| **pose != standing) else {
            return Ok(Saved { bytes: text, warnings: Vec::new() });
        };
        if pose.locals.len() != skeleton.len() {
            return Err(kansetsu::Error::PoseMismatch {
                pose: pose.locals.len(),
                skeleton: skeleton.len(),
            }
            .into());
        }
        let scene = Scene::read(&text, &mut Vec::new())?;
        let Some(at) = scene.objects.iter().position(|object| part(&object.name) == Part::Bones)
        else {
            return Ok(Saved {
                bytes: text,
                warnings: vec!["the file has no bones: the pose is not saved".to_owned()],
            });
        };
        let bones = bone::read(&scene.objects[at], &scene.materials, &mut Vec::new())?;
        let built = skeleton::build(&bones, &scene.objects[at])?;
        if built.rig.skeleton.len() != skeleton.len() {
            let problem = "the figure has other bones than the file".to_owned();
            return Err(Error::Malformed {
                format: super::lines::FORMAT,
                place: "the skeleton".to_owned(),
                problem,
            });
        }
        let posing = Posing {
            scene: &scene,
            bones: &bones,
            built: &built,
            at,
            turns: turns(figure, [&standing, pose]),
        };
        let mut moves = posing.bones();
        moves.extend(posing.surfaces());
        moves.extend(posing.anchors());
        if let Some((object, ..)) = moves.iter().find(|(.., place)| !place.is_finite()) {
            let place = format!("object \"{}\"", scene.objects[*object].name);
            return Err(Error::Malformed {
                format: super::lines::FORMAT,
                place,
                problem: "the pose moves a vertex too far away".to_owned(),
            });
        }
        Ok(Saved { bytes: patched(&text, &scene, &moves), warnings: posing.warnings() })
    }
}

/// For each joint the map from its saved pose to the pose; `None` if neither it nor an ancestor
/// moves.
fn turns(figure: &Figure, [standing, pose]: [&Pose; 2]) -> Vec<Option<Affine3>> {
    let skeleton = &figure.rig.skeleton;
    let [before, posed] = [standing, pose].map(|pose| skeleton.forward(pose));
    let is_moved = |joint: usize| pose.locals[joint] != standing.locals[joint];
    (0..skeleton.len())
        .map(|joint| {
            skeleton.ancestors(joint).any(is_moved).then(|| posed[joint] * before[joint].inverse())
        })
        .collect()
}

struct Posing<'a> {
    scene: &'a Scene,
    bones: &'a [Bone],
    built: &'a Built,
    /// The object with the bones.
    at: usize,
    turns: Vec<Option<Affine3>>,
}

impl Posing<'_> {
    fn of_bone(&self, bone: usize) -> Option<&Affine3> {
        self.turns[self.built.joints[bone]].as_ref()
    }

    /// The corners of the triangles. A corner shared by several bones moves with the first one that
    /// starts there, else that ends there. Coincident corners move together.
    fn bones(&self) -> Moves {
        let object = &self.scene.objects[self.at];
        let mut owners: Vec<Option<usize>> = vec![None; object.vertices.len()];
        let corner = |bone: &Bone, which: usize| match which {
            0 => Some(bone.head),
            1 => Some(bone.tail),
            _ => bone.triangle.map(|(third, _)| third),
        };
        for which in 0..3 {
            for (index, bone) in self.bones.iter().enumerate().filter(|(_, bone)| !bone.floats()) {
                let vertex = corner(bone, which).map(|vertex| vertex as usize);
                if let Some(owner) = vertex.and_then(|vertex| owners.get_mut(vertex)) {
                    owner.get_or_insert(index);
                }
            }
        }
        let bits = |place: &Vec3| place.to_array().map(|number| (number + 0.0).to_bits());
        let mut owner_at: BTreeMap<[u32; 3], usize> = BTreeMap::new();
        for (owner, place) in owners.iter().zip(&object.vertices) {
            owner_at.extend(owner.map(|owner| (bits(place), owner)));
        }
        let with_owner = |(vertex, place): (usize, &Vec3)| {
            let owner = owners[vertex].or_else(|| owner_at.get(&bits(place)).copied())?;
            Some((self.at, vertex, self.of_bone(owner)?.transform_point3(*place)))
        };
        object.vertices.iter().enumerate().filter_map(with_owner).collect()
    }

    fn surfaces(&self) -> Moves {
        let object = &self.scene.objects[self.at];
        let segments = Segments::new(self.bones, object);
        let binding = Binding {
            scene: self.scene,
            object,
            bones: self.bones,
            joints: &self.built.joints,
            segments,
        };
        let mut moves = Moves::new();
        for (surface, name, named) in surfaces(self.scene) {
            let Some(index) =
                self.scene.objects.iter().position(|object| std::ptr::eq(object, surface))
            else {
                continue;
            };
            let weights =
                binding.weights(&Solid::new(surface), (surface, name, named), &mut Vec::new());
            for (vertex, (place, four)) in surface.vertices.iter().zip(&weights).enumerate() {
                moves.extend(self.skinned(*place, four).map(|place| (index, vertex, place)));
            }
        }
        moves
    }

    /// The skinned position of a vertex; `None` if no influence moves.
    fn skinned(&self, place: Vec3, four: &[Influence; 4]) -> Option<Vec3> {
        let used = || four.iter().filter(|influence| influence.weight > 0.0);
        let turn = |influence: &Influence| self.turns[influence.joint as usize].as_ref();
        if used().all(|influence| turn(influence).is_none()) {
            return None;
        }
        let sum: f32 = used().map(|influence| influence.weight).sum();
        let moved = |influence: &Influence| {
            turn(influence).map_or(place, |turn| turn.transform_point3(place)) * influence.weight
        };
        Some(used().map(moved).sum::<Vec3>() / sum)
    }

    /// Volumes move with their bones as a whole.
    fn anchors(&self) -> Moves {
        let object = &self.scene.objects[self.at];
        let owners = Owners { bones: self.bones, object, looks: &self.scene.materials };
        let mut moves = Moves::new();
        for (index, anchor) in self.scene.objects.iter().enumerate() {
            let Part::Anchor { bone, .. } = part(&anchor.name) else { continue };
            let mut is_moved = vec![false; anchor.vertices.len()];
            for volume in volumes(anchor, bone, &owners) {
                let Some(turn) = self.of_bone(volume.bone) else { continue };
                for corner in volume.corners.iter().map(|&corner| corner as usize) {
                    if !std::mem::replace(&mut is_moved[corner], true) {
                        moves.push((index, corner, turn.transform_point3(anchor.vertices[corner])));
                    }
                }
            }
        }
        moves
    }

    fn warnings(&self) -> Vec<String> {
        let mirrored: Vec<&str> = surfaces(self.scene)
            .filter(|(object, ..)| object.mirror != 0)
            .map(|(_, name, _)| name)
            .collect();
        match mirrored.is_empty() {
            true => Vec::new(),
            false => vec![format!(
                "mirrored surfaces ({}) are mirrored in the pose too: where the sides differ, freeze the mirror in Metasequoia first",
                mirrored.join(", ")
            )],
        }
    }
}

/// The text with these vertices moved.
fn patched(text: &[u8], scene: &Scene, moves: &Moves) -> Vec<u8> {
    let span = |object: &Object, vertex: usize| object.spans.get(vertex).cloned();
    let mut patches: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
    for &(object, vertex, place) in moves {
        let Some((at, form)) = span(&scene.objects[object], vertex) else { continue };
        let [x, y, z] = place.to_array().map(|number| number + 0.0);
        patches.push((
            at,
            match form {
                Form::Text => format!("{x} {y} {z}").into_bytes(),
                Form::Binary => [x, y, z].iter().flat_map(|number| number.to_le_bytes()).collect(),
            },
        ));
    }
    patches.sort_by_key(|(at, _)| at.start);
    let (mut out, mut from) = (Vec::with_capacity(text.len() + 16 * patches.len()), 0);
    for (at, bytes) in patches {
        out.extend_from_slice(&text[from..at.start]);
        out.extend(bytes);
        from = at.end;
    }
    out.extend_from_slice(&text[from..]);
    out
}
