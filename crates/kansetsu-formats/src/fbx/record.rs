//! A file as a tree of records, without interpretation.

use std::borrow::Cow;

use crate::Error;
use crate::text::decode;

/// The format's name in errors.
pub(super) const FORMAT: &str = "FBX";

/// An error at a place.
pub(super) fn wrong(place: impl Into<String>, problem: impl Into<String>) -> Error {
    Error::Malformed { format: FORMAT, place: place.into(), problem: problem.into() }
}

/// A name, values and child records.
#[derive(Clone, Debug, Default)]
pub(super) struct Record<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) values: Vec<Value<'a>>,
    pub(super) children: Vec<Self>,
}

/// A value of a record.
#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    Integer(i64),
    Float(f64),
    /// A text, or bytes.
    Text(Cow<'a, [u8]>),
    Array(Box<Array<'a>>),
}

/// An array of numbers.
#[derive(Clone, Debug)]
pub(super) enum Array<'a> {
    /// As in a binary file: the letter of their type, whether the byte order is big-endian.
    Packed { kind: u8, is_big: bool, bytes: Cow<'a, [u8]> },
    /// As in a text file.
    Written(Vec<f64>),
}

/// 32-bit numbers, some floats and some packed integers.
#[derive(Default)]
pub(super) struct Bits {
    bits: Vec<u32>,
    is_text: bool,
}

impl Bits {
    /// The raw bits at `index`; a missing one is 0.
    pub(super) fn packed(&self, index: usize) -> u32 {
        self.bits.get(index).copied().unwrap_or(0)
    }

    /// The bits of the float at `index`. A text file has it as a number (FBX 7.1 and 7.2) or as the
    /// integer with that bit pattern (later versions). An integer without a decimal point, such as
    /// a slope of 2, differs from such a pattern: its bits are not a normal float.
    pub(super) fn float(&self, index: usize) -> u32 {
        let bits = self.packed(index);
        let is_whole = self.is_text && !f32::from_bits(bits).is_normal();
        if is_whole { (bits.cast_signed() as f32).to_bits() } else { bits }
    }
}

impl<'a> Record<'a> {
    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    pub(super) fn all<'r>(&'r self, name: &'r str) -> impl Iterator<Item = &'r Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first value of the child of this name.
    pub(super) fn value(&self, name: &str) -> Option<&Value<'a>> {
        self.child(name)?.values.first()
    }

    /// The text of the child of this name.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.value(name)?.text()
    }

    /// The numbers of the child of this name, as an array or one by one; empty if it is missing.
    pub(super) fn floats(&self, name: &str) -> Vec<f64> {
        self.child(name).map(Self::numbers).unwrap_or_default()
    }

    /// The integers of the child of this name; empty if it is missing.
    pub(super) fn integers(&self, name: &str) -> Vec<i64> {
        match self.child(name) {
            Some(Self { values, .. }) => match values.as_slice() {
                [Value::Array(array)] => array.integers(),
                values => values.iter().filter_map(Value::integer).collect(),
            },
            None => Vec::new(),
        }
    }

    /// The 32-bit numbers of the child of this name, as an array or one by one.
    pub(super) fn bits(&self, name: &str) -> Bits {
        match self.child(name).map(|child| child.values.as_slice()) {
            Some([Value::Array(array)]) => {
                Bits { bits: array.bits(), is_text: matches!(**array, Array::Written(_)) }
            }
            Some(values) => Bits {
                bits: values.iter().filter_map(Value::float).map(written_bits).collect(),
                is_text: true,
            },
            None => Bits::default(),
        }
    }

    fn numbers(&self) -> Vec<f64> {
        match self.values.as_slice() {
            [Value::Array(array)] => array.floats(),
            values => values.iter().filter_map(Value::float).collect(),
        }
    }
}

impl Value<'_> {
    pub(super) fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            Self::Float(number) => Some(*number as i64),
            _ => None,
        }
    }

    /// A usable number: non-finite or huge ones become 0.
    pub(super) fn float(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Float(number) => Some(sound(*number)),
            _ => None,
        }
    }

    pub(super) fn text(&self) -> Option<String> {
        match self {
            Self::Text(bytes) => Some(decode(bytes).into_owned()),
            _ => None,
        }
    }

    /// A letter: in a text file a word, in a binary file its code.
    pub(super) fn letter(&self) -> Option<u8> {
        match self {
            Self::Integer(code) => u8::try_from(*code).ok(),
            Self::Text(bytes) => bytes.first().copied(),
            _ => None,
        }
    }
}

fn sound(number: f64) -> f64 {
    if number.abs() < 1e30 { number } else { 0.0 }
}

impl Array<'_> {
    pub(super) fn floats(&self) -> Vec<f64> {
        match self {
            Self::Packed { kind: b'd', is_big, bytes } => {
                each(bytes, |eight: [u8; 8]| sound(f64::from_bits(bits(eight, *is_big))))
            }
            Self::Packed { kind: b'f', is_big, bytes } => each(bytes, |four: [u8; 4]| {
                sound(f64::from(f32::from_bits(bits(four, *is_big) as u32)))
            }),
            Self::Packed { .. } => {
                self.integers().into_iter().map(|number| number as f64).collect()
            }
            Self::Written(numbers) => numbers.iter().copied().map(sound).collect(),
        }
    }

    pub(super) fn integers(&self) -> Vec<i64> {
        match self {
            Self::Packed { kind: b'l', is_big, bytes } => {
                each(bytes, |eight: [u8; 8]| bits(eight, *is_big).cast_signed())
            }
            Self::Packed { kind: b'i', is_big, bytes } => {
                each(bytes, |four: [u8; 4]| i64::from((bits(four, *is_big) as u32).cast_signed()))
            }
            Self::Packed { kind: b'd' | b'f', .. } => {
                self.floats().into_iter().map(|number| number as i64).collect()
            }
            Self::Packed { bytes, .. } => bytes.iter().map(|&byte| i64::from(byte)).collect(),
            Self::Written(numbers) => numbers.iter().map(|&number| number as i64).collect(),
        }
    }

    /// The bits of 32-bit numbers, some of which hold packed integers.
    fn bits(&self) -> Vec<u32> {
        match self {
            Self::Packed { kind: b'f' | b'i', is_big, bytes } => {
                each(bytes, |four: [u8; 4]| bits(four, *is_big) as u32)
            }
            Self::Packed { kind: b'l', .. } => {
                self.integers().into_iter().map(|number| number as u32).collect()
            }
            Self::Packed { .. } => {
                self.floats().into_iter().map(|number| (number as f32).to_bits()).collect()
            }
            Self::Written(numbers) => numbers.iter().copied().map(written_bits).collect(),
        }
    }
}

/// The 32 bits of a number in a text file: of the integer, otherwise of the float. Other words are
/// 0.
fn written_bits(number: f64) -> u32 {
    match number {
        whole if whole.fract() == 0.0 => whole as i64 as u32,
        float if float.is_finite() => (float as f32).to_bits(),
        _ => 0,
    }
}

fn each<const N: usize, T>(bytes: &[u8], number: impl Fn([u8; N]) -> T) -> Vec<T> {
    bytes.as_chunks::<N>().0.iter().map(|&chunk| number(chunk)).collect()
}

/// The bits of a number of `N` ≤ 8 bytes.
pub(super) fn bits<const N: usize>(bytes: [u8; N], is_big: bool) -> u64 {
    let push = |bits: u64, &byte: &u8| (bits << 8) | u64::from(byte);
    if is_big { bytes.iter().fold(0, push) } else { bytes.iter().rev().fold(0, push) }
}
