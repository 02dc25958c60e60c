//! The mannequin's left arm alone.

use glam::Vec3;
use kansetsu_formats::Figure;

use crate::{mannequin, model::Draft};

/// A left arm from the shoulder to the fingertips, stretched along +X as in a T-pose; the shoulder
/// is on the Y axis.
///
/// The joints are named as in the [mannequin](crate::mannequin), from "LeftUpperArm" on, and have
/// the same limits.
#[must_use]
pub fn arm() -> Figure {
    let mut draft =
        Draft::new(mannequin::plan().subtree("LeftUpperArm", Vec3::new(-0.165, -1.085, 0.018)));
    mannequin::arm::model(&mut draft);
    mannequin::hand::model(&mut draft);
    draft.finish_humanoid("arm")
}
