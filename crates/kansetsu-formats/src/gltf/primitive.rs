//! One primitive: vertex lists, morph targets at rest, influences, triangles.

use kansetsu::glam::{Vec2, Vec3};

use super::accessor::Store;
use super::at::At;
use super::materials::UvSource;
use super::triangles;
use crate::element::Skipped;
use crate::{Error, Influence, MorphOffsets, Primitive};

/// The context of a primitive.
pub(super) struct Wanted<'a> {
    pub(super) store: &'a Store<'a>,
    pub(super) uv: UvSource,
    /// The number of joints of the skin; `None` without a skin.
    pub(super) skin_joints: Option<usize>,
    /// The weight of each morph target at rest.
    pub(super) morph_weights: &'a [f32],
}

/// A primitive, and the offsets of each morph target.
#[derive(Default)]
pub(super) struct Loaded {
    pub(super) primitive: Primitive,
    pub(super) morphs: Vec<MorphOffsets>,
}

/// Reads a primitive of a mesh; `None` if it is not a surface, which is counted.
pub(super) fn read(
    at: &At<'_>,
    (mesh, wanted): (&str, &Wanted<'_>),
    counted: &mut Skipped,
) -> Result<Option<Loaded>, Error> {
    let mode = at.integer("mode")?.unwrap_or(4);
    let Some(assemble) = triangles::mode(mode) else {
        counted.add("primitives/points and lines", mesh);
        return Ok(None);
    };
    let attributes = at.need_child("attributes")?;
    let Some(accessor) = attributes.index("POSITION", wanted.store.count(), "accessors")? else {
        counted.add("primitives/no positions", mesh);
        return Ok(None);
    };
    refuse_packed(at, wanted.store, accessor)?;
    let positions: Vec<Vec3> =
        wanted.store.finite::<3>(accessor)?.into_iter().map(Vec3::from_array).collect();
    let count = positions.len();
    let reader = Attributes { at: &attributes, store: wanted.store, count };
    let mut read = Primitive {
        positions,
        normals: reader
            .optional::<3>("NORMAL")?
            .into_iter()
            .map(|n| Vec3::from_array(n).normalize_or_zero())
            .collect(),
        uvs: reader
            .optional(&format!("TEXCOORD_{}", wanted.uv.set))?
            .into_iter()
            .map(|uv| wanted.uv.apply(Vec2::from_array(uv)))
            .collect(),
        colors: reader.colors()?,
        ..Primitive::default()
    };
    if let Some(joints) = wanted.skin_joints {
        read_influences(&reader, joints, &mut read)?;
    }
    let morphs = read_morphs(at, (mesh, wanted), &mut read, counted)?;
    read.indices = assemble(read_indices(at, wanted.store, count)?);
    Ok(Some(Loaded { primitive: read, morphs }))
}

/// Compressed geometry without a plain form would come out as zeros.
fn refuse_packed(at: &At<'_>, store: &Store<'_>, positions: usize) -> Result<(), Error> {
    const DRACO: &str = "KHR_draco_mesh_compression";
    if at.extension(DRACO).is_some() && !store.has_data(positions) {
        let place = at.path_of("extensions");
        return Err(Error::Unsupported {
            format: super::at::FORMAT,
            place,
            what: DRACO.to_owned(),
        });
    }
    Ok(())
}

/// The vertex lists, each as long as the positions.
struct Attributes<'a> {
    at: &'a At<'a>,
    store: &'a Store<'a>,
    count: usize,
}

impl Attributes<'_> {
    fn accessor(&self, key: &str) -> Result<Option<usize>, Error> {
        let accessor = self.at.index(key, self.store.count(), "accessors")?;
        if let Some(length) = accessor.map(|accessor| self.store.length(accessor)).transpose()?
            && length != self.count
        {
            return Err(self.at.wrong_at(
                key,
                format!("expected {} elements, one for each position, found {length}", self.count),
            ));
        }
        Ok(accessor)
    }

    /// The list, empty if missing, with zeros for non-finite numbers: these only affect the look.
    fn optional<const N: usize>(&self, key: &str) -> Result<Vec<[f32; N]>, Error> {
        let Some(accessor) = self.accessor(key)? else { return Ok(Vec::new()) };
        let mut list = self.store.elements::<f32, N>(accessor)?;
        for element in &mut list {
            element
                .iter_mut()
                .filter(|number| !number.is_finite())
                .for_each(|number| *number = 0.0);
        }
        Ok(list)
    }

    fn colors(&self) -> Result<Vec<[f32; 4]>, Error> {
        match self.accessor("COLOR_0")?.map(|accessor| self.store.width(accessor)).transpose()? {
            Some(3) => Ok(self
                .optional::<3>("COLOR_0")?
                .into_iter()
                .map(|[r, g, b]| [r, g, b, 1.0])
                .collect()),
            _ => self.optional::<4>("COLOR_0"),
        }
    }
}

/// All `JOINTS_n` with their `WEIGHTS_n`.
fn read_influences(
    reader: &Attributes<'_>,
    joint_count: usize,
    read: &mut Primitive,
) -> Result<(), Error> {
    let mut sets = Vec::new();
    while let Some(joints) = reader.accessor(&format!("JOINTS_{}", sets.len()))? {
        let key = format!("WEIGHTS_{}", sets.len());
        let weights = reader.accessor(&key)?.ok_or_else(|| {
            reader.at.wrong_at(&key, "expected weights for the joints, found nothing")
        })?;
        sets.push((reader.store.elements::<u32, 4>(joints)?, reader.store.finite::<4>(weights)?));
    }
    reader.store.spend_bytes(reader.at, sets.len() * 4 * reader.count * size_of::<Influence>())?;
    read.influences_per_vertex = 4 * sets.len();
    read.influences = Vec::with_capacity(read.influences_per_vertex * reader.count);
    for vertex in 0..reader.count {
        for (set, (joints, weights)) in sets.iter().enumerate() {
            for (&joint, &weight) in joints[vertex].iter().zip(&weights[vertex]) {
                if joint as usize >= joint_count && weight != 0.0 {
                    let problem = format!(
                        "vertex {vertex} refers to joint {joint}, but the skin has {joint_count}"
                    );
                    return Err(reader.at.wrong_at(&format!("JOINTS_{set}"), problem));
                }
                read.influences.push(if weight == 0.0 {
                    Influence::default()
                } else {
                    Influence { joint, weight }
                });
            }
        }
    }
    Ok(())
}

/// Reads the morph targets, and applies those with a weight at rest.
fn read_morphs(
    at: &At<'_>,
    (mesh, wanted): (&str, &Wanted<'_>),
    read: &mut Primitive,
    counted: &mut Skipped,
) -> Result<Vec<MorphOffsets>, Error> {
    let mut morphs = Vec::new();
    for (index, target) in at.objects("targets")?.iter().enumerate() {
        let weight = wanted.morph_weights.get(index).copied().unwrap_or(0.0);
        let reader = Attributes { at: target, store: wanted.store, count: read.positions.len() };
        let morph = match offsets(&reader) {
            Ok(morph) => morph,
            // At rest it has no effect.
            Err(_) if weight == 0.0 => {
                counted.add("morph targets/damaged", mesh);
                MorphOffsets::default()
            }
            Err(error) => return Err(error),
        };
        if weight != 0.0 {
            for (&vertex, &offset) in morph.vertices.iter().zip(&morph.offsets) {
                read.positions[vertex as usize] += offset * weight;
            }
            for (normal, offset) in read.normals.iter_mut().zip(reader.optional::<3>("NORMAL")?) {
                *normal = (*normal + Vec3::from_array(offset) * weight).normalize_or_zero();
            }
        }
        morphs.push(morph);
    }
    match read.positions.iter().position(|position| !position.is_finite()) {
        Some(vertex) => {
            Err(at.wrong_at("targets", format!("vertex {vertex} is morphed to infinity")))
        }
        None => Ok(morphs),
    }
}

/// The offsets of a morph target that are not zero: most targets move few vertices.
fn offsets(reader: &Attributes<'_>) -> Result<MorphOffsets, Error> {
    let all = reader.optional::<3>("POSITION")?;
    let moved = (0..).zip(&all).filter(|(_, offset)| **offset != [0.0; 3]);
    let (vertices, offsets): (Vec<u32>, Vec<Vec3>) =
        moved.map(|(vertex, &offset)| (vertex, Vec3::from_array(offset))).unzip();
    reader.store.restore(size_of_val(all.as_slice()));
    reader.store.spend_bytes(reader.at, vertices.len() * (size_of::<u32>() + size_of::<Vec3>()))?;
    Ok(MorphOffsets { primitive: 0, vertices, offsets })
}

fn read_indices(at: &At<'_>, store: &Store<'_>, count: usize) -> Result<Vec<u32>, Error> {
    let Some(accessor) = at.index("indices", store.count(), "accessors")? else {
        store.spend_bytes(at, 4 * count)?;
        return Ok((0..u32::try_from(count).unwrap_or(u32::MAX)).collect());
    };
    let indices: Vec<u32> =
        store.elements::<u32, 1>(accessor)?.into_iter().map(|[index]| index).collect();
    match indices.iter().find(|&&index| index as usize >= count) {
        Some(index) => {
            Err(at.wrong_at("indices", format!("index {index} is not among the {count} vertices")))
        }
        None => Ok(indices),
    }
}
