//! The mannequin's leg and foot.

use glam::Vec3;

use crate::model::{
    Draft, Paint, Shape, Solid,
    lathe::{self, Lathe},
    polygonise,
};

const CELL: f32 = 0.0184;
const FOOT_CELL: f32 = 0.0115;
/// Radii of the joint balls of the shells, metres.
const HIP: f32 = 0.0760;
const KNEE: f32 = 0.0510;
const ANKLE: f32 = 0.0345;

/// Adds the leg from the hip to the toes.
pub(crate) fn model(draft: &mut Draft) {
    let [hip, knee, ankle, toes] =
        ["LeftUpperLeg", "LeftLowerLeg", "LeftFoot", "LeftToes"].map(|name| draft.position(name));
    let ball = |center: Vec3, radius: f32, segments: u32| {
        Lathe::round(center, center + Vec3::Y, segments)
            .turn(&lathe::ball(radius, segments / 2 + 2))
    };
    draft.rigid_pair(Paint::Joint, "LeftUpperLeg", &ball(hip, HIP, 22));
    draft.rigid_pair(Paint::Shell, "LeftUpperLeg", &polygonise(&thigh(hip, knee), CELL));
    draft.rigid_pair(Paint::Joint, "LeftLowerLeg", &ball(knee, KNEE, 20));
    draft.rigid_pair(Paint::Shell, "LeftLowerLeg", &polygonise(&shin(knee, ankle), CELL));
    draft.rigid_pair(Paint::Joint, "LeftFoot", &ball(ankle, ANKLE, 16));
    draft.rigid_pair(Paint::Shell, "LeftFoot", &polygonise(&foot(ankle, toes), FOOT_CELL));
    draft.rigid_pair(Paint::Joint, "LeftToes", &polygonise(&ball_of_foot(toes), FOOT_CELL));
    draft.rigid_pair(Paint::Shell, "LeftToes", &polygonise(&toe_cap(toes), FOOT_CELL));
}

fn thigh(hip: Vec3, knee: Vec3) -> Shape {
    let at = |x: f32, y: f32, z: f32| hip + Vec3::new(x, y, z);
    Shape::new()
        .add(0.0, Solid::cone(at(0.006, -0.050, 0.002), knee, 0.0810, 0.0520))
        .add(0.04, Solid::ellipsoid(at(0.010, -0.170, 0.018), (0.068, 0.150, 0.066)))
        .add(0.04, Solid::ellipsoid(at(0.000, -0.160, -0.018), (0.060, 0.140, 0.062)))
        .carve(0.020, Solid::half_space(at(0.0, -0.034, 0.0), (0.40, -1.0, -0.10)))
        .carve(0.016, Solid::half_space(knee + Vec3::Y * 0.028, (0.0, 1.0, 0.30)))
}

fn shin(knee: Vec3, ankle: Vec3) -> Shape {
    let at = |x: f32, y: f32, z: f32| knee + Vec3::new(x, y, z);
    Shape::new()
        .add(0.0, Solid::cone(at(0.0, -0.020, 0.0), ankle + Vec3::Y * 0.020, 0.0500, 0.0320))
        .add(0.04, Solid::ellipsoid(at(0.004, -0.125, -0.022), (0.050, 0.105, 0.046)))
        .add(0.02, Solid::ellipsoid(at(0.0, -0.020, 0.030), (0.030, 0.040, 0.026)))
        .carve(0.016, Solid::half_space(knee - Vec3::Y * 0.026, (0.0, -1.0, 0.40)))
        .carve(0.012, Solid::half_space(ankle + Vec3::Y * 0.020, (0.0, 1.0, 0.0)))
}

/// A shoe without laces, from the heel to the ball of the foot.
fn foot(ankle: Vec3, toes: Vec3) -> Shape {
    let at = |x: f32, y: f32, z: f32| Vec3::new(ankle.x + x, y, z);
    Shape::new()
        .add(0.0, Solid::ellipsoid(at(0.0, 0.034, -0.020), (0.0350, 0.0400, 0.0420)))
        .add(0.03, Solid::cone(at(0.0, 0.052, 0.005), at(0.004, 0.028, 0.120), 0.0380, 0.0280))
        .add(0.03, Solid::ellipsoid(at(0.004, 0.022, 0.110), (0.0460, 0.0260, 0.0500)))
        .add(0.02, Solid::ellipsoid(at(0.0, 0.010, 0.040), (0.0330, 0.0160, 0.0900)))
        .carve(0.006, Solid::half_space((0.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
        .carve(0.014, Solid::half_space(ankle - Vec3::Y * 0.004, (0.0, -1.0, -0.05)))
        .carve(0.006, Solid::half_space(toes - Vec3::Z * 0.008, (0.0, 0.0, -1.0)))
}

/// A roller across the foot, between the shells.
fn ball_of_foot(toes: Vec3) -> Shape {
    let x = Vec3::X * 0.024;
    Shape::new()
        .add(0.0, Solid::cone(toes - x, toes + x, 0.0200, 0.0195))
        .carve(0.004, Solid::half_space((0.0, 0.0015, 0.0), (0.0, 1.0, 0.0)))
}

fn toe_cap(toes: Vec3) -> Shape {
    let at = |x: f32, y: f32, z: f32| Vec3::new(toes.x + x, y, toes.z + z);
    Shape::new()
        .add(0.0, Solid::ellipsoid(at(0.0, 0.017, 0.008), (0.0455, 0.0250, 0.0380)))
        .add(0.02, Solid::ellipsoid(at(-0.004, 0.013, 0.034), (0.0360, 0.0190, 0.0270)))
        .carve(0.006, Solid::half_space((0.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
        .carve(0.006, Solid::half_space(toes + Vec3::Z * 0.006, (0.0, 0.0, 1.0)))
}
