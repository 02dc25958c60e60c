//! The rows of all goals, and the moments of the tree that stand for `J W Jᵀ`.
//!
//! A unit turn about `a` at P moves the point X by `a × X + b` with `b = P × a`: the pair (a, b) says all about it. The sum
//! of the outer products of these pairs over all ancestors that two goals share (their *moments*) is all of `J W Jᵀ` that
//! concerns the two: no Jacobian is formed, and one pass from the root sums the moments of every joint.

use glam::{Mat3, Vec3};

use super::nodes::{NONE, Node, Nodes, Point};
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
    /// Whether it is let go.
    pub(crate) dropped: bool,
    /// What part of the rows counts.
    pub(crate) rows: Option<Mat3>,
    pub(crate) residual: Vec3,
    /// Where the point is.
    pub(crate) place: Vec3,
}

/// What a block wants.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// The point should be here.
    Place(Vec3),
    /// The frame after the node should be turned so.
    Turn(Turn),
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
    /// The upper triangle counts.
    matrix: Vec<f32>,
    factor: Vec<f32>,
    inverse_pivots: Vec<f32>,
    rhs: Vec<f32>,
    pub(crate) y: Vec<f32>,
    pub(crate) locks: Vec<Lock>,
    columns: Vec<f32>,
    pub(crate) changed: bool,
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
            };
            let residual = if let (Kind::Place(_), Some(rows)) = (block.kind, block.rows) { rows * residual } else { residual };
            met &= residual.length_squared() <= block.tolerance * block.tolerance;
            block.residual = residual * block.weight;
            squared += block.residual.length_squared();
        }
        (squared, met)
    }

    /// Sums the moments and fills `J W Jᵀ` and the right side.
    pub(crate) fn assemble(&mut self, nodes: &Nodes, posture: bool) {
        self.moments.clear();
        for node in &nodes.nodes {
            let mut moments = if node.parent == NONE { Moments::ZERO } else { self.moments[node.parent] };
            moments.add(node);
            self.moments.push(moments);
        }
        let size = 3 * self.blocks.len();
        self.matrix.clear();
        self.matrix.resize(size * size, 0.0);
        let mut pair = 0;
        for row in 0..self.blocks.len() {
            for column in 0..=row {
                let shared = self.shared[pair];
                pair += 1;
                if shared != NONE {
                    let block = self.block(row, column, &self.moments[shared]);
                    // Into the upper triangle: the transpose of the lower one's block.
                    for c in 0..3 {
                        let start = (3 * column + c) * size + 3 * row;
                        self.matrix[start..start + 3].copy_from_slice(&block.col(c).to_array());
                    }
                }
            }
        }
        self.rhs.clear();
        for block in &self.blocks {
            self.rhs.extend(block.residual.to_array());
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
            (Kind::Place(_), Kind::Place(_)) => {
                let left = m.ab.transpose() - cross_left(e.place, &m.aa);
                cross_right(&left, f.place) + m.bb - cross_left(e.place, &m.ab)
            }
            (Kind::Turn(_), Kind::Place(_)) => cross_right(&m.aa, f.place) + m.ab,
            (Kind::Place(_), Kind::Turn(_)) => m.ab.transpose() - cross_left(e.place, &m.aa),
            (Kind::Turn(_), Kind::Turn(_)) => m.aa,
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
                Kind::Place(_) => turn.cross(block.place) + way,
                Kind::Turn(_) => turn,
            };
            let moved = block.rows.map_or(moved, |rows| rows * moved) * block.weight;
            for (k, value) in moved.to_array().into_iter().enumerate() {
                self.rhs[3 * index + k] -= value;
            }
        }
    }

    /// Solves with this damping: [`Self::y`], then every node's wanted step.
    pub(crate) fn solve(&mut self, nodes: &mut Nodes, damping: f32) {
        self.factorise(damping);
        for node in &mut nodes.nodes {
            node.force = Vec3::ZERO;
            node.torque = Vec3::ZERO;
        }
        for (index, block) in self.blocks.iter().enumerate() {
            let y = Vec3::new(self.y[3 * index], self.y[3 * index + 1], self.y[3 * index + 2]) * block.weight;
            let y = block.rows.map_or(y, |rows| rows * y);
            let node = &mut nodes.nodes[block.point.node];
            match block.kind {
                _ if block.dropped => {}
                Kind::Place(_) => {
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

    /// Solves `(matrix + damping) y = rhs` by Gaussian elimination of the upper triangle, row by row, which the compiler
    /// turns into vector instructions without changing a bit. Pivots that rounding has made too small are brought up.
    fn factorise(&mut self, damping: f32) {
        let size = self.rhs.len();
        self.factor.clone_from(&self.matrix);
        self.y.clone_from(&self.rhs);
        self.inverse_pivots.clear();
        for k in 0..size {
            let damping = damping * self.blocks[k / 3].softness;
            let (above, below) = self.factor.split_at_mut((k + 1) * size);
            let pivot_row = &above[k * size..];
            let inverse = 1.0 / (pivot_row[k] + damping).max(0.5 * damping);
            self.inverse_pivots.push(inverse);
            let y = self.y[k];
            for (i, row) in below.chunks_exact_mut(size).enumerate() {
                let i = k + 1 + i;
                let factor = pivot_row[i] * inverse;
                if factor != 0.0 {
                    for (value, &pivot) in row[i..].iter_mut().zip(&pivot_row[i..]) {
                        *value -= factor * pivot;
                    }
                    self.y[i] -= factor * y;
                }
            }
        }
        for k in (0..size).rev() {
            let row = &self.factor[k * size + k + 1..(k + 1) * size];
            let mut sum = self.y[k];
            for (&value, &known) in row.iter().zip(&self.y[k + 1..]) {
                sum -= value * known;
            }
            self.y[k] = sum * self.inverse_pivots[k];
        }
    }

    /// Makes `found` (a direction and how far it may go) the lock of this bound of a node.
    pub(crate) fn settle(&mut self, nodes: &Nodes, node: usize, bound: u8, found: Option<(Vec3, f32)>) {
        let present = self.locks.iter().position(|lock| lock.node == node && lock.bound == bound);
        if let (Some(index), Some((direction, amount))) = (present, found) {
            let old = &self.locks[index];
            if (old.amount > 0.0) == (amount > 0.0) && old.direction == direction {
                return;
            }
        }
        if let Some(index) = present {
            let old = self.locks.swap_remove(index);
            self.exchange(nodes, &old, 1.0);
        }
        if let Some((direction, amount)) = found {
            let column = self.columns.len();
            self.push_column(&nodes.nodes[node], direction);
            let lock = Lock { node, bound, direction, amount, column };
            self.exchange(nodes, &lock, -1.0);
            self.locks.push(lock);
        }
    }

    /// How a unit turn of a node about `direction` moves every block.
    fn push_column(&mut self, node: &Node, direction: Vec3) {
        for (index, block) in self.blocks.iter().enumerate() {
            let moved = match block.kind {
                _ if block.dropped || node.blocks & (1 << index) == 0 => Vec3::ZERO,
                Kind::Place(_) => direction.cross(block.place - node.position),
                Kind::Turn(_) => direction,
            };
            self.columns.extend((block.rows.map_or(moved, |rows| rows * moved) * block.weight).to_array());
        }
    }

    /// Takes a locked direction out of the system (`sign` -1) or puts it back (1).
    fn exchange(&mut self, nodes: &Nodes, lock: &Lock, sign: f32) {
        let size = self.rhs.len();
        let node = &nodes.nodes[lock.node];
        let column = &self.columns[lock.column..lock.column + size];
        let weight = sign * node.mobility;
        for row in 0..size {
            let value = weight * column[row];
            if value != 0.0 {
                for (entry, &other) in self.matrix[row * size + row..(row + 1) * size].iter_mut().zip(&column[row..]) {
                    *entry += value * other;
                }
            }
        }
        // Posture has already taken its part along the direction.
        let amount = sign * (lock.amount - node.posture.dot(lock.direction));
        for row in 0..size {
            self.rhs[row] += amount * column[row];
        }
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
