//! PMX 2.0 and 2.1.

use kansetsu::glam::{Vec2, Vec3};

use super::header::{Header, header, text};
use super::model::{Append, Bone, Ik, IkLink};
use super::parsed::Parsed;
use super::rest::{self, Rest};
use super::surface::{Part, Surface, Vertex, color, place};
use crate::byte_reader::ByteReader;
use crate::element::Skipped;
use crate::{AlphaMode, Error, Material};

pub(super) const FORMAT: &str = "PMX";

/// Reads a model.
pub(super) fn read(
    bytes: &[u8],
    counted: &mut Skipped,
    warnings: &mut Vec<String>,
) -> Result<Parsed, Error> {
    let mut b = ByteReader::new(FORMAT, bytes);
    b.take(4, "the signature")?;
    let version = b.f32("the version")?;
    if !(2.0..3.0).contains(&version) {
        return Err(Error::Unsupported {
            format: FORMAT,
            place: "byte 4".to_owned(),
            what: format!("version {version} (2.0 and 2.1 are read)"),
        });
    }
    let head = header(&mut b)?;
    let name = text(&mut b, &head, "the model's name")?;
    for what in ["the English name", "the comment", "the English comment"] {
        text(&mut b, &head, what)?;
    }
    let mut surface = Surface::default();
    let count = b.count(38, "vertices")?;
    surface.vertices.reserve_exact(count);
    for _ in 0..count {
        surface.vertices.push(vertex(&mut b, &head, counted)?);
    }
    let count = b.count(head.vertex, "vertex indices")?;
    surface.indices.reserve_exact(count);
    for _ in 0..count {
        surface.indices.push(b.vertex_index(head.vertex, "an index")?);
    }
    let textures = (0..b.count(4, "pictures")?)
        .map(|_| text(&mut b, &head, "a picture's path"))
        .collect::<Result<Vec<_>, _>>()?;
    for _ in 0..b.count(80, "materials")? {
        surface.parts.push(material(&mut b, &head, &textures, counted)?);
    }
    let bones = (0..b.count(28, "bones")?)
        .map(|_| bone(&mut b, &head, counted))
        .collect::<Result<Vec<_>, _>>()?;
    counted.add_many(
        "additional UVs",
        "",
        if head.more_uvs > 0 { surface.vertices.len() } else { 0 },
    );
    let mut rest = Rest::default();
    if let Err(error) = rest::pmx(&mut b, &head, counted, &mut rest) {
        warnings.push(format!("{error}; the rest is not read"));
    }
    Ok(Parsed { name, bones, surface, rest })
}

fn vertex(b: &mut ByteReader<'_>, head: &Header, counted: &mut Skipped) -> Result<Vertex, Error> {
    let what = "a vertex";
    let (position, [nx, ny, nz], [u, v]) =
        (b.floats::<3>(what)?, b.looks::<3>(what)?, b.looks::<2>(what)?);
    b.take(16 * head.more_uvs, what)?;
    let mut weights = [(None, 0.0); 4];
    let kind = b.u8(what)?;
    match kind {
        3 => counted.add("weights/SDEF", ""),
        4 => counted.add("weights/QDEF", ""),
        _ => {}
    }
    match kind {
        0 => weights[0] = (b.index(head.bone, what)?, 1.0),
        // Spherical blending (3) has three further vectors; the weights are the same.
        kind @ (1 | 3) => {
            let bones = [b.index(head.bone, what)?, b.index(head.bone, what)?];
            let first = b.f32(what)?;
            weights[0] = (bones[0], first);
            weights[1] = (bones[1], 1.0 - first);
            if kind == 3 {
                b.take(36, what)?;
            }
        }
        2 | 4 => {
            for weight in &mut weights {
                weight.0 = b.index(head.bone, what)?;
            }
            for weight in &mut weights {
                weight.1 = b.f32(what)?;
            }
        }
        kind => {
            return Err(b.wrong(format!("a vertex has the weight type {kind}; expected 0 to 4")));
        }
    }
    b.looks::<1>(what)?;
    Ok(Vertex {
        position: place(position),
        normal: Vec3::new(nx, ny, -nz),
        uv: Vec2::new(u, v),
        weights,
    })
}

fn material(
    b: &mut ByteReader<'_>,
    head: &Header,
    textures: &[String],
    counted: &mut Skipped,
) -> Result<Part, Error> {
    let what = "a material";
    let name = text(b, head, what)?;
    text(b, head, what)?;
    let diffuse = b.looks::<4>(what)?;
    b.take(16, what)?;
    let ambient = b.looks::<3>(what)?;
    let flags = b.u8(what)?;
    b.take(20, what)?;
    let texture = b.index(head.texture, what)?.and_then(|index| textures.get(index)).cloned();
    let sphere = b.index(head.texture, what)?;
    b.u8(what)?;
    counted.add_many("materials/edges", "", usize::from(flags & 0x10 != 0));
    counted.add_many("materials/sphere", "", usize::from(sphere.is_some()));
    match b.u8(what)? {
        0 => drop(b.index(head.texture, what)?),
        _ => drop(b.u8(what)?),
    }
    text(b, head, what)?;
    let count = b.u32(what)? as usize;
    Ok(Part {
        material: look(name, diffuse, ambient, flags & 1 != 0, texture.is_some()),
        texture,
        count,
    })
}

/// Materials of both formats. Pictures may have transparent parts, which the file does not state.
pub(super) fn look(
    name: String,
    diffuse: [f32; 4],
    ambient: [f32; 3],
    double_sided: bool,
    has_picture: bool,
) -> Material {
    let base_color = color(diffuse, ambient);
    let alpha = match (base_color[3] < 0.999, has_picture) {
        (true, _) => AlphaMode::Blend,
        (false, true) => AlphaMode::Mask(0.5),
        (false, false) => AlphaMode::Opaque,
    };
    Material { name, base_color, alpha, double_sided, roughness: 0.9, ..Material::default() }
}

fn bone(b: &mut ByteReader<'_>, head: &Header, counted: &mut Skipped) -> Result<Bone, Error> {
    let what = "a bone";
    let name = text(b, head, what)?;
    text(b, head, what)?;
    let mut bone = Bone {
        name,
        position: place(b.floats(what)?),
        parent: b.index(head.bone, what)?,
        layer: b.i32(what)?,
        ..Bone::default()
    };
    let flags = b.u16(what)?;
    let has = |bit: u16| flags & bit != 0;
    match has(0x0001) {
        true => drop(b.index(head.bone, what)?),
        false => drop(b.take(12, what)?),
    }
    bone.after_physics = has(0x1000);
    if has(0x0100) || has(0x0200) {
        let (source, ratio) = (b.index(head.bone, what)?, b.f32(what)?);
        bone.append = source.map(|source| Append {
            source,
            ratio,
            rotates: has(0x0100),
            translates: has(0x0200),
        });
    }
    if has(0x0400) {
        bone.fixed_axis = Some(place(b.floats(what)?)).filter(|axis| axis.length() > 1e-9);
    }
    if has(0x0080) && (has(0x0100) || has(0x0200)) {
        counted.add("bones/local append", &bone.name);
    }
    if has(0x0800) {
        counted.add("bones/local axes", &bone.name);
        b.take(24, what)?;
    }
    if has(0x2000) {
        counted.add("bones/external parent", &bone.name);
        b.i32(what)?;
    }
    if has(0x0020) {
        bone.ik = ik(b, head)?;
    }
    Ok(bone)
}

fn ik(b: &mut ByteReader<'_>, head: &Header) -> Result<Option<Ik>, Error> {
    let what = "an IK bone";
    let (target, rounds, step) = (b.index(head.bone, what)?, b.u32(what)?, b.f32(what)?);
    let mut links = Vec::new();
    for _ in 0..b.count(head.bone + 1, "IK links")? {
        let bone = b.index(head.bone, what)?;
        let limits = match b.u8(what)? {
            0 => None,
            _ => Some([b.floats::<3>(what)?, b.floats::<3>(what)?]),
        };
        links.extend(
            bone.map(|bone| IkLink { bone, limits: limits.map(|[low, high]| mirrored(low, high)) }),
        );
    }
    Ok(target.map(|target| Ik {
        target,
        iterations: rounds.min(MOST_ROUNDS),
        max_angle: step,
        links,
    }))
}

/// MikuMikuDance's own bound.
pub(super) const MOST_ROUNDS: u32 = 255;

/// Angles about x and y change their signs with z, those about z do not.
pub(super) fn mirrored(low: [f32; 3], high: [f32; 3]) -> [Vec3; 2] {
    let (low, high): ([f32; 3], [f32; 3]) = (
        std::array::from_fn(|i| low[i].min(high[i])),
        std::array::from_fn(|i| low[i].max(high[i])),
    );
    [Vec3::new(-high[0], -high[1], low[2]), Vec3::new(-low[0], -low[1], high[2])]
}
