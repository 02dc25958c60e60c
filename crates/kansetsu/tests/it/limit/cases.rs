//! Limits of every kind and shape, and rotations near their bounds.

use kansetsu::{
    d3::limit::{Cone, EulerBox, EulerOrder, Hinge, Limit, ReachCone, SwingTwist},
    glam::{Quat, Vec3},
};

use crate::random::Random;

pub const TURNS: usize = 20_000;

pub fn degrees(angle: f32) -> f32 {
    angle.to_radians()
}

fn euler(order: EulerOrder, min: [f32; 3], max: [f32; 3], frame: Quat) -> Limit {
    let bound = |angles: [f32; 3]| Vec3::from_array(angles.map(degrees));
    Limit::EulerBox(EulerBox { frame, ..EulerBox::new(order, bound(min), bound(max)) })
}

/// A star-shaped polygon of `count` corners between `near` and `far` degrees from `middle`.
pub fn star(
    axis: Vec3,
    middle: Vec3,
    count: usize,
    [near, far]: [f32; 2],
    random: &mut Random,
) -> ReachCone {
    let side = middle.any_orthonormal_vector();
    let corner = |i: usize| {
        let away = degrees(random.range(near, far));
        let round = std::f32::consts::TAU * (i as f32 + random.range(-0.2, 0.2)) / count as f32;
        let across = Quat::from_axis_angle(middle, round) * side;
        middle * away.cos() + across * away.sin()
    };
    ReachCone { visible: middle, ..ReachCone::new(axis, (0..count).map(corner).collect()) }
}

pub fn hinges(random: &mut Random) -> Vec<(String, Limit)> {
    let intervals = [
        (-45.0, 45.0),
        (0.0, 150.0),
        (135.0, 225.0),
        (-170.0, 170.0),
        (30.0, 30.0),
        (-0.01, 0.01),
        (-360.0, 0.0),
        (500.0, 560.0),
    ];
    let mut all: Vec<_> = intervals
        .iter()
        .map(|&(min, max)| {
            (random.direction() * random.range(0.1, 9.0), degrees(min), degrees(max))
        })
        .collect();
    all.extend([
        (Vec3::Y, f32::NEG_INFINITY, 0.5),
        (Vec3::Z, -0.5, f32::INFINITY),
        (Vec3::X, f32::NEG_INFINITY, f32::INFINITY),
        (Vec3::X, 1.0, 0.5),
    ]);
    all.into_iter()
        .map(|(axis, min, max)| {
            (format!("hinge {min} {max}"), Limit::Hinge(Hinge { axis, min, max }))
        })
        .collect()
}

pub fn cones(random: &mut Random) -> Vec<(String, Limit)> {
    let angles = [0.0, 0.01, 30.0, 90.0, 150.0, 179.9, 180.0];
    let cone = |angle: f32| Cone {
        axis: random.direction() * 3.0,
        center: random.direction() * 0.2,
        angle: degrees(angle),
    };
    angles
        .map(cone)
        .into_iter()
        .map(|cone| (format!("cone {}", cone.angle), Limit::Cone(cone)))
        .collect()
}

pub fn free_swings(random: &mut Random) -> Vec<(String, Limit)> {
    let swings = [
        [30.0, 30.0],
        [60.0, 20.0],
        [10.0, 80.0],
        [110.0, 40.0],
        [0.0, 50.0],
        [0.0, 0.0],
        [1.0, 0.5],
        [45.0, 44.9],
        [150.0, 140.0],
    ];
    swings
        .map(|swings| {
            let cone =
                SwingTwist::elliptic(random.direction(), random.direction(), swings.map(degrees));
            let limit =
                SwingTwist { rest_from_limit: random.rotation() * cone.joint_from_limit, ..cone };
            (format!("elliptic {swings:?}"), Limit::SwingTwist(limit))
        })
        .into()
}

pub fn twisted_swings(random: &mut Random) -> Vec<(String, Limit)> {
    let twists =
        [(-30.0, 30.0), (-90.0, 10.0), (0.0, 0.0), (120.0, 240.0), (-0.1, 0.1), (-170.0, 175.0)];
    let mut all = Vec::new();
    for (swing, (min, max)) in free_swings(random).into_iter().zip(twists.into_iter().cycle()) {
        let Limit::SwingTwist(limit) = swing.1 else { continue };
        all.push((
            format!("{} twist {min} {max}", swing.0),
            Limit::SwingTwist(limit.with_twist(degrees(min), degrees(max))),
        ));
    }
    all
}

pub fn boxes(random: &mut Random) -> Vec<(String, Limit)> {
    let mut all = Vec::new();
    let shapes = [
        ([-30.0, -45.0, -60.0], [30.0, 45.0, 60.0]),
        ([0.0, -30.0, -45.0], [0.0, 30.0, 0.0]),
        ([-90.0, -160.0, -50.0], [90.0, 0.0, 120.0]),
        ([135.0, -20.0, 10.0], [225.0, 20.0, 15.0]),
        ([0.0; 3], [0.0; 3]),
        ([-20.0, 60.0, -20.0], [20.0, 120.0, 20.0]),
        ([60.0, 60.0, 60.0], [120.0, 120.0, 120.0]),
        ([-180.0, -90.0, -150.0], [180.0, 90.0, 30.0]),
        ([-180.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
        ([0.0, 80.0, 0.0], [20.0, 100.0, 20.0]),
        ([-400.0, -10.0, -400.0], [400.0, 10.0, 400.0]),
    ];
    // Each shape in an even and an odd order, or in the other sense; every order with some.
    for (index, (min, max)) in shapes.into_iter().enumerate() {
        for order in [EulerOrder::ALL[index % 6], EulerOrder::ALL[(index + 3) % 6]] {
            all.push((
                format!("box {order:?} {min:?} {max:?}"),
                euler(order, min, max, random.rotation()),
            ));
        }
    }
    all
}

pub fn free_stars(random: &mut Random) -> Vec<(String, Limit)> {
    [
        (3, [20.0, 50.0]),
        (4, [45.0, 45.0]),
        (8, [20.0, 70.0]),
        (6, [80.0, 120.0]),
        (32, [30.0, 40.0]),
        (5, [1.0, 2.0]),
    ]
    .map(|(count, away)| {
        let (axis, middle) = (random.direction(), random.direction());
        (
            format!("star {count} {away:?}"),
            Limit::ReachCone(star(axis, middle, count, away, random)),
        )
    })
    .into()
}

pub fn twisted_stars(random: &mut Random) -> Vec<(String, Limit)> {
    let mut all = free_stars(random);
    for (name, limit) in &mut all {
        if let Limit::ReachCone(cone) = limit {
            *cone = cone.clone().with_twist(-0.7, 0.4);
            name.push_str(" twist");
        }
    }
    all
}

/// Limits whose projection is the nearest allowed rotation of all.
pub fn nearest_of_all() -> Vec<(String, Limit)> {
    let random = &mut Random::new(11);
    [hinges(random), cones(random), free_swings(random), boxes(random), free_stars(random)].concat()
}

pub fn everything() -> Vec<(String, Limit)> {
    let random = &mut Random::new(12);
    [nearest_of_all(), twisted_swings(random), twisted_stars(random)].concat()
}

pub fn small(random: &mut Random, size: f32) -> Quat {
    Quat::from_scaled_axis(random.direction() * size * random.unit())
}

/// Half anywhere, half within a tenth of a radian of the limit.
pub fn turn(limit: &Limit, random: &mut Random) -> Quat {
    let anywhere = random.rotation();
    if random.unit() < 0.5 {
        anywhere
    } else {
        (small(random, 0.1) * limit.project(anywhere)).normalize()
    }
}

/// The angle between two rotations, accurate next to 0.
pub fn angle(a: Quat, b: Quat) -> f32 {
    let difference = (a.as_dquat().inverse() * b.as_dquat()).normalize();
    (2.0 * difference.xyz().length().atan2(difference.w.abs())) as f32
}
