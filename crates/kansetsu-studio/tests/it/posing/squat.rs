//! Hips that are dragged while nothing is pinned: a squat, a step aside.

use std::sync::Arc;

use kansetsu::{
    d3::{
        Goal, Humanoid, Pose, rotation_of,
        solve::{Body, Root, WholeBody},
    },
    glam::{Vec2, Vec3},
};
use kansetsu_formats::Figure;
use kansetsu_studio::{
    posing::{Drag, Grip, Posed, Settings, Subject, lowest_point},
    viewport::{Camera, View},
};

use super::random::{PRESS, after, worst_violation};
use crate::skip::test_data;

/// Leads the hips of a standing figure by `way`, in legs' lengths, seen from `yaw`, pixel by pixel.
fn led(figure: &Arc<Figure>, way: Vec3, yaw: f32) -> (Drag, Posed) {
    let subject = Subject::new(Arc::clone(figure), figure.rig.skeleton.rest_pose());
    let humanoid = figure.rig.humanoid().expect("a person");
    let at = |joint: usize| subject.world_position(joint);
    let length = leg_length(&humanoid, at);
    let camera = Camera { yaw, pitch: 0.0, ..Camera::default() }
        .framing((0..subject.skeleton().len()).map(at), 1.6);
    let view = View::new(camera, Vec2::new(1280.0, 800.0));
    let pixel = |place: Vec3| view.project(place).expect("before the camera").pixel;
    let pixels = pixel(at(humanoid.hips) + way * length) - pixel(at(humanoid.hips));
    let mut drag = Drag::begin(subject, Grip::Joint(humanoid.hips), view, PRESS).expect("a joint");
    let events = pixels.length().ceil() as usize;
    let mut last = None;
    for event in 1..=events {
        last = Some(
            drag.at(after(pixels * (event as f32 / events as f32)), &Settings::default())
                .expect("a pose"),
        );
    }
    while drag.glides() {
        last = Some(drag.at(after(pixels), &Settings::default()).expect("a pose"));
    }
    (drag, last.expect("an event"))
}

/// How far the trunk leans forward in a pose, degrees.
fn lean(figure: &Figure, drag: &Drag, posed: &Posed) -> f32 {
    let humanoid = figure.rig.humanoid().expect("a person");
    let top = humanoid.neck.first().or(humanoid.spine.last()).copied().expect("a trunk");
    let at = |joint: usize| drag.subject().world_position_in(&posed.pose, joint);
    let trunk = at(top) - at(humanoid.hips);
    trunk.z.atan2(trunk.y).to_degrees()
}

/// How far soles go through the floor at most, in a pose, beside where they were, metres.
fn through(drag: &Drag, posed: &Posed) -> f32 {
    let lowest = |pose| lowest_point(drag.subject(), pose).map_or(0.0, |place| place.y);
    lowest(&drag.subject().pose) - lowest(&posed.pose)
}

/// How far each knee is outside of the plane of its foot, in lengths of the leg.
fn knees_outside(humanoid: &Humanoid, at: impl Fn(usize) -> Vec3) -> [f32; 2] {
    humanoid.legs.map(|leg| {
        let along = (at(leg.toes.expect("toes")) - at(leg.foot)).with_y(0.0).normalize();
        let outwards = (at(leg.foot) - at(humanoid.hips))
            .with_y(0.0)
            .reject_from_normalized(along)
            .normalize();
        (at(leg.lower) - at(leg.foot)).dot(outwards) / leg_length(humanoid, &at)
    })
}

fn leg_length(humanoid: &Humanoid, at: impl Fn(usize) -> Vec3) -> f32 {
    let [leg, _] = humanoid.legs;
    at(leg.upper).distance(at(leg.lower)) + at(leg.lower).distance(at(leg.foot))
}

/// Hips that are dragged down at once while feet stay flat: as deep as ankles let them, knees stay
/// over the toes. The deepest ones press ankles into a corner of their limit, from which only a
/// restart leads out.
fn check_flat_feet(figure: &Figure, name: &str) {
    let (rig, humanoid) = (&figure.rig, figure.rig.humanoid().expect("a person"));
    let body = Body::new(&rig.skeleton)
        .with_limits(&rig.limits)
        .and_then(|body| body.with_limbs(&rig.skeleton, &rig.limbs));
    let body = body
        .and_then(|body| body.with_posture(&figure.rig.posture()))
        .and_then(|body| body.with_collision_pairs(&figure.rig.collision_pairs()))
        .expect("a body");
    let rest = rig.skeleton.forward(&rig.skeleton.rest_pose());
    let feet = humanoid.legs.map(|leg| leg.foot);
    let pins = feet.map(|foot| {
        Goal::position(foot, rest[foot].translation)
            .with_orientation(rotation_of(&rest[foot]))
            .pinned()
    });
    let at_rest = |joint: usize| rest[joint].translation;
    let (length, [standing, _]) =
        (leg_length(&humanoid, at_rest), knees_outside(&humanoid, at_rest));
    for depth in 1..=30 {
        let hips = rest[humanoid.hips].translation - Vec3::Y * (0.01 * depth as f32 * length);
        let goals = [&pins[..], &[Goal::position(humanoid.hips, hips)]].concat();
        let mut pose: Pose = rig.skeleton.rest_pose();
        WholeBody { root: Root::Free, max_steps: 1000, max_restarts: 8, ..WholeBody::default() }
            .solve(&body, &goals, &mut pose)
            .expect("well formed");
        let maps = rig.skeleton.forward(&pose);
        let off = maps[humanoid.hips].translation.distance(hips);
        assert!(off < 1e-3 * length, "{name}, {depth}: hips are {off} m off");
        let knees =
            knees_outside(&humanoid, |joint| maps[joint].translation).map(|knee| knee - standing);
        assert!(
            knees.iter().all(|knee| (-0.02..0.14).contains(knee)),
            "{name}, {depth}: knees are {knees:?} legs outside"
        );
    }
}

fn check(figure: Figure, name: &str) {
    check_flat_feet(&figure, name);
    let figure = Arc::new(figure);
    let humanoid = figure.rig.humanoid().expect("a person");
    let size = figure.rig.skeleton.size();
    let (drag, posed) = led(&figure, Vec3::NEG_Y * 0.01, 0.0);
    let ahead = lean(&figure, &drag, &posed);
    for yaw in [0.0, 0.8, 1.57] {
        let (drag, posed) = led(&figure, Vec3::NEG_Y * 0.54, yaw);
        assert!(
            posed.distance < 2e-3 * size,
            "{name}, {yaw}: {} m of {size} short",
            posed.distance
        );
        assert!(
            through(&drag, &posed) < 3e-3 * size,
            "{name}, {yaw}: {} m through the floor",
            through(&drag, &posed)
        );
        let leans = lean(&figure, &drag, &posed) - ahead;
        assert!((-1.0..45.0).contains(&leans), "{name}, {yaw}: the trunk leans {leans} degrees");
        let knees =
            knees_outside(&humanoid, |joint| drag.subject().world_position_in(&posed.pose, joint));
        assert!(
            knees.iter().all(|knee| (-0.02..0.13).contains(knee)),
            "{name}, {yaw}: knees are {knees:?} legs outside"
        );
        assert!(worst_violation(drag.subject(), &posed.pose) <= 1e-4);
    }
    let (drag, posed) = led(&figure, Vec3::X * 0.36, 0.0);
    assert!(posed.distance < 0.05 * size, "{name}: {} m of {size} short", posed.distance);
    assert!(
        through(&drag, &posed) < 3e-3 * size,
        "{name}: {} m through the floor",
        through(&drag, &posed)
    );
}

#[test]
fn hips_that_are_led_down_make_a_squat() {
    check(kansetsu_figures::mannequin(), "mannequin");
}

#[test]
fn files_of_people_squat_too() {
    for name in [
        "vrm/basic_armature_vrm1.vrm",
        "vrm/unity_example_vrm1.vrm",
        "fbx/own_mixamo_like_7700_binary.fbx",
    ] {
        let Some(file) = test_data(name) else { return };
        let bytes = std::fs::read(file).expect("a file");
        let opened =
            kansetsu_formats::open(&bytes, name, &|path| Err(format!("there is no {path}")))
                .expect("a figure");
        check(opened.figure, name);
    }
}
