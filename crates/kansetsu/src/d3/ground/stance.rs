//! The state of foot placement between two frames.

use glam::Vec3;

use super::{Foot, FootState, pelvis::Pelvis};
use crate::d3::{Goal, Pose, Skeleton};

/// The state of all feet and the pelvis for a [`FootPlacement`](super::FootPlacement). Plain data:
/// a copy continues bit-identically. `PlacementState::default()` has not started; reset to it after
/// a teleport.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlacementState {
    /// One for each foot, in the feet's order; empty before the first frame.
    pub feet: Vec<FootState>,
    pub(super) pelvis: Pelvis,
}

impl PlacementState {
    /// The displacement of the pelvis from the clip, in model space, metres.
    #[must_use]
    pub const fn pelvis_offset(&self) -> Vec3 {
        Vec3::new(0.0, self.pelvis.shift, 0.0)
    }

    /// Moves the clip's pose by [`Self::pelvis_offset`]: all of its roots. The goals then pose the
    /// legs.
    pub fn apply_pelvis_offset(&self, skeleton: &Skeleton, pose: &mut Pose) {
        for root in skeleton.roots() {
            if let Some(local) = pose.locals.get_mut(root) {
                local.translation += self.pelvis_offset();
            }
        }
    }

    /// The goals of the feet: for each a pin of its contact point, and a goal for its rotation.
    pub fn goals<'a>(&'a self, feet: &'a [Foot]) -> impl Iterator<Item = Goal> + 'a {
        self.feet.iter().zip(feet).flat_map(|(footing, foot)| footing.goals(foot))
    }

    /// Raises all stored heights.
    pub(super) fn raise(&mut self, up: f32) {
        for footing in &mut self.feet {
            footing.raise(up);
        }
        self.pelvis.raise(up);
    }
}
