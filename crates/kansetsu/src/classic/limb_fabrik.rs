//! FABRIK on limbs: forward and backward reaching for a body made of rigid limbs.

use glam::{Quat, Vec3};

use crate::{
    Error,
    d3::Outcome,
    error::at_least,
    math::{Rot, vector},
};

/// Forward and backward reaching on limbs, as published but with a bound on its iterations.
///
/// A limb has an inboard end (near the root), an outboard end, a length, and an orientation: the
/// rotation that takes +Y to its direction. From the last limb to the root each limb rotates to
/// point at the current goal and moves along itself until its outboard end lies on it; its inboard
/// end is the next goal. Then, without rotation, the root limb's inboard end moves back to the root
/// and each next limb's to the outboard end before it: `inboardᵢ = outboardᵢ₋₁`. This repeats until
/// `|end - goal| <= ε`.
///
/// Source: A. Aristidou, J. Lasenby, "FABRIK: a fast, iterative solver for the inverse kinematics
/// problem", Graphical Models 73 (2011) 243-260, in the published form on limbs, whose second pass
/// does not rotate them.
///
/// Faults of the original: without a bound on its iterations an unreachable goal never ends (here
/// there is one). It has no limits, trees or orientation goals. A straight body whose goal lies on
/// its line never bends. Our better form is [`crate::d3::solve::Fabrik`]. Cost: linear in the limbs
/// per iteration.
///
/// Use it to study the published form, and for free limbs that have no skeleton. For a skeleton
/// with limits use [`crate::d3::solve::Fabrik`].
///
/// ```
/// use kansetsu::classic::{FabrikLimb, LimbFabrik};
/// use kansetsu::glam::Vec3;
///
/// let joints = [Vec3::ZERO, Vec3::new(0.1, 1.0, 0.0), Vec3::new(0.0, 2.0, 0.1), Vec3::new(0.0, 3.0, 0.0)];
/// let mut limbs = FabrikLimb::between_points(&joints);
/// let report = LimbFabrik::default().solve(&mut limbs, Vec3::ZERO, Vec3::new(1.0, 1.5, 0.5))?;
/// assert!(report.distance <= 1e-3 && limbs[2].outboard().distance(Vec3::new(1.0, 1.5, 0.5)) <= 1e-3);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct LimbFabrik {
    /// Maximum number of iterations; the original has no bound. Default 100.
    pub max_iterations: usize,
    /// The distance from end to goal at which the solve stops (ε), metres. Default 1e-3.
    pub tolerance: f32,
}

/// A rigid limb.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FabrikLimb {
    /// The end near the root, in model space, metres.
    pub inboard: Vec3,
    /// The distance from the inboard to the outboard end, metres; 0 or more.
    pub length: f32,
    /// The rotation that takes +Y to the limb's direction, in model space.
    pub orientation: Quat,
}

/// The result of a solve.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LimbReport {
    /// [`Outcome::Reached`], [`Outcome::OutOfReach`] for a goal further than the sum of the
    /// lengths, else [`Outcome::Stalled`].
    pub outcome: Outcome,
    /// The number of iterations.
    pub iterations: usize,
    /// The distance from the last outboard end to the goal, metres.
    pub distance: f32,
}

impl Default for LimbFabrik {
    fn default() -> Self {
        Self { max_iterations: 100, tolerance: 1e-3 }
    }
}

impl FabrikLimb {
    /// A limb between two points; one of zero length points along +Y.
    #[must_use]
    pub fn between(inboard: Vec3, outboard: Vec3) -> Self {
        let orientation = vector::unit(outboard - inboard).map_or(Rot::IDENTITY, orientation_along);
        Self { inboard, length: inboard.distance(outboard), orientation: orientation.into() }
    }

    /// The limbs between neighbouring points.
    #[must_use]
    pub fn between_points(points: &[Vec3]) -> Vec<Self> {
        points.windows(2).map(|pair| Self::between(pair[0], pair[1])).collect()
    }

    /// The limb's direction, a unit vector in model space.
    #[must_use]
    pub fn direction(&self) -> Vec3 {
        Rot::from(self.orientation).normalized().rotate(Vec3::Y)
    }

    /// The end away from the root, in model space, metres.
    #[must_use]
    pub fn outboard(&self) -> Vec3 {
        self.inboard + self.direction() * self.length
    }

    fn check(&self) -> Result<(), Error> {
        check_point("the inboard end of a limb", self.inboard)?;
        let is_turned = self.orientation.is_finite()
            && self.orientation.to_array().iter().any(|part| part.abs() > 1e-6);
        if !is_turned {
            return Err(Error::InvalidNumber {
                what: "the orientation of a limb",
                value: self.orientation.w,
            });
        }
        at_least("the length of a limb", self.length, 0.0)
    }

    /// Points at the goal and moves along itself until the outboard end lies on it.
    fn reach(&mut self, goal: Vec3) {
        let direction = match vector::unit(goal - self.inboard) {
            Some(direction) => {
                self.orientation = orientation_along(direction).into();
                direction
            }
            // The goal lies on the inboard end: no direction is better, so the limb keeps its own.
            None => self.direction(),
        };
        self.inboard = goal - direction * self.length;
    }
}

impl LimbFabrik {
    /// Iterates until the last outboard end is at the goal or the iterations are used up. `limbs`
    /// are ordered from the root outwards. Nothing moves if the end is already at the goal.
    ///
    /// # Errors
    /// [`Error::ChainLength`] without a limb, [`Error::InvalidNumber`] for a non-finite value,
    /// [`Error::OutOfRange`] for a negative length or tolerance. The limbs are then untouched.
    pub fn solve(
        &self,
        limbs: &mut [FabrikLimb],
        root: Vec3,
        goal: Vec3,
    ) -> Result<LimbReport, Error> {
        at_least("LimbFabrik::tolerance", self.tolerance, 0.0)?;
        let length = check(limbs, root, goal)?;
        let end = |limbs: &[FabrikLimb]| limbs[limbs.len() - 1].outboard();
        let mut iterations = 0;
        while end(limbs).distance(goal) > self.tolerance && iterations < self.max_iterations {
            pass(limbs, root, goal);
            iterations += 1;
        }
        let distance = end(limbs).distance(goal);
        let outcome = if distance <= self.tolerance {
            Outcome::Reached
        } else if root.distance(goal) > length {
            Outcome::OutOfReach
        } else {
            Outcome::Stalled
        };
        Ok(LimbReport { outcome, iterations, distance })
    }

    /// One iteration, even if the end is already at the goal.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn iterate(limbs: &mut [FabrikLimb], root: Vec3, goal: Vec3) -> Result<(), Error> {
        check(limbs, root, goal)?;
        pass(limbs, root, goal);
        Ok(())
    }
}

/// From the last limb to the root, and back.
fn pass(limbs: &mut [FabrikLimb], root: Vec3, goal: Vec3) {
    let mut goal = goal;
    for limb in limbs.iter_mut().rev() {
        limb.reach(goal);
        goal = limb.inboard;
    }
    let mut inboard = root;
    for limb in limbs {
        limb.inboard = inboard;
        inboard = limb.outboard();
    }
}

/// The rotation that takes +Y to the unit vector `direction`; about X if that is -Y.
fn orientation_along(direction: Vec3) -> Rot {
    Rot::between(Vec3::Y, direction, Vec3::X)
}

/// Returns the sum of the lengths.
fn check(limbs: &[FabrikLimb], root: Vec3, goal: Vec3) -> Result<f32, Error> {
    if limbs.is_empty() {
        return Err(Error::ChainLength { solver: "limb-fabrik", needs: "at least 1", found: 0 });
    }
    check_point("the root of the limbs", root)?;
    check_point("the goal of the limbs", goal)?;
    limbs.iter().try_for_each(FabrikLimb::check)?;
    let length: f32 = limbs.iter().map(|limb| limb.length).sum();
    // So that no end can overflow, for any directions of the limbs.
    if (length + root.abs().max_element() + goal.abs().max_element()).is_finite() {
        Ok(length)
    } else {
        Err(Error::InvalidNumber { what: "the length of the limbs", value: length })
    }
}

fn check_point(what: &'static str, point: Vec3) -> Result<(), Error> {
    match point.to_array().into_iter().find(|value| !value.is_finite()) {
        Some(value) => Err(Error::InvalidNumber { what, value }),
        None => Ok(()),
    }
}
