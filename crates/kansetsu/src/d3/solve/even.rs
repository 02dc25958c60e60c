//! Long even chains in closed form.
//!
//! A straight chain of n equal segments reaches any target as an arc: every joint but the base turns by the
//! same x about one axis h, and the base by what is left. The tip is then at distance
//! `sin(u) / (n sin(u/n))` of the chain's length, `u = n x / 2`, which Newton's method inverts from a series.
//! All inner joints share one quaternion, because turns about one axis commute. So a chain of a thousand
//! joints costs one look at each joint (does it stand at rest?) and one write.
//!
//! Limits that such an arc keeps do not matter to it; where one is in the way, damped least squares takes over from the same arc.
//!
//! Iterating solvers need about n rounds here: FABRIK still misses a third of all targets after 100 rounds at 1,000 joints.
//! The tip's place in the report follows from the same sum, not from a walk along the joints.
//!
//! The series: with m = 1/n², k = 1 - m and v = u², the part y of the length that is missing is
//! `y = k v/6 - k (3 - 7m) v²/360 + ...`, so `v = (6/k) y + 0.6 (3 - 7m)/k² · y² + c y³` with the c that closes the circle
//! (v = π² at y = 1): right to 2 % everywhere. Sine and cosine are taken once, there; Newton's two steps turn them on by a
//! polynomial. A turn's quaternion needs half of its angle: for a joint that is u/n itself, for the base a square root.

use glam::{Quat, Vec3, Vec4};

use super::{dls::ROOM, work::ACTIVE_TOLERANCE};
use crate::{
    d3::{ActiveLimit, Chain, Goal, Limit, Outcome, Pose, Report, Skeleton, Transform, chain::ChainJoint},
    math::{Rot, vector},
    ops,
};

/// A chain whose segments at rest are all equal and straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Even {
    /// How the base is turned at rest; the others are not.
    rest: Quat,
    /// From each joint to the next, in each joint's frame.
    offset: Vec3,
    /// The same with length 1.
    line: Vec3,
    /// Of all segments together.
    length: f32,
    /// The first joint after the base; the joints stand one after the other in the skeleton.
    first: usize,
    count: usize,
    arc: Arc,
    /// The cosine of half of the most that a joint after the base may turn; below -1 where it may turn anyhow.
    room: f32,
}

/// Fewer segments have a solver of their own.
const FEWEST: usize = 3;

/// Where less of the length is missing, the series is exact to single precision, and Newton's method only adds rounding.
const EXACT: f32 = 1e-3;

/// The cosine that every angle's is above.
const ANY: f32 = -2.0;

/// A limit with less room than this, radians, may be reached by rounding: then it is not for here.
const LEAST_ROOM: f32 = 0.01;

/// Joints that are looked at and then written: they stay in the nearest cache between, and a chain that does not stand at
/// rest is known early.
const BLOCK: usize = 32;

impl Even {
    /// Whether this is such a chain.
    pub(crate) fn of(chain: &Chain, skeleton: &Skeleton) -> Option<Self> {
        let count = chain.joints.len() - 1;
        let first = chain.joints[0].joint + 1;
        let offset = skeleton.joints()[chain.joints[1].joint].rest.translation;
        let fits = chain.joints.iter().enumerate().all(|(place, entry)| {
            let rest = &skeleton.joints()[entry.joint].rest;
            let is_next = entry.joint + 1 == first + place;
            is_next
                && (place == 0 || rest.rotation == Quat::IDENTITY)
                && rest.scale == Vec3::ONE
                && (place == 0 || rest.translation == offset)
        });
        let length = offset.length() * count as f32;
        let line = vector::unit(offset).filter(|_| fits && count >= FEWEST && offset.length_squared() > 1e-20 && length < 1e17)?;
        let rest = skeleton.joints()[first - 1].rest.rotation;
        Some(Self { rest, offset, line, length, first, count, arc: Arc::new(count), room: ANY })
    }

    /// The same with the chain's limits: the base may have any, the others cones about the segments, the tip none. They only
    /// count as far as an arc would be the answer of damped least squares too.
    pub(crate) fn within(self, joints: &[ChainJoint]) -> Option<Self> {
        let (tip, turning) = joints.split_last()?;
        let is_fit = tip.limit.is_none() && turning.iter().all(|entry| !entry.held);
        let limits = turning.iter().skip(1).filter_map(|entry| entry.limit.as_ref());
        let room = limits.map(|limit| self.room_of(limit)).try_fold(ANY, |least, room| Some(least.max(room?)));
        room.filter(|_| is_fit).map(|room| Self { room, ..self })
    }

    /// What the limit leaves to an arc: see [`Self::room`].
    fn room_of(&self, limit: &Limit) -> Option<f32> {
        let along = |axis: Vec3| axis.dot(self.line).abs() > 1.0 - 1e-6;
        let swing = match limit {
            Limit::Cone(cone) => {
                let (axis, center) = (vector::unit(cone.axis)?, vector::unit(cone.center)?);
                (along(axis) && axis.dot(center) > 1.0 - 1e-6).then_some(cone.angle)
            }
            Limit::SwingTwist(limit) => {
                let [rest, joint] = [limit.rest_from_limit, limit.joint_from_limit].map(|frame| Rot::from(frame).normalized());
                let is_centred = (rest * joint.inverse()).vector().length_squared() < 1e-12;
                let twists = limit.twist_min < -LEAST_ROOM && limit.twist_max > LEAST_ROOM;
                (is_centred && twists && along(rest.z_axis())).then_some(limit.swing_x.min(limit.swing_y))
            }
            _ => None,
        };
        swing.filter(|&swing| swing > LEAST_ROOM).map(|swing| ops::cos(0.5 * ROOM * swing.min(std::f32::consts::PI)))
    }

    /// Solves and reports, if the chain stands at rest and only a place is wanted; else leaves everything as it is and gives `None`.
    pub(crate) fn solve(&self, (chain, goal): (&Chain, &Goal), pose: &mut Pose, tolerance: f32, report: &mut Report) -> Option<()> {
        let target = goal.place_alone().filter(|_| goal.pole.is_none())?;
        if pose.locals.len() != chain.joint_count {
            return None;
        }
        let space = if chain.ancestors.is_empty() { None } else { Some(chain.rigid_space(pose)?) };
        let locals = &mut pose.locals[self.first - 1..self.first + self.count];
        let base = locals[0];
        let down = space.map_or(target, |space| space.down(target));
        let from_base = down - base.translation;
        // As the base sees it at rest.
        let rest = Rot::from(self.rest);
        let wanted = rest.inverse().rotate(from_base);
        let far = wanted.length();
        // Zero, infinity and NaN are for the general way, and so is a goal that is met.
        let is_ordinary = far > 1e-6 * self.length && far < 1e17;
        if !is_ordinary || wanted.distance(self.line * self.length) <= tolerance * self.length {
            return None;
        }
        let bend = self.arc.bend((far / self.length).min(1.0));
        let (axis, lean) = self.lean(chain, wanted, far, &bend);
        let [sin, cos] = bend.small;
        let allowed = |lean| chain.joints[0].prepared.as_ref().is_none_or(|limit| limit.project_rot(lean) == lean);
        if cos < self.room || !allowed(lean) {
            return None;
        }
        let turn = Rot::from_parts(axis * sin, cos).normalized();
        if base.rotation != self.rest || base.scale != Vec3::ONE || !self.replace(&mut locals[1..], turn.into()) {
            return None;
        }
        locals[0].rotation = (rest * lean).normalized().into();
        let reached = from_base * (self.arc.spread(&bend) * self.length / far) + base.translation;
        let reached = space.map_or(reached, |space| space.up(reached));
        let outcome = if far <= self.length * (1.0 + tolerance) { Outcome::Reached } else { Outcome::OutOfReach };
        report.take_place(goal.joint, target, reached, outcome);
        if let Some(limit) = &chain.joints[0].prepared {
            let bounds = limit.active_bounds(lean.into(), ACTIVE_TOLERANCE);
            report.active_limits.extend(bounds.map(|bound| ActiveLimit { joint: self.first - 1, bound }));
        }
        Some(())
    }

    /// About what all joints turn, and how far the base leans: the way to the target less half of what the others turn together.
    fn lean(&self, chain: &Chain, wanted: Vec3, far: f32, bend: &Bend) -> (Vec3, Rot) {
        let across = self.line.cross(wanted);
        let squared = across.length_squared();
        let (axis, sin) = if squared > 1e-12 * far * far && squared < 1e30 {
            let length = squared.sqrt();
            (across * (1.0 / length), length)
        } else {
            let axis = vector::perpendicular(self.line, Rot::from(self.rest).inverse().rotate(chain.joints[0].bend_axis));
            (axis, across.dot(axis))
        };
        let per_far = 1.0 / far;
        let way = [sin * per_far, self.line.dot(wanted) * per_far];
        let [sin, cos] = half(difference(way, difference(bend.large, bend.small)));
        (axis, Rot::from_parts(axis * sin, cos).normalized())
    }

    /// Gives all joints but the last this rotation, if all stand at rest.
    fn replace(&self, inner: &mut [Transform], turn: Quat) -> bool {
        let Some((tip, inner)) = inner.split_last_mut().filter(|(tip, _)| self.stand(std::slice::from_ref(*tip))) else { return false };
        let _: &Transform = tip;
        for number in 0..inner.len().div_ceil(BLOCK) {
            let block = number * BLOCK..inner.len().min((number + 1) * BLOCK);
            if !self.stand(&inner[block.clone()]) {
                inner[..block.start].iter_mut().for_each(|local| local.rotation = Quat::IDENTITY);
                return false;
            }
            inner[block].iter_mut().for_each(|local| local.rotation = turn);
        }
        true
    }

    /// Whether these joints stand at rest, to the bit as far as rotations go.
    #[inline]
    fn stand(&self, joints: &[Transform]) -> bool {
        // Four numbers at a time: the translation and one of the scale, then what is left of the scale.
        let place = self.offset.extend(1.0);
        let (mut negative, mut same) = (0, Vec4::ONE.cmpeq(Vec4::ONE));
        for Transform { translation, rotation, scale } in joints {
            let rotation = Vec4::from(*rotation);
            negative |= rotation.is_negative_bitmask();
            same &=
                rotation.cmpeq(Vec4::W) & translation.extend(scale.x).cmpeq(place) & Vec4::new(scale.y, scale.z, 1.0, 1.0).cmpeq(Vec4::ONE);
        }
        negative == 0 && same.all()
    }
}

/// Sine and cosine of an angle.
type Angle = [f32; 2];

/// The angle between the chords of a circle's n equal parts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arc {
    count: f32,
    per_count: f32,
    /// Of the series, see above.
    series: [f32; 3],
}

/// The bend of an arc: u and u/n.
#[derive(Clone, Copy, Debug)]
struct Bend {
    large: Angle,
    small: Angle,
}

impl Arc {
    fn new(count: usize) -> Self {
        let count = count as f32;
        let m = 1.0 / (count * count);
        let k = 1.0 - m;
        let (first, second) = (6.0 / k, 0.6 * (3.0 - 7.0 * m) / (k * k));
        let closed = std::f32::consts::PI * std::f32::consts::PI;
        Self { count, per_count: 1.0 / count, series: [first, second, closed - first - second] }
    }

    /// The bend for this part of the full length.
    fn bend(&self, reach: f32) -> Bend {
        let y = 1.0 - reach;
        let [first, second, third] = self.series;
        let u = (y * (first + y * (second + y * third))).sqrt();
        let mut bend = Bend { large: sin_cos(u), small: sin_cos(u * self.per_count) };
        if y < EXACT {
            return bend;
        }
        for _ in 0..2 {
            let ([sin, cos], [small_sin, small_cos]) = (bend.large, bend.small);
            // What is missing by the slope, both times the square of n sin(u/n).
            let chords = self.count * small_sin;
            let step = chords * (reach * chords - sin) / (cos * chords - sin * small_cos);
            bend = Bend { large: turned(bend.large, step), small: turned(bend.small, step * self.per_count) };
        }
        bend
    }

    /// What part of its length the chain spans.
    fn spread(&self, bend: &Bend) -> f32 {
        if bend.small[0] < 1e-12 { 1.0 } else { bend.large[0] / (self.count * bend.small[0]) }
    }
}

/// On by a small angle, at most a tenth: by the polynomials that are then exact to single precision.
#[inline]
fn turned([sin, cos]: Angle, by: f32) -> Angle {
    let squared = by * by;
    let by_sin = by * (1.0 - squared * (1.0 / 6.0 - squared / 120.0));
    let by_cos = 1.0 - squared * (0.5 - squared / 24.0);
    [sin * by_cos + cos * by_sin, cos * by_cos - sin * by_sin]
}

/// The first angle less the second.
#[inline]
fn difference([sin, cos]: Angle, [by_sin, by_cos]: Angle) -> Angle {
    [sin * by_cos - cos * by_sin, cos * by_cos + sin * by_sin]
}

/// Half of an angle in [-π, π]. Nothing is decided before both roots are there, as no processor could guess how.
#[inline]
fn half([sin, cos]: Angle) -> Angle {
    let large = (0.5 + 0.5 * cos.abs()).sqrt();
    let small = 0.5 * sin.abs() / large;
    let (half_sin, half_cos) = if cos > 0.0 { (small, large) } else { (large, small) };
    [half_sin.copysign(sin), half_cos]
}

/// Sine and cosine of an angle in [0, π], by the series for half of it, to 7e-7 and without a branch: which one a library
/// takes for the next target, no processor can guess.
#[inline]
fn sin_cos(angle: f32) -> Angle {
    let half = 0.5 * angle;
    let v = half * half;
    let sin = 1.0 / 362_880.0 - v * (1.0 / 39_916_800.0 - v * (1.0 / 6_227_020_800.0));
    let sin = half * (1.0 - v * (1.0 / 6.0 - v * (1.0 / 120.0 - v * (1.0 / 5_040.0 - v * sin))));
    let cos = 1.0 / 40_320.0 - v * (1.0 / 3_628_800.0 - v * (1.0 / 479_001_600.0 - v * (1.0 / 87_178_291_200.0)));
    let cos = 1.0 - v * (1.0 / 2.0 - v * (1.0 / 24.0 - v * (1.0 / 720.0 - v * cos)));
    [2.0 * sin * cos, 1.0 - 2.0 * sin * sin]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bend_spans_what_it_should() {
        for count in [3, 4, 5, 10, 100, 1000] {
            let arc = Arc::new(count);
            for step in 1..=10_000 {
                let reach = step as f32 / 10_000.0;
                let bend = arc.bend(reach);
                let spread = arc.spread(&bend);
                assert!((spread - reach).abs() < 2e-6, "{count} segments, {reach}: {spread}");
                let [u, small] = [bend.large, bend.small].map(|[sin, cos]| ops::atan2(sin, cos));
                assert!((u - small * count as f32).abs() < 2e-5, "{count} segments, {reach}: {u} {small}");
            }
        }
    }

    #[test]
    fn half_an_angle_is_half_of_it() {
        for step in -999..1000 {
            let angle = step as f32 * std::f32::consts::PI / 1000.0;
            let [sin, cos] = half(ops::sin_cos(angle).into());
            assert!((ops::atan2(sin, cos) - 0.5 * angle).abs() < 1e-6, "{angle}");
        }
    }

    #[test]
    fn sine_and_cosine_are_those() {
        for step in 0..=1000 {
            let angle = step as f32 * std::f32::consts::PI / 1000.0;
            let ([sin, cos], wanted) = (sin_cos(angle), ops::sin_cos(angle));
            assert!((sin - wanted.0).abs() < 3e-7 && (cos - wanted.1).abs() < 7e-7, "{angle}: {sin} {cos}");
        }
    }
}
