//! The chains that reach is measured on.

use glam::{Quat, Vec3};
use kansetsu::d3::{
    Chain, Limit, Skeleton, Transform,
    limit::{Cone, EulerBox, EulerOrder, Hinge, SwingTwist},
};

use crate::random::Random;

/// One chain with limits, and what is asked of it.
pub struct Problem {
    pub name: String,
    pub skeleton: Skeleton,
    pub limits: Vec<Option<Limit>>,
    pub chain: Chain,
    pub turns_tip: bool,
}

struct Segment {
    to_next: Vec3,
    limit: Option<Limit>,
}

fn problem(name: impl Into<String>, segments: &[Segment], turns_tip: bool) -> Problem {
    let mut builder = Skeleton::builder();
    let mut last = builder.root("0", Transform::IDENTITY);
    let mut limits = Vec::new();
    for (index, segment) in segments.iter().enumerate() {
        limits.push(segment.limit.clone());
        if index + 1 < segments.len() || !turns_tip {
            last = builder.child(last, (index + 1).to_string(), Transform::from_translation(segment.to_next));
        }
    }
    if !turns_tip {
        limits.push(None);
    }
    let skeleton = builder.build().expect("a path is a tree");
    let chain = Chain::new(&skeleton, 0, last).and_then(|chain| chain.with_limits(&limits)).expect("a path is a chain");
    Problem { name: name.into(), skeleton, limits, chain, turns_tip }
}

fn repeated(name: impl Into<String>, count: usize, to_next: Vec3, limit: Option<Limit>) -> Problem {
    let segments: Vec<Segment> = (0..count).map(|_| Segment { to_next, limit: limit.clone() }).collect();
    problem(name, &segments, false)
}

fn hinge(axis: Vec3, min_deg: f32, max_deg: f32) -> Option<Limit> {
    Some(Limit::Hinge(Hinge { axis, min: min_deg.to_radians(), max: max_deg.to_radians() }))
}

fn ball(along: Vec3, swing_deg: f32, twist_deg: f32) -> Option<Limit> {
    Some(Limit::SwingTwist(SwingTwist::cone(along, swing_deg.to_radians(), -twist_deg.to_radians(), twist_deg.to_radians())))
}

/// An elliptic swing about X and Z of a bone along -Y.
fn elliptic(about_x_deg: f32, about_z_deg: f32, twist_deg: f32) -> Option<Limit> {
    // The limit's Z along -Y, its X along X: then its Y is along Z.
    let frame = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    Some(Limit::SwingTwist(SwingTwist {
        rest_from_limit: frame,
        joint_from_limit: frame,
        swing_x: about_x_deg.to_radians(),
        swing_y: about_z_deg.to_radians(),
        twist_min: -twist_deg.to_radians(),
        twist_max: twist_deg.to_radians(),
    }))
}

/// Shoulder, elbow, wrist; 7 degrees of freedom.
fn arm(turns_tip: bool) -> Problem {
    let down = Vec3::NEG_Y;
    let segments = [
        Segment { to_next: down * 0.30, limit: elliptic(90.0, 75.0, 80.0) },
        Segment { to_next: down * 0.26, limit: hinge(Vec3::NEG_X, 0.0, 145.0) },
        Segment { to_next: down * 0.10, limit: elliptic(70.0, 25.0, 80.0) },
    ];
    problem(if turns_tip { "arm, pose" } else { "arm, position" }, &segments, turns_tip)
}

fn leg(turns_tip: bool) -> Problem {
    let down = Vec3::NEG_Y;
    let segments = [
        Segment { to_next: down * 0.42, limit: elliptic(100.0, 45.0, 40.0) },
        Segment { to_next: down * 0.40, limit: hinge(Vec3::X, 0.0, 140.0) },
        Segment { to_next: Vec3::new(0.0, -0.08, 0.13), limit: elliptic(40.0, 20.0, 20.0) },
    ];
    problem(if turns_tip { "leg, pose" } else { "leg, position" }, &segments, turns_tip)
}

fn finger() -> Problem {
    let along = Vec3::NEG_Y;
    let spread = EulerBox {
        frame: Quat::IDENTITY,
        order: EulerOrder::Zxy,
        min: Vec3::new(-90.0, 0.0, -20.0) * (std::f32::consts::PI / 180.0),
        max: Vec3::new(20.0, 0.0, 20.0) * (std::f32::consts::PI / 180.0),
    };
    let segments = [
        Segment { to_next: along * 0.045, limit: Some(Limit::EulerBox(spread)) },
        Segment { to_next: along * 0.028, limit: hinge(Vec3::NEG_X, 0.0, 100.0) },
        Segment { to_next: along * 0.022, limit: hinge(Vec3::NEG_X, 0.0, 80.0) },
    ];
    problem("finger, position", &segments, false)
}

fn spine(turns_tip: bool) -> Problem {
    let limit = EulerBox {
        frame: Quat::IDENTITY,
        order: EulerOrder::Yxz,
        min: Vec3::splat(-20_f32.to_radians()),
        max: Vec3::splat(20_f32.to_radians()),
    };
    let segments: Vec<Segment> = (0..5).map(|_| Segment { to_next: Vec3::Y * 0.11, limit: Some(Limit::EulerBox(limit)) }).collect();
    problem(if turns_tip { "spine, pose" } else { "spine, position" }, &segments, turns_tip)
}

/// A chain of 10 with random bones and random limits.
fn unequal(seed: u64) -> Problem {
    let mut random = Random::new(seed);
    let segments: Vec<Segment> = (0..10)
        .map(|_| {
            let axis = random.direction();
            let limit = match (random.unit() * 4.0) as usize {
                0 => hinge(axis.any_orthonormal_vector(), -random.range(10.0, 90.0), random.range(10.0, 90.0)),
                1 => Some(Limit::Cone(Cone::around(axis, random.range(15.0, 90.0).to_radians()))),
                2 => ball(axis, random.range(15.0, 90.0), random.range(5.0, 120.0)),
                _ => {
                    let mut bound = |low: f32, high: f32| random.range(low, high).to_radians();
                    let (min, max) = (
                        Vec3::new(bound(-60.0, 0.0), bound(-60.0, 0.0), bound(-60.0, 0.0)),
                        Vec3::new(bound(0.0, 60.0), bound(0.0, 60.0), bound(0.0, 60.0)),
                    );
                    Some(Limit::EulerBox(EulerBox { frame: random.rotation(), order: EulerOrder::Zyx, min, max }))
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
        all.push(repeated(format!("planar hinges 0..120 x {count}"), count, Vec3::X * 0.3, hinge(Vec3::Z, 0.0, 120.0)));
    }
    for count in [5, 10] {
        for angle in [30.0, 60.0, 90.0] {
            let cone = Some(Limit::Cone(Cone::around(Vec3::Y, f32::to_radians(angle))));
            all.push(repeated(format!("cone {angle} x {count}, twist free"), count, Vec3::Y * 0.2, cone));
            all.push(repeated(format!("cone {angle} x {count}, twist 30"), count, Vec3::Y * 0.2, ball(Vec3::Y, angle, 30.0)));
        }
    }
    all.push(repeated("cone 45 x 10", 10, Vec3::Y * 0.2, Some(Limit::Cone(Cone::around(Vec3::Y, 45_f32.to_radians())))));
    all.push(repeated("hinges 45 x 10", 10, Vec3::Y * 0.2, hinge(Vec3::Z, -45.0, 45.0)));
    all.extend([arm(false), leg(false), finger(), spine(false), arm(true), leg(true), spine(true)]);
    all.push(repeated("tentacle 30, cone 20", 30, Vec3::Y * 0.1, Some(Limit::Cone(Cone::around(Vec3::Y, 20_f32.to_radians())))));
    all.extend((1..=5).map(unequal));
    all
}
