//! Morph targets and expressions.

use base64::{Engine, engine::general_purpose::STANDARD};
use kansetsu::glam::Vec3;
use kansetsu_formats::gltf::{self, Changes, Container, Loaded};
use kansetsu_formats::{Error, Figure};
use serde_json::{Value, json};

const BASE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
const SMILE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [0.5, 0.25, -0.125], [0.0, 0.0, 0.0]];
const OPEN: [[f32; 3]; 3] = [[0.0, -1.0, 0.0], [0.25, 0.0, 1.0], [0.0, 0.5, 0.0]];

/// A face of one triangle with the targets "smile" and "open", the latter open by a quarter.
fn face() -> Value {
    let numbers = [BASE, SMILE, OPEN].as_flattened().as_flattened().to_vec();
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(&bytes));
    let view = |start: usize| json!({"buffer": 0, "byteOffset": 36 * start, "byteLength": 36});
    let accessor = |view: usize| json!({"bufferView": view, "componentType": 5126, "count": 3, "type": "VEC3"});
    json!({
        "asset": {"version": "2.0"},
        "nodes": [{"name": "root", "children": [1]}, {"name": "face", "mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
        "meshes": [{
            "name": "head",
            "weights": [0, 0.25],
            "extras": {"targetNames": ["smile", "open"]},
            "primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 1}, {"POSITION": 2}]}],
        }],
        "buffers": [{"byteLength": bytes.len(), "uri": uri}],
        "bufferViews": [view(0), view(1), view(2)],
        "accessors": [accessor(0), accessor(1), accessor(2)],
    })
}

fn read(document: &Value) -> Loaded {
    gltf::read(document.to_string().as_bytes(), &|path| Err(path.to_owned())).unwrap()
}

fn apply(figure: &mut Figure, weights: &[(&str, f32)]) -> Result<Vec<String>, Error> {
    let mut pose = figure.saved_pose();
    figure.apply_expressions(weights, &mut pose)
}

fn assert_weights(figure: &Figure, [smile, open]: [f32; 2]) {
    let positions = &figure.meshes[0].primitives[0].positions;
    for (vertex, position) in positions.iter().enumerate() {
        let [base, smiling, opened] = [BASE, SMILE, OPEN].map(|list| Vec3::from(list[vertex]));
        let expected = base + smile * smiling + open * opened;
        assert!(position.distance(expected) < 1e-6, "{vertex}: {position}, not {expected}");
    }
}

fn avatar_1() -> Value {
    let mut document = face();
    document["extensions"] = json!({"VRMC_vrm": {"expressions": {
        "preset": {"happy": {"morphTargetBinds": [{"node": 1, "index": 0, "weight": 0.5}, {"node": 1, "index": 1, "weight": 1}]}},
        "custom": {"wink": {"isBinary": true, "morphTargetBinds": [{"node": 1, "index": 0, "weight": 1}],
            "materialColorBinds": [{"material": 0, "type": "color", "targetValue": [1, 0, 0, 1]}]}},
    }}});
    document
}

fn avatar_0() -> Value {
    let mut document = face();
    document["extensions"] = json!({"VRM": {"blendShapeMaster": {"blendShapeGroups": [
        {"name": "Joy", "presetName": "joy", "binds": [{"mesh": 0, "index": 0, "weight": 50}, {"mesh": 0, "index": 1, "weight": 100}]},
        {"name": "Wink", "presetName": "unknown", "isBinary": true, "binds": [{"mesh": 0, "index": 0, "weight": 100}]},
    ]}}});
    document
}

#[test]
fn vertices_are_the_base_plus_the_sum_of_weights_times_offsets() {
    let mut figure = read(&face()).figure;
    let names: Vec<&str> = figure.morphs.iter().map(|morph| morph.name.as_str()).collect();
    assert_eq!(names, ["smile", "open"]);
    assert_weights(&figure, [0.0, 0.25]);
    for weights in [[0.7, 0.25], [0.7, 1.0], [-0.5, 2.0], [0.0, 0.0]] {
        apply(&mut figure, &[("smile", weights[0]), ("open", weights[1])]).unwrap();
        assert_weights(&figure, weights);
        assert_eq!([figure.morphs[0].weight, figure.morphs[1].weight], weights);
    }
}

#[test]
fn a_figure_that_stays_is_expressed_with_the_vertices_of_one_that_changes() {
    for document in [face(), avatar_0(), avatar_1()] {
        let figure = read(&document).figure;
        let names = figure.expression_names();
        let weights: Vec<(&str, f32)> = names.iter().map(|&name| (name, 0.6)).collect();
        let expressed = figure.expressed(&weights).unwrap();
        let mut changed = figure.clone();
        let warnings = apply(&mut changed, &weights).unwrap();
        assert_eq!(expressed.warnings, warnings);
        assert!(!expressed.primitives.is_empty());
        for moved in &expressed.primitives {
            let [was, is] = [&figure, &changed]
                .map(|figure| &figure.meshes[moved.mesh].primitives[moved.primitive].positions);
            assert_ne!(was, is);
            for (expressed, changed) in moved.positions.iter().zip(is) {
                assert!(expressed.distance(*changed) < 1e-6, "{expressed} {changed}");
            }
        }
        assert!(figure.expressed(&[]).unwrap().primitives.is_empty());
        assert!(figure.expressed(&[("no such name", 1.0)]).is_err());
    }
}

#[test]
fn expressions_of_both_versions_move_their_targets() {
    for document in [avatar_0(), avatar_1()] {
        let figure = read(&document).figure;
        assert_eq!(figure.expressions.len(), 2);
        let with = |weights: &[(&str, f32)]| {
            let mut figure = figure.clone();
            apply(&mut figure, weights).unwrap();
            figure
        };
        assert_weights(&with(&[("happy", 0.8)]), [0.4, 0.8]);
        assert_weights(&with(&[("happy", 0.0)]), [0.0, 0.0]);
        let wink = &figure.expressions[1].name;
        assert_weights(&with(&[(wink, 0.4)]), [0.0, 0.25]);
        assert_weights(&with(&[(wink, 0.6)]), [1.0, 0.25]);
        assert_weights(&with(&[("happy", 0.5), (wink, 1.0)]), [1.25, 0.5]);
    }
    let mut old = read(&avatar_0()).figure;
    apply(&mut old, &[("Joy", 1.0)]).unwrap();
    assert_weights(&old, [0.5, 1.0]);
    let mut new = read(&avatar_1()).figure;
    let warnings = apply(&mut new, &[("wink", 1.0)]).unwrap();
    assert_eq!(
        warnings,
        ["the expression \"wink\" also changes materials, which is kept and not drawn"]
    );
}

#[test]
fn binds_without_a_morph_target_are_warned_about() {
    let mut new = avatar_1();
    let happy = &mut new["extensions"]["VRMC_vrm"]["expressions"]["preset"]["happy"];
    happy["morphTargetBinds"][0]["index"] = json!(7);
    happy["morphTargetBinds"][1]["weight"] = json!("much");
    let mut old = avatar_0();
    let groups = &mut old["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"];
    groups[0]["binds"][0]["mesh"] = json!(-1);
    groups[0]["binds"][1]["index"] = json!(2);
    for document in [new, old] {
        let loaded = read(&document);
        assert_eq!(
            loaded.warnings,
            [
                "2 of the 2 binds of the expression \"happy\" name no morph target of the file; they have no effect"
            ]
        );
        let mut figure = loaded.figure;
        let warnings = apply(&mut figure, &[("happy", 1.0)]).unwrap();
        assert_eq!(warnings, ["the expression \"happy\" moves no morph target"]);
        assert_weights(&figure, [0.0, 0.25]);
    }
    assert!(read(&avatar_0()).warnings.is_empty() && read(&avatar_1()).warnings.is_empty());
}

#[test]
fn an_unknown_name_is_an_error_with_the_known_ones() {
    let mut figure = read(&avatar_1()).figure;
    let error = apply(&mut figure, &[("smile", 1.0), ("hapy", 1.0)]).unwrap_err();
    assert!(matches!(error, Error::UnknownExpression { .. }));
    assert_eq!(
        error.to_string(),
        "there is no expression or morph target \"hapy\"; the figure has happy, wink, smile, open"
    );
    assert_weights(&figure, [0.0, 0.25]);
    let mut bare = Figure::new("bare", figure.rig.clone());
    let error = apply(&mut bare, &[("happy", 1.0)]).unwrap_err().to_string();
    assert!(error.ends_with("the figure has none with a name"), "{error}");
}

#[test]
fn saving_writes_the_weights_into_the_node_and_nothing_else() {
    for container in [Container::Text, Container::Glb] {
        let loaded = read(&avatar_1());
        let mut figure = loaded.figure;
        let same = Changes { rig: Some(&figure), ..Changes::default() };
        let text = loaded.document.save(&same, Container::Text).unwrap().bytes;
        assert_eq!(text, avatar_1().to_string().into_bytes());
        apply(&mut figure, &[("happy", 0.3)]).unwrap();
        let changes = Changes { rig: Some(&figure), ..Changes::default() };
        let saved = loaded.document.save(&changes, container).unwrap();
        let again = gltf::read(&saved.bytes, &|path| Err(path.to_owned())).unwrap();
        assert_weights(&again.figure, [0.15, 0.3]);
        assert_eq!(again.document.json()["nodes"][1]["weights"], json!([0.15, 0.3]));
        assert_eq!(again.document.json()["meshes"], avatar_1()["meshes"]);
    }
}
