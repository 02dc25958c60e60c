//! How the goals move when joints turn.

use kansetsu::glam::{Mat3, Vec3};

use super::{
    goal::{LEVER, Want},
    tree::Tree,
};

/// For each node, one derivative for each goal that it moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Derivatives {
    first: Vec<usize>,
    entries: Vec<(usize, Mat3)>,
}

impl Derivatives {
    /// Of the tree as it stands.
    pub(super) fn find(&mut self, tree: &mut Tree) {
        self.first.clear();
        self.entries.clear();
        let per_size = 1.0 / tree.size;
        for index in 0..tree.nodes.len() {
            self.first.push(self.entries.len());
            tree.nodes[index].measure();
            let node = &tree.nodes[index];
            for goal in node.moved_goals() {
                let derivative = match tree.goals[goal].want {
                    Want::Place(_) => node.moves(tree.nodes[tree.goals[goal].node].model_from_joint.translation) * per_size,
                    Want::Turn(_) => node.model_from_rest * LEVER,
                };
                self.entries.push((goal, derivative));
            }
        }
        self.first.push(self.entries.len());
    }

    /// Of one node: goals and their derivatives.
    #[inline]
    pub(super) fn of(&self, node: usize) -> &[(usize, Mat3)] {
        &self.entries[self.first[node]..self.first[node + 1]]
    }

    /// How much forces at the goals, threes of numbers, turn a node.
    #[inline]
    pub(super) fn pull(&self, node: usize, forces: &[f64]) -> Vec3 {
        self.of(node).iter().fold(Vec3::ZERO, |pull, (goal, derivative)| pull + derivative.transpose() * force(forces, *goal))
    }
}

/// The three numbers of a goal.
#[inline]
pub(super) fn force(forces: &[f64], goal: usize) -> Vec3 {
    Vec3::new(forces[3 * goal] as f32, forces[3 * goal + 1] as f32, forces[3 * goal + 2] as f32)
}
