//! Eyes that look at a point.

use kansetsu::d3::Pose;
use kansetsu::glam::{EulerRot, Quat, Vec3};
use kansetsu_formats::gltf::{self, Loaded};
use kansetsu_formats::{Error, Figure, GazeMoves, Role};
use serde_json::{Value, json};

use crate::three_vrm::{self, list};
use crate::{corpus, skip::test_data};

fn numbers(value: &Value) -> Vec<f32> {
    list(value).iter().map(|number| number.as_f64().unwrap() as f32).collect()
}

/// The eyes' rotations, or the weights of the expressions, of a figure that looks at a point.
fn looked(figure: &Figure, target: Vec3, pose: &mut Pose) -> Vec<f32> {
    let weights = figure.look_at(target, pose).unwrap();
    if weights.is_empty() {
        let eyes = [Role::LeftEye, Role::RightEye].map(|role| figure.rig.roles[&role]);
        return eyes.iter().flat_map(|&eye| pose.locals[eye].rotation.to_array()).collect();
    }
    let weight = |name: &str| weights.iter().find(|(own, _)| *own == name).unwrap().1;
    ["lookUp", "lookDown", "lookLeft", "lookRight"].map(weight).to_vec()
}

/// The largest difference of two lists; rotations are equal to their negatives.
fn difference(found: &[f32], expected: &[f32]) -> f32 {
    assert_eq!(found.len(), expected.len());
    let of_four = |(one, other): (&[f32], &[f32])| {
        let dot: f32 = one.iter().zip(other).map(|(a, b)| a * b).sum();
        let sign = if found.len() == 8 && dot < 0.0 { -1.0 } else { 1.0 };
        one.iter().zip(other).map(|(a, b)| (a - sign * b).abs()).fold(0.0, f32::max)
    };
    found.chunks(4).zip(expected.chunks(4)).map(of_four).fold(0.0, f32::max)
}

#[test]
fn eyes_and_expressions_are_those_of_three_vrm() {
    let (cases, reference) = (three_vrm::cases(), three_vrm::reference());
    let [x, y, z] = numbers(&cases["head"])[..] else { panic!("no angles") };
    for (case, expected) in list(&cases["gazes"]).iter().zip(list(&reference["gazes"])) {
        let file = case["file"].as_str().unwrap();
        let Some(path) = test_data(&format!("vrm/{file}")) else { return };
        let figure = corpus::load(&path).unwrap().figure;
        for (target, expected) in list(&cases["targets"]).iter().zip(list(&expected["samples"])) {
            let mut pose = figure.rig.skeleton.rest_pose();
            pose.locals[figure.rig.roles[&Role::Head]].rotation *=
                Quat::from_euler(EulerRot::XYZ, x, y, z);
            let found = looked(&figure, Vec3::from_slice(&numbers(target)), &mut pose);
            let off = difference(&found, &numbers(expected));
            assert!(off < 1e-4, "{file}, {target}: {off}, {found:?}");
        }
    }
}

/// A head at 1 m with two eyes that faces +Z, and these look-at settings.
fn avatar(look_at: &Value) -> Value {
    let bones = ["hips", "head", "leftEye", "rightEye"].map(|bone| bone.to_owned());
    let bones: serde_json::Map<String, Value> =
        bones.into_iter().enumerate().map(|(node, bone)| (bone, json!({"node": node}))).collect();
    json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "extensionsUsed": ["VRMC_vrm"],
        "extensions": {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": bones}, "lookAt": look_at}},
        "nodes": [
            {"name": "hips", "children": [1]},
            {"name": "head", "translation": [0, 1, 0], "children": [2, 3]},
            {"name": "left", "translation": [0.03, 0, 0]},
            {"name": "right", "translation": [-0.03, 0, 0]},
        ],
    })
}

fn read(file: &Value) -> Loaded {
    gltf::read(file.to_string().as_bytes(), &|path| Err(path.to_owned())).unwrap()
}

/// The angles of the eyes, degrees, that look in a direction: to the left, and up.
fn angles(figure: &Figure, left: f32, up: f32) -> [[f32; 2]; 2] {
    let direction = Quat::from_euler(EulerRot::YXZ, left.to_radians(), -up.to_radians(), 0.0);
    let mut pose = figure.rig.skeleton.rest_pose();
    figure.look_at(Vec3::Y + direction * Vec3::Z * 5.0, &mut pose).unwrap();
    [2, 3].map(|eye| {
        let (yaw, pitch, _) = pose.locals[eye].rotation.to_euler(EulerRot::YXZ);
        [yaw.to_degrees(), -pitch.to_degrees()]
    })
}

fn assert_near(found: [[f32; 2]; 2], expected: [[f32; 2]; 2]) {
    let differences = found.as_flattened().iter().zip(expected.as_flattened());
    let off = differences.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(off < 1e-3, "{found:?}, not {expected:?}");
}

#[test]
fn each_direction_has_its_range() {
    let range = |most: f32, scale: f32| json!({"inputMaxValue": most, "outputScale": scale});
    let figure = read(&avatar(&json!({
        "type": "bone",
        "offsetFromHeadBone": [0, 0, 0],
        "rangeMapHorizontalInner": range(60.0, 6.0),
        "rangeMapHorizontalOuter": range(60.0, 12.0),
        "rangeMapVerticalDown": range(50.0, 5.0),
        "rangeMapVerticalUp": range(40.0, 20.0),
    })))
    .figure;
    assert_near(angles(&figure, 0.0, 0.0), [[0.0; 2]; 2]);
    assert_near(angles(&figure, 30.0, 0.0), [[6.0, 0.0], [3.0, 0.0]]);
    assert_near(angles(&figure, -30.0, 0.0), [[-3.0, 0.0], [-6.0, 0.0]]);
    assert_near(angles(&figure, 0.0, 20.0), [[0.0, 10.0]; 2]);
    assert_near(angles(&figure, 0.0, -20.0), [[0.0, -2.0]; 2]);
    // Beyond the range the eyes stay at its end.
    assert_near(angles(&figure, 100.0, 60.0), [[12.0, 20.0], [6.0, 20.0]]);
}

#[test]
fn curves_of_version_0_are_followed() {
    let mut file = avatar(&json!(null));
    let degrees = |curve: Value| json!({"curve": curve, "xRange": 40, "yRange": 8});
    let line = json!([0, 0, 0, 1, 1, 1, 1, 0]);
    // A parabola: it begins flat and ends with slope 2.
    let bent = json!([0, 0, 0, 0, 1, 1, 2, 0]);
    let bones = ["hips", "head", "leftEye", "rightEye"];
    let bones: Vec<Value> =
        bones.iter().enumerate().map(|(node, bone)| json!({"bone": bone, "node": node})).collect();
    file["extensionsUsed"] = json!(["VRM"]);
    file["extensions"] = json!({"VRM": {
        "humanoid": {"humanBones": bones},
        "firstPerson": {
            "firstPersonBoneOffset": {"x": 0, "y": 0, "z": 0},
            "lookAtTypeName": "Bone",
            "lookAtHorizontalInner": degrees(line.clone()),
            "lookAtHorizontalOuter": degrees(bent),
            "lookAtVerticalDown": degrees(line.clone()),
            "lookAtVerticalUp": degrees(line),
        },
    }});
    let figure = read(&file).figure;
    // It faces -Z: the left eye is on the side of -X, and the names of the nodes are exchanged.
    let mut pose = figure.rig.skeleton.rest_pose();
    let left = Quat::from_rotation_y(20_f32.to_radians()) * Vec3::NEG_Z;
    figure.look_at(Vec3::Y + left, &mut pose).unwrap();
    let turns = [2, 3].map(|eye| pose.locals[eye].rotation.to_euler(EulerRot::YXZ).0.to_degrees());
    assert!((turns[0] - 2.0).abs() < 1e-3 && (turns[1] - 4.0).abs() < 1e-3, "{turns:?}");
}

#[test]
fn a_gaze_by_expressions_returns_weights() {
    let figure =
        read(&avatar(&json!({"type": "expression", "offsetFromHeadBone": [0, 0, 0]}))).figure;
    assert_eq!(figure.gaze.as_ref().unwrap().moves, GazeMoves::Expressions);
    let rest = figure.rig.skeleton.rest_pose();
    let mut pose = rest.clone();
    let weights = looked(&figure, Vec3::new(-3.0, 1.0, 3.0), &mut pose);
    assert_eq!(pose, rest);
    assert!(difference(&weights, &[0.0, 0.0, 0.0, 0.5]) < 1e-6, "{weights:?}");
}

#[test]
fn what_a_figure_lacks_for_a_gaze_is_named() {
    let refused = |file: &Value| {
        let figure = read(file).figure;
        let mut pose = figure.rig.skeleton.rest_pose();
        let failed = figure.look_at(Vec3::ONE, &mut pose);
        assert_eq!(pose, figure.rig.skeleton.rest_pose());
        match failed {
            Err(Error::NoGaze(what)) => what,
            other => panic!("{other:?}"),
        }
    };
    let mut file = avatar(&json!({"type": "bone"}));
    let bones = |file: &mut Value, bone: &str| {
        let list = &mut file["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"];
        list.as_object_mut().unwrap().remove(bone);
    };
    bones(&mut file, "leftEye");
    bones(&mut file, "rightEye");
    for node in [2, 3] {
        file["nodes"][node]["name"] = json!("jewel");
    }
    assert!(refused(&file).contains("leftEye"));
    file["extensions"]["VRMC_vrm"]["lookAt"] = json!({"rangeMapVerticalUp": 3});
    let loaded = read(&file);
    let named = "lookAt.rangeMapVerticalUp: expected an object";
    assert!(loaded.warnings.iter().any(|warning| warning.contains(named)), "{:?}", loaded.warnings);
    assert!(refused(&file).contains("look-at settings"));
}
