//! The editor's move: translates one joint so that its child lands on the target.

use glam::{DAffine3, DVec3, Quat, Vec3};

use super::{axis_ccd::FrameAxis, chain};
use crate::{
    Error,
    classic::double,
    d3::{Pose, Report, Skeleton},
};

/// Translates the parent of `dragged` so that `dragged` lands on `target_in_model`; a root is
/// translated itself.
///
/// With row vectors `o · M · T · P = t` for the rest position `o` of the dragged joint, the matrix
/// `M` of its parent, the unknown translation `T` and the matrix `P` of the parent's parent: `T = t
/// P⁻¹ - o M`. In our column vectors, with the parent's rotation and scale as `L`: `translation =
/// P⁻¹ target - L o`. Along an axis, the target is first restricted to that axis of the parent's
/// frame, through the position of the dragged joint.
///
/// Source: OpenRDB, chapter 7. Cost: constant.
///
/// Use it for the root and for joints that may slide, such as props and faces: it changes the
/// length of the bone above. Where lengths must stay, use [`crate::d3::solve`].
///
/// ```
/// use kansetsu::classic::move_joint;
/// use kansetsu::d3::{Skeleton, Transform};
/// use kansetsu::glam::Vec3;
///
/// let mut builder = Skeleton::builder();
/// let hips = builder.root("hips", Transform::from_translation(Vec3::Y));
/// let chest = builder.child(hips, "chest", Transform::from_translation(Vec3::Y * 0.4));
/// let skeleton = builder.build()?;
///
/// let mut pose = skeleton.rest_pose();
/// move_joint(&skeleton, chest, Vec3::new(0.1, 1.5, 0.0), &mut pose)?;
/// assert!(pose.locals[hips].translation.distance(Vec3::new(0.1, 1.1, 0.0)) < 1e-6);
/// # Ok::<(), kansetsu::Error>(())
/// ```
///
/// # Errors
/// [`Error::Unsupported`] when the parent's matrix is singular, [`Error::JointOutOfRange`],
/// [`Error::PoseMismatch`], [`Error::InvalidTransform`], [`Error::InvalidNumber`]. The pose is then
/// untouched.
pub fn move_joint(
    skeleton: &Skeleton,
    dragged: usize,
    target_in_model: Vec3,
    pose: &mut Pose,
) -> Result<Report, Error> {
    let bone = Bone::load(skeleton, dragged, target_in_model, pose)?;
    bone.place(pose, target_in_model.as_dvec3())
}

/// [`move_joint`] along one axis of the frame of the parent of `dragged`: only that component of
/// the motion is applied.
///
/// Method, source, cost and use are those of [`move_joint`].
///
/// ```
/// use kansetsu::classic::{FrameAxis, move_joint_along};
/// use kansetsu::d3::{Skeleton, Transform};
/// use kansetsu::glam::{Quat, Vec3};
///
/// let mut builder = Skeleton::builder();
/// let hips = builder.root("hips", Transform::from_translation(Vec3::Y));
/// let chest = builder.child(hips, "chest", Transform::from_translation(Vec3::Y * 0.4));
/// let skeleton = builder.build()?;
///
/// let mut pose = skeleton.rest_pose();
/// move_joint_along(&skeleton, chest, (Quat::IDENTITY, FrameAxis::X), Vec3::new(0.1, 1.5, 0.0), &mut pose)?;
/// assert!(skeleton.forward(&pose)[chest].translation.distance(Vec3::new(0.1, 1.4, 0.0)) < 1e-6);
/// # Ok::<(), kansetsu::Error>(())
/// ```
///
/// # Errors
/// As [`move_joint`]; [`Error::Unsupported`] also if the parent's own scale makes the axes of its
/// frame coplanar.
pub fn move_joint_along(
    skeleton: &Skeleton,
    dragged: usize,
    (joint_from_frame, axis): (Quat, FrameAxis),
    target_in_model: Vec3,
    pose: &mut Pose,
) -> Result<Report, Error> {
    let frame = super::axis_ccd::check_frame(joint_from_frame)?;
    let bone = Bone::load(skeleton, dragged, target_in_model, pose)?;
    let rotation = double::rotation_in(&bone.model_from_joint()).ok_or(FLAT)?;
    let direction = (rotation * (frame * axis.direction())).normalize();
    let place = bone.dragged_in_model();
    bone.place(pose, place + direction * (target_in_model.as_dvec3() - place).dot(direction))
}

const FLAT: Error =
    Error::Unsupported { solver: "move", what: "a joint in a space that a scale flattens" };

/// The joint that is translated.
struct Bone {
    joint: usize,
    dragged: usize,
    /// The dragged joint in this joint's frame.
    offset: DVec3,
    parent_from_joint: DAffine3,
    model_from_parent: DAffine3,
}

impl Bone {
    fn load(skeleton: &Skeleton, dragged: usize, target: Vec3, pose: &Pose) -> Result<Self, Error> {
        double::check_joint(skeleton, dragged)?;
        double::check_point("the target of a drag", target)?;
        double::check_pose(skeleton, pose)?;
        let (joint, offset) = match skeleton.joints()[dragged].parent {
            Some(parent) => (parent, pose.locals[dragged].translation.as_dvec3()),
            None => (dragged, DVec3::ZERO),
        };
        let model_from_parent = double::model_from(skeleton, pose, skeleton.joints()[joint].parent);
        Ok(Self {
            joint,
            dragged,
            offset,
            parent_from_joint: double::affine(&pose.locals[joint]),
            model_from_parent,
        })
    }

    fn model_from_joint(&self) -> DAffine3 {
        self.model_from_parent * self.parent_from_joint
    }

    fn dragged_in_model(&self) -> DVec3 {
        self.model_from_joint().transform_point3(self.offset)
    }

    fn place(&self, pose: &mut Pose, target: DVec3) -> Result<Report, Error> {
        let arm = self.parent_from_joint.transform_vector3(self.offset);
        let parent_from_model = double::inverse(&self.model_from_parent).ok_or(FLAT)?;
        let translation = (parent_from_model.transform_point3(target) - arm).as_vec3();
        let reached =
            self.model_from_parent.transform_point3(translation.as_dvec3() + arm).as_vec3();
        if !(translation.is_finite() && reached.is_finite()) {
            return Err(Error::InvalidNumber {
                what: "the translation that a drag asks for",
                value: f32::INFINITY,
            });
        }
        pose.locals[self.joint].translation = translation;
        let size = target.length().max(self.model_from_parent.transform_vector3(arm).length());
        Ok(chain::report(self.dragged, target.as_vec3(), reached, 0, size))
    }
}
