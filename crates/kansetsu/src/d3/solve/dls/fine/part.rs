//! One link of an answer in double precision: where it stands, which bounds hold it, and the ways that they leave.
//!
//! A hinge stands at an angle; a ball at its swing, `m = tan(swing / 4)` times the axis, and its twist. In these numbers a bound
//! holds one number and leaves the others, so that its own curvature is in the derivatives.

use glam::{DQuat, DVec2, DVec3};

use super::super::link::{Ball, Freedom};
use super::super::links::Link;
use crate::{math::Rot, ops};

/// A link this near to a bound (radians, or parts of it) stands on it: what single precision cannot tell.
const ON_BOUND: f64 = 1e-5;

/// One link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    freedom: Freedom,
    pub(super) pre: DQuat,
    pub(super) offset: DVec3,
    stand: Stand,
    /// Where it is tried to stand.
    tried: Stand,
    /// Which bounds hold it: a hinge's or the twist's, and the swing's.
    held: [bool; 2],
    /// How many ways are left to it.
    pub(super) ways: usize,
    /// As it is tried to stand: the frame that it turns in, and its place.
    pub(super) parent: DQuat,
    pub(super) position: DVec3,
    /// The turn that the error asks of it, in that frame.
    pub(super) asked: DVec3,
}

#[derive(Clone, Copy, Debug)]
struct Stand {
    q: DQuat,
    /// A hinge's angle, a ball's twist.
    angle: f64,
    /// A ball's swing.
    m: DVec2,
    /// The turn that led here from where it stood before, for a joint without limit.
    turn: DVec3,
}

impl Part {
    pub(super) fn new(link: &Link) -> Self {
        let q = double(link.q);
        let stand = match link.freedom {
            Freedom::Hinge { .. } => Stand::hinge(f64::from(link.angle)),
            Freedom::Ball(_) => Stand::ball_of(q),
            _ => Stand { q, angle: 0.0, m: DVec2::ZERO, turn: DVec3::ZERO },
        };
        Self {
            freedom: link.freedom,
            pre: double(link.pre),
            offset: link.offset.as_dvec3(),
            stand,
            tried: stand,
            held: [false; 2],
            ways: 0,
            parent: DQuat::IDENTITY,
            position: DVec3::ZERO,
            asked: DVec3::ZERO,
        }
    }

    /// Its rotation as it is tried to stand.
    pub(super) fn q(&self) -> DQuat {
        self.tried.q
    }

    /// Stands where it was tried.
    pub(super) fn stay(&mut self) {
        self.stand = Stand { turn: DVec3::ZERO, ..self.tried };
    }

    /// Gives it back in single precision, inside its limit.
    pub(super) fn store(&self, link: &mut Link) {
        match self.freedom {
            Freedom::Held | Freedom::Fixed | Freedom::Polygon => {}
            Freedom::Hinge { reach } => link.set_angle((self.stand.angle as f32).clamp(-reach, reach)),
            Freedom::Free => link.q = single(self.stand.q),
            Freedom::Ball(ball) => link.q = ball.project(single(self.stand.q)),
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        self.stand.q.is_finite()
    }

    /// Turns a hinge that is nearer to its bound than so much, and is asked for a turn of less than this, so far off the bound.
    pub(super) fn leave_bound(&mut self, least: f64, by: f64) {
        let Some(bound) = self.angle_bound().filter(|_| matches!(self.freedom, Freedom::Hinge { .. })) else { return };
        let inside = (bound - by).max(0.0);
        if self.stand.angle.abs() > inside && self.asked.z.abs() < least {
            self.stand = Stand::hinge(inside.copysign(self.stand.angle));
            self.tried = self.stand;
        }
    }

    /// Finds which bounds hold it against the turn that is asked, and puts it on them.
    pub(super) fn hold(&mut self) {
        let [first, swing] = self.on_bounds();
        self.held = match self.freedom {
            Freedom::Hinge { .. } => [first && self.asked.z * self.stand.angle > 0.0, false],
            Freedom::Ball(ball) => {
                let stand = &self.stand;
                let twist = self.asked.dot(stand.twist_axis()) * stand.angle > 0.0;
                [first && twist, swing && self.asked.dot(stand.velocity(outward(&ball, stand.m))) > 0.0]
            }
            _ => [false; 2],
        };
        self.settle_on_bounds();
    }

    /// Holds it also on the bounds on which it stands and which the step goes past. Gives whether there are any.
    pub(super) fn hold_against(&mut self, step: &[f64]) -> bool {
        let next = self.stepped(step);
        let [first, swing] = self.on_bounds();
        let past = [
            first && (next.angle - self.stand.angle) * self.stand.angle > 0.0,
            swing && matches!(self.freedom, Freedom::Ball(ball) if (next.m - self.stand.m).dot(outward(&ball, self.stand.m)) > 0.0),
        ];
        let before = self.held;
        self.held = [before[0] || past[0], before[1] || past[1]];
        if self.held == before {
            return false;
        }
        self.settle_on_bounds();
        true
    }

    /// Whether it stands on a bound: a hinge's or the twist's, and the swing's.
    fn on_bounds(&self) -> [bool; 2] {
        let angle = self.angle_bound().is_some_and(|bound| self.stand.angle.abs() > bound - ON_BOUND);
        [angle, matches!(self.freedom, Freedom::Ball(ball) if ratio(&ball, self.stand.m) > 1.0 - ON_BOUND)]
    }

    /// How far the hinge or the twist may turn.
    fn angle_bound(&self) -> Option<f64> {
        match self.freedom {
            Freedom::Hinge { reach } if reach < std::f32::consts::PI => Some(f64::from(reach)),
            Freedom::Ball(Ball { twist: Some([sin, cos]), .. }) => Some(2.0 * ops::atan2_f64(f64::from(sin), f64::from(cos))),
            _ => None,
        }
    }

    fn settle_on_bounds(&mut self) {
        self.ways = match self.freedom {
            Freedom::Held | Freedom::Fixed | Freedom::Polygon => 0,
            Freedom::Hinge { .. } => usize::from(!self.held[0]),
            Freedom::Free | Freedom::Ball(_) => 3 - usize::from(self.held[0]) - usize::from(self.held[1]),
        };
        self.stand = self.bounded(self.stand);
        self.tried = self.stand;
    }

    /// The turns along the ways that are left to it as it is tried to stand; those of a joint without limit as seen from where it
    /// stood.
    pub(super) fn turns(&self) -> [DVec3; 3] {
        let stand = &self.tried;
        match self.freedom {
            Freedom::Held | Freedom::Fixed | Freedom::Polygon => [DVec3::ZERO; 3],
            Freedom::Hinge { .. } => [DVec3::Z, DVec3::ZERO, DVec3::ZERO],
            Freedom::Free => DVec3::AXES.map(|axis| axis + stand.turn.cross(axis) * 0.5),
            Freedom::Ball(ball) => match self.held {
                [twist, false] => {
                    let last = if twist { DVec3::ZERO } else { stand.twist_axis() };
                    [stand.velocity(DVec2::X * 0.25), stand.velocity(DVec2::Y * 0.25), last]
                }
                [twist, true] => {
                    let last = if twist { DVec3::ZERO } else { stand.twist_axis() };
                    [stand.velocity(around(&ball, stand.m)), last, DVec3::ZERO]
                }
            },
        }
    }

    /// Tries to stand farther by a step along the ways that are left to it.
    pub(super) fn step(&mut self, step: &[f64]) {
        self.tried = self.bounded(self.stepped(step));
    }

    /// Tries to stand a little farther along one way, whatever bounds do not hold it.
    pub(super) fn probe(&mut self, way: usize, size: f64) {
        let mut step = [0.0; 3];
        step[way] = size;
        self.tried = self.stepped(&step[..self.ways]);
    }

    /// Tries to stand where it stands.
    pub(super) fn stand_still(&mut self) {
        self.tried = self.stand;
    }

    fn stepped(&self, step: &[f64]) -> Stand {
        let along = |way: usize| step.get(way).copied().unwrap_or(0.0);
        let from = &self.stand;
        match self.freedom {
            Freedom::Hinge { .. } => Stand::hinge(from.angle + along(0)),
            Freedom::Free => {
                let turn = DVec3::new(along(0), along(1), along(2));
                let half = turn * 0.5;
                let q = (DQuat::from_xyzw(half.x, half.y, half.z, 1.0) * from.q).normalize();
                Stand { q, turn, ..*from }
            }
            Freedom::Ball(ball) => match self.held[1] {
                false => Stand::ball(from.m + DVec2::new(along(0), along(1)) * 0.25, from.angle + along(2)),
                true => Stand::ball(from.m, from.angle + along(1)).slid(&ball, along(0)),
            },
            _ => *from,
        }
    }

    /// On the bounds that hold it, and inside the others.
    fn bounded(&self, stand: Stand) -> Stand {
        let bound = self.angle_bound();
        let angle =
            bound.map_or(stand.angle, |bound| if self.held[0] { bound.copysign(stand.angle) } else { stand.angle.clamp(-bound, bound) });
        match self.freedom {
            Freedom::Hinge { .. } if angle != stand.angle => Stand::hinge(angle),
            Freedom::Ball(ball) => {
                let ratio = ratio(&ball, stand.m);
                let m = if self.held[1] && ratio > 0.0 || ratio > 1.0 { stand.m / ratio } else { stand.m };
                if m == stand.m && angle == stand.angle { stand } else { Stand::ball(m, angle) }
            }
            _ => stand,
        }
    }
}

impl Stand {
    fn hinge(angle: f64) -> Self {
        let (sin, cos) = ops::sin_cos_f64(0.5 * angle);
        Self { q: DQuat::from_xyzw(0.0, 0.0, sin, cos), angle, m: DVec2::ZERO, turn: DVec3::ZERO }
    }

    /// A ball with this swing and this twist.
    fn ball(m: DVec2, angle: f64) -> Self {
        let (tz, tw) = ops::sin_cos_f64(0.5 * angle);
        let squared = m.length_squared();
        let scale = 1.0 / (1.0 + squared);
        let (x, y, w) = (2.0 * m.x * scale, 2.0 * m.y * scale, (1.0 - squared) * scale);
        Self { q: DQuat::from_xyzw(x * tw + y * tz, y * tw - x * tz, w * tz, w * tw), angle, m, turn: DVec3::ZERO }
    }

    fn ball_of(q: DQuat) -> Self {
        let q = if q.w < 0.0 { -q } else { q };
        let cos = (q.z * q.z + q.w * q.w).sqrt();
        let [tz, tw] = if cos > 1e-12 { [q.z / cos, q.w / cos] } else { [0.0, 1.0] };
        let m = DVec2::new(q.x * tw - q.y * tz, q.y * tw + q.x * tz) / (1.0 + cos);
        Self { q, angle: 2.0 * ops::atan2_f64(tz, tw), m, turn: DVec3::ZERO }
    }

    /// The axis that the twist turns about: Z, swung.
    fn twist_axis(&self) -> DVec3 {
        let scale = 2.0 / (1.0 + self.m.length_squared());
        let (x, y) = (self.m.x * scale, self.m.y * scale);
        let w = scale - 1.0;
        DVec3::new(2.0 * y * w, -2.0 * x * w, 1.0 - 2.0 * (x * x + y * y))
    }

    /// The turn that a change of the swing is.
    fn velocity(&self, change: DVec2) -> DVec3 {
        let squared = self.m.length_squared();
        let scale = 4.0 / ((1.0 + squared) * (1.0 + squared));
        let across = change * (1.0 - squared) + self.m * (2.0 * self.m.dot(change));
        DVec3::new(across.x, across.y, 2.0 * self.m.perp_dot(change)) * scale
    }

    /// Slid along the swing's bound.
    fn slid(self, ball: &Ball, way: f64) -> Self {
        let [a, b] = radii(ball);
        let (sin, cos) = ops::sin_cos_f64(0.25 * way / a.max(b));
        let (x, y) = (self.m.x / a, self.m.y / b);
        Self::ball(DVec2::new(a * (x * cos - y * sin), b * (y * cos + x * sin)), self.angle)
    }
}

/// What part of its bound a swing takes.
fn ratio(ball: &Ball, m: DVec2) -> f64 {
    let [a, b] = radii(ball);
    DVec2::new(m.x / a, m.y / b).length()
}

fn radii(ball: &Ball) -> [f64; 2] {
    ball.inverse_radii.map(|inverse| 1.0 / f64::from(inverse))
}

/// The way out of the swing's bound.
fn outward(ball: &Ball, m: DVec2) -> DVec2 {
    let [a, b] = radii(ball);
    DVec2::new(m.x / (a * a), m.y / (b * b))
}

/// The way along the swing's bound, as fast as [`Stand::slid`] goes.
fn around(ball: &Ball, m: DVec2) -> DVec2 {
    let [a, b] = radii(ball);
    DVec2::new(-m.y * a / b, m.x * b / a) * (0.25 / a.max(b))
}

pub(super) fn double(q: Rot) -> DQuat {
    DQuat::from_xyzw(q.x.into(), q.y.into(), q.z.into(), q.w.into()).normalize()
}

fn single(q: DQuat) -> Rot {
    Rot::new(q.x as f32, q.y as f32, q.z as f32, q.w as f32)
}
