//! Joint limits in space: fans for hinges, cones for swings, arcs for Euler angles and twists.

use std::f32::consts::{PI, TAU};

use kansetsu::{
    d3::{
        Limit,
        limit::{Cone, EulerBox, Hinge, ReachCone, SwingTwist},
    },
    glam::{Mat3, Quat, Vec3},
};

use super::{
    color::{Palette, faded},
    limit_site::LimitSite,
    stroke::{Pen, polyline},
};
use crate::viewport::scene::{Face, Layer, Scene};

/// Steps of an arc or a rim.
const STEPS: usize = 48;
/// Steps along one edge of a reach cone.
const EDGE_STEPS: usize = 10;
/// How large the fan of a twist is, as a part of the limit's size.
const TWIST: f32 = 0.45;
/// How opaque surfaces are.
const CLEAR: f32 = 0.16;

/// Draws what a joint may do, and where it stands now. `is_reached` shows it as what stops a drag.
pub fn limit(scene: &mut Scene, limit: &Limit, site: &LimitSite, palette: &Palette, is_reached: bool) {
    let color = |calm: [f32; 4]| if is_reached { palette.alert } else { calm };
    match limit {
        Limit::Hinge(limit) => hinge(scene, limit, site, color(palette.hinge)),
        Limit::Cone(limit) => cone(scene, &Region::of_cone(limit, site.bone), site, color(palette.swing)),
        Limit::SwingTwist(limit) => {
            cone(scene, &Region::of_swing(limit), site, color(palette.swing));
            swing_twist(scene, limit, site, color(palette.hinge));
        }
        Limit::EulerBox(limit) => euler_box(scene, limit, site, palette.axes.map(color)),
        Limit::ReachCone(limit) => cone(scene, &Region::of_reach_cone(limit, site.bone), site, color(palette.swing)),
    }
}

/// Where a direction may be.
struct Region {
    /// The rim, a closed way of unit vectors in the rest frame.
    rim: Vec<Vec3>,
    /// The middle, a unit vector in the rest frame.
    middle: Vec3,
    /// The direction that is kept, a unit vector in the joint's frame.
    axis: Vec3,
}

impl Region {
    fn of_cone(cone: &Cone, bone: Vec3) -> Self {
        let middle = cone.center.normalize_or(bone);
        let (sin, cos) = cone.angle.clamp(0.0, PI).sin_cos();
        let (u, v) = middle.any_orthonormal_pair();
        let rim = (0..=STEPS).map(|step| around(step, u, v) * sin + middle * cos).collect();
        Self { rim, middle, axis: cone.axis.normalize_or(bone) }
    }

    /// The rim of an elliptic cone: an ellipse of rotations, which are measured by the tangent of a quarter of their angle.
    fn of_swing(limit: &SwingTwist) -> Self {
        let (a, b) = ((0.25 * limit.swing_x.clamp(0.0, PI)).tan(), (0.25 * limit.swing_y.clamp(0.0, PI)).tan());
        let direction = |step: usize| {
            let place = around(step, Vec3::X * a, Vec3::Y * b);
            let squared = place.length_squared();
            let turn = Quat::from_vec4((place * 2.0 / (1.0 + squared)).extend((1.0 - squared) / (1.0 + squared)));
            limit.rest_from_limit * (turn * Vec3::Z)
        };
        let rim = (0..=STEPS).map(direction).collect();
        Self { rim, middle: limit.rest_from_limit * Vec3::Z, axis: limit.joint_from_limit * Vec3::Z }
    }

    fn of_reach_cone(limit: &ReachCone, bone: Vec3) -> Self {
        let corners: Vec<Vec3> = limit.vertices.iter().filter_map(|corner| corner.try_normalize()).collect();
        let edges = corners.iter().zip(corners.iter().cycle().skip(1));
        let points = edges
            .flat_map(|(&from, &to)| (0..EDGE_STEPS).map(move |step| from.lerp(to, step as f32 / EDGE_STEPS as f32).normalize_or(from)));
        let mut rim: Vec<Vec3> = points.collect();
        rim.extend(rim.first().copied());
        Self { rim, middle: limit.visible.normalize_or(bone), axis: limit.axis.normalize_or(bone) }
    }
}

/// A cone's side, its rim, its middle, and where the joint's axis points now.
fn cone(scene: &mut Scene, region: &Region, site: &LimitSite, color: [f32; 4]) {
    let rim: Vec<Vec3> = region.rim.iter().map(|&direction| site.at_rest(direction)).collect();
    fan(scene, site.center, &rim, color);
    polyline(scene, &rim, pen(1.8, color));
    polyline(scene, &[site.center, site.at_rest(region.middle)], pen(1.0, faded(color, 0.5)));
    needle(scene, site.center, site.now(region.axis), color);
}

/// The allowed sector and a needle for the present angle.
fn hinge(scene: &mut Scene, hinge: &Hinge, site: &LimitSite, color: [f32; 4]) {
    let axis = hinge.axis.normalize_or(Vec3::X);
    let zero = (site.bone - axis * site.bone.dot(axis)).try_normalize().unwrap_or_else(|| axis.any_orthonormal_vector());
    let rim: Vec<Vec3> = arc(axis, zero, [hinge.min, hinge.max]).into_iter().map(|way| site.at_rest(way)).collect();
    sector(scene, site.center, &rim, color);
    needle(scene, site.center, site.now(zero), color);
}

/// The twist's interval as a small fan across the bone, carried by the bone's direction now.
fn swing_twist(scene: &mut Scene, limit: &SwingTwist, site: &LimitSite, color: [f32; 4]) {
    let turn = (site.world_from_rest.inverse() * site.world_from_joint).normalize();
    let limit_turn = limit.rest_from_limit.inverse() * turn * limit.joint_from_limit;
    // Swing and twist: what is left when the shortest way from Z to where Z went is taken out.
    let swing = Quat::from_rotation_arc(Vec3::Z, (limit_turn * Vec3::Z).normalize_or(Vec3::Z));
    let world_from_swing = site.world_from_rest * limit.rest_from_limit * swing;
    let base = site.center + world_from_swing * Vec3::Z * (0.75 * site.radius);
    let place = |way: Vec3| base + world_from_swing * way * (TWIST * site.radius);
    let rim: Vec<Vec3> = arc(Vec3::Z, Vec3::X, [limit.twist_min, limit.twist_max]).into_iter().map(place).collect();
    sector(scene, base, &rim, color);
    needle(scene, base, place(swing.inverse() * (limit_turn * Vec3::X)), color);
}

/// One arc for each axis, in the axis' colour.
fn euler_box(scene: &mut Scene, limit: &EulerBox, site: &LimitSite, colors: [[f32; 4]; 3]) {
    let frame = Mat3::from_quat(limit.frame);
    for (index, color) in colors.into_iter().enumerate() {
        let (axis, zero) = (frame.col(index), frame.col((index + 1) % 3));
        let range = [limit.min[index], limit.max[index]];
        if range[1] > range[0] {
            let rim: Vec<Vec3> = arc(axis, zero, range).into_iter().map(|way| site.at_rest(way)).collect();
            sector(scene, site.center, &rim, color);
        }
    }
}

/// A translucent sector with a clear edge.
fn sector(scene: &mut Scene, center: Vec3, rim: &[Vec3], color: [f32; 4]) {
    fan(scene, center, rim, color);
    polyline(scene, rim, pen(1.8, color));
    for end in rim.first().into_iter().chain(rim.last()) {
        polyline(scene, &[center, *end], pen(1.2, faded(color, 0.8)));
    }
}

fn fan(scene: &mut Scene, center: Vec3, rim: &[Vec3], color: [f32; 4]) {
    let face = |ends: &[Vec3]| Face { corners: [center, ends[0], ends[1]], color: faded(color, CLEAR), layer: Layer::OnTop };
    scene.faces.extend(rim.windows(2).map(face));
}

fn needle(scene: &mut Scene, from: Vec3, to: Vec3, color: [f32; 4]) {
    polyline(scene, &[from, to], pen(2.6, color));
}

fn pen(width: f32, color: [f32; 4]) -> Pen {
    Pen { width, color, layer: Layer::OnTop }
}

/// A step of the way around an ellipse.
fn around(step: usize, u: Vec3, v: Vec3) -> Vec3 {
    let (sin, cos) = (TAU * step as f32 / STEPS as f32).sin_cos();
    u * cos + v * sin
}

/// `zero` turned about `axis` by each angle of an interval; an open end, or more than a turn, is a full turn.
fn arc(axis: Vec3, zero: Vec3, [min, max]: [f32; 2]) -> Vec<Vec3> {
    let (min, span) = if (max - min).is_finite() { (min, (max - min).clamp(0.0, TAU)) } else { (-PI, TAU) };
    let side = axis.cross(zero);
    let at = |step: usize| {
        let (sin, cos) = (min + span * step as f32 / STEPS as f32).sin_cos();
        zero * cos + side * sin
    };
    (0..=STEPS).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is drawn is what the solvers enforce: the rim is allowed, a degree beyond is not.
    #[test]
    fn rims_are_where_limits_end() {
        let wide = SwingTwist {
            rest_from_limit: Quat::from_rotation_x(0.4),
            joint_from_limit: Quat::from_rotation_x(0.4),
            swing_x: 1.1,
            swing_y: 0.5,
            twist_min: -9.0,
            twist_max: 9.0,
        };
        let narrow = Cone { axis: Vec3::Y, center: Vec3::new(0.3, 0.9, 0.1), angle: 0.6 };
        let cases = [(Limit::SwingTwist(wide), Region::of_swing(&wide)), (Limit::Cone(narrow), Region::of_cone(&narrow, Vec3::Y))];
        for (limit, region) in cases {
            for &direction in &region.rim {
                let to = |direction: Vec3| limit.violation(Quat::from_rotation_arc(region.axis, direction.normalize()));
                assert!(to(direction) < 1e-3, "{limit:?}: {}", to(direction));
                let beyond = direction + (direction - region.middle * direction.dot(region.middle)).normalize() * 0.02;
                assert!(to(beyond) > 1e-3, "{limit:?}");
            }
        }
    }
}
