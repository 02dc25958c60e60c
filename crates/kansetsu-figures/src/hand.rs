//! The mannequin's left hand alone.

use glam::Vec3;
use kansetsu_formats::Figure;

use crate::{mannequin, model::Draft};

/// A left hand with its fingers along +X, the palm down and the wrist on the Y axis.
///
/// The joints are named as in the [mannequin](crate::mannequin), from "LeftHand" on, and have the
/// same limits.
#[must_use]
pub fn hand() -> Figure {
    let mut draft =
        Draft::new(mannequin::plan().subtree("LeftHand", Vec3::new(-0.702, -1.285, 0.018)));
    mannequin::hand::model(&mut draft);
    draft.finish_humanoid("hand")
}
