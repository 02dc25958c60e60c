//! Sequential reading of binary numbers, with positions in errors.

use crate::Error;

/// A reader from the start of a file to its end. Numbers are little-endian.
pub(crate) struct ByteReader<'a> {
    format: &'static str,
    all: &'a [u8],
    /// The position of the next byte.
    pub(crate) at: usize,
}

impl<'a> ByteReader<'a> {
    pub(crate) const fn new(format: &'static str, all: &'a [u8]) -> Self {
        Self { format, all, at: 0 }
    }

    /// The number of bytes left.
    pub(crate) const fn left(&self) -> usize {
        self.all.len() - self.at
    }

    /// An error at this byte.
    pub(crate) fn wrong(&self, problem: impl Into<String>) -> Error {
        Error::Malformed {
            format: self.format,
            place: format!("byte {}", self.at),
            problem: problem.into(),
        }
    }

    /// The next bytes; `what` names them in errors.
    pub(crate) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], Error> {
        let Some(taken) = self.all.get(self.at..).and_then(|rest| rest.get(..count)) else {
            return Err(self.wrong(format!(
                "the file ends inside {what}: expected {count} bytes, {} are left; it seems truncated",
                self.left()
            )));
        };
        self.at += count;
        Ok(taken)
    }

    /// The next bytes as an array.
    pub(crate) fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], Error> {
        let taken = self.take(N, what)?;
        let mut array = [0; N];
        array.copy_from_slice(taken);
        Ok(array)
    }

    pub(crate) fn u8(&mut self, what: &str) -> Result<u8, Error> {
        Ok(u8::from_le_bytes(self.array(what)?))
    }

    pub(crate) fn u16(&mut self, what: &str) -> Result<u16, Error> {
        Ok(u16::from_le_bytes(self.array(what)?))
    }

    pub(crate) fn u32(&mut self, what: &str) -> Result<u32, Error> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    pub(crate) fn i32(&mut self, what: &str) -> Result<i32, Error> {
        Ok(i32::from_le_bytes(self.array(what)?))
    }

    /// A finite number.
    pub(crate) fn f32(&mut self, what: &str) -> Result<f32, Error> {
        let number = f32::from_le_bytes(self.array(what)?);
        if number.is_finite() && number.abs() < 1e30 {
            Ok(number)
        } else {
            Err(self.wrong(format!("{what} is {number}, not a finite number")))
        }
    }

    /// `N` finite numbers.
    pub(crate) fn floats<const N: usize>(&mut self, what: &str) -> Result<[f32; N], Error> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = self.f32(what)?;
        }
        Ok(numbers)
    }

    /// `N` numbers for display; non-finite ones become 0, since normals of real files have them.
    pub(crate) fn looks<const N: usize>(&mut self, what: &str) -> Result<[f32; N], Error> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            let read = f32::from_le_bytes(self.array(what)?);
            *number = if read.is_finite() && read.abs() < 1e30 { read } else { 0.0 };
        }
        Ok(numbers)
    }

    /// A count of elements of at least `least` bytes each: more than fit into the rest of the file
    /// are an error.
    pub(crate) fn count(&mut self, least: usize, what: &str) -> Result<usize, Error> {
        let count = self.u32(what)?;
        let fits =
            usize::try_from(count).is_ok_and(|count| count.saturating_mul(least) <= self.left());
        if !fits {
            return Err(self.wrong(format!(
                "{count} {what} do not fit into the {} remaining bytes; the file is damaged or truncated",
                self.left()
            )));
        }
        Ok(count as usize)
    }

    /// A signed index of 1, 2 or 4 bytes; `None` if it is negative.
    pub(crate) fn index(&mut self, size: usize, what: &str) -> Result<Option<usize>, Error> {
        let index = match size {
            1 => i64::from(i8::from_le_bytes(self.array(what)?)),
            2 => i64::from(i16::from_le_bytes(self.array(what)?)),
            _ => i64::from(self.i32(what)?),
        };
        Ok(usize::try_from(index).ok())
    }

    /// A vertex index, which is signed only in its four-byte form.
    pub(crate) fn vertex_index(&mut self, size: usize, what: &str) -> Result<u32, Error> {
        Ok(match size {
            1 => self.u8(what)?.into(),
            2 => self.u16(what)?.into(),
            _ => self.u32(what)?,
        })
    }
}
