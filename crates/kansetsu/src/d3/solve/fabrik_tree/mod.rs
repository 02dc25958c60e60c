//! Forward and backward reaching for trees with several goals.
//!
//! Every joint is a rigid piece with an orientation: its own place, the places of the joints that
//! hang on it, and its goals are points of that piece. Inwards (from the tips to the root) a piece
//! with one such point turns and moves as a segment of a chain does; a piece with several (a
//! pelvis, a chest) takes the rotation that fits what its branches ask for best, and the weighted
//! mean of their pulls as its place. Outwards the root goes back and every piece points at where
//! its points were put. Limits and wanted orientations act in both passes. The answer is the
//! rotations themselves, so forward kinematics gives just the places that were found.
//!
//! Source: A. Aristidou, J. Lasenby, "FABRIK: a fast, iterative solver for the inverse kinematics
//! problem", Graphical Models 73 (2011) 243-260, section 4.1 (several end effectors), where a
//! branch joint is a point at the centroid of its branches. Differences: a branch joint is a rigid
//! piece instead, as points alone drift apart from what any rotation can do; limits, orientations
//! and pins; a straight line that deadlocks is bent; and, as pieces that share a trunk settle
//! slowly, [`WholeBody`] finishes.
//!
//! How far it comes alone (a mannequin of 15 joints, five goals from random poses, within 1 mm):
//! without limits 95 % in 100 rounds and all in 1,000, with limits 27 %; with [`WholeBody`] after
//! 10 rounds all of them. Cost: linear in the joints, about half of what a step of [`WholeBody`]
//! costs per round.

mod fit;
mod pull;
mod reach;
mod tree;
mod turn;

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
    /// Rounds at most; a round goes inwards and outwards once. Default 10.
    pub max_iterations: usize,
    /// When a goal's place counts as reached, as a part of the longest way from the root to a goal.
    /// Default 1e-5.
    pub tolerance: f32,
    /// When a goal's orientation counts as reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// What the root may do. Default: held.
    pub root: Root,
    /// Steps at most that [`WholeBody`] goes on from there when goals are missed; 0 leaves the
    /// answer as forward and backward reaching found it. Default 100.
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

/// A round that turns no joint by more than this has ended, radians.
const STILL: f32 = 1e-6;

/// How often a tree that moves no more is bent before it counts as stalled.
const KICKS: usize = 2;

/// The rounds end after so many that each gain less than this part of the squared error: what
/// remains is out of reach, or nearer by [`WholeBody`].
const STALL: (usize, f32) = (20, 1e-3);

impl FabrikTree {
    /// Brings every goal's joint to its goal. See [`Self::solve_with`].
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

    /// [`Self::solve`] with memory that is used again.
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

    /// The rounds and the polish.
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
        // From levers of thousands of sizes the polish may not come back: then the answer is what
        // the rounds found.
        if self.polish_iterations == 0 || is_lost(&scratch.report) {
            scratch.tree.store(pose);
            finish.begin((body, goals), pose, None, scratch)?;
            finish.end(body, goals, pose, scratch);
        }
        scratch.report.iterations += rounds;
        Ok(())
    }

    /// What goes on from where the rounds end.
    fn finish(&self) -> WholeBody {
        WholeBody {
            max_steps: self.polish_iterations,
            // The steps decide how many restarts there are.
            max_restarts: self.polish_iterations,
            tolerance: self.tolerance,
            angle_tolerance: self.angle_tolerance,
            root: self.root,
            ..WholeBody::default()
        }
    }

    /// Rounds until every goal is met, nothing is gained any more, or they run out. Gives how many
    /// there were; leaves the best pose.
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
