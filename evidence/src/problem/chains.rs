//! The chains of the reach tables.

use glam::Vec3;
use kansetsu::d3::{
    Limit,
    limit::{Cone, EulerBox, EulerOrder, SwingTwist},
};

use super::{
    Problem, limbs,
    segment::{Segment, hinge, problem},
};
use crate::random::Random;

fn repeated(name: impl Into<String>, count: usize, to_next: Vec3, limit: Option<Limit>) -> Problem {
    let segments: Vec<Segment> =
        (0..count).map(|_| Segment { to_next, limit: limit.clone() }).collect();
    problem(name, &segments, false)
}

fn ball(along: Vec3, swing_deg: f32, twist_deg: f32) -> Option<Limit> {
    Some(Limit::SwingTwist(SwingTwist::cone(
        along,
        swing_deg.to_radians(),
        -twist_deg.to_radians(),
        twist_deg.to_radians(),
    )))
}

/// A chain of 10 with random bones and random limits.
fn unequal(seed: u64) -> Problem {
    let mut random = Random::scattered(seed);
    let segments: Vec<Segment> = (0..10)
        .map(|_| {
            let axis = random.direction();
            let limit = match (random.unit() * 4.0) as usize {
                0 => hinge(
                    axis.any_orthonormal_vector(),
                    -random.range(10.0, 90.0),
                    random.range(10.0, 90.0),
                ),
                1 => Some(Limit::Cone(Cone::around(axis, random.range(15.0, 90.0).to_radians()))),
                2 => ball(axis, random.range(15.0, 90.0), random.range(5.0, 120.0)),
                _ => {
                    let mut bound = |low: f32, high: f32| random.range(low, high).to_radians();
                    let (min, max) = (
                        Vec3::new(bound(-60.0, 0.0), bound(-60.0, 0.0), bound(-60.0, 0.0)),
                        Vec3::new(bound(0.0, 60.0), bound(0.0, 60.0), bound(0.0, 60.0)),
                    );
                    Some(Limit::EulerBox(EulerBox {
                        frame: random.rotation(),
                        order: EulerOrder::Zyx,
                        min,
                        max,
                    }))
                }
            };
            Segment { to_next: axis * random.range(0.05, 0.5), limit }
        })
        .collect();
    problem(format!("unequal bones and limits, {seed}"), &segments, false)
}

/// Every chain of the reach table.
pub fn chains() -> Vec<Problem> {
    let mut all = Vec::new();
    for count in [3, 5, 8] {
        all.push(repeated(
            format!("planar hinges 0..120 x {count}"),
            count,
            Vec3::X * 0.3,
            hinge(Vec3::Z, 0.0, 120.0),
        ));
    }
    for count in [5, 10] {
        for angle in [30.0, 60.0, 90.0] {
            let cone = Some(Limit::Cone(Cone::around(Vec3::Y, f32::to_radians(angle))));
            all.push(repeated(
                format!("cone {angle} x {count}, twist free"),
                count,
                Vec3::Y * 0.2,
                cone,
            ));
            all.push(repeated(
                format!("cone {angle} x {count}, twist 30"),
                count,
                Vec3::Y * 0.2,
                ball(Vec3::Y, angle, 30.0),
            ));
        }
    }
    all.push(repeated(
        "cone 45 x 10",
        10,
        Vec3::Y * 0.2,
        Some(Limit::Cone(Cone::around(Vec3::Y, 45_f32.to_radians()))),
    ));
    all.push(repeated("hinges 45 x 10", 10, Vec3::Y * 0.2, hinge(Vec3::Z, -45.0, 45.0)));
    all.extend(limbs::all());
    all.push(repeated(
        "tentacle 30, cone 20",
        30,
        Vec3::Y * 0.1,
        Some(Limit::Cone(Cone::around(Vec3::Y, 20_f32.to_radians()))),
    ));
    all.extend((1..=5).map(unequal));
    all
}
