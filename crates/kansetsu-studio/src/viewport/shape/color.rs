//! The colours of what is drawn.

/// The colours of a theme, linear RGBA. They must stand out from the background and from skin and
/// clay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Bones and joints that nothing is done with.
    pub bone: [f32; 4],
    /// What is selected, hovered or dragged.
    pub accent: [f32; 4],
    /// Pins: what is held.
    pub held: [f32; 4],
    /// What stops a drag, and the way that is missing.
    pub alert: [f32; 4],
    /// Poles.
    pub pole: [f32; 4],
    /// Cones of limits.
    pub swing: [f32; 4],
    /// Fans of hinges.
    pub hinge: [f32; 4],
    /// What was.
    pub past: [f32; 4],
    /// What will be.
    pub future: [f32; 4],
    /// X, Y and Z.
    pub axes: [[f32; 4]; 3],
    /// What sets a mark off from what is behind it.
    pub halo: [f32; 4],
}

impl Palette {
    /// For dark backgrounds.
    pub const DARK: Self = Self {
        bone: from_hex(0xC9_D6E8),
        accent: from_hex(0xFF_9A3D),
        held: from_hex(0x4F_C3F7),
        alert: from_hex(0xFF_5252),
        pole: from_hex(0xC3_8CFF),
        swing: from_hex(0x2D_D4BF),
        hinge: from_hex(0xF5_B83D),
        past: from_hex(0x6F_A8FF),
        future: from_hex(0x7E_D98A),
        axes: [from_hex(0xE8_4B4F), from_hex(0x5F_BF4F), from_hex(0x4A_86F0)],
        halo: [0.0, 0.0, 0.0, 1.0],
    };

    /// For light backgrounds.
    pub const LIGHT: Self = Self {
        bone: from_hex(0x2B_5C9E),
        accent: from_hex(0xE8_6A00),
        held: from_hex(0x0A_84C6),
        alert: from_hex(0xD8_2C2C),
        pole: from_hex(0x8A_3FD1),
        swing: from_hex(0x0E_9F8E),
        hinge: from_hex(0xD0_8700),
        past: from_hex(0x2F_6FE0),
        future: from_hex(0x2F_9A45),
        axes: [from_hex(0xD9_3A3E), from_hex(0x3F_9A35), from_hex(0x2E_6BE6)],
        halo: [1.0, 1.0, 1.0, 1.0],
    };
}

/// The colour with so much of its opacity.
#[must_use]
pub const fn faded([r, g, b, a]: [f32; 4], opacity: f32) -> [f32; 4] {
    [r, g, b, a * opacity]
}

/// So much of the second colour in the first.
#[must_use]
pub fn mixed(a: [f32; 4], b: [f32; 4], part: f32) -> [f32; 4] {
    std::array::from_fn(|index| a[index] + (b[index] - a[index]) * part)
}

/// `0xRRGGBB` as light: the square stands for sRGB's curve, near enough to be constant at compile
/// time.
const fn from_hex(hex: u32) -> [f32; 4] {
    let [_, r, g, b] = hex.to_be_bytes();
    [light(r), light(g), light(b), 1.0]
}

const fn light(byte: u8) -> f32 {
    let part = byte as f32 / 255.0;
    // Halfway between the square and the cube is within 1 % of sRGB's curve.
    part * part * (0.7 + 0.3 * part)
}
