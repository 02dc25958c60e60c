//! What a joint with a limit may do in a step.

use kansetsu::glam::{Mat3, Vec3};

use super::node::{Node, exp, rotation_vector};

/// A turn that its limit moves by less than this is inside, radians.
const INSIDE: f32 = 2e-6;

/// Directions, and parts of a step, that differ by less are the same.
const SAME: f32 = 0.1;

/// Columns of a limit's derivative shorter than this, after what the others say, are nothing.
const NOTHING: f32 = 1e-2;

/// What a joint may do in this step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound {
    /// Onto the directions in which it may turn.
    pub(super) free: Mat3,
    /// What it is forced to turn.
    pub(super) forced: Vec3,
}

impl Bound {
    pub(super) const FREE: Self = Self { free: Mat3::IDENTITY, forced: Vec3::ZERO };
    pub(super) const FIXED: Self = Self { free: Mat3::ZERO, forced: Vec3::ZERO };

    /// What a joint may do if it wants to turn so.
    pub(super) fn new(node: &Node, wanted: Vec3) -> Self {
        let Some(limit) = &node.limit else { return Self::FREE };
        let wanted = node.hinge.map_or(wanted, |axis| axis * axis.dot(wanted));
        let turned = (exp(wanted) * node.turn).normalize();
        let projected = limit.project(turned);
        if projected == turned && node.hinge.is_none() {
            return Self::FREE;
        }
        let is_inside = (projected * turned.inverse()).xyz().length_squared() < INSIDE * INSIDE;
        let free = match node.hinge {
            Some(axis) if is_inside => along(axis),
            Some(_) => Mat3::ZERO,
            None => range(&limit.derivative(turned)),
        };
        let forced = rotation_vector(projected * node.turn.inverse());
        Self { free, forced: forced - free * forced }
    }

    /// What both allow.
    pub(super) fn and(self, other: &Self) -> Self {
        Self { free: range(&(other.free * self.free * other.free)), ..self }
    }

    /// Whether it is another one, for a step of that length, radians: on a curved edge its directions turn a little with every look.
    pub(super) fn differs(&self, other: &Self, step: f32) -> bool {
        let turned = (self.free - other.free).to_cols_array().into_iter().fold(0.0, |most: f32, part| most.max(part.abs()));
        turned > SAME || self.forced.distance(other.forced) > INSIDE.max(SAME * step)
    }
}

/// Whether a turn leads out of the joint's limit.
pub(super) fn is_outside(node: &Node, turn: Vec3) -> bool {
    let turned = (exp(turn) * node.turn).normalize();
    node.limit.as_ref().is_some_and(|limit| limit.violation(turned) > INSIDE)
}

/// The projection onto a unit vector.
fn along(unit: Vec3) -> Mat3 {
    Mat3::from_cols(unit * unit.x, unit * unit.y, unit * unit.z)
}

/// The projection onto what a matrix can give.
fn range(matrix: &Mat3) -> Mat3 {
    if *matrix == Mat3::IDENTITY {
        return Mat3::IDENTITY;
    }
    let mut columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let mut projection = Mat3::ZERO;
    for _ in 0..3 {
        columns.sort_by(|a, b| b.length_squared().total_cmp(&a.length_squared()));
        let Some(unit) = columns[0].try_normalize().filter(|_| columns[0].length() > NOTHING) else { break };
        projection += along(unit);
        columns = columns.map(|column| column - unit * column.dot(unit));
    }
    projection
}
