//! Conversion between linear light and sRGB.
//!
//! Light is added and averaged in linear units; a PNG stores sRGB (IEC 61966-2-1). Both conversions
//! use tables built with `libm`, so that every machine has the same tables.

use std::sync::LazyLock;

use kansetsu::glam::Vec3;

/// Steps of the table from light to bytes. Its index is the square root of the light, which puts
/// the steps where the eye is sensitive: the error stays below half a byte.
const STEPS: usize = 4096;

static FROM_BYTE: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|byte| decode(byte as f32 / 255.0)));

static TO_BYTE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let step = |index: usize| index as f32 / (STEPS - 1) as f32;
    (0..STEPS).map(|index| (encode(step(index) * step(index)) * 255.0 + 0.5) as u8).collect()
});

/// The linear light of an sRGB byte.
pub(crate) fn from_byte(byte: u8) -> f32 {
    FROM_BYTE[usize::from(byte)]
}

/// The sRGB byte of a linear light, clamped to [0, 1].
pub(crate) fn to_byte(light: f32) -> u8 {
    let index = light.clamp(0.0, 1.0).sqrt() * (STEPS - 1) as f32 + 0.5;
    TO_BYTE[index as usize]
}

/// The sRGB bytes of a linear colour.
pub(crate) fn to_bytes(light: Vec3) -> [u8; 3] {
    [to_byte(light.x), to_byte(light.y), to_byte(light.z)]
}

/// The linear colour of `0xRRGGBB`.
pub(crate) fn from_hex(hex: u32) -> Vec3 {
    let [_, r, g, b] = hex.to_be_bytes();
    Vec3::new(from_byte(r), from_byte(g), from_byte(b))
}

/// Tone mapping that keeps bright light from clipping: the identity up to `KNEE`, then a curve that
/// starts with the same slope and ends at 1.
pub(crate) fn soften(light: Vec3) -> Vec3 {
    const KNEE: f32 = 0.75;
    let soften = |x: f32| {
        let over = (x - KNEE) / (1.0 - KNEE);
        if over <= 0.0 { x.max(0.0) } else { KNEE + (1.0 - KNEE) * over / (1.0 + over) }
    };
    Vec3::new(soften(light.x), soften(light.y), soften(light.z))
}

fn decode(value: f32) -> f32 {
    if value <= 0.040_45 { value / 12.92 } else { libm::powf((value + 0.055) / 1.055, 2.4) }
}

fn encode(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * libm::powf(light, 1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_the_way_through_light() {
        for byte in 0..=255 {
            assert_eq!(to_byte(from_byte(byte)), byte);
        }
    }

    #[test]
    fn light_that_is_no_number_is_black() {
        assert_eq!(to_byte(f32::NAN), 0);
        assert_eq!(to_byte(f32::INFINITY), 255);
    }
}
