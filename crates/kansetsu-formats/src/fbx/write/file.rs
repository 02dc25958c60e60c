//! Records as bytes.

use super::super::binary::MAGIC;
use super::super::record::{FORMAT, wrong};
use crate::Error;

/// A value of a record.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Flag(bool),
    Int(i32),
    Long(i64),
    Double(f64),
    Text(String),
    Bytes(Vec<u8>),
    Ints(Vec<i32>),
    Longs(Vec<i64>),
    Floats(Vec<f32>),
    Doubles(Vec<f64>),
}

/// A name, values and child records.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) name: &'static str,
    pub(super) values: Vec<Value>,
    pub(super) children: Vec<Self>,
}

/// A record without children.
pub(super) fn leaf(name: &'static str, values: impl IntoIterator<Item = Value>) -> Record {
    Record { name, values: values.into_iter().collect(), children: Vec::new() }
}

/// A record with one value.
pub(super) fn one(name: &'static str, value: impl Into<Value>) -> Record {
    leaf(name, [value.into()])
}

/// A record without values.
pub(super) fn block(name: &'static str, children: Vec<Record>) -> Record {
    Record { name, values: Vec::new(), children }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Int(number)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Long(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Double(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl From<Vec<i32>> for Value {
    fn from(numbers: Vec<i32>) -> Self {
        Self::Ints(numbers)
    }
}

impl From<Vec<i64>> for Value {
    fn from(numbers: Vec<i64>) -> Self {
        Self::Longs(numbers)
    }
}

impl From<Vec<f32>> for Value {
    fn from(numbers: Vec<f32>) -> Self {
        Self::Floats(numbers)
    }
}

impl From<Vec<f64>> for Value {
    fn from(numbers: Vec<f64>) -> Self {
        Self::Doubles(numbers)
    }
}

/// The version of the file.
pub(super) const VERSION: i32 = 7400;
/// The length of the empty record that ends a list.
const END: usize = 13;
/// Records that have that end even if their list is empty, as the readers of Autodesk need it.
const ALWAYS_ENDED: [&str; 2] = ["AnimationStack", "AnimationLayer"];
/// The ends of a file. The first belongs to the file's id and its time of creation, which are
/// constants too.
const FOOTER: [u8; 16] = [
    0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66, 0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e,
];
const FOOTER_END: [u8; 16] = [
    0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e, 0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b,
];

/// The file.
///
/// # Errors
/// [`Error::Malformed`] for a file of more than 4 GB.
pub(super) fn bytes(records: &[Record]) -> Result<Vec<u8>, Error> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([0x1a, 0]);
    bytes.extend(VERSION.to_le_bytes());
    records.iter().for_each(|record| add(record, &mut bytes));
    bytes.extend([0; END]);
    bytes.extend(FOOTER);
    bytes.extend([0; 4]);
    // One byte of padding or more, up to a multiple of 16.
    bytes.resize(bytes.len() / 16 * 16 + 16, 0);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([0; 120]);
    bytes.extend(FOOTER_END);
    if u32::try_from(bytes.len()).is_err() {
        let problem =
            format!("{} bytes; a {FORMAT} file of version 7.4 has 4 GB at most", bytes.len());
        return Err(wrong("the file", problem));
    }
    Ok(bytes)
}

fn add(record: &Record, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    bytes.extend([0; 12]);
    bytes.push(record.name.len() as u8);
    bytes.extend(record.name.as_bytes());
    let before = bytes.len();
    record.values.iter().for_each(|value| add_value(value, bytes));
    let length = bytes.len() - before;
    record.children.iter().for_each(|child| add(child, bytes));
    if !record.children.is_empty() || ALWAYS_ENDED.contains(&record.name) {
        bytes.extend([0; END]);
    }
    let numbers = [bytes.len(), record.values.len(), length];
    let head: Vec<u8> = numbers.iter().flat_map(|&number| (number as u32).to_le_bytes()).collect();
    bytes[start..start + 12].copy_from_slice(&head);
}

fn add_value(value: &Value, bytes: &mut Vec<u8>) {
    let kind = match value {
        Value::Flag(_) => b'C',
        Value::Int(_) => b'I',
        Value::Long(_) => b'L',
        Value::Double(_) => b'D',
        Value::Text(_) => b'S',
        Value::Bytes(_) => b'R',
        Value::Ints(_) => b'i',
        Value::Longs(_) => b'l',
        Value::Floats(_) => b'f',
        Value::Doubles(_) => b'd',
    };
    bytes.push(kind);
    match value {
        Value::Flag(flag) => bytes.push(u8::from(*flag)),
        Value::Int(number) => bytes.extend(number.to_le_bytes()),
        Value::Long(number) => bytes.extend(number.to_le_bytes()),
        Value::Double(number) => bytes.extend(number.to_le_bytes()),
        Value::Text(text) => add_long(text.as_bytes(), bytes),
        Value::Bytes(stored) => add_long(stored, bytes),
        Value::Ints(list) => {
            add_array(list.len(), list.iter().flat_map(|x| x.to_le_bytes()), bytes)
        }
        Value::Longs(list) => {
            add_array(list.len(), list.iter().flat_map(|x| x.to_le_bytes()), bytes)
        }
        Value::Floats(list) => {
            add_array(list.len(), list.iter().flat_map(|x| x.to_le_bytes()), bytes)
        }
        Value::Doubles(list) => {
            add_array(list.len(), list.iter().flat_map(|x| x.to_le_bytes()), bytes)
        }
    }
}

fn add_long(stored: &[u8], bytes: &mut Vec<u8>) {
    bytes.extend((stored.len() as u32).to_le_bytes());
    bytes.extend(stored);
}

/// Arrays are not compressed: the reader of Blender 5.0 refuses some streams of `miniz_oxide`,
/// which zlib accepts.
fn add_array(count: usize, numbers: impl Iterator<Item = u8>, bytes: &mut Vec<u8>) {
    let stored: Vec<u8> = numbers.collect();
    for number in [count, 0, stored.len()] {
        bytes.extend((number as u32).to_le_bytes());
    }
    bytes.extend(stored);
}
