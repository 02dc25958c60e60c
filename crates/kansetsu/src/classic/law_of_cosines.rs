//! Two bones in the plane by the law of cosines.

use glam::{DVec2, Vec2};

use crate::{
    Error,
    d2::Side,
    error::{ABOVE_ZERO, at_least},
};

/// Two bones between a start and an end, both given.
///
/// With `c = |end - start|` the angle at the start is `cos A = (b² + c² - a²) / (2bc)`, `sin A =
/// sqrt(1 - cos² A)`; the middle joint lies at `start + b R(±A) (end - start) / c`, where the sign
/// chooses the side of the bend.
///
/// Source: the law of cosines (Euclid, Elements II, 12-13), as in the published interactive demo:
/// 1280 × 700 pixels, two bones of 150, the start at (640, 350), the end at (940, 350), moved by
/// 2.5 pixels a frame with W A S D wherever `c <= a + b`.
///
/// Faults of the original: for `c = 0` and `c < |a - b|` (and `c > a + b`, which its window
/// forbids) it returns NaN, and the bend side is fixed. Here those cases are named results, and
/// either side may be selected. [`crate::d2::solve::TwoBone`] defines them. The arithmetic is in
/// double precision, because `1 - cos² A` loses half of its digits near full reach. Cost: constant.
///
/// Use it where both ends are known and only the elbow is needed, and to learn the formula. Where
/// every target needs an answer, use [`crate::d2::solve::TwoBone`].
///
/// ```
/// use kansetsu::{classic::{LawOfCosines, MiddleJoint}, d2::Side};
/// use kansetsu::glam::Vec2;
///
/// let elbow = LawOfCosines { upper: 3.0, lower: 4.0, side: Side::Left };
/// let MiddleJoint::At(middle) = elbow.middle(Vec2::ZERO, Vec2::X * 5.0)? else { panic!("within reach") };
/// assert!((middle - Vec2::new(1.8, 2.4)).length() < 1e-6);
/// assert_eq!(elbow.middle(Vec2::ZERO, Vec2::X * 8.0)?, MiddleJoint::TooFar);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct LawOfCosines {
    /// The length from the start to the middle joint (`b`), in the caller's unit; more than 0.
    /// Default 150.
    pub upper: f32,
    /// The length from the middle joint to the end (`a`), in the caller's unit; 0 or more. Default
    /// 150.
    pub lower: f32,
    /// The side of the middle joint. Default [`Side::Left`].
    pub side: Side,
}

/// The position of the middle joint, or why the formula has no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum MiddleJoint {
    /// The position.
    At(Vec2),
    /// Undetermined: start and end are the same point (`c = 0`).
    Anywhere,
    /// None: the end is closer than the two bones can fold (`c < |a - b|`).
    TooClose,
    /// None: the end is further than the two bones are long (`c > a + b`).
    TooFar,
}

impl Default for LawOfCosines {
    fn default() -> Self {
        Self { upper: 150.0, lower: 150.0, side: Side::Left }
    }
}

impl LawOfCosines {
    /// The position of the middle joint.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a non-finite number, [`Error::OutOfRange`] for a length out of
    /// its range.
    pub fn middle(&self, start: Vec2, end: Vec2) -> Result<MiddleJoint, Error> {
        self.check(start, end)?;
        let (a, b) = (f64::from(self.lower), f64::from(self.upper));
        let (start, end) = (start.as_dvec2(), end.as_dvec2());
        let c = start.distance(end);
        if c > a + b {
            return Ok(MiddleJoint::TooFar);
        }
        if c < (a - b).abs() {
            return Ok(MiddleJoint::TooClose);
        }
        if c == 0.0 {
            return Ok(MiddleJoint::Anywhere);
        }
        // At the edge of the reach rounding can make the cosine slightly greater than 1.
        let cos = ((b * b + c * c - a * a) / (2.0 * b * c)).clamp(-1.0, 1.0);
        let sin = (1.0 - cos * cos).sqrt();
        let sin = if self.side == Side::Left { sin } else { -sin };
        let v1 = (end - start) / c;
        let v2 = DVec2::new(v1.x * cos - v1.y * sin, v1.x * sin + v1.y * cos);
        Ok(MiddleJoint::At((start + v2 * b).as_vec2()))
    }

    /// Whether the original's window allows the end here: `c <= a + b`.
    #[must_use]
    pub fn may_move_to(&self, start: Vec2, end: Vec2) -> bool {
        start.as_dvec2().distance(end.as_dvec2()) <= f64::from(self.upper) + f64::from(self.lower)
    }

    fn check(&self, start: Vec2, end: Vec2) -> Result<(), Error> {
        let invalid = |what, value| Err(Error::InvalidNumber { what, value });
        at_least("LawOfCosines::upper", self.upper, ABOVE_ZERO)?;
        at_least("LawOfCosines::lower", self.lower, 0.0)?;
        let values = [start.x, start.y, end.x, end.y];
        values
            .into_iter()
            .find(|value| !value.is_finite())
            .map_or(Ok(()), |value| invalid("an end of two bones", value))
    }
}
