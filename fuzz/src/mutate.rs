//! Mutations of inputs.

use kansetsu_evidence::random::Random;

use crate::bounds::LARGEST;

/// Whole numbers at the edges of their types.
const INTEGERS: [u64; 14] = [
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    u64::MAX,
];
/// Numbers at the edges of single precision.
const FLOATS: [f32; 12] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f32::MIN_POSITIVE,
    1e-45,
    1e-20,
    1e20,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];
/// Numbers in text.
const NUMBERS: [&str; 18] = [
    "0",
    "-0",
    "-1",
    "1",
    "255",
    "65536",
    "2147483647",
    "4294967295",
    "9223372036854775808",
    "99999999999999999999",
    "1e39",
    "1e-46",
    "1e308",
    "1e999",
    "NaN",
    "inf",
    "-1e38",
    "",
];
/// The longest piece that is removed, copied or inserted.
const PIECE: usize = 64;

/// A mutated copy of `input`: one to four changes. `other` lends pieces, `words` are the words of
/// the format.
pub(crate) fn mutated(random: &mut Random, input: &[u8], other: &[u8], words: &[&str]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random.below(4) {
        change(random, &mut bytes, other, words);
    }
    bytes.truncate(LARGEST);
    bytes
}

fn change(random: &mut Random, bytes: &mut Vec<u8>, other: &[u8], words: &[&str]) {
    let at = random.below(bytes.len() + 1);
    match random.below(14) {
        0 | 1 => set(bytes, at, |byte| byte ^ (1 << random.below(8))),
        2 => {
            let value = random.bits() as u8;
            set(bytes, at, |_| value);
        }
        3 => bytes.truncate(at),
        4 => {
            let end = end(random, bytes, at);
            bytes.drain(at..end);
        }
        5 => {
            let piece = bytes[at..end(random, bytes, at)].to_vec();
            let to = random.below(bytes.len() + 1);
            insert(bytes, to, &piece);
        }
        6 => splice(random, bytes, at, other),
        7 | 8 => whole_number(random, bytes, at),
        9 => {
            let value = FLOATS[random.below(FLOATS.len())];
            overwrite(bytes, at - at % 4, &value.to_le_bytes());
        }
        10 | 11 => text_number(random, bytes, at),
        12 if !words.is_empty() => {
            let word = words[random.below(words.len())].as_bytes();
            if random.chance(0.5) { overwrite(bytes, at, word) } else { insert(bytes, at, word) }
        }
        _ => {
            let piece: Vec<u8> = (0..=random.below(8)).map(|_| random.bits() as u8).collect();
            insert(bytes, at, &piece);
        }
    }
}

fn set(bytes: &mut [u8], at: usize, change: impl FnOnce(u8) -> u8) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte = change(*byte);
    }
}

/// The end of a piece from `at` on.
fn end(random: &mut Random, bytes: &[u8], at: usize) -> usize {
    let longest = if random.chance(0.1) { bytes.len() } else { PIECE };
    (at + random.below(longest + 1)).min(bytes.len())
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    bytes.splice(at..at, piece.iter().copied());
}

fn overwrite(bytes: &mut [u8], at: usize, piece: &[u8]) {
    bytes[at..].iter_mut().zip(piece).for_each(|(byte, new)| *byte = *new);
}

/// Replaces the end by the end of another input, or inserts a piece of it.
fn splice(random: &mut Random, bytes: &mut Vec<u8>, at: usize, other: &[u8]) {
    let from = random.below(other.len() + 1);
    if random.chance(0.5) {
        bytes.truncate(at);
        bytes.extend(&other[from..]);
    } else {
        let to = end(random, other, from);
        insert(bytes, at, &other[from..to]);
    }
}

fn whole_number(random: &mut Random, bytes: &mut [u8], at: usize) {
    let value = INTEGERS[random.below(INTEGERS.len())];
    let width = [1, 2, 4, 8][random.below(4)];
    let at = if random.chance(0.5) { at - at % width } else { at };
    if random.chance(0.85) {
        overwrite(bytes, at, &value.to_le_bytes()[..width]);
    } else {
        overwrite(bytes, at, &value.to_be_bytes()[8 - width..]);
    }
}

/// Replaces the number in the text that is next to `at`; half the time with the same length.
fn text_number(random: &mut Random, bytes: &mut Vec<u8>, at: usize) {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b".-+eE".contains(byte);
    let Some(start) = bytes[at..].iter().position(u8::is_ascii_digit).map(|found| at + found)
    else {
        return;
    };
    let length = bytes[start..].iter().position(|byte| !is_part(byte));
    let end = length.map_or(bytes.len(), |length| start + length);
    let mut number = NUMBERS[random.below(NUMBERS.len())].as_bytes().to_vec();
    if random.chance(0.5) && number.len() < end - start {
        number.resize(end - start, b' ');
    }
    bytes.splice(start..end, number);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_mutations_and_most_change_the_input() {
        let input = b"{\"count\": 12, \"scale\": 0.5}";
        let all = |seed: u64| -> Vec<Vec<u8>> {
            let mut random = Random::new(seed);
            (0..500).map(|_| mutated(&mut random, input, b"other 7", &["word"])).collect()
        };
        let made = all(1);
        assert_eq!(made, all(1));
        assert_ne!(made, all(2));
        let changed = made.iter().filter(|bytes| bytes[..] != input[..]).count();
        assert!(changed > 450, "{changed}");
        assert!(made.iter().any(|bytes| bytes.windows(4).any(|part| part == b"word")));
        assert!(made.iter().any(|bytes| bytes.windows(4).any(|part| part == b"1e39")));
        let none = mutated(&mut Random::new(3), b"", b"", &[]);
        assert!(none.len() <= 64);
    }
}
