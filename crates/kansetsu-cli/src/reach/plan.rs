//! One goal per joint, put together from `--goal`, `--orient` and `--pole`.

use anyhow::bail;
use kansetsu::d3::Goal;
use kansetsu_formats::Figure;

use super::{BaseChoice, base::base_of};
use crate::argument::{JointPoint, JointTurn, joint_named};

/// A goal and the joint where its chain begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wish {
    pub(crate) goal: Goal,
    pub(crate) base: usize,
}

/// The words of the command line that make goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a> {
    pub(crate) goals: &'a [JointPoint],
    pub(crate) orients: &'a [JointTurn],
    pub(crate) poles: &'a [JointPoint],
    pub(crate) base: &'a BaseChoice,
}

/// The goals, in the order in which their joints were named first: positions, then orientations alone.
pub(crate) fn plan(figure: &Figure, words: &Words<'_>) -> anyhow::Result<Vec<Wish>> {
    let mut goals: Vec<Goal> = Vec::new();
    for JointPoint { joint, point } in words.goals {
        let index = joint_named(figure, joint)?;
        if goals.iter().any(|goal| goal.joint == index) {
            bail!("\"{joint}\" has two goals; give each joint one --goal");
        }
        goals.push(Goal::position(index, *point));
    }
    for JointTurn { joint, turn } in words.orients {
        let index = joint_named(figure, joint)?;
        match goals.iter_mut().find(|goal| goal.joint == index) {
            Some(goal) if goal.orientation.is_some() => bail!("\"{joint}\" has two orientations; give each joint one --orient"),
            Some(goal) => *goal = goal.with_orientation(*turn),
            None => goals.push(Goal::orientation(index, *turn)),
        }
    }
    for JointPoint { joint, point } in words.poles {
        let index = joint_named(figure, joint)?;
        match goals.iter_mut().find(|goal| goal.joint == index) {
            Some(goal) if goal.pole.is_some() => bail!("\"{joint}\" has two poles; give each joint one --pole"),
            Some(goal) => goal.pole = Some(*point),
            None => bail!("\"{joint}\" has a pole but no goal; name the joint that reaches, as in --goal {joint}=X,Y,Z"),
        }
    }
    if goals.is_empty() {
        bail!("there is no goal; give at least one --goal JOINT=X,Y,Z or --orient JOINT=X,Y,Z,W");
    }
    let wish = |goal: Goal| Ok(Wish { base: base_of(figure, goal.joint, words.base)?, goal });
    goals.into_iter().map(wish).collect()
}
