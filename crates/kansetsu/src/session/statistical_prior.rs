//! The interface of statistical priors.

use std::fmt;

use crate::{
    Error,
    d3::{Goal, Pose, Rig, solve::Root},
};

/// A statistical prior over the poses of humanoids, for
/// [`Posture::Likely`](super::Posture::Likely).
///
/// The crate `kansetsu-humanoid` contains one that was learned from recorded people.
pub trait StatisticalPrior: fmt::Debug + Send + Sync {
    /// The most likely pose of a person, given the goals of hips, chest, head, hands and feet;
    /// inside the limits of the rig.
    ///
    /// `None` if the rig is not a humanoid or the goals are too few. Joints outside the prior keep
    /// `pose`.
    ///
    /// # Errors
    /// The prior's error for a body that it cannot describe, or for a pose of another skeleton.
    fn likely_pose(
        &self,
        rig: &Rig,
        goals: &[Goal],
        pose: &Pose,
        root: Root,
    ) -> Result<Option<Pose>, Error>;
}

/// Two priors are equal if they are the same object.
impl PartialEq for dyn StatisticalPrior {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::addr_eq(self, other)
    }
}

impl<T: StatisticalPrior + ?Sized> StatisticalPrior for &T {
    fn likely_pose(
        &self,
        rig: &Rig,
        goals: &[Goal],
        pose: &Pose,
        root: Root,
    ) -> Result<Option<Pose>, Error> {
        (**self).likely_pose(rig, goals, pose, root)
    }
}
