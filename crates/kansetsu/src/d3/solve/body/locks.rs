//! Directions that bounds hold during a step.

use glam::Vec4;

use super::{
    node::Node,
    nodes::{Mover, Nodes},
    system::System,
    tree::Body,
};
use crate::{
    d3::solve::dls::link::Freedom,
    math::{Rot, lanes::dot},
};

/// A direction that a bound holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lock {
    /// Whose bound: its place in [`Nodes::movers`].
    mover: usize,
    bound: u8,
    direction: Vec4,
    amount: f32,
    /// Where its column begins in [`System::columns`].
    column: usize,
}

impl System {
    /// Whether this mover has a lock.
    #[inline]
    pub(crate) fn is_locked(&self, mover: usize) -> bool {
        self.locks.iter().any(|lock| lock.mover == mover)
    }

    /// Draws what bounds held in the last step into the middle of its range.
    pub(super) fn loosen(&self, body: &Body, nodes: &mut Nodes) {
        for lock in &self.locks {
            nodes.nodes[nodes.movers[lock.mover].node].set_turn(Rot::IDENTITY, 0.0, body);
        }
        nodes.forward();
    }

    /// Makes `found` (a direction and how far it may go) the lock of this bound of a mover.
    pub(crate) fn settle(&mut self, nodes: &Nodes, (mover, bound): (usize, u8), found: Option<(Vec4, f32)>) {
        let present = self.locks.iter().position(|lock| lock.mover == mover && lock.bound == bound);
        if present.is_none() && found.is_none() {
            return;
        }
        // The same direction alone does not say which side it is: a bound that is stood on leaves nothing, or as little as rounding makes it.
        if present.map(|index| (self.locks[index].direction, self.locks[index].amount)) == found {
            return;
        }
        let at = &nodes.movers[mover];
        let node = &nodes.nodes[at.node];
        self.changed |= 1 << at.group;
        if let Some(index) = present {
            let old = self.locks.swap_remove(index);
            self.exchange(at, node.mobility, old.column);
        }
        if let Some((direction, amount)) = found {
            // Comfort has already taken its part along the direction.
            let column = self.push_column(at, node, direction, (amount - dot(node.drawn, direction).x) / node.mobility);
            self.exchange(at, -node.mobility, column);
            self.locks.push(Lock { mover, bound, direction, amount, column });
        }
    }

    /// How a unit turn of a node about `direction` moves every block, and what the right side loses by it. Gives where the column begins.
    pub(crate) fn push_column(&mut self, mover: &Mover, node: &Node, direction: Vec4, right: f32) -> usize {
        let (begin, width) = (self.columns.len(), self.equations[mover.group].width());
        self.columns.resize(begin + width, 0.0);
        let column = &mut self.columns[begin..];
        let mut left = node.blocks;
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            let block = &self.blocks[index];
            left &= left - 1;
            column[block.row..block.row + 3].copy_from_slice(&block.moved_by(index, node, direction).to_array()[..3]);
        }
        column[self.equations[mover.group].size()] = right;
        begin
    }

    /// Takes a locked direction out of its system (a negative `weight`) or puts it back.
    fn exchange(&mut self, mover: &Mover, weight: f32, column: usize) {
        let equations = &mut self.equations[mover.group];
        equations.add_outer(weight, &self.columns[column..column + equations.width()]);
    }

    /// Gives the locked directions what is left to their bounds, and finds what the bounds add to the stiffness along them: a swing that is
    /// pushed out with `f` against a bound of radius `r` comes back by `f / r` when it goes round. Without it joints on their bounds go to and
    /// fro.
    pub(crate) fn apply_locks(&self, nodes: &mut Nodes) {
        for mover in &nodes.movers {
            nodes.nodes[mover.node].curb = 0.0;
        }
        for lock in &self.locks {
            let node = &mut nodes.nodes[nodes.movers[lock.mover].node];
            let held = lock.amount - dot(node.step, lock.direction).x;
            node.step += lock.direction * held;
            if let (Freedom::Ball(ball), SWING) = (node.freedom, lock.bound) {
                let [a, b] = ball.inverse_radii;
                node.curb = held.abs() / node.mobility * 0.25 * a.max(b);
            }
        }
    }
}

/// The bound of a ball's swing: see [`stops`](crate::d3::solve::dls::bounds::stops).
const SWING: u8 = 1;
