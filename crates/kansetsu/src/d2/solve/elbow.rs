//! Two bones as points: without a skeleton, only the positions of the middle and the end.
//!
//! With the span `d` from start to end the angle at the start is `A = 2 atan2(sqrt((b + d - a)(a +
//! b - d)), sqrt((a + b + d)(a + d - b)))` for the upper length `a` and the lower length `b`: the
//! half-angle form of the law of cosines (after W. Kahan, "Miscalculating Area and Angles of a
//! Needle-like Triangle", 2014).
//!
//! The published form is [`crate::classic::LawOfCosines`]. Its undefined cases are defined here. A
//! target too far or too near yields the nearest point, with soft reach if requested. A target on
//! the start keeps the given direction and side. Cost: constant.

use glam::Vec2;

use super::TwoBone;
use crate::{
    Error,
    d2::{Outcome, Side},
    error::in_range,
    math::{reach, vector},
    ops,
};

/// Two bones without a skeleton.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Elbow {
    /// The length from the start to the middle, metres; 0 or more. Default 1.
    pub upper: f32,
    /// The length from the middle to the end, metres; 0 or more. Default 1.
    pub lower: f32,
    /// The side of the middle. Default left.
    pub side: Side,
    /// The direction from the start to the end if the target is on the start and defines none: that
    /// of the last frame, for example. Default +X, which zero means too.
    pub direction: Vec2,
}

/// The positions of two bones.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ElbowPlace {
    /// The position of the middle.
    pub middle: Vec2,
    /// The position of the end: the target, or the reachable point nearest to it.
    pub end: Vec2,
    /// How the solve ended.
    pub outcome: Outcome,
}

impl Default for Elbow {
    fn default() -> Self {
        Self { upper: 1.0, lower: 1.0, side: Side::Left, direction: Vec2::X }
    }
}

impl TwoBone {
    /// Places two bones from `start` so that their end reaches `target`.
    ///
    /// ```
    /// use kansetsu::d2::{Outcome, Side, solve::{Elbow, TwoBone}};
    /// use kansetsu::glam::Vec2;
    ///
    /// let elbow = Elbow { upper: 3.0, lower: 4.0, side: Side::Left, direction: Vec2::X };
    /// let place = TwoBone::default().place(&elbow, Vec2::ZERO, Vec2::X * 5.0)?;
    /// assert!(place.middle.distance(Vec2::new(1.8, 2.4)) < 1e-5 && place.end.distance(Vec2::X * 5.0) < 1e-5);
    ///
    /// let far = TwoBone::default().place(&elbow, Vec2::ZERO, Vec2::X * 9.0)?;
    /// assert_eq!((far.middle, far.end, far.outcome), (Vec2::X * 3.0, Vec2::X * 7.0, Outcome::OutOfReach));
    /// # Ok::<(), kansetsu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a non-finite value, [`Error::OutOfRange`] for a value out of
    /// its range.
    pub fn place(&self, elbow: &Elbow, start: Vec2, target: Vec2) -> Result<ElbowPlace, Error> {
        self.check()?;
        elbow.check(start, target)?;
        let (a, b) = (elbow.upper, elbow.lower);
        let unit = |v: Vec2| vector::unit(v.extend(0.0)).map(|v| v.truncate());
        let direction = unit(target - start).or_else(|| unit(elbow.direction)).unwrap_or(Vec2::X);
        let (span, outcome) = reach::span([a, b], self.soft, target.distance(start));
        let sin = ((b + span - a) * (a + b - span)).max(0.0).sqrt();
        let cos = ((a + b + span) * (a + span - b)).max(0.0).sqrt();
        // Equal bones folded on the start: as the target approaches it, the angle tends to a right
        // angle.
        let half =
            if sin > 0.0 || cos > 0.0 { ops::atan2(sin, cos) } else { std::f32::consts::FRAC_PI_4 };
        let (sin, cos) = ops::sin_cos(2.0 * half * elbow.side.sign());
        let upper =
            Vec2::new(direction.x * cos - direction.y * sin, direction.x * sin + direction.y * cos);
        let end = if span == target.distance(start) { target } else { start + direction * span };
        Ok(ElbowPlace { middle: start + upper * a, end, outcome })
    }
}

impl Elbow {
    fn check(&self, start: Vec2, target: Vec2) -> Result<(), Error> {
        let invalid = |what, value| Err(Error::InvalidNumber { what, value });
        for (what, value) in [("Elbow::upper", self.upper), ("Elbow::lower", self.lower)] {
            in_range(what, value, [0.0, LARGEST])?;
        }
        let points = [start.x, start.y, target.x, target.y, self.direction.x, self.direction.y];
        match points.into_iter().find(|value| !value.is_finite()) {
            Some(value) => invalid("a point of two bones", value),
            None if (target - start).abs().max_element() > LARGEST => {
                invalid("the distance to the target", f32::INFINITY)
            }
            None => Ok(()),
        }
    }
}

/// The greatest length whose square does not overflow.
const LARGEST: f32 = 1e18;
