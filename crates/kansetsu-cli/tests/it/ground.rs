//! Feet on slopes and steps.

use kansetsu::{
    d3::Transform,
    glam::{Quat, Vec3},
};
use kansetsu_formats::{Clip, Interpolation, Track, Values, gltf};
use serde_json::Value;

use crate::{
    command::{kansetsu, position},
    files::Folder,
};

/// The mannequin raises its left thigh by 40° and puts the foot down again, in a second.
fn step_in_place() -> Vec<u8> {
    let figure = kansetsu_figures::figure("mannequin").unwrap();
    let joint = figure.rig.skeleton.find("LeftUpperLeg").unwrap();
    let rest: Transform = figure.rig.skeleton.joints()[joint].rest;
    let angles = [0.0_f32, 0.0, -40.0, 0.0, 0.0].map(f32::to_radians);
    let turns = angles.map(|angle| rest.rotation * Quat::from_rotation_x(angle)).to_vec();
    let track = Track {
        joint,
        times: vec![0.0, 0.2, 0.5, 0.8, 1.0],
        values: Values::Rotation(turns),
        interpolation: Interpolation::Linear,
    };
    let clip =
        Clip { name: "step".to_owned(), duration: 1.0, tracks: vec![track], ..Clip::default() };
    let bytes = gltf::write_new(&figure, None).unwrap();
    let document = gltf::read(&bytes, &|_| Err("all inside".to_owned())).unwrap().document;
    let changes = gltf::Changes { clips: &[clip], ..gltf::Changes::default() };
    document.save(&changes, gltf::Container::Glb).unwrap().bytes
}

/// A joint in model space, at a time of a clip if there is one.
fn joint_of(file: &str, joint: &str, moment: &[&str]) -> Vec3 {
    let args = [&["fk", file, "--json"], moment].concat();
    let fk: Value = kansetsu(&args).done().json();
    let place: Vec<f32> = position(&fk, joint).iter().map(|&x| x as f32).collect();
    Vec3::from_slice(&place)
}

#[test]
fn a_pose_stands_on_a_slope() {
    let folder = Folder::new();
    let out = folder.path("slope.glb");
    let args = ["ground", "figure:mannequin", "--height", "-0.3", "--slope", "12"];
    let placed = kansetsu(&[&args[..], &["--heading", "90", "-o", &out, "--json"]].concat()).done();
    for foot in placed.json()["feet"].as_array().unwrap() {
        assert!(foot["deepest"].as_f64().unwrap() < 2e-3, "{foot}");
        assert!(foot["farthest"].as_f64().unwrap() < 2e-3, "{foot}");
    }
    // It rises towards +X, where the left foot is.
    let [left, right] = ["LeftFoot", "RightFoot"].map(|foot| joint_of(&out, foot, &[]));
    let rise = (left.y - right.y) / (left.x - right.x);
    assert!((rise - 12.0_f32.to_radians().tan()).abs() < 0.03, "{left} {right}");
}

#[test]
fn a_clip_steps_on_a_block_and_the_standing_foot_does_not_slide() {
    let folder = Folder::new();
    let (file, out) = (folder.with("step.glb", step_in_place()), folder.path("block.glb"));
    let args = ["ground", &file, "--rate", "60", "--block=-2,-2,2,2,0.25", "--block=0,-1,2,2,0.35"];
    let placed = kansetsu(&[&args[..], &["-o", &out, "--json"]].concat()).done().json();
    assert_eq!(placed["frames"], 61);
    let clip = |time: &str| ["--clip", "step grounded", "--time", time].map(str::to_owned);
    let at = |joint: &str, time: &str| {
        let clip = clip(time);
        joint_of(&out, joint, &clip.each_ref().map(String::as_str))
    };
    let standing = at("RightFoot", "0");
    let level = joint_of(&file, "RightFoot", &[]).y;
    assert!((standing.y - level - 0.25).abs() < 2e-3, "{standing}");
    for time in ["0.3", "0.5", "0.7", "1"] {
        assert!(at("RightFoot", time).distance(standing) < 1e-3, "at {time}");
    }
    let [before, raised, after] = ["0", "0.5", "1"].map(|time| at("LeftFoot", time));
    assert!((before.y - level - 0.35).abs() < 5e-3 && (after.y - before.y).abs() < 5e-3);
    assert!(raised.y > before.y + 0.05, "{raised}");
}

#[test]
fn a_clip_with_another_floor_is_warned_about() {
    let folder = Folder::new();
    let file = folder.with("step.glb", step_in_place());
    let args = ["ground", &file, "--rate", "30", "--json"];
    let warned = |more: &[&str]| kansetsu(&[&args[..], more].concat()).done().err;
    assert!(!warned(&[]).contains("no foot is planted"));
    assert!(warned(&["--clip-floor=-2"]).contains("no foot is planted"));
    assert!(warned(&["--height", "5"]).contains("no foot is planted"));
}

#[test]
fn wrong_blocks_and_figures_without_legs_are_refused() {
    let block = ["ground", "figure:mannequin", "--block", "0,0,1,1"];
    kansetsu(&block).refused(&["five numbers", "0,0,1,1"]);
    kansetsu(&["ground", "figure:mannequin", "--clip-floor", "1"]).refused(&["--rate"]);
    kansetsu(&["ground", "figure:tentacle"]).refused(&["no leg"]);
    kansetsu(&["ground", "figure:mannequin", "--slope", "80"]).refused(&["80", "60"]);
}
