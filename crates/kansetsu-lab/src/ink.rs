//! Colours by meaning.

/// A colour by meaning; light and dark windows have their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Words and what is in the foreground.
    Strong,
    /// What helps to understand.
    Weak,
    /// What is hardly there: circles of reach, grids.
    Faint,
    /// A fixed point: the root, the start.
    Blue,
    /// What is between.
    Green,
    /// What is moved: the tip, the end.
    Red,
    /// What one should look at.
    Accent,
    /// What is wrong.
    Alert,
    /// One of several things that are compared, from 0 on.
    Series(u8),
    /// How lit a surface is: 0 is in the shade, 255 in full light.
    Shade(u8),
    /// How good something is: 0 is bad, 255 good.
    Grade(u8),
}

/// The colours of what is compared, light and dark: apart from each other also for those who do not
/// see red and green (after M. Okabe, K. Ito, "Color Universal Design", 2008).
const SERIES: [[[u8; 3]; 2]; 8] = [
    [[0x00, 0x72, 0xB2], [0x56, 0xB4, 0xE9]],
    [[0xD5, 0x5E, 0x00], [0xFF, 0x8A, 0x3C]],
    [[0x00, 0x8A, 0x63], [0x2C, 0xC9, 0x9B]],
    [[0xB0, 0x50, 0x8A], [0xE0, 0x94, 0xC4]],
    [[0x9A, 0x7B, 0x00], [0xE6, 0xC2, 0x3C]],
    [[0x60, 0x60, 0x60], [0xB8, 0xB8, 0xB8]],
    [[0x1B, 0x1F, 0x6B], [0xA9, 0xAE, 0xFF]],
    [[0x7A, 0x45, 0x1F], [0xC9, 0x9A, 0x6E]],
];

impl Ink {
    /// The colour in sRGB, for a light or a dark background.
    #[must_use]
    pub fn rgb(self, is_dark: bool) -> [u8; 3] {
        let [light, dark] = match self {
            Self::Strong => [[0x22, 0x28, 0x33], [0xE8, 0xEC, 0xF2]],
            Self::Weak => [[0x60, 0x69, 0x7A], [0x9B, 0xA5, 0xB5]],
            Self::Faint => [[0xC9, 0xCF, 0xD9], [0x45, 0x4C, 0x58]],
            Self::Blue => [[0x1F, 0x5F, 0xD0], [0x5F, 0x9C, 0xFF]],
            Self::Green => [[0x1A, 0x8A, 0x3A], [0x4C, 0xCB, 0x6E]],
            Self::Red => [[0xC9, 0x2B, 0x2B], [0xFF, 0x6B, 0x6B]],
            Self::Accent => [[0x1F, 0x6F, 0xC9], [0x6C, 0xAD, 0xF5]],
            Self::Alert => [[0xB8, 0x3A, 0x2B], [0xFF, 0x8F, 0x7D]],
            Self::Series(index) => SERIES[usize::from(index) % SERIES.len()],
            Self::Shade(light) => [
                mix([0x1B, 0x3A, 0x5C], [0xA9, 0xD3, 0xF5], light),
                mix([0x14, 0x2A, 0x44], [0x8C, 0xC4, 0xF2], light),
            ],
            Self::Grade(good) => [
                mix([0xB8, 0x3A, 0x2B], [0x00, 0x8A, 0x63], good),
                mix([0xFF, 0x8F, 0x7D], [0x2C, 0xC9, 0x9B], good),
            ],
        };
        if is_dark { dark } else { light }
    }
}

fn mix(from: [u8; 3], to: [u8; 3], part: u8) -> [u8; 3] {
    let between = |channel: usize| {
        let [from, to, part] = [from[channel], to[channel], part].map(u32::from);
        ((from * (255 - part) + to * part) / 255) as u8
    };
    [0, 1, 2].map(between)
}
