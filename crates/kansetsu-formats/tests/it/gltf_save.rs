//! A saved file differs from the opened one only in the pose and the keys.

use std::path::{Path, PathBuf};

use kansetsu::d3::Pose;
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::gltf::{Bake, Changes, Container, Loaded, Replacement};
use kansetsu_formats::{Clip, Interpolation, Track, Values, gltf};
use serde_json::Value;

use crate::{corpus, skip::test_data, validator};

/// Every readable file of the corpus.
fn loaded_files() -> Vec<(PathBuf, Loaded)> {
    let folders = [("gltf", &["glb", "gltf"][..]), ("vrm", &["vrm", "vrma"][..])];
    let files = folders
        .iter()
        .filter_map(|(folder, extensions)| Some(corpus::files(&test_data(folder)?, extensions)));
    files.flatten().filter_map(|path| Some((path.clone(), corpus::load(&path).ok()?))).collect()
}

fn reopen(bytes: &[u8], path: &Path) -> Loaded {
    let folder = path.parent().unwrap();
    gltf::read(bytes, &|name| std::fs::read(folder.join(name)).map_err(|error| error.to_string()))
        .unwrap()
}

/// Rotates and moves every third joint.
fn posed(loaded: &Loaded) -> Pose {
    let mut pose = loaded.figure.rig.skeleton.rest_pose();
    let size = loaded.figure.rig.skeleton.size().max(0.1);
    for (index, local) in pose.locals.iter_mut().enumerate().filter(|(index, _)| index % 3 == 1) {
        let turn = Quat::from_axis_angle(Vec3::new(0.36, 0.48, 0.8), 0.1 + index as f32 * 0.37);
        local.rotation = (turn * local.rotation).normalize();
        if index % 2 == 0 {
            local.translation += Vec3::new(0.1, -0.2, 0.05) * size;
        }
    }
    pose
}

fn clip(loaded: &Loaded) -> Clip {
    let joints = loaded.figure.rig.skeleton.len();
    let turn = |angle: f32| Quat::from_axis_angle(Vec3::Z, angle);
    let mut tracks = Vec::new();
    for joint in (0..joints).step_by(2) {
        tracks.push(Track {
            joint,
            times: vec![0.0, 0.5, 1.25],
            values: Values::Rotation(vec![turn(0.1), turn(0.7), turn(-0.3)]),
            interpolation: Interpolation::Linear,
        });
    }
    let cubic = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE, Vec3::ZERO];
    tracks.push(Track {
        joint: 0,
        times: vec![0.25, 2.0],
        values: Values::Translation(cubic),
        interpolation: Interpolation::Cubic,
    });
    let scale = vec![Vec3::ONE, Vec3::splat(1.5)];
    tracks.push(Track {
        joint: joints - 1,
        times: vec![0.0, 1.0],
        values: Values::Scale(scale),
        interpolation: Interpolation::Step,
    });
    Clip { name: "added".to_owned(), duration: 2.0, tracks, ..Clip::default() }
}

/// The JSON without the transforms of the nodes.
fn without_transforms(mut json: Value) -> Value {
    for node in json["nodes"].as_array_mut().into_iter().flatten() {
        for key in ["translation", "rotation", "scale", "matrix"] {
            node.as_object_mut().unwrap().shift_remove(key);
        }
    }
    json
}

fn assert_same_stand(expected: &Loaded, pose: &Pose, found: &Loaded, what: &str) {
    let expected = &expected.figure.rig.skeleton;
    let tolerance = 1e-5 * expected.size().max(1.0);
    let (a, b) =
        (expected.forward(pose), found.figure.rig.skeleton.forward(&found.figure.file_rest_pose()));
    for (joint, (a, b)) in a.iter().zip(&b).enumerate() {
        assert!(
            (a.translation - b.translation).length() <= tolerance,
            "{what} joint {joint}: {} {}",
            a.translation,
            b.translation
        );
        assert!(
            a.matrix3.abs_diff_eq(b.matrix3, 1e-4 * a.matrix3.x_axis.length().max(1.0)),
            "{what} joint {joint}"
        );
    }
}

#[test]
fn saving_without_changes_changes_no_byte() {
    for (path, loaded) in loaded_files() {
        let saved = loaded.document.save(&Changes::default(), loaded.document.container()).unwrap();
        assert!(saved.bytes == std::fs::read(&path).unwrap(), "{}", corpus::name(&path));
    }
}

#[test]
fn a_saved_pose_stands_as_posed_and_nothing_else_changes() {
    for (path, loaded) in loaded_files() {
        let pose = posed(&loaded);
        for container in [Container::Glb, Container::Text] {
            let saved = loaded
                .document
                .save(
                    &Changes { pose: Some(&pose), bake: Bake::Always, ..Changes::default() },
                    container,
                )
                .unwrap();
            let back = reopen(&saved.bytes, &path);
            assert_same_stand(&loaded, &pose, &back, &corpus::name(&path));
            assert_eq!(back.figure.clips, loaded.figure.clips);
            assert_eq!(back.figure.meshes, loaded.figure.meshes);
            assert_eq!(back.figure.images, loaded.figure.images);
            if container == loaded.document.container() {
                let (before, after) = (
                    without_transforms(loaded.document.json().clone()),
                    without_transforms(back.document.json().clone()),
                );
                assert_eq!(before.to_string(), after.to_string(), "{}", corpus::name(&path));
            } else if container == Container::Glb {
                assert!(saved.resources.is_empty());
                gltf::read(&saved.bytes, &|name| Err(format!("{name} is not to be asked for")))
                    .unwrap();
            }
        }
    }
}

#[test]
fn joints_that_did_not_move_keep_every_digit() {
    for (path, loaded) in loaded_files() {
        let mut pose = loaded.figure.rig.skeleton.rest_pose();
        let joint = pose.locals.len() / 2;
        pose.locals[joint].translation += Vec3::X;
        let changes = Changes { pose: Some(&pose), bake: Bake::Always, ..Changes::default() };
        let saved = loaded.document.save(&changes, loaded.document.container()).unwrap();
        let back = reopen(&saved.bytes, &path);
        let Some(node) = loaded.figure.nodes[joint] else { continue };
        let (mut before, mut after) =
            (loaded.document.json().clone(), back.document.json().clone());
        assert_ne!(before["nodes"][node], after["nodes"][node]);
        for json in [&mut before, &mut after] {
            json["nodes"][node] = Value::Null;
        }
        assert_eq!(before.to_string(), after.to_string(), "{}", corpus::name(&path));
    }
}

#[test]
fn an_added_clip_comes_back_bit_for_bit() {
    for (path, loaded) in
        loaded_files().into_iter().filter(|(_, loaded)| loaded.figure.nodes[0].is_some())
    {
        let clip = clip(&loaded);
        for container in [Container::Glb, Container::Text] {
            let saved = loaded
                .document
                .save(
                    &Changes { clips: std::slice::from_ref(&clip), ..Changes::default() },
                    container,
                )
                .unwrap();
            let back = reopen(&saved.bytes, &path);
            assert_eq!(back.figure.clips.last(), Some(&clip), "{}", corpus::name(&path));
            assert_eq!(back.figure.clips.len(), loaded.figure.clips.len() + 1);
            assert_eq!(back.figure.clips[..loaded.figure.clips.len()], loaded.figure.clips);
            assert_eq!(back.figure.meshes, loaded.figure.meshes);
            assert_eq!(back.warnings, loaded.warnings, "{}", corpus::name(&path));
        }
    }
}

#[test]
fn a_replaced_clip_keeps_its_place_and_its_morphs() {
    let Some(folder) = test_data("gltf") else { return };
    let path = folder.join("RobotExpressive.glb");
    let loaded = corpus::load(&path).unwrap();
    let (index, clip) = (3, clip(&loaded));
    let replaced = [Replacement { index, clip: &clip }];
    let saved = loaded
        .document
        .save(&Changes { replaced: &replaced, ..Changes::default() }, Container::Glb)
        .unwrap();
    let back = reopen(&saved.bytes, &path);
    assert_eq!(back.figure.clips[index].tracks, clip.tracks);
    assert_eq!(back.figure.clips[index].name, loaded.figure.clips[index].name);
    let weights = |loaded: &Loaded| {
        let channels =
            loaded.document.json()["animations"][index]["channels"].as_array().unwrap().clone();
        channels.iter().filter(|channel| channel["target"]["path"] == "weights").count()
    };
    assert_eq!(weights(&back), weights(&loaded));
    for other in (0..loaded.figure.clips.len()).filter(|&other| other != index) {
        assert_eq!(back.figure.clips[other], loaded.figure.clips[other]);
    }
    let missing = [Replacement { index: 99, clip: &clip }];
    assert!(
        loaded
            .document
            .save(&Changes { replaced: &missing, ..Changes::default() }, Container::Glb)
            .is_err()
    );
    let file = std::env::temp_dir().join(format!("kansetsu-replaced-{}.glb", std::process::id()));
    std::fs::write(&file, &saved.bytes).unwrap();
    for report in validator::validate(std::slice::from_ref(&file)).into_iter().flatten() {
        assert_eq!(report["errors"], 0, "{report}");
    }
    std::fs::remove_file(file).unwrap();
}

/// The codes and places of a report's errors.
fn errors(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let messages = report["messages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|message| message["severity"] == 0);
    messages.map(|message| (text(&message["code"]), text(&message["pointer"]))).collect()
}

#[test]
fn saved_files_have_no_error_that_the_opened_one_had_not() {
    let folder = std::env::temp_dir().join(format!("kansetsu-save-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut originals, mut written) = (Vec::new(), Vec::new());
    for (path, loaded) in loaded_files() {
        let (pose, clips) = (posed(&loaded), [clip(&loaded)]);
        let clips = if loaded.figure.nodes[0].is_some() { &clips[..] } else { &[] };
        for (container, extension) in [(Container::Glb, "glb"), (Container::Text, "gltf")] {
            let saved = loaded
                .document
                .save(&Changes { pose: Some(&pose), clips, ..Changes::default() }, container)
                .unwrap();
            let target = folder.join(format!("{}.{extension}", corpus::name(&path)));
            std::fs::write(&target, &saved.bytes).unwrap();
            for resource in &saved.resources {
                std::fs::write(folder.join(&resource.path), &resource.bytes).unwrap();
            }
            originals.push(path.clone());
            written.push(target);
        }
    }
    if let (Some(before), Some(after)) =
        (validator::validate(&originals), validator::validate(&written))
    {
        for (before, after) in before.iter().zip(&after) {
            let known = errors(before);
            let new: Vec<_> =
                errors(after).into_iter().filter(|error| !known.contains(error)).collect();
            assert!(new.is_empty(), "{}: {new:?}", after["file"]);
        }
        println!("{} files validated", after.len());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
