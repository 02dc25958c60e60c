//! The background, and the look of the floor on it.

use kansetsu::glam::{Vec3, Vec4};

use crate::{Background, color, ground::FloorSpot};

/// The colours of a background.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backdrop {
    /// `0xRRGGBB` at the top of the picture.
    pub(crate) top: u32,
    /// `0xRRGGBB` at the bottom.
    pub(crate) bottom: u32,
    /// `0xRRGGBB` of the grid's lines.
    pub(crate) line: u32,
    /// Opacity of the lines.
    pub(crate) line_strength: f32,
    /// `0xRRGGBB` of the deepest shadow.
    pub(crate) shadow: u32,
    /// Opacity of the shadow.
    pub(crate) shadow_strength: f32,
    /// `0xRRGGBB` of text.
    pub(crate) ink: u32,
    /// `0xRRGGBB` of the gaps between cells of a sheet.
    pub(crate) gap: u32,
    /// Whether the background is opaque.
    pub(crate) solid: bool,
}

impl Backdrop {
    pub(crate) const fn new(background: Background) -> Self {
        match background {
            Background::Light => Self::LIGHT,
            Background::Dark => Self::DARK,
            Background::Transparent => Self { solid: false, ..Self::LIGHT },
        }
    }

    const LIGHT: Self = Self {
        top: 0xE6_EAEF,
        bottom: 0xF7_F8FA,
        line: 0x7A_8798,
        line_strength: 0.55,
        shadow: 0x1C_2430,
        shadow_strength: 0.9,
        ink: 0x2B_3442,
        gap: 0xC9_D0D9,
        solid: true,
    };

    const DARK: Self = Self {
        top: 0x14_171C,
        bottom: 0x23_282F,
        line: 0x6C_7A8D,
        line_strength: 0.5,
        shadow: 0x02_0304,
        shadow_strength: 0.95,
        ink: 0xD5_DCE6,
        gap: 0x0A_0C0F,
        solid: true,
    };

    /// The linear light of a row of the picture; `height` is 0 at the top and 1 at the bottom.
    pub(crate) fn row(&self, height: f32) -> BackdropRow {
        let behind = color::from_hex(self.top).lerp(color::from_hex(self.bottom), height);
        BackdropRow {
            behind: if self.solid { behind.extend(1.0) } else { Vec4::ZERO },
            line: color::from_hex(self.line),
            line_strength: self.line_strength,
            shadow: color::from_hex(self.shadow),
            shadow_strength: self.shadow_strength,
        }
    }
}

/// Linear light of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BackdropRow {
    /// Premultiplied by alpha.
    pub(crate) behind: Vec4,
    line: Vec3,
    line_strength: f32,
    shadow: Vec3,
    shadow_strength: f32,
}

impl BackdropRow {
    /// The linear light, premultiplied by alpha, with the floor blended in.
    pub(crate) fn with_floor(&self, spot: FloorSpot) -> Vec4 {
        let with_lines = over(self.behind, self.line, spot.line * self.line_strength);
        over(with_lines, self.shadow, spot.shadow * self.shadow_strength)
    }
}

/// A colour blended over premultiplied light.
pub(crate) fn over(behind: Vec4, color: Vec3, alpha: f32) -> Vec4 {
    (color * alpha).extend(alpha) + behind * (1.0 - alpha)
}
