//! Stepped CCD in the plane: a tentacle whose tip chases a target.

use glam::DVec2;

use crate::{Error, error::ABOVE_ZERO, ops};

/// Rotates the joints of a [`Tentacle`] towards its target, one step per call.
///
/// Every call rotates every joint by a fixed step, or not at all, so that the motion itself is the
/// animation. From the tip to the root, joint `i` compares three candidates for the position of the
/// tip relative to the joint: `a = tip - pᵢ`, `R(v) a` and `R(-v) a` (the last two only inside the
/// joint's limit), and takes the one with the largest dot product with `target - pᵢ`. Only the tip
/// moves in this pass. Then the positions follow from the root: `dir ← R(θᵢ₋₁) dir`, `pᵢ = pᵢ₋₁ +
/// dir`.
///
/// Source: the published "tentacle" tutorial form of cyclic coordinate descent (L.-C. T. Wang, C.
/// C. Chen, "A combined optimization method for solving the inverse kinematics problems of
/// mechanical manipulators", IEEE Transactions on Robotics and Automation 7(4), 1991) with a fixed
/// angular step.
///
/// Faults of the original, kept in [`SteppedMode::Classic`]: with a fixed step the tip stops short
/// of the target or oscillates around it for ever. A target exactly behind a straight chain never
/// moves it, because both rotations are equally good. [`SteppedMode::Smooth`] rotates by `min(v,
/// exact angle)`, so that it converges, stops exactly at a bound, and breaks that tie towards the
/// side with more room. Both modes take one length and one interval per joint; the original has one
/// for all.
///
/// The arithmetic is in double precision. The angles are sums of thousands of steps, and in single
/// precision a link 1,000 pixels from the origin cannot keep its length to 1e-6. Cost: linear in
/// the joints per call.
///
/// Use it for tentacles, tails and whiskers whose chase is the animation, in the plane, and to
/// study the published form. Where the tip must reach its target in this frame, use
/// [`crate::d2::solve`].
///
/// ```
/// use kansetsu::classic::{SteppedCcd, SteppedMode, Tentacle, TentacleJoint};
/// use kansetsu::glam::DVec2;
///
/// let mut tentacle = Tentacle::new(DVec2::ZERO, &[TentacleJoint::new(20.0, 0.6); 12])?;
/// let solver = SteppedCcd { step: 0.05, mode: SteppedMode::Smooth };
/// for _frame in 0..200 {
///     solver.step(&mut tentacle, DVec2::new(90.0, 120.0))?;
/// }
/// assert!(tentacle.tip().distance(DVec2::new(90.0, 120.0)) < 1e-3);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct SteppedCcd {
    /// The rotation of a joint in one call: exactly this angle in the classic mode, at most this
    /// angle in the smooth one. Radians, more than 0. Default 0.05.
    pub step: f64,
    /// The rule that selects a joint's rotation. Default [`SteppedMode::Smooth`].
    pub mode: SteppedMode,
}

/// The rule that selects a joint's rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum SteppedMode {
    /// As published: the whole step to one side, or to the other, or none.
    Classic,
    /// Up to the step: the exact angle, and never beyond a bound.
    #[default]
    Smooth,
}

/// One joint of a [`Tentacle`] and the link after it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TentacleJoint {
    /// The length of the link to the next joint, in the caller's unit; 0 or more.
    pub length: f64,
    /// The angle relative to the previous link, radians, counter-clockwise; for the first joint
    /// relative to +X.
    pub angle: f64,
    /// The lower bound, radians. Infinite: no bound.
    pub min: f64,
    /// The upper bound, radians; not less than `min`.
    pub max: f64,
}

/// A chain in the plane whose first joint is fixed.
#[derive(Clone, Debug, PartialEq)]
pub struct Tentacle {
    joints: Vec<TentacleJoint>,
    positions: Vec<DVec2>,
    length: f64,
}

/// The result of one call.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SteppedReport {
    /// The number of joints that rotated.
    pub turned: usize,
    /// The distance from the tip to the target after the call, in the caller's unit.
    pub distance: f64,
}

impl Default for SteppedCcd {
    fn default() -> Self {
        Self { step: 0.05, mode: SteppedMode::Smooth }
    }
}

impl TentacleJoint {
    /// A straight joint with the symmetric limit `-limit..=limit`, radians.
    #[must_use]
    pub const fn new(length: f64, limit: f64) -> Self {
        Self { length, angle: 0.0, min: -limit, max: limit }
    }

    fn check(&self) -> Result<(), Error> {
        let invalid = |what, value: f64| Err(Error::InvalidNumber { what, value: value as f32 });
        if !(self.length >= 0.0 && self.length.is_finite()) {
            return out_of_range("the length of a tentacle's link", self.length, 0.0);
        }
        if !self.angle.is_finite() {
            return invalid("the angle of a tentacle's joint", self.angle);
        }
        if self.min.is_nan() || self.max.is_nan() {
            return invalid("a limit of a tentacle's joint", f64::NAN);
        }
        if self.min > self.max {
            return out_of_range(
                "the upper limit of a tentacle's joint",
                self.max,
                self.min as f32,
            );
        }
        Ok(())
    }
}

impl Tentacle {
    /// A chain from `root` with these joints; the tip is the end of the last link.
    ///
    /// # Errors
    /// [`Error::ChainLength`] if there are no joints, [`Error::InvalidNumber`] for a non-finite
    /// number, [`Error::OutOfRange`] for a negative length or an upper limit below the lower one.
    pub fn new(root: DVec2, joints: &[TentacleJoint]) -> Result<Self, Error> {
        if joints.is_empty() {
            return Err(Error::ChainLength {
                solver: "stepped-ccd",
                needs: "at least 1",
                found: 0,
            });
        }
        check_point("the root of a tentacle", root)?;
        joints.iter().try_for_each(TentacleJoint::check)?;
        let length: f64 = joints.iter().map(|joint| joint.length).sum();
        if !(length + root.abs().max_element()).is_finite() {
            return Err(Error::InvalidNumber {
                what: "the length of a tentacle",
                value: f32::INFINITY,
            });
        }
        let mut tentacle =
            Self { joints: joints.to_vec(), positions: vec![root; joints.len() + 1], length };
        tentacle.place();
        Ok(tentacle)
    }

    /// The joints that rotate, from the root on; all but the tip.
    #[must_use]
    pub fn joints(&self) -> &[TentacleJoint] {
        &self.joints
    }

    /// The positions of the joints, from the root to the tip: one more than [`Self::joints`].
    #[must_use]
    pub fn positions(&self) -> &[DVec2] {
        &self.positions
    }

    /// The position of the tip.
    #[must_use]
    pub fn tip(&self) -> DVec2 {
        self.positions[self.joints.len()]
    }

    /// The sum of the links' lengths.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Forward kinematics from the root, which stays.
    fn place(&mut self) {
        // As published, the direction has the length of the links from the start, so that equal
        // links round equally.
        let first = self.joints[0].length;
        let unit = if first > 0.0 && self.joints.iter().all(|joint| joint.length == first) {
            first
        } else {
            1.0
        };
        let mut direction = DVec2::new(unit, 0.0);
        for (index, joint) in self.joints.iter().enumerate() {
            let (sin, cos) = ops::sin_cos_f64(joint.angle);
            direction = rotated(direction, sin, cos);
            self.positions[index + 1] = self.positions[index] + direction * (joint.length / unit);
        }
    }
}

impl SteppedCcd {
    /// Rotates each joint by at most one step.
    ///
    /// In the smooth mode a tip that is on its target stays, bit for bit.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a non-finite target or step, [`Error::OutOfRange`] for a step
    /// of 0 or less. The tentacle is then untouched.
    pub fn step(&self, tentacle: &mut Tentacle, target: DVec2) -> Result<SteppedReport, Error> {
        check_point("the target of a tentacle", target)?;
        if !(self.step > 0.0 && self.step.is_finite()) {
            return out_of_range("SteppedCcd::step", self.step, ABOVE_ZERO);
        }
        let (sin, cos) = ops::sin_cos_f64(self.step);
        let mut tip = tentacle.tip();
        let mut turned = 0;
        let is_met =
            self.mode == SteppedMode::Smooth && tip.distance(target) <= MET * tentacle.length;
        for (joint, &position) in
            tentacle.joints.iter_mut().zip(&tentacle.positions).rev().take_while(|_| !is_met)
        {
            let (tip_from_joint, target_from_joint) = (tip - position, target - position);
            let turn = match self.mode {
                SteppedMode::Classic => match classic_side(
                    joint,
                    self.step,
                    [sin, cos],
                    tip_from_joint,
                    target_from_joint,
                ) {
                    Some(Side::Left) => Turn { to: joint.angle + self.step, sin, cos },
                    Some(Side::Right) => Turn { to: joint.angle - self.step, sin: -sin, cos },
                    None => continue,
                },
                SteppedMode::Smooth => {
                    match smooth_turn(joint, self.step, tip_from_joint, target_from_joint) {
                        Some(turn) => turn,
                        None => continue,
                    }
                }
            };
            joint.angle = turn.to;
            tip = position + rotated(tip_from_joint, turn.sin, turn.cos);
            turned += 1;
        }
        if turned > 0 {
            tentacle.place();
        }
        Ok(SteppedReport { turned, distance: tentacle.tip().distance(target) })
    }
}

/// In the smooth mode the tip is on its target within this fraction of the chain's length: the
/// rounding error of a few hundred links in double precision.
const MET: f64 = 1e-13;

/// Below this sine tip and target count as collinear: rounding decides its sign there.
const IN_LINE: f64 = 1e-12;

enum Side {
    Left,
    Right,
}

/// A rotation to the angle `to`, with its sine and cosine.
struct Turn {
    to: f64,
    sin: f64,
    cos: f64,
}

/// The better of the two rotations, if it is better than no rotation and than the other one.
fn classic_side(
    joint: &TentacleJoint,
    step: f64,
    [sin, cos]: [f64; 2],
    tip: DVec2,
    target: DVec2,
) -> Option<Side> {
    let still = tip.dot(target);
    let score = |is_allowed: bool, sin: f64| {
        if is_allowed { rotated(tip, sin, cos).dot(target) } else { f64::NEG_INFINITY }
    };
    let left = score(joint.angle + step <= joint.max, sin);
    let right = score(joint.angle - step >= joint.min, -sin);
    if left > still && left > right {
        Some(Side::Left)
    } else if right > still && right > left {
        Some(Side::Right)
    } else {
        None
    }
}

/// The exact rotation, clamped to the step and the joint's bounds; `None` if it is zero.
fn smooth_turn(joint: &TentacleJoint, step: f64, tip: DVec2, target: DVec2) -> Option<Turn> {
    let (tip, target) = (unit(tip)?, unit(target)?);
    let (cross, dot) = (tip.perp_dot(target), tip.dot(target));
    let wanted = if dot < 0.0 && cross.abs() < IN_LINE {
        if joint.max - joint.angle >= joint.angle - joint.min { step } else { -step }
    } else {
        ops::atan2_f64(cross, dot)
    };
    // A joint that starts outside its bounds returns by one step per call.
    let to = (joint.angle + wanted)
        .clamp(joint.min, joint.max)
        .clamp(joint.angle - step, joint.angle + step);
    let (sin, cos) = ops::sin_cos_f64(to - joint.angle);
    (to != joint.angle).then_some(Turn { to, sin, cos })
}

fn rotated(v: DVec2, sin: f64, cos: f64) -> DVec2 {
    DVec2::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos)
}

/// The direction of `v`, safe against overflow and underflow.
fn unit(v: DVec2) -> Option<DVec2> {
    let largest = v.abs().max_element();
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let v = v / largest;
    Some(v / v.length())
}

/// The error for a value that is less than `min` or not finite.
fn out_of_range<T>(what: &'static str, value: f64, min: f32) -> Result<T, Error> {
    let value = value as f32;
    Err(if value.is_finite() {
        Error::OutOfRange { what, value, min, max: f32::MAX }
    } else {
        Error::InvalidNumber { what, value }
    })
}

fn check_point(what: &'static str, point: DVec2) -> Result<(), Error> {
    match point.to_array().into_iter().find(|value| !value.is_finite()) {
        Some(value) => Err(Error::InvalidNumber { what, value: value as f32 }),
        None => Ok(()),
    }
}
