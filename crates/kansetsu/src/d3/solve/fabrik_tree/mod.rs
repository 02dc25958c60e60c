//! Forward and backward reaching for trees with several goals.
//!
//! Every joint is a rigid piece with an orientation: its own position, the positions of its
//! children, and its goals are points of that piece. Inwards (from the tips to the root) a piece
//! with one such point rotates and moves as a segment of a chain does. A piece with several (a
//! pelvis, a chest) takes the rotation that best fits the requests of its branches, and the
//! weighted mean of their requested positions. Outwards the root returns and every piece points at
//! the requested positions of its points. Limits and target orientations act in both passes. The
//! result is the rotations themselves, so forward kinematics reproduces the positions exactly.
//!
//! Source: A. Aristidou, J. Lasenby, "FABRIK: a fast, iterative solver for the inverse kinematics
//! problem", Graphical Models 73 (2011) 243-260, section 4.1 (several end effectors), where a
//! branch joint is a point at the centroid of its branches. Differences: a branch joint is a rigid
//! piece, as independent points drift away from what a rotation can realize; limits, orientations
//! and pins; a deadlock on a straight line is bent; and, as pieces that share a trunk converge
//! slowly, [`WholeBody`] finishes.
//!
//! Success without [`WholeBody`] (a mannequin of 15 joints, five goals from random poses, within 1
//! mm): without limits 95 % in 100 rounds and 100 % in 1,000, with limits 27 %; with [`WholeBody`]
//! after 10 rounds 100 %. Cost: linear in the joints, per round about half of a step of
//! [`WholeBody`].

mod fit;
mod pull;
mod reach;
mod target_orientation;
mod tree;

use super::{Root, Scratch, WholeBody};
use crate::{
    Error,
    d3::{Goal, Pose, Report},
    error::in_range,
};

pub(crate) use tree::Tree;

/// Forward and backward reaching for several goals at once, over a whole [`Body`](super::Body).
///
/// ```
/// use kansetsu::{d3::{Goal, Skeleton, Transform, solve::{Body, FabrikTree}}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let chest = builder.root("chest", Transform::IDENTITY);
/// let mut hands = Vec::new();
/// for side in [Vec3::X, Vec3::NEG_X] {
///     let shoulder = builder.child(chest, "shoulder", Transform::from_translation(side * 0.2));
///     let elbow = builder.child(shoulder, "elbow", Transform::from_translation(side * 0.3));
///     hands.push(builder.child(elbow, "hand", Transform::from_translation(side * 0.3)));
/// }
/// let skeleton = builder.build()?;
///
/// let goals = [Goal::position(hands[0], Vec3::new(0.4, 0.3, 0.2)), Goal::position(hands[1], Vec3::new(-0.3, -0.4, 0.1))];
/// let mut pose = skeleton.rest_pose();
/// let report = FabrikTree::default().solve(&Body::new(&skeleton), &goals, &mut pose)?;
/// assert!(report.distance() < 1e-4);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct FabrikTree {
    /// Maximum number of rounds; a round is one inward and one outward pass. Default 10.
    pub max_iterations: usize,
    /// Distance at which a goal's position counts as reached, as a fraction of the longest path
    /// from the root to a goal. Default 1e-5.
    pub tolerance: f32,
    /// Angle at which a goal's orientation counts as reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// How the root may move. Default: fixed.
    pub root: Root,
    /// Maximum number of steps with which [`WholeBody`] continues from there if goals are missed; 0
    /// leaves the FABRIK result unchanged. Default 100.
    pub polish_iterations: usize,
}

impl Default for FabrikTree {
    fn default() -> Self {
        Self {
            max_iterations: 10,
            tolerance: 1e-5,
            angle_tolerance: 1e-3,
            root: Root::Fixed,
            polish_iterations: 100,
        }
    }
}

/// The rounds end if no joint rotates by more than this, radians.
const STILL: f32 = 1e-6;

/// How often a tree that no longer moves is bent before it counts as stalled.
const KICKS: usize = 2;

/// The rounds end after this number of consecutive rounds that each reduce the squared error by
/// less than this fraction. The residual is then out of reach, or left to [`WholeBody`].
const STALL: (usize, f32) = (20, 1e-3);

impl FabrikTree {
    /// Moves the joint of every goal to its goal. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(
        &self,
        body: &super::Body,
        goals: &[Goal],
        pose: &mut Pose,
    ) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(body, goals, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory.
    ///
    /// # Errors
    /// As [`WholeBody::solve_with`]. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        body: &super::Body,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        in_range("FabrikTree::tolerance", self.tolerance, [0.0, 1.0])?;
        in_range("FabrikTree::angle_tolerance", self.angle_tolerance, [0.0, 4.0])?;
        let finish = self.finish();
        if finish.begin((body, goals), pose, None, scratch)? {
            return Ok(finish.end(body, goals, pose, scratch));
        }
        scratch.tree.given.clone_from(&pose.locals);
        if let Err(error) = self.go_on(body, goals, pose, scratch) {
            pose.locals.clone_from(&scratch.tree.given);
            return Err(error);
        }
        Ok(&scratch.report)
    }

    /// The rounds and the final [`WholeBody`] steps.
    fn go_on(
        &self,
        body: &super::Body,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &mut Scratch,
    ) -> Result<(), Error> {
        let finish = self.finish();
        scratch.tree.load(body, goals, pose, self.root);
        let rounds = self.rounds(body, &mut scratch.tree);
        scratch.tree.store(pose);
        if self.polish_iterations > 0 {
            finish.solve_with(body, goals, pose, scratch)?;
        }
        let is_lost = |report: &Report| {
            !report.goals.iter().all(|goal| goal.reached.is_finite() && goal.distance.is_finite())
        };
        // With levers of very different sizes the final steps may diverge; then the result is that
        // of the rounds.
        if self.polish_iterations == 0 || is_lost(&scratch.report) {
            scratch.tree.store(pose);
            finish.begin((body, goals), pose, None, scratch)?;
            finish.end(body, goals, pose, scratch);
        }
        scratch.report.iterations += rounds;
        Ok(())
    }

    /// The solver that continues from the result of the rounds.
    fn finish(&self) -> WholeBody {
        WholeBody {
            max_steps: self.polish_iterations,
            // The number of steps limits the number of restarts.
            max_restarts: self.polish_iterations,
            tolerance: self.tolerance,
            angle_tolerance: self.angle_tolerance,
            root: self.root,
            ..WholeBody::default()
        }
    }

    /// Rounds until every goal is reached, progress ends, or they run out. Returns their number;
    /// leaves the best pose.
    fn rounds(&self, body: &super::Body, tree: &mut Tree) -> usize {
        let tolerances = [self.tolerance, self.angle_tolerance];
        let mut miss = tree.miss(tolerances);
        let (mut least, mut rounds, mut kicks, mut stalled) = (miss.squared, 0, 0, 0);
        tree.keep();
        while !miss.is_met && rounds < self.max_iterations && stalled < STALL.0 {
            reach::inwards(body, tree);
            let turned = reach::outwards(body, tree);
            rounds += 1;
            miss = tree.miss(tolerances);
            stalled = if miss.squared > (1.0 - STALL.1) * least { stalled + 1 } else { 0 };
            if miss.squared < least || miss.is_met {
                least = miss.squared;
                tree.keep();
            }
            if turned < STILL && !miss.is_met {
                if kicks == KICKS {
                    break;
                }
                kicks += 1;
                tree.bend_a_little(body);
            }
        }
        tree.recall();
        rounds
    }
}
