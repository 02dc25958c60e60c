//! Morphs, display frames and physics, which follow the bones in a model file. They are counted and
//! listed, not used.

use super::encoding::shift_jis;
use super::header::{Header, text};
use crate::Error;
use crate::byte_reader::ByteReader;
use crate::element::Skipped;

/// Reads one entry of a section and returns its name.
type ReadEntry = fn(&mut ByteReader<'_>, &Header) -> Result<String, Error>;

/// Counts the rest of a PMX file. The sections at its end may be missing.
pub(super) fn pmx(
    b: &mut ByteReader<'_>,
    head: &Header,
    counted: &mut Skipped,
) -> Result<(), Error> {
    let sections: [(&str, ReadEntry); 5] = [
        ("morphs", morph),
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

fn morph(b: &mut ByteReader<'_>, head: &Header) -> Result<String, Error> {
    let what = "a morph";
    let name = name(b, head, what)?;
    b.u8(what)?;
    let kind = b.u8(what)?;
    let size = match kind {
        0 | 9 => head.morph + 4,
        1 => head.vertex + 12,
        2 => head.bone + 28,
        3..=7 => head.vertex + 16,
        8 => head.material + 113,
        10 => head.body + 25,
        _ => {
            return Err(b.wrong(format!("\"{name}\" is a morph of kind {kind}; expected 0 to 10")));
        }
    };
    let count = b.count(size, "offsets of a morph")?;
    b.take(count * size, what)?;
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

/// Counts the rest of a PMD file, which has `bones` bones.
pub(super) fn pmd(
    b: &mut ByteReader<'_>,
    bones: usize,
    counted: &mut Skipped,
) -> Result<(), Error> {
    if b.left() < 2 {
        return Ok(());
    }
    let morphs = usize::from(b.u16("the number of morphs")?);
    for _ in 0..morphs {
        let name = shift_jis(b.take(20, "a morph")?);
        let vertices = b.count(0, "vertices of a morph")?;
        // The first morph only lists the vertices that the others move.
        if b.u8("a morph")? != 0 {
            counted.add("morphs", &name);
        }
        b.take(vertices.saturating_mul(16), "a morph")?;
    }
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
            276 + 20 * bones + 20 * morphs.saturating_sub(1) + 50 * frames,
            "the English names",
        )?;
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
