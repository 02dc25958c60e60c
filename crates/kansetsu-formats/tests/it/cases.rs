//! Small files that people have, each with its right value.

use kansetsu::d3::Pose;
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::mmd::{self, MorphValue, Vpd};
use kansetsu_formats::{Document, Figure, Opened, open, open_path};

use crate::{corpus, skip::test_data};

/// A unit of MikuMikuDance, metres.
const UNIT: f32 = 0.08;

fn case(name: &str) -> Option<Opened> {
    let path = test_data("cases")?.join(name);
    Some(open_path(&path).unwrap_or_else(|error| panic!("{error}")))
}

fn bytes(name: &str) -> Option<Vec<u8>> {
    Some(std::fs::read(test_data("cases")?.join(name)).unwrap())
}

fn place(figure: &Figure, pose: &Pose, name: &str) -> Vec3 {
    let skeleton = &figure.rig.skeleton;
    skeleton.forward(pose)[skeleton.find(name).unwrap()].translation
}

/// A position in units of MikuMikuDance, facing +Z, in metres.
fn units(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z) * UNIT
}

#[test]
fn a_pose_of_mikumikudance_stands_as_there() {
    let (Some(model), Some(file)) = (case("leg_utf16.pmx"), bytes("pose.vpd")) else { return };
    let posed = model.pose_file(&file).unwrap();
    assert!(posed.warnings.is_empty(), "{:?}", posed.warnings);
    let ankle = place(&model.figure, &posed.pose, "左足首");
    let knee = place(&model.figure, &posed.pose, "左ひざ");
    assert!(ankle.distance(units(1.0, 4.0, 2.0)) < 0.01 * UNIT, "{}", ankle / UNIT);
    assert!(knee.distance(units(1.0, 7.84, 4.35)) < 0.02 * UNIT, "{}", knee / UNIT);
    // As a motion it is one frame of the same pose.
    let mut moved = model.clone();
    moved.import_animation(&file, "pose.vpd").unwrap();
    let mut pose = moved.figure.rig.skeleton.rest_pose();
    moved.figure.clips[0].sample(0.0, &mut pose);
    assert!(place(&model.figure, &pose, "左ひざ").distance(knee) < 1e-5);
    // Written again, the model stands the same.
    let Document::Mmd(bones) = &model.document else { panic!("a model") };
    let morphs = [MorphValue { name: "あ".to_owned(), weight: 0.5 }];
    let written =
        mmd::write_pose(&model.figure, &posed.pose, Some(bones), &morphs).unwrap().write();
    assert!(written.left_out.is_empty(), "{:?}", written.left_out);
    let again = model.pose_file(&written.bytes).unwrap();
    assert_eq!(again.file.morphs, morphs);
    assert!(place(&model.figure, &again.pose, "左ひざ").distance(knee) < 0.01 * UNIT);
    assert!(place(&model.figure, &again.pose, "左足首").distance(ankle) < 0.01 * UNIT);
}

#[test]
fn poses_are_read_in_every_encoding_and_written_in_shift_jis() {
    let text = "Vocaloid Pose Data file\r\n\r\nmiku.osm;\t\t// 親\r\n2;\r\n\r\nBone0{左腕\r\n  0,1,2;\t// trans\r\n  0,0,1,0;\r\n}\r\n\r\n\
        Bone1 { \r\nセンター\r\n 0.5,0,-1; 0,0,0,1; }\r\nMorph0{まばたき\r\n  1.0;\r\n}\r\n";
    let utf16: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let shift_jis = encoding_rs::SHIFT_JIS.encode(text).0.into_owned();
    let mut poses = Vec::new();
    for bytes in [text.as_bytes().to_vec(), utf16, shift_jis] {
        let mut warnings = Vec::new();
        poses.push(Vpd::read(&bytes, &[], &mut warnings).unwrap());
        assert!(warnings.is_empty(), "{warnings:?}");
    }
    assert!(poses.iter().all(|pose| *pose == poses[0]));
    assert_eq!(poses[0].bones[0].name, "左腕");
    assert_eq!(poses[0].bones[0].rotation, [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(poses[0].bones[1].translation, [0.5, 0.0, -1.0]);
    assert_eq!(poses[0].morphs[0].weight, 1.0);
    let mut odd = poses[0].clone();
    odd.bones[1].name = "팔\u{1F600}".to_owned();
    let written = odd.write();
    assert_eq!(written.left_out, ["팔\u{1F600}"]);
    let again = Vpd::read(&written.bytes, &[], &mut Vec::new()).unwrap();
    assert_eq!((again.bones.len(), &again.bones[0]), (1, &odd.bones[0]));
    // A Chinese system's encoding is recognized by the names of the bones.
    let chinese = text.replace("左腕", "左手臂").replace("センター", "中心骨骼");
    let gbk = encoding_rs::GBK.encode(&chinese).0.into_owned();
    let names = ["左手臂", "中心骨骼"];
    let pose = Vpd::read(&gbk, &names, &mut Vec::new()).unwrap();
    assert_eq!([&pose.bones[0].name, &pose.bones[1].name], names);
}

#[test]
fn what_is_wrong_in_a_pose_is_said_with_its_line() {
    for (text, words) in [
        ("Vocaloid Motion", "line 1: expected \"Vocaloid Pose Data file\""),
        ("Vocaloid Pose Data file\n\na;\n1;\nBone0{x\n 1,2;\n}\n", "line 7: \"x\" has 2 numbers"),
        (
            "Vocaloid Pose Data file\na;\n1;\nBone0{x\n 1,nan,2;\n",
            "line 5: \"x\": expected a finite",
        ),
        ("Vocaloid Pose Data file\na;\n1;\nBone0{x\n 1,1,2;\n", "the file ends inside \"x\""),
        ("Vocaloid Pose Data file\na;\n1;\nb;", "line 4: expected \"Bone0{NAME\""),
    ] {
        let error = Vpd::read(text.as_bytes(), &[], &mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    let alone = open(b"Vocaloid Pose Data file\n", "a.vpd", &|_| Err(String::new()));
    let error = alone.map(drop).unwrap_err().to_string();
    assert!(error.contains("--pose-in"), "{error}");
}

/// The joints that a motion turns, and by how many degrees about z, at its end.
fn turned(opened: &Opened) -> Vec<(usize, f32)> {
    let skeleton = &opened.figure.rig.skeleton;
    let clip = opened.figure.clips.last().unwrap_or_else(|| panic!("{:?}", opened.warnings));
    let mut pose = skeleton.rest_pose();
    clip.sample(clip.duration, &mut pose);
    let angle = |turn: Quat| 2.0 * turn.z.atan2(turn.w).to_degrees();
    let all = pose.locals.iter().enumerate();
    all.map(|(joint, local)| (joint, angle(local.rotation)))
        .filter(|(_, angle)| angle.abs() > 1.0)
        .collect()
}

#[test]
fn names_of_motions_are_found_in_other_encodings_and_where_they_are_cut() {
    for (model, motion) in [
        ("leg_utf16.pmx", "center_utf8.vmd"),
        ("cn_names.pmx", "cn_gbk.vmd"),
        ("long_one.pmx", "long_one.vmd"),
    ] {
        let (Some(mut opened), Some(motion_bytes)) = (case(model), bytes(motion)) else { return };
        opened.import_animation(&motion_bytes, motion).unwrap();
        assert!(
            opened.warnings.iter().all(|warning| !warning.contains("does not have")),
            "{motion}: {:?}",
            opened.warnings
        );
        let clip = opened.figure.clips.last().expect("a motion");
        let rest = opened.figure.rig.skeleton.rest_pose();
        let mut pose = rest.clone();
        clip.sample(clip.duration, &mut pose);
        assert_ne!(pose, rest, "{motion}");
        if model == "long_one.pmx" {
            let turns = turned(&opened);
            assert!(
                turns.len() == 1 && turns[0].0 == 1 && (turns[0].1.abs() - 90.0).abs() < 0.1,
                "{turns:?}"
            );
        }
    }
}

#[test]
fn archives_of_metasequoia_are_known_whatever_comes_first() {
    let Some(opened) = case("z2.mqoz") else { return };
    let points = |opened: &Opened| -> usize {
        let mut points: Vec<String> = opened
            .figure
            .meshes
            .iter()
            .flat_map(|mesh| &mesh.primitives)
            .flat_map(|part| &part.positions)
            .map(|at| format!("{at}"))
            .collect();
        points.sort();
        points.dedup();
        points.len()
    };
    assert_eq!((opened.format, points(&opened)), ("MQOZ", 4));
}

#[test]
fn pictures_are_found_in_any_case() {
    let Some(opened) = case("tex_case.mqo") else { return };
    assert_eq!(opened.figure.images.len(), 1, "{:?}", opened.warnings);
    assert!(opened.warnings.is_empty(), "{:?}", opened.warnings);
}

#[test]
fn motions_with_gaps_commas_and_comments_are_read() {
    for name in ["nan.bvh", "comma_decimal.bvh", "comments.bvh"] {
        let Some(opened) = case(name) else { return };
        let clip = &opened.figure.clips[0];
        let skeleton = &opened.figure.rig.skeleton;
        let hips = |frame: f32| {
            let mut pose = skeleton.rest_pose();
            clip.sample(frame * 0.033_333_3, &mut pose);
            pose.locals[0]
        };
        for (frame, at) in
            [(0.0, [0.0, 90.0, 0.0]), (1.0, [1.0, 91.0, 2.0]), (2.0, [2.0, 92.0, 4.0])]
        {
            let found = hips(frame).translation;
            assert!(found.distance(Vec3::from_array(at)) < 1e-3, "{name}, {frame}: {found}");
        }
        let turn = Quat::from_rotation_z(10_f32.to_radians())
            * Quat::from_rotation_x(20_f32.to_radians())
            * Quat::from_rotation_y(30_f32.to_radians());
        assert!(hips(1.0).rotation.angle_between(turn) < 1e-3, "{name}");
        let warned = opened.warnings.iter().any(|warning| warning.contains("3 values"));
        assert_eq!(warned, name == "nan.bvh", "{:?}", opened.warnings);
    }
    let text = "HIERARCHY\nROOT a { // the root\nOFFSET 0 0 0 # here\nCHANNELS 1 Zrotation\n}\nMOTION Frames: 3 Frame Time: 0,1\n170\n-nan(ind)\n-170 # end\n";
    let opened = open(text.as_bytes(), "a.bvh", &|_| Err(String::new())).unwrap();
    let mut pose = opened.figure.rig.skeleton.rest_pose();
    opened.figure.clips[0].sample(0.1, &mut pose);
    assert!(
        pose.locals[0].rotation.z.abs() > 0.999,
        "by the shorter way: {}",
        pose.locals[0].rotation
    );
}

#[test]
fn roles_come_from_the_shape_where_names_say_little() {
    let Some(folder) = test_data("cases") else { return };
    let expected = corpus::json(&folder.join("names_expect.json"));
    for (name, roles) in expected.as_object().unwrap() {
        let opened = case(&format!("{name}.bvh")).unwrap();
        let rig = &opened.figure.rig;
        for (role, joint) in roles.as_object().unwrap() {
            let found = kansetsu_formats::Role::from_name(role)
                .and_then(|role| rig.roles.get(&role))
                .map(|&joint| rig.skeleton.joints()[joint].name.as_str());
            assert_eq!(found, joint.as_str(), "{name}: {role}");
        }
    }
}

#[test]
fn eased_keys_of_text_fbx_stay_eased() {
    let Some(opened) = case("fbx_7100_ascii_tangents.fbx") else { return };
    let clip = &opened.figure.clips[0];
    let mut least = f32::INFINITY;
    for joint in 0..opened.figure.rig.skeleton.len() {
        let at = |time: f32| {
            let mut pose = opened.figure.rig.skeleton.rest_pose();
            clip.sample(time, &mut pose);
            pose.locals[joint].translation
        };
        let moved = (at(0.1) - at(0.0)).x.abs();
        println!("joint {joint}: {moved} {} {}", at(0.0), at(0.1));
        least = least.min((moved - 0.006_01).abs());
    }
    assert!(least < 2e-5, "{least}");
}

#[test]
fn old_fbx_files_are_refused_by_their_version() {
    for version in [3000_u32, 5000, 5800] {
        let mut binary = b"Kaydara FBX Binary  \0\x1A\0".to_vec();
        binary.extend(version.to_le_bytes());
        binary.extend([0; 64]);
        let text = format!("; FBX {}.{}.0 project file\n", version / 1000, version / 100 % 10);
        for bytes in [binary, text.into_bytes()] {
            let error = open(&bytes, "a.fbx", &|_| Err(String::new())).map(drop).unwrap_err();
            assert!(error.to_string().contains("6100 to 7700 are read"), "{error}");
        }
    }
}

#[test]
fn damaged_poses_do_no_harm() {
    let Some(model) = case("leg_utf16.pmx") else { return };
    let Some(file) = bytes("pose.vpd") else { return };
    for cut in 0..200 {
        drop(model.pose_file(&file[..file.len() * cut / 200]));
    }
    let mut random = crate::random::Random::new(21);
    let mut read = 0;
    for _ in 0..1000 {
        let mut changed = file.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(changed.len());
            changed[at] ^= 1 << random.below(8);
        }
        if let Ok(posed) = model.pose_file(&changed) {
            assert!(posed.pose.locals.iter().all(|local| local.translation.is_finite()));
            read += 1;
        }
    }
    println!("{read} of 1000 changed poses are read");
}
