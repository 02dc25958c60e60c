//! PMD, the older model format.

use encoding_rs::Encoding;
use kansetsu::glam::{Vec2, Vec3};

use super::encoding::{decoded, likeliest, shift_jis, until_null};
use super::model::{Append, Bone, Ik, IkLink};
use super::parsed::Parsed;
use super::pmx::{MOST_ROUNDS, look, mirrored};
use super::rest::{self, Rest};
use super::surface::{Part, Surface, Vertex, place};
use crate::Error;
use crate::byte_reader::ByteReader;
use crate::element::Skipped;

pub(super) const FORMAT: &str = "PMD";

/// Reads a model.
pub(super) fn read(
    bytes: &[u8],
    counted: &mut Skipped,
    warnings: &mut Vec<String>,
) -> Result<Parsed, Error> {
    let mut b = ByteReader::new(FORMAT, bytes);
    b.take(7, "the signature and the version")?;
    let name = shift_jis(b.take(20, "the model's name")?);
    b.take(256, "the comment")?;
    let mut surface = Surface::default();
    for _ in 0..b.count(38, "vertices")? {
        surface.vertices.push(vertex(&mut b)?);
    }
    for _ in 0..b.count(2, "vertex indices")? {
        surface.indices.push(b.u16("an index")?.into());
    }
    for _ in 0..b.count(70, "materials")? {
        surface.parts.push(material(&mut b, counted)?);
    }
    let count = b.u16("the number of bones")?;
    let raw = (0..count).map(|_| RawBone::read(&mut b)).collect::<Result<Vec<_>, _>>()?;
    let encoding = likeliest(raw.iter().map(|bone| &bone.name[..]));
    let mut bones: Vec<Bone> = raw.iter().map(|bone| bone.bone(&raw, encoding)).collect();
    let chains = b.u16("the number of chains")?;
    for _ in 0..chains {
        read_chain(&mut b, &mut bones)?;
    }
    let mut rest = Rest::default();
    if let Err(error) = rest::pmd(&mut b, (&bones, encoding), counted, &mut rest) {
        warnings.push(format!("{error}; the rest is not read"));
    }
    Ok(Parsed { name, bones, surface, rest })
}

fn vertex(b: &mut ByteReader<'_>) -> Result<Vertex, Error> {
    let what = "a vertex";
    let (position, [nx, ny, nz], [u, v]) =
        (b.floats::<3>(what)?, b.looks::<3>(what)?, b.looks::<2>(what)?);
    let bones = [b.u16(what)?, b.u16(what)?].map(|bone| Some(usize::from(bone)));
    let first = f32::from(b.u8(what)?.min(100)) / 100.0;
    b.u8(what)?;
    let weights = [(bones[0], first), (bones[1], 1.0 - first), (None, 0.0), (None, 0.0)];
    Ok(Vertex {
        position: place(position),
        normal: Vec3::new(nx, ny, -nz),
        uv: Vec2::new(u, v),
        weights,
    })
}

fn material(b: &mut ByteReader<'_>, counted: &mut Skipped) -> Result<Part, Error> {
    let what = "a material";
    let diffuse = b.looks::<4>(what)?;
    b.take(16, what)?;
    let ambient = b.looks::<3>(what)?;
    b.u8(what)?;
    let has_edge = b.u8(what)? != 0;
    counted.add_many("materials/edges", "", usize::from(has_edge));
    let count = b.u32(what)? as usize;
    // A star separates the picture from a sphere map.
    let paths = shift_jis(b.take(20, what)?);
    let is_sphere = |path: &str| {
        path.to_ascii_lowercase().ends_with(".sph") || path.to_ascii_lowercase().ends_with(".spa")
    };
    let texture =
        paths.split('*').find(|path| !path.is_empty() && !is_sphere(path)).map(str::to_owned);
    counted.add_many("materials/sphere", "", usize::from(paths.split('*').any(is_sphere)));
    // MikuMikuDance shows both sides of materials that are not opaque.
    let material = look(String::new(), diffuse, ambient, diffuse[3] < 1.0, texture.is_some());
    Ok(Part { material, texture, count })
}

struct RawBone {
    name: Vec<u8>,
    parent: u16,
    tail: u16,
    kind: u8,
    leader: u16,
    place: Vec3,
}

impl RawBone {
    fn read(b: &mut ByteReader<'_>) -> Result<Self, Error> {
        let what = "a bone";
        let name = until_null(b.take(20, what)?).to_vec();
        let (parent, tail, kind, leader) = (b.u16(what)?, b.u16(what)?, b.u8(what)?, b.u16(what)?);
        Ok(Self { name, parent, tail, kind, leader, place: place(b.floats(what)?) })
    }

    fn bone(&self, all: &[Self], encoding: &'static Encoding) -> Bone {
        let mut bone = Bone {
            name: decoded(&self.name, encoding),
            raw_name: self.name.clone(),
            position: self.place,
            parent: index(self.parent),
            ..Bone::default()
        };
        match self.kind {
            5 => {
                bone.append = index(self.leader).map(|source| Append {
                    source,
                    ratio: 1.0,
                    rotates: true,
                    translates: false,
                })
            }
            9 => {
                bone.append = index(self.tail).map(|source| Append {
                    source,
                    ratio: f32::from(self.leader) / 100.0,
                    rotates: true,
                    translates: false,
                })
            }
            8 => {
                let tail = index(self.tail).and_then(|tail| all.get(tail));
                bone.fixed_axis =
                    tail.map(|tail| tail.place - self.place).filter(|axis| axis.length() > 1e-9);
            }
            _ => {}
        }
        // A following bone is evaluated after the followed one.
        bone.layer = i32::from(bone.append.is_some());
        bone
    }
}

fn index(index: u16) -> Option<usize> {
    (index != u16::MAX).then_some(index.into())
}

fn read_chain(b: &mut ByteReader<'_>, bones: &mut [Bone]) -> Result<(), Error> {
    let what = "a chain";
    let (leader, target, length) = (b.u16(what)?, b.u16(what)?, b.u8(what)?);
    let (rounds, step) = (b.u16(what)?, b.f32(what)?);
    let mut links = Vec::new();
    for _ in 0..length {
        let bone = usize::from(b.u16(what)?);
        // The format has no limits: knees are recognized by their name.
        let is_knee = bones.get(bone).is_some_and(|bone| bone.name.contains("ひざ"));
        let limits =
            is_knee.then(|| mirrored([-std::f32::consts::PI, 0.0, 0.0], [-0.008, 0.0, 0.0]));
        links.push(IkLink { bone, limits });
    }
    let problem =
        format!("the IK bone {leader} of a chain does not exist; the model has {}", bones.len());
    let Some(bone) = bones.get_mut(usize::from(leader)) else { return Err(b.wrong(problem)) };
    bone.ik = Some(Ik {
        target: target.into(),
        iterations: u32::from(rounds).min(MOST_ROUNDS),
        max_angle: step * 4.0,
        links,
    });
    Ok(())
}
