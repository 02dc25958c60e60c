//! From a pose to the goal that reproduces it: switches a limb from joint angles to a target
//! without a jump.

use super::{Chain, Goal, Pose, angle_of, solve};
use crate::{Error, math::angle::signed_angle};

impl Chain {
    /// The goal that reproduces `pose`. [`solve::TwoBone`] with it, started from the chain's rest
    /// pose, restores the positions of all joints and the rotation of the tip in `pose`.
    ///
    /// A bend to a side that the limit of the middle joint forbids is not reproduced. A straight
    /// limb needs no pole and has none.
    ///
    /// ```
    /// use kansetsu::d2::{Chain, Skeleton, Transform, solve::TwoBone};
    /// use kansetsu::glam::Vec2;
    ///
    /// let mut builder = Skeleton::builder();
    /// let hip = builder.root("hip", Transform::IDENTITY);
    /// let knee = builder.child(hip, "knee", Transform::from_translation(Vec2::NEG_Y * 0.5));
    /// let foot = builder.child(knee, "foot", Transform::from_translation(Vec2::NEG_Y * 0.5));
    /// let skeleton = builder.build()?;
    ///
    /// let mut keyed = skeleton.rest_pose();
    /// (keyed.locals[hip].rotation, keyed.locals[knee].rotation) = (0.9, -1.3);
    /// let leg = Chain::new(&skeleton, hip, foot)?;
    /// let goal = leg.matching_goal(&keyed)?;
    ///
    /// let mut pose = skeleton.rest_pose();
    /// TwoBone::default().solve(&leg, &goal, &mut pose)?;
    /// assert!((pose.locals[knee].rotation - keyed.locals[knee].rotation).abs() < 1e-5);
    /// # Ok::<(), kansetsu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ChainLength`] unless two joints rotate, [`Error::PoseMismatch`],
    /// [`Error::InvalidTransform`], [`Error::InvalidNumber`] if a position overflows.
    pub fn matching_goal(&self, pose: &Pose) -> Result<Goal, Error> {
        let [first, second] = solve::two_joints(self)?;
        let nowhere = Goal::position(self.tip(), glam::Vec2::ZERO);
        solve::check(self, &nowhere, pose)?;
        let mut model = self.model_from_base(pose);
        let (mut base, mut middle) = (model.translation, model.translation);
        for (index, entry) in self.joints.iter().enumerate() {
            model *= pose.locals[entry.joint].to_affine();
            if index == first {
                base = model.translation;
            } else if index == second {
                middle = model.translation;
            }
        }
        let tip = model.translation;
        if !(tip.is_finite() && middle.is_finite()) {
            return Err(Error::InvalidNumber {
                what: "the tip's position in model space",
                value: f32::INFINITY,
            });
        }
        let goal = Goal::position(self.tip(), tip).with_orientation(angle_of(&model));
        // A limb folded onto its base has no direction from base to tip; neither the solver nor
        // this goal then has a pole.
        let is_bent = signed_angle(tip - base, middle - base).abs() > 1e-6;
        Ok(if is_bent { goal.with_pole(middle) } else { goal })
    }
}
