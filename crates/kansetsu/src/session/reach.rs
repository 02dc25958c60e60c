//! The reach of a joint.

use super::{IkSession, problem::Placements};
use crate::{Error, JointId, d3::Pose};

/// The ball that a joint can reach without stretching its chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The position of the chain's first joint that rotates, in model space, metres.
    pub center: [f32; 3],
    /// The length of the straight chain, metres.
    pub radius: f32,
}

impl IkSession {
    /// The ball that `joint` can reach with the current targets, pins and options; `None` if the
    /// base moves or nothing rotates.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn reach(&self, joint: JointId, pose: &Pose) -> Result<Option<Reach>, Error> {
        self.check(pose)?;
        let skeleton = &self.rig.skeleton;
        let joint = skeleton.index_of(joint)?;
        let moves = self.problem([pose, pose], Placements::Kept)?.moves;
        let above = || skeleton.ancestors(joint).skip(1);
        let Some(first) = above().filter(|&above| moves.follows[above]).last() else {
            return Ok(None);
        };
        if skeleton.ancestors(joint).any(|above| moves.slides.contains(&above)) {
            return Ok(None);
        }
        let model_from_joint = skeleton.forward(pose);
        let at = |joint: usize| model_from_joint[joint].translation;
        let chain = std::iter::once(joint).chain(above().take_while(|&above| above != first));
        let parents = above();
        let radius = chain.zip(parents).map(|(below, above)| at(below).distance(at(above))).sum();
        Ok(Some(Reach { center: at(first).into(), radius }))
    }
}
