//! Numbers as bytes and back.

use kansetsu::glam::Vec3;

/// Writes one number after the other.
#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Seven bits a byte, the low ones first.
    pub(super) fn count(&mut self, mut count: usize) {
        while count >= 0x80 {
            self.byte(count as u8 | 0x80);
            count >>= 7;
        }
        self.byte(count as u8);
    }

    pub(super) fn number(&mut self, number: f32) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn vector(&mut self, vector: Vec3) {
        vector.to_array().into_iter().for_each(|number| self.number(number));
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }
}

/// Reads one number after the other; `None` at the end.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub(super) const fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) fn take<const COUNT: usize>(&mut self) -> Option<[u8; COUNT]> {
        let (taken, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*taken)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    /// At most four bytes: no count in a link is larger.
    pub(super) fn count(&mut self) -> Option<usize> {
        let mut count = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte()?;
            count |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(count);
            }
        }
        None
    }

    /// A finite number.
    pub(super) fn number(&mut self) -> Option<f32> {
        self.take().map(f32::from_le_bytes).filter(|number| number.is_finite())
    }

    pub(super) fn vector(&mut self) -> Option<Vec3> {
        Some(Vec3::new(self.number()?, self.number()?, self.number()?))
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        let count = self.count()?;
        let (text, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        std::str::from_utf8(text).ok()
    }
}
