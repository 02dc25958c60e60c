//! Three Euler angles, each inside an interval.

use glam::{Mat3, Quat, Vec3};

use super::{
    active::Bounds,
    check::check_length,
    euler_nearest::Triple,
    half::Half,
    interval::{Interval, Place, ROUNDING},
};
use crate::{
    Error,
    d3::euler::{EulerOrder, LOCKED},
    math::{Rot, angle::check_bounds},
};

/// Each of three Euler angles stays inside an interval.
///
/// A rotation is allowed if *any* of its triples of angles, in `order` and relative to `frame`, has
/// every angle inside its interval: the canonical triple, the flipped one (heading + π, π - pitch,
/// bank + π), or any of those at gimbal lock.
///
/// The projection is the nearest allowed rotation, by the angle between the two. Separate clamping
/// of each angle can, near gimbal lock, end half a turn away from a rotation that is almost
/// allowed. The projection is discontinuous only where two allowed rotations are equally near.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EulerBox {
    /// The axes in the joint's rest frame: `frame⁻¹ · turn · frame` is decomposed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub frame: Quat,
    /// The order of the rotations.
    pub order: EulerOrder,
    /// The lower bound about each axis, radians. Intervals wrap: `[135°, 225°]` is a quarter turn
    /// around the back. An infinite bound leaves its side open, up to half a turn from 0.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::least_each::open", with = "crate::open::least_each")
    )]
    pub min: Vec3,
    /// The upper bound about each axis, radians. If it is less than `min`, the single angle
    /// half-way is allowed.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::greatest_each::open", with = "crate::open::greatest_each")
    )]
    pub max: Vec3,
}

impl EulerBox {
    /// The angles from `min` to `max`, radians, about the axes of the joint's rest frame.
    #[must_use]
    pub const fn new(order: EulerOrder, min: Vec3, max: Vec3) -> Self {
        Self { frame: Quat::IDENTITY, order, min, max }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        check_length("the frame of an Euler box", &self.frame.to_array())?;
        (0..3).try_for_each(|axis| {
            check_bounds("a bound of an Euler box", self.min[axis], self.max[axis])
        })
    }

    pub(super) fn prepare(&self) -> Ready {
        let mirrored = self.order.sign() < 0.0;
        let intervals = self.order.axes().map(|axis| {
            let (min, max) = (self.min[axis], self.max[axis]);
            if mirrored { Interval::new(-max, -min) } else { Interval::new(min, max) }
        });
        Ready { frame: Rot::from(self.frame).normalized(), order: self.order, intervals }
    }
}

/// The box for the order `Xyz`: other orders have their axes permuted, and odd ones their angles
/// negated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ready {
    frame: Rot,
    order: EulerOrder,
    intervals: [Interval; 3],
}

impl Ready {
    pub(super) fn project(&self, turn: Rot) -> Rot {
        let q = self.seen(turn);
        match self.nearest(q) {
            None => turn,
            Some(triple) => {
                let allowed = self.order.named_back(triple.rotation());
                (self.frame * allowed * self.frame.inverse()).normalized()
            }
        }
    }

    /// Computed in the permuted axes, then converted back.
    pub(super) fn derivative(&self, turn: Rot) -> Mat3 {
        let q = self.seen(turn);
        let Some(triple) = self.nearest(q) else { return Mat3::IDENTITY };
        let inner = triple.derivative(q, &self.intervals);
        let names = Mat3::from_cols_array_2d(
            &Vec3::AXES
                .map(|axis| self.order.named_back(Rot::from_parts(axis, 0.0)).vector().to_array()),
        );
        let out = self.frame.to_matrix() * names;
        out * inner * out.transpose()
    }

    pub(super) fn active(&self, turn: Rot, tolerance: f32) -> Bounds {
        const NAMES: [[&str; 2]; 3] = [["x_min", "x_max"], ["y_min", "y_max"], ["z_min", "z_max"]];
        let q = self.seen(turn);
        let triple =
            self.nearest(q).or_else(|| self.inside(q)).unwrap_or_else(|| Triple::canonical(q));
        let mut bounds = [None; 3];
        for (place, axis) in self.order.axes().into_iter().enumerate() {
            let [low, high] = self.intervals[place].active(triple.halves[place], tolerance);
            let [min, max] = if self.order.sign() < 0.0 { [high, low] } else { [low, high] };
            bounds[axis] = min.then_some(NAMES[axis][0]).or(max.then_some(NAMES[axis][1]));
        }
        bounds
    }

    fn seen(&self, turn: Rot) -> Rot {
        self.order.renamed(self.frame.inverse() * turn * self.frame)
    }

    /// `None` when the rotation is allowed.
    fn nearest(&self, q: Rot) -> Option<Triple> {
        if self.inside(q).is_some() {
            return None;
        }
        let triple = Triple::nearest(q, &self.intervals);
        // At gimbal lock the rotation may be allowed though neither tested triple is.
        (triple.squared_distance(q) > 0.25 * ROUNDING * ROUNDING).then_some(triple)
    }

    /// The canonical or the flipped triple, if every angle is in its interval. The tolerance per
    /// angle is a third of that of the rotation.
    fn inside(&self, q: Rot) -> Option<Triple> {
        let is_inside = |(&half, interval): (&Half, &Interval)| {
            interval.place_within(half, ROUNDING / 6.0) == Place::Inside
        };
        let fits = |triple: &Triple| triple.halves.iter().zip(&self.intervals).all(is_inside);
        let canonical = Triple::canonical(q);
        [canonical, canonical.flipped()].into_iter().find(fits)
    }
}

impl Triple {
    /// The canonical triple of a rotation; the formula is in the module docs of [`EulerOrder`].
    fn canonical(q: Rot) -> Self {
        let (sum, difference) = (Half::new(q.w + q.y, q.x + q.z), Half::new(q.w - q.y, q.x - q.z));
        let square = |half: Half| half.cos * half.cos + half.sin * half.sin;
        let (p, m) = (square(sum), square(difference));
        let s = sum.unit().filter(|_| p >= LOCKED);
        let d = difference.unit().filter(|_| m >= LOCKED);
        // Bank 0 at gimbal lock: both half sums are half the heading.
        let (s, d) = (s.or(d).unwrap_or(Half::REST), d.or(s).unwrap_or(Half::REST));
        let (p, m) = (p.sqrt(), m.sqrt());
        let pitch = Half::new(p + m, p - m).unit().unwrap_or(Half::REST);
        Self { halves: [s.plus(d).halved(), pitch, s.minus(d).halved()] }
    }

    fn flipped(self) -> Self {
        let [heading, pitch, bank] = self.halves;
        Self {
            halves: [heading.quarter_more(), Half::new(pitch.sin, pitch.cos), bank.quarter_more()],
        }
    }
}
