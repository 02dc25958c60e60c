//! Binary files (versions 6.1 to 7.7, either byte order) as records.
//!
//! A record has its end, the number of its values and their length: in version 7.5 and later in
//! eight bytes each, in earlier ones in four.

use std::borrow::Cow;

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::record::{Array, FORMAT, Record, Value, bits, wrong};
use crate::Error;
use crate::byte_reader::ByteReader;

/// The first bytes of a binary file.
pub(super) const MAGIC: &[u8] = b"Kaydara FBX Binary  \0";

/// The deepest nesting of records; programs write 8.
const DEEPEST: usize = 32;

/// The bytes that arrays may decompress to, and those per byte of the file: a decompression bomb
/// reaches a thousand.
const ALWAYS: usize = 24 << 20;
const FOR_EACH_BYTE: usize = 14;

/// A file's version and its records.
pub(super) fn read(bytes: &[u8]) -> Result<(u32, Record<'_>), Error> {
    let is_big = bytes.get(22) == Some(&1);
    let unpacked = ALWAYS.saturating_add(bytes.len().saturating_mul(FOR_EACH_BYTE));
    let mut reader =
        Reader { bytes: ByteReader::new(FORMAT, bytes), is_big, is_wide: false, unpacked };
    reader.bytes.take(23, "the header")?;
    let version = reader.number::<4>("the version")? as u32;
    if !(6000..8000).contains(&version) {
        let what = format!("version {version} (6100 to 7700 are read)");
        return Err(Error::Unsupported { format: FORMAT, place: "byte 23".to_owned(), what });
    }
    reader.is_wide = version >= 7500;
    let children = reader.children(bytes.len(), 0)?;
    Ok((version, Record { children, ..Record::default() }))
}

struct Reader<'a> {
    bytes: ByteReader<'a>,
    is_big: bool,
    is_wide: bool,
    /// The number of further bytes that arrays may decompress to.
    unpacked: usize,
}

impl<'a> Reader<'a> {
    fn number<const N: usize>(&mut self, what: &str) -> Result<u64, Error> {
        Ok(bits(self.bytes.array::<N>(what)?, self.is_big))
    }

    fn length(&mut self, what: &str) -> Result<usize, Error> {
        let length = self.number::<4>(what)?;
        usize::try_from(length).map_err(|_| self.bytes.wrong(format!("{what} is {length}")))
    }

    /// A number in the header of a record.
    fn head(&mut self) -> Result<usize, Error> {
        let what = "the header of a record";
        let number = if self.is_wide { self.number::<8>(what)? } else { self.number::<4>(what)? };
        usize::try_from(number)
            .map_err(|_| self.bytes.wrong(format!("{number} is not a position in this file")))
    }

    /// The records up to `end`, or up to an empty one.
    fn children(&mut self, end: usize, depth: usize) -> Result<Vec<Record<'a>>, Error> {
        if depth > DEEPEST {
            return Err(self.bytes.wrong(format!("records are nested more than {DEEPEST} deep")));
        }
        let mut children = Vec::new();
        while self.bytes.at < end {
            let start = self.bytes.at;
            let [stop, count, length] = [self.head()?, self.head()?, self.head()?];
            let name_length = usize::from(self.bytes.u8("a name")?);
            if stop == 0 {
                // An empty record ends the list; any bytes after it are ignored.
                break;
            }
            let name = String::from_utf8_lossy(self.bytes.take(name_length, "a name")?);
            let values_end =
                self.bytes.at.checked_add(length).filter(|&values_end| values_end <= stop);
            let Some(values_end) = values_end.filter(|_| stop > start && stop <= end) else {
                self.bytes.at = start;
                return Err(self
                    .bytes
                    .wrong(format!("the record \"{name}\" ends at byte {stop}, which does not fit; the file is damaged or truncated")));
            };
            let values = self.values(count, values_end)?;
            let children_of_it =
                if self.bytes.at < stop { self.children(stop, depth + 1)? } else { Vec::new() };
            self.bytes.at = stop;
            children.push(Record { name, values, children: children_of_it });
        }
        Ok(children)
    }

    fn values(&mut self, count: usize, end: usize) -> Result<Vec<Value<'a>>, Error> {
        // The shortest value has two bytes.
        let mut values = Vec::with_capacity(count.min((end - self.bytes.at) / 2));
        for _ in 0..count {
            values.push(self.value()?);
            if self.bytes.at > end {
                return Err(self
                    .bytes
                    .wrong("the values of a record are longer than its header says"));
            }
        }
        self.bytes.at = end;
        Ok(values)
    }

    fn value(&mut self) -> Result<Value<'a>, Error> {
        let what = "a value";
        Ok(match self.bytes.u8(what)? {
            b'C' | b'B' => Value::Integer(self.number::<1>(what)?.cast_signed()),
            b'Z' => Value::Integer(i64::from((self.number::<1>(what)? as u8).cast_signed())),
            b'Y' => Value::Integer(i64::from((self.number::<2>(what)? as u16).cast_signed())),
            b'I' => Value::Integer(i64::from((self.number::<4>(what)? as u32).cast_signed())),
            b'L' => Value::Integer(self.number::<8>(what)?.cast_signed()),
            b'F' => Value::Float(f64::from(f32::from_bits(self.number::<4>(what)? as u32))),
            b'D' => Value::Float(f64::from_bits(self.number::<8>(what)?)),
            b'S' | b'R' => {
                let length = self.length("the length of a text")?;
                Value::Text(Cow::Borrowed(self.bytes.take(length, "a text")?))
            }
            kind @ (b'b' | b'c' | b'i' | b'l' | b'f' | b'd') => {
                Value::Array(Box::new(self.packed(kind)?))
            }
            other => {
                self.bytes.at -= 1;
                return Err(self
                    .bytes
                    .wrong(format!("a value of the unknown type {:?}", char::from(other))));
            }
        })
    }

    fn packed(&mut self, kind: u8) -> Result<Array<'a>, Error> {
        let start = self.bytes.at;
        let what = "the header of an array";
        let [count, encoding, length] =
            [self.length(what)?, self.length(what)?, self.length(what)?];
        let size = match kind {
            b'b' | b'c' => 1,
            b'i' | b'f' => 4,
            _ => 8,
        };
        let Some(whole) = count.checked_mul(size) else {
            return Err(self.bytes.wrong(format!("an array of {count} numbers")));
        };
        let stored = self.bytes.take(length, "an array")?;
        let at = |problem: String| wrong(format!("byte {start}"), problem);
        let bytes = match encoding {
            0 if stored.len() >= whole => Cow::Borrowed(&stored[..whole]),
            0 => {
                return Err(at(format!("an array of {count} numbers has only {length} bytes")));
            }
            1 if whole > self.unpacked => {
                return Err(at(format!(
                    "an array decompresses to {whole} bytes, far more than a file of this size needs"
                )));
            }
            1 => {
                self.unpacked -= whole;
                let unpacked = decompress_to_vec_zlib_with_limit(stored, whole)
                    .map_err(|error| at(format!("an array cannot be decompressed: {error}")))?;
                if unpacked.len() != whole {
                    return Err(at(format!(
                        "an array decompresses to {} bytes instead of {whole}",
                        unpacked.len()
                    )));
                }
                Cow::Owned(unpacked)
            }
            other => {
                return Err(at(format!(
                    "an array has the encoding {other}; 0 and 1 are supported"
                )));
            }
        };
        Ok(Array::Packed { kind, is_big: self.is_big, bytes })
    }
}
