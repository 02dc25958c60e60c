//! A look: the eyes first, then neck and head, at last the trunk.
//!
//! Eyes point at the target, and the head so nearly that eyes have no more than [`EYES`] left to
//! do: a cone around the target is near enough for it ([`Goal::with_angle`]). So a glance moves the
//! eyes alone, which are the softest joints of a [`Posture`](super::Posture); a look farther aside
//! turns neck and head by the rest, and the trunk, a reserve, joins in where the neck ends. All of
//! it is the energy of the body, nothing is a case.
//!
//! People turn their heads for what is farther aside than 15 to 20 degrees: J. S. Stahl, "Amplitude
//! of human head movements associated with horizontal saccades", Experimental Brain Research
//! 126, 1999.

use glam::Vec3;

use super::{BodyAxes, Goal, Humanoid, Skeleton, rotation_of};
use crate::{Error, math::vector};

/// How far aside eyes look before the head turns, radians: 15 degrees.
const EYES: f32 = 0.262;

impl Humanoid {
    /// The goals of a body that looks at `target`, a point in model space, metres: for its eyes and
    /// its head, or for the head alone where it has no eyes. What looks is at rest taken to look
    /// straight ahead, level. They are met by [`WholeBody`](super::solve::WholeBody), best with a
    /// [posture](super::Posture::humanoid); other goals may stand beside them.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for a joint of the humanoid, [`Error::InvalidNumber`] for a
    /// non-finite target.
    pub fn look(&self, skeleton: &Skeleton, target: Vec3) -> Result<Vec<Goal>, Error> {
        self.check(skeleton.len())?;
        let rest = skeleton.forward(&skeleton.rest_pose());
        // A trunk leans a little at rest, and the eyes look level all the same.
        let forward = BodyAxes::of(skeleton, self).forward;
        let forward = vector::unit(forward.with_y(0.0)).unwrap_or(forward);
        let ahead = |joint: usize| {
            Goal::look_at(joint, rotation_of(&rest[joint]).inverse() * forward, target)
        };
        let mut goals: Vec<Goal> = self.eyes.iter().map(|&eye| ahead(eye)).collect();
        let eyes = goals.len() as f32;
        goals.extend(self.neck.last().map(|&head| {
            if self.eyes.is_empty() {
                return ahead(head);
            }
            let between = self.eyes.iter().map(|&eye| rest[eye].translation).sum::<Vec3>() / eyes;
            ahead(head).with_offset(rest[head].inverse().transform_point3(between)).with_angle(EYES)
        }));
        goals.iter().try_for_each(Goal::check)?;
        Ok(goals)
    }
}
