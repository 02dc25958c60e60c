//! A region for the swing and an interval for the twist: shared by the elliptic and the polygonal
//! cones.
//!
//! In the limit's frames the rotation is `q = swing(d) · twist(τ)`, where d is the image of Z. With
//! a free twist the smallest rotation moves d to the nearest allowed direction: the nearest allowed
//! rotation of all. A limited twist is clamped to its nearest bound first, and the swing to the
//! nearest allowed one at that twist.
//!
//! With a small left rotation ω of q: `dτ = ω·(d + z) / (1 + d·z)`; the swing rotates by `ω - dτ
//! d`.

use glam::{Mat3, Vec3};

use super::{
    active::Bounds,
    direction::Foot,
    ellipse::{Ellipse, Sphere},
    half::Half,
    interval::{Interval, Place, ROUNDING},
    polygon::Polygon,
};
use crate::math::{Rot, vector};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Region<'a> {
    Free,
    /// Half the opening angle.
    Circle(Half),
    Ellipse(Ellipse),
    /// In the rest frame.
    Polygon(Polygon<'a>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct SwingLimit<'a> {
    pub(super) rest_from_limit: Rot,
    pub(super) joint_from_limit: Rot,
    pub(super) region: Region<'a>,
    pub(super) twist: Interval,
}

/// A decomposed rotation `q` in the limit's frames.
struct Split {
    q: Rot,
    /// (x, y, w) of the swing, w >= 0.
    swing: Vec3,
    /// The image of Z.
    direction: Vec3,
    /// Half the twist; the vector's length is the cosine of half the swing.
    twist: Half,
}

/// The result of the region for a swing.
enum Nearest {
    Inside,
    /// The foot on the sphere of swings.
    Swing(Foot),
    /// The foot on the sphere of directions.
    Direction(Foot),
}

impl SwingLimit<'_> {
    pub(super) fn into_owned(self) -> SwingLimit<'static> {
        let region = match self.region {
            Region::Free => Region::Free,
            Region::Circle(half) => Region::Circle(half),
            Region::Ellipse(ellipse) => Region::Ellipse(ellipse),
            Region::Polygon(polygon) => Region::Polygon(polygon.into_owned()),
        };
        SwingLimit {
            rest_from_limit: self.rest_from_limit,
            joint_from_limit: self.joint_from_limit,
            region,
            twist: self.twist,
        }
    }

    pub(super) fn project(&self, turn: Rot) -> Rot {
        let split = self.split(turn);
        let inside = self.twist.place(split.twist) == Place::Inside;
        let mut nearest = self.nearest(&split, ROUNDING);
        if let Nearest::Inside = nearest {
            if inside {
                return turn;
            }
            // A moved swing is projected without tolerance.
            nearest = self.nearest(&split, 0.0);
        }
        let q = match nearest {
            Nearest::Direction(foot) if self.twist.is_free() => {
                foot.shortest_turn(split.direction) * split.q
            }
            nearest => {
                let twist = self.twist.nearest(split.twist);
                rotation_of_swing(moved(&nearest, &split))
                    * Rot::new(0.0, 0.0, twist.sin, twist.cos)
            }
        };
        (self.rest_from_limit * q * self.joint_from_limit.inverse()).normalized()
    }

    pub(super) fn derivative(&self, turn: Rot) -> Mat3 {
        let split = self.split(turn);
        let twist_follows = self.twist.place(split.twist) == Place::Inside;
        let nearest = self.nearest(&split, ROUNDING);
        let inner = match (&nearest, twist_follows) {
            (Nearest::Inside, true) => return Mat3::IDENTITY,
            (Nearest::Direction(foot), _) if self.twist.is_free() => {
                foot.derivative(split.direction)
            }
            _ => Mat3::from_cols_array_2d(&[Vec3::X, Vec3::Y, Vec3::Z].map(|omega| {
                split.velocity(&nearest, omega, if twist_follows { 1.0 } else { 0.0 }).to_array()
            })),
        };
        let rest = self.rest_from_limit.to_matrix();
        rest * inner * rest.transpose()
    }

    /// Whether the swing is on the region's edge or outside; a polygon reports its edges instead.
    fn is_on_edge(&self, split: &Split, tolerance: f32) -> bool {
        match &self.region {
            Region::Free | Region::Polygon(_) => false,
            Region::Circle(half) => {
                half.cos > 0.0
                    && 2.0 * half.sin > tolerance
                    && circle_excess(*half, split) >= -0.5 * tolerance
            }
            Region::Ellipse(ellipse) => ellipse.is_near_edge(split.swing, tolerance),
        }
    }

    pub(super) fn twist_active(&self, turn: Rot, tolerance: f32) -> [Option<&'static str>; 2] {
        self.active_twist(&self.split(turn), tolerance)
    }

    fn active_twist(&self, split: &Split, tolerance: f32) -> [Option<&'static str>; 2] {
        let [min, max] = self.twist.active(split.twist, tolerance);
        [min.then_some("twist_min"), max.then_some("twist_max")]
    }

    /// The swing's edge, then the twist's bounds.
    pub(super) fn active(&self, turn: Rot, tolerance: f32) -> Bounds {
        let split = self.split(turn);
        let [min, max] = self.active_twist(&split, tolerance);
        [self.is_on_edge(&split, tolerance).then_some("swing"), min, max]
    }

    /// The image of Z, in the rest frame.
    pub(super) fn direction_in_rest(&self, turn: Rot) -> Vec3 {
        self.rest_from_limit.rotate(self.split(turn).direction)
    }

    fn split(&self, turn: Rot) -> Split {
        let q = (self.rest_from_limit.inverse() * turn * self.joint_from_limit).positive();
        let length = (q.w * q.w + q.z * q.z).sqrt();
        let (cos, sin) = if length > 1e-12 { (q.w / length, q.z / length) } else { (1.0, 0.0) };
        let swing = Vec3::new(q.x * cos - q.y * sin, q.y * cos + q.x * sin, length);
        Split { q, swing, direction: direction_of(swing), twist: Half::new(q.w, q.z) }
    }

    /// A swing outside by less than `slack` radians counts as inside.
    fn nearest(&self, split: &Split, slack: f32) -> Nearest {
        let half = |foot: Foot| {
            if foot.distance(split.swing) <= 0.5 * slack {
                Nearest::Inside
            } else {
                Nearest::Swing(foot)
            }
        };
        let whole = |foot: Foot| {
            if foot.distance(split.direction) <= slack {
                Nearest::Inside
            } else {
                Nearest::Direction(foot)
            }
        };
        match &self.region {
            Region::Free => Nearest::Inside,
            Region::Circle(circle) if circle_excess(*circle, split) <= 0.0 => Nearest::Inside,
            Region::Circle(Half { cos, sin }) if self.twist.is_free() => {
                let radius = [cos * cos - sin * sin, 2.0 * sin * cos];
                whole(Foot::on_circle(Vec3::Z, radius, split.direction, Vec3::Y))
            }
            Region::Circle(Half { cos, sin }) => {
                half(Foot::on_circle(Vec3::Z, [*cos, *sin], split.swing, Vec3::X))
            }
            Region::Ellipse(ellipse) if ellipse.contains(split.swing) => Nearest::Inside,
            Region::Ellipse(ellipse) if self.twist.is_free() => {
                let d = split.direction;
                whole(ellipse.foot(Sphere::Directions, Vec3::new(-d.y, d.x, d.z)).turned())
            }
            Region::Ellipse(ellipse) => half(ellipse.foot(Sphere::Swings, split.swing)),
            Region::Polygon(polygon) => {
                let foot = polygon.nearest(self.rest_from_limit.rotate(split.direction));
                foot.map_or(Nearest::Inside, |foot| whole(foot.seen_from(self.rest_from_limit)))
            }
        }
    }
}

impl Foot {
    fn seen_from(self, frame: Rot) -> Self {
        let inverse = frame.inverse();
        Self { point: inverse.rotate(self.point), tangent: inverse.rotate(self.tangent), ..self }
    }

    /// From the plane in which X is the direction of a swing about X to that in which it is the
    /// axis.
    fn turned(self) -> Self {
        let turn = |v: Vec3| Vec3::new(v.y, -v.x, v.z);
        Self { point: turn(self.point), tangent: turn(self.tangent), ..self }
    }
}

impl Split {
    /// The rotation rate of the projected rotation if `q` rotates at `omega`; the twist follows by
    /// this share.
    fn velocity(&self, nearest: &Nearest, omega: Vec3, twist_share: f32) -> Vec3 {
        let d = self.direction;
        // 1 + d·z = 2 w² of the swing
        let below = (2.0 * self.swing.z * self.swing.z).max(1e-12);
        let twist = omega.dot(d + Vec3::Z) / below;
        let swing = omega - d * twist;
        let (swing, d) = match nearest {
            Nearest::Inside => (swing, d),
            Nearest::Swing(foot) => self.along_swings(foot, swing),
            Nearest::Direction(foot) => self.along_directions(foot, omega),
        };
        swing + d * (twist * twist_share)
    }

    /// The angular velocity of the nearest swing, and its direction. For swings S, `2 Ṡ = velocity
    /// · S`.
    fn along_swings(&self, foot: &Foot, velocity: Vec3) -> (Vec3, Vec3) {
        let motion = Rot::from_parts(velocity * 0.5, 0.0) * rotation_of_swing(self.swing);
        let [rate, _] = foot.rates(self.swing);
        let speed =
            foot.tangent * (rate * foot.tangent.dot(Vec3::new(motion.x, motion.y, motion.w)));
        let back = rotation_of_swing(foot.point).inverse();
        ((Rot::new(speed.x, speed.y, 0.0, speed.z) * back).vector() * 2.0, direction_of(foot.point))
    }

    /// The angular velocity of the swing to the nearest direction, and that direction.
    fn along_directions(&self, foot: &Foot, omega: Vec3) -> (Vec3, Vec3) {
        let (d, e) = (self.direction, foot.point);
        let [rate, _] = foot.rates(d);
        let speed = foot.tangent * (rate * foot.tangent.dot(omega.cross(d)));
        let about = e.cross(speed);
        (about - e * (about.z / (1.0 + e.z).max(1e-12)), e)
    }
}

/// The swing after the projection.
fn moved(nearest: &Nearest, split: &Split) -> Vec3 {
    match nearest {
        Nearest::Inside => split.swing,
        Nearest::Swing(foot) => foot.point,
        Nearest::Direction(foot) => swing_to(foot.point),
    }
}

fn rotation_of_swing(swing: Vec3) -> Rot {
    Rot::new(swing.x, swing.y, 0.0, swing.z)
}

/// The image of Z under the swing (x, y, w).
fn direction_of(swing: Vec3) -> Vec3 {
    let Vec3 { x, y, z: w } = swing;
    Vec3::new(2.0 * w * y, -2.0 * w * x, w * w - x * x - y * y)
}

/// The swing (x, y, w) that rotates Z to `direction`.
fn swing_to(direction: Vec3) -> Vec3 {
    let swing = Rot::between(Vec3::Z, direction, Vec3::X);
    vector::unit(Vec3::new(swing.x, swing.y, swing.w)).unwrap_or(Vec3::Z)
}

/// The sine of half the angle by which the swing is outside the circle.
fn circle_excess(half: Half, split: &Split) -> f32 {
    let sin = (split.swing.x * split.swing.x + split.swing.y * split.swing.y).sqrt();
    sin * half.cos - split.swing.z * half.sin
}
