//! Forward kinematics against the positions of other programs.

use std::fs;

use serde_json::Value;

use crate::{
    command::{distance, kansetsu, numbers},
    skip::test_data,
};

/// Compares the joints of `fk FILE args --json` with positions by node, within 1e-5 of the figure's
/// size.
fn compare(file: &str, args: &[&str], expected: &Value) {
    let run = kansetsu(&[&["fk", file, "--json"], args].concat()).done().json();
    let expected = expected.as_object().unwrap();
    let points: Vec<Vec<f64>> = expected.values().map(numbers).collect();
    let extent = |axis: usize| {
        let along = points.iter().map(|point| point[axis]);
        along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
    };
    let size = (0..3).map(|axis| extent(axis) * extent(axis)).sum::<f64>().sqrt();
    let joints = run["joints"].as_array().unwrap();
    let mut compared = 0;
    for joint in joints.iter().filter(|joint| !joint["node"].is_null()) {
        if let Some(point) = expected.get(&joint["node"].to_string()) {
            let off = distance(&numbers(point), &numbers(&joint["position"]));
            assert!(
                off <= 1e-5 * size + 1e-6,
                "{file} {args:?}: joint {} is {off} m off",
                joint["name"]
            );
            compared += 1;
        }
    }
    assert_eq!(compared, expected.len(), "{file} {args:?}: joints are missing");
}

/// The rest pose and every sampled time of every clip.
fn agrees_with_the_reference(name: &str) {
    let (Some(file), Some(reference)) =
        (test_data(&format!("gltf/{name}")), test_data(&format!("reference/{name}.json")))
    else {
        return;
    };
    let file = file.to_str().unwrap();
    let reference: Value = serde_json::from_slice(&fs::read(reference).unwrap()).unwrap();
    compare(file, &[], &reference["world_rest"]);
    for animation in reference["animations"].as_array().unwrap() {
        let clip = animation["index"].to_string();
        for sample in animation["samples"].as_array().unwrap() {
            compare(file, &["--clip", &clip, "--time", &sample["t"].to_string()], &sample["world"]);
        }
    }
}

#[test]
fn cesium_man_agrees_with_the_reference() {
    agrees_with_the_reference("CesiumMan.glb");
}

#[test]
fn robot_expressive_agrees_with_the_reference() {
    agrees_with_the_reference("RobotExpressive.glb");
}

#[test]
fn a_text_file_with_a_buffer_beside_it_agrees_with_the_reference() {
    agrees_with_the_reference("InterpolationTest.gltf");
}

#[test]
fn a_clip_has_a_name_and_an_index() {
    let Some(file) = test_data("gltf/RobotExpressive.glb") else { return };
    let file = file.to_str().unwrap();
    let by_name = kansetsu(&["fk", file, "--clip", "Robot_Walking", "--time", "0.5"]).done();
    let by_index = kansetsu(&["fk", file, "--clip", "10", "--time", "0.5"]).done();
    let by_number = kansetsu(&["fk", file, "--clip", "#10", "--time", "0.5"]).done();
    assert_eq!(by_name.out, by_index.out);
    assert_eq!(by_name.out, by_number.out);
    assert_ne!(by_name.out, kansetsu(&["fk", file]).done().out);
    kansetsu(&["fk", file, "--clip", "Robot_Flying"]).refused(&["Robot_Flying", "Robot_Walking"]);
    kansetsu(&["fk", file, "--clip", "99"]).refused(&["99"]);
}

#[test]
fn times_outside_a_clip_hold_its_ends() {
    let Some(file) = test_data("gltf/RobotExpressive.glb") else { return };
    let file = file.to_str().unwrap();
    let at = |time: &str| kansetsu(&["fk", file, "--clip", "0", "--time", time]).done().out;
    assert_eq!(at("-5"), at("0"));
    assert_eq!(at("1e30"), at("3.4"));
}

#[test]
fn json_has_the_promised_keys() {
    let run = kansetsu(&["fk", "figure:mannequin", "--json"]).done();
    let document = run.json();
    let joints = document["joints"].as_array().unwrap();
    for (index, joint) in joints.iter().enumerate() {
        let keys: Vec<&str> = joint.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["index", "name", "node", "parent", "position", "rotation"]);
        assert_eq!(joint["index"], index);
        assert!(joint["node"].is_null());
        assert!(joint["parent"].is_null() || joint["parent"].as_u64().unwrap() < index as u64);
        assert_eq!(numbers(&joint["position"]).len(), 3);
        let rotation = numbers(&joint["rotation"]);
        assert!((rotation.iter().map(|part| part * part).sum::<f64>() - 1.0).abs() < 1e-5);
    }
    assert_eq!(joints[0]["parent"], Value::Null);
    assert!(!run.out.contains("null,null") && run.err.is_empty());
}

#[test]
fn the_table_has_a_line_per_joint() {
    let joints = kansetsu(&["fk", "figure:mannequin", "--json"]).done().json()["joints"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(kansetsu(&["fk", "figure:mannequin"]).done().out.lines().count(), joints + 1);
}

#[test]
fn a_place_beyond_all_numbers_is_no_json() {
    let folder = crate::files::Folder::new();
    let file = folder.with(
        "huge.gltf",
        r#"{"asset": {"version": "2.0"}, "nodes": [{"scale": [3e38, 3e38, 3e38], "children": [1]}, {"name": "far", "translation": [3e38, 0, 0]}]}"#,
    );
    kansetsu(&["fk", &file, "--json"]).refused(&["far"]);
}
