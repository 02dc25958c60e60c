//! `--blend`: only part of the way.

use kansetsu::{
    d3::{Goal, Pose, Rig},
    glam::Quat,
};

use anyhow::bail;

use super::{Limits, Solved};
use crate::argument::label;

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// From 0 (everything stays) to 1 (the goals are met).
    pub(super) weight: f32,
    pub(super) by: BlendBy,
}

/// What is blended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum BlendBy {
    /// The pose: every joint turns part of the way, the shortest one.
    #[default]
    Pose,
    /// The targets: part of the way from where things are, straight.
    Target,
}

/// A turn farther outside than this was not inside, radians.
const OUTSIDE: f32 = 1e-4;

impl Blend {
    /// The goals to solve for.
    pub(super) fn goals(&self, rig: &Rig, goals: &[Goal], start: &Pose) -> anyhow::Result<Vec<Goal>> {
        if self.weight >= 1.0 || self.by == BlendBy::Pose {
            return Ok(goals.to_vec());
        }
        if let Some(goal) = goals.iter().find(|goal| goal.relative_to.is_some()) {
            let name = label(&rig.skeleton, goal.joint);
            bail!("the goal of \"{name}\" hangs on another joint, and has no place of its own to blend; take --blend-by pose");
        }
        let world_from_joint = rig.skeleton.forward(start);
        goals.iter().map(|goal| Ok(goal.blended(&world_from_joint[goal.joint], self.weight)?)).collect()
    }

    /// Goes part of the way from `start` to what was solved, and measures the goals there. Outcomes stay those of the whole way.
    pub(super) fn finish(&self, rig: &Rig, (goals, limits): (&[Goal], Limits), start: &Pose, solved: &mut Solved) {
        if self.weight >= 1.0 || self.by == BlendBy::Target {
            return;
        }
        for (joint, local) in solved.pose.locals.iter_mut().enumerate() {
            let (from, to) = (start.locals[joint], *local);
            *local = from.blended(&to, self.weight);
            if let Some(limit) = rig.limits[joint].as_ref().filter(|_| limits == Limits::On && from != to) {
                // The way between two allowed turns may leave the limit: then it goes along its bound.
                let rest = rig.skeleton.joints()[joint].rest.rotation;
                let turn = |rotation: Quat| rest.inverse() * rotation.normalize();
                let is_inside = [from, to].iter().all(|end| limit.violation(turn(end.rotation)) < OUTSIDE);
                if is_inside && limit.violation(turn(local.rotation)) > OUTSIDE {
                    local.rotation = rest * limit.project(turn(local.rotation));
                }
            }
        }
        solved.measure(rig, goals);
    }
}
