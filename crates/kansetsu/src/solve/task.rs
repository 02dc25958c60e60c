//! A task: a residual and the rows of its Jacobian.

use glam::DVec3;

use super::{
    constants::{CORRECTION_RANGE, LEVER},
    mode::Corrected,
    rows::Rows,
    tasks::{Pole, Position, Rotation, Separation},
};
use crate::kinematics::{Point, Screw, Tree};

/// The kind of a task.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Position(Position),
    Rotation(Rotation),
    Pole(Pole),
    Separation(Separation),
    /// The center of mass above the support polygon; the problem measures it.
    Balance,
}

/// One task of a problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) kind: Kind,
    /// The index of its target; `None` for avoidance tasks.
    pub(super) target: Option<usize>,
    /// The points of the body on which its force acts: with the force, and against it.
    pub(super) points: [Option<Point>; 2],
    pub(super) weight: f64,
    pub(super) tolerance: f64,
    pub(super) is_pin: bool,
    pub(super) rows: Rows,
    /// Whether its rows push now; an equality always does.
    pub(super) is_active: bool,
    /// The multipliers of the last step as a force, in model space.
    pub(super) pull: DVec3,
    /// Of its rows in this step: the compliance and the index of the first row.
    pub(super) compliance: f64,
    pub(super) first_row: usize,
}

impl Task {
    pub(super) const fn new(kind: Kind, points: [Option<Point>; 2]) -> Self {
        Self {
            kind,
            target: None,
            points,
            weight: 1.0,
            tolerance: 0.0,
            is_pin: false,
            rows: Rows::NONE,
            is_active: false,
            pull: DVec3::ZERO,
            compliance: 0.0,
            first_row: 0,
        }
    }

    /// Whether it is an avoidance task: self-collision and balance yield to targets that are met.
    pub(super) const fn is_avoidance(&self) -> bool {
        matches!(self.kind, Kind::Separation(_) | Kind::Balance)
    }

    /// Whether it has rows in this step, at one point or two.
    pub(super) const fn is_coupled(&self) -> bool {
        self.is_active && !matches!(self.kind, Kind::Balance)
    }

    /// The residual as a vector, in the unit of its rows; of an inequality the violation.
    pub(super) fn missing(&self) -> DVec3 {
        let rows = 0..self.rows.count;
        let least = if self.is_inequality() { 0.0 } else { f64::NEG_INFINITY };
        rows.map(|row| self.rows.directions[row] * self.rows.residual[row].max(least)).sum()
    }

    /// Whether its one row pushes and never pulls.
    pub(super) fn is_inequality(&self) -> bool {
        match &self.kind {
            Kind::Position(position) => position.radius > 0.0,
            Kind::Rotation(rotation) => rotation.angle > 0.0,
            Kind::Pole(_) => false,
            Kind::Separation(_) | Kind::Balance => true,
        }
    }

    /// Whether it is met; an avoidance task always is.
    pub(super) fn is_met(&self) -> bool {
        self.is_avoidance() || self.rows.distance <= self.tolerance
    }

    /// Whether it is met as far as a descent moves it: the correction does the rest.
    pub(super) fn is_nearly_met(&self) -> bool {
        self.is_met() || self.rows.distance <= CORRECTION_RANGE
    }

    /// Whether a correction meets it.
    pub(super) fn is_corrected(&self, which: Corrected) -> bool {
        let is_target =
            || self.target.is_some() && self.is_nearly_met() && !matches!(self.kind, Kind::Pole(_));
        self.is_pin || which == Corrected::All && is_target()
    }

    /// Computes the residual and the rows from the tree.
    pub(super) fn measure(&mut self, tree: &Tree) {
        self.rows = match &self.kind {
            Kind::Position(position) => position.rows(tree, self.points),
            Kind::Rotation(rotation) => rotation.rows(tree, self.points),
            Kind::Pole(pole) => pole.rows(tree, self.points),
            Kind::Separation(separation) => separation.rows(tree),
            Kind::Balance => return,
        };
    }

    /// The wrench of a force at a position.
    #[inline]
    pub(super) fn wrench(&self, place: DVec3, pull: DVec3) -> Screw {
        if let Kind::Rotation(_) = self.kind {
            Screw::moment(pull * LEVER)
        } else {
            Screw::force(place, pull)
        }
    }

    /// The whole angle of a rotation task, radians, including its tolerance.
    pub(super) fn full_angle(&self, tree: &Tree) -> f64 {
        let Kind::Rotation(rotation) = self.kind else { return 0.0 };
        Rotation { angle: 0.0, ..rotation }.rows(tree, self.points).distance
    }

    /// The multipliers of its rows as a force.
    pub(super) fn pull_of(&self, multipliers: &[f64]) -> DVec3 {
        (0..self.rows.count)
            .map(|row| self.rows.directions[row] * multipliers[self.first_row + row])
            .sum()
    }
}
