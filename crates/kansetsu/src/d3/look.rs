//! Look-at goals of a person: the eyes first, then neck and head, at last the trunk.
//!
//! The eyes point at the target. The head's goal is a cone around the target
//! ([`Goal::with_angle`]), so that the eyes never have to rotate by more than [`EYES`]. A small
//! change of gaze moves only the eyes, which are the softest joints of a
//! [`Posture`](super::Posture). A larger one rotates neck and head by the remainder, and the trunk,
//! a recruitment group, joins in at the limits of the neck. All of it follows from the body's cost
//! function; there are no special cases.
//!
//! People rotate their heads for targets more than 15 to 20 degrees aside: J. S. Stahl, "Amplitude
//! of human head movements associated with horizontal saccades", Experimental Brain Research 126,
//! 1999.

use glam::Vec3;

use super::{BodyAxes, Goal, Humanoid, Skeleton, rotation_of};
use crate::{Error, math::vector};

/// The largest gaze angle of the eyes before the head rotates, radians: 15 degrees.
const EYES: f32 = 0.262;

impl Humanoid {
    /// The goals of a body that looks at `target`, a point in model space, metres: for its eyes and
    /// its head, or for the head alone without eyes. At rest the gaze is assumed to be straight
    /// ahead and level. [`WholeBody`](super::solve::WholeBody) solves them, best with a
    /// [posture](super::Posture::humanoid); other goals may be added.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for a joint of the humanoid, [`Error::InvalidNumber`] for a
    /// non-finite target.
    pub fn look(&self, skeleton: &Skeleton, target: Vec3) -> Result<Vec<Goal>, Error> {
        self.check(skeleton.len())?;
        let rest = skeleton.forward(&skeleton.rest_pose());
        // The trunk may lean a little at rest; the gaze is level all the same.
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
