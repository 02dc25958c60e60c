//! The dog's legs.

use glam::Vec3;
use kansetsu::d3::Limit;
use kansetsu_humanoid::anatomy::{Socket, hinge};

use crate::model::{
    Draft, Paint, Plan, Shape, Solid,
    lathe::{self, Caps, Lathe},
    polygonise,
};

const CELL: f32 = 0.0110;

pub(super) fn plan(plan: &mut Plan) {
    for (parent, name, position) in [
        ("Chest", "LeftShoulderBlade", (0.062, 0.590, 0.110)),
        ("LeftShoulderBlade", "LeftUpperForeleg", (0.080, 0.435, 0.195)),
        ("LeftUpperForeleg", "LeftLowerForeleg", (0.084, 0.325, 0.085)),
        ("LeftLowerForeleg", "LeftForepaw", (0.084, 0.118, 0.098)),
        ("LeftForepaw", "LeftForetoes", (0.084, 0.034, 0.118)),
        ("LeftForetoes", "LeftForetoesTip", (0.084, 0.012, 0.170)),
        ("Hips", "LeftUpperHindleg", (0.074, 0.520, -0.275)),
        ("LeftUpperHindleg", "LeftLowerHindleg", (0.084, 0.345, -0.185)),
        ("LeftLowerHindleg", "LeftHindpaw", (0.084, 0.155, -0.330)),
        ("LeftHindpaw", "LeftHindtoes", (0.084, 0.034, -0.305)),
        ("LeftHindtoes", "LeftHindtoesTip", (0.084, 0.012, -0.250)),
    ] {
        plan.add(parent, name, position);
    }
    limit(plan);
}

fn limit(plan: &mut Plan) {
    plan.limit("LeftShoulderBlade", hinge(Vec3::X, -20.0, 20.0));
    // Out 35°, in 20°, axial rotation 30°; forward and back by the measured angles.
    let limit =
        ball(plan, ["LeftShoulderBlade", "LeftUpperForeleg", "LeftLowerForeleg"], [57.0, 165.0]);
    plan.limit("LeftUpperForeleg", limit);
    let limit =
        between(plan, ["LeftUpperForeleg", "LeftLowerForeleg", "LeftForepaw"], [36.0, 165.0]);
    plan.limit("LeftLowerForeleg", limit);
    // A standing dog's wrist is bent 190° backward, six degrees from its limit.
    plan.limit("LeftForepaw", hinge(Vec3::X, -6.0, 158.0));
    plan.limit("LeftForetoes", hinge(Vec3::X, -50.0, 60.0));
    let pelvis = Vec3::new(0.0, 0.10, 0.12);
    let [hip, knee] =
        ["LeftUpperHindleg", "LeftLowerHindleg"].map(|name| plan.joints[plan.joint(name)].position);
    plan.limit("LeftUpperHindleg", swing(pelvis, knee - hip, [50.0, 162.0]));
    let limit =
        between(plan, ["LeftUpperHindleg", "LeftLowerHindleg", "LeftHindpaw"], [41.0, 162.0]);
    plan.limit("LeftLowerHindleg", limit);
    let limit = between(plan, ["LeftLowerHindleg", "LeftHindpaw", "LeftHindtoes"], [38.0, 164.0]);
    plan.limit("LeftHindpaw", limit);
    plan.limit("LeftHindtoes", hinge(Vec3::X, -50.0, 60.0));
}

/// The angle between two bones in the plane of walking, degrees.
fn angle(a: Vec3, b: Vec3) -> f32 {
    let (a, b) = (Vec3::new(0.0, a.y, a.z), Vec3::new(0.0, b.y, b.z));
    libm::atan2f(a.cross(b).length(), a.dot(b)).to_degrees()
}

/// A hinge that folds the lower bone towards the upper one, from the measured angles between them.
fn between(plan: &Plan, joints: [&str; 3], [least, most]: [f32; 2]) -> Limit {
    let [upper, joint, lower] = joints.map(|name| plan.joints[plan.joint(name)].position);
    let (up, down) = (upper - joint, lower - joint);
    let rest = angle(up, down);
    hinge(Vec3::X * down.cross(up).x.signum(), rest - most, rest - least)
}

/// A ball joint, from the measured angles between two bones.
fn ball(plan: &Plan, joints: [&str; 3], range: [f32; 2]) -> Limit {
    let [upper, joint, lower] = joints.map(|name| plan.joints[plan.joint(name)].position);
    swing(upper - joint, lower - joint, range)
}

/// The bone along `down` may be at `least` to `most` degrees to the bone along `up`.
fn swing(up: Vec3, down: Vec3, [least, most]: [f32; 2]) -> Limit {
    let rest = angle(up, down);
    let (sin, cos) =
        libm::sincosf((rest - 0.5 * (least + most)).to_radians() * down.cross(up).x.signum());
    let across = Vec3::new(0.0, down.y * cos - down.z * sin, down.y * sin + down.z * cos);
    let middle = (across.normalize() + Vec3::X * 0.13).normalize();
    Socket {
        bone: down,
        center: middle,
        axis: Vec3::X,
        about: 0.5 * (most - least),
        across: 28.0,
        twist: [-30.0, 30.0],
    }
    .limit()
}

/// Adds the four legs.
pub(super) fn model(draft: &mut Draft) {
    foreleg(draft);
    hind_leg(draft);
    for (paw, toes) in [("LeftForepaw", "LeftForetoes"), ("LeftHindpaw", "LeftHindtoes")] {
        let (top, foot) = (draft.position(paw), draft.position(toes));
        bone(draft, paw, [top, foot], [0.0195, 0.0205], 0.012);
        draft.rigid_pair(Paint::Joint, toes, &ball_surface(foot, 0.0185));
        draft.rigid_pair(Paint::Shell, toes, &polygonise(&paw_shape(foot), CELL));
    }
}

fn foreleg(draft: &mut Draft) {
    let [blade, shoulder, elbow, wrist] =
        ["LeftShoulderBlade", "LeftUpperForeleg", "LeftLowerForeleg", "LeftForepaw"]
            .map(|name| draft.position(name));
    let plate = Shape::new()
        .add(0.0, Solid::cone(blade, shoulder + (blade - shoulder) * 0.25, 0.030, 0.042))
        .add(0.03, Solid::ellipsoid(0.5 * (blade + shoulder), (0.026, 0.085, 0.055)));
    draft.rigid_pair(Paint::Shell, "LeftShoulderBlade", &polygonise(&plate, CELL));
    draft.rigid_pair(Paint::Joint, "LeftUpperForeleg", &ball_surface(shoulder, 0.043));
    bone(draft, "LeftUpperForeleg", [shoulder, elbow], [0.046, 0.036], 0.022);
    draft.rigid_pair(Paint::Joint, "LeftLowerForeleg", &ball_surface(elbow, 0.034));
    bone(draft, "LeftLowerForeleg", [elbow, wrist], [0.033, 0.0205], 0.016);
    draft.rigid_pair(Paint::Joint, "LeftForepaw", &ball_surface(wrist, 0.0195));
}

fn hind_leg(draft: &mut Draft) {
    let [hip, knee, hock] =
        ["LeftUpperHindleg", "LeftLowerHindleg", "LeftHindpaw"].map(|name| draft.position(name));
    let thigh = Shape::new()
        .add(0.0, Solid::cone(hip + (knee - hip) * 0.25, knee, 0.060, 0.042))
        .add(0.04, Solid::ellipsoid(hip + Vec3::new(0.004, -0.080, 0.000), (0.046, 0.090, 0.072)))
        .carve(0.014, Solid::half_space(knee + (hip - knee) * 0.12, hip - knee));
    draft.rigid_pair(Paint::Joint, "LeftUpperHindleg", &ball_surface(hip, 0.056));
    draft.rigid_pair(Paint::Shell, "LeftUpperHindleg", &polygonise(&thigh, CELL));
    draft.rigid_pair(Paint::Joint, "LeftLowerHindleg", &ball_surface(knee, 0.040));
    bone(draft, "LeftLowerHindleg", [knee, hock], [0.042, 0.0210], 0.018);
    draft.rigid_pair(Paint::Joint, "LeftHindpaw", &ball_surface(hock, 0.0205));
}

fn ball_surface(center: Vec3, radius: f32) -> crate::model::Surface {
    Lathe::round(center, center + Vec3::X, 18).turn(&lathe::ball(radius, 10))
}

/// A tapered shell along a bone with gaps of `gap` metres to the joints at its ends.
fn bone(draft: &mut Draft, joint: &str, ends: [Vec3; 2], radii: [f32; 2], gap: f32) {
    let way = ends[1] - ends[0];
    let along = way.normalize();
    let rings = lathe::capsule(way.length() - 1.7 * gap, radii, 4);
    let lathe = Lathe::round(ends[0] + along * gap, ends[1], 20);
    draft.rigid_pair(Paint::Shell, joint, &lathe.turn(&lathe::flattened(rings, 0.45, Caps::Both)));
}

fn paw_shape(foot: Vec3) -> Shape {
    let at = |x: f32, y: f32, z: f32| Vec3::new(foot.x + x, y, foot.z + z);
    Shape::new()
        .add(0.0, Solid::ellipsoid(at(0.0, 0.022, 0.022), (0.0330, 0.0240, 0.0360)))
        .add(0.010, Solid::ellipsoid(at(-0.011, 0.016, 0.046), (0.0110, 0.0150, 0.0190)))
        .add(0.010, Solid::ellipsoid(at(0.011, 0.016, 0.046), (0.0110, 0.0150, 0.0190)))
        .carve(0.006, Solid::half_space((0.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
}
