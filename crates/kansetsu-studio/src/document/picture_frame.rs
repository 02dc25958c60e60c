//! The frame in the view that pictures and videos show.

use kansetsu::glam::Vec2;
use serde::{Deserialize, Serialize};

/// The shape of the pictures, drawn as a frame in the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PictureFrame {
    /// No frame: a picture of any shape shows the height of the view.
    #[default]
    #[serde(rename = "off")]
    Off,
    /// 16:9, as videos.
    #[serde(rename = "16:9")]
    Wide,
    /// 4:3.
    #[serde(rename = "4:3")]
    Classic,
    /// As wide as high.
    #[serde(rename = "1:1")]
    Square,
    /// Paper of size A4, upright.
    #[serde(rename = "a4_portrait")]
    Portrait,
    /// Paper of size A4, lying.
    #[serde(rename = "a4_landscape")]
    Landscape,
}

impl PictureFrame {
    /// In the order of the menu.
    pub const ALL: [Self; 6] =
        [Self::Off, Self::Wide, Self::Classic, Self::Square, Self::Portrait, Self::Landscape];

    /// Width over height; none without a frame. A4 is 210 × 297 mm (ISO 216).
    #[must_use]
    pub const fn aspect(self) -> Option<f32> {
        match self {
            Self::Off => None,
            Self::Wide => Some(16.0 / 9.0),
            Self::Classic => Some(4.0 / 3.0),
            Self::Square => Some(1.0),
            Self::Portrait => Some(210.0 / 297.0),
            Self::Landscape => Some(297.0 / 210.0),
        }
    }

    /// Width and height of the largest frame in the middle of a view of this size.
    #[must_use]
    pub fn size_in(self, view: Vec2) -> Option<Vec2> {
        let aspect = self.aspect()?;
        let height = view.y.min(view.x / aspect);
        Some(Vec2::new(height * aspect, height))
    }
}
