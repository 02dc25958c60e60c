//! Joint limits: fans for hinges, cones for swings, arcs for Euler angles.

use std::f32::consts::{PI, TAU};

use kansetsu::d3::{
    Limit,
    limit::{EulerBox, Hinge, SwingTwist},
    rotation_of,
};
use kansetsu::glam::{Mat3, Quat, Vec2, Vec3};

use super::{palette, pen::Pen, shape::Shape};
use crate::{Actor, Ink, outline};

/// The steps of an arc or a rim.
const STEPS: usize = 48;

/// The frame in which a limit is drawn.
struct Site {
    /// The joint's position, world space.
    center: Vec3,
    /// The joint's rest frame under its current parent: the frame of the limit.
    world_from_rest: Mat3,
    /// The joint's current frame.
    world_from_joint: Mat3,
    /// The direction to the child, in the joint's frame.
    bone: Vec3,
    /// The size of the drawing, metres.
    radius: f32,
}

/// The limits that an actor shows.
pub(super) fn draw(pen: &mut Pen, actor: &Actor) {
    for &joint in &actor.limits {
        let limit = actor.figure.rig.limits.get(joint).and_then(Option::as_ref);
        if let (Some(limit), Some(site)) = (limit, Site::new(actor, joint)) {
            draw_one(pen, limit, &site);
        }
    }
}

fn draw_one(pen: &mut Pen, limit: &Limit, site: &Site) {
    match limit {
        Limit::Hinge(hinge) => draw_hinge(pen, hinge, site),
        Limit::Cone(cone) => {
            let center = cone.center.normalize_or(site.bone);
            let (sin, cos) = libm::sincosf(cone.angle.clamp(0.0, PI));
            let (u, v) = center.any_orthonormal_pair();
            let rim = (0..STEPS).map(|step| around(step, u, v) * sin + center * cos);
            draw_cone(pen, site, rim.collect(), center, cone.axis.normalize_or(site.bone));
        }
        Limit::SwingTwist(limit) => draw_swing_twist(pen, limit, site),
        Limit::EulerBox(limit) => draw_euler_box(pen, limit, site),
        Limit::ReachCone(limit) => {
            let corners: Vec<Vec3> =
                limit.vertices.iter().filter_map(|corner| corner.try_normalize()).collect();
            let edges = corners.iter().zip(corners.iter().cycle().skip(1));
            let rim = edges.flat_map(|(&from, &to)| {
                (0..EDGE_STEPS).map(move |step| {
                    from.lerp(to, step as f32 / EDGE_STEPS as f32).normalize_or(from)
                })
            });
            draw_cone(
                pen,
                site,
                rim.collect(),
                limit.visible.normalize_or(site.bone),
                limit.axis.normalize_or(site.bone),
            );
        }
    }
}

/// Points along one edge of a reach cone.
const EDGE_STEPS: usize = 12;

/// The allowed sector, its edges, and a needle for the current angle.
fn draw_hinge(pen: &mut Pen, hinge: &Hinge, site: &Site) {
    let axis = hinge.axis.normalize_or(Vec3::X);
    let zero = (site.bone - axis * site.bone.dot(axis))
        .try_normalize()
        .unwrap_or_else(|| axis.any_orthonormal_vector());
    let fan = arc(axis, zero, [hinge.min, hinge.max]);
    let needle = site.world_from_joint * zero;
    draw_fan(pen, site, &fan, palette::HINGE);
    if let (Some(from), Some(to)) =
        (pen.at(site.center), pen.at(site.center + needle * site.radius))
    {
        pen.shapes.push(Shape::Line {
            points: vec![from, to],
            width: 2.2 * pen.unit,
            ink: Ink::new(palette::HINGE, 1.0),
        });
    }
}

fn draw_swing_twist(pen: &mut Pen, limit: &SwingTwist, site: &Site) {
    let rest_from_limit = matrix_of(limit.rest_from_limit);
    let (a, b) = (
        libm::tanf(0.25 * limit.swing_x.clamp(0.0, PI)),
        libm::tanf(0.25 * limit.swing_y.clamp(0.0, PI)),
    );
    let direction = |step: usize| {
        let place = around(step, Vec3::X * a, Vec3::Y * b);
        let squared = place.length_squared();
        let turn = Quat::from_vec4(
            (place * 2.0 / (1.0 + squared)).extend((1.0 - squared) / (1.0 + squared)),
        );
        rest_from_limit * (matrix_of(turn) * Vec3::Z)
    };
    let axis = matrix_of(limit.joint_from_limit) * Vec3::Z;
    draw_cone(pen, site, (0..STEPS).map(direction).collect(), rest_from_limit * Vec3::Z, axis);
}

/// One arc for each axis, in the axis' colour.
fn draw_euler_box(pen: &mut Pen, limit: &EulerBox, site: &Site) {
    let frame = matrix_of(limit.frame);
    for (index, hex) in palette::AXES.into_iter().enumerate() {
        let (axis, zero) = (frame.col(index), frame.col((index + 1) % 3));
        let range = [limit.min[index], limit.max[index]];
        if range[1] > range[0] {
            draw_fan(pen, site, &arc(axis, zero, range), hex);
        }
    }
}

/// A translucent sector with an opaque edge; `fan` has unit directions in the rest frame.
fn draw_fan(pen: &mut Pen, site: &Site, fan: &[Vec3], hex: u32) {
    let Some(center) = pen.at(site.center) else { return };
    let rim = site.project(pen, fan);
    let mut points = vec![center];
    points.extend(&rim);
    pen.shapes.push(Shape::Polygon { points: points.clone(), ink: Ink::new(hex, 0.26) });
    points.push(center);
    pen.shapes.push(Shape::Line { points, width: 1.3 * pen.unit, ink: Ink::new(hex, 0.95) });
}

/// The cone's silhouette, its rim, its middle, and the current direction of the joint's axis.
fn draw_cone(pen: &mut Pen, site: &Site, rim: Vec<Vec3>, middle: Vec3, axis: Vec3) {
    let Some(center) = pen.at(site.center) else { return };
    let mut rim = site.project(pen, &rim);
    let ink = |alpha: f32| Ink::new(palette::SWING, alpha);
    let mut silhouette = rim.clone();
    silhouette.push(center);
    let hull = outline::hull(&silhouette);
    pen.shapes.push(Shape::Polygon { points: hull, ink: ink(0.16) });
    pen.shapes.push(Shape::Polygon { points: rim.clone(), ink: ink(0.16) });
    rim.extend(rim.first().copied());
    pen.shapes.push(Shape::Line { points: rim, width: 1.5 * pen.unit, ink: ink(0.95) });
    let tip = |direction: Vec3| pen.at(site.center + direction * site.radius);
    let (middle, now) = (tip(site.world_from_rest * middle), tip(site.world_from_joint * axis));
    for (to, width, alpha) in [(middle, 1.0, 0.55), (now, 2.2, 1.0)] {
        pen.shapes.extend(to.map(|to| Shape::Line {
            points: vec![center, to],
            width: width * pen.unit,
            ink: ink(alpha),
        }));
    }
}

impl Site {
    fn new(actor: &Actor, joint: usize) -> Option<Self> {
        let skeleton = &actor.figure.rig.skeleton;
        let here = actor.world_from_joint(joint)?;
        let description = skeleton.joints().get(joint)?;
        let world_from_parent = description
            .parent
            .map_or(Some(actor.world_from_model), |parent| actor.world_from_joint(parent))?;
        let child = skeleton
            .children(joint)
            .iter()
            .find_map(|&child| actor.joint_in_world(child).map(|at| (child, at)));
        let bone = child.map_or(Vec3::Y, |(child, _)| {
            skeleton.joints()[child].rest.translation.normalize_or(Vec3::Y)
        });
        let reach = child
            .map(|(_, at)| at)
            .or(description.parent.and_then(|parent| actor.joint_in_world(parent)));
        let length = reach.map_or(0.1, |at| at.distance(here.translation));
        Some(Self {
            center: here.translation,
            world_from_rest: matrix_of(rotation_of(
                &(world_from_parent * description.rest.to_affine()),
            )),
            world_from_joint: matrix_of(rotation_of(&here)),
            bone,
            radius: 0.6 * length,
        })
    }

    /// Directions in the rest frame as points in the picture.
    fn project(&self, pen: &Pen, directions: &[Vec3]) -> Vec<Vec2> {
        directions
            .iter()
            .filter_map(|&direction| {
                pen.at(self.center + self.world_from_rest * direction * self.radius)
            })
            .collect()
    }
}

/// A step along an ellipse.
fn around(step: usize, u: Vec3, v: Vec3) -> Vec3 {
    let (sin, cos) = libm::sincosf(TAU * step as f32 / STEPS as f32);
    u * cos + v * sin
}

/// `zero` rotated about `axis` by each angle of an interval, which is clipped to a full turn.
fn arc(axis: Vec3, zero: Vec3, [min, max]: [f32; 2]) -> Vec<Vec3> {
    // An infinite bound is drawn as a full turn.
    let (min, span) =
        if (max - min).is_finite() { (min, (max - min).clamp(0.0, TAU)) } else { (-PI, TAU) };
    let side = axis.cross(zero);
    let at = |step: usize| {
        let (sin, cos) = libm::sincosf(min + span * step as f32 / STEPS as f32);
        zero * cos + side * sin
    };
    (0..=STEPS).map(at).collect()
}

/// The rotation by a quaternion in a fixed order of operations (glam's differs between processors).
fn matrix_of(turn: Quat) -> Mat3 {
    let [x, y, z, w] = turn.to_array();
    let s = 2.0 / (x * x + y * y + z * z + w * w).max(1e-20);
    Mat3::from_cols(
        Vec3::new(1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)),
        Vec3::new(s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)),
        Vec3::new(s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)),
    )
}
