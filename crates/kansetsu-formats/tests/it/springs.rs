//! Spring bones of VRM files.

use std::f32::consts::TAU;

use kansetsu::animation::{ColliderShape, SpringLimit, SpringSimulation};
use kansetsu::d3::Pose;
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::Figure;
use kansetsu_formats::gltf::{self, Changes, Container, Loaded};
use serde_json::{Value, json};

use crate::three_vrm::{self, list};
use crate::{corpus, skip::test_data};

fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn vector(value: &Value) -> Vec3 {
    let [x, y, z] = [0, 1, 2].map(|part| value[part].as_f64().unwrap() as f32);
    Vec3::new(x, y, z)
}

/// A file of the test data with the springs of a case; `None` without test data.
fn with_springs(case: &Value) -> Option<Loaded> {
    let path = test_data(&format!("vrm/{}", case["file"].as_str().unwrap()))?;
    let plain = corpus::load(&path).unwrap().document;
    let text = plain.save(&Changes::default(), Container::Text).unwrap().bytes;
    let mut file: Value = serde_json::from_slice(&text).unwrap();
    let extension = case["extension"].as_str().unwrap();
    for (key, part) in case["block"].as_object().unwrap() {
        file["extensions"][extension][key] = part.clone();
    }
    Some(read(&file))
}

fn read(file: &Value) -> Loaded {
    gltf::read(file.to_string().as_bytes(), &|path| Err(path.to_owned())).unwrap()
}

/// The joint of a node.
fn joint(figure: &Figure, node: &Value) -> usize {
    figure.nodes.iter().position(|own| *own == Some(index(node))).unwrap()
}

/// The body at a time, by the formulas of `reference.mjs`.
fn body(figure: &Figure, moved: &Value, time: f32) -> Pose {
    let mut pose = figure.rig.skeleton.rest_pose();
    let swing = |size: f32, rate: f32| size * (rate * TAU * time).sin();
    pose.locals[joint(figure, &moved["translation"])].translation +=
        Vec3::new(swing(0.3, 0.8), swing(0.05, 1.6), swing(0.2, 0.5));
    pose.locals[joint(figure, &moved["rotation"])].rotation *=
        Quat::from_rotation_y(swing(0.6, 0.7));
    pose
}

/// The largest distance of a tail from the reference, metres, and the longest way of a tail.
fn deviation(case: &Value, expected: &Value, cases: &Value) -> Option<[f32; 2]> {
    let figure = with_springs(case)?.figure;
    let (skeleton, bones) = (&figure.rig.skeleton, &figure.springs);
    let joints: Vec<usize> =
        list(&expected["joints"]).iter().map(|node| joint(&figure, node)).collect();
    let settings: Vec<_> = bones.springs.iter().flat_map(|spring| &spring.joints).collect();
    let tails: Vec<Vec3> = joints
        .iter()
        .map(|joint| settings.iter().find(|own| own.joint == *joint).unwrap().tail)
        .collect();
    assert_eq!(settings.len(), joints.len());
    let rate = cases["rate"].as_f64().unwrap() as f32;
    let mut pose = body(&figure, &case["moved"], 0.0);
    let mut simulation = SpringSimulation::start(skeleton, bones, &mut pose).unwrap();
    let (mut worst, mut moved) = (0.0_f32, 0.0_f32);
    let rest = skeleton.forward(&skeleton.rest_pose());
    for step in 1..=index(&cases["seconds"]) * index(&cases["rate"]) {
        pose = body(&figure, &case["moved"], step as f32 / rate);
        simulation.step(&mut pose, 1.0 / rate);
        if step % index(&cases["every"]) > 0 {
            continue;
        }
        let model_from_joint = skeleton.forward(&pose);
        let sample = &expected["samples"][step / index(&cases["every"]) - 1];
        for ((&joint, &tail), expected) in joints.iter().zip(&tails).zip(list(sample)) {
            let place = model_from_joint[joint].transform_point3(tail);
            worst = worst.max(place.distance(vector(expected)));
            moved = moved.max(place.distance(rest[joint].transform_point3(tail)));
        }
    }
    Some([worst, moved])
}

#[test]
fn springs_follow_three_vrm() {
    let (cases, reference) = (three_vrm::cases(), three_vrm::reference());
    for (case, expected) in list(&cases["springs"]).iter().zip(list(&reference["springs"])) {
        assert_eq!(case["file"], expected["file"]);
        let Some([worst, moved]) = deviation(case, expected, &cases) else { return };
        println!("{}: {:.3} mm", case["file"], 1000.0 * worst);
        assert!(worst < 1e-4, "{}: {worst} m", case["file"]);
        assert!(moved > 0.3, "{}: the springs move by {moved} m", case["file"]);
    }
}

/// A chain of four nodes with a side branch, as a file with this block.
fn chain(extension: &str, block: &Value) -> Value {
    json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": [extension],
        "extensions": {extension: block},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"name": "root", "children": [1, 4]},
            {"name": "a", "translation": [0, 1, 0], "children": [2]},
            {"name": "b", "translation": [0, 0.2, 0], "rotation": [0, 0, 0.6, 0.8], "children": [3]},
            {"name": "c", "translation": [0, 0.3, 0]},
            {"name": "side", "translation": [1, 0, 0]},
        ],
    })
}

fn version_1() -> Value {
    chain(
        "VRMC_springBone",
        &json!({
            "specVersion": "1.0",
            "colliders": [
                {"node": 0, "shape": {"sphere": {"offset": [0, 1, 0], "radius": 0.5}}},
                {"node": 4, "shape": {"capsule": {"offset": [0, 1, 0], "tail": [0, 2, 0], "radius": 0.25}}},
                {
                    "node": 0,
                    "shape": {"sphere": {"radius": 100}},
                    "extensions": {"VRMC_springBone_extended_collider": {"specVersion": "1.0", "shape": {"plane": {"normal": [0, 1, 0]}}}},
                },
            ],
            "colliderGroups": [{"colliders": [1]}, {"colliders": [0, 2]}],
            "springs": [{
                "name": "hair",
                "center": 0,
                "colliderGroups": [1],
                "joints": [
                    {
                        "node": 1, "stiffness": 0.5, "gravityPower": 2, "gravityDir": [0, 0, 1], "dragForce": 0.25, "hitRadius": 0.125,
                        "extensions": {"VRMC_springBone_limit": {"specVersion": "1.0-draft", "limit": {"cone": {"angle": 0.5}}}},
                    },
                    {"node": 3},
                ],
            }],
        }),
    )
}

#[test]
fn settings_of_version_1_are_read() {
    let Loaded { figure, warnings, .. } = read(&version_1());
    assert_eq!(warnings, Vec::<String>::new());
    let bones = &figure.springs;
    let [spring] = &bones.springs[..] else { panic!("{bones:?}") };
    let [settings] = &spring.joints[..] else { panic!("{spring:?}") };
    assert_eq!((&spring.name[..], spring.center), ("hair", Some(0)));
    let numbers = (settings.joint, settings.stiffness, settings.drag, settings.radius);
    assert_eq!(numbers, (1, 0.5, 0.25, 0.125));
    assert_eq!(settings.gravity, Vec3::Z * 2.0);
    assert_eq!(settings.limit, Some(SpringLimit::Cone { angle: 0.5, rotation: Quat::IDENTITY }));
    // The tail is the place of "c" as "a" sees it.
    let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
    assert!(rest[1].transform_point3(settings.tail).distance(rest[3].translation) < 1e-6);
    let shapes: Vec<ColliderShape> =
        bones.colliders_of(spring).map(|collider| collider.shape).collect();
    let ball = ColliderShape::Capsule { ends: [Vec3::Y; 2], radius: 0.5, is_container: false };
    let floor = ColliderShape::Plane { point: Vec3::ZERO, normal: Vec3::Y };
    assert_eq!(shapes, [ball, floor]);
    assert_eq!(bones.colliders[1].joint, 4);
}

#[test]
fn joints_without_settings_have_those_of_the_format() {
    let mut file = version_1();
    file["extensions"]["VRMC_springBone"]["springs"][0] =
        json!({"joints": [{"node": 1}, {"node": 2}]});
    let settings = &read(&file).figure.springs.springs[0].joints[0];
    assert_eq!((settings.stiffness, settings.drag, settings.radius), (1.0, 0.5, 0.0));
    assert_eq!((settings.gravity, settings.tail), (Vec3::ZERO, Vec3::Y * 0.2));
}

#[test]
fn settings_of_version_0_are_read() {
    let file = chain(
        "VRM",
        &json!({"secondaryAnimation": {
            "colliderGroups": [{"node": 4, "colliders": [{"offset": {"x": 1, "y": 2, "z": 3}, "radius": 0.5}]}],
            "boneGroups": [{
                "comment": "hair", "bones": [1], "center": -1, "stiffiness": 0.5, "gravityPower": 2,
                "gravityDir": {"x": 0, "y": 0, "z": 1}, "dragForce": 0.25, "hitRadius": 0.125, "colliderGroups": [0],
            }],
        }}),
    );
    let Loaded { figure, warnings, .. } = read(&file);
    assert!(!warnings.iter().any(|warning| warning.contains("ignored")), "{warnings:?}");
    let spring = &figure.springs.springs[0];
    assert_eq!((&spring.name[..], spring.center, spring.joints.len()), ("hair", None, 3));
    for settings in &spring.joints {
        assert_eq!((settings.stiffness, settings.drag, settings.radius), (0.5, 0.25, 0.125));
        assert_eq!(settings.gravity, Vec3::Z * 2.0);
    }
    let tails: Vec<Vec3> = spring.joints.iter().map(|settings| settings.tail).collect();
    // A joint without children continues its parent by 7 cm.
    assert_eq!(tails, [Vec3::Y * 0.2, Vec3::Y * 0.3, Vec3::Y * 0.07]);
    let ends = [Vec3::new(1.0, 2.0, -3.0); 2];
    let shape = ColliderShape::Capsule { ends, radius: 0.5, is_container: false };
    assert_eq!(figure.springs.colliders[0].shape, shape);
}

#[test]
fn damaged_parts_are_left_out_and_named() {
    let damaged: [(&str, Value, &str); 9] = [
        ("/specVersion", json!("2.0"), "specVersion: expected \"1.0\""),
        ("/colliders/0/node", json!(9), "colliders[0].node: 9 is not among the 5 nodes"),
        ("/colliders/0/shape", json!({}), "colliders[0].shape: expected a sphere or a capsule"),
        ("/colliderGroups/1/colliders/0", json!(7), "7 is not among the 3 colliders"),
        (
            "/springs/0/colliderGroups/0",
            json!(-1),
            "springs[0].colliderGroups[0]: expected a whole number",
        ),
        ("/springs/0/center", json!("hips"), "springs[0].center: expected a whole number"),
        ("/springs/0/joints/1/node", json!(4), "joints[1].node: expected a descendant"),
        ("/springs/0/joints/0/stiffness", json!("much"), "joints[0].stiffness: expected a number"),
        (
            "/springs/0/joints/0/extensions/VRMC_springBone_limit/limit",
            json!({"box": {}}),
            "limit: expected a cone, a hinge or a spherical limit",
        ),
    ];
    for (place, value, expected) in damaged {
        let mut file = version_1();
        let block = &mut file["extensions"]["VRMC_springBone"];
        *block.pointer_mut(place).unwrap() = value;
        let loaded = read(&file);
        let named = loaded.warnings.iter().filter(|warning| warning.contains(expected)).count();
        assert_eq!(named, 1, "{place}: {:?}", loaded.warnings);
        let mut pose = loaded.figure.rig.skeleton.rest_pose();
        SpringSimulation::start(&loaded.figure.rig.skeleton, &loaded.figure.springs, &mut pose)
            .unwrap();
    }
}

#[test]
fn a_joint_of_two_springs_follows_the_first() {
    let mut file = version_1();
    let springs = &mut file["extensions"]["VRMC_springBone"]["springs"];
    let again = json!({"name": "again", "joints": [{"node": 1}, {"node": 2}, {"node": 3}]});
    springs.as_array_mut().unwrap().push(again);
    let loaded = read(&file);
    let joints: Vec<usize> =
        loaded.figure.springs.springs.iter().map(|spring| spring.joints.len()).collect();
    assert_eq!(joints, [1, 1]);
    let repeated = "the spring \"again\": 1 of its joints are in an earlier spring";
    assert!(loaded.warnings.iter().any(|warning| warning.starts_with(repeated)));
}

#[test]
fn a_scaled_figure_swings_alike() {
    let small = read(&version_1()).figure;
    let large = small.scaled(100.0).unwrap();
    let swing = |figure: &Figure| {
        let mut pose = figure.rig.skeleton.rest_pose();
        let mut simulation =
            SpringSimulation::start(&figure.rig.skeleton, &figure.springs, &mut pose).unwrap();
        (0..60).for_each(|_| simulation.step(&mut pose, 1.0 / 60.0));
        pose.locals[1].rotation
    };
    assert!(swing(&small).angle_between(Quat::IDENTITY) > 0.1);
    assert!(swing(&small).angle_between(swing(&large)) < 1e-4);
}

#[test]
fn saving_keeps_springs() {
    let file = version_1();
    let Loaded { figure, document, .. } = read(&file);
    let pose = figure.rig.skeleton.rest_pose();
    let changes = Changes { pose: Some(&pose), rig: Some(&figure), ..Changes::default() };
    let saved = document.save(&changes, Container::Text).unwrap();
    let saved: Value = serde_json::from_slice(&saved.bytes).unwrap();
    assert_eq!(saved["extensions"]["VRMC_springBone"], file["extensions"]["VRMC_springBone"]);
    assert_eq!(read(&saved).figure.springs, figure.springs);
}

#[test]
fn unknown_extensions_of_vrm_are_reported() {
    let mut file = version_1();
    file["extensionsUsed"] = json!(["VRMC_springBone", "VRMC_springBone_limit", "VRMC_wind"]);
    let notes = read(&file).notes;
    assert!(notes.iter().any(|note| note.contains("VRMC_wind")), "{notes:?}");
    assert!(!notes.iter().any(|note| note.contains("VRMC_springBone_limit")), "{notes:?}");
}
