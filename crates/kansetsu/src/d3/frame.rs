//! Frames along bones, and Euler angles in them, for the rotation handles and curves of an editor.
//!
//! A bone's frame has Z along the bone, from the joint to its child. Everything is right-handed, so
//! a positive angle about X takes Y to Z, one about Y takes Z to X (the bone swings towards X), one
//! about Z takes X to Y (the twist).
//!
//! Directions of X and Y:
//! * with a third point (the third corner of a bone that is drawn as a triangle): Y is
//!   perpendicular to the triangle, `y = norm(z × (third - joint))`, and X lies in it, `x = y × z`,
//!   on the third point's side;
//! * without: `x = norm(up × z)`, `y = z × x` with up = +Z, or +X for a bone along Z. So X is in
//!   the XY plane and Y leans towards up.

use glam::{Mat3, Quat, Vec3};

use super::{EulerOrder, Skeleton, rotation_of};
use crate::math::{Rot, vector};

/// The sine of the angle to Z below which a bone counts as along Z. For smaller angles X would
/// rotate with the last digits of the bone's ends.
const ALONG: f32 = 1e-6;

/// The frame of a bone from the up rule: `space_from_frame` for the space in which `bone` (from the
/// joint to its child) is given. `None` for a bone of zero length.
#[must_use]
pub fn bone_frame(bone: Vec3) -> Option<Quat> {
    let z = vector::unit(bone)?;
    let across = Vec3::Z.cross(z);
    let x = if across.length() > ALONG {
        vector::unit(across)?
    } else {
        vector::unit(Vec3::X.cross(z))?
    };
    Some(frame(x, z))
}

/// The frame of a bone from a third point: `space_from_frame`, where `bone` is the vector from the
/// joint to its child and `third` that to the third point. If the three are collinear, the up rule
/// applies; `None` for a bone of zero length.
#[must_use]
pub fn bone_frame_from_third(bone: Vec3, third: Vec3) -> Option<Quat> {
    let z = vector::unit(bone)?;
    let across =
        vector::unit(third).map(|third| z.cross(third)).filter(|across| across.length() > ALONG);
    match across.and_then(vector::unit) {
        Some(y) => Some(frame(y.cross(z), z)),
        None => bone_frame(bone),
    }
}

/// `joint_from_frame` of every joint: the frame of the bone to its first child.
///
/// `thirds_in_model` holds the third points at rest, in model space, of the bones that have one;
/// joints beyond its end have none. The up rule is applied in model space too, at rest. A joint
/// without a child, or with one at its own position, takes its parent's frame in model space at
/// rest; a root without a bone takes the model's axes.
#[must_use]
pub fn bone_frames(skeleton: &Skeleton, thirds_in_model: &[Option<Vec3>]) -> Vec<Quat> {
    let model_from_joint = skeleton.forward(&skeleton.rest_pose());
    let mut model_from_frame: Vec<Rot> = Vec::with_capacity(skeleton.len());
    let mut frames = Vec::with_capacity(skeleton.len());
    for (index, joint) in skeleton.joints().iter().enumerate() {
        let start = model_from_joint[index].translation;
        let bone = skeleton
            .children(index)
            .first()
            .map(|&child| model_from_joint[child].translation - start);
        let third = thirds_in_model.get(index).copied().flatten().map(|third| third - start);
        let own = bone.and_then(|bone| {
            third.map_or_else(|| bone_frame(bone), |third| bone_frame_from_third(bone, third))
        });
        let inherited = || joint.parent.map_or(Rot::IDENTITY, |parent| model_from_frame[parent]);
        let frame = own.map_or_else(inherited, Rot::from);
        model_from_frame.push(frame);
        frames.push(
            (Rot::from(rotation_of(&model_from_joint[index])).inverse() * frame)
                .normalized()
                .into(),
        );
    }
    frames
}

/// Euler angles of a joint's rotation from rest in its bone's frame: `turn = frame ·
/// compose(angles) · frame⁻¹`.
///
/// ```
/// use kansetsu::{d3::frame::{FrameAngles, bone_frame}, glam::{Quat, Vec3}};
///
/// // A bone along X: its twist is a rotation about X, the angle about Z of its frame.
/// let angles = FrameAngles::new(bone_frame(Vec3::X).unwrap());
/// assert!(angles.decompose(Quat::from_rotation_x(0.4)).distance(Vec3::Z * 0.4) < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FrameAngles {
    /// `joint_from_frame`; its length does not matter.
    pub frame: Quat,
    /// The order of the rotations.
    pub order: EulerOrder,
}

impl FrameAngles {
    /// The angles in the order that applies the twist first, then the angle about X, then the one
    /// about Y.
    #[must_use]
    pub const fn new(frame: Quat) -> Self {
        Self { frame, order: EulerOrder::Yxz }
    }

    /// The rotation with these angles, radians.
    #[must_use]
    pub fn compose(&self, angles: Vec3) -> Quat {
        let frame = self.frame();
        (frame * self.order.compose_rot(angles) * frame.inverse()).normalized().into()
    }

    /// The canonical angles of a rotation, as [`EulerOrder::decompose`].
    #[must_use]
    pub fn decompose(&self, turn: Quat) -> Vec3 {
        self.order.decompose(self.seen(turn))
    }

    /// The angles of a rotation nearest to the previous ones, as [`EulerOrder::decompose_near`].
    #[must_use]
    pub fn decompose_near(&self, turn: Quat, previous: Vec3) -> Vec3 {
        self.order.decompose_near(self.seen(turn), previous)
    }

    fn frame(&self) -> Rot {
        Rot::from(self.frame).normalized()
    }

    fn seen(&self, turn: Quat) -> Quat {
        let frame = self.frame();
        (frame.inverse() * Rot::from(turn).normalized() * frame).into()
    }
}

/// The frame with these X and Z axes, perpendicular unit vectors.
fn frame(x: Vec3, z: Vec3) -> Quat {
    Rot::from_matrix(&Mat3::from_cols(x, z.cross(x), z)).into()
}
