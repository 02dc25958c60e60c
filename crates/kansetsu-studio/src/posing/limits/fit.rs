//! Limits that fit a motion.

use std::f32::consts::{PI, TAU};

use kansetsu::{
    d3::{
        EulerOrder, Limit,
        limit::{Cone, EulerBox, Hinge, SwingTwist},
    },
    glam::{Mat3, Quat, Vec3},
};

/// The kinds that can be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// One axis.
    Hinge,
    /// A round cone.
    Cone,
    /// An elliptic cone with a range of twists.
    SwingTwist,
    /// Three Euler angles.
    EulerBox,
}

/// A limit, and how well it fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// It allows every turn as nearly as its kind can.
    pub limit: Limit,
    /// By how much the worst of the turns is outside, radians: what a hinge cannot do about other
    /// axes.
    pub worst: f32,
}

/// Steps in which the middle of a cone settles.
const ROUNDS: usize = 400;

/// The limit of this kind that allows these turns from rest, and `margin` radians more each way;
/// `bone` is the direction along the bone in the rest frame. `None` without turns.
#[must_use]
pub fn fit(kind: LimitKind, turns: &[Quat], bone: Vec3, margin: f32) -> Option<Fit> {
    let turns: Vec<Quat> = turns
        .iter()
        .filter(|turn| turn.is_finite() && turn.length() > 1e-6)
        .map(|turn| turn.normalize())
        .collect();
    if turns.is_empty() {
        return None;
    }
    let bone = bone.normalize_or(Vec3::Y);
    let limit = match kind {
        LimitKind::Hinge => hinge(&turns, bone, margin),
        LimitKind::Cone => {
            let directions: Vec<Vec3> = turns.iter().map(|turn| *turn * bone).collect();
            let (center, angle) = enclosing(&directions);
            Limit::Cone(Cone { axis: bone, center, angle: (angle + margin).clamp(0.0, PI) })
        }
        LimitKind::SwingTwist => swing_twist(&turns, bone, margin),
        LimitKind::EulerBox => euler_box(&turns, margin),
    };
    let worst = turns.iter().map(|turn| limit.violation(*turn)).fold(0.0, f32::max);
    Some(Fit { limit, worst })
}

/// About the axis that the turns have in common.
fn hinge(turns: &[Quat], bone: Vec3, margin: f32) -> Limit {
    let mut axis =
        principal(turns.iter().map(|turn| if turn.w < 0.0 { -turn.xyz() } else { turn.xyz() }))
            .unwrap_or(bone.any_orthonormal_vector());
    let angle = |axis: Vec3, turn: &Quat| 2.0 * turn.xyz().dot(axis).atan2(turn.w);
    // Positive angles are those with more of the motion.
    if turns.iter().map(|turn| turn.xyz().dot(axis) * turn.w.signum()).sum::<f32>() < 0.0 {
        axis = -axis;
    }
    let [min, max] = covered(turns.iter().map(|turn| angle(axis, turn)), margin);
    Limit::Hinge(Hinge { axis, min, max })
}

fn swing_twist(turns: &[Quat], bone: Vec3, margin: f32) -> Limit {
    let directions: Vec<Vec3> = turns.iter().map(|turn| *turn * bone).collect();
    let (centre, _) = enclosing(&directions);
    // The longer way of the ellipse is where the directions spread most.
    let spread =
        principal(directions.iter().map(|direction| direction.reject_from_normalized(centre)));
    let along = spread
        .and_then(|spread| spread.reject_from_normalized(centre).try_normalize())
        .unwrap_or_else(|| centre.any_orthonormal_vector());
    let rest = Quat::from_mat3(&Mat3::from_cols(along, centre.cross(along), centre));
    let joint = Quat::from_rotation_arc(centre, bone) * rest;
    let seen: Vec<(Vec3, f32)> =
        turns.iter().map(|turn| split(rest.inverse() * *turn * joint)).collect();
    let largest =
        |axis: usize| seen.iter().map(|(place, _)| place[axis].abs()).fold(1e-4, f32::max);
    let [a, b] = [largest(0), largest(1)];
    let outermost = seen
        .iter()
        .map(|(place, _)| (place.x / a).hypot(place.y / b))
        .fold(0.0, f32::max)
        .max(1e-3);
    let swing =
        |radius: f32| (4.0 * (radius * outermost).atan() * (1.0 + 1e-5) + margin).clamp(0.0, PI);
    let [twist_min, twist_max] = covered(seen.iter().map(|(_, twist)| *twist), margin);
    Limit::SwingTwist(SwingTwist {
        rest_from_limit: rest,
        joint_from_limit: joint,
        swing_x: swing(a),
        swing_y: swing(b),
        twist_min,
        twist_max,
    })
}

/// Where the swing is in the plane of `tan(swing / 4)`, and the twist about Z.
fn split(q: Quat) -> (Vec3, f32) {
    let q = if q.w < 0.0 { -q } else { q };
    let half = q.z.atan2(q.w);
    let swing = q * Quat::from_rotation_z(-2.0 * half);
    (Vec3::new(swing.x, swing.y, 0.0) / (1.0 + swing.w.abs()), 2.0 * half)
}

fn euler_box(turns: &[Quat], margin: f32) -> Limit {
    let order = EulerOrder::Yxz;
    let mut last = Vec3::ZERO;
    let angles: Vec<Vec3> = turns
        .iter()
        .map(|turn| {
            last = order.decompose_near(*turn, last);
            last
        })
        .collect();
    let (mut min, mut max) = (Vec3::ZERO, Vec3::ZERO);
    for axis in 0..3 {
        let low = angles.iter().map(|angles| angles[axis]).fold(f32::INFINITY, f32::min);
        let high = angles.iter().map(|angles| angles[axis]).fold(f32::NEG_INFINITY, f32::max);
        (min[axis], max[axis]) = (low - margin, high + margin);
    }
    Limit::EulerBox(EulerBox::new(order, min, max))
}

/// The shortest range on the circle that has all these angles, and a margin: what is left when the
/// widest gap is taken out.
fn covered(angles: impl Iterator<Item = f32>, margin: f32) -> [f32; 2] {
    let mut angles: Vec<f32> = angles.map(|angle| angle - TAU * (angle / TAU).round()).collect();
    angles.sort_by(f32::total_cmp);
    let gap = |index: usize| {
        if index + 1 < angles.len() {
            angles[index + 1] - angles[index]
        } else {
            angles[0] + TAU - angles[index]
        }
    };
    let widest = (0..angles.len()).max_by(|a, b| gap(*a).total_cmp(&gap(*b))).unwrap_or(0);
    let (last, first) = (angles[widest], angles[(widest + 1) % angles.len()]);
    let last = if last < first { last + TAU } else { last };
    let [min, max] = [first - margin - 1e-6, last + margin + 1e-6];
    // Around rest, as people count.
    let turns = (0.5 * (min + max) / TAU).round() * TAU;
    if max - min >= TAU { [-PI, PI] } else { [min - turns, max - turns] }
}

/// The middle and the angle of the smallest cone with all directions, as nearly as so many steps
/// towards the farthest bring it. (M. Bădoiu, K. L. Clarkson, "Smaller core-sets for balls", SODA
/// 2003.)
fn enclosing(directions: &[Vec3]) -> (Vec3, f32) {
    let mut middle = directions.iter().sum::<Vec3>().normalize_or(directions[0]);
    let farthest = |middle: Vec3| {
        directions
            .iter()
            .copied()
            .min_by(|a, b| a.dot(middle).total_cmp(&b.dot(middle)))
            .unwrap_or(middle)
    };
    for round in 1..ROUNDS {
        middle = (middle + (farthest(middle) - middle) / (round + 1) as f32).normalize_or(middle);
    }
    let apart =
        |direction: &Vec3| (middle.cross(*direction)).length().atan2(middle.dot(*direction));
    (middle, directions.iter().map(apart).fold(0.0, f32::max) + 1e-5)
}

/// The direction along which vectors spread most, by repeated multiplication with the sum of their
/// squares.
fn principal(vectors: impl Iterator<Item = Vec3>) -> Option<Vec3> {
    let sum = vectors.fold(Mat3::ZERO, |sum, v| sum + Mat3::from_cols(v * v.x, v * v.y, v * v.z));
    let start = [sum.x_axis, sum.y_axis, sum.z_axis]
        .into_iter()
        .max_by(|a, b| a.length().total_cmp(&b.length()))?;
    let mut axis = start.try_normalize()?;
    for _ in 0..100 {
        axis = (sum * axis).try_normalize()?;
    }
    Some(axis)
}
