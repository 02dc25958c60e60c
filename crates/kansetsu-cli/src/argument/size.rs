//! `WIDTHxHEIGHT` in pixels.

use std::{fmt, str::FromStr};

/// The largest side of a picture: drawing a square of this many pixels takes 256 MiB or more.
const LARGEST: u32 = 8192;

/// The size of a picture, pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text
            .split_once(['x', 'X', '×'])
            .ok_or("expected WIDTHxHEIGHT, for example 1280x960")?;
        let side = |side: &str| match side.trim().parse::<u32>() {
            Ok(pixels) if (16..=LARGEST).contains(&pixels) => Ok(pixels),
            _ => Err(format!(
                "\"{side}\" is not a side length; use whole pixels from 16 to {LARGEST}, for example 1280x960"
            )),
        };
        Ok(Self { width: side(sides.0)?, height: side(sides.1)? })
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn sizes() {
        assert_eq!("640x480".parse(), Ok(Size { width: 640, height: 480 }));
        assert_eq!(Size { width: 640, height: 480 }.to_string(), "640x480");
        for bad in [
            "",
            "640",
            "x",
            "640x",
            "0x10",
            "-4x100",
            "1e3x100",
            "640x480x3",
            "99999x16",
            "99999999999999999999x16",
        ] {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
    }
}
