//! Expressions and morph targets.

use std::fs;

use base64::{Engine, engine::general_purpose::STANDARD};
use kansetsu_formats::gltf;
use serde_json::{Value, json};

use crate::{
    command::kansetsu,
    files::{Folder, glb_of, is_valid},
};

/// The mannequin as VRM 1.0 with a sign before its face: a triangle that the target "smile" makes
/// four times as large, and that the expression "happy" moves by a half.
fn avatar() -> Vec<u8> {
    let bytes = glb_of("figure:mannequin");
    let document = gltf::read(&bytes, &|_| Err("all inside".to_owned())).unwrap().document;
    let text = document.save(&gltf::Changes::default(), gltf::Container::Text).unwrap().bytes;
    let mut json: Value = serde_json::from_slice(&text).unwrap();
    let corners = [[-0.1_f32, 0.0, 0.0], [0.1, 0.0, 0.0], [0.0, 0.2, 0.0]];
    let vertices = [corners, corners.map(|corner| corner.map(|x| 3.0 * x))];
    let bytes: Vec<u8> =
        vertices.as_flattened().as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
    let count = |list: &Value| list.as_array().map_or(0, Vec::len);
    let [buffer, view, accessor, mesh, face] =
        ["buffers", "bufferViews", "accessors", "meshes", "nodes"].map(|list| count(&json[list]));
    let mut push = |list: &str, value: Value| match &mut json[list] {
        Value::Array(values) => values.push(value),
        empty => *empty = json!([value]),
    };
    let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(&bytes));
    push("buffers", json!({"byteLength": bytes.len(), "uri": uri}));
    for (index, high) in [[0.1, 0.2, 0.0], [0.3, 0.6, 0.0]].into_iter().enumerate() {
        push("bufferViews", json!({"buffer": buffer, "byteOffset": 36 * index, "byteLength": 36}));
        let low = [-high[0], 0.0, 0.0];
        push(
            "accessors",
            json!({"bufferView": view + index, "componentType": 5126, "count": 3, "type": "VEC3", "min": low, "max": high}),
        );
    }
    push(
        "meshes",
        json!({
            "name": "sign",
            "weights": [0],
            "extras": {"targetNames": ["smile"]},
            "primitives": [{"attributes": {"POSITION": accessor}, "targets": [{"POSITION": accessor + 1}]}],
        }),
    );
    push("nodes", json!({"name": "Face", "mesh": mesh, "translation": [0, 1.6, 0.2]}));
    json["scenes"][0]["nodes"].as_array_mut().unwrap().push(json!(face));
    let bind = json!({"node": face, "index": 0, "weight": 0.5});
    json["extensionsUsed"] = json!(["VRMC_vrm"]);
    json["extensions"]["VRMC_vrm"]["expressions"] =
        json!({"preset": {"happy": {"morphTargetBinds": [bind]}}});
    json.to_string().into_bytes()
}

/// The avatar with a clip "talk" of a second in which "smile" grows from 0 to 1.
fn talking() -> Vec<u8> {
    let mut json: Value = serde_json::from_slice(&avatar()).unwrap();
    let bytes: Vec<u8> = [0.0_f32, 1.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(&bytes));
    let count = |list: &Value| list.as_array().map_or(0, Vec::len);
    let [buffer, view, accessor, nodes] =
        ["buffers", "bufferViews", "accessors", "nodes"].map(|list| count(&json[list]));
    let mut push = |list: &str, value: Value| match &mut json[list] {
        Value::Array(values) => values.push(value),
        empty => *empty = json!([value]),
    };
    push("buffers", json!({"byteLength": bytes.len(), "uri": uri}));
    push("bufferViews", json!({"buffer": buffer, "byteLength": 8}));
    push(
        "accessors",
        json!({"bufferView": view, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]}),
    );
    push(
        "animations",
        json!({
            "name": "talk",
            "channels": [{"sampler": 0, "target": {"node": nodes - 1, "path": "weights"}}],
            "samplers": [{"input": accessor, "output": accessor}],
        }),
    );
    json.to_string().into_bytes()
}

/// The weights in the node "Face" of a file.
fn weights(file: &str) -> Value {
    let json: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let nodes = json["nodes"].as_array().unwrap();
    nodes.iter().find(|node| node["name"] == "Face").unwrap()["weights"].clone()
}

#[test]
fn a_solved_file_has_the_weights_of_its_expressions() {
    let folder = Folder::new();
    let file = folder.with("avatar.gltf", avatar());
    let listed = kansetsu(&["inspect", &file, "--json"]).done().json();
    assert_eq!(listed["expressions"][0]["name"], "happy", "{listed}");
    assert_eq!(listed["morph_targets"][0]["name"], "smile", "{listed}");
    let solve = ["solve", &file, "--target", "LeftHand=0.4,1.2,0.3"];
    for (expression, expected) in [("happy=0.7", 0.35), ("smile=-0.25", -0.25)] {
        let out = folder.path(&format!("{}.gltf", &expression[..5]));
        kansetsu(&[&solve[..], &["--expression", expression, "-o", &out]].concat()).done();
        let weight = weights(&out)[0].as_f64().unwrap();
        assert!((weight - expected).abs() < 1e-6, "{expression}: {weight}");
        is_valid(&out);
    }
    let out = folder.path("plain.gltf");
    kansetsu(&[&solve[..], &["-o", &out]].concat()).done();
    assert_eq!(weights(&out), Value::Null, "without an option the node is unchanged");
}

#[test]
fn a_picture_shows_the_expression() {
    let folder = Folder::new();
    let file = folder.with("avatar.gltf", avatar());
    let out = folder.path("face.png");
    let draw = |args: &[&str]| {
        kansetsu(&[&["render", &file, "--size", "160x200", "-o", &out], args].concat()).done();
        fs::read(&out).unwrap()
    };
    let plain = draw(&[]);
    assert_ne!(draw(&["--expression", "smile=1"]), plain);
    assert_eq!(draw(&["--expression", "happy=0"]), plain);
}

#[test]
fn unknown_expressions_and_weights_are_refused() {
    let folder = Folder::new();
    let file = folder.with("avatar.gltf", avatar());
    let out = folder.path("face.png");
    let render = |expression| kansetsu(&["render", &file, "-o", &out, "--expression", expression]);
    render("hapy=1").refused(&["\"hapy\"", "happy, smile"]);
    render("happy").refused(&["NAME=WEIGHT"]);
    render("happy=nan").refused(&["happy=nan"]);
    assert_eq!(folder.names(), ["avatar.gltf"]);
}

/// The weight of an expression or a morph target in the first clip of a file.
fn keyed(file: &str, name: &str, time: f32) -> f32 {
    let figure = gltf::read(&fs::read(file).unwrap(), &|path| Err(path.to_owned())).unwrap().figure;
    let clip = &figure.clips[0];
    let found = clip.weights_at(time).into_iter().find(|(own, _)| *own == name);
    found.unwrap_or_else(|| panic!("{name}: {:?}", clip.weights)).1
}

#[test]
fn a_clip_moves_the_face_and_keys_go_through_other_formats() {
    let folder = Folder::new();
    let file = folder.with("avatar.gltf", talking());
    let out = folder.path("face.png");
    let draw = |time: &str| {
        let args = ["--clip", "talk", "--time", time, "--size", "160x200", "-o", &out];
        kansetsu(&[&["render", &file], &args[..]].concat()).done();
        fs::read(&out).unwrap()
    };
    assert_ne!(draw("0"), draw("1"));
    let [vrma, vmd] = ["talk.vrma", "talk.vmd"].map(|name| folder.path(name));
    for motion in [&vrma, &vmd] {
        kansetsu(&["convert", &file, motion]).done();
        let again = folder.path("again.glb");
        let bare = kansetsu(&["convert", "figure:mannequin", &again, "--motion", motion]).done();
        assert!(bare.err.contains("smile"), "{}", bare.err);
        let still = folder.with("still.gltf", avatar());
        kansetsu(&["convert", &still, &again, "--motion", motion]).done();
        for time in [0.0, 0.5, 1.0] {
            assert!((keyed(&again, "smile", time) - time).abs() < 1e-5, "{motion} at {time}");
        }
        is_valid(&again);
    }
    let sheet = folder.path("sheet.png");
    let args = ["render", &file, "--clip", "talk", "--sheet", "1x2", "--size", "80x100"];
    kansetsu(&[&args[..], &["-o", &sheet]].concat()).done();
}

#[test]
fn a_pose_from_a_clip_has_its_expressions() {
    let folder = Folder::new();
    let file = folder.with("avatar.gltf", talking());
    let weight = |args: &[&str], name: &str| {
        let out = folder.path(name);
        let at = ["--clip", "talk", "--time", "0.25", "-o", &out];
        kansetsu(&[args, &at[..]].concat()).done();
        weights(&out)[0].as_f64().unwrap()
    };
    let solve = ["solve", &file, "--target", "LeftHand=0.4,1.2,0.3"];
    let smiling = [&solve[..], &["--expression", "smile=0.5"]].concat();
    assert!((weight(&solve, "solved.gltf") - 0.25).abs() < 1e-6);
    assert!((weight(&smiling, "smiling.gltf") - 0.5).abs() < 1e-6);
    assert!((weight(&["ground", &file], "grounded.gltf") - 0.25).abs() < 1e-6);
}

#[test]
fn a_pose_of_mikumikudance_has_the_expression_under_its_usual_name() {
    let folder = Folder::new();
    let file = folder.with("avatar.gltf", avatar());
    let pose = folder.path("smile.vpd");
    let solve = ["solve", &file, "--target", "LeftHand=0.4,1.2,0.3"];
    kansetsu(&[&solve[..], &["--expression", "happy=0.75", "-o", &pose]].concat()).done();
    let bytes = fs::read(&pose).unwrap();
    // 笑い in Shift_JIS.
    let has = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    assert!(has(b"\x8F\xCE\x82\xA2") && has(b"0.75"), "{}", bytes.escape_ascii());
    let out = folder.path("posed.gltf");
    kansetsu(&["solve", &file, "--pose", &pose, "--target", "LeftHand=0.4,1.2,0.3", "-o", &out])
        .done();
    let weight = weights(&out)[0].as_f64().unwrap();
    assert!((weight - 0.375).abs() < 1e-6, "{weight}");
}
