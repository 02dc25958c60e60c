//! A figure that looks at a point.

use kansetsu::d3::{Pose, Skeleton, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};
use kansetsu::{Role, math::Rot};

use crate::{Error, Figure, GazeMoves};

impl Figure {
    /// Turns the eyes to a point, metres in model space. A gaze by joints rotates the eyes in
    /// `pose`. A gaze by expressions returns their weights, for [`Self::apply_expressions`].
    ///
    /// # Errors
    /// [`Error::NoGaze`] if the file has no gaze, or the figure no head or no eyes.
    pub fn look_at(
        &self,
        target: Vec3,
        pose: &mut Pose,
    ) -> Result<Vec<(&'static str, f32)>, Error> {
        let gaze = self.gaze.as_ref().ok_or(Error::NoGaze("its file has no look-at settings"))?;
        let role = |role: Role| self.rig.roles.get(&role).copied();
        let head = role(Role::Head).ok_or(Error::NoGaze("no joint has the role \"head\""))?;
        let skeleton = &self.rig.skeleton;
        let rest = skeleton.forward(&skeleton.rest_pose());
        let front = self.faces();
        let head = [&rest[head], &skeleton.forward(pose)[head]];
        let direction = gaze.direction(head, target, front);
        if gaze.moves == GazeMoves::Expressions {
            return Ok(gaze.weights(direction));
        }
        let eyes = [(Role::LeftEye, 1.0), (Role::RightEye, -1.0)];
        let eyes = eyes.map(|(eye, side)| role(eye).map(|joint| (joint, side)));
        if eyes == [None; 2] {
            return Err(Error::NoGaze("no joint has the role \"leftEye\" or \"rightEye\""));
        }
        for (joint, side) in eyes.into_iter().flatten() {
            let turn = front * gaze.rotation(direction, side) * front.inverse();
            if let Some(local) = pose.locals.get_mut(joint) {
                local.rotation = turned(skeleton, &rest, joint, turn).into();
            }
        }
        Ok(Vec::new())
    }

    /// The rotation from +Z to the front of the avatar.
    fn faces(&self) -> Rot {
        Rot::between(Vec3::Z, self.format_front, Vec3::Y)
    }
}

/// The rotation of a joint that rotates it from rest by `turn` in model space.
fn turned(skeleton: &Skeleton, rest: &[Affine3], joint: usize, turn: Rot) -> Rot {
    let own = &skeleton.joints()[joint];
    let parent = own.parent.map_or(Quat::IDENTITY, |parent| rotation_of(&rest[parent]));
    let parent = Rot::from(parent);
    (parent.inverse() * turn * parent * Rot::from(own.rest.rotation)).normalized()
}
