//! The light of a picture.

use std::f32::consts::{FRAC_PI_2, PI};

use kansetsu::glam::Vec3;
use serde::{Deserialize, Serialize};

/// The key light. It moves with the camera; light from sky and floor, and the rim, stay.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Light {
    /// Radians about +Y from the viewer's side, in [-π, π]; negative is from the left, ±π from
    /// behind the figure.
    pub azimuth: f32,
    /// Radians above the horizon, in [0, π/2].
    pub elevation: f32,
    /// A factor of the brightness, in [`Self::STRENGTHS`].
    pub strength: f32,
    /// sRGB.
    pub color: [u8; 3],
}

impl Default for Light {
    fn default() -> Self {
        Self::STUDIO
    }
}

impl Light {
    /// The weakest and the strongest light.
    pub const STRENGTHS: [f32; 2] = [0.0, 4.0];

    /// From the upper left behind the viewer, so that a figure is lit well from everywhere.
    pub const STUDIO: Self =
        Self { azimuth: -0.690_8, elevation: 0.823_3, strength: 1.0, color: [255, 250, 242] };
    /// From the right: strong shapes.
    pub const SIDE: Self =
        Self { azimuth: 1.45, elevation: 0.45, strength: 1.4, color: [255, 244, 226] };
    /// From behind the figure: bright edges, a dark front.
    pub const BACK: Self =
        Self { azimuth: 2.6, elevation: 0.7, strength: 2.2, color: [236, 242, 255] };

    /// Whether its numbers are those of a light.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let [weakest, strongest] = Self::STRENGTHS;
        (-PI..=PI).contains(&self.azimuth)
            && (0.0..=FRAC_PI_2).contains(&self.elevation)
            && (weakest..=strongest).contains(&self.strength)
    }

    /// Towards the light, for a viewer on the side of `level` (a horizontal unit vector) who sees
    /// `right` (another) to the right.
    #[must_use]
    pub fn direction(&self, level: Vec3, right: Vec3) -> Vec3 {
        let ((sa, ca), (se, ce)) = (self.azimuth.sin_cos(), self.elevation.sin_cos());
        (level * ca + right * sa) * ce + Vec3::Y * se
    }

    /// What arrives, linear RGB.
    #[must_use]
    pub fn radiance(&self) -> [f32; 3] {
        linear(self.color).map(|channel| channel * self.strength)
    }
}

/// A colour of sRGB as linear RGB.
#[must_use]
pub fn linear(color: [u8; 3]) -> [f32; 3] {
    color.map(|byte| {
        let value = f32::from(byte) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}
