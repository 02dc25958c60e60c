//! BVH: joints are where three.js puts them, defects are survived, and saving keeps numbers and
//! motion.

use kansetsu::d3::{Pose, Rig, Skeleton, Transform, rotation_of};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::bvh::{self, Take};
use kansetsu_formats::{Clip, Figure, Interpolation, Track, Values, gltf};
use serde_json::Value;

use crate::{corpus, skip::test_data};

fn vector(value: &Value) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|i| value[i].as_f64().unwrap() as f32))
}

fn pose_at(figure: &Figure, frame: usize) -> Pose {
    let mut pose = figure.rig.skeleton.rest_pose();
    for clip in &figure.clips {
        let time =
            clip.tracks.iter().find_map(|track| track.times.get(frame)).copied().unwrap_or(0.0);
        clip.sample(time, &mut pose);
    }
    pose
}

#[test]
fn joints_stand_at_rest_and_in_motion_where_three_js_puts_them() {
    let (Some(folder), Some(references)) = (test_data("bvh"), test_data("reference")) else {
        return;
    };
    let mut positions = 0;
    for path in corpus::files(&folder, &["bvh"]) {
        let name = corpus::name(&path);
        let reference = corpus::json(&references.join(format!("{name}.json")));
        let loaded = bvh::read(&std::fs::read(&path).unwrap())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let skeleton = &loaded.figure.rig.skeleton;
        let tolerance = 1e-5 * skeleton.size() + 1e-6;
        let joints = reference["joints"].as_array().unwrap();
        assert_eq!(joints.len(), skeleton.len(), "{name}");
        for (found, expected) in skeleton.joints().iter().zip(joints) {
            assert!(
                expected["name"] == "ENDSITE" || expected["name"] == found.name.as_str(),
                "{name}: {}",
                found.name
            );
            assert_eq!(
                found.parent.map_or(-1, |parent| parent as i64),
                expected["parent"].as_i64().unwrap(),
                "{name}: {}",
                found.name
            );
        }
        let add = reference["root_offset_ambiguity"].get("add").map_or(Vec3::ZERO, vector);
        let frames = reference["samples"].as_array().unwrap();
        let moments = frames.iter().map(|sample| {
            (
                pose_at(&loaded.figure, sample["frame"].as_u64().unwrap() as usize),
                &sample["world"],
                add,
            )
        });
        for (pose, world, add) in
            moments.chain([(skeleton.rest_pose(), &reference["world_rest"], Vec3::ZERO)])
        {
            for (joint, map) in skeleton.forward(&pose).iter().enumerate() {
                let expected = vector(&world[joint]) + add;
                assert!(
                    map.translation.distance(expected) <= tolerance,
                    "{name} joint {joint}: {}, not {expected}",
                    map.translation
                );
                positions += 1;
            }
        }
        let clip = loaded.figure.clips.first();
        let duration = reference["duration"].as_f64().unwrap() as f32;
        assert!(
            (clip.map_or(0.0, |clip| clip.duration) - duration).abs() <= 1e-6 * duration,
            "{name}"
        );
    }
    println!("{positions} joint positions");
}

/// The file is made for the test; `{}` marks the broken part of a case.
fn tiny(motion: &str) -> String {
    format!(
        "HIERARCHY\nROOT hip bone\n{{\n\tOFFSET 1 2 3\n\tCHANNELS 4 Yposition Zrotation Xrotation Yrotation\n\tEnd Site\n\t{{\n\t\tOFFSET 0 1 0\n\t}}\n}}\n{motion}"
    )
}

#[test]
fn what_real_files_get_wrong_is_read_and_told() {
    let row = "5 0 0 90\n";
    for (motion, frames, warning) in [
        (format!("MOTION\nFrames: 2\nFrame Time: .0083333\n{row}{row}"), 2, ""),
        (
            format!("MOTION\nFrames: 2\nFrame Time: 0\n{row}{row}"),
            2,
            "line 13: the frame time 0 s is invalid",
        ),
        (
            format!("MOTION\nFrames: 1\nFrame Time: 0.04\n{row}{row}{row}"),
            1,
            "line 15: the file announces 1 frames, but 2 further lines follow",
        ),
        (
            format!("MOTION\nFrames: 3\nFrame Time: 0.04\n{row}{row}"),
            2,
            "line 12: the file announces 3 frames, but has 2 complete rows",
        ),
        (
            format!("MOTION\nFrames: 2\nFrame Time: 0.04\n{row}5 0 0"),
            1,
            "line 15: row 2 has 3 numbers, expected 4; the file seems truncated",
        ),
        (
            "MOTION\nFrames: 1\nFrame Time: 0.04\n5 0\n0 90\n".to_owned(),
            1,
            "line 14: rows of 4 numbers are broken over several lines",
        ),
        (String::new(), 0, "the file ends without MOTION"),
    ] {
        for text in [
            tiny(&motion),
            tiny(&motion).replace('\n', "\r\n"),
            tiny(&motion).replace('\n', "\r"),
            format!("\u{feff}{}", tiny(&motion)),
        ] {
            let loaded =
                bvh::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
            let told = loaded.warnings.join("\n");
            assert!(
                if warning.is_empty() { told.is_empty() } else { told.contains(warning) },
                "{told}: {text}"
            );
            assert_eq!(loaded.document.frames(), frames, "{text}");
            assert_eq!(loaded.figure.rig.skeleton.joints()[0].name, "hip bone");
            if frames > 0 {
                let pose = pose_at(&loaded.figure, 0);
                assert_eq!(
                    pose.locals[0].translation,
                    Vec3::new(1.0, 5.0, 3.0),
                    "a position takes the place of one coordinate"
                );
                assert!(
                    (pose.locals[0].rotation - Quat::from_rotation_y(90f32.to_radians())).length()
                        < 1e-6
                );
            }
        }
    }
}

#[test]
fn errors_name_the_line_and_what_to_do() {
    let motion = |rest: &str| tiny(&format!("MOTION\n{rest}"));
    for (text, expected) in [
        (
            "HIERARCHY\nROOT a {\nMOTION".to_owned(),
            "BVH, line 3: MOTION starts, but the braces of \"a\" (line 2) are not closed; add a }",
        ),
        (
            "HIERARCHY\nROOT a {\n}".to_owned(),
            "BVH, line 3: \"a\" of line 2 has no OFFSET; add one",
        ),
        (
            "HIERARCHY\nJOINT a {\n}".to_owned(),
            "BVH, line 2: a joint must be inside a ROOT; start the tree with ROOT and a name",
        ),
        (
            "HIERARCHY\nROOT a {\nOFFSET 0 0,5,1 0".to_owned(),
            "BVH, line 3: expected a number, found \"0,5,1\"",
        ),
        (
            "HIERARCHY\nROOT a {\nCHANNELS 1 Wrotation".to_owned(),
            "BVH, line 3: expected channels such as Xposition or Zrotation, found \"Wrotation\"",
        ),
        (
            motion("Frames: 2\nFrame Time: nan\n1 2 3 4\n"),
            "BVH, line 13: \"nan\" is not a finite number; replace it",
        ),
        (
            motion("Frames: 2\nFrame Time: 0.1\n1 2 3 4\n1 2 3\n1 2 3 4\n"),
            "BVH, line 15: row 2 has 3 numbers, expected 4; correct it, or the CHANNELS of the joints",
        ),
        (
            motion("Frames: 4000000000\nFrame Time: 0.1\n1 2 3 4\n"),
            "BVH, line 12: the file announces 4000000000 frames, but 1 rows follow; correct the number",
        ),
        (motion("Frame: 2"), "BVH, line 12: expected \"Frames:\" and a number, found \"Frame: 2\""),
    ] {
        assert_eq!(bvh::read(text.as_bytes()).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn channels_may_share_a_line_go_on_in_the_next_and_have_scales() {
    let text = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 3 Zrotation\nXrotation Yrotation JOINT b { OFFSET 0 1 0 CHANNELS 6 Xrotation Yrotation Zrotation\n\
        XScale YScale ZScale End Site { OFFSET 0 1 0 } } }\nMOTION\nFrames: 1\nFrame Time: 0.1\n90 0 0 0 0 0 2 2 2\n";
    let loaded = bvh::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert!(
        loaded.warnings.len() == 1
            && loaded.warnings[0]
                == "scale channels are not applied: joints keep their size: \"b\"",
        "{:?}",
        loaded.warnings
    );
    let pose = pose_at(&loaded.figure, 0);
    let maps = loaded.figure.rig.skeleton.forward(&pose);
    assert!(
        maps[2].translation.distance(Vec3::new(-2.0, 0.0, 0.0)) < 1e-6,
        "{}",
        maps[2].translation
    );
    let again = bvh::read(&loaded.document.write()).unwrap();
    assert_eq!(again.document.write(), loaded.document.write(), "the scales are in the file still");
}

#[test]
fn the_broken_files_are_refused_or_told_of() {
    let Some(folder) = test_data("bvh_malformed_derived") else { return };
    for line in std::fs::read_to_string(folder.join("EXPECT.tsv")).unwrap().lines() {
        let (name, mut expected) = line.split_once('\t').unwrap();
        if name == "nan_value.bvh" {
            // Gaps are interpolated.
            expected = "warning";
        }
        let read = bvh::read(&std::fs::read(folder.join(name)).unwrap());
        match read {
            Ok(loaded) => {
                assert!(
                    !expected.starts_with("error")
                        || (expected.contains("warning") && !loaded.warnings.is_empty()),
                    "{name}"
                );
                assert!(
                    !expected.contains("warning")
                        || loaded
                            .warnings
                            .iter()
                            .any(|warning| warning.contains("line ") || warning.contains("frame ")),
                    "{name}: {:?}",
                    loaded.warnings
                );
            }
            Err(error) => {
                assert!(expected.contains("error"), "{name}: {error}");
                assert!(error.to_string().starts_with("BVH, line "), "{name}: {error}");
            }
        }
    }
}

#[test]
fn saving_without_an_edit_keeps_every_number() {
    let folders = ["bvh", "mocap"].into_iter().filter_map(crate::skip::test_data);
    let files: Vec<_> = folders.flat_map(|folder| corpus::files(&folder, &["bvh"])).collect();
    for path in files.iter().step_by(5) {
        let first = bvh::read(&std::fs::read(path).unwrap()).unwrap();
        let again = bvh::read(&first.document.write()).unwrap();
        assert!(again.warnings.is_empty(), "{}: {:?}", path.display(), again.warnings);
        assert_eq!(first.figure.rig, again.figure.rig, "{}", path.display());
        assert_eq!(first.figure.clips, again.figure.clips, "{}", path.display());
        assert_eq!(first.document.write(), again.document.write(), "{}", path.display());
    }
}

fn same_motion(before: &Figure, after: &Figure, name: &str) {
    let (a, b) = (&before.rig.skeleton, &after.rig.skeleton);
    let pairs: Vec<(usize, usize)> = a
        .joints()
        .iter()
        .enumerate()
        .filter_map(|(i, joint)| Some((i, b.find(&joint.name).ok()?)))
        .collect();
    assert!(pairs.len() >= a.len() - 1, "{name}: {} of {} joints", pairs.len(), a.len());
    let rests = (a.forward(&a.rest_pose()), b.forward(&b.rest_pose()));
    let size = a.size();
    for moment in 0..=10 {
        let time = before.clips[0].duration * moment as f32 / 10.0;
        let (mut pa, mut pb) = (a.rest_pose(), b.rest_pose());
        before.clips[0].sample(time, &mut pa);
        after.clips[0].sample(time, &mut pb);
        let (fa, fb) = (a.forward(&pa), b.forward(&pb));
        for &(i, j) in &pairs {
            assert!(
                fa[i].translation.distance(fb[j].translation) < 2e-4 * size,
                "{name} joint {i} at {time} s: {} {}",
                fa[i].translation,
                fb[j].translation
            );
            let turn = |now: &kansetsu::glam::Affine3, rest: &kansetsu::glam::Affine3| {
                rotation_of(now) * rotation_of(rest).conjugate()
            };
            let (one, other) = (turn(&fa[i], &rests.0[i]), turn(&fb[j], &rests.1[j]));
            let apart = 2.0 * (one - other).length().min((one + other).length());
            assert!(
                apart.to_degrees() < 0.01,
                "{name} joint {i} at {time} s: {}°",
                apart.to_degrees()
            );
        }
    }
}

#[test]
fn a_motion_goes_to_glb_and_back() {
    let Some(folder) = test_data("bvh") else { return };
    for path in corpus::files(&folder, &["bvh"]) {
        let name = corpus::name(&path);
        let first = bvh::read(&std::fs::read(&path).unwrap()).unwrap();
        let glb =
            gltf::read(&gltf::write_new(&first.figure, None).unwrap(), &|_| Err(String::new()))
                .unwrap()
                .figure;
        same_motion(&first.figure, &glb, &name);
        let frame_time = glb.clips[0].frame_time().unwrap_or(first.document.frame_time());
        assert!(
            (frame_time - first.document.frame_time()).abs() < 1e-4 * frame_time,
            "{name}: {frame_time}"
        );
        let poses: Vec<Pose> =
            (0..first.document.frames()).map(|frame| pose_at(&glb, frame)).collect();
        let written = bvh::write(&glb, &Take { poses: &poses, frame_time }, None).unwrap();
        let back = bvh::read(&written.bytes).unwrap();
        assert!(back.warnings.is_empty(), "{name}: {:?}", back.warnings);
        same_motion(&first.figure, &back.figure, &name);
    }
}

/// An arm with rest rotations, below a scaled and rotated wrapper, as exporters write it.
fn turned_arm() -> Figure {
    let mut builder = Skeleton::builder();
    let wrapper = Transform {
        rotation: Quat::from_rotation_x(-1.5),
        scale: Vec3::splat(100.0),
        translation: Vec3::X,
    };
    let top = builder.root("wrapper", wrapper);
    let turned = |x: f32| Transform {
        translation: Vec3::new(x, 0.002, 0.001),
        rotation: Quat::from_rotation_z(0.7),
        ..Transform::IDENTITY
    };
    let upper = builder.child(top, "upper", turned(0.01));
    let lower = builder.child(upper, "lower", turned(0.003));
    builder.child(lower, "hand", turned(0.0025));
    let mut figure = Figure::new("arm", Rig::new(builder.build().unwrap()));
    let times: Vec<f32> = (0..30).map(|frame| frame as f32 / 25.0).collect();
    let rotation = |joint: usize| {
        let key = |time: &f32| {
            Quat::from_rotation_y(time * 0.9)
                * Quat::from_rotation_x(joint as f32 * time)
                * Quat::from_rotation_z(0.7)
        };
        Track {
            joint,
            values: Values::Rotation(times.iter().map(key).collect()),
            times: times.clone(),
            interpolation: Interpolation::Linear,
        }
    };
    let places = times.iter().map(|time| Vec3::new(0.003 + 0.001 * time, 0.002, 0.001)).collect();
    let stretch = Track {
        joint: 2,
        values: Values::Translation(places),
        times: times.clone(),
        interpolation: Interpolation::Linear,
    };
    figure.clips.push(Clip {
        name: "wave".to_owned(),
        duration: 29.0 / 25.0,
        tracks: vec![rotation(1), rotation(2), rotation(3), stretch],
        ..Clip::default()
    });
    figure
}

#[test]
fn turned_rest_poses_scales_and_stretching_joints_move_as_before() {
    let figure = turned_arm();
    assert!((figure.clips[0].frame_time().unwrap() - 0.04).abs() < 1e-6);
    let poses: Vec<Pose> = (0..30).map(|frame| pose_at(&figure, frame)).collect();
    let written = bvh::write(&figure, &Take { poses: &poses, frame_time: 0.04 }, None).unwrap();
    let back = bvh::read(&written.bytes).unwrap();
    assert!(back.warnings.is_empty(), "{:?}", back.warnings);
    same_motion(&figure, &back.figure, "arm");
    let text = String::from_utf8(written.bytes).unwrap();
    assert!(text.contains("ROOT wrapper\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6"), "{text}");
    assert_eq!(text.matches("CHANNELS 6").count(), 2, "the root and the joint that stretches");
}

#[test]
fn a_larger_figure_moves_alike() {
    let figure = turned_arm();
    let larger = figure.scaled(2.5).unwrap();
    let (a, b) = (
        figure.rig.skeleton.forward(&pose_at(&figure, 12)),
        larger.rig.skeleton.forward(&pose_at(&larger, 12)),
    );
    for (one, other) in a.iter().zip(&b) {
        assert!(
            (one.translation * 2.5).distance(other.translation) < 1e-4,
            "{} {}",
            one.translation,
            other.translation
        );
    }
    assert!(figure.scaled(0.0).is_err() && figure.scaled(f32::NAN).is_err());
}
