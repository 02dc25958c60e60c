//! How a scene is drawn.

use kansetsu::glam::{Affine3, Vec2};

use crate::{Error, View, largest};

/// How a scene is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Pixels, 1 to [`Self::MAX_SIDE`].
    pub width: u32,
    /// Pixels, 1 to [`Self::MAX_SIDE`].
    pub height: u32,
    /// From where.
    pub view: View,
    /// Where the front is that `view` is measured from, degrees about +Y: 0 for +Z, 90 for +X. See
    /// `Figure::front` of `kansetsu_formats`.
    pub front_deg: f32,
    /// A camera that stands where it is told, instead of where `view` has everything in the
    /// picture.
    pub eye: Option<Eye>,
    /// What is behind everything.
    pub background: Background,
    /// What is below everything.
    pub ground: Ground,
    /// How much of each side is left free around the scene, as a part of the shorter side, 0 to
    /// 0.4.
    pub margin: f32,
    /// Words at the upper left; may be empty.
    pub caption: String,
}

/// A camera that stands where it is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// Its place in the world, metres, and how it is turned: it looks along its own -z, its x is to
    /// the right in the picture and its y up.
    pub world_from_eye: Affine3,
    /// How many pixels large a metre is that is a metre away, greater than 0.
    pub focal: f32,
    /// The point of the picture that it looks at, pixels from the upper left.
    pub centre: Vec2,
}

/// What is behind everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// A light neutral studio.
    #[default]
    Light,
    /// A dark neutral studio.
    Dark,
    /// Nothing: the shadow and the grid are transparent too. Made for light pages.
    Transparent,
}

/// What is below everything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Ground {
    /// A grid and a soft shadow, at y = 0, or at the lowest point when the scene does not stand
    /// near 0.
    #[default]
    Auto,
    /// A grid and a soft shadow at this height, metres.
    At(f32),
    /// Neither.
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
