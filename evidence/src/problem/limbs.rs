//! Limbs of a human body: bones along -Y, ranges of healthy adults, rounded.

use glam::{DVec3, Quat, Vec3};
use kansetsu::d3::{
    Limit,
    limit::{EulerBox, EulerOrder, SwingTwist},
};

use super::{
    Problem, Undecided,
    segment::{Segment, hinge, problem},
};

/// Arm, leg, finger and spine: position, then position and orientation.
pub(super) fn all() -> [Problem; 7] {
    [arm(false), leg(false), finger(), spine(false), arm(true), leg(true), spine(true)]
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
    // The finger bends in planes through the axis of its spread: a goal on the axis is in all of
    // them.
    Problem {
        undecided: Undecided::OnAxis(DVec3::Z),
        ..problem("finger, position", &segments, false)
    }
}

fn spine(turns_tip: bool) -> Problem {
    let limit = EulerBox {
        frame: Quat::IDENTITY,
        order: EulerOrder::Yxz,
        min: Vec3::splat(-20_f32.to_radians()),
        max: Vec3::splat(20_f32.to_radians()),
    };
    let segments: Vec<Segment> = (0..5)
        .map(|_| Segment { to_next: Vec3::Y * 0.11, limit: Some(Limit::EulerBox(limit)) })
        .collect();
    problem(if turns_tip { "spine, pose" } else { "spine, position" }, &segments, turns_tip)
}
