//! The dog's back, neck, head and tail.

use glam::{Mat3, Quat, Vec3};
use kansetsu::d3::{
    Limit,
    limit::{EulerBox, EulerOrder, SwingTwist},
};
use kansetsu_humanoid::anatomy::hinge;

use crate::model::{
    Draft, Paint, Plan, Shape, Solid, Weights,
    lathe::{self, Caps, Lathe},
    polygonise,
    weights::Span,
};

const CELL: f32 = 0.0130;
const HEAD_CELL: f32 = 0.0095;
/// The joints of the tail: height and forward position.
const TAIL: [(f32, f32); 6] = [
    (0.588, -0.345),
    (0.582, -0.410),
    (0.580, -0.475),
    (0.588, -0.540),
    (0.606, -0.600),
    (0.634, -0.655),
];
const TAIL_NAMES: [&str; 6] = ["Tail1", "Tail2", "Tail3", "Tail4", "Tail5", "TailTip"];

pub(super) fn plan(plan: &mut Plan) {
    plan.add("", "Hips", (0.0, 0.560, -0.270));
    for (parent, name, height, forward) in [
        ("Hips", "Loin", 0.578, -0.180),
        ("Loin", "Back", 0.582, -0.070),
        ("Back", "Chest", 0.572, 0.050),
        ("Chest", "Neck", 0.600, 0.200),
        ("Neck", "UpperNeck", 0.670, 0.270),
        ("UpperNeck", "Head", 0.742, 0.330),
        ("Head", "Jaw", 0.722, 0.375),
        ("Head", "Nose", 0.728, 0.525),
    ] {
        plan.add(parent, name, (0.0, height, forward));
    }
    plan.add("Head", "LeftEar", (0.048, 0.792, 0.340));
    let mut parent = "Hips";
    for (name, (height, forward)) in TAIL_NAMES.into_iter().zip(TAIL) {
        plan.add(parent, name, (0.0, height, forward));
        parent = name;
    }
    limit(plan);
}

fn limit(plan: &mut Plan) {
    for (name, swing, twist) in [("Loin", 22.0, 8.0), ("Back", 18.0, 10.0), ("Chest", 15.0, 12.0)] {
        plan.limit(name, cone(Vec3::Z, swing, twist));
    }
    for (name, swing, twist) in
        [("Neck", 40.0, 15.0), ("UpperNeck", 35.0, 20.0), ("Head", 45.0, 40.0)]
    {
        plan.limit(name, cone(Vec3::new(0.0, 0.7, 0.7), swing, twist));
    }
    plan.limit("Jaw", hinge(Vec3::X, 0.0, 35.0));
    let [min, max] = [Vec3::new(-30.0, -20.0, -30.0), Vec3::new(30.0, 30.0, 50.0)]
        .map(|bound| bound * 1f32.to_radians());
    plan.limit(
        "LeftEar",
        Limit::EulerBox(EulerBox { frame: Quat::IDENTITY, order: EulerOrder::Zxy, min, max }),
    );
    for name in &TAIL_NAMES[..5] {
        plan.limit(name, cone(Vec3::NEG_Z, 35.0, 10.0));
    }
}

fn cone(axis: Vec3, swing: f32, twist: f32) -> Limit {
    Limit::SwingTwist(SwingTwist::cone(
        axis,
        swing.to_radians(),
        -twist.to_radians(),
        twist.to_radians(),
    ))
}

/// Adds everything except the legs.
pub(super) fn model(draft: &mut Draft) {
    let back = row(draft, &["Hips", "Loin", "Back", "Chest"], Vec3::Z);
    for (paint, shape) in [(Paint::Shell, ribs()), (Paint::Joint, belly()), (Paint::Shell, rump())]
    {
        draft.part(paint, &polygonise(&shape, CELL), |p| Weights::in_row(&back, p.z));
    }
    let up = Vec3::new(0.0, 0.74, 0.67);
    let neck = row(draft, &["Chest", "Neck", "UpperNeck", "Head"], up);
    draft.part(Paint::Joint, &polygonise(&throat(), CELL), |p| Weights::in_row(&neck, p.dot(up)));
    model_head(draft);
    model_tail(draft);
}

fn row(draft: &Draft, names: &[&str], direction: Vec3) -> Vec<Span> {
    let span = |name: &&str| Span {
        joint: draft.plan.joint(name),
        start: draft.position(name).dot(direction),
        blend: 0.08,
    };
    names.iter().map(span).collect()
}

fn ribs() -> Shape {
    Shape::symmetric()
        .add(0.0, Solid::ellipsoid((0.0, 0.512, 0.075), (0.092, 0.125, 0.185)))
        .add(0.05, Solid::ellipsoid((0.0, 0.560, 0.130), (0.072, 0.080, 0.105)))
        .add(0.04, Solid::ellipsoid((0.0, 0.460, 0.170), (0.058, 0.070, 0.070)))
        .carve(0.016, Solid::ellipsoid((0.0, 0.640, 0.260), (0.075, 0.100, 0.080)))
        .carve(0.018, Solid::half_space((0.0, 0.500, -0.075), (0.0, 0.25, 1.0)))
}

fn belly() -> Shape {
    Shape::symmetric()
        .add(0.0, Solid::ellipsoid((0.0, 0.525, -0.010), (0.074, 0.100, 0.120)))
        .add(0.06, Solid::ellipsoid((0.0, 0.550, -0.140), (0.060, 0.068, 0.120)))
        .add(0.05, Solid::ellipsoid((0.0, 0.555, -0.250), (0.058, 0.058, 0.060)))
}

fn rump() -> Shape {
    Shape::symmetric()
        .add(0.0, Solid::ellipsoid((0.0, 0.555, -0.275), (0.080, 0.078, 0.095)))
        .add(0.04, Solid::ellipsoid((0.046, 0.535, -0.300), (0.048, 0.070, 0.065)))
        .carve(0.016, Solid::half_space((0.0, 0.560, -0.210), (0.0, -0.25, -1.0)))
}

fn throat() -> Shape {
    Shape::symmetric().add(0.0, Solid::cone((0.0, 0.575, 0.160), (0.0, 0.740, 0.335), 0.074, 0.052))
}

fn model_head(draft: &mut Draft) {
    draft.rigid(Paint::Shell, "Head", &polygonise(&skull(), HEAD_CELL));
    let jaw = Shape::symmetric()
        .add(0.0, Solid::cone((0.0, 0.712, 0.385), (0.0, 0.708, 0.474), 0.026, 0.0155));
    draft.rigid(Paint::Shell, "Jaw", &polygonise(&jaw, 0.8 * HEAD_CELL));
    draft.rigid(Paint::Eye, "Head", &polygonise(&nose(), 0.5 * HEAD_CELL));
    let eye = Vec3::new(0.0330, 0.7830, 0.4080);
    let eye = Lathe::round(eye, eye + Vec3::Z, 14).turn(&lathe::ball(0.0105, 8));
    draft.rigid(Paint::Eye, "Head", &eye);
    draft.rigid(Paint::Eye, "Head", &eye.mirrored());
    model_ears(draft);
}

fn skull() -> Shape {
    Shape::symmetric()
        .add(0.0, Solid::ellipsoid((0.0, 0.760, 0.355), (0.063, 0.062, 0.075)))
        .add(0.03, Solid::cone((0.0, 0.747, 0.400), (0.0, 0.733, 0.490), 0.042, 0.0255))
        .add(0.02, Solid::ellipsoid((0.030, 0.798, 0.385), (0.020, 0.012, 0.022)))
        .carve(0.012, Solid::ellipsoid((0.036, 0.783, 0.425), (0.014, 0.010, 0.016)))
}

fn nose() -> Shape {
    Shape::symmetric().add(0.0, Solid::ellipsoid((0.0, 0.741, 0.514), (0.0155, 0.0120, 0.0110)))
}

/// Flaps that hang from the corners of the skull.
fn model_ears(draft: &mut Draft) {
    let out = Mat3::from_rotation_z(0.30) * Mat3::from_rotation_x(0.25);
    let ear = Shape::new()
        .add(0.0, Solid::ellipsoid((0.067, 0.762, 0.338), (0.0110, 0.0520, 0.0270)).turned(out))
        .add(0.012, Solid::ellipsoid((0.052, 0.796, 0.342), (0.0160, 0.0130, 0.0230)));
    draft.rigid_pair(Paint::Joint, "LeftEar", &polygonise(&ear, 0.9 * HEAD_CELL));
}

fn model_tail(draft: &mut Draft) {
    for (i, pair) in TAIL_NAMES.windows(2).enumerate() {
        let [start, end] = [pair[0], pair[1]].map(|name| draft.position(name));
        let [near, far] = [0, 1].map(|k| 0.0260 - 0.0030 * (i + k) as f32);
        let along = (end - start).normalize();
        let length = (end - start).length();
        let (gap, last) = (0.012, i == 4);
        let shell = lathe::capsule(length - gap - if last { far } else { gap }, [near, far], 4);
        draft.rigid(
            Paint::Joint,
            pair[0],
            &Lathe::round(start, end, 14).turn(&lathe::ball(0.88 * near, 8)),
        );
        draft.rigid(
            Paint::Shell,
            pair[0],
            &Lathe::round(start + along * gap, end, 16).turn(&lathe::flattened(
                shell,
                0.45,
                if last { Caps::First } else { Caps::Both },
            )),
        );
    }
}
