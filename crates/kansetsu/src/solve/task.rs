//! A task: what is asked of the body, as a residual and the rows of its Jacobian.
//!
//! A row is a direction: the residual along it, and the wrench that pulls along it. A pull on the body is a force at a place, or a moment.
//! Equalities are met as far as they can; an inequality has one row, which pushes and never pulls.

use glam::DVec3;

use super::{
    constants::{CORRECTION_RANGE, LEVER},
    step::Corrected,
    tasks::{Pole, Position, Rotation, Separation},
};
use crate::kinematics::{Point, Screw, Tree};

/// What a task asks for.
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
    /// The number of its target; `None` for what nobody asked for.
    pub(super) target: Option<usize>,
    /// The points of the body that it pulls at: with the pull, and against it.
    pub(super) points: [Option<Point>; 2],
    pub(super) weight: f64,
    pub(super) tolerance: f64,
    pub(super) is_pin: bool,
    pub(super) rows: Rows,
    /// Whether its rows push now; an equality always does.
    pub(super) is_active: bool,
    /// The multipliers of the last step as a pull, in model space.
    pub(super) pull: DVec3,
    /// Of its rows in this step: compliance and the first of them.
    pub(super) compliance: f64,
    pub(super) first_row: usize,
}

/// A task in the present pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// The nearest points of a pair of capsules.
    pub(super) places: [DVec3; 2],
    /// The directions of the rows, orthonormal, and the residual along each.
    pub(super) directions: [DVec3; 3],
    pub(super) residual: [f64; 3],
    pub(super) count: usize,
    /// How far the task is from being met, in its own unit: body sizes or radians.
    pub(super) distance: f64,
}

impl Rows {
    pub(super) const NONE: Self =
        Self { places: [DVec3::ZERO; 2], directions: [DVec3::ZERO; 3], residual: [0.0; 3], count: 0, distance: 0.0 };

    /// All directions.
    pub(super) fn all(miss: DVec3) -> Self {
        Self { directions: [DVec3::X, DVec3::Y, DVec3::Z], residual: miss.to_array(), count: 3, distance: miss.length(), ..Self::NONE }
    }

    /// All but one direction, a unit vector.
    pub(super) fn across(axis: DVec3, miss: DVec3) -> Self {
        let (a, b) = axis.any_orthonormal_pair();
        let residual = [miss.dot(a), miss.dot(b), 0.0];
        Self { directions: [a, b, DVec3::ZERO], residual, count: 2, distance: (miss - axis * miss.dot(axis)).length(), ..Self::NONE }
    }

    /// One direction, a unit vector.
    pub(super) fn along(axis: DVec3, residual: f64) -> Self {
        Self {
            directions: [axis, DVec3::ZERO, DVec3::ZERO],
            residual: [residual, 0.0, 0.0],
            count: 1,
            distance: residual.abs(),
            ..Self::NONE
        }
    }

    /// An inequality: the way along a unit vector has to be at least the residual.
    pub(super) fn at_least(axis: DVec3, residual: f64) -> Self {
        Self { distance: residual.max(0.0), ..Self::along(axis, residual) }
    }

    /// The same residual, of which this much is tolerated: an inequality along the residual.
    pub(super) fn within(self, tolerated: f64) -> Self {
        if tolerated <= 0.0 {
            return self;
        }
        let miss: DVec3 = (0..self.count).map(|row| self.directions[row] * self.residual[row]).sum();
        let length = miss.length();
        if length > 0.0 { Self::at_least(miss / length, length - tolerated) } else { Self::NONE }
    }

    /// The residuals of a rotation count as lengths.
    pub(super) fn as_rotation(mut self) -> Self {
        self.residual = self.residual.map(|residual| residual * LEVER);
        self
    }

    /// The length of the residuals.
    pub(super) fn length(&self) -> f64 {
        self.residual[..self.count].iter().map(|residual| residual * residual).sum::<f64>().sqrt()
    }
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

    /// Whether nobody asked for it: self-collision and balance give way to targets that are met.
    pub(super) const fn is_avoidance(&self) -> bool {
        matches!(self.kind, Kind::Separation(_) | Kind::Balance)
    }

    /// Whether it has rows in this step, at one point or two.
    pub(super) const fn is_coupled(&self) -> bool {
        self.is_active && !matches!(self.kind, Kind::Balance)
    }

    /// The residual as a vector, in its own rows' unit; of an inequality what it has to give way.
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

    /// Whether it is met; what nobody asked for always is.
    pub(super) fn is_met(&self) -> bool {
        self.is_avoidance() || self.rows.distance <= self.tolerance
    }

    /// Whether it is met as far as a descent brings it: the correction does the rest.
    pub(super) fn is_nearly_met(&self) -> bool {
        self.is_met() || self.rows.distance <= CORRECTION_RANGE
    }

    /// Whether a correction meets it.
    pub(super) fn is_corrected(&self, which: Corrected) -> bool {
        let is_target = || self.target.is_some() && self.is_nearly_met() && !matches!(self.kind, Kind::Pole(_));
        self.is_pin || which == Corrected::All && is_target()
    }

    /// Takes the residual and the rows from the tree.
    pub(super) fn measure(&mut self, tree: &Tree) {
        self.rows = match &self.kind {
            Kind::Position(position) => position.rows(tree, self.points),
            Kind::Rotation(rotation) => rotation.rows(tree, self.points),
            Kind::Pole(pole) => pole.rows(tree, self.points),
            Kind::Separation(separation) => separation.rows(tree),
            Kind::Balance => return,
        };
    }

    /// The wrench of a pull at a place.
    #[inline]
    pub(super) fn wrench(&self, place: DVec3, pull: DVec3) -> Screw {
        if let Kind::Rotation(_) = self.kind { Screw::moment(pull * LEVER) } else { Screw::force(place, pull) }
    }

    /// The whole angle of a rotation task, radians, also what its tolerance allows.
    pub(super) fn full_angle(&self, tree: &Tree) -> f64 {
        let Kind::Rotation(rotation) = self.kind else { return 0.0 };
        Rotation { angle: 0.0, ..rotation }.rows(tree, self.points).distance
    }

    /// The multipliers of its rows as a pull.
    pub(super) fn pull_of(&self, multipliers: &[f64]) -> DVec3 {
        (0..self.rows.count).map(|row| self.rows.directions[row] * multipliers[self.first_row + row]).sum()
    }
}
