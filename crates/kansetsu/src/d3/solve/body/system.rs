//! The rows of all goals, and the moments of the tree that stand for `J W Jᵀ`.
//!
//! A unit turn about `a` at P moves the point X by `a × X + b` with `b = P × a`: the pair (a, b) says all about it. The sum
//! of the outer products of these pairs over all ancestors that two goals share (their *moments*) is all of `J W Jᵀ` that
//! concerns the two: no Jacobian is formed, and one pass from the root sums the moments of every joint.

use glam::{Mat3, Vec3};

use super::{
    elimination::Elimination,
    nodes::{NONE, Node, Nodes, Point},
    pole::Pole,
};
use crate::d3::solve::{dls::link::Freedom, turn::Turn};

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
    /// The length of its residual in the pose that came in.
    pub(crate) miss_at_start: f32,
    /// Where the point is.
    pub(crate) place: Vec3,
}

/// How much the miss of a goal that gives way to others damps it: a limb that is stretched towards a target beyond it turns there
/// without swinging to and fro when this is about its length.
const GIVES_WAY: f32 = 0.5;

impl Block {
    /// Its own damping, of that of all.
    fn damping(&self, damping: f32) -> f32 {
        let own = self.softness * damping;
        if self.is_let_go { own + GIVES_WAY * self.residual.length() } else { own }
    }

    /// Whether it is a wish beside the goals.
    pub(crate) const fn is_pole(&self) -> bool {
        matches!(self.kind, Kind::Pole(_))
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

/// Sums of outer products of (a, b) over a node and its ancestors.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    aa: Mat3,
    ab: Mat3,
    bb: Mat3,
}

impl Moments {
    const ZERO: Self = Self { aa: Mat3::ZERO, ab: Mat3::ZERO, bb: Mat3::ZERO };

    /// Adds what a node can do.
    #[inline]
    fn add(&mut self, node: &Node) {
        if node.slide > 0.0 {
            self.bb += Mat3::from_diagonal(Vec3::splat(node.slide * node.slide));
        }
        let (p, w) = (node.position, node.mobility);
        match node.freedom {
            Freedom::Held | Freedom::Fixed => {}
            Freedom::Hinge { .. } => {
                let (a, b) = (node.axis, node.position.cross(node.axis));
                let (wa, wb) = (a * w, b * w);
                self.aa += Mat3::from_cols(wa * a.x, wa * a.y, wa * a.z);
                self.ab += Mat3::from_cols(wa * b.x, wa * b.y, wa * b.z);
                self.bb += Mat3::from_cols(wb * b.x, wb * b.y, wb * b.z);
            }
            Freedom::Free | Freedom::Ball(_) | Freedom::Polygon => {
                self.aa += Mat3::from_diagonal(Vec3::splat(w));
                // -[P]ₓ and |P|² I - P Pᵀ.
                let q = p * w;
                self.ab += Mat3::from_cols(Vec3::new(0.0, -q.z, q.y), Vec3::new(q.z, 0.0, -q.x), Vec3::new(-q.y, q.x, 0.0));
                let squared = p.length_squared() * w;
                self.bb += Mat3::from_cols(Vec3::X * squared - q * p.x, Vec3::Y * squared - q * p.y, Vec3::Z * squared - q * p.z);
            }
        }
    }
}

/// `[v]ₓ m`.
#[inline]
fn cross_left(v: Vec3, m: &Mat3) -> Mat3 {
    Mat3::from_cols(v.cross(m.x_axis), v.cross(m.y_axis), v.cross(m.z_axis))
}

/// `m [v]ₓ`.
#[inline]
fn cross_right(m: &Mat3, v: Vec3) -> Mat3 {
    Mat3::from_cols(m.y_axis * v.z - m.z_axis * v.y, m.z_axis * v.x - m.x_axis * v.z, m.x_axis * v.y - m.y_axis * v.x)
}

/// A direction that a bound holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lock {
    pub(crate) node: usize,
    pub(crate) bound: u8,
    pub(crate) direction: Vec3,
    pub(crate) amount: f32,
    /// Where its column begins in [`System::columns`].
    column: usize,
}

/// The linear system of one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    pub(crate) blocks: Vec<Block>,
    moments: Vec<Moments>,
    /// The last node that two blocks share; `NONE` when they share none. For each block those up to itself.
    shared: Vec<usize>,
    /// `J W Jᵀ` and the residuals.
    equations: Elimination,
    pub(crate) locks: Vec<Lock>,
    columns: Vec<f32>,
    pub(crate) changed: bool,
    /// The squared sum of the goals that give way to none.
    pub(crate) hard: f32,
    /// Whether every pole is obeyed.
    pub(crate) poles_obeyed: bool,
}

impl System {
    /// Finds which nodes move which blocks. Blocks are set before.
    pub(crate) fn prepare(&mut self, nodes: &mut Nodes) {
        for node in &mut nodes.nodes {
            node.blocks = 0;
        }
        for (index, block) in self.blocks.iter().enumerate() {
            let mut node = block.point.node;
            while node != NONE {
                nodes.nodes[node].blocks |= 1 << index;
                node = nodes.nodes[node].parent;
            }
        }
        self.shared.clear();
        for row in 0..self.blocks.len() {
            for column in 0..=row {
                let (mut a, mut b) = (self.blocks[row].point.node, self.blocks[column].point.node);
                while a != b && a != NONE && b != NONE {
                    if a > b {
                        a = nodes.nodes[a].parent;
                    } else {
                        b = nodes.nodes[b].parent;
                    }
                }
                self.shared.push(if a == b { a } else { NONE });
            }
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
                Kind::Place(target) => target - block.place,
                Kind::Turn(wanted) => {
                    let frame = nodes.nodes[block.point.node].frame;
                    block.rows = wanted.rows(frame);
                    wanted.missing(frame, block.place)
                }
                Kind::Pole(pole) => {
                    let missing = pole.missing(nodes, block.place);
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

    /// How far the goal that is farthest off is off, weighted.
    pub(crate) fn largest_miss(&self) -> f32 {
        self.blocks.iter().filter(|block| !block.is_pole()).map(|block| block.residual.length_squared()).fold(0.0, f32::max).sqrt()
    }

    /// Sums the moments and fills `J W Jᵀ` and the right side.
    pub(crate) fn assemble(&mut self, nodes: &Nodes, posture: bool) {
        self.moments.clear();
        for node in &nodes.nodes {
            let mut moments = if node.parent == NONE { Moments::ZERO } else { self.moments[node.parent] };
            moments.add(node);
            self.moments.push(moments);
        }
        self.equations.clear(3 * self.blocks.len());
        let mut pair = 0;
        for row in 0..self.blocks.len() {
            for column in 0..=row {
                let shared = self.shared[pair];
                pair += 1;
                if shared != NONE {
                    let block = self.block(row, column, &self.moments[shared]);
                    // Into the upper triangle: the transpose of the lower one's block.
                    for c in 0..3 {
                        self.equations.row_mut(3 * column + c)[3 * row..3 * row + 3].copy_from_slice(&block.col(c).to_array());
                    }
                }
            }
        }
        let size = self.equations.size();
        for (index, block) in self.blocks.iter().enumerate() {
            for k in 0..3 {
                self.equations.row_mut(3 * index + k)[size] = block.residual[k];
            }
        }
        if posture {
            self.take_posture(nodes);
        }
        self.locks.clear();
        self.columns.clear();
    }

    #[inline]
    fn block(&self, row: usize, column: usize, m: &Moments) -> Mat3 {
        let (e, f) = (&self.blocks[row], &self.blocks[column]);
        let weight = e.weight * f.weight;
        let block = match (e.kind, f.kind) {
            _ if e.dropped || f.dropped => Mat3::ZERO,
            (Kind::Turn(_), Kind::Turn(_)) => m.aa,
            (Kind::Turn(_), _) => cross_right(&m.aa, f.place) + m.ab,
            (_, Kind::Turn(_)) => m.ab.transpose() - cross_left(e.place, &m.aa),
            _ => {
                let left = m.ab.transpose() - cross_left(e.place, &m.aa);
                cross_right(&left, f.place) + m.bb - cross_left(e.place, &m.ab)
            }
        };
        let block = match (e.rows, f.rows) {
            (None, None) => block,
            (left, right) => left.unwrap_or(Mat3::IDENTITY) * block * right.unwrap_or(Mat3::IDENTITY),
        };
        block * weight
    }

    /// Takes from the right side what posture moves the goals by.
    fn take_posture(&mut self, nodes: &Nodes) {
        for (index, block) in self.blocks.iter().enumerate() {
            let (mut turn, mut way) = (Vec3::ZERO, Vec3::ZERO);
            let mut node = block.point.node;
            while node != NONE {
                let at = &nodes.nodes[node];
                turn += at.posture;
                way += at.position.cross(at.posture);
                node = at.parent;
            }
            let moved = match block.kind {
                _ if block.dropped => Vec3::ZERO,
                Kind::Place(_) | Kind::Pole(_) => turn.cross(block.place) + way,
                Kind::Turn(_) => turn,
            };
            let moved = block.rows.map_or(moved, |rows| rows * moved) * block.weight;
            let size = self.equations.size();
            for k in 0..3 {
                self.equations.row_mut(3 * index + k)[size] -= moved[k];
            }
        }
    }

    /// Solves with this damping: every node's wanted step.
    pub(crate) fn solve(&mut self, nodes: &mut Nodes, damping: f32) {
        let blocks = &self.blocks;
        self.equations.solve(|block| blocks[block].damping(damping));
        for node in &mut nodes.nodes {
            node.force = Vec3::ZERO;
            node.torque = Vec3::ZERO;
        }
        for (index, block) in self.blocks.iter().enumerate() {
            let y = Vec3::from_slice(&self.equations.solution[3 * index..]) * block.weight;
            let y = block.rows.map_or(y, |rows| rows * y);
            let node = &mut nodes.nodes[block.point.node];
            match block.kind {
                _ if block.dropped => {}
                Kind::Place(_) | Kind::Pole(_) => {
                    node.force += y;
                    node.torque += block.place.cross(y);
                }
                Kind::Turn(_) => node.torque += y,
            }
        }
        for index in (0..nodes.nodes.len()).rev() {
            let (above, below) = nodes.nodes.split_at_mut(index);
            let node = &mut below[0];
            if node.parent != NONE {
                let parent = &mut above[node.parent];
                parent.force += node.force;
                parent.torque += node.torque;
            }
            let turn = (node.torque - node.position.cross(node.force)) * node.mobility;
            node.way = node.force * (node.slide * node.slide);
            node.step = node.posture
                + match node.freedom {
                    Freedom::Held | Freedom::Fixed => Vec3::ZERO,
                    Freedom::Hinge { .. } => node.axis * turn.dot(node.axis),
                    Freedom::Free | Freedom::Ball(_) | Freedom::Polygon => turn,
                };
        }
    }

    /// Makes `found` (a direction and how far it may go) the lock of this bound of a node.
    pub(crate) fn settle(&mut self, at: &Node, (node, bound): (usize, u8), found: Option<(Vec3, f32)>) {
        let present = self.locks.iter().position(|lock| lock.node == node && lock.bound == bound);
        if present.is_none() && found.is_none() {
            return;
        }
        if let (Some(index), Some((direction, amount))) = (present, found) {
            let old = &self.locks[index];
            if (old.amount > 0.0) == (amount > 0.0) && old.direction == direction {
                return;
            }
        }
        if let Some(index) = present {
            let old = self.locks.swap_remove(index);
            self.exchange(at, &old, 1.0);
        }
        if let Some((direction, amount)) = found {
            let column = self.columns.len();
            self.push_column(at, direction, amount);
            let lock = Lock { node, bound, direction, amount, column };
            self.exchange(at, &lock, -1.0);
            self.locks.push(lock);
        }
    }

    /// How a unit turn of a node about `direction` moves every block, and what the right side loses by it.
    fn push_column(&mut self, node: &Node, direction: Vec3, amount: f32) {
        let end = self.columns.len() + self.equations.width();
        for (index, block) in self.blocks.iter().enumerate() {
            let moved = match block.kind {
                _ if block.dropped || node.blocks & (1 << index) == 0 => Vec3::ZERO,
                Kind::Place(_) | Kind::Pole(_) => direction.cross(block.place - node.position),
                Kind::Turn(_) => direction,
            };
            self.columns.extend((block.rows.map_or(moved, |rows| rows * moved) * block.weight).to_array());
        }
        // Posture has already taken its part along the direction.
        self.columns.push((amount - node.posture.dot(direction)) / node.mobility);
        self.columns.resize(end, 0.0);
    }

    /// Takes a locked direction out of the system (`sign` -1) or puts it back (1).
    fn exchange(&mut self, node: &Node, lock: &Lock, sign: f32) {
        let column = &self.columns[lock.column..lock.column + self.equations.width()];
        self.equations.add_outer(sign * node.mobility, column);
        self.changed = true;
    }

    /// Gives the locked directions what is left to their bounds.
    pub(crate) fn apply_locks(&self, nodes: &mut Nodes) {
        for lock in &self.locks {
            let step = &mut nodes.nodes[lock.node].step;
            *step += lock.direction * (lock.amount - step.dot(lock.direction));
        }
    }
}
