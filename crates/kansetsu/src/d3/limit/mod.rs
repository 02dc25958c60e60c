//! What a joint may do.
//!
//! Every limit speaks of the joint's *turn from rest*: `turn = rest.rotation⁻¹ · local.rotation`, a
//! rotation in the joint's own rest frame. It never looks at the pose that comes in, so that
//! feeding a pose back cannot ratchet through a limit.
//!
//! # What every limit keeps
//!
//! * An allowed turn is given back as it came, to the bit. What is outside by less than 3e-6 rad
//!   counts as inside: single precision cannot tell. So projecting twice is projecting once.
//! * [`Limit::project`] gives the nearest allowed turn; each limit says in which measure, and where
//!   the nearest one jumps. Everywhere else it is continuous.
//! * Whatever the numbers, nothing panics and nothing is NaN. A turn of NaN or of zero length
//!   counts as rest, an axis of zero length as X, a bound of NaN as none. [`Limit::check`] finds
//!   such numbers.
//! * Intervals of angles lie on the circle: `[135°, 225°]` is a quarter turn around the back; a
//!   full turn or more allows everything; an infinite bound leaves its side open as far as half a
//!   turn from rest (`[-∞, 30°]` is `[-180°, 30°]`); a lower bound above the upper one means the
//!   one angle half-way.
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

/// What a joint may do, in terms of its turn from rest.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "snake_case")
)]
pub enum Limit {
    /// One axis, an interval.
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
    /// The allowed turn that is nearest to `turn` (both from rest): `turn` itself when it is
    /// allowed.
    #[must_use]
    pub fn project(&self, turn: Quat) -> Quat {
        prepared::project_with(turn, |turn| self.ready().project(turn))
    }

    /// [`Self::project`] with its derivative.
    #[must_use]
    pub fn project_with_derivative(&self, turn: Quat) -> Projection {
        prepared::project_with_derivative(&self.ready(), turn)
    }

    /// How far `turn` is outside, radians: the angle to its projection; 0 inside.
    #[must_use]
    pub fn violation(&self, turn: Quat) -> f32 {
        self.ready().violation(Rot::from(turn).normalized())
    }

    /// The bounds that `turn` stands on, within `tolerance` radians, or that it is beyond: `min`
    /// and `max` of a hinge, `swing`, `twist_min` and `twist_max` of cones, `x_min` to `z_max` of
    /// an Euler box, `edge_0` and on of a reach cone (the edge from that vertex to the next). What
    /// is locked to a point, or free, has no bounds.
    pub fn active_bounds(
        &self,
        turn: Quat,
        tolerance: f32,
    ) -> impl Iterator<Item = &'static str> + use<> {
        self.ready().active(Rot::from(turn).normalized(), tolerance).into_iter().flatten()
    }

    /// The limit in the form that solvers use: the same answers, without working out the bounds
    /// every time.
    #[must_use]
    pub fn prepare(&self) -> PreparedLimit {
        PreparedLimit { ready: self.ready().into_owned() }
    }

    /// Whether every number is finite (but for open bounds), every axis has a length, and a reach
    /// cone is one.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] names the first one that is not, [`Error::OutOfRange`] a reach cone
    /// with too few or too many vertices.
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

/// The axis of a hinge, in the joint's rest frame, so that positive turns are those with more room.
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
