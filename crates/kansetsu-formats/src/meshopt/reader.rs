//! Sequential reading of a stream.

/// Reads a stream from its start.
pub(super) struct Reader<'a> {
    pub(super) rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            return Err(TRUNCATED.to_owned());
        };
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, String> {
        self.take(1).map(|taken| taken[0])
    }

    /// An integer of 7 bits per byte, the lowest first; at most 5 bytes.
    pub(super) fn integer(&mut self) -> Result<u32, String> {
        let mut integer = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            integer |= u32::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
        }
        Ok(integer)
    }

    pub(super) fn finish(&self) -> Result<(), String> {
        match self.rest.len() {
            0 => Ok(()),
            left => Err(format!("the stream has {left} surplus bytes")),
        }
    }
}

pub(super) const TRUNCATED: &str = "the stream seems truncated";

/// The version in the first byte of a stream, whose upper half names the codec.
pub(super) fn version(reader: &mut Reader<'_>, codec: u8) -> Result<u8, String> {
    match reader.byte()? {
        header if header & 0xF0 == codec && header & 0x0F <= 1 => Ok(header & 0x0F),
        header => Err(format!("expected a stream of the kind {codec:#04x}, found {header:#04x}")),
    }
}

/// The signed number of an unsigned one: 0, -1, 1, -2, ...
pub(super) const fn unzigzag(value: u32) -> u32 {
    (value >> 1) ^ (value & 1).wrapping_neg()
}
