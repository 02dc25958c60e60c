//! The bounds of a limit as lines.

use std::f32::consts::TAU;

use kansetsu::{
    d3::{
        Limit,
        limit::{Cone, EulerBox, Hinge, ReachCone, SwingTwist},
    },
    glam::{Quat, Vec3},
};

use super::angles::{across, nearest_to_rest, range, swing};

/// A point of a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundaryPoint {
    /// Where it is drawn: a unit vector in the joint's rest frame.
    pub direction: Vec3,
    /// The rotation from rest at the bound that is drawn here.
    pub turn: Quat,
}

/// A line of a limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// What it bounds: "angle", "swing", "twist", "x", "y", "z".
    pub name: &'static str,
    /// Along the line.
    pub points: Vec<BoundaryPoint>,
    /// The direction that a fan from the joint to the line goes round: a cone's middle; an arc's
    /// axis.
    pub middle: Vec3,
    /// Whether the line ends where it begins.
    pub is_closed: bool,
    /// Whether only its ends are bounds: an arc from the least angle to the greatest.
    pub is_range: bool,
    /// A direction fixed in the joint: where it points now is inside. `None` for one of several
    /// angles, whose place depends on the others.
    pub needle: Option<Vec3>,
}

/// What the line of a twist is called.
pub(super) const TWIST: &str = "twist";

/// Steps of an arc or a rim, and of one edge of a polygon.
const STEPS: usize = 64;
const EDGE_STEPS: usize = 12;

/// The bounds of a limit; `bone` is the direction along the bone in the rest frame. What is free,
/// or locked, has no line.
#[must_use]
pub fn boundary(limit: &Limit, bone: Vec3) -> Vec<Stroke> {
    match limit {
        Limit::Hinge(limit) => vec![hinge(limit, bone)],
        Limit::Cone(limit) => cone(limit).into_iter().collect(),
        Limit::SwingTwist(limit) => swing_twist(limit),
        Limit::EulerBox(limit) => euler_box(limit),
        Limit::ReachCone(limit) => reach_cone(limit),
    }
}

fn arc(
    name: &'static str,
    [min, max]: [f32; 2],
    middle: Vec3,
    point: impl Fn(f32) -> BoundaryPoint,
) -> Stroke {
    let points =
        (0..=STEPS).map(|step| point(min + (max - min) * step as f32 / STEPS as f32)).collect();
    Stroke { name, points, middle, is_closed: false, is_range: true, needle: None }
}

fn rim(points: Vec<BoundaryPoint>, middle: Vec3, needle: Vec3) -> Stroke {
    Stroke { name: "swing", points, middle, is_closed: true, is_range: false, needle: Some(needle) }
}

impl Stroke {
    fn with_needle(self, needle: Vec3) -> Self {
        Self { needle: Some(needle), ..self }
    }
}

fn hinge(limit: &Hinge, bone: Vec3) -> Stroke {
    let axis = limit.axis.normalize_or(Vec3::X);
    let zero = across(axis, bone);
    arc("angle", range(limit.min, limit.max), axis, |angle| {
        let turn = Quat::from_axis_angle(axis, angle);
        BoundaryPoint { direction: turn * zero, turn }
    })
    .with_needle(zero)
}

fn cone(limit: &Cone) -> Option<Stroke> {
    let axis = limit.axis.normalize_or(Vec3::X);
    let centre = limit.center.normalize_or(axis);
    let to_centre = Quat::from_rotation_arc(axis, centre);
    let side = centre.any_orthonormal_vector();
    let point = |step: usize| {
        let about = Quat::from_axis_angle(centre, TAU * step as f32 / STEPS as f32) * side;
        let turn = Quat::from_axis_angle(about, limit.angle) * to_centre;
        BoundaryPoint { direction: turn * axis, turn }
    };
    (limit.angle < std::f32::consts::PI).then(|| rim((0..STEPS).map(point).collect(), centre, axis))
}

fn swing_twist(limit: &SwingTwist) -> Vec<Stroke> {
    let (rest, joint) = (limit.rest_from_limit.normalize(), limit.joint_from_limit.normalize());
    let [a, b] = [limit.swing_x, limit.swing_y]
        .map(|swing| (0.25 * swing.clamp(0.0, std::f32::consts::PI)).tan());
    let twist = Quat::from_rotation_z(nearest_to_rest(limit.twist_min, limit.twist_max));
    let point = |step: usize| {
        let (sin, cos) = (TAU * step as f32 / STEPS as f32).sin_cos();
        let turn = rest * swing(a * cos, b * sin) * twist * joint.inverse();
        BoundaryPoint { direction: turn * (joint * Vec3::Z), turn }
    };
    let mut strokes = vec![rim((0..STEPS).map(point).collect(), rest * Vec3::Z, joint * Vec3::Z)];
    strokes.extend(twist_arc([limit.twist_min, limit.twist_max], (rest, joint)));
    strokes
}

/// Around the middle direction, where the swing is none.
fn twist_arc([min, max]: [f32; 2], (rest, joint): (Quat, Quat)) -> Option<Stroke> {
    let [low, high] = range(min, max);
    (high - low < TAU - 1e-6).then(|| {
        arc(TWIST, [low, high], rest * Vec3::Z, |angle| {
            let turn = rest * Quat::from_rotation_z(angle);
            BoundaryPoint { direction: turn * Vec3::X, turn: turn * joint.inverse() }
        })
        .with_needle(joint * Vec3::X)
    })
}

/// One arc for each axis that is not locked, the two other angles as near to rest as they may be.
fn euler_box(limit: &EulerBox) -> Vec<Stroke> {
    const NAMES: [&str; 3] = ["x", "y", "z"];
    let frame = limit.frame.normalize();
    let rest = Vec3::from_array(std::array::from_fn(|axis| {
        nearest_to_rest(limit.min[axis], limit.max[axis])
    }));
    let stroke = |axis: usize| {
        let bounds = range(limit.min[axis], limit.max[axis]);
        (bounds[1] > bounds[0]).then(|| {
            arc(NAMES[axis], bounds, frame * Vec3::AXES[axis], |angle| {
                let mut angles = rest;
                angles[axis] = angle;
                let turn = frame * limit.order.compose(angles) * frame.inverse();
                BoundaryPoint {
                    direction: frame
                        * Quat::from_axis_angle(Vec3::AXES[axis], angle)
                        * Vec3::AXES[(axis + 1) % 3],
                    turn,
                }
            })
        })
    };
    (0..3).filter_map(stroke).collect()
}

fn reach_cone(limit: &ReachCone) -> Vec<Stroke> {
    let axis = limit.axis.normalize_or(Vec3::X);
    let visible = limit.visible.normalize_or(axis);
    let twist = Quat::from_axis_angle(axis, nearest_to_rest(limit.twist_min, limit.twist_max));
    let to_visible = Quat::from_rotation_arc(axis, visible);
    let corners: Vec<Vec3> =
        limit.vertices.iter().filter_map(|corner| corner.try_normalize()).collect();
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let along = |(&from, &to): (&Vec3, &Vec3)| {
        (0..EDGE_STEPS)
            .map(move |step| from.lerp(to, step as f32 / EDGE_STEPS as f32).normalize_or(from))
            .collect::<Vec<Vec3>>()
    };
    let point = |direction: Vec3| BoundaryPoint {
        direction,
        turn: Quat::from_rotation_arc(visible, direction) * to_visible * twist,
    };
    let mut strokes = vec![rim(edges.flat_map(along).map(point).collect(), visible, axis)];
    let [low, high] = range(limit.twist_min, limit.twist_max);
    if high - low < TAU - 1e-6 {
        let side = axis.any_orthonormal_vector();
        let fan = arc(TWIST, [low, high], visible, |angle| {
            let turn = Quat::from_axis_angle(visible, angle) * to_visible;
            BoundaryPoint { direction: turn * side, turn }
        });
        strokes.push(fan.with_needle(side));
    }
    strokes
}
