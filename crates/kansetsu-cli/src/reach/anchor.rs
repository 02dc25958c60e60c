//! Where a body is anchored while all of it is solved.

use kansetsu::{
    d3::{Goal, Priority, Skeleton, solve::Root},
    glam::Vec3,
};
use kansetsu_formats::{Figure, Role};

use super::base::Body;
use crate::argument::label;

/// What the root may do, and the joints that keep their turn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Anchor {
    pub(super) root: Root,
    pub(super) held: Vec<usize>,
}

impl Anchor {
    /// The anchor for these goals. The body begins at the hips of a humanoid, else at the topmost joint that moves the
    /// mesh; the nodes above, which place the figure in the world, keep their turn. Where the user says nothing the
    /// body's first joint is held if the body branches there (hips), and turns if not (an arm).
    pub(super) fn of(figure: &Figure, goals: &[Goal], choice: Option<Root>, holds: &[usize]) -> Self {
        let body = Body::of(figure);
        let skeleton = &figure.rig.skeleton;
        let hips = figure.rig.roles.get(&Role::Hips).copied();
        let hips = hips.filter(|&hips| goals.iter().all(|goal| skeleton.ancestors(goal.joint).any(|joint| joint == hips)));
        let mut held = holds.to_vec();
        for goal in goals {
            let path: Vec<usize> = skeleton.ancestors(goal.joint).collect();
            let root = path.len() - 1;
            let topmost = path.iter().rposition(|&joint| body.has(joint)).unwrap_or(root);
            let top = hips.and_then(|hips| path.iter().position(|&joint| joint == hips)).unwrap_or(topmost);
            let is_held = choice.map_or_else(|| body.branches_at(path[top]), |choice| choice == Root::Fixed);
            held.extend(&path[if is_held { top } else { top + 1 }..]);
        }
        held.sort_unstable();
        held.dedup();
        // A root that is in the list does not turn, whatever roots may do.
        let root = if choice == Some(Root::Free) { Root::Free } else { Root::Rotates };
        Self { root, held }
    }

    /// A goal that nothing moves, in words.
    pub(super) fn unserved(&self, skeleton: &Skeleton, goals: &[Goal]) -> Option<String> {
        let is_served = |goal: &Goal| {
            let turns_tip = goal.orientation.is_some() || goal.offset != Vec3::ZERO;
            let movers = skeleton.ancestors(goal.joint).skip(usize::from(!turns_tip));
            self.root == Root::Free || movers.into_iter().any(|joint| !self.held.contains(&joint))
        };
        let wanted = goals.iter().filter(|goal| goal.priority == Priority::Normal);
        let goal = wanted.into_iter().find(|goal| !is_served(goal))?;
        Some(format!(
            "every joint that leads to \"{}\" is held; let the root go with --root free or --root turns",
            label(skeleton, goal.joint)
        ))
    }
}
