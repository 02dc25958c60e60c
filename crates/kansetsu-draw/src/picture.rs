//! Settings of a picture.

use kansetsu::glam::{Affine3, Vec2};

use crate::{Error, View, largest};

/// The settings of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The width, pixels, 1 to [`Self::MAX_SIDE`].
    pub width: u32,
    /// The height, pixels, 1 to [`Self::MAX_SIDE`].
    pub height: u32,
    /// The view direction and lens.
    pub view: View,
    /// The front of the figure, from which `view` is measured, degrees about +Y: 0 for +Z, 90 for
    /// +X. See `Figure::front` of `kansetsu_formats`.
    pub front_deg: f32,
    /// A fixed camera, in place of one that `view` places to fit the scene.
    pub eye: Option<Eye>,
    /// The background.
    pub background: Background,
    /// The floor.
    pub ground: Ground,
    /// The margin around the scene on each side, as a fraction of the shorter side, 0 to 0.4.
    pub margin: f32,
    /// A text at the upper left; may be empty.
    pub caption: String,
}

/// A camera with a fixed position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// The transform of the camera, metres: it looks along its own -z, its x is to the right in the
    /// picture and its y up.
    pub world_from_eye: Affine3,
    /// The focal length: the size in pixels of a metre at a distance of a metre, greater than 0.
    pub focal: f32,
    /// The principal point, pixels from the upper left.
    pub centre: Vec2,
}

/// The background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// A light neutral studio.
    #[default]
    Light,
    /// A dark neutral studio.
    Dark,
    /// Transparent, with a transparent shadow and grid. For light pages.
    Transparent,
}

/// The floor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Ground {
    /// A grid and a soft shadow, at y = 0, or at the lowest point if the scene is not near 0.
    #[default]
    Auto,
    /// A grid and a soft shadow at this height, metres.
    At(f32),
    /// No floor.
    Hidden,
}

impl Default for Picture {
    fn default() -> Self {
        Self {
            width: 960,
            height: 960,
            view: View::default(),
            front_deg: 0.0,
            eye: None,
            background: Background::default(),
            ground: Ground::default(),
            margin: 0.08,
            caption: String::new(),
        }
    }
}

impl Picture {
    /// The longest side, pixels.
    pub const MAX_SIDE: u32 = largest::SIDE;

    /// Refuses sizes that cannot be drawn.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let fits = |side: u32| (1..=Self::MAX_SIDE).contains(&side);
        if fits(self.width) && fits(self.height) {
            Ok(())
        } else {
            Err(Error::Size { width: self.width, height: self.height })
        }
    }
}
