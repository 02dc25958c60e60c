//! Joints and skinned vertices are where three.js 0.187 puts them.

use kansetsu::d3::{Pose, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};
use kansetsu_formats::{Attachment, Figure, Mesh, gltf};
use serde_json::Value;

use crate::{corpus, skip::test_data};

/// A loaded file and its reference.
struct Case {
    name: String,
    loaded: gltf::Loaded,
    reference: Value,
    tolerance: f32,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (folder, extensions) in [("gltf", &["glb", "gltf"][..]), ("vrm", &["vrm"][..])] {
        let (Some(folder), Some(references)) = (test_data(folder), test_data("reference")) else {
            continue;
        };
        for path in corpus::files(&folder, extensions) {
            let name = corpus::name(&path);
            let reference = references.join(format!("{name}.json"));
            if reference.exists() {
                let loaded = corpus::load(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
                let tolerance = 1e-5 * loaded.figure.rig.skeleton.size() + 1e-6;
                cases.push(Case { name, loaded, reference: corpus::json(&reference), tolerance });
            }
        }
    }
    cases
}

fn numbers<const N: usize>(value: &Value) -> [f32; N] {
    std::array::from_fn(|i| value[i].as_f64().unwrap() as f32)
}

/// The joint of a node that the reference names by a text.
fn joint_of(figure: &Figure, node: &str) -> usize {
    let node = node.parse().unwrap();
    figure.nodes.iter().position(|&found| found == Some(node)).unwrap()
}

fn check_positions(case: &Case, world: &Value, model_from_joint: &[Affine3], when: &str) -> usize {
    let entries = world.as_object().unwrap();
    for (node, expected) in entries {
        let joint = joint_of(&case.loaded.figure, node);
        let (found, expected) =
            (model_from_joint[joint].translation, Vec3::from_array(numbers(expected)));
        assert!(
            (found - expected).length() <= case.tolerance,
            "{} node {node} {when}: {found}, not {expected}",
            case.name
        );
    }
    entries.len()
}

/// The meshes of the figure from the mesh that the reference names.
fn skinned_mesh<'a>(case: &'a Case, probe: &Value) -> &'a Mesh {
    let index = probe["mesh"].as_u64().unwrap() as usize;
    let name = case.loaded.document.json()["meshes"][index]["name"].as_str().unwrap_or_default();
    let mut meshes = case.loaded.figure.meshes.iter();
    meshes.find(|mesh| mesh.name == name && matches!(mesh.attachment, Attachment::Skin(_))).unwrap()
}

fn check_vertices(case: &Case, probes: &Value, model_from_joint: &[Affine3], when: &str) -> usize {
    // The reference marks deviations of its program from the specification.
    let tolerance = if case.name == "SimpleSkin.gltf" { 1e-3 } else { case.tolerance };
    let mut checked = 0;
    for probe in
        probes.as_array().into_iter().flatten().filter(|_| case.reference["warning"].is_null())
    {
        let mesh = skinned_mesh(case, probe);
        let placement = case.loaded.figure.placement(mesh.attachment, model_from_joint);
        let positions = mesh.primitives[probe["primitive"].as_u64().unwrap() as usize]
            .posed_positions(&placement);
        for (vertex, expected) in probe["vertices"].as_object().unwrap() {
            let (found, expected) =
                (positions[vertex.parse::<usize>().unwrap()], Vec3::from_array(numbers(expected)));
            assert!(
                (found - expected).length() <= tolerance,
                "{} vertex {vertex} {when}: {found}, not {expected}",
                case.name
            );
            checked += 1;
        }
    }
    checked
}

#[test]
fn joints_stand_at_rest_where_three_js_puts_them() {
    for case in cases() {
        let skeleton = &case.loaded.figure.rig.skeleton;
        let rest = skeleton.forward(&skeleton.rest_pose());
        let count = check_positions(&case, &case.reference["world_rest"], &rest, "at rest");
        for (node, expected) in case.reference["world_rest_rotation_xyzw"].as_object().unwrap() {
            let (found, expected) = (
                rotation_of(&rest[joint_of(&case.loaded.figure, node)]),
                Quat::from_array(numbers(expected)),
            );
            let apart = (found - expected).length().min((found + expected).length());
            assert!(apart < 1e-5, "{} node {node}: {found}, not {expected}", case.name);
        }
        let vertices =
            check_vertices(&case, &case.reference["skinned_vertices_rest"], &rest, "at rest");
        println!("{}: {count} joints, {vertices} vertices", case.name);
    }
}

#[test]
fn clips_move_joints_and_vertices_as_in_three_js() {
    for case in cases() {
        let figure = &case.loaded.figure;
        let skeleton = &figure.rig.skeleton;
        let (mut joints, mut vertices) = (0, 0);
        for animation in case.reference["animations"].as_array().into_iter().flatten() {
            let clip = &figure.clips[animation["index"].as_u64().unwrap() as usize];
            let duration = animation["duration"].as_f64().unwrap() as f32;
            assert!(
                (clip.duration - duration).abs() <= 1e-6 * duration,
                "{}: {} lasts {}",
                case.name,
                clip.name,
                clip.duration
            );
            for sample in animation["samples"].as_array().unwrap() {
                let time = sample["t"].as_f64().unwrap();
                let mut pose: Pose = skeleton.rest_pose();
                clip.sample(time as f32, &mut pose);
                let model_from_joint = skeleton.forward(&pose);
                let when = format!("in \"{}\" at {time} s", clip.name);
                joints += check_positions(&case, &sample["world"], &model_from_joint, &when);
                vertices +=
                    check_vertices(&case, &sample["skinned_vertices"], &model_from_joint, &when);
            }
        }
        println!("{}: {joints} joint positions, {vertices} vertices", case.name);
    }
}
