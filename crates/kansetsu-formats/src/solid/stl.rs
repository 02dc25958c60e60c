//! STL, binary and text.

use kansetsu::glam::Vec3;

use super::part::{SolidPart, add_flat, malformed, position};
use crate::byte_reader::ByteReader;
use crate::{Error, Primitive};

const FORMAT: &str = "STL";

/// The bytes before the triangles of a binary file, and those of a triangle.
const HEAD: usize = 84;
const TRIANGLE: usize = 50;

/// Whether the bytes are an STL file by their length or their words.
pub(super) fn is_stl(bytes: &[u8]) -> bool {
    is_binary(bytes) || is_text(bytes)
}

/// Some binary files start with the word of text files, so that the length decides.
fn is_binary(bytes: &[u8]) -> bool {
    let count = bytes
        .get(80..HEAD)
        .map(|count| u32::from_le_bytes([count[0], count[1], count[2], count[3]]) as usize);
    count.is_some_and(|count| bytes.len() == HEAD + count.saturating_mul(TRIANGLE))
}

fn is_text(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    start.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"))
}

pub(super) fn read(bytes: &[u8]) -> Result<Vec<SolidPart>, Error> {
    let primitive = if is_binary(bytes) || !is_text(bytes) { binary(bytes)? } else { text(bytes)? };
    Ok(vec![SolidPart { primitive, color: None }])
}

fn binary(bytes: &[u8]) -> Result<Primitive, Error> {
    let mut b = ByteReader::new(FORMAT, bytes);
    b.take(80, "the header")?;
    let count = b.count(TRIANGLE, "triangles")?;
    let mut part = Primitive::default();
    for _ in 0..count {
        let what = "a triangle";
        b.take(12, what)?;
        let mut corners = [Vec3::ZERO; 3];
        for corner in &mut corners {
            *corner = Vec3::from_array(b.floats(what)?);
        }
        b.take(2, what)?;
        let corners = corners.map(|corner| position(corner.to_array()));
        if let [Some(first), Some(second), Some(third)] = corners {
            add_flat(&mut part, [first, second, third]);
        }
    }
    Ok(part)
}

fn text(bytes: &[u8]) -> Result<Primitive, Error> {
    let text = String::from_utf8_lossy(bytes);
    let mut part = Primitive::default();
    let mut corners: Vec<Vec3> = Vec::with_capacity(4);
    for (line, words) in text.lines().enumerate() {
        let mut words = words.split_whitespace();
        match words.next().map(str::to_ascii_lowercase).as_deref() {
            Some("vertex") => {
                let numbers: Vec<f32> = words.filter_map(|word| word.parse().ok()).collect();
                let corner = match numbers[..] {
                    [x, y, z] => position([x, y, z]),
                    _ => None,
                };
                corners.push(corner.ok_or_else(|| {
                    let place = format!("line {}", line + 1);
                    malformed(FORMAT, place, "expected three finite numbers after \"vertex\"")
                })?);
            }
            Some("outer" | "facet") => corners.clear(),
            Some("endloop") => {
                for pair in corners.get(1..).unwrap_or_default().windows(2) {
                    add_flat(&mut part, [corners[0], pair[0], pair[1]]);
                }
                corners.clear();
            }
            _ => {}
        }
    }
    Ok(part)
}
