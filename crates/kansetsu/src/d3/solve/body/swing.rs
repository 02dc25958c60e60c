//! How steps follow each other where goals cannot be met.
//!
//! There each step goes a part of the one before along the same way, a larger one the longer it goes on without being against the
//! step, and with the last step's swing the end is near much sooner (Y. Nesterov, "A method of solving a convex programming
//! problem with convergence rate O(1/k²)", 1983; B. O'Donoghue, E. Candès, "Adaptive restart for accelerated gradient schemes",
//! Foundations of Computational Mathematics 15, 2015).

use glam::Vec4;

use super::nodes::Nodes;
use crate::math::lanes::dot;

/// The part of a step that swings on into the next one, at most, and how many steps it takes until it is about half of it.
const MOST: f32 = 0.95;
const RAMP: f32 = 3.0;

/// A step leaps to and fro where the squared cosine between it and the last one is more than the first, the other way: where goals push back
/// hard, their ways are more curved than the step knows. Then steps are made shorter, and longer again as long as they do not leap.
const AGAINST: f32 = 0.5;
const SLOWER: f32 = 0.7;
const FASTER: f32 = 1.02;

/// Rounding alone makes steps of about a tenth of this, radians. So many small ones that turn back lead nowhere.
const SMALL: f32 = 1e-5;
const AIMLESS: usize = 24;

/// The last steps of all movers: a turn and a way each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Swing {
    last: Vec<[Vec4; 2]>,
    /// How long it has been going on.
    steps: usize,
    /// How often the way turned back while steps were small.
    turns: usize,
    /// The part of what is wanted that is done.
    pace: f32,
}

impl Swing {
    pub(super) fn begin(&mut self, nodes: &Nodes) {
        (self.steps, self.turns, self.pace) = (0, 0, 1.0);
        self.last.clear();
        self.last.resize(nodes.movers.len(), [Vec4::ZERO; 2]);
    }

    /// Makes of the steps that the movers want those that they take. Only where the goals that give way to none are kept to steps swing: the
    /// ways to those at the end of their reach are too curved for it.
    pub(super) fn carry_on(&mut self, nodes: &mut Nodes, is_kept: bool) {
        let both = |a: [Vec4; 2], b: [Vec4; 2]| dot(a[0], b[0]).x + dot(a[1], b[1]).x;
        let [mut along, mut wanted, mut done] = [0.0; 3];
        for (mover, &last) in nodes.movers.iter().zip(&self.last) {
            let step = [nodes.nodes[mover.node].step, nodes.nodes[mover.node].way];
            (along, wanted, done) = (along + both(step, last), wanted + both(step, step), done + both(last, last));
        }
        self.steps = if along > 0.0 && is_kept { self.steps + 1 } else { 0 };
        self.turns += usize::from(self.steps == 0);
        let is_leaping = along < 0.0 && along * along > AGAINST * wanted * done;
        self.pace = if is_leaping { self.pace * SLOWER } else { (self.pace * FASTER).min(1.0) };
        let steps = self.steps as f32;
        let part = (steps / (steps + RAMP)).min(MOST);
        for (mover, last) in nodes.movers.iter().zip(&mut self.last) {
            let node = &mut nodes.nodes[mover.node];
            node.step = node.step * self.pace + last[0] * part;
            node.way = node.way * self.pace + last[1] * part;
            *last = [node.step, node.way];
        }
    }

    /// Whether only rounding is left to move the joints, after a step whose largest turn is `size` radians: in a flat valley steps keep
    /// their direction as long as they lead anywhere.
    pub(super) fn is_aimless(&mut self, size: f32) -> bool {
        if size > SMALL {
            self.turns = 0;
        }
        self.turns > AIMLESS
    }
}
