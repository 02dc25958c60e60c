//! Align-and-attach in space with Euler limits: quaternion FABRIK, one pass a frame.

mod body;
mod limits;
mod pass;

use glam::Vec3;

use super::double;
use crate::{
    Error,
    d3::{GoalReport, Outcome, Pose, Report, Skeleton},
};
pub use body::{AlignBody, AlignJoints, AlignLimb};
pub use limits::{AlignLimits, AngleBox};
use pass::Pass;

/// One pass per frame for five handles: hips, hands, feet.
///
/// The last bone of a limb rotates to point at the goal and moves so that its end lies on it. Its
/// base becomes the goal of the bone before it, and so on to the limb's start. Then the bones are
/// attached again from the start outwards: positions follow from the joint rotations. The rotation
/// from `a` to `b` has the axis `a × b` and the angle `atan2(|a × b|, a · b)`. The lower bone
/// rotates by the whole angle, the upper bone by 0.2 of it, the shoulder by 0.05, so that the pose
/// changes smoothly from frame to frame. Right after its rotation each joint is clamped to its box
/// of Euler angles.
///
/// Source: the published demo of a VRM character with five handles (hips, hands, feet), after A.
/// Aristidou, J. Lasenby, "FABRIK: a fast, iterative solver for the inverse kinematics problem",
/// Graphical Models 73 (2011) 243-260.
///
/// Faults of the original: one pass per frame lags behind the handle. The right upper leg has no
/// limit, because of a typing error ([`AlignLimits::PUBLISHED`] keeps it,
/// [`AlignLimits::SYMMETRIC`] fixes it). Separately clamped angles make some poses oscillate. Hands
/// and feet never rotate. The rotation axis vanishes at 180°; this version then uses the bone's
/// bend axis. Our better form solves the whole body at once: [`crate::d3::solve`]. Cost: constant.
///
/// Use it to compare with the published demo, and where a body may trail behind its handles. Where
/// hands must reach their goals, use [`crate::d3::solve::WholeBody`].
///
/// ```
/// use kansetsu::classic::{AlignAttach, AlignBody, AlignGoals, AlignJoints, AlignLimb, AlignLimits};
/// use kansetsu::d3::{Skeleton, Transform};
/// use kansetsu::glam::{Quat, Vec3};
///
/// // Facing -Z, so that left is -X.
/// let mut builder = Skeleton::builder();
/// let mut joint = |parent: Option<usize>, at: [f32; 3]| match parent {
///     None => builder.root("", Transform::from_translation(at.into())),
///     Some(parent) => builder.child(parent, "", Transform::from_translation(at.into())),
/// };
/// let hips = joint(None, [0.0, 1.0, 0.0]);
/// let mut limb = |first: [f32; 3], second: [f32; 3], start: [f32; 3]| {
///     let upper = joint(Some(hips), start);
///     let lower = joint(Some(upper), first);
///     AlignLimb { shoulder: None, upper, lower, tip: joint(Some(lower), second) }
/// };
/// let joints = AlignJoints {
///     hips,
///     left_arm: limb([-0.3, 0.0, 0.0], [-0.25, 0.0, 0.0], [-0.2, 0.5, 0.0]),
///     right_arm: limb([0.3, 0.0, 0.0], [0.25, 0.0, 0.0], [0.2, 0.5, 0.0]),
///     left_leg: limb([0.0, -0.45, 0.0], [0.0, -0.45, 0.0], [-0.1, -0.1, 0.0]),
///     right_leg: limb([0.0, -0.45, 0.0], [0.0, -0.45, 0.0], [0.1, -0.1, 0.0]),
/// };
/// let skeleton = builder.build()?;
///
/// let body = AlignBody::new(&skeleton, joints, AlignLimits::SYMMETRIC, Quat::IDENTITY)?;
/// let goals = AlignGoals { left_hand: Some(Vec3::new(-0.4, 1.2, -0.2)), ..AlignGoals::default() };
/// let mut pose = skeleton.rest_pose();
/// for _frame in 0..120 {
///     AlignAttach::default().step(&skeleton, &body, &goals, &mut pose)?;
/// }
/// let hand = skeleton.forward(&pose)[joints.left_arm.tip].translation;
/// assert!(hand.distance(Vec3::new(-0.4, 1.2, -0.2)) < 0.01);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct AlignAttach {
    /// The fraction of its angle by which the lower bone rotates in one pass, in [0, 1]. Default 1.
    pub lower: f32,
    /// The fraction of its angle by which the upper bone rotates, in [0, 1]. Default 0.2.
    pub upper: f32,
    /// The fraction of its angle by which the shoulder rotates, in [0, 1]. Default 0.05.
    pub shoulder: f32,
}

/// The positions of the handles, in model space, metres; a limb without one stays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct AlignGoals {
    /// The target of the hips.
    pub hips: Option<Vec3>,
    /// The target of the left hand.
    pub left_hand: Option<Vec3>,
    /// The target of the right hand.
    pub right_hand: Option<Vec3>,
    /// The target of the left foot.
    pub left_foot: Option<Vec3>,
    /// The target of the right foot.
    pub right_foot: Option<Vec3>,
}

impl Default for AlignAttach {
    fn default() -> Self {
        Self { lower: 1.0, upper: 0.2, shoulder: 0.05 }
    }
}

impl AlignAttach {
    /// One pass: hips, left hand, right hand, left foot, right foot, in this order.
    ///
    /// A joint whose parent has a flat (singular) transform does not rotate.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`], [`Error::InvalidTransform`], [`Error::InvalidNumber`]. The pose is
    /// then untouched.
    pub fn step(
        &self,
        skeleton: &Skeleton,
        body: &AlignBody,
        goals: &AlignGoals,
        pose: &mut Pose,
    ) -> Result<Report, Error> {
        self.check()?;
        if body.rest.len() != skeleton.len() {
            return Err(Error::PoseMismatch { pose: body.rest.len(), skeleton: skeleton.len() });
        }
        let joints = &body.joints;
        let limbs = [
            (&joints.left_arm, goals.left_hand, body.limits.left_arm()),
            (&joints.right_arm, goals.right_hand, body.limits.right_arm()),
            (&joints.left_leg, goals.left_foot, body.limits.left_leg()),
            (&joints.right_leg, goals.right_foot, body.limits.right_leg()),
        ];
        let mut pass = Pass::load(skeleton, pose)?;
        let mut wanted = Vec::with_capacity(5);
        if let Some(goal) = goals.hips {
            double::check_point("the goal of the hips", goal)?;
            pass.translate(joints.hips, goal.as_dvec3())?;
            wanted.push((joints.hips, goal));
        }
        for (limb, goal, boxes) in limbs {
            let Some(goal) = goal else { continue };
            double::check_point("the goal of a limb", goal)?;
            pass.reach(
                body,
                limb,
                goal.as_dvec3(),
                [(boxes[0], self.lower), (boxes[1], self.upper), (boxes[2], self.shoulder)],
            );
            wanted.push((limb.tip, goal));
        }
        let report = report(&pass, &wanted)?;
        pass.store(pose);
        Ok(report)
    }

    fn check(&self) -> Result<(), Error> {
        let parts = [
            ("AlignAttach::lower", self.lower),
            ("AlignAttach::upper", self.upper),
            ("AlignAttach::shoulder", self.shoulder),
        ];
        match parts.into_iter().find(|(_, part)| !(0.0..=1.0).contains(part)) {
            Some((what, value)) => Err(Error::InvalidNumber { what, value }),
            None => Ok(()),
        }
    }
}

/// A joint has reached its goal within this fraction of the limb's length; the original has no such
/// test.
const TOLERANCE: f64 = 1e-4;

fn report(pass: &Pass<'_>, wanted: &[(usize, Vec3)]) -> Result<Report, Error> {
    let mut report = Report { iterations: 1, ..Report::default() };
    for &(joint, target) in wanted {
        let reached = pass.place(joint).as_vec3();
        if !reached.is_finite() {
            return Err(Error::InvalidNumber {
                what: "a joint's place in model space",
                value: f32::INFINITY,
            });
        }
        let distance = crate::math::vector::reported_length(target - reached);
        if f64::from(distance) > TOLERANCE * pass.arm(joint) {
            report.outcome = Outcome::Stalled;
        }
        report.goals.push(GoalReport { joint, target, reached, distance, angle: 0.0 });
    }
    Ok(report)
}
