//! Little-endian numbers and texts, with the place of what is wrong.

use encoding_rs::{SHIFT_JIS, UTF_16LE};

use crate::Error;

/// What is left of a file.
pub(super) struct Bytes<'a> {
    format: &'static str,
    all: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub(super) const fn new(format: &'static str, all: &'a [u8]) -> Self {
        Self { format, all, at: 0 }
    }

    /// How many bytes are left.
    pub(super) const fn left(&self) -> usize {
        self.all.len() - self.at
    }

    /// What is wrong at this byte.
    pub(super) fn wrong(&self, problem: impl Into<String>) -> Error {
        Error::Malformed { format: self.format, place: format!("byte {}", self.at), problem: problem.into() }
    }

    /// The next bytes; `what` names them for the message.
    pub(super) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], Error> {
        let Some(taken) = self.all.get(self.at..).and_then(|rest| rest.get(..count)) else {
            return Err(
                self.wrong(format!("the file ends inside {what}: {count} bytes are wanted, {} are left; it seems cut", self.left()))
            );
        };
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], Error> {
        let taken = self.take(N, what)?;
        let mut array = [0; N];
        array.copy_from_slice(taken);
        Ok(array)
    }

    pub(super) fn u8(&mut self, what: &str) -> Result<u8, Error> {
        Ok(u8::from_le_bytes(self.array(what)?))
    }

    pub(super) fn u16(&mut self, what: &str) -> Result<u16, Error> {
        Ok(u16::from_le_bytes(self.array(what)?))
    }

    pub(super) fn u32(&mut self, what: &str) -> Result<u32, Error> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    pub(super) fn i32(&mut self, what: &str) -> Result<i32, Error> {
        Ok(i32::from_le_bytes(self.array(what)?))
    }

    /// A finite number.
    pub(super) fn f32(&mut self, what: &str) -> Result<f32, Error> {
        let number = f32::from_le_bytes(self.array(what)?);
        if number.is_finite() && number.abs() < 1e30 {
            Ok(number)
        } else {
            Err(self.wrong(format!("{what} holds {number}, which is no number to use")))
        }
    }

    /// `N` finite numbers.
    pub(super) fn floats<const N: usize>(&mut self, what: &str) -> Result<[f32; N], Error> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = self.f32(what)?;
        }
        Ok(numbers)
    }

    /// `N` numbers that are only looked at; what is no number counts as 0, since real files have such normals.
    pub(super) fn looks<const N: usize>(&mut self, what: &str) -> Result<[f32; N], Error> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            let read = f32::from_le_bytes(self.array(what)?);
            *number = if read.is_finite() && read.abs() < 1e30 { read } else { 0.0 };
        }
        Ok(numbers)
    }

    /// How many of something follow, each of at least `least` bytes: more than fit into what is left are an error.
    pub(super) fn count(&mut self, least: usize, what: &str) -> Result<usize, Error> {
        let count = self.u32(what)?;
        let fits = usize::try_from(count).is_ok_and(|count| count.saturating_mul(least) <= self.left());
        if !fits {
            return Err(self.wrong(format!("{count} {what} are announced, more than the {} bytes that are left can hold", self.left())));
        }
        Ok(count as usize)
    }

    /// A signed index of 1, 2 or 4 bytes; `None` where it is negative.
    pub(super) fn index(&mut self, size: usize, what: &str) -> Result<Option<usize>, Error> {
        let index = match size {
            1 => i64::from(i8::from_le_bytes(self.array(what)?)),
            2 => i64::from(i16::from_le_bytes(self.array(what)?)),
            _ => i64::from(self.i32(what)?),
        };
        Ok(usize::try_from(index).ok())
    }

    /// An index of a vertex, which has a sign only in four bytes.
    pub(super) fn vertex_index(&mut self, size: usize, what: &str) -> Result<u32, Error> {
        Ok(match size {
            1 => self.u8(what)?.into(),
            2 => self.u16(what)?.into(),
            _ => self.u32(what)?,
        })
    }
}

/// The text before the first null, in Shift_JIS.
pub(super) fn shift_jis(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    SHIFT_JIS.decode_without_bom_handling(&bytes[..end]).0.into_owned()
}

/// A text in UTF-16.
pub(super) fn utf16(bytes: &[u8]) -> String {
    UTF_16LE.decode_without_bom_handling(bytes).0.into_owned()
}
