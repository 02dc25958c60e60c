//! Two bones.

use glam::{Vec3, Vec4};

use crate::{
    d3::Skeleton,
    math::{lanes::Lanes, vector},
    solve::BodyJoint,
};

/// A chain of two bones at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    pub(in crate::d3) base: usize,
    pub(in crate::d3) middle: usize,
    pub(in crate::d3) tip: usize,
    /// The vector from the base to the middle in the base's frame, and from the middle to the tip
    /// in the middle's frame; the same and 1.
    pub(in crate::d3) upper: Vec4,
    pub(in crate::d3) lower: Vec4,
    pub(in crate::d3) places: [Vec4; 2],
    /// The bend axis of the straight limb: unit, perpendicular to `upper`, in the base's frame; and
    /// the cross product of both.
    pub(in crate::d3) across: Vec4,
    pub(in crate::d3) aside: Vec4,
    /// The segments' lengths, and the sum of their squares.
    pub(in crate::d3) a: f32,
    pub(in crate::d3) b: f32,
    pub(in crate::d3) lengths: f32,
    pub(in crate::d3) triangle: Triangle,
    /// The square of the smallest regular span.
    pub(in crate::d3) least: f32,
    /// The bend of a middle with a limit.
    pub(in crate::d3) fixed: Option<Fixed>,
    /// Whether a joint has a limit.
    pub(in crate::d3) is_limited: bool,
    /// The squares of ab times the sines of two angles between the segments. Below the first the
    /// limb is straight or folded; above the second its bend defines a plane.
    pub(in crate::d3) straight: f32,
    pub(in crate::d3) bent: f32,
}

/// The bend about an axis fixed in the base's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fixed {
    /// The axis, unit.
    pub(in crate::d3) axis: Vec4,
    /// The component of the upper segment perpendicular to the axis, and its length; the cross
    /// product of the axis with it.
    pub(in crate::d3) upper: Vec4,
    pub(in crate::d3) a: f32,
    pub(in crate::d3) aside: Vec4,
    /// The component of the upper segment along the axis.
    pub(in crate::d3) height: f32,
}

impl Fixed {
    /// The bend of this segment about this axis; `None` if the two are nearly parallel.
    fn of(upper: Vec3, axis: Vec3) -> Option<Self> {
        let axis = vector::unit(axis)?;
        let height = upper.dot(axis);
        let across = upper - axis * height;
        let a = across.length();
        (a > NEARLY_STRAIGHT * upper.length()).then(|| Self {
            axis: axis.extend(0.0),
            upper: across.extend(0.0),
            a,
            aside: axis.cross(across).extend(0.0),
            height,
        })
    }
}

/// The triangle constants of two lengths a and b.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Triangle {
    /// The squares of sum and difference.
    pub(in crate::d3) sum: f32,
    pub(in crate::d3) difference: f32,
    /// 1 / 4ab.
    pub(in crate::d3) quarter: f32,
    /// b / a.
    pub(in crate::d3) ratio: f32,
}

impl Triangle {
    pub(in crate::d3) fn new(a: f32, b: f32) -> Self {
        Self {
            sum: (a + b) * (a + b),
            difference: (a - b) * (a - b),
            quarter: 0.25 / (a * b),
            ratio: b / a,
        }
    }

    /// The squares of sine and cosine of half the angle between the segments for the square of the
    /// span.
    #[inline(always)]
    pub(in crate::d3) fn squares<L: Lanes>(&self, square: L::Number) -> [L::Number; 2] {
        let [sum, difference, quarter] = [self.sum, self.difference, self.quarter].map(L::number);
        [(sum - square) * quarter, (square - difference) * quarter]
    }

    /// The end of the segments for these sine and cosine: the component along the upper one, and a
    /// perpendicular vector of the same length.
    #[inline(always)]
    pub(in crate::d3) fn end<L: Lanes>(
        &self,
        [upper, aside]: [L::Vector; 2],
        squares: [L::Number; 2],
        [sin, cos]: [L::Number; 2],
    ) -> L::Vector {
        let ratio = L::number(self.ratio);
        upper * (L::number(1.0) + ratio * (squares[1] - squares[0]))
            + aside * (L::number(2.0 * self.ratio) * (sin * cos))
    }
}

/// Targets closer to the base than this fraction of the length use the general path: their
/// direction is uncertain.
pub(in crate::d3) const NEAR: f32 = 1e-3;

/// Below this sine single precision cannot resolve the plane of the bend.
const NO_PLANE: f32 = 1e-7;

/// The sine of the bend (2.9°) above which only the current plane counts. In a straighter limb it
/// is blended with the fixed axis by a cubic that is smooth at both ends. With smaller values the
/// axis rotates faster in a limb that is nearly straight.
pub(crate) const NEARLY_STRAIGHT: f32 = 0.05;

impl Pair {
    /// Base, middle and tip as such a chain, if their lengths are regular; it bends about this axis
    /// in the base's frame.
    pub(super) fn of(
        [base, middle, tip]: [usize; 3],
        bend_axis: Vec3,
        skeleton: &Skeleton,
    ) -> Option<Self> {
        let rest = |joint: usize| &skeleton.joints()[joint].rest;
        let (upper, lower) = (rest(middle).translation, rest(tip).translation);
        let (a, b) = (upper.length(), lower.length());
        let is_ordinary = a.min(b) > 1e-3 * (a + b) && (1e-6..1e6).contains(&(a + b));
        let axis = vector::unit(bend_axis).unwrap_or(Vec3::X);
        let across = vector::perpendicular(upper / a, axis);
        is_ordinary.then(|| Self {
            base,
            middle,
            tip,
            upper: upper.extend(0.0),
            lower: lower.extend(0.0),
            places: [upper.extend(1.0), lower.extend(1.0)],
            across: across.extend(0.0),
            aside: across.cross(upper).extend(0.0),
            a,
            b,
            lengths: a * a + b * b,
            triangle: Triangle::new(a, b),
            fixed: None,
            is_limited: false,
            least: Triangle::new(a, b).difference.max(NEAR * NEAR * Triangle::new(a, b).sum),
            straight: (a * b * NO_PLANE) * (a * b * NO_PLANE),
            bent: (a * b * NEARLY_STRAIGHT) * (a * b * NEARLY_STRAIGHT),
        })
    }

    /// The same with the limits of its joints, base first; `None` if one is locked.
    pub(super) fn within(
        self,
        [base, middle, tip]: [&BodyJoint; 3],
        bend_axis: Vec3,
    ) -> Option<Self> {
        let joints = [base, middle, tip];
        let fixed = match middle.limit {
            Some(_) => Some(Fixed::of(self.upper.truncate(), bend_axis)?),
            None => None,
        };
        let is_limited = joints.iter().any(|joint| joint.limit.is_some());
        joints.iter().all(|joint| !joint.locked).then_some(Self { fixed, is_limited, ..self })
    }
}
