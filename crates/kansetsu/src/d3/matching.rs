//! From a pose to the goals that reproduce it: switches a limb from joint angles to a target
//! without a jump.
//!
//! Forward kinematics yields the tip's position and rotation. The pole is beside the middle joint,
//! at the limb's length on the side of the bend; a straight limb takes the side of its bend axis.
//! The solver's rotation of a limb towards a pole depends on the bend axis. So the pole is tested
//! on the limb at rest, and rotated about the line from base to tip by the residual.
//!
//! The other direction needs no conversion: a solved pose consists of joint angles.

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

/// Below this bend, as a fraction of its length, a limb counts as straight: a hundred times the
/// resolution of its middle's position in single precision. With a smaller value rounding rotates a
/// straight limb's pole by a degree and more.
const STRAIGHT: f32 = 1e-5;

/// The number of corrections of the pole. Each reduces the residual to a ten-thousandth.
const TRIALS: usize = 2;

impl Limb {
    /// The limb as a chain of two bones, with the rig's limits and its pole; joints between its
    /// joints are locked.
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

impl Chain {
    /// The goal that reproduces `pose`. [`TwoBone`] with it, started from the chain's rest pose,
    /// restores the positions of all joints in `pose`, within 1e-5 of the chain's length, and the
    /// rotation of the tip.
    ///
    /// Properties that a goal cannot express are lost. One is the twist of the middle about its
    /// bones: base and middle may differ from `pose` by rotations about the two bones if the limb
    /// bends about another axis than the chain's. Another is the exact bend of a limb below half a
    /// degree (in single precision its length defines the middle's position to 3e-4 of it only).
    /// The last is the direction of the middle of a limb folded onto its base. A middle bent to the
    /// other side of a hinge is not reproduced either.
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
    /// [`Error::ChainLength`] unless two joints rotate, [`Error::PoseMismatch`],
    /// [`Error::InvalidTransform`], [`Error::InvalidNumber`] if a position overflows.
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

/// The shape of a limb.
struct Shape {
    base: Vec3,
    middle: Vec3,
    tip: Vec3,
    /// From base to tip, unit length.
    line: Vec3,
    /// Perpendicular to the line towards the middle; the side of the bend axis if the limb is
    /// straight. Unit length.
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

    /// Beside the middle, towards `side`.
    fn pole(&self, side: Vec3) -> Vec3 {
        self.base + self.line * (self.middle - self.base).dot(self.line) + side * self.length
    }

    /// The angle about `other`'s line from this side to its side.
    fn angle_to(&self, other: &Self) -> f32 {
        ops::atan2(self.side.cross(other.side).dot(other.line), self.side.dot(other.side))
    }
}
