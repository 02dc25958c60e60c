//! Onion skin: the poses before and after the present one, faint.

use std::sync::Arc;

use kansetsu::glam::Affine3;
use kansetsu_formats::Figure;

use super::color::Palette;
use crate::viewport::scene::Body;

/// A pose of another time.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// `world_from_joint` of every joint.
    pub world_from_joint: Vec<Affine3>,
    /// How many keys away it is: -1 is the one before, 2 the one after the next. 0 is not drawn.
    pub steps: i32,
}

/// The opacity of the nearest skin, and the factor for each further one.
const NEAREST: f32 = 0.34;
const LEFT: f32 = 0.6;

/// Bodies for poses of other times, the further the fainter; what was and what will be have colours
/// of their own.
#[must_use]
pub fn onion_skin(figure: &Arc<Figure>, skins: Vec<Skin>, palette: &Palette) -> Vec<Body> {
    let body = |skin: Skin| {
        let [r, g, b, _] = if skin.steps < 0 { palette.past } else { palette.future };
        let opacity = NEAREST * LEFT.powi(skin.steps.abs() - 1);
        Body { opacity, tint: [r, g, b, 0.75], ..Body::new(figure.clone(), skin.world_from_joint) }
    };
    skins.into_iter().filter(|skin| skin.steps != 0).map(body).collect()
}
