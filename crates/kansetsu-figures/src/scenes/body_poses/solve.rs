//! Solves body poses as an animator does: the trunk first, then the legs, then everything.

use kansetsu::{
    Error, Pose,
    d3::{Goal, Priority},
};
use kansetsu_formats::Figure;

use super::body_pose::BodyPose;
use crate::scenes::everyday::{Everyday, solved::solve_from, stance};

const TRUNK: [&str; 2] = ["Hips", "UpperChest"];
const LEGS: [&str; 4] = ["LeftLowerLeg", "LeftFoot", "RightLowerLeg", "RightFoot"];

/// Solves a pose of the mannequin, from the relaxed stance. It is not at its [place](super::Place)
/// yet.
///
/// # Errors
/// As [`crate::scenes::everyday::solve`]: none for the mannequin and its poses.
pub fn solve(figure: &Figure, pose: &BodyPose) -> Result<Pose, Error> {
    let name = |goal: &Goal| figure.rig.skeleton.joints()[goal.joint].name.as_str();
    let is_trunk = |goal: &Goal| TRUNK.contains(&name(goal)) || goal.priority == Priority::Pin;
    let is_below = |goal: &Goal| is_trunk(goal) || LEGS.contains(&name(goal));
    let mut solved = stance(figure);
    for stage in [&is_trunk as &dyn Fn(&Goal) -> bool, &is_below, &|_| true] {
        let goals: Vec<Goal> = pose.goals.goals.iter().copied().filter(stage).collect();
        if goals.iter().any(|goal| goal.priority == Priority::Normal) {
            solved = solve_from(figure, &Everyday { goals, ..pose.goals.clone() }, solved)?.pose;
        }
    }
    Ok(solved)
}
