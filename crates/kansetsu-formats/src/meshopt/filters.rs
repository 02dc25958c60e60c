//! Transforms of decoded elements to the numbers of their accessors.

use super::coding::Filter;

/// Applies a filter to elements of `stride` bytes, which must be one of the filter's.
pub(super) fn apply(filter: Filter, bytes: &mut [u8], stride: usize) {
    match (filter, stride) {
        (Filter::None, _) => {}
        (Filter::Octahedral, 4) => each_bytes(bytes, |e| signed(octahedral(as_signed(e), 127.0))),
        (Filter::Octahedral, _) => each_shorts(bytes, |e| octahedral(e, 32767.0)),
        (Filter::Quaternion, _) => each_shorts(bytes, quaternion),
        (Filter::Exponential, _) => {
            for number in bytes.as_chunks_mut::<4>().0 {
                *number = exponential(i32::from_le_bytes(*number)).to_le_bytes();
            }
        }
        (Filter::Color, 4) => each_bytes(bytes, |e| {
            let [_, co, cg, _] = as_signed(e);
            color([e[0].into(), co.into(), cg.into(), e[3].into()], 255.0).map(|part| part as u8)
        }),
        (Filter::Color, _) => each_shorts(bytes, |e| {
            let [y, a] = [e[0], e[3]].map(i16::cast_unsigned);
            let parts = [y.into(), e[1].into(), e[2].into(), a.into()];
            color(parts, 65535.0).map(|part| (part as u16).cast_signed())
        }),
    }
}

fn each_bytes(bytes: &mut [u8], change: impl Fn([u8; 4]) -> [u8; 4]) {
    for element in bytes.as_chunks_mut::<4>().0 {
        *element = change(*element);
    }
}

fn each_shorts(bytes: &mut [u8], change: impl Fn([i16; 4]) -> [i16; 4]) {
    for element in bytes.as_chunks_mut::<8>().0 {
        let [a, b, c, d, e, f, g, h] = *element;
        let shorts = [[a, b], [c, d], [e, f], [g, h]].map(i16::from_le_bytes);
        element.copy_from_slice(change(shorts).map(i16::to_le_bytes).as_flattened());
    }
}

fn as_signed(element: [u8; 4]) -> [i16; 4] {
    element.map(|byte| i16::from(byte.cast_signed()))
}

fn signed(element: [i16; 4]) -> [u8; 4] {
    element.map(|number| (number as i8).cast_unsigned())
}

/// The nearest integer; halves away from zero.
fn rounded(number: f32) -> i32 {
    (number + if number >= 0.0 { 0.5 } else { -0.5 }) as i32
}

/// A unit vector from x, y and the scale; the fourth number stays.
fn octahedral([x, y, scale, kept]: [i16; 4], largest: f32) -> [i16; 4] {
    let [mut x, mut y, scale] = [x, y, scale].map(f32::from);
    let z = scale - x.abs() - y.abs();
    // The lower half is folded over the edges of the upper one.
    let fold = z.min(0.0);
    x += if x >= 0.0 { fold } else { -fold };
    y += if y >= 0.0 { fold } else { -fold };
    let factor = largest / (x * x + y * y + z * z).sqrt();
    let [x, y, z] = [x, y, z].map(|part| rounded(part * factor) as i16);
    [x, y, z, kept]
}

/// A unit quaternion from its three smallest components; the last number has the index of the
/// largest component in two bits, and the scale.
fn quaternion([x, y, z, last]: [i16; 4]) -> [i16; 4] {
    let factor = std::f32::consts::FRAC_1_SQRT_2 / f32::from(last | 3);
    let [x, y, z] = [x, y, z].map(|part| f32::from(part) * factor);
    let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    let mut quaternion = [w, x, y, z].map(|part| rounded(part * 32767.0) as i16);
    quaternion.rotate_right((last & 3) as usize);
    quaternion
}

/// The mantissa in 24 bits times two to the power of the upper 8 bits.
fn exponential(number: i32) -> f32 {
    let (mantissa, exponent) = ((number << 8) >> 8, number >> 24);
    let power = f32::from_bits(((exponent + 127) as u32) << 23);
    power * mantissa as f32
}

/// RGBA from luma, two chromas and alpha, whose highest bit is the scale.
fn color([y, co, cg, alpha]: [i32; 4], largest: f32) -> [i32; 4] {
    let scale = (0..4).fold(alpha, |bits, step| bits | (bits >> (1 << step)));
    let alpha = ((alpha << 1) & scale) | (alpha & 1);
    let factor = largest / scale as f32;
    [y + co - cg, y + cg, y - co - cg, alpha]
        .map(|part| (part as f32 * factor + 0.5).clamp(0.0, largest) as i32)
}
