//! Joint limits.
//!
//! Every limit applies to the joint's *rotation from rest*: `turn = rest.rotation⁻¹ ·
//! local.rotation`, a rotation in the joint's own rest frame. It does not depend on earlier poses,
//! so feeding a pose back cannot ratchet through a limit.
//!
//! # Properties of every limit
//!
//! * An allowed rotation is returned unchanged, bit for bit. A rotation outside by less than 3e-6
//!   rad, the resolution of single precision, counts as inside. So projection is idempotent.
//! * [`Limit::project`] returns the nearest allowed rotation. The docs of each limit define the
//!   measure and the discontinuities; at all other rotations the projection is continuous.
//! * No parameter causes a panic or NaN. A rotation that is NaN or of zero length counts as rest,
//!   an axis of zero length as X, a bound that is NaN as none. [`Limit::check`] finds such
//!   parameters.
//! * Intervals of angles are on the circle. `[135°, 225°]` is a quarter turn around the back. A
//!   full turn or more allows every angle. An infinite bound leaves its side open, up to half a
//!   turn from rest (`[-∞, 30°]` is `[-180°, 30°]`). A lower bound above the upper one means the
//!   single angle half-way.
//!
//! ```
//! use kansetsu::{d3::limit::{Hinge, Limit}, glam::{Quat, Vec3}};
//!
//! let elbow = Limit::Hinge(Hinge::new(Vec3::Y, 0.0, 2.5));
//! let bent = Quat::from_rotation_y(1.2);
//! assert_eq!(elbow.project(bent), bent);
//! assert!(elbow.project(Quat::from_rotation_y(-0.3)).angle_between(Quat::IDENTITY) < 1e-6);
//! ```

mod active;
mod check;
mod cone;
mod direction;
mod ellipse;
mod euler_box;
mod euler_nearest;
mod half;
mod hinge;
mod interval;
mod mirror;
mod polygon;
mod prepared;
mod projection;
mod reach_cone;
mod reframed;
mod swing_limit;
mod swing_twist;

use glam::{Quat, Vec3};

pub use cone::Cone;
pub use euler_box::EulerBox;
pub use hinge::Hinge;
pub use prepared::PreparedLimit;
pub use projection::Projection;
pub use reach_cone::ReachCone;
pub use swing_twist::SwingTwist;

pub use super::euler::EulerOrder;
pub(crate) use crate::math::angle::bounds;
use crate::{Error, math::Rot};
use prepared::Ready;

/// The limit of a joint, as a set of allowed rotations from rest.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "snake_case")
)]
pub enum Limit {
    /// Rotation about one axis, within an interval.
    Hinge(Hinge),
    /// A direction stays inside a circular cone; the twist is free.
    Cone(Cone),
    /// A direction stays inside an elliptic cone, the twist inside an interval.
    SwingTwist(SwingTwist),
    /// Three Euler angles, each inside an interval.
    EulerBox(EulerBox),
    /// A direction stays inside a polygon on the sphere, the twist inside an interval.
    ReachCone(ReachCone),
}

impl Limit {
    /// The allowed rotation nearest to `turn` (both from rest): `turn` itself if it is allowed.
    #[must_use]
    pub fn project(&self, turn: Quat) -> Quat {
        prepared::project_with(turn, |turn| self.ready().project(turn))
    }

    /// [`Self::project`] with its derivative.
    #[must_use]
    pub fn project_with_derivative(&self, turn: Quat) -> Projection {
        prepared::project_with_derivative(&self.ready(), turn)
    }

    /// The violation of `turn`, radians: the angle to its projection; 0 inside.
    #[must_use]
    pub fn violation(&self, turn: Quat) -> f32 {
        self.ready().violation(Rot::from(turn).normalized())
    }

    /// The active bounds of `turn`: those within `tolerance` radians or violated. They are named
    /// `min` and `max` of a hinge, `swing`, `twist_min` and `twist_max` of cones, `x_min` to
    /// `z_max` of an Euler box, `edge_0` and so on of a reach cone (the edge from that vertex to
    /// the next). Locked or free components have no bounds.
    pub fn active_bounds(
        &self,
        turn: Quat,
        tolerance: f32,
    ) -> impl Iterator<Item = &'static str> + use<> {
        self.ready().active(Rot::from(turn).normalized(), tolerance).into_iter().flatten()
    }

    /// The limit in the form that solvers use: the same results, without computing the bounds each
    /// time.
    #[must_use]
    pub fn prepare(&self) -> PreparedLimit {
        PreparedLimit { ready: self.ready().into_owned() }
    }

    /// Checks that all parameters are finite (except open bounds), that no axis is zero, and that a
    /// reach cone is well formed.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] names the first invalid parameter, [`Error::OutOfRange`] a reach
    /// cone with too few or too many vertices.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Self::Hinge(limit) => limit.check(),
            Self::Cone(limit) => limit.check(),
            Self::SwingTwist(limit) => limit.check(),
            Self::EulerBox(limit) => limit.check(),
            Self::ReachCone(limit) => limit.check(),
        }
    }

    fn ready(&self) -> Ready<'_> {
        match self {
            Self::Hinge(limit) => Ready::Hinge(limit.prepare()),
            Self::Cone(limit) => Ready::Cone(limit.prepare()),
            Self::SwingTwist(limit) => Ready::Swing(limit.prepare()),
            Self::EulerBox(limit) => Ready::EulerBox(limit.prepare()),
            Self::ReachCone(limit) => Ready::Swing(limit.prepare()),
        }
    }
}

/// The axis of a hinge, in the joint's rest frame, of the sign with more room for positive angles.
pub(crate) fn limit_axis(limit: &Limit) -> Option<Vec3> {
    match limit {
        Limit::Hinge(hinge) => {
            let is_negative =
                bounds(hinge.min, hinge.max).is_some_and(|[min, max]| min + max < 0.0);
            crate::math::vector::unit(if is_negative { -hinge.axis } else { hinge.axis })
        }
        _ => None,
    }
}
