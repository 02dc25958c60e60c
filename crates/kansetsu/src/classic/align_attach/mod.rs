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

/// One pass a frame over five handles: hips, hands, feet.
///
/// The last bone of a limb turns to look at the goal and is moved so that its end lies on it; its
/// base becomes the goal of the bone before it, and so on to the limb's start. Then the bones are
/// joined again from the start outwards: positions follow from the joints' rotations. The rotation
/// from `a` to `b` has the axis `a × b` and the angle `atan2(|a × b|, a · b)`; the lower bone takes
/// all of it, the upper bone 0.2, the shoulder 0.05, so that the pose flows from frame to frame.
/// Right after its turn each joint is brought inside its box of Euler angles, angle by angle.
///
/// Source: the published demo of a VRM character with five handles (hips, hands, feet), after A.
/// Aristidou, J. Lasenby, "FABRIK: a fast, iterative solver for the inverse kinematics problem",
/// Graphical Models 73 (2011) 243-260.
///
/// Faults of the original: one pass a frame lags behind the handle; the right upper leg has no
/// limit, because of a typing slip ([`AlignLimits::PUBLISHED`] has it so,
/// [`AlignLimits::SYMMETRIC`] mends it); angles cut off one by one pull some poses back and forth;
/// hands and feet are never turned. Its axis vanishes at 180°; here that turn is about the bone's
/// bend axis. Our better form solves the whole body at once: [`crate::d3::solve`]. Cost: constant.
///
/// Use it to compare with the published demo, and where a body may trail behind its handles. Where
/// hands have to be at their goals, use [`crate::d3::solve::WholeBody`].
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
    /// How much of its angle the lower bone turns in one pass, in [0, 1]. Default 1.
    pub lower: f32,
    /// How much of its angle the upper bone turns, in [0, 1]. Default 0.2.
    pub upper: f32,
    /// How much of its angle the shoulder turns, in [0, 1]. Default 0.05.
    pub shoulder: f32,
}

/// Where the handles are, in model space, metres; a limb without one stays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct AlignGoals {
    /// Where the hips should be.
    pub hips: Option<Vec3>,
    /// Where the left hand should be.
    pub left_hand: Option<Vec3>,
    /// Where the right hand should be.
    pub right_hand: Option<Vec3>,
    /// Where the left foot should be.
    pub left_foot: Option<Vec3>,
    /// Where the right foot should be.
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
    /// A joint whose parent flattens space does not turn.
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

/// A joint counts as there within this part of the limb's length; the original does not ask.
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
        let distance = crate::math::vector::length_told(target - reached);
        if f64::from(distance) > TOLERANCE * pass.arm(joint) {
            report.outcome = Outcome::Stalled;
        }
        report.goals.push(GoalReport { joint, target, reached, distance, angle: 0.0 });
    }
    Ok(report)
}
