//! A rotation in seven bytes.
//!
//! Of the four parts of a unit quaternion the largest is left out (its sign made positive: both
//! signs are the same rotation); the others lie within ±1/√2 and get 18 bits each, together with
//! two bits for which one was left out. The steps are 5.4e-6, so that a rotation comes back to
//! within 0.0015°. (The "smallest three": known from games' network code, for example G. Fiedler,
//! "Snapshot compression", 2015.)

use std::f32::consts::FRAC_1_SQRT_2;

use kansetsu::glam::{Quat, Vec4};

/// The greatest number of 18 bits.
const MOST: u64 = (1 << 18) - 1;

/// How many bytes a rotation takes.
pub(super) const SIZE: usize = 7;

/// The rotation as bytes; its length does not matter.
pub(super) fn pack(rotation: Quat) -> [u8; SIZE] {
    let parts = Vec4::from(rotation.normalize());
    let largest = (0..4)
        .fold(0, |best, part| if parts[part].abs() > parts[best].abs() { part } else { best });
    let sign = if parts[largest] < 0.0 { -1.0 } else { 1.0 };
    let mut word = largest as u64;
    for part in (0..4).filter(|&part| part != largest) {
        let unit = 0.5 + 0.5 * f64::from(sign * parts[part]) / f64::from(FRAC_1_SQRT_2);
        word = (word << 18) | ((unit * MOST as f64).round() as u64).min(MOST);
    }
    let mut bytes = [0; SIZE];
    bytes.copy_from_slice(&word.to_le_bytes()[..SIZE]);
    bytes
}

/// The rotation of these bytes. Any bytes give one.
pub(super) fn unpack(bytes: [u8; SIZE]) -> Quat {
    let mut word = [0; 8];
    word[..SIZE].copy_from_slice(&bytes);
    let mut word = u64::from_le_bytes(word);
    let largest = (word >> 54) as usize & 3;
    let mut parts = [0.0_f64; 4];
    for part in (0..4).rev().filter(|&part| part != largest) {
        parts[part] = ((word & MOST) as f64 / MOST as f64 * 2.0 - 1.0) * f64::from(FRAC_1_SQRT_2);
        word >>= 18;
    }
    let rest = 1.0 - parts.iter().map(|part| part * part).sum::<f64>();
    parts[largest] = rest.max(0.0).sqrt();
    Quat::from_array(parts.map(|part| part as f32)).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_come_back() {
        let mut worst = 0.0_f32;
        for step in 0..20_000 {
            let angle = |factor: f32| (step as f32 * factor).sin();
            let rotation = Quat::from_xyzw(angle(0.11), angle(0.37), angle(1.7), angle(2.9));
            if rotation.length() > 0.1 {
                let off = rotation.normalize().inverse() * unpack(pack(rotation));
                worst = worst.max(2.0 * off.xyz().length());
            }
        }
        assert!(worst.to_degrees() < 0.0015, "{}°", worst.to_degrees());
        for exact in [
            Quat::IDENTITY,
            Quat::from_xyzw(1.0, 0.0, 0.0, 0.0),
            Quat::from_xyzw(0.5, -0.5, 0.5, -0.5),
        ] {
            assert!((exact.inverse() * unpack(pack(exact))).xyz().length() < 1e-5, "{exact}");
        }
    }

    #[test]
    fn any_bytes_are_a_rotation() {
        for byte in 0..=255 {
            assert!((unpack([byte; SIZE]).length() - 1.0).abs() < 1e-5);
        }
    }
}
