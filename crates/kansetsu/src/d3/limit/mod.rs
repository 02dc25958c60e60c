//! What a joint may do.
//!
//! Every limit speaks of the joint's *turn from rest*: `turn = rest.rotation⁻¹ · local.rotation`, a rotation in the
//! joint's own rest frame. It never looks at the pose that comes in, so that feeding a pose back cannot ratchet
//! through a limit.

mod cone;
mod euler_box;
mod hinge;
mod swing_twist;

use glam::Quat;

pub use cone::Cone;
pub use euler_box::{EulerBox, EulerOrder};
pub use hinge::Hinge;
pub use swing_twist::SwingTwist;

use crate::{Error, math::Rot};

/// What a joint may do, in terms of its turn from rest.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(tag = "kind", rename_all = "snake_case"))]
pub enum Limit {
    /// One axis, an interval.
    Hinge(Hinge),
    /// A direction stays inside a circular cone; the twist is free.
    Cone(Cone),
    /// A direction stays inside an elliptic cone, the twist inside an interval.
    SwingTwist(SwingTwist),
    /// Three Euler angles, each inside an interval.
    EulerBox(EulerBox),
}

impl Limit {
    /// The allowed turn that is nearest to `turn` (both from rest): `turn` itself when it is allowed.
    #[must_use]
    pub fn project(&self, turn: Quat) -> Quat {
        self.project_rot(Rot::from(turn).normalized()).into()
    }

    /// How far `turn` is outside, radians: the angle to its projection; 0 inside.
    #[must_use]
    pub fn violation(&self, turn: Quat) -> f32 {
        let turn = Rot::from(turn).normalized();
        (turn.inverse() * self.project_rot(turn)).angle()
    }

    /// The bounds that `turn` stands on, within `tolerance` radians.
    pub fn active_bounds(&self, turn: Quat, tolerance: f32) -> impl Iterator<Item = &'static str> + use<> {
        let turn = Rot::from(turn).normalized();
        let bounds = match self {
            Self::Hinge(limit) => limit.active(turn, tolerance),
            Self::Cone(limit) => limit.active(turn, tolerance),
            Self::SwingTwist(limit) => limit.active(turn, tolerance),
            Self::EulerBox(limit) => limit.active(turn, tolerance),
        };
        bounds.into_iter().flatten()
    }

    /// Whether every number is finite and every axis has a length.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] names the first one that is not.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Self::Hinge(limit) => limit.check(),
            Self::Cone(limit) => limit.check(),
            Self::SwingTwist(limit) => limit.check(),
            Self::EulerBox(limit) => limit.check(),
        }
    }

    pub(crate) fn project_rot(&self, turn: Rot) -> Rot {
        match self {
            Self::Hinge(limit) => limit.project(turn),
            Self::Cone(limit) => limit.project(turn),
            Self::SwingTwist(limit) => limit.project(turn),
            Self::EulerBox(limit) => limit.project(turn),
        }
    }
}

/// At most three bounds at a time.
pub(crate) type Bounds = [Option<&'static str>; 3];

/// The angle inside `[min, max]` that is nearest to `angle` on the circle.
///
/// Intervals may lie anywhere (`[135°, 225°]` is a quarter turn around the back) and an inverted one
/// (`min > max`) is the point half-way. An interval of a full turn or more allows everything.
pub(crate) fn clamp_angle(angle: f32, min: f32, max: f32) -> f32 {
    let center = 0.5 * (min + max);
    let reach = (0.5 * (max - min)).max(0.0);
    let offset = wrap_angle(angle - center);
    if offset.abs() <= reach { angle } else { center + offset.clamp(-reach, reach) }
}

/// The same angle in [-π, π].
pub(crate) fn wrap_angle(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    if angle.abs() <= PI { angle } else { angle - TAU * (angle / TAU).round() }
}

pub(crate) fn check_numbers(what: &'static str, values: &[f32]) -> Result<(), Error> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(&value) => Err(Error::InvalidNumber { what, value }),
        None => Ok(()),
    }
}

pub(crate) fn check_length(what: &'static str, values: &[f32]) -> Result<(), Error> {
    check_numbers(what, values)?;
    if values.iter().all(|value| value.abs() < 1e-6) { Err(Error::InvalidNumber { what, value: 0.0 }) } else { Ok(()) }
}

/// Which ends of the interval the angle stands on; none when the interval is a full turn, or a point.
pub(crate) fn active_interval(angle: f32, min: f32, max: f32, tolerance: f32, names: [&'static str; 2]) -> Bounds {
    let span = max - min;
    if span >= std::f32::consts::TAU || span <= 2.0 * tolerance {
        return [None; 3];
    }
    let at = |bound: f32| wrap_angle(angle - bound).abs() <= tolerance;
    [at(min).then_some(names[0]), at(max).then_some(names[1]), None]
}

/// The axis of a hinge, in the joint's rest frame, so that positive turns are those with more room.
pub(crate) fn limit_axis(limit: &Limit) -> Option<glam::Vec3> {
    match limit {
        Limit::Hinge(hinge) => crate::math::vector::unit(if hinge.min + hinge.max < 0.0 { -hinge.axis } else { hinge.axis }),
        _ => None,
    }
}
