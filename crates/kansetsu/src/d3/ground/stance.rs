//! How a body stands, between two frames.

use glam::Vec3;

use super::{Foot, FootState, pelvis::Pelvis};
use crate::d3::{Goal, Pose, Skeleton};

/// What all feet and the pelvis do: the state of a [`FootPlacement`](super::FootPlacement). Plain
/// data: a copy of it goes on bit by bit as the original does. `PlacementState::default()` has not
/// begun; put it back after a teleport.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlacementState {
    /// One for each foot, in the feet's order; none before the first frame.
    pub feet: Vec<FootState>,
    pub(super) pelvis: Pelvis,
}

impl PlacementState {
    /// How far the pelvis should be moved from where the clip has it, in model space, metres.
    #[must_use]
    pub const fn pelvis_offset(&self) -> Vec3 {
        Vec3::new(0.0, self.pelvis.shift, 0.0)
    }

    /// Moves the clip's pose by [`Self::pelvis_offset`]: all of its roots. The legs are then for
    /// the goals.
    pub fn apply_pelvis_offset(&self, skeleton: &Skeleton, pose: &mut Pose) {
        for root in skeleton.roots() {
            if let Some(local) = pose.locals.get_mut(root) {
                local.translation += self.pelvis_offset();
            }
        }
    }

    /// What the feet should do: for each a pin of its contact point, and a goal for its turn.
    pub fn goals<'a>(&'a self, feet: &'a [Foot]) -> impl Iterator<Item = Goal> + 'a {
        self.feet.iter().zip(feet).flat_map(|(footing, foot)| footing.goals(foot))
    }

    /// Everything that is of this height, so much higher.
    pub(super) fn raise(&mut self, up: f32) {
        for footing in &mut self.feet {
            footing.raise(up);
        }
        self.pelvis.raise(up);
    }
}
