//! The rows of all goals, and the moments of the tree that stand for `J W Jᵀ`.
//!
//! A unit turn about `a` at P moves the point X by `a × X + b` with `b = P × a`: the pair (a, b) says all about it. The sum
//! of the outer products of these pairs over all ancestors that two goals share (their *moments*) is all of `J W Jᵀ` that
//! concerns the two: no Jacobian is formed, and one pass from the root sums the moments of every joint.

use glam::{Mat3, Vec3, Vec4, Vec4Swizzles};

use super::{
    MOST_BLOCKS,
    elimination::Elimination,
    locks::Lock,
    moments::Moments,
    node::Node,
    nodes::{Mover, NONE, Nodes, Point},
    pole::Pole,
    settle::Before,
};
use crate::{
    d3::solve::{dls::link::Freedom, shorten::Way, turn::Turn},
    math::lanes::{cross, dot, rot},
};

/// Three rows: a place, or a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) goal: usize,
    pub(crate) kind: Kind,
    pub(crate) point: Point,
    /// What its residual is multiplied with.
    pub(crate) weight: f32,
    /// How much softer it is than the others: its damping is multiplied with this.
    pub(crate) softness: f32,
    /// How near counts as met, in the residual's unit before weighting.
    pub(crate) tolerance: f32,
    /// Whether it comes before the others.
    pub(crate) is_pin: bool,
    /// Whether it cannot be met beside the others and gives way to them.
    pub(crate) is_let_go: bool,
    /// Whether it counts for nothing at the moment.
    pub(crate) dropped: bool,
    /// What part of the rows counts.
    pub(crate) rows: Option<Mat3>,
    pub(crate) residual: Vec3,
    /// Its residual before a step, and what the step promised to take of it.
    pub(crate) missed: Vec3,
    pub(crate) promised: Vec3,
    /// The length of its residual in the pose that came in.
    pub(crate) miss_at_start: f32,
    /// Where the point is.
    pub(crate) place: Vec4,
    /// The last mover that moves it, its place in [`Nodes::movers`]; `NONE` when nothing does.
    pub(crate) mover: usize,
    /// The system that it is a part of, and its first row there.
    pub(crate) group: usize,
    pub(crate) row: usize,
}

/// Damping: this times the squared error times a growth that follows it, and what there is at least. With five times the first a solve takes
/// two steps more.
const DAMPING: f32 = 0.1;
const LEAST_DAMPING: f32 = 1e-6;

/// How much the miss of a goal that gives way to others damps it: a limb that is stretched towards a target beyond it turns there
/// without swinging to and fro when this is about its length.
const GIVES_WAY: f32 = 0.5;

/// The most that a goal pushes back with. One at the very end of its reach would push back ever more, since no turn leads on there; with a
/// third or three times as much the others end as steadily. Goals that give way pull with 2.
const MOST_PUSH: f32 = 30.0;

/// What counts as exactly met, as a part of the tolerance.
const EXACT: f32 = 0.25;

impl Block {
    /// Its own damping, of that of all.
    pub(super) fn damping(&self, damping: f32) -> f32 {
        let own = self.softness * damping;
        if self.is_let_go { own + GIVES_WAY * self.residual.length() } else { own }
    }

    /// How a unit turn of a node about `direction` moves it, weighted.
    #[inline]
    pub(crate) fn moved_by(&self, node: &Node, direction: Vec4) -> Vec4 {
        if self.dropped {
            return Vec4::ZERO;
        }
        let moved = if let Kind::Turn(_) = self.kind { direction } else { cross(direction, self.place - node.position) };
        self.rows.map_or(moved, |rows| (rows * moved.xyz()).extend(0.0)) * self.weight
    }

    /// Whether it is a wish beside the goals.
    pub(crate) const fn is_pole(&self) -> bool {
        matches!(self.kind, Kind::Pole(_))
    }

    /// Whether it is a part of the error.
    fn counts(&self) -> bool {
        !self.dropped && !self.is_pole()
    }

    /// Whether it is a goal that is not met.
    pub(crate) fn misses(&self) -> bool {
        !self.is_pole() && self.residual.length_squared() > self.tolerance * self.tolerance * self.weight * self.weight
    }
}

/// What a block wants.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// The point should be here.
    Place(Vec3),
    /// The frame after the node should be turned so.
    Turn(Turn),
    /// The point, which is the middle of a limb, should lie on the side of a pole.
    Pole(Pole),
}

/// Two blocks (maybe the same) that a mover has in common.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// The one with the earlier rows comes first.
    blocks: [usize; 2],
    /// The last mover that they share.
    shared: usize,
}

/// The linear systems of one step: goals that share no mover have nothing to do with each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    pub(crate) blocks: Vec<Block>,
    moments: Vec<Moments>,
    pairs: Vec<Pair>,
    /// `J W Jᵀ` and the residuals; more systems than groups may be there.
    pub(crate) equations: Vec<Elimination>,
    pub(super) groups: usize,
    pub(super) before: Before,
    pub(crate) locks: Vec<Lock>,
    pub(crate) columns: Vec<f32>,
    /// The systems that have changed since they were solved, as bits.
    pub(crate) changed: u64,
    /// The squared sum of the goals that give way to none.
    pub(crate) hard: f32,
    /// Whether every pole is obeyed.
    pub(crate) poles_obeyed: bool,
}

impl System {
    /// Finds which nodes move which blocks. Blocks are set before.
    pub(crate) fn prepare(&mut self, nodes: &mut Nodes) {
        for (index, block) in self.blocks.iter().enumerate() {
            // What turns about the point itself does not move it.
            let is_still = block.point.local == Vec3::ZERO && !matches!(block.kind, Kind::Turn(_));
            nodes.mark_movers(block.point.node, 1 << index, is_still);
        }
        nodes.list_movers();
        self.pairs.clear();
        for index in 0..self.blocks.len() {
            let block = &mut self.blocks[index];
            block.mover = nodes.nodes[block.point.node].mover;
            block.group = index;
            for other in 0..=index {
                let (mut a, mut b) = (self.blocks[index].mover, self.blocks[other].mover);
                while a != b && a != NONE && b != NONE {
                    if a > b {
                        a = nodes.movers[a].up;
                    } else {
                        b = nodes.movers[b].up;
                    }
                }
                if a == b && a != NONE {
                    self.pairs.push(Pair { blocks: [other, index], shared: a });
                    self.join(other, index);
                }
            }
        }
        self.number_groups(nodes);
    }

    /// Makes one group of those of two blocks.
    fn join(&mut self, a: usize, b: usize) {
        let (from, to) = (self.blocks[b].group, self.blocks[a].group);
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

    /// Measures the residuals. Gives the squared sum and whether all are met.
    pub(crate) fn measure(&mut self, nodes: &Nodes) -> (f32, bool) {
        let (mut squared, mut met) = (0.0, true);
        (self.poles_obeyed, self.hard) = (true, 0.0);
        for block in &mut self.blocks {
            block.place = nodes.place_of(block.point);
            let residual = match block.kind {
                _ if block.dropped => Vec3::ZERO,
                Kind::Place(target) => target - block.place.xyz(),
                Kind::Turn(wanted) => {
                    let frame = rot(nodes.nodes[block.point.node].frame);
                    block.rows = wanted.rows(frame);
                    wanted.missing(frame, block.place.xyz())
                }
                Kind::Pole(pole) => {
                    let missing = pole.missing(nodes, block.place.xyz());
                    block.rows = Some(missing.rows);
                    block.residual = missing.way * block.weight;
                    self.poles_obeyed &= missing.way.length_squared() <= block.tolerance * block.tolerance;
                    continue;
                }
            };
            let residual = if let (Kind::Place(_), Some(rows)) = (block.kind, block.rows) { rows * residual } else { residual };
            met &= residual.length_squared() <= block.tolerance * block.tolerance;
            block.residual = residual * block.weight;
            squared += block.residual.length_squared();
            self.hard += if block.is_let_go { 0.0 } else { block.residual.length_squared() };
        }
        (squared, met)
    }

    /// The damping that the error asks for: a part that grows with its square, and what else makes it grow, and one that grows with itself.
    pub(crate) fn damping(&self, growth: f32, caution: f32) -> f32 {
        DAMPING * self.hard * growth + caution * self.hard.sqrt() + LEAST_DAMPING
    }

    /// Keeps what the goals miss before a step, and what the step that was found promises to take of that.
    pub(crate) fn promise(&mut self, damping: f32) {
        for block in self.blocks.iter_mut().filter(|block| block.counts()) {
            let multipliers = Vec3::from_slice(&self.equations[block.group].solution[block.row..block.row + 3]);
            (block.missed, block.promised) = (block.residual, block.residual - multipliers * block.damping(damping));
        }
    }

    /// The part of the squared error, halved, that the whole step promises to take at first.
    pub(crate) fn promised(&self) -> f32 {
        self.blocks.iter().filter(|block| block.counts()).map(|block| block.missed.dot(block.promised)).sum()
    }

    /// What is known of a step's way, after so much of it was made.
    pub(crate) fn way(&self, made: f32) -> Way {
        let mut way = Way::default();
        for block in self.blocks.iter().filter(|block| block.counts()) {
            for row in 0..3 {
                way.add(block.missed[row], block.promised[row] * made, block.residual[row]);
            }
        }
        way
    }

    /// Takes all multipliers as zero.
    pub(crate) fn forget(&mut self) {
        self.equations.iter_mut().for_each(|equations| equations.solution.fill(0.0));
    }

    /// Lets the goals that give way to none begin with the multipliers of the step before: so they are met at last however much is
    /// damped (the method of multipliers: M. Hestenes, "Multiplier and gradient methods", J. Optimization Theory and Applications 4, 1969).
    pub(crate) fn push_on(&mut self, damping: f32) {
        for block in self.blocks.iter_mut().filter(|block| !block.is_let_go && !block.dropped) {
            // Before the first step there are none.
            let multipliers = self.equations.get(block.group).and_then(|equations| equations.solution.get(block.row..block.row + 3));
            let multipliers = multipliers.map_or(Vec3::ZERO, |found| Vec3::from_slice(found).clamp_length_max(MOST_PUSH));
            block.residual += multipliers * block.damping(damping);
        }
    }

    /// Whether goals are met far better than they have to be.
    pub(crate) fn is_nearly_exact(&self) -> bool {
        self.blocks.iter().filter(|block| !block.is_pole()).all(|block| {
            let near = EXACT * block.tolerance * block.weight;
            block.residual.length_squared() <= near * near
        })
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
        self.blocks.iter().filter(|block| !block.is_pole()).map(|block| block.residual.length_squared()).fold(0.0, f32::max).sqrt()
    }

    /// Sums the moments and fills `J W Jᵀ` and the right side.
    pub(crate) fn assemble(&mut self, nodes: &Nodes, posture: bool) {
        self.moments.clear();
        for mover in &nodes.movers {
            let mut moments = if mover.up == NONE { Moments::ZERO } else { self.moments[mover.up] };
            moments.add(&nodes.nodes[mover.node]);
            self.moments.push(moments);
        }
        self.equations[..self.groups].iter_mut().for_each(Elimination::empty);
        for &Pair { blocks: [first, second], shared } in &self.pairs {
            let (e, f) = (&self.blocks[first], &self.blocks[second]);
            if !e.dropped && !f.dropped {
                self.equations[e.group].put(e.row, f.row, pair(e, f, &self.moments[shared]));
            }
        }
        for block in &self.blocks {
            for (value, residual) in self.equations[block.group].right_side(block.row).into_iter().zip(block.residual.to_array()) {
                *value = residual;
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
        if posture {
            self.take_posture(nodes);
        }
    }

    /// Adds what a hinge can do.
    #[inline]
    fn add_hinge(&mut self, mover: &Mover, node: &Node) {
        if node.blocks.is_power_of_two() {
            let block = &self.blocks[node.blocks.trailing_zeros() as usize];
            let moved = block.moved_by(node, node.axis);
            self.equations[mover.group].add_square(node.mobility, block.row, moved);
        } else {
            let column = self.push_column(mover, node, node.axis, 0.0);
            self.equations[mover.group].add_outer(node.mobility, &self.columns[column..]);
            self.columns.truncate(column);
        }
    }

    /// Takes from the right side what posture moves the goals by.
    fn take_posture(&mut self, nodes: &Nodes) {
        for block in self.blocks.iter().filter(|block| !block.dropped) {
            let (mut turn, mut way) = (Vec4::ZERO, Vec4::ZERO);
            let mut mover = block.mover;
            while mover != NONE {
                let at = &nodes.nodes[nodes.movers[mover].node];
                turn += at.posture;
                way += cross(at.position, at.posture);
                mover = nodes.movers[mover].up;
            }
            let moved = if let Kind::Turn(_) = block.kind { turn } else { cross(turn, block.place) + way };
            let moved = block.rows.map_or(moved.xyz(), |rows| rows * moved.xyz()) * block.weight;
            for (value, moved) in self.equations[block.group].right_side(block.row).into_iter().zip(moved.to_array()) {
                *value -= moved;
            }
        }
    }

    /// Solves what has changed, with this damping: every mover's wanted step.
    pub(crate) fn solve(&mut self, nodes: &mut Nodes, damping: f32) {
        let changed = std::mem::take(&mut self.changed);
        let is_new = |group: usize| changed >> group & 1 == 1;
        let mut softness = [0.0; MOST_BLOCKS];
        for mover in nodes.movers.iter_mut().filter(|mover| is_new(mover.group)) {
            (mover.force, mover.torque) = (Vec4::ZERO, Vec4::ZERO);
        }
        for (group, equations) in self.equations[..self.groups].iter_mut().enumerate().filter(|&(group, _)| is_new(group)) {
            for block in self.blocks.iter().filter(|block| block.group == group) {
                softness[block.row / 3] = block.damping(damping);
            }
            equations.solve(|block| softness[block]);
        }
        for block in self.blocks.iter().filter(|block| !block.dropped && block.mover != NONE && is_new(block.group)) {
            let y = Vec3::from_slice(&self.equations[block.group].solution[block.row..]) * block.weight;
            let y = block.rows.map_or(y, |rows| rows * y).extend(0.0);
            let mover = &mut nodes.movers[block.mover];
            if let Kind::Turn(_) = block.kind {
                mover.torque += y;
            } else {
                mover.force += y;
                mover.torque += cross(block.place, y);
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
            let turn = (mover.torque - cross(node.position, mover.force)) * node.mobility;
            if node.slide > 0.0 {
                node.way = mover.force * (node.slide * node.slide);
            }
            node.step = node.posture
                + match node.freedom {
                    Freedom::Held | Freedom::Fixed => Vec4::ZERO,
                    Freedom::Hinge { .. } => node.axis * dot(turn, node.axis),
                    Freedom::Free | Freedom::Ball(_) | Freedom::Polygon => turn,
                };
        }
    }
}

/// The rows of what two blocks have to do with each other by these moments.
#[inline]
fn pair(e: &Block, f: &Block, moments: &Moments) -> [Vec4; 3] {
    let rows = match (e.kind, f.kind) {
        (Kind::Turn(_), Kind::Turn(_)) => moments.turns(),
        (Kind::Turn(_), _) => moments.turn_by_place(f.place),
        (_, Kind::Turn(_)) => moments.place_by_turn(e.place),
        _ => moments.places(e.place, f.place),
    };
    let weight = e.weight * f.weight;
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
