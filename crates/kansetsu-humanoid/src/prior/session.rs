//! The prior of a session: see [`Posture::Likely`](kansetsu::session::Posture::Likely).

use std::sync::Arc;

use kansetsu::{
    Error, Options,
    d3::{Goal, Pose, Rig, clamp_to_limits, solve::Root},
    session::{Posture, StatisticalPrior},
};

use super::{body::PriorBody, table::Prior};

/// A statistical prior needs targets or pins for this many parts of the body. With fewer the
/// relaxed stance is closer to real poses. With 2 and with 6 six of 200 requests change by 0.5° or
/// more; as many are reached.
const OBSERVED_PARTS: usize = 3;

impl StatisticalPrior for Prior {
    fn likely_pose(
        &self,
        rig: &Rig,
        goals: &[Goal],
        pose: &Pose,
        root: Root,
    ) -> Result<Option<Pose>, Error> {
        let Some(humanoid) = rig.humanoid() else { return Ok(None) };
        let body = PriorBody::new(&rig.skeleton, &humanoid)?;
        if body.observed(goals) < OBSERVED_PARTS {
            return Ok(None);
        }
        let mut likely = body.pose_prior(self).map_estimate(goals, pose, root)?;
        clamp_to_limits(&rig.skeleton, &rig.limits, &mut likely);
        Ok(Some(likely))
    }
}

/// Sets [`Options::prior`] to that of recorded people if the posture is [`Posture::Likely`] and no
/// prior is set.
pub fn set_default_prior(options: &mut Options) {
    if options.posture == Posture::Likely && options.prior.is_none() {
        options.prior = Some(Arc::new(Prior::people()));
    }
}
