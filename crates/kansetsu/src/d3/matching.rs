//! From a pose to the goals that reproduce it: what switches a limb from joint angles to a target
//! without a jump.
//!
//! The tip's place and turn are read off by forward kinematics. The pole stands beside the middle
//! joint, the limb's length farther out on the side to which it bends; a straight limb has no side,
//! and takes that of its bend axis. Which way exactly the solver turns a limb towards a pole
//! depends on the bend axis, so the pole is tried on the limb at rest and turned about the line
//! from base to tip by what is missing.
//!
//! The other direction needs nothing: a solved pose is joint angles.

use glam::{DVec3, Vec3};

use super::{
    Chain, Goal, Limb, Pose, Rig,
    solve::{TwoBone, two_bone::two_joints},
};
use crate::{
    Error,
    kinematics::Space,
    math::{Rot, so3, vector},
    ops,
};

/// Bent by less than this part of its length a limb counts as straight: a hundred times what single
/// precision knows of its middle's place. Smaller, and rounding turns a straight limb's pole by a
/// degree and more.
const STRAIGHT: f32 = 1e-5;

/// How often the pole is tried. Each time a ten-thousandth is left of what was missing.
const TRIALS: usize = 2;

impl Limb {
    /// The limb as a chain of two bones: with the rig's limits and its pole, and with what stands
    /// between its joints held.
    ///
    /// # Errors
    /// As [`Chain::new`] and [`Chain::with_limits`].
    pub fn chain(&self, rig: &Rig) -> Result<Chain, Error> {
        let mut chain = Chain::new(&rig.skeleton, self.base, self.tip)?
            .with_limits(&rig.limits)?
            .with_pole(&rig.skeleton, self.pole);
        let between: Vec<usize> = chain
            .joints()
            .filter(|joint| ![self.base, self.middle, self.tip].contains(joint))
            .collect();
        for joint in between {
            chain = chain.with_locked(joint);
        }
        Ok(chain)
    }
}

impl Rig {
    /// The goals that reproduce `pose`, one for each limb, as [`Chain::matching_goal`] gives them.
    ///
    /// # Errors
    /// As [`Limb::chain`] and [`Chain::matching_goal`].
    pub fn matching_goals(&self, pose: &Pose) -> Result<Vec<Goal>, Error> {
        self.limbs.iter().map(|limb| limb.chain(self)?.matching_goal(pose)).collect()
    }
}

impl Chain {
    /// The goal that reproduces `pose`: solved by [`TwoBone`] from a pose in which the chain is at
    /// rest, it puts all joints where they are in `pose`, within 1e-5 of the chain's length, and
    /// the tip in its turn.
    ///
    /// What a goal cannot say is lost: how the middle is twisted about its own bones (base and
    /// middle may differ from `pose` by turns about the two bones when it bends about another axis
    /// than the chain's); on a limb bent by less than half a degree how much exactly (its length,
    /// in single precision, tells the middle's place to 3e-4 of it only); and where the middle of a
    /// limb folded onto its base points. A middle bent to the other side of a hinge is not found
    /// either.
    ///
    /// ```
    /// use kansetsu::{d3::{Chain, Skeleton, Transform, solve::TwoBone}, glam::{Quat, Vec3}};
    ///
    /// let mut builder = Skeleton::builder();
    /// let shoulder = builder.root("shoulder", Transform::IDENTITY);
    /// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.30));
    /// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
    /// let skeleton = builder.build()?;
    ///
    /// let mut keyed = skeleton.rest_pose();
    /// keyed.locals[shoulder].rotation = Quat::from_rotation_z(0.4);
    /// keyed.locals[elbow].rotation = Quat::from_rotation_y(-1.1);
    /// let arm = Chain::new(&skeleton, shoulder, hand)?;
    /// let goal = arm.matching_goal(&keyed)?;
    ///
    /// let mut pose = skeleton.rest_pose();
    /// TwoBone::default().solve(&arm, &goal, &mut pose)?;
    /// let [wanted, got] = [&keyed, &pose].map(|pose| skeleton.forward(pose)[elbow].translation);
    /// assert!(wanted.distance(got) < 1e-5);
    /// # Ok::<(), kansetsu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ChainLength`] unless two joints turn, [`Error::PoseMismatch`],
    /// [`Error::InvalidTransform`], [`Error::InvalidNumber`] when a place overflows.
    pub fn matching_goal(&self, pose: &Pose) -> Result<Goal, Error> {
        let joints = two_joints(self)?.map(|index| self.joints[index].joint);
        let nowhere = Goal::position(self.tip(), Vec3::ZERO);
        self.check(&nowhere, pose)?;
        let wanted = Shape::of(self, pose, joints);
        let mut start = pose.clone();
        for index in two_joints(self)? {
            start.locals[self.joints[index].joint].rotation = self.joints[index].rest.into();
        }
        let mut side = wanted.side;
        for _ in 0..TRIALS {
            let mut trial = start.clone();
            let goal = Goal::position(self.tip(), wanted.tip).with_pole(wanted.pole(side));
            TwoBone::default().solve(self, &goal, &mut trial)?;
            side = Rot::from_axis_angle(
                wanted.line,
                Shape::of(self, &trial, joints).angle_to(&wanted),
            )
            .rotate(side);
        }
        let goal = Goal::position(self.tip(), wanted.tip).with_pole(wanted.pole(side));
        Ok(goal.with_orientation(self.space_of(self.tip(), pose).rotation_up()))
    }

    /// The space of a joint of the chain.
    fn space_of(&self, joint: usize, pose: &Pose) -> Space {
        let last = self.joints().position(|known| known == joint).map_or(0, |index| index + 1);
        Space::below(self.ancestors().iter().copied().chain(self.joints().take(last)), pose)
    }
}

/// How a limb lies.
struct Shape {
    base: Vec3,
    middle: Vec3,
    tip: Vec3,
    /// From base to tip, unit length.
    line: Vec3,
    /// Across the line to where the middle is; the side of the bend axis when it is straight. Unit
    /// length.
    side: Vec3,
    length: f32,
}

impl Shape {
    fn of(chain: &Chain, pose: &Pose, [first, second]: [usize; 2]) -> Self {
        let [base, middle, position] = [first, second, chain.tip()]
            .map(|joint| so3::narrow(chain.space_of(joint, pose).up(DVec3::ZERO)));
        let length = base.distance(middle) + middle.distance(position);
        let place = chain.joints().position(|joint| joint == second).unwrap_or(0);
        let above = chain.space_of(chain.joints[place.max(1) - 1].joint, pose);
        let bend_axis = so3::narrow(above.axis_up(so3::wide(chain.joints[place].bend_axis)));
        let line = vector::unit(position - base)
            .or_else(|| vector::unit(middle - base))
            .unwrap_or(Vec3::X);
        let across = |v: Vec3| v - line * v.dot(line);
        let bent = across(middle - base);
        // The bend axis decides only where rounding would.
        let straight = STRAIGHT * length;
        let part = straight * straight / (straight * straight + bent.length_squared());
        let fixed = across(line.cross(bend_axis)) * straight;
        let side = bent + if part.is_finite() { fixed * part } else { fixed };
        Self { base, middle, tip: position, line, side: vector::perpendicular(line, side), length }
    }

    /// Beside the middle, out on `side`.
    fn pole(&self, side: Vec3) -> Vec3 {
        self.base + self.line * (self.middle - self.base).dot(self.line) + side * self.length
    }

    /// The turn about `other`'s line that takes this side to its side.
    fn angle_to(&self, other: &Self) -> f32 {
        ops::atan2(self.side.cross(other.side).dot(other.line), self.side.dot(other.side))
    }
}
