//! The editor's free rotation: cyclic coordinate descent in a few rounds.

use glam::{DVec3, Vec3};

use super::chain::{EditorChain, Work};
use crate::{
    Error,
    classic::double,
    d3::{Pose, Report, Skeleton},
    ops,
};

/// Rotates the joints of a chain so that the dragged joint reaches its target.
///
/// In each round, from the dragged joint towards the root, every joint rotates about `(tip - joint)
/// × (target - joint)` by the angle between the two, in its parent's frame. Rotations below 1e-4
/// rad are skipped. Three rounds, no limits.
///
/// Source: OpenRDB, chapter 7. Fault of the original: if the target is exactly opposite to the tip,
/// the axis vanishes and the joint does not rotate. Our better form is [`crate::d3::solve::Ccd`].
/// Cost: linear in the joints per round.
///
/// Use it where drags must feel as in that editor, or to compare with it. For limits and a steady
/// elbow use [`crate::d3::solve::Ccd`], or with a pole [`crate::d3::solve::TwoBone`].
///
/// ```
/// use kansetsu::classic::{EditorCcd, EditorChain};
/// use kansetsu::d3::{Skeleton, Transform};
/// use kansetsu::glam::Vec3;
///
/// let mut builder = Skeleton::builder();
/// let shoulder = builder.root("shoulder", Transform::IDENTITY);
/// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::new(0.3, 0.0, 0.02)));
/// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
/// let skeleton = builder.build()?;
///
/// let mut pose = skeleton.rest_pose();
/// let chain = EditorChain::new(&skeleton, hand, 0, |_joint| false)?;
/// let report = EditorCcd::default().solve(&skeleton, &chain, Vec3::new(0.3, 0.3, 0.1), &mut pose)?;
/// assert!(report.distance() < 0.05);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct EditorCcd {
    /// Maximum number of rounds; the solve ends earlier after a round without rotation. Default 3.
    pub max_rounds: usize,
}

/// Smaller rotations are skipped, radians; as published.
pub(super) const LEAST_TURN: f64 = 1e-4;

impl Default for EditorCcd {
    fn default() -> Self {
        Self { max_rounds: 3 }
    }
}

impl EditorCcd {
    /// Moves the dragged joint towards `target_in_model`, as far as the rounds allow.
    ///
    /// A joint whose parent has a singular transform does not rotate.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`], [`Error::InvalidTransform`], [`Error::InvalidNumber`],
    /// [`Error::JointOutOfRange`] for a chain of another skeleton. The pose is then untouched.
    pub fn solve(
        &self,
        skeleton: &Skeleton,
        chain: &EditorChain,
        target_in_model: Vec3,
        pose: &mut Pose,
    ) -> Result<Report, Error> {
        double::check_point("the target of a drag", target_in_model)?;
        let mut work = Work::load(skeleton, chain, pose)?;
        let target = target_in_model.as_dvec3();
        let mut rounds = 0;
        while rounds < self.max_rounds && round(&mut work, target) {
            rounds += 1;
            work.forward();
        }
        work.store(pose, target, rounds)
    }
}

/// Rotates every joint once. Returns whether any rotated.
fn round(work: &mut Work, target: DVec3) -> bool {
    let mut has_turned = false;
    for index in 0..work.links.len() {
        let link = &work.links[index];
        let Some(parent_from_model) = double::inverse(&link.model_from_parent) else { continue };
        let tip = parent_from_model.transform_point3(work.tip);
        let to_target = parent_from_model.transform_point3(target) - link.translation;
        let (Some(a), Some(b)) = (double::unit(tip - link.translation), double::unit(to_target))
        else {
            continue;
        };
        let across = a.cross(b);
        let Some(axis) = double::unit(across) else { continue };
        let angle = ops::atan2_f64(across.length(), a.dot(b));
        if angle < LEAST_TURN {
            continue;
        }
        work.turn(index, double::turn(axis, angle), tip);
        has_turned = true;
    }
    has_turned
}
