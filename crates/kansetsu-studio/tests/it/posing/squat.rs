//! Hips that are dragged while nothing is pinned: a squat, a step aside.

use std::{path::PathBuf, sync::Arc};

use kansetsu::glam::{Vec2, Vec3};
use kansetsu_formats::Figure;
use kansetsu_studio::{
    posing::{Drag, Grip, Posed, Settings, Subject, lowest_point},
    viewport::{Camera, View},
};

use super::random::{PRESS, after, worst_violation};

/// Leads the hips of a standing figure by `way`, in legs' lengths, seen from `yaw`, pixel by pixel.
fn led(figure: &Arc<Figure>, way: Vec3, yaw: f32) -> (Drag, Posed) {
    let subject = Subject::new(Arc::clone(figure), figure.rig.skeleton.rest_pose());
    let humanoid = figure.humanoid().expect("a person");
    let at = |joint: usize| subject.world_position(joint);
    let [leg, _] = humanoid.legs;
    let length = at(leg.upper).distance(at(leg.lower)) + at(leg.lower).distance(at(leg.foot));
    let camera = Camera { yaw, pitch: 0.0, ..Camera::default() }.framing((0..subject.skeleton().len()).map(at), 1.6);
    let view = View::new(camera, Vec2::new(1280.0, 800.0));
    let pixel = |place: Vec3| view.project(place).expect("before the camera").pixel;
    let pixels = pixel(at(humanoid.hips) + way * length) - pixel(at(humanoid.hips));
    let mut drag = Drag::begin(subject, Grip::Joint(humanoid.hips), view, PRESS).expect("a joint");
    let events = pixels.length().ceil() as usize;
    let mut last = None;
    for event in 1..=events {
        last = Some(drag.at(after(pixels * (event as f32 / events as f32)), &Settings::default()).expect("a pose"));
    }
    while drag.glides() {
        last = Some(drag.at(after(pixels), &Settings::default()).expect("a pose"));
    }
    (drag, last.expect("an event"))
}

/// How far the trunk leans forward in a pose, degrees.
fn lean(figure: &Figure, drag: &Drag, posed: &Posed) -> f32 {
    let humanoid = figure.humanoid().expect("a person");
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

fn check(figure: Figure, name: &str) {
    let figure = Arc::new(figure);
    let size = figure.rig.skeleton.size();
    let (drag, posed) = led(&figure, Vec3::NEG_Y * 0.01, 0.0);
    let ahead = lean(&figure, &drag, &posed);
    for yaw in [0.0, 0.8, 1.57] {
        let (drag, posed) = led(&figure, Vec3::NEG_Y * 0.54, yaw);
        assert!(posed.distance < 2e-3 * size, "{name}, {yaw}: {} m of {size} short", posed.distance);
        assert!(through(&drag, &posed) < 3e-3 * size, "{name}, {yaw}: {} m through the floor", through(&drag, &posed));
        let leans = lean(&figure, &drag, &posed) - ahead;
        assert!((-1.0..45.0).contains(&leans), "{name}, {yaw}: the trunk leans {leans} degrees");
        assert!(worst_violation(drag.subject(), &posed.pose) <= 1e-4);
    }
    let (drag, posed) = led(&figure, Vec3::X * 0.36, 0.0);
    assert!(posed.distance < 0.05 * size, "{name}: {} m of {size} short", posed.distance);
    assert!(through(&drag, &posed) < 3e-3 * size, "{name}: {} m through the floor", through(&drag, &posed));
}

#[test]
fn hips_that_are_led_down_make_a_squat() {
    check(kansetsu_figures::mannequin(), "mannequin");
}

#[expect(clippy::print_stdout, reason = "a test that did not run says so")]
fn say_missing() {
    println!("not run: squats of people in files, because there is no corpus");
}

#[test]
fn files_of_people_squat_too() {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from);
    if !folder.is_dir() {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{} is missing", folder.display());
        return say_missing();
    }
    for name in ["vrm/basic_armature_vrm1.vrm", "vrm/unity_example_vrm1.vrm", "fbx/own_mixamo_like_7700_binary.fbx"] {
        let bytes = std::fs::read(folder.join(name)).expect("a file");
        let opened = kansetsu_formats::open(&bytes, name, &|path| Err(format!("there is no {path}"))).expect("a figure");
        check(opened.figure, name);
    }
}
