//! The number formats of accessors.

/// The storage of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    /// From the OpenGL constant that glTF uses.
    pub(super) const fn from_code(code: usize) -> Option<Self> {
        match code {
            5120 => Some(Self::I8),
            5121 => Some(Self::U8),
            5122 => Some(Self::I16),
            5123 => Some(Self::U16),
            5125 => Some(Self::U32),
            5126 => Some(Self::F32),
            _ => None,
        }
    }

    /// Bytes per number.
    pub(super) const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The bytes of a number, the lowest first; integers are clamped to their range.
    #[cfg(feature = "compressed")]
    pub(super) const fn bytes_of(self, number: f64) -> [u8; 4] {
        match self {
            Self::I8 => [(number as i8).cast_unsigned(), 0, 0, 0],
            Self::U8 => [number as u8, 0, 0, 0],
            Self::I16 => (number as i16 as i32).to_le_bytes(),
            Self::U16 => (number as u16 as u32).to_le_bytes(),
            Self::U32 => (number as u32).to_le_bytes(),
            Self::F32 => (number as f32).to_le_bytes(),
        }
    }

    /// The number at the start of `bytes`, which must be long enough; normalised integers are
    /// mapped to [-1, 1] (glTF 2.0, section 3.6.2.2).
    fn read(self, bytes: &[u8], normalized: bool) -> f32 {
        let scale =
            |value: f32, largest: f32| if normalized { (value / largest).max(-1.0) } else { value };
        match self {
            Self::I8 => scale(f32::from(bytes[0].cast_signed()), 127.0),
            Self::U8 => scale(f32::from(bytes[0]), 255.0),
            Self::I16 => scale(f32::from(i16::from_le_bytes([bytes[0], bytes[1]])), 32767.0),
            Self::U16 => scale(f32::from(u16::from_le_bytes([bytes[0], bytes[1]])), 65535.0),
            Self::U32 => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as f32,
            Self::F32 => f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        }
    }
}

/// The element type of accessors.
pub(super) trait Number: Copy + Default {
    /// Whether this format can be read as this type.
    fn accepts(component: Component) -> bool;
    /// The expected formats, for errors.
    const EXPECTED: &'static str;
    /// The number at the start of `bytes`, which must be long enough.
    fn read(component: Component, bytes: &[u8], normalized: bool) -> Self;
}

impl Number for f32 {
    const EXPECTED: &'static str = "numbers";

    fn accepts(_: Component) -> bool {
        true
    }

    fn read(component: Component, bytes: &[u8], normalized: bool) -> Self {
        component.read(bytes, normalized)
    }
}

impl Number for u32 {
    const EXPECTED: &'static str = "unsigned integers";

    fn accepts(component: Component) -> bool {
        matches!(component, Component::U8 | Component::U16 | Component::U32)
    }

    fn read(component: Component, bytes: &[u8], _: bool) -> Self {
        match component.size() {
            1 => Self::from(bytes[0]),
            2 => Self::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            _ => Self::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalised_integers_follow_the_specification() {
        assert_eq!(Component::I8.read(&[0x80], true), -1.0);
        assert_eq!(Component::I8.read(&[127], true), 1.0);
        assert_eq!(Component::U8.read(&[51], true), 0.2);
        assert_eq!(Component::I16.read(&(-32768_i16).to_le_bytes(), true), -1.0);
        assert_eq!(Component::U16.read(&65535_u16.to_le_bytes(), true), 1.0);
        assert_eq!(Component::U16.read(&65535_u16.to_le_bytes(), false), 65535.0);
    }
}
