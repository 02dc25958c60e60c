//! Morphs: read from a model file, and converted to morph targets and expressions.
//!
//! A morph of vertices is a morph target. Morphs of bones and groups of morphs are expressions. A
//! morph of materials or texture coordinates is an expression whose changes are counted.

use std::collections::BTreeMap;

use kansetsu::glam::{Quat, Vec3};

use super::header::{Header, text};
use super::model::{Model, NamedMorph};
use super::surface::place;
use crate::byte_reader::ByteReader;
use crate::element::Skipped;
use crate::morph::{OffsetBudget, share_of};
use crate::{Error, Expression, Figure, JointBind, Morph, MorphBind, MorphOffsets};

/// A morph of a file.
pub(super) struct FileMorph {
    pub(super) name: String,
    /// The bytes of its name in a PMD file; else empty.
    pub(super) raw_name: Vec<u8>,
    pub(super) effect: Effect,
}

/// What a morph changes at weight 1.
pub(super) enum Effect {
    /// Vertices of the file and their offsets, metres.
    Vertices(Vec<(u32, Vec3)>),
    /// Bones, with their translations and rotations.
    Bones(Vec<(usize, Vec3, Quat)>),
    /// Morphs by index, with their weights.
    Group(Vec<(usize, f32)>),
    /// The number of changed materials or texture coordinates.
    Looks(usize),
    /// An effect that is not applied: physics, or a choice between morphs.
    Other,
}

impl FileMorph {
    /// The number of its references that have no effect.
    fn lost(&self, morphs: &[Self], bones: usize) -> usize {
        let is_group = |member: usize| match morphs.get(member) {
            Some(member) => matches!(member.effect, Effect::Group(_)),
            None => true,
        };
        match &self.effect {
            Effect::Bones(list) => list.iter().filter(|(bone, ..)| *bone >= bones).count(),
            Effect::Group(members) => {
                members.iter().filter(|(member, _)| is_group(*member)).count()
            }
            _ => 0,
        }
    }
}

/// Reads a morph of a PMX file.
pub(super) fn read(
    b: &mut ByteReader<'_>,
    head: &Header,
    counted: &mut Skipped,
) -> Result<FileMorph, Error> {
    let what = "a morph";
    let name = text(b, head, what)?;
    text(b, head, what)?;
    b.u8(what)?;
    let kind = b.u8(what)?;
    let (size, skipped) = match kind {
        0 => (head.morph + 4, None),
        1 => (head.vertex + 12, None),
        2 => (head.bone + 28, None),
        3..=7 => (head.vertex + 16, Some("morphs/UV")),
        8 => (head.material + 113, Some("morphs/material")),
        9 => (head.morph + 4, Some("morphs/flip")),
        10 => (head.body + 25, Some("morphs/impulse")),
        _ => {
            return Err(b.wrong(format!("\"{name}\" is a morph of kind {kind}; expected 0 to 10")));
        }
    };
    let count = b.count(size, "offsets of a morph")?;
    if let Some(element) = skipped {
        counted.add(element, &name);
        b.take(count * size, what)?;
    }
    let effect = match kind {
        0 => Effect::Group(group(b, head, count)?),
        1 => Effect::Vertices(vertices(b, head, count)?),
        2 => Effect::Bones(bones(b, head, count)?),
        3..=8 => Effect::Looks(count),
        _ => Effect::Other,
    };
    Ok(FileMorph { name, raw_name: Vec::new(), effect })
}

fn group(b: &mut ByteReader<'_>, head: &Header, count: usize) -> Result<Vec<(usize, f32)>, Error> {
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let (morph, weight) = (b.index(head.morph, "a morph")?, b.f32("a morph")?);
        list.extend(morph.map(|morph| (morph, weight)));
    }
    Ok(list)
}

fn vertices(
    b: &mut ByteReader<'_>,
    head: &Header,
    count: usize,
) -> Result<Vec<(u32, Vec3)>, Error> {
    let one = |b: &mut ByteReader<'_>| {
        Ok((b.vertex_index(head.vertex, "a morph")?, place(b.floats("a morph")?)))
    };
    (0..count).map(|_| one(b)).collect()
}

fn bones(
    b: &mut ByteReader<'_>,
    head: &Header,
    count: usize,
) -> Result<Vec<(usize, Vec3, Quat)>, Error> {
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let bone = b.index(head.bone, "a morph")?;
        let (way, [x, y, z, w]) = (place(b.floats("a morph")?), b.floats("a morph")?);
        let turn = Quat::from_xyzw(-x, -y, z, w);
        let is_turn = turn.length_squared() > 1e-12;
        let turn = if is_turn { turn.normalize() } else { Quat::IDENTITY };
        list.extend(bone.map(|bone| (bone, way, turn)));
    }
    Ok(list)
}

/// Adds the morphs to a figure. `sources` has the file's vertex of each vertex of each primitive.
pub(super) fn add(
    figure: &mut Figure,
    model: &Model,
    morphs: &[FileMorph],
    sources: &[Vec<u32>],
    warnings: &mut Vec<String>,
) {
    let places = Places::of(sources);
    let mut left = OffsetBudget::new();
    let mut targets: Vec<Option<usize>> = Vec::with_capacity(morphs.len());
    for morph in morphs {
        let Effect::Vertices(offsets) = &morph.effect else {
            targets.push(None);
            continue;
        };
        targets.push(Some(figure.morphs.len()));
        figure.morphs.push(Morph {
            name: morph.name.clone(),
            index: figure.morphs.len(),
            parts: places.parts(offsets, &mut left),
            ..Morph::default()
        });
    }
    warnings.extend(left.warning());
    let lost = morphs.iter().map(|morph| morph.lost(morphs, model.bones.len())).sum::<usize>();
    if lost > 0 {
        warnings.push(format!(
            "{lost} references of morphs to missing bones, missing morphs or groups are ignored"
        ));
    }
    let kinds = Kinds { morphs, targets: &targets, model };
    figure.expressions.extend(morphs.iter().filter_map(|morph| kinds.expression(morph)));
}

/// The morphs for motions: those that [`add`] adds to the figure.
pub(super) fn named(morphs: &[FileMorph], bones: usize) -> Vec<NamedMorph> {
    let moved = |effect: &Effect, weight: f32| match effect {
        Effect::Bones(list) => list
            .iter()
            .filter(|(bone, ..)| *bone < bones)
            .map(|&(bone, way, turn)| (bone, way * weight, share_of(turn, weight)))
            .collect(),
        _ => Vec::new(),
    };
    let known = morphs.iter().filter(|morph| !matches!(morph.effect, Effect::Other));
    let bones_of = |morph: &FileMorph| match &morph.effect {
        Effect::Group(members) => members
            .iter()
            .filter_map(|&(member, weight)| Some(moved(&morphs.get(member)?.effect, weight)))
            .flatten()
            .collect(),
        effect => moved(effect, 1.0),
    };
    known
        .map(|morph| NamedMorph {
            name: morph.name.clone(),
            raw_name: morph.raw_name.clone(),
            bones: bones_of(morph),
        })
        .collect()
}

/// The places of the file's vertices: vertex, primitive and index there, sorted.
struct Places(Vec<[u32; 3]>);

impl Places {
    fn of(sources: &[Vec<u32>]) -> Self {
        let mut places: Vec<[u32; 3]> = Vec::new();
        for (primitive, vertices) in (0..).zip(sources) {
            places.extend((0..).zip(vertices).map(|(own, &vertex)| [vertex, primitive, own]));
        }
        places.sort_unstable();
        Self(places)
    }

    /// The offsets by primitive. Offsets of the same vertex add up.
    fn parts(&self, offsets: &[(u32, Vec3)], left: &mut OffsetBudget) -> Vec<MorphOffsets> {
        let mut sums: BTreeMap<u32, Vec3> = BTreeMap::new();
        for &(vertex, offset) in offsets {
            *sums.entry(vertex).or_default() += offset;
        }
        let mut parts: BTreeMap<u32, MorphOffsets> = BTreeMap::new();
        for (vertex, offset) in sums {
            let first = self.0.partition_point(|place| place[0] < vertex);
            for &[_, primitive, own] in
                self.0[first..].iter().take_while(|place| place[0] == vertex)
            {
                if !left.take() {
                    break;
                }
                let part = parts.entry(primitive).or_default();
                part.primitive = primitive as usize;
                part.vertices.push(own);
                part.offsets.push(offset);
            }
        }
        parts.into_values().collect()
    }
}

/// The morphs of a file, and the morph target of each morph of vertices.
struct Kinds<'a> {
    morphs: &'a [FileMorph],
    targets: &'a [Option<usize>],
    model: &'a Model,
}

impl Kinds<'_> {
    /// `None` for a morph target, and for effects that are not applied.
    fn expression(&self, morph: &FileMorph) -> Option<Expression> {
        let mut expression = Expression {
            name: morph.name.clone(),
            label: morph.name.clone(),
            ..Expression::default()
        };
        match &morph.effect {
            Effect::Vertices(_) | Effect::Other => return None,
            Effect::Bones(_) | Effect::Looks(_) => self.put(&morph.effect, 1.0, &mut expression),
            Effect::Group(members) => {
                for &(member, weight) in members {
                    let target = self.targets.get(member).copied().flatten();
                    expression.binds.extend(target.map(|morph| MorphBind { morph, weight }));
                    if let Some(member) = self.morphs.get(member) {
                        self.put(&member.effect, weight, &mut expression);
                    }
                }
            }
        }
        Some(expression)
    }

    /// Adds an effect beside vertices. A group does not contain groups.
    fn put(&self, effect: &Effect, weight: f32, expression: &mut Expression) {
        match effect {
            Effect::Bones(bones) => expression.joints.extend(bones.iter().filter_map(
                |&(bone, translation, rotation)| {
                    let joint = *self.model.joints.get(bone)?;
                    Some(JointBind { joint, translation, rotation, weight })
                },
            )),
            Effect::Looks(count) => expression.material_binds += count,
            Effect::Vertices(_) | Effect::Group(_) | Effect::Other => {}
        }
    }
}
