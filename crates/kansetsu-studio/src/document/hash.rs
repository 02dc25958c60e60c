//! A number for a content: the same for the same content, in every process and on every machine.
//!
//! Whatever can be serialised can be hashed: every field that is ever added to a type counts by
//! itself, none can be forgotten. The JSON text goes in as its length and then as 64-bit words,
//! mixed by multiplication and a shift with the finaliser of SplitMix64. It tells contents apart
//! that differ by accident; it is no signature. Projects, links and the names of kept files hold
//! such numbers.
//!
//! Source of the mixing constants: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom
//! number generators", OOPSLA 2014.

use std::io;

use serde::Serialize;
use serde_json::{
    Serializer,
    ser::{CompactFormatter, Formatter},
};

/// The hash of anything that can be serialised. -0 counts as 0; numbers that are not finite count
/// alike.
#[must_use]
pub fn of<T: Serialize + ?Sized>(value: &T) -> u64 {
    let mut serializer = Serializer::with_formatter(Vec::new(), UnsignedZero);
    // Only a type that refuses to be serialised fails here; it then hashes as what went in before.
    let _ = value.serialize(&mut serializer);
    of_bytes(&serializer.into_inner())
}

/// The hash of bytes.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> u64 {
    let length = mixed(0x9e37_79b9_7f4a_7c15, bytes.len() as u64);
    bytes.chunks(8).fold(length, |state, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mixed(state, u64::from_le_bytes(word))
    })
}

fn mixed(state: u64, word: u64) -> u64 {
    let mut z = (state ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// JSON without -0.
struct UnsignedZero;

impl Formatter for UnsignedZero {
    fn write_f32<W: io::Write + ?Sized>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        CompactFormatter.write_f32(writer, value + 0.0)
    }
    fn write_f64<W: io::Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        CompactFormatter.write_f64(writer, value + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_the_same_and_the_other_is_not() {
        assert_eq!(
            of(&(1.0_f32, "a", [Some(2_u8), None])),
            of(&(1.0_f32, "a", [Some(2_u8), None]))
        );
        assert_eq!(of(&0.0_f32), of(&-0.0_f32));
        assert_ne!(of(&(vec![1], vec![2])), of(&(vec![1, 2], Vec::<i32>::new())));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&1.0_f32), of(&f32::from_bits(1.0_f32.to_bits() + 1)));
    }

    #[test]
    fn it_never_changes_between_processes() {
        assert_eq!(format!("{:016x}", of(&("kansetsu", 1.5_f32, true))), "39d0b6409df12e83");
        assert_eq!(format!("{:016x}", of_bytes(b"kansetsu studio")), "393b685d83ac5bbf");
    }
}
