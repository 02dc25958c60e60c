//! Eyes that look at a point.

use std::fs;

use kansetsu::glam::{EulerRot, Quat};
use serde_json::{Value, json};

use crate::{command::kansetsu, files::Folder};

/// A head at 1 m with two eyes that faces +Z, and moves them by joints or by expressions.
fn avatar(moves: &str) -> String {
    let bones = ["hips", "head", "leftEye", "rightEye"].into_iter().enumerate();
    let bones: serde_json::Map<String, Value> =
        bones.map(|(node, bone)| (bone.to_owned(), json!({"node": node}))).collect();
    json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "extensionsUsed": ["VRMC_vrm"],
        "extensions": {"VRMC_vrm": {
            "specVersion": "1.0",
            "humanoid": {"humanBones": bones},
            "lookAt": {"type": moves, "offsetFromHeadBone": [0, 0, 0]},
        }},
        "nodes": [
            {"name": "hips", "children": [1]},
            {"name": "head", "translation": [0, 1, 0], "children": [2, 3]},
            {"name": "left", "translation": [0.03, 0, 0]},
            {"name": "right", "translation": [-0.03, 0, 0]},
        ],
    })
    .to_string()
}

/// The angle to the left of an eye in a file, degrees.
fn left(file: &str, node: usize) -> f32 {
    let json: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let rotation = json["nodes"][node]["rotation"].as_array().map(|list| {
        Quat::from_array(std::array::from_fn(|part| list[part].as_f64().unwrap() as f32))
    });
    let rotation = rotation.unwrap_or(Quat::IDENTITY);
    rotation.to_euler(EulerRot::YXZ).0.to_degrees()
}

#[test]
fn solved_eyes_look_as_far_as_the_file_allows() {
    let folder = Folder::new();
    let file = folder.with("avatar.gltf", avatar("bone"));
    let out = folder.path("out.gltf");
    let solve = ["solve", &file, "--goal", "head=0,1,0", "--start", "given", "--bake", "-o", &out];
    kansetsu(&[&solve[..], &["--eyes", "5,1,5"]].concat()).done();
    // 90° of gaze are 10° of the eyes, by the defaults of the format.
    for eye in [2, 3] {
        assert!((left(&out, eye) - 5.0).abs() < 0.01, "{}", left(&out, eye));
    }
    kansetsu(&solve).done();
    assert_eq!(left(&out, 2), 0.0);
}

#[test]
fn missing_expressions_and_settings_are_named() {
    let folder = Folder::new();
    let file = folder.with("avatar.gltf", avatar("expression"));
    let out = folder.path("out.png");
    let render = |file: &str, more: &[&str]| {
        kansetsu(
            &[&["render", file, "--size", "20x20", "-o", &out, "--eyes", "5,1,5"], more].concat(),
        )
    };
    let run = render(&file, &[]).done();
    assert!(run.err.contains("no expression \"lookLeft\""), "{}", run.err);
    assert!(!run.err.contains("lookRight"), "{}", run.err);
    fs::remove_file(&out).unwrap();
    render("figure:arm", &[]).refused(&["no look-at settings"]);
    render(&file, &["--sheet", "1x2"]).refused(&["--eyes"]);
    assert_eq!(folder.names(), ["avatar.gltf"]);
}
