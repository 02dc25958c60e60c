//! The rows of a task in the Jacobian.
//!
//! A row is a direction: the residual along it, and the wrench of its force. A force on the body
//! acts at a position, or is a moment. Equalities are met as far as possible; an inequality has one
//! row, which pushes and never pulls.

use glam::DVec3;

use super::constants::LEVER;

/// A task in the current pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// The nearest points of a pair of capsules.
    pub(super) places: [DVec3; 2],
    /// The directions of the rows, orthonormal, and the residual along each.
    pub(super) directions: [DVec3; 3],
    pub(super) residual: [f64; 3],
    pub(super) count: usize,
    /// The residual of the task, in its own unit: body sizes or radians.
    pub(super) distance: f64,
}

impl Rows {
    pub(super) const NONE: Self = Self {
        places: [DVec3::ZERO; 2],
        directions: [DVec3::ZERO; 3],
        residual: [0.0; 3],
        count: 0,
        distance: 0.0,
    };

    /// All directions.
    pub(super) fn all(miss: DVec3) -> Self {
        Self {
            directions: [DVec3::X, DVec3::Y, DVec3::Z],
            residual: miss.to_array(),
            count: 3,
            distance: miss.length(),
            ..Self::NONE
        }
    }

    /// All but one direction, a unit vector.
    pub(super) fn across(axis: DVec3, miss: DVec3) -> Self {
        let (a, b) = axis.any_orthonormal_pair();
        let residual = [miss.dot(a), miss.dot(b), 0.0];
        Self {
            directions: [a, b, DVec3::ZERO],
            residual,
            count: 2,
            distance: (miss - axis * miss.dot(axis)).length(),
            ..Self::NONE
        }
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

    /// An inequality: the displacement along a unit vector is at least the residual.
    pub(super) fn at_least(axis: DVec3, residual: f64) -> Self {
        Self { distance: residual.max(0.0), ..Self::along(axis, residual) }
    }

    /// The same residual with a tolerance: an inequality along the residual.
    pub(super) fn within(self, tolerated: f64) -> Self {
        if tolerated <= 0.0 {
            return self;
        }
        let miss: DVec3 =
            (0..self.count).map(|row| self.directions[row] * self.residual[row]).sum();
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
