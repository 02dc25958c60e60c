//! Morphs, display frames and physics, which follow the bones in a model file. Morphs, rigid bodies
//! and their joints are read; the rest is counted and listed, not used.

use encoding_rs::Encoding;
use kansetsu::glam::Vec3;

use super::encoding::{decoded, shift_jis, until_null};
use super::header::{Header, text};
use super::model::Bone;
use super::morphs::{self, Effect, FileMorph};
use super::physics::{Body, BodyJoint, Physics};
use super::surface::place;
use crate::Error;
use crate::byte_reader::ByteReader;
use crate::element::Skipped;

/// What is read of the sections behind the bones.
#[derive(Default)]
pub(super) struct Rest {
    pub(super) morphs: Vec<FileMorph>,
    pub(super) physics: Physics,
}

/// Reads one entry of a section and returns its name.
type ReadEntry = fn(&mut ByteReader<'_>, &Header, &mut Physics) -> Result<String, Error>;

/// Reads the sections of a PMX file. Those at its end may be missing.
pub(super) fn pmx(
    b: &mut ByteReader<'_>,
    head: &Header,
    counted: &mut Skipped,
    rest: &mut Rest,
) -> Result<(), Error> {
    if b.left() == 0 {
        return Ok(());
    }
    for _ in 0..b.count(8, "morphs")? {
        rest.morphs.push(morphs::read(b, head, counted)?);
    }
    let sections: [(&str, ReadEntry); 4] = [
        ("display frames", display_frame),
        ("rigid bodies", rigid_body),
        ("joints", joint),
        ("soft bodies", soft_body),
    ];
    for (what, read) in sections {
        if b.left() == 0 {
            return Ok(());
        }
        for _ in 0..b.count(8, what)? {
            let name = read(b, head, &mut rest.physics)?;
            counted.add(what, &name);
        }
    }
    counted.add_many("bytes behind the end", "", usize::from(b.left() > 0));
    Ok(())
}

fn name(b: &mut ByteReader<'_>, head: &Header, what: &str) -> Result<String, Error> {
    let name = text(b, head, what)?;
    text(b, head, what)?;
    Ok(name)
}

fn display_frame(b: &mut ByteReader<'_>, head: &Header, _: &mut Physics) -> Result<String, Error> {
    let what = "a display frame";
    let name = name(b, head, what)?;
    b.u8(what)?;
    for _ in 0..b.count(2, "entries of a display frame")? {
        let is_bone = b.u8(what)? == 0;
        b.take(if is_bone { head.bone } else { head.morph }, what)?;
    }
    Ok(name)
}

fn rigid_body(
    b: &mut ByteReader<'_>,
    head: &Header,
    physics: &mut Physics,
) -> Result<String, Error> {
    let what = "a rigid body";
    let name = name(b, head, what)?;
    let bone = b.index(head.bone, what)?;
    physics.bodies.push(Body::read(b, bone)?);
    Ok(name)
}

fn joint(b: &mut ByteReader<'_>, head: &Header, physics: &mut Physics) -> Result<String, Error> {
    let what = "a joint of physics";
    let name = name(b, head, what)?;
    b.u8(what)?;
    let bodies = [b.index(head.body, what)?, b.index(head.body, what)?];
    physics.joints.push(BodyJoint::read(b, bodies)?);
    Ok(name)
}

fn soft_body(b: &mut ByteReader<'_>, head: &Header, _: &mut Physics) -> Result<String, Error> {
    let what = "a soft body";
    let name = name(b, head, what)?;
    // Shape, material, group, mask, flags; distance, clusters, mass, margin, aerodynamics model; 12
    // + 6 factors, 4 counts, 3 factors.
    b.take(1 + head.material + 4 + 20 + 4 * (12 + 6 + 4 + 3), what)?;
    let anchors = b.count(head.body + head.vertex + 1, "anchors of a soft body")?;
    b.take(anchors * (head.body + head.vertex + 1), what)?;
    let pins = b.count(head.vertex, "pins of a soft body")?;
    b.take(pins * head.vertex, what)?;
    Ok(name)
}

/// Reads the sections of a PMD file behind its bones. Those at its end may be missing.
pub(super) fn pmd(
    b: &mut ByteReader<'_>,
    (bones, encoding): (&[Bone], &'static Encoding),
    counted: &mut Skipped,
    rest: &mut Rest,
) -> Result<(), Error> {
    if b.left() < 2 {
        return Ok(());
    }
    let count = usize::from(b.u16("the number of morphs")?);
    read_old_morphs(b, (count, encoding), &mut rest.morphs)?;
    let shown = usize::from(b.u8("the display of morphs")?);
    b.take(2 * shown, "the display of morphs")?;
    let frames = usize::from(b.u8("display frames")?);
    for _ in 0..frames {
        let name = shift_jis(b.take(50, "a display frame")?);
        counted.add("display frames", &name);
    }
    let entries = b.count(3, "entries of display frames")?;
    b.take(3 * entries, "entries of display frames")?;
    if b.left() == 0 {
        return Ok(());
    }
    if b.u8("the English names")? == 1 {
        b.take(
            276 + 20 * bones.len() + 20 * count.saturating_sub(1) + 50 * frames,
            "the English names",
        )?;
    }
    if b.left() == 0 {
        return Ok(());
    }
    b.take(1000, "the toon pictures")?;
    if b.left() == 0 {
        return Ok(());
    }
    for _ in 0..b.count(83, "rigid bodies")? {
        let (name, body) = old_body(b, bones)?;
        rest.physics.bodies.push(body);
        counted.add("rigid bodies", &name);
    }
    if b.left() == 0 {
        return Ok(());
    }
    for _ in 0..b.count(124, "joints")? {
        let what = "a joint of physics";
        let name = shift_jis(b.take(20, what)?);
        let bodies = [b.u32(what)?, b.u32(what)?].map(|body| Some(body as usize));
        rest.physics.joints.push(BodyJoint::read(b, bodies)?);
        counted.add("joints", &name);
    }
    counted.add_many("bytes behind the end", "", usize::from(b.left() > 0));
    Ok(())
}

/// A body of a PMD file, whose position is relative to its bone, or to the first bone.
fn old_body(b: &mut ByteReader<'_>, bones: &[Bone]) -> Result<(String, Body), Error> {
    let what = "a rigid body";
    let name = shift_jis(b.take(20, what)?);
    let bone = Some(b.u16(what)?).filter(|&bone| bone != u16::MAX).map(usize::from);
    let mut body = Body::read(b, bone)?;
    body.position += bones.get(bone.unwrap_or(0)).map_or(Vec3::ZERO, |bone| bone.position);
    Ok((name, body))
}

/// The first morph, of kind 0, lists the vertices that the others move.
fn read_old_morphs(
    b: &mut ByteReader<'_>,
    (count, encoding): (usize, &'static Encoding),
    morphs: &mut Vec<FileMorph>,
) -> Result<(), Error> {
    let what = "a morph";
    let mut base: Vec<u32> = Vec::new();
    for _ in 0..count {
        let raw_name = until_null(b.take(20, what)?).to_vec();
        let name = decoded(&raw_name, encoding);
        let length = b.count(16, "vertices of a morph")?;
        let is_base = b.u8(what)? == 0;
        let mut offsets = Vec::with_capacity(length);
        for _ in 0..length {
            offsets.push((b.u32(what)?, place(b.floats(what)?)));
        }
        if is_base {
            base = offsets.into_iter().map(|(vertex, _)| vertex).collect();
            continue;
        }
        let moved = offsets
            .into_iter()
            .filter_map(|(index, offset)| Some((*base.get(index as usize)?, offset)))
            .collect();
        morphs.push(FileMorph { name, raw_name, effect: Effect::Vertices(moved) });
    }
    Ok(())
}
