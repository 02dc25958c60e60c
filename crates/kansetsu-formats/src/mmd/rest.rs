//! Morphs, display frames and physics, which follow the bones in a model file. Morphs are read; the
//! rest is counted and listed, not used.

use encoding_rs::Encoding;

use super::encoding::{decoded, shift_jis, until_null};
use super::header::{Header, text};
use super::morphs::{self, Effect, FileMorph};
use super::surface::place;
use crate::Error;
use crate::byte_reader::ByteReader;
use crate::element::Skipped;

/// Reads one entry of a section and returns its name.
type ReadEntry = fn(&mut ByteReader<'_>, &Header) -> Result<String, Error>;

/// Reads the morphs of a PMX file and counts the rest. The sections at its end may be missing.
pub(super) fn pmx(
    b: &mut ByteReader<'_>,
    head: &Header,
    counted: &mut Skipped,
    morphs: &mut Vec<FileMorph>,
) -> Result<(), Error> {
    if b.left() == 0 {
        return Ok(());
    }
    for _ in 0..b.count(8, "morphs")? {
        morphs.push(morphs::read(b, head, counted)?);
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
            let name = read(b, head)?;
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

fn display_frame(b: &mut ByteReader<'_>, head: &Header) -> Result<String, Error> {
    let what = "a display frame";
    let name = name(b, head, what)?;
    b.u8(what)?;
    for _ in 0..b.count(2, "entries of a display frame")? {
        let is_bone = b.u8(what)? == 0;
        b.take(if is_bone { head.bone } else { head.morph }, what)?;
    }
    Ok(name)
}

/// Bone, group, mask and shape; size, position and rotation; mass, four factors and the kind.
fn rigid_body(b: &mut ByteReader<'_>, head: &Header) -> Result<String, Error> {
    let what = "a rigid body";
    let name = name(b, head, what)?;
    b.take(head.bone + 4 + 36 + 21, what)?;
    Ok(name)
}

/// Kind and two bodies; position and rotation; four limits and two springs of three numbers.
fn joint(b: &mut ByteReader<'_>, head: &Header) -> Result<String, Error> {
    let what = "a joint of physics";
    let name = name(b, head, what)?;
    b.take(1 + 2 * head.body + 24 + 72, what)?;
    Ok(name)
}

fn soft_body(b: &mut ByteReader<'_>, head: &Header) -> Result<String, Error> {
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

/// Reads the morphs of a PMD file, which has `bones` bones, and counts the rest.
pub(super) fn pmd(
    b: &mut ByteReader<'_>,
    (bones, encoding): (usize, &'static Encoding),
    counted: &mut Skipped,
    morphs: &mut Vec<FileMorph>,
) -> Result<(), Error> {
    if b.left() < 2 {
        return Ok(());
    }
    let count = usize::from(b.u16("the number of morphs")?);
    read_old_morphs(b, (count, encoding), morphs)?;
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
        b.take(276 + 20 * bones + 20 * count.saturating_sub(1) + 50 * frames, "the English names")?;
    }
    if b.left() == 0 {
        return Ok(());
    }
    b.take(1000, "the toon pictures")?;
    for (what, length) in [("rigid bodies", 83), ("joints", 124)] {
        if b.left() == 0 {
            return Ok(());
        }
        for _ in 0..b.count(length, what)? {
            let name = shift_jis(b.take(length, what)?.get(..20).unwrap_or_default());
            counted.add(what, &name);
        }
    }
    counted.add_many("bytes behind the end", "", usize::from(b.left() > 0));
    Ok(())
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
