//! Mirrors poses across the plane x = 0 of model space.
//!
//! The joints of a pair may have any frames at rest, so local transforms cannot be copied between
//! them. The mirrored quantity is each joint's rotation from rest in model space, `D = model_turn ·
//! rest_turn⁻¹`. The mirror image of a rotation has the mirrored axis and the opposite angle: `(x,
//! y, z, w) → (x, -y, -z, w)`. It is applied to the partner at rest. Mirroring twice restores the
//! pose, for any frames; the pose looks mirrored if the skeleton at rest is symmetric.
//!
//! Source: the conjugation of a rotation by a reflection (H. Coxeter, "Quaternions and
//! reflections", American Mathematical Monthly 53(3), 1946). Cost: a few passes of forward
//! kinematics; allocates.

use glam::{Affine3, Mat3, Vec3};

use super::{
    Pose, Rig, Skeleton,
    transform::{half_turn, inverse_of},
};
use crate::{Error, math::Rot};

/// A side of the body, for a body that faces +Z with its head towards +Y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Side {
    /// Towards +X.
    Left,
    /// Towards -X.
    Right,
}

impl Rig {
    /// The mirror image of the pose: each joint of a pair takes the motion of its partner, the
    /// joints in the middle are mirrored.
    ///
    /// The pairs are [`Rig::mirrors`]. A joint without a partner, or with one that names another,
    /// mirrors itself. Translations and scales are mirrored as differences from rest: bones keep
    /// their lengths.
    ///
    /// ```
    /// use kansetsu::{d3::{Rig, Skeleton, Transform}, glam::{Quat, Vec3}};
    ///
    /// let mut builder = Skeleton::builder();
    /// let hips = builder.root("hips", Transform::IDENTITY);
    /// let left = builder.child(hips, "left", Transform::from_translation(Vec3::X));
    /// let right = builder.child(hips, "right", Transform::from_translation(-Vec3::X));
    /// let mut rig = Rig::new(builder.build()?);
    /// (rig.mirrors[left], rig.mirrors[right]) = (Some(right), Some(left));
    ///
    /// let mut pose = rig.skeleton.rest_pose();
    /// pose.locals[left].rotation = Quat::from_rotation_z(0.5);
    /// let mirrored = rig.mirrored_pose(&pose)?;
    /// assert!(mirrored.locals[right].rotation.angle_between(Quat::from_rotation_z(-0.5)) < 1e-6);
    /// # Ok::<(), kansetsu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::PoseMismatch`], [`Error::InvalidTransform`], and as [`Rig::check`].
    pub fn mirrored_pose(&self, pose: &Pose) -> Result<Pose, Error> {
        let work = Mirror::new(self, pose)?;
        let wanted = (0..pose.locals.len())
            .map(|joint| Some(mirror(work.change(work.partners[joint]))))
            .collect();
        Ok(work.posed(wanted))
    }

    /// The pose with one side of the body as the mirror image of the other: `from` and the joints
    /// in the middle stay.
    ///
    /// The mirror plane is fixed to the nearest common ancestor of both sides, and rotates with it.
    ///
    /// # Errors
    /// As [`Self::mirrored_pose`].
    pub fn mirrored_side(&self, pose: &Pose, from: Side) -> Result<Pose, Error> {
        let work = Mirror::new(self, pose)?;
        let wanted = (0..pose.locals.len())
            .map(|joint| {
                let partner = work.partners[joint];
                let is_source = |joint: usize, other: usize| {
                    let across = work.rest[joint].translation.x - work.rest[other].translation.x;
                    if from == Side::Left { across > 0.0 } else { across < 0.0 }
                };
                is_source(partner, joint).then(|| {
                    let body = work.body_of(joint, partner);
                    body * mirror(body.inverse() * work.change(partner))
                })
            })
            .collect();
        Ok(work.posed(wanted))
    }
}

/// A rotation's mirror image across x = 0.
fn mirror(turn: Rot) -> Rot {
    Rot::new(turn.x, -turn.y, -turn.z, turn.w)
}

/// A pose that is mirrored.
struct Mirror<'a> {
    skeleton: &'a Skeleton,
    pose: &'a Pose,
    /// The joint on the other side; the joint itself if there is none.
    partners: Vec<usize>,
    /// `model_from_joint` at rest.
    rest: Vec<Affine3>,
    /// The rotation of every joint in model space, at rest and in the pose.
    rest_turns: Vec<Rot>,
    turns: Vec<Rot>,
}

impl<'a> Mirror<'a> {
    fn new(rig: &'a Rig, pose: &'a Pose) -> Result<Self, Error> {
        rig.check()?;
        let skeleton = &rig.skeleton;
        if pose.locals.len() != skeleton.len() {
            return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: skeleton.len() });
        }
        let fault = pose
            .locals
            .iter()
            .enumerate()
            .find_map(|(joint, local)| local.fault().map(|what| (joint, what)));
        if let Some((joint, what)) = fault {
            return Err(Error::InvalidTransform {
                joint: skeleton.joints()[joint].name.clone(),
                what,
            });
        }
        let partner = |joint: usize| {
            rig.mirrors[joint].filter(|&other| rig.mirrors[other] == Some(joint)).unwrap_or(joint)
        };
        let rest_pose = skeleton.rest_pose();
        Ok(Self {
            skeleton,
            pose,
            partners: (0..skeleton.len()).map(partner).collect(),
            rest: skeleton.forward(&rest_pose),
            rest_turns: turns_of(skeleton, &rest_pose),
            turns: turns_of(skeleton, pose),
        })
    }

    /// The joint's rotation from rest, in model space.
    fn change(&self, joint: usize) -> Rot {
        self.turns[joint] * self.rest_turns[joint].inverse()
    }

    /// The rotation from rest of the nearest common ancestor of both sides.
    fn body_of(&self, joint: usize, partner: usize) -> Rot {
        let mut above = self
            .skeleton
            .ancestors(partner)
            .skip(1)
            .filter(|&ancestor| self.partners[ancestor] == ancestor);
        let common =
            above.find(|&ancestor| self.skeleton.ancestors(joint).any(|other| other == ancestor));
        common.map_or(Rot::IDENTITY, |joint| self.change(joint))
    }

    /// The pose in which joints have these rotations from rest in model space, and the translations
    /// of their partners; the others keep their local transforms.
    fn posed(&self, wanted: Vec<Option<Rot>>) -> Pose {
        let mut posed = self.pose.clone();
        let mut turns: Vec<Rot> = Vec::with_capacity(wanted.len());
        for (index, wanted) in wanted.into_iter().enumerate() {
            let parent = self.skeleton.joints()[index].parent;
            let above = parent.map_or(Rot::IDENTITY, |parent| {
                turns[parent] * half_turn(posed.locals[parent].scale)
            });
            if let Some(change) = wanted {
                let local = &mut posed.locals[index];
                local.rotation =
                    (above.inverse() * change * self.rest_turns[index]).normalized().into();
                local.translation = self.moved(index);
                local.scale = self.scaled(index);
            }
            turns.push((above * Rot::from(posed.locals[index].rotation).normalized()).normalized());
        }
        posed
    }

    /// The joint's translation: its rest translation plus the partner's mirrored difference from
    /// rest.
    fn moved(&self, joint: usize) -> Vec3 {
        let partner = self.partners[joint];
        let [own, other] = [joint, partner].map(|joint| &self.skeleton.joints()[joint]);
        let difference = self.pose.locals[partner].translation - other.rest.translation;
        if difference == Vec3::ZERO {
            return own.rest.translation;
        }
        let above =
            |parent: Option<usize>| parent.map_or(Affine3::IDENTITY, |parent| self.rest[parent]);
        let in_model = above(other.parent).matrix3 * difference;
        own.rest.translation
            + inverse_of(&above(own.parent)).matrix3 * (in_model * Vec3::new(-1.0, 1.0, 1.0))
    }

    /// The joint's scale: its rest scale with the partner's change. If the frames of the two are
    /// not mirror images, up to the names of their axes, non-uniform scales are only approximated.
    fn scaled(&self, joint: usize) -> Vec3 {
        let partner = self.partners[joint];
        let [own, other] = [joint, partner].map(|joint| self.skeleton.joints()[joint].rest.scale);
        let scale = self.pose.locals[partner].scale;
        if scale == other {
            return own;
        }
        let change = Vec3::select(other.cmpeq(Vec3::ZERO), Vec3::ONE, scale / other);
        let flip = Mat3::from_diagonal(Vec3::new(-1.0, 1.0, 1.0));
        let axes = self.rest_turns[joint].inverse().to_matrix()
            * flip
            * self.rest_turns[partner].to_matrix();
        let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis].map(|axis| axis * axis);
        // The sum is 1 but for rounding; a uniform scale stays uniform.
        own * (x * change.x + y * change.y + z * change.z) / (x + y + z)
    }
}

/// The rotation of every joint in model space, without scales.
fn turns_of(skeleton: &Skeleton, pose: &Pose) -> Vec<Rot> {
    let mut turns: Vec<Rot> = Vec::with_capacity(skeleton.len());
    for (joint, local) in skeleton.joints().iter().zip(&pose.locals) {
        let above = joint
            .parent
            .map_or(Rot::IDENTITY, |parent| turns[parent] * half_turn(pose.locals[parent].scale));
        turns.push((above * Rot::from(local.rotation).normalized()).normalized());
    }
    turns
}
