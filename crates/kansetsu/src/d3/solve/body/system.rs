//! The rows of all goals, and the moments of the tree that stand for `J W Jᵀ`.
//!
//! A unit turn about `a` at P moves the point X by `a × X + b` with `b = P × a`: the pair (a, b) says all about it. The sum
//! of the outer products of these pairs over all ancestors that two goals share (their *moments*) is all of `J W Jᵀ` that
//! concerns the two: no Jacobian is formed, and one pass from the root sums the moments of every joint.
//!
//! A goal that hangs on the body has two ends: the point that reaches, and the point of another joint where it should be. Its rows are the
//! difference of both, so joints above both ends drop out by themselves.

use glam::{Mat3, Vec3, Vec4, Vec4Swizzles};

use super::{
    MOST_BLOCKS,
    apart::Neighbours,
    balance::Footing,
    elimination::Elimination,
    goal::{Block, Kind},
    locks::Lock,
    moments::Moments,
    node::Node,
    nodes::{Mover, NONE, Nodes, Point},
    settle::Before,
};
use crate::{
    d3::solve::dls::link::Freedom,
    math::lanes::{cross, dot},
};

/// What a mover moves of a block: a point, and how much its moves count.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) block: usize,
    pub(super) mover: usize,
    pub(super) place: Vec4,
    pub(super) weight: f32,
}

/// Two ends of blocks (maybe the same) that a mover has in common.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// Their places in [`System::ends`]; that of the block with the earlier rows comes first.
    ends: [usize; 2],
    /// The last mover that they share.
    shared: usize,
}

/// The linear systems of one step: goals that share no mover have nothing to do with each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    pub(crate) blocks: Vec<Block>,
    /// What the blocks move with, as they were measured last.
    pub(super) ends: Vec<End>,
    pub(super) footing: Footing,
    pub(super) neighbours: Neighbours,
    moments: Vec<Moments>,
    /// What the comfort's own turns move a point by that hangs on each mover: `turn × point + way`.
    drawn: Vec<[Vec4; 2]>,
    pairs: Vec<Pair>,
    /// `J W Jᵀ` and the residuals; more systems than groups may be there.
    pub(crate) equations: Vec<Elimination>,
    pub(super) groups: usize,
    pub(super) before: Before,
    pub(crate) locks: Vec<Lock>,
    pub(crate) columns: Vec<f32>,
    /// The systems that have changed since they were solved, as bits.
    pub(crate) changed: u64,
}

impl System {
    /// Finds which nodes move which blocks. Blocks are set before.
    pub(crate) fn prepare(&mut self, nodes: &mut Nodes) {
        for (index, block) in self.blocks.iter().enumerate() {
            if block.is_balance() {
                nodes.mark_weights(1 << index);
                continue;
            }
            // What turns about the point itself does not move it.
            let is_still = block.point.local == Vec3::ZERO && !block.is_turn() && !block.is_kept();
            nodes.mark_movers(block.point.node, 1 << index, is_still);
            if let Some(anchor) = block.anchor {
                nodes.mark_anchor(anchor.node, 1 << index);
            }
        }
        nodes.list_movers();
        for (index, block) in self.blocks.iter_mut().enumerate() {
            let mover = |point: Point| nodes.nodes[point.node].mover;
            (block.mover, block.anchor_mover) = (mover(block.point), block.anchor.map_or(NONE, mover));
            block.group = index;
        }
        self.list_ends(nodes);
        self.pairs.clear();
        let points = self.ends.iter().take_while(|end| !self.blocks[end.block].is_balance()).count();
        for second in 0..points {
            for first in 0..=second {
                self.pair(nodes, [first, second]);
            }
        }
        if self.blocks.last().is_some_and(Block::is_balance) {
            // All that stands moves the centre of mass.
            (1..self.blocks.len()).for_each(|block| self.join(0, block));
        }
        self.number_groups(nodes);
    }

    /// Lists the ends of all blocks as they are now.
    fn list_ends(&mut self, nodes: &Nodes) {
        self.ends.clear();
        for (index, block) in self.blocks.iter().enumerate() {
            let end = |(mover, place, weight)| End { block: index, mover, place, weight };
            self.ends.extend(block.ends().map(end));
            if block.is_balance() {
                self.ends.extend(nodes.heavy().map(end));
            }
        }
    }

    /// Notes what two ends share.
    fn pair(&mut self, nodes: &Nodes, ends: [usize; 2]) {
        let blocks = ends.map(|index| self.ends[index].block);
        let [mut a, mut b] = ends.map(|index| self.ends[index].mover);
        while a != b && a != NONE && b != NONE {
            if a > b {
                a = nodes.movers[a].up;
            } else {
                b = nodes.movers[b].up;
            }
        }
        if a == b && a != NONE {
            self.pairs.push(Pair { ends, shared: a });
            if blocks[0] == blocks[1] && ends[0] != ends[1] {
                self.pairs.push(Pair { ends: [ends[1], ends[0]], shared: a });
            }
            self.join(blocks[0], blocks[1]);
        }
    }

    /// Makes one group of those of two blocks, named after the first block of both.
    fn join(&mut self, a: usize, b: usize) {
        let groups = [self.blocks[a].group, self.blocks[b].group];
        let (from, to) = (groups[0].max(groups[1]), groups[0].min(groups[1]));
        if from != to {
            self.blocks.iter_mut().filter(|block| block.group == from).for_each(|block| block.group = to);
        }
    }

    /// Numbers the groups and the rows in each.
    fn number_groups(&mut self, nodes: &mut Nodes) {
        self.groups = 0;
        for index in 0..self.blocks.len() {
            // A group is named after its first block until it has a number.
            if self.blocks[index].group != index {
                continue;
            }
            let mut row = 0;
            for block in self.blocks[index..].iter_mut().filter(|block| block.group == index) {
                (block.group, block.row) = (MOST_BLOCKS + self.groups, row);
                row += 3;
            }
            if self.equations.len() == self.groups {
                self.equations.push(Elimination::default());
            }
            self.equations[self.groups].clear(row);
            self.groups += 1;
        }
        self.blocks.iter_mut().for_each(|block| block.group -= MOST_BLOCKS);
        for mover in &mut nodes.movers {
            mover.group = self.blocks[nodes.nodes[mover.node].blocks.trailing_zeros() as usize].group;
        }
    }

    /// Measures what is missing. Gives whether every goal is met.
    pub(crate) fn measure(&mut self, nodes: &Nodes) -> bool {
        let mut met = true;
        for block in &mut self.blocks {
            block.measure(nodes, (&mut self.footing, &self.neighbours));
            met &= !block.misses();
        }
        self.list_ends(nodes);
        met
    }

    /// Whether every pole is obeyed.
    pub(crate) fn poles_are_obeyed(&self) -> bool {
        self.blocks.iter().all(|block| !block.is_wish() || block.miss() <= block.tolerance)
    }

    /// Lets goals and poles that are no pins pull so many times harder than before; 0 is as hard as at first.
    pub(crate) fn strengthen(&mut self, times: f32) {
        for block in self.blocks.iter_mut().filter(|block| !block.is_pin && !block.is_kept()) {
            block.insistence = if times == 0.0 { 1.0 } else { block.insistence * times };
        }
    }

    /// Lets the goal whose miss costs most pull so many times as hard as at first, until [`Self::strengthen`] begins anew.
    pub(super) fn spare(&mut self, times: f32) {
        let missed = self.blocks.iter().filter(|block| block.misses() && !block.is_pin);
        let farthest = missed.max_by(|a, b| a.cost().total_cmp(&b.cost())).map(|block| block.goal);
        self.blocks.iter_mut().filter(|block| Some(block.goal) == farthest).for_each(|block| block.insistence = times);
    }

    /// How many goals are not met, and what the misses cost.
    pub(super) fn shortfall(&self) -> (usize, f32) {
        (self.blocks.iter().filter(|block| block.misses()).count(), self.cost())
    }

    /// What all misses cost.
    pub(crate) fn cost(&self) -> f32 {
        self.blocks.iter().map(Block::cost).sum()
    }

    /// A number that changes its sign, and nothing else, when the goals are mirrored: what places, targets first, span as seen
    /// from the root.
    pub(crate) fn handedness(&self) -> f32 {
        let target = |block: &Block| if let Kind::Place(target) = block.kind { Some(target) } else { None };
        let points = self.blocks.iter().filter_map(target).chain(self.blocks.iter().map(|block| block.place.xyz()));
        let (mut sum, mut last) = (0.0, [Vec3::ZERO; 2]);
        for point in points {
            sum += last[0].cross(last[1]).dot(point);
            last = [last[1], point];
        }
        sum
    }

    /// How far the goal that is farthest off is off, weighted.
    pub(crate) fn largest_miss(&self) -> f32 {
        self.blocks.iter().filter(|block| !block.is_wish()).map(|block| block.missing.length_squared()).fold(0.0, f32::max).sqrt()
    }

    /// Sums the moments and fills `J W Jᵀ` and the right side.
    pub(crate) fn assemble(&mut self, nodes: &Nodes) {
        self.moments.clear();
        self.drawn.clear();
        for mover in &nodes.movers {
            let node = &nodes.nodes[mover.node];
            let (mut moments, mut drawn) =
                if mover.up == NONE { (Moments::ZERO, [Vec4::ZERO; 2]) } else { (self.moments[mover.up], self.drawn[mover.up]) };
            moments.add(node);
            drawn[0] += node.drawn;
            drawn[1] += cross(node.pivot, node.drawn) + node.drawn_way;
            self.moments.push(moments);
            self.drawn.push(drawn);
        }
        self.equations[..self.groups].iter_mut().for_each(Elimination::empty);
        for &Pair { ends, shared } in &self.pairs {
            let ends = ends.map(|index| &self.ends[index]);
            let [e, f] = ends.map(|end| &self.blocks[end.block]);
            self.equations[e.group].add(e.row, f.row, pair([e, f], ends, &self.moments[shared]));
        }
        self.add_balance(nodes);
        for (index, block) in self.blocks.iter().enumerate() {
            let mut drawn = Vec3::ZERO;
            for end in self.ends.iter().filter(|end| end.block == index) {
                let [turn, way] = self.drawn[end.mover];
                let moved = if block.is_turn() { turn } else { cross(turn, end.place) + way };
                drawn += moved.xyz() * end.weight;
            }
            let wanted = block.wanted - block.rows.map_or(drawn, |rows| rows * drawn) * block.weight;
            for (value, wanted) in self.equations[block.group].right_side(block.row).into_iter().zip(wanted.to_array()) {
                *value = wanted;
            }
        }
        self.locks.clear();
        self.columns.clear();
        self.changed = u64::MAX;
        for mover in &nodes.movers {
            let node = &nodes.nodes[mover.node];
            if let Freedom::Hinge { .. } = node.freedom {
                self.add_hinge(mover, node);
            }
        }
    }

    /// Adds what a hinge can do.
    #[inline]
    fn add_hinge(&mut self, mover: &Mover, node: &Node) {
        if node.blocks.is_power_of_two() {
            let index = node.blocks.trailing_zeros() as usize;
            let block = &self.blocks[index];
            let moved = block.moved_by(index, node, node.axis);
            self.equations[mover.group].add_square(node.mobility, block.row, moved);
        } else {
            let column = self.push_column(mover, node, node.axis, 0.0);
            self.equations[mover.group].add_outer(node.mobility, &self.columns[column..]);
            self.columns.truncate(column);
        }
    }

    /// Solves what has changed: every mover's wanted step.
    pub(crate) fn solve(&mut self, nodes: &mut Nodes) {
        let changed = std::mem::take(&mut self.changed);
        let is_new = |group: usize| changed >> group & 1 == 1;
        let mut softness = [0.0; MOST_BLOCKS];
        for mover in nodes.movers.iter_mut().filter(|mover| is_new(mover.group)) {
            (mover.force, mover.torque) = (Vec4::ZERO, Vec4::ZERO);
        }
        for (group, equations) in self.equations[..self.groups].iter_mut().enumerate().filter(|&(group, _)| is_new(group)) {
            for block in self.blocks.iter().filter(|block| block.group == group) {
                softness[block.row / 3] = block.softness;
            }
            equations.solve(|block| softness[block]);
        }
        for block in self.blocks.iter_mut().filter(|block| is_new(block.group)) {
            block.take_pull(&self.equations[block.group].solution);
        }
        self.push(nodes, is_new);
    }

    /// Lets everything pull as it did in a step before, if it is as much as then, and had digits.
    pub(super) fn pull_as(&mut self, pulls: &[Vec3]) -> bool {
        let is_known = pulls.len() == self.blocks.len() && pulls.iter().all(|pull| pull.length_squared().is_finite());
        if is_known {
            self.blocks.iter_mut().zip(pulls).for_each(|(block, &pull)| block.pull = pull);
        }
        is_known
    }

    /// Gives what everything pulls with to the movers.
    pub(super) fn push_all(&self, nodes: &mut Nodes) {
        for mover in &mut nodes.movers {
            (mover.force, mover.torque) = (Vec4::ZERO, Vec4::ZERO);
        }
        self.push(nodes, |_| true);
    }

    /// Gives the pulls of those groups to the movers.
    fn push(&self, nodes: &mut Nodes, is_new: impl Fn(usize) -> bool) {
        for end in &self.ends {
            let block = &self.blocks[end.block];
            if !is_new(block.group) {
                continue;
            }
            let (force, mover) = (block.force().extend(0.0) * end.weight, &mut nodes.movers[end.mover]);
            if block.is_turn() {
                mover.torque += force;
            } else {
                mover.force += force;
                mover.torque += cross(end.place, force);
            }
        }
        for index in (0..nodes.movers.len()).rev() {
            let mover = nodes.movers[index];
            if !is_new(mover.group) {
                continue;
            }
            if mover.up != NONE {
                let above = &mut nodes.movers[mover.up];
                above.force += mover.force;
                above.torque += mover.torque;
            }
            let node = &mut nodes.nodes[mover.node];
            let turn = (mover.torque - cross(node.pivot, mover.force)) * node.mobility;
            if node.slide > 0.0 {
                node.way = node.drawn_way + mover.force * node.slide;
            }
            node.step = node.drawn
                + match node.freedom {
                    Freedom::Held | Freedom::Fixed => Vec4::ZERO,
                    Freedom::Hinge { .. } => node.axis * dot(turn, node.axis),
                    Freedom::Free | Freedom::Ball(_) | Freedom::Polygon => turn,
                };
        }
    }
}

/// The rows of what two ends of blocks have to do with each other by these moments.
#[inline]
pub(super) fn pair([e, f]: [&Block; 2], [left, right]: [&End; 2], moments: &Moments) -> [Vec4; 3] {
    let rows = match (e.is_turn(), f.is_turn()) {
        (true, true) => moments.turns(),
        (true, false) => moments.turn_by_place(right.place),
        (false, true) => moments.place_by_turn(left.place),
        (false, false) => moments.places(left.place, right.place),
    };
    let weight = e.weight * f.weight * left.weight * right.weight;
    match (e.rows, f.rows) {
        (None, None) => rows.map(|row| row * weight),
        (left, right) => {
            // Rows stand as columns here, and what counts of rows is symmetric.
            let [x, y, z] = rows.map(|row| row.xyz() * weight);
            let rows = right.unwrap_or(Mat3::IDENTITY) * Mat3::from_cols(x, y, z) * left.unwrap_or(Mat3::IDENTITY);
            [rows.x_axis, rows.y_axis, rows.z_axis].map(|row| row.extend(0.0))
        }
    }
}
