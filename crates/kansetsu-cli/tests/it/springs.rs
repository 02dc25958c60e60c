//! Spring bones in motions.

use std::fs;

use base64::{Engine, engine::general_purpose::STANDARD};
use kansetsu_formats::{Figure, gltf};
use serde_json::{Value, json};

use crate::{
    command::kansetsu,
    files::{Folder, glb_of, is_valid},
};

/// A hair of two bones below a joint, as a spring.
fn with_hair(json: &mut Value, head: usize) {
    let nodes = json["nodes"].as_array_mut().unwrap();
    let hair = nodes.len();
    nodes.push(json!({"name": "hair", "translation": [0, 0, -0.1], "children": [hair + 1]}));
    nodes.push(json!({"name": "hair end", "translation": [0, 0, -0.2]}));
    let children = nodes[head]["children"].as_array().cloned().unwrap_or_default();
    nodes[head]["children"] = [children, vec![json!(hair)]].concat().into();
    json["extensionsUsed"] = json!(["VRMC_springBone"]);
    json["extensions"]["VRMC_springBone"] = json!({
        "specVersion": "1.0",
        "springs": [{"name": "hair", "joints": [{"node": hair, "stiffness": 0.2, "gravityPower": 0.1, "gravityDir": [0, -1, 0], "dragForce": 0.2}, {"node": hair + 1}]}],
    });
}

/// A head with a hair that moves to the side by a metre in one second, and the hair's own key.
fn shaken() -> String {
    let numbers = [0.0_f32, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(&bytes));
    let view = |start: usize, length: usize| json!({"buffer": 0, "byteOffset": 4 * start, "byteLength": 4 * length});
    let mut file = json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "head"}],
        "animations": [{
            "name": "shake",
            "channels": [
                {"sampler": 0, "target": {"node": 0, "path": "translation"}},
                {"sampler": 1, "target": {"node": 1, "path": "rotation"}},
            ],
            "samplers": [{"input": 0, "output": 1}, {"input": 2, "output": 3}],
        }],
        "buffers": [{"byteLength": bytes.len(), "uri": uri}],
        "bufferViews": [view(0, 2), view(2, 6), view(0, 1), view(8, 4)],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
            {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"},
            {"bufferView": 2, "componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0]},
            {"bufferView": 3, "componentType": 5126, "count": 1, "type": "VEC4"},
        ],
    });
    with_hair(&mut file, 0);
    file.to_string()
}

fn read(path: &str) -> Figure {
    gltf::read(&fs::read(path).unwrap(), &|name| Err(name.to_owned())).unwrap().figure
}

/// How far the tip of the hair is behind the head at a time of the first clip, metres.
fn lag(figure: &Figure, time: f32) -> f32 {
    let mut pose = figure.saved_pose();
    figure.clips[0].sample(time, &mut pose);
    let model_from_joint = figure.rig.skeleton.forward(&pose);
    let at = |name: &str| model_from_joint[figure.find_joint(name).unwrap()].translation.x;
    at("head") - at("hair end")
}

#[test]
fn a_converted_clip_has_the_motion_of_the_springs() {
    let folder = Folder::new();
    let file = folder.with("shaken.gltf", shaken());
    let out = folder.path("out.gltf");
    let listed = kansetsu(&["inspect", &file, "--json"]).done().json();
    let spring = json!({"name": "hair", "joints": 1, "colliders": 0});
    assert_eq!(listed["spring_bones"], json!([spring]));
    kansetsu(&["convert", &file, &out]).done();
    assert!(lag(&read(&out), 0.5).abs() < 1e-6);
    kansetsu(&["convert", &file, &out, "--springs"]).done();
    is_valid(&out);
    let figure = read(&out);
    assert_eq!((figure.clips.len(), &figure.clips[0].name[..]), (1, "shake"));
    assert_eq!(figure.clips[0].tracks.len(), 2, "one track for the head, one for the hair");
    assert!(figure.clips[0].tracks.iter().any(|track| track.times.len() == 61));
    assert!(lag(&figure, 0.5) > 0.1, "{}", lag(&figure, 0.5));
    assert!(!figure.springs.springs.is_empty(), "the springs are lost");
    let again = folder.path("again.gltf");
    kansetsu(&["convert", &file, &again, "--springs"]).done();
    assert_eq!(fs::read(&out).unwrap(), fs::read(&again).unwrap());
    let motion = folder.path("out.bvh");
    kansetsu(&["convert", &file, &motion, "--springs", "--rate", "30"]).done();
    let rows = fs::read_to_string(&motion).unwrap();
    let plain = folder.path("plain.bvh");
    kansetsu(&["convert", &file, &plain, "--rate", "30"]).done();
    assert_ne!(rows, fs::read_to_string(&plain).unwrap());
}

#[test]
fn a_picture_of_a_motion_shows_the_springs() {
    let folder = Folder::new();
    let file = folder.with("shaken.gltf", shaken());
    let out = folder.path("hair.png");
    let draw = |args: &[&str]| {
        let render = ["render", &file, "--skeleton", "--size", "100x100", "-o", &out];
        kansetsu(&[&render, args].concat()).done();
        fs::read(&out).unwrap()
    };
    assert_ne!(draw(&["--time", "0.5", "--springs"]), draw(&["--time", "0.5"]));
    assert_ne!(draw(&["--sheet", "1x2", "--springs"]), draw(&["--sheet", "1x2"]));
}

#[test]
fn a_retargeted_motion_moves_the_springs_of_the_target() {
    let folder = Folder::new();
    let document =
        gltf::read(&glb_of("figure:mannequin"), &|name| Err(name.to_owned())).unwrap().document;
    let text = document.save(&gltf::Changes::default(), gltf::Container::Text).unwrap().bytes;
    let mut json: Value = serde_json::from_slice(&text).unwrap();
    let nodes = json["nodes"].as_array().unwrap();
    let head = nodes.iter().position(|node| node["name"] == "Head").unwrap();
    with_hair(&mut json, head);
    let avatar = folder.with("avatar.gltf", json.to_string());
    kansetsu(&["demo", "--out", &folder.path("demo"), "--sheet", "1x1", "--size", "20x20"]).done();
    let (demo, out) = (folder.path("demo/demo.glb"), folder.path("moved.gltf"));
    let keys_of_hair = |args: &[&str]| {
        kansetsu(&[&["retarget", &demo, &avatar, "-o", &out], args].concat()).done();
        let figure = read(&out);
        let hair = figure.find_joint("hair").unwrap();
        let tracks = figure.clips.last().unwrap().tracks.clone();
        tracks.iter().filter(|track| track.joint == hair).map(|track| track.times.len()).sum()
    };
    let keys: usize = keys_of_hair(&["--springs"]);
    assert!(keys > 30, "{keys}");
    assert_eq!(keys_of_hair(&[]), 0);
}

#[test]
fn springs_without_bones_or_motion_are_refused() {
    let folder = Folder::new();
    let file = folder.with("shaken.gltf", shaken());
    let out = folder.path("out.png");
    kansetsu(&["render", &file, "-o", &out, "--springs"]).refused(&["--clip"]);
    let glb = folder.path("out.glb");
    kansetsu(&["convert", "figure:arm", &glb, "--springs"])
        .refused(&["no spring bones", "remove --springs"]);
    assert_eq!(folder.names(), ["shaken.gltf"]);
}
