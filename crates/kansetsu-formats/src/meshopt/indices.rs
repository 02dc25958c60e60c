//! Index sequences: differences to one of two earlier indices.

use super::reader::{Reader, TRUNCATED, unzigzag, version};

/// The bytes after the data.
const TAIL: usize = 4;

pub(super) fn decode(stream: &[u8], count: usize) -> Result<Vec<u32>, String> {
    let end = stream.len().checked_sub(TAIL).ok_or(TRUNCATED)?;
    let mut reader = Reader { rest: &stream[..end] };
    version(&mut reader, 0xD0)?;
    if reader.rest.len() < count {
        return Err(TRUNCATED.to_owned());
    }
    let mut last = [0_u32; 2];
    let mut indices = Vec::with_capacity(count);
    for _ in 0..count {
        let value = reader.integer()?;
        let last = &mut last[(value & 1) as usize];
        *last = last.wrapping_add(unzigzag(value >> 1));
        indices.push(*last);
    }
    reader.finish()?;
    Ok(indices)
}
