//! The editor's rotation about an axis: cyclic coordinate descent in a plane.

use glam::{DVec3, Quat};

use super::{
    ccd::LEAST_TURN,
    chain::{EditorChain, Work},
};
use crate::{
    Error,
    classic::double,
    d3::{Pose, Report, Skeleton},
    ops,
};

/// An axis of a joint's frame, as the gizmo draws it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum FrameAxis {
    /// Across the bone; red.
    #[default]
    X,
    /// Across the bone; green.
    Y,
    /// Along the bone; blue.
    Z,
}

impl FrameAxis {
    pub(super) const fn direction(self) -> DVec3 {
        match self {
            Self::X => DVec3::X,
            Self::Y => DVec3::Y,
            Self::Z => DVec3::Z,
        }
    }
}

/// Rotates the joints of a chain about one axis of the selected joint's frame.
///
/// The axis `k` is X, Y or Z of the selected joint's own frame, in model space. The pointer's
/// motion is an angle. The target is the tip rotated by that angle about `k` through the last joint
/// of the chain. Rounds then follow as for the free rotation, but tip and target are first
/// projected on the plane through the joint with the normal `k`, so that every rotation is about
/// `k`. For Z, which lies along the bone, a rotation that does not move the tip closer is undone.
///
/// Source: OpenRDB, chapter 7. Cost: linear in the joints per round.
///
/// Use it for the rings of a gizmo, where the pointer's motion is an angle about one axis that the
/// parent joints share. For a solver that stays in a plane, use hinges and [`crate::d3::solve`].
///
/// ```
/// use kansetsu::classic::{AxisCcd, EditorChain, FrameAxis};
/// use kansetsu::d3::{Skeleton, Transform};
/// use kansetsu::glam::{Quat, Vec3};
///
/// let mut builder = Skeleton::builder();
/// let knee = builder.root("knee", Transform::IDENTITY);
/// let foot = builder.child(knee, "foot", Transform::from_translation(Vec3::Z));
/// let skeleton = builder.build()?;
///
/// let mut pose = skeleton.rest_pose();
/// let chain = EditorChain::new(&skeleton, foot, 0, |_joint| false)?;
/// let drag = AxisCcd { axis: FrameAxis::X, pixels: -60.0, ..AxisCcd::default() };
/// drag.solve(&skeleton, &chain, Quat::IDENTITY, &mut pose)?;
/// assert!(skeleton.forward(&pose)[foot].translation.distance(Vec3::Y) < 1e-6, "60 pixels are 90 degrees");
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct AxisCcd {
    /// The axis of rotation.
    pub axis: FrameAxis,
    /// The pointer's motion since the press, pixels.
    pub pixels: f32,
    /// Maximum number of rounds. Default 3.
    pub max_rounds: usize,
}

impl Default for AxisCcd {
    fn default() -> Self {
        Self { axis: FrameAxis::X, pixels: 0.0, max_rounds: 3 }
    }
}

/// Degrees per pixel about X and Y, and about Z, as published.
const ACROSS_DEG: f64 = 1.5;
const ALONG_DEG: f64 = 0.0375;

impl AxisCcd {
    /// The angle of the drag, radians: 1.5° per pixel about X and Y, 0.0375° about Z.
    #[must_use]
    pub fn angle(&self) -> f64 {
        let per_pixel = if self.axis == FrameAxis::Z { ALONG_DEG } else { ACROSS_DEG };
        (f64::from(self.pixels) * per_pixel).to_radians()
    }

    /// Rotates the chain from the pose at the press. `joint_from_frame` is the frame of the
    /// selected joint (the dragged joint's parent), its Z along the bone, as
    /// [`crate::d3::frame::bone_frames`] returns it.
    ///
    /// Nothing rotates if a scale makes the selected joint's axes coplanar.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`], [`Error::InvalidTransform`], [`Error::InvalidNumber`],
    /// [`Error::JointOutOfRange`] for a chain of another skeleton. The pose is then untouched.
    pub fn solve(
        &self,
        skeleton: &Skeleton,
        chain: &EditorChain,
        joint_from_frame: Quat,
        pose: &mut Pose,
    ) -> Result<Report, Error> {
        if !self.pixels.is_finite() {
            return Err(Error::InvalidNumber { what: "AxisCcd::pixels", value: self.pixels });
        }
        let frame = check_frame(joint_from_frame)?;
        let mut work = Work::load(skeleton, chain, pose)?;
        let Some(rotation) = work.selected_rotation() else {
            let target = work.tip;
            return work.store(pose, target, 0);
        };
        let normal = (rotation * (frame * self.axis.direction())).normalize();
        let target = work.base() + double::turn(normal, self.angle()) * (work.tip - work.base());
        let mut rounds = 0;
        while rounds < self.max_rounds
            && round(&mut work, target, normal, self.axis == FrameAxis::Z)
        {
            rounds += 1;
            work.forward();
        }
        work.store(pose, target, rounds)
    }
}

/// Checks the frame and normalizes it.
pub(super) fn check_frame(frame: Quat) -> Result<glam::DQuat, Error> {
    let wide = frame.as_dquat();
    if wide.is_finite() && wide.length() > 1e-6 {
        Ok(wide.normalize())
    } else {
        Err(Error::InvalidNumber { what: "the joint's frame", value: frame.w })
    }
}

/// Rotates every joint once about `normal`. Returns whether any rotated.
fn round(work: &mut Work, target: DVec3, normal: DVec3, must_near: bool) -> bool {
    let mut has_turned = false;
    for index in 0..work.links.len() {
        let link = &work.links[index];
        let Some(parent_from_model) = double::inverse(&link.model_from_parent) else { continue };
        let Some(axis) = double::unit(parent_from_model.transform_vector3(normal)) else {
            continue;
        };
        let tip = parent_from_model.transform_point3(work.tip);
        let target_in_parent = parent_from_model.transform_point3(target);
        let in_plane =
            |point: DVec3| double::unit(point - link.translation).and_then(|v| projected(v, axis));
        let (Some(a), Some(b)) = (in_plane(tip), in_plane(target_in_parent)) else { continue };
        let angle = ops::atan2_f64(a.cross(b).dot(axis), a.dot(b));
        if angle.abs() < LEAST_TURN {
            continue;
        }
        let turn = double::turn(axis, angle);
        let turned_tip = link.translation + turn * (tip - link.translation);
        let is_nearer = || {
            link.model_from_parent.transform_point3(turned_tip).distance(target)
                < work.tip.distance(target)
        };
        if must_near && !is_nearer() {
            continue;
        }
        work.turn(index, turn, tip);
        has_turned = true;
    }
    has_turned
}

/// The direction of the unit vector `v` projected along `normal`; `None` if it is parallel to it.
fn projected(v: DVec3, normal: DVec3) -> Option<DVec3> {
    double::unit(v - normal * v.dot(normal)).filter(|_| v.cross(normal).length() > ALONG_NORMAL)
}

/// The sine below which a direction counts as parallel to the normal: poses are in single
/// precision. With a smaller value rounding would twist a bone by any angle.
const ALONG_NORMAL: f64 = 1e-6;
