//! The mannequin's left leg alone.

use glam::Vec3;
use kansetsu_formats::Figure;

use crate::{mannequin, model::Draft};

/// A left leg from the hip to the toes, standing on y = 0 with the hip on the Y axis.
///
/// The joints are named as in the [mannequin](crate::mannequin), from "LeftUpperLeg" on, and have
/// the same limits.
#[must_use]
pub fn leg() -> Figure {
    let mut draft =
        Draft::new(mannequin::plan().subtree("LeftUpperLeg", Vec3::new(-0.088, 0.0, 0.0)));
    mannequin::leg::model(&mut draft);
    draft.finish_humanoid("leg")
}
