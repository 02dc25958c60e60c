//! An industrial arm of six hinges.
//!
//! The ranges are typical of such arms; the arm is not a particular product.

use glam::Vec3;
use kansetsu_formats::Figure;
use kansetsu_humanoid::anatomy::hinge;

use crate::model::{
    Draft, Paint, Plan,
    draft::Palette,
    lathe::{self, Lathe},
};

/// A hinge: its joint, position, axis, and range in degrees.
struct Axis {
    joint: &'static str,
    position: Vec3,
    axis: Vec3,
    range: [f32; 2],
}

/// At rest the upper arm is vertical and the forearm points forward, to +Z.
const AXES: [Axis; 6] = [
    Axis {
        joint: "Turntable",
        position: Vec3::new(0.0, 0.14, 0.0),
        axis: Vec3::Y,
        range: [-170.0, 170.0],
    },
    Axis {
        joint: "Shoulder",
        position: Vec3::new(0.0, 0.30, 0.0),
        axis: Vec3::X,
        range: [-100.0, 110.0],
    },
    Axis {
        joint: "Elbow",
        position: Vec3::new(0.0, 0.85, 0.0),
        axis: Vec3::X,
        range: [-80.0, 145.0],
    },
    Axis {
        joint: "ForearmRoll",
        position: Vec3::new(0.0, 0.85, 0.20),
        axis: Vec3::Z,
        range: [-180.0, 180.0],
    },
    Axis {
        joint: "WristBend",
        position: Vec3::new(0.0, 0.85, 0.58),
        axis: Vec3::X,
        range: [-125.0, 125.0],
    },
    Axis {
        joint: "Flange",
        position: Vec3::new(0.0, 0.85, 0.70),
        axis: Vec3::Z,
        range: [-350.0, 350.0],
    },
];
const TOOL: Vec3 = Vec3::new(0.0, 0.85, 0.84);

/// A robot arm on a foot at the origin, reaching forward to +Z: "Turntable", "Shoulder", "Elbow",
/// "ForearmRoll", "WristBend", "Flange", each a hinge, then "Tool" between the fingers of a
/// gripper.
#[must_use]
pub fn robot_arm() -> Figure {
    let mut draft = Draft::new(plan());
    foot(&mut draft);
    upper_arm(&mut draft);
    forearm(&mut draft);
    wrist(&mut draft);
    gripper(&mut draft);
    draft.finish(
        "robot_arm",
        Palette {
            shell: [0.80, 0.22, 0.02],
            joint: [0.045, 0.048, 0.055],
            eye: [0.45, 0.46, 0.48],
        },
    )
}

fn plan() -> Plan {
    let mut plan = Plan::default();
    plan.add("", "Base", Vec3::ZERO);
    // The base is bolted to the floor.
    plan.limit("Base", hinge(Vec3::Y, 0.0, 0.0));
    let mut parent = "Base";
    for axis in &AXES {
        plan.add(parent, axis.joint, axis.position);
        plan.limit(axis.joint, hinge(axis.axis, axis.range[0], axis.range[1]));
        parent = axis.joint;
    }
    plan.add(parent, "Tool", TOOL);
    plan
}

/// A lathed part of `joint` from `start` to `end`; its profile is in fractions of that length and
/// radii in metres.
fn turned(draft: &mut Draft, paint: Paint, joint: &str, way: [Vec3; 2], profile: &[(f32, f32)]) {
    let length = (way[1] - way[0]).length();
    let points: Vec<(f32, f32)> =
        profile.iter().map(|&(share, radius)| (share * length, radius)).collect();
    draft.rigid(paint, joint, &Lathe::round(way[0], way[1], 40).turn(&lathe::crisp(&points)));
}

/// A cylinder with bevelled rims.
fn drum(draft: &mut Draft, paint: Paint, joint: &str, way: [Vec3; 2], radius: f32) {
    let bevel = 0.006 / (way[1] - way[0]).length();
    let inner = radius - 0.006;
    let profile = [
        (0.0, 0.0),
        (0.0, inner),
        (bevel, radius),
        (1.0 - bevel, radius),
        (1.0, inner),
        (1.0, 0.0),
    ];
    turned(draft, paint, joint, way, &profile);
}

fn foot(draft: &mut Draft) {
    let up = |y: f32| Vec3::Y * y;
    drum(draft, Paint::Joint, "Base", [up(0.0), up(0.03)], 0.17);
    let collar = [(0.0, 0.0), (0.0, 0.135), (0.6, 0.115), (1.0, 0.115), (1.0, 0.0)];
    turned(draft, Paint::Eye, "Base", [up(0.025), up(0.14)], &collar);
    drum(draft, Paint::Joint, "Turntable", [up(0.135), up(0.155)], 0.120);
    let column = [(0.0, 0.0), (0.0, 0.112), (0.35, 0.112), (0.65, 0.085), (1.0, 0.075), (1.0, 0.0)];
    turned(draft, Paint::Shell, "Turntable", [up(0.15), up(0.31)], &column);
    drum(
        draft,
        Paint::Shell,
        "Turntable",
        [Vec3::new(-0.075, 0.30, 0.0), Vec3::new(0.075, 0.30, 0.0)],
        0.095,
    );
}

/// Two links beside the shoulder and the elbow, so that no parts collide.
fn upper_arm(draft: &mut Draft) {
    for side in [-1.0, 1.0] {
        let at = |x: f32, y: f32| Vec3::new(x * side, y, 0.0);
        for y in [0.30, 0.85] {
            let radius = if y < 0.5 { 0.088 } else { 0.072 };
            drum(draft, Paint::Shell, "Shoulder", [at(0.080, y), at(0.128, y)], radius);
            drum(draft, Paint::Joint, "Shoulder", [at(0.126, y), at(0.140, y)], 0.78 * radius);
        }
        let link =
            [(0.0, 0.0), (0.0, 0.030), (0.12, 0.034), (0.88, 0.026), (1.0, 0.026), (1.0, 0.0)];
        turned(draft, Paint::Shell, "Shoulder", [at(0.104, 0.34), at(0.104, 0.81)], &link);
    }
    for y in [0.46, 0.66] {
        drum(
            draft,
            Paint::Eye,
            "Shoulder",
            [Vec3::new(-0.104, y, 0.0), Vec3::new(0.104, y, 0.0)],
            0.016,
        );
    }
}

fn forearm(draft: &mut Draft) {
    let at = |z: f32| Vec3::new(0.0, 0.85, z);
    drum(
        draft,
        Paint::Eye,
        "Elbow",
        [Vec3::new(-0.082, 0.85, 0.0), Vec3::new(0.082, 0.85, 0.0)],
        0.060,
    );
    drum(
        draft,
        Paint::Shell,
        "Elbow",
        [Vec3::new(-0.074, 0.85, 0.0), Vec3::new(0.074, 0.85, 0.0)],
        0.080,
    );
    drum(draft, Paint::Joint, "Elbow", [at(-0.17), at(-0.07)], 0.055);
    let neck = [(0.0, 0.0), (0.0, 0.070), (0.7, 0.066), (1.0, 0.062), (1.0, 0.0)];
    turned(draft, Paint::Shell, "Elbow", [at(0.03), at(0.19)], &neck);
    drum(draft, Paint::Joint, "ForearmRoll", [at(0.185), at(0.205)], 0.066);
    let tube = [(0.0, 0.0), (0.0, 0.060), (0.15, 0.060), (0.75, 0.042), (1.0, 0.040), (1.0, 0.0)];
    turned(draft, Paint::Shell, "ForearmRoll", [at(0.20), at(0.53)], &tube);
    for side in [-1.0, 1.0] {
        let cheek = |x: f32, z: f32| Vec3::new(x * side, 0.85, z);
        drum(draft, Paint::Shell, "ForearmRoll", [cheek(0.038, 0.58), cheek(0.058, 0.58)], 0.044);
        drum(draft, Paint::Joint, "ForearmRoll", [cheek(0.057, 0.58), cheek(0.065, 0.58)], 0.032);
        drum(draft, Paint::Shell, "ForearmRoll", [cheek(0.044, 0.50), cheek(0.048, 0.58)], 0.018);
    }
}

fn wrist(draft: &mut Draft) {
    let at = |z: f32| Vec3::new(0.0, 0.85, z);
    drum(
        draft,
        Paint::Eye,
        "WristBend",
        [Vec3::new(-0.036, 0.85, 0.58), Vec3::new(0.036, 0.85, 0.58)],
        0.040,
    );
    drum(draft, Paint::Shell, "WristBend", [at(0.60), at(0.695)], 0.034);
    drum(draft, Paint::Joint, "Flange", [at(0.692), at(0.708)], 0.040);
}

fn gripper(draft: &mut Draft) {
    let at = |x: f32, z: f32| Vec3::new(x, 0.85, z);
    drum(draft, Paint::Eye, "Flange", [at(-0.056, 0.728), at(0.056, 0.728)], 0.022);
    for side in [-1.0, 1.0] {
        drum(
            draft,
            Paint::Joint,
            "Flange",
            [at(0.044 * side, 0.735), at(0.044 * side, 0.800)],
            0.011,
        );
        let finger = [(0.0, 0.0), (0.0, 0.011), (0.6, 0.009), (1.0, 0.004), (1.0, 0.0)];
        turned(
            draft,
            Paint::Joint,
            "Flange",
            [at(0.044 * side, 0.797), at(0.026 * side, 0.862)],
            &finger,
        );
    }
}
