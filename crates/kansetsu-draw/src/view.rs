//! View directions and lenses.

use std::str::FromStr;

use crate::Error;

/// The view direction and the lens. The distance of the camera follows from the scene: everything
/// is in the picture.
///
/// At azimuth 0 the camera is in front of the figure, at 90 on its left: see
/// [`Picture::front_deg`](crate::Picture::front_deg). For a figure that faces +Z, the front is +Z
/// and the left is +X.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The angle around the vertical axis, degrees.
    pub azimuth_deg: f32,
    /// The angle above the horizon, degrees, clamped to [-90, 90].
    pub elevation_deg: f32,
    /// The lens.
    pub lens: Lens,
}

/// The projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// Perspective: near things are larger.
    Perspective {
        /// The field of view across the picture's shorter side, degrees, clamped to [1, 120].
        field_of_view_deg: f32,
    },
    /// Orthographic: every object keeps its size, for measuring.
    Orthographic,
}

impl Default for Lens {
    /// A long lens, 22 degrees: little distortion, as in portraits.
    fn default() -> Self {
        Self::Perspective { field_of_view_deg: 22.0 }
    }
}

impl Default for View {
    /// [`View::THREE_QUARTER`].
    fn default() -> Self {
        Self::THREE_QUARTER
    }
}

impl View {
    /// The long lens of [`Lens::default`], for constants.
    const LONG: Lens = Lens::Perspective { field_of_view_deg: 22.0 };
    /// From the front.
    pub const FRONT: Self = Self::new(0.0, 4.0);
    /// From behind.
    pub const BACK: Self = Self::new(180.0, 4.0);
    /// The figure's left side.
    pub const LEFT: Self = Self::new(90.0, 4.0);
    /// The figure's right side.
    pub const RIGHT: Self = Self::new(-90.0, 4.0);
    /// From above; the figure's front is below in the picture.
    pub const TOP: Self = Self { lens: Lens::Orthographic, ..Self::new(0.0, 90.0) };
    /// From below.
    pub const BOTTOM: Self = Self { lens: Lens::Orthographic, ..Self::new(0.0, -90.0) };
    /// From the front, slightly from the left and from above.
    pub const THREE_QUARTER: Self = Self::new(32.0, 12.0);
    /// Isometric: all three axes equally shortened.
    pub const ISO: Self = Self { lens: Lens::Orthographic, ..Self::new(45.0, 35.264_39) };

    /// A view from these angles, in degrees, through the long lens.
    #[must_use]
    pub const fn new(azimuth_deg: f32, elevation_deg: f32) -> Self {
        Self { azimuth_deg, elevation_deg, lens: Self::LONG }
    }

    /// Parses a name ("front", "back", "left" or "side", "right", "top", "bottom", "three-quarter",
    /// "iso") or two angles in degrees ("30,15": azimuth, elevation).
    ///
    /// # Errors
    /// [`Error::View`] if it is neither.
    ///
    /// ```
    /// use kansetsu_draw::View;
    /// assert_eq!(View::parse("front")?, View::FRONT);
    /// assert_eq!(View::parse("30,15")?.elevation_deg, 15.0);
    /// assert!(View::parse("nowhere").is_err());
    /// # Ok::<(), kansetsu_draw::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "front" => Ok(Self::FRONT),
            "back" => Ok(Self::BACK),
            "left" | "side" => Ok(Self::LEFT),
            "right" => Ok(Self::RIGHT),
            "top" => Ok(Self::TOP),
            "bottom" => Ok(Self::BOTTOM),
            "three-quarter" | "default" => Ok(Self::THREE_QUARTER),
            "iso" => Ok(Self::ISO),
            angles => {
                Self::parse_angles(angles).ok_or_else(|| Error::View { text: text.to_owned() })
            }
        }
    }

    fn parse_angles(text: &str) -> Option<Self> {
        let (azimuth, elevation) = text.split_once(',')?;
        let angle = |part: &str| part.trim().parse::<f32>().ok().filter(|angle| angle.is_finite());
        Some(Self::new(angle(azimuth)?, angle(elevation)?))
    }
}

impl FromStr for View {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}
