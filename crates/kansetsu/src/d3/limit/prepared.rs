//! The form of a limit that solvers use.

use glam::{Mat3, Quat};

use super::{
    Projection,
    active::Bounds,
    cone, euler_box, hinge, reach_cone,
    swing_limit::{Region, SwingLimit},
};
use crate::math::Rot;

/// A [`super::Limit`] with precomputed bounds, made by [`super::Limit::prepare`]: testing a
/// rotation then needs no trigonometry. Immutable; prepare the limit again when it changes.
#[derive(Clone, Debug, PartialEq)]
pub struct PreparedLimit {
    pub(super) ready: Ready<'static>,
}

impl PreparedLimit {
    /// As [`super::Limit::project`].
    #[must_use]
    pub fn project(&self, turn: Quat) -> Quat {
        project_with(turn, |turn| self.project_rot(turn))
    }

    /// As [`super::Limit::project_with_derivative`].
    #[must_use]
    pub fn project_with_derivative(&self, turn: Quat) -> Projection {
        project_with_derivative(&self.ready, turn)
    }

    /// The derivative alone of [`super::Limit::project_with_derivative`].
    #[must_use]
    pub fn derivative(&self, turn: Quat) -> Mat3 {
        self.ready.derivative(Rot::from(turn).normalized())
    }

    /// As [`super::Limit::violation`].
    #[must_use]
    pub fn violation(&self, turn: Quat) -> f32 {
        self.ready.violation(Rot::from(turn).normalized())
    }

    /// As [`super::Limit::active_bounds`].
    pub fn active_bounds(
        &self,
        turn: Quat,
        tolerance: f32,
    ) -> impl Iterator<Item = &'static str> + use<> {
        self.ready.active(Rot::from(turn).normalized(), tolerance).into_iter().flatten()
    }

    /// `turn` must have unit length.
    pub(crate) fn project_rot(&self, turn: Rot) -> Rot {
        self.ready.project(turn)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ready<'a> {
    Hinge(hinge::Ready),
    Cone(cone::Ready),
    Swing(SwingLimit<'a>),
    EulerBox(euler_box::Ready),
}

impl Ready<'_> {
    pub(super) fn into_owned(self) -> Ready<'static> {
        match self {
            Self::Hinge(limit) => Ready::Hinge(limit),
            Self::Cone(limit) => Ready::Cone(limit),
            Self::Swing(limit) => Ready::Swing(limit.into_owned()),
            Self::EulerBox(limit) => Ready::EulerBox(limit),
        }
    }

    pub(super) fn project(&self, turn: Rot) -> Rot {
        match self {
            Self::Hinge(limit) => limit.project(turn),
            Self::Cone(limit) => limit.project(turn),
            Self::Swing(limit) => limit.project(turn),
            Self::EulerBox(limit) => limit.project(turn),
        }
    }

    pub(super) fn derivative(&self, turn: Rot) -> Mat3 {
        match self {
            Self::Hinge(limit) => limit.derivative(turn),
            Self::Cone(limit) => limit.derivative(turn),
            Self::Swing(limit) => limit.derivative(turn),
            Self::EulerBox(limit) => limit.derivative(turn),
        }
    }

    pub(super) fn violation(&self, turn: Rot) -> f32 {
        let allowed = self.project(turn);
        // Bit-identical rotations have no violation; their product with the inverse would round to
        // one.
        if allowed == turn { 0.0 } else { (turn.inverse() * allowed).angle() }
    }

    pub(super) fn active(&self, turn: Rot, tolerance: f32) -> Bounds {
        match self {
            Self::Hinge(limit) => limit.active(turn, tolerance),
            Self::Cone(limit) => limit.active(turn, tolerance),
            Self::Swing(limit) => match &limit.region {
                Region::Polygon(polygon) => reach_cone::active(limit, polygon, turn, tolerance),
                _ => limit.active(turn, tolerance),
            },
            Self::EulerBox(limit) => limit.active(turn, tolerance),
        }
    }
}

/// Projects a quaternion of any length; an allowed one is unchanged, bit for bit.
pub(super) fn project_with(turn: Quat, project: impl Fn(Rot) -> Rot) -> Quat {
    let unit = Rot::from(turn).normalized();
    let allowed = project(unit);
    // Normalizing changes the last bits of a unit quaternion.
    if allowed == unit && is_unit(turn) { turn } else { allowed.into() }
}

pub(super) fn project_with_derivative(ready: &Ready<'_>, turn: Quat) -> Projection {
    Projection {
        rotation: project_with(turn, |turn| ready.project(turn)),
        derivative: ready.derivative(Rot::from(turn).normalized()),
    }
}

/// In single precision.
fn is_unit(turn: Quat) -> bool {
    let q = Rot::from(turn);
    (q.dot(q) - 1.0).abs() < 1e-6
}
