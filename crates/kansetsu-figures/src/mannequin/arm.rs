//! The mannequin's upper arm and forearm.

use glam::Vec3;

use crate::model::{
    Draft, Paint, Shape, Solid,
    lathe::{self, Lathe},
    polygonise,
};

const CELL: f32 = 0.0142;
/// Radii of the joint balls of the shells, metres.
const SHOULDER: f32 = 0.0560;
const ELBOW: f32 = 0.0385;
const WRIST: f32 = 0.0255;

/// Adds the arm from the shoulder to the wrist, without the hand.
pub(crate) fn model(draft: &mut Draft) {
    let [shoulder, elbow, wrist] =
        ["LeftUpperArm", "LeftLowerArm", "LeftHand"].map(|name| draft.position(name));
    let ball = |center: Vec3, radius: f32, segments: u32| {
        Lathe::round(center, center + Vec3::X, segments)
            .turn(&lathe::ball(radius, segments / 2 + 2))
    };
    draft.rigid_pair(Paint::Joint, "LeftUpperArm", &ball(shoulder, SHOULDER, 20));
    draft.rigid_pair(Paint::Shell, "LeftUpperArm", &polygonise(&upper_arm(shoulder, elbow), CELL));
    draft.rigid_pair(Paint::Joint, "LeftLowerArm", &ball(elbow, ELBOW, 18));
    draft.rigid_pair(Paint::Shell, "LeftLowerArm", &polygonise(&forearm(elbow, wrist), CELL));
    draft.rigid_pair(Paint::Joint, "LeftHand", &ball(wrist, WRIST, 16));
}

/// From under the deltoid to the elbow; cut back in front, for the forearm.
fn upper_arm(shoulder: Vec3, elbow: Vec3) -> Shape {
    let at = |x: f32, y: f32, z: f32| shoulder + Vec3::new(x, y, z);
    Shape::new()
        .add(0.0, Solid::cone(at(0.040, 0.0, 0.0), elbow, 0.049, 0.0385))
        .add(0.03, Solid::ellipsoid(at(0.062, 0.008, 0.0), (0.075, 0.052, 0.054)))
        .add(0.03, Solid::ellipsoid(at(0.160, 0.0, 0.010), (0.075, 0.040, 0.043)))
        .add(0.03, Solid::ellipsoid(at(0.150, -0.004, -0.012), (0.085, 0.038, 0.040)))
        .carve(0.016, Solid::half_space(at(0.024, 0.0, 0.0), (1.0, 0.42, 0.0)))
        .carve(0.014, Solid::half_space(elbow - Vec3::X * 0.022, (-1.0, 0.0, -0.30)))
}

fn forearm(elbow: Vec3, wrist: Vec3) -> Shape {
    let at = |x: f32, y: f32, z: f32| elbow + Vec3::new(x, y, z);
    Shape::new()
        .add(0.0, Solid::cone(at(0.010, 0.0, 0.0), at(0.100, 0.0, 0.0), 0.0380, 0.0375))
        .add(0.04, Solid::cone(at(0.100, 0.0, 0.0), wrist - Vec3::X * 0.012, 0.0360, 0.0245))
        .add(0.03, Solid::ellipsoid(at(0.075, 0.006, 0.010), (0.070, 0.034, 0.036)))
        .add(0.03, Solid::ellipsoid(wrist - Vec3::X * 0.030, (0.040, 0.0215, 0.0290)))
        .carve(0.014, Solid::half_space(elbow + Vec3::X * 0.022, (1.0, 0.0, -0.30)))
        .carve(0.010, Solid::half_space(wrist - Vec3::X * 0.015, (-1.0, 0.0, 0.0)))
}
