//! Commands after a solve: spread twists, smooth clips, match poses, print angles and limits.

use kansetsu::{
    d3::{Rig, Skeleton, Transform},
    glam::{Quat, Vec3},
};
use kansetsu_formats::{Clip, Figure, Interpolation, Track, Values, gltf};
use serde_json::Value;

use crate::{
    command::{distance, kansetsu, numbers, position},
    files::{Folder, is_valid},
};

/// A forearm of 0.24 m along X with two twist joints and a hand, and a clip in which the hand
/// jitters as it twists by 1.2 turns.
fn forearm() -> Vec<u8> {
    let mut builder = Skeleton::builder();
    let elbow = builder.root("elbow", Transform::IDENTITY);
    for (name, place) in [("third", 0.08), ("half", 0.12), ("hand", 0.24)] {
        builder.child(elbow, name, Transform::from_translation(Vec3::X * place));
    }
    let figure = Figure::new("forearm", Rig::new(builder.build().unwrap()));
    let times: Vec<f32> = (0..=60).map(|key| key as f32 / 60.0).collect();
    let angle = |(key, time): (usize, &f32)| {
        1.2 * std::f32::consts::TAU * time + if key % 2 == 0 { 0.05 } else { -0.05 }
    };
    let turns = times.iter().enumerate().map(angle).map(Quat::from_rotation_x).collect();
    let track = Track {
        joint: 3,
        times,
        values: Values::Rotation(turns),
        interpolation: Interpolation::Linear,
    };
    let clip =
        Clip { name: "wring".to_owned(), duration: 1.0, tracks: vec![track], ..Clip::default() };
    let bytes = gltf::write_new(&figure, None).unwrap();
    let document =
        gltf::read(&bytes, &|_| Err("the file is self-contained".to_owned())).unwrap().document;
    document
        .save(&gltf::Changes { clips: &[clip], ..gltf::Changes::default() }, gltf::Container::Glb)
        .unwrap()
        .bytes
}

/// The angle about X of a joint that rotates only about X, radians in [0, 2π).
fn about_x(stance: &Value, joint: &str) -> f64 {
    let joints = stance["joints"].as_array().unwrap();
    let rotation =
        numbers(&joints.iter().find(|entry| entry["name"] == joint).unwrap()["rotation"]);
    (2.0 * rotation[0].atan2(rotation[3])).rem_euclid(std::f64::consts::TAU)
}

#[test]
fn a_twist_is_spread_over_a_clip_past_half_a_turn() {
    let folder = Folder::new();
    let (file, out) = (folder.with("forearm.glb", forearm()), folder.path("out.glb"));
    let twist = [
        "twist",
        &file,
        "--tip",
        "hand=third@0.3333,half",
        "--clip",
        "wring",
        "--rate",
        "60",
        "-o",
        &out,
    ];
    let document = kansetsu(&[&twist[..], &["--json"]].concat()).done().json();
    let shares = &document["twists"][0]["shares"];
    assert_eq!((&shares[1]["joint"], &shares[1]["share"]), (&"half".into(), &0.5.into()));
    let angles = numbers(&document["twists"][0]["angles"]);
    assert_eq!(angles.len(), 61);
    assert!((angles[60] - 1.2 * std::f64::consts::TAU).abs() < 0.06, "{}", angles[60]);
    assert!(angles.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 0.3), "no flip");
    is_valid(&out);
    for (moment, time) in [(30, "0.5"), (60, "1")] {
        let stance = kansetsu(&["fk", &out, "--clip", "wring untwisted", "--time", time, "--json"])
            .done()
            .json();
        for (joint, share) in [("third", 0.3333), ("half", 0.5), ("hand", 1.0)] {
            let expected = (share * angles[moment]).rem_euclid(std::f64::consts::TAU);
            assert!(
                (about_x(&stance, joint) - expected).abs() < 1e-4,
                "{joint}: {} is not {expected}",
                about_x(&stance, joint)
            );
        }
    }
    let table = kansetsu(&twist).done().out;
    assert!(table.contains("half 0.50") && table.contains("wrote"), "{table}");
    let pose = folder.path("pose.glb");
    kansetsu(&[
        "twist",
        &file,
        "--tip",
        "hand=half@0.25",
        "--clip",
        "wring",
        "--time",
        "0.2",
        "-o",
        &pose,
    ])
    .done();
    let stance = kansetsu(&["fk", &pose, "--json"]).done().json();
    assert!((about_x(&stance, "half") - 0.25 * about_x(&stance, "hand")).abs() < 1e-4);
}

#[test]
fn a_smooth_clip_trembles_less_and_is_capped() {
    let folder = Folder::new();
    let (file, out) = (folder.with("forearm.glb", forearm()), folder.path("out.glb"));
    let smooth = |args: &[&str]| {
        kansetsu(&[&["smooth", &file, "--json", "-o", &out], args].concat()).done().json()
    };
    let soft = smooth(&["--half-life", "0.05"]);
    assert_eq!((&soft["clip"], &soft["frames"]), (&"wring".into(), &61.into()));
    let hand = &soft["joints"][0];
    assert_eq!(hand["joint"], "hand");
    let of = |key: &str| hand[key].as_f64().unwrap();
    assert!(of("max_speed_after") < 0.75 * of("max_speed_before"), "{hand}");
    assert!(of("max_lag") < 0.8);
    is_valid(&out);
    let capped = smooth(&["--half-life", "0", "--max-speed", "90", "--joint", "hand"]);
    let fastest = capped["joints"][0]["max_speed_after"].as_f64().unwrap();
    assert!((fastest - 90_f64.to_radians()).abs() < 1e-2, "{fastest}");
    let same = smooth(&["--half-life", "0"]);
    assert!(same["joints"][0]["max_lag"].as_f64().unwrap() < 1e-4);
    let table = kansetsu(&["smooth", &file, "--clip", "0"]).done().out;
    assert!(table.lines().nth(1).is_some_and(|line| line.starts_with("hand")), "{table}");
    kansetsu(&["smooth", "figure:mannequin"]).refused(&["no clips"]);
    kansetsu(&["smooth", &file, "--joint", "hnd"]).refused(&["did you mean"]);
}

#[test]
fn matched_goals_give_the_pose_back() {
    let folder = Folder::new();
    let posed = folder.path("posed.glb");
    let goals =
        ["--goal", "LeftHand=0.3,1.3,0.4", "--goal", "RightFoot=-0.15,0.3,0.3", "--levels", "2"];
    kansetsu(&[&["solve", "figure:mannequin", "-o", &posed], &goals[..]].concat()).done();
    let document = kansetsu(&["match", &posed, "--json"]).done().json();
    let goals = document["goals"].as_array().unwrap();
    assert!(goals.len() >= 4);
    for goal in goals {
        assert!(goal["residual"].as_f64().unwrap() < 1e-4, "{goal}");
    }
    let limb = |joint: &str| goals.iter().find(|goal| goal["joint"] == joint).unwrap();
    assert!(distance(&numbers(&limb("LeftHand")["position"]), &[0.3, 1.3, 0.4]) < 1e-3);
    // The printed lines are arguments of solve.
    let page = kansetsu(&["match", &posed, "--limb", "LeftHand"]).done().out;
    let line = page.lines().find(|line| line.starts_with("--goal")).unwrap();
    let words: Vec<&str> = line.split(' ').map(|word| word.trim_matches('\'')).collect();
    let solved = kansetsu(
        &[&["solve", "figure:mannequin", "--solver", "two-bone", "--json"], &words[..]].concat(),
    )
    .done()
    .json();
    let stance = kansetsu(&["fk", &posed, "--json"]).done().json();
    for joint in ["LeftLowerArm", "LeftHand"] {
        let off = distance(&position(&solved, joint), &position(&stance, joint));
        assert!(off < 1e-3, "{joint} is {off} m off");
    }
    kansetsu(&["match", "figure:tentacle"]).refused(&["limbs"]);
    kansetsu(&["match", "figure:mannequin", "--limb", "Head"]).refused(&["no limb ends"]);
}

#[test]
fn angles_are_read_in_the_frame_of_the_bone_and_do_not_jump() {
    let folder = Folder::new();
    let file = folder.with("forearm.glb", forearm());
    // The elbow's bone leads to its first child, along X. The hand has no child and uses that
    // frame: its twist is about z.
    let document =
        kansetsu(&["euler", &file, "--joint", "hand", "--rate", "60", "--json"]).done().json();
    assert_eq!((&document["order"], &document["frame"]), (&"YXZ".into(), &"bone".into()));
    let angles: Vec<Vec<f64>> =
        document["joints"][0]["angles"].as_array().unwrap().iter().map(numbers).collect();
    assert_eq!(angles.len(), 61);
    assert!((angles[60][2] - 1.2 * std::f64::consts::TAU).abs() < 0.06, "{:?}", angles[60]);
    assert!(angles.iter().all(|triple| triple[0].abs() < 1e-4 && triple[1].abs() < 1e-4));
    let joint = kansetsu(&[
        "euler", &file, "--joint", "hand", "--time", "0.05", "--frame", "joint", "--order", "ZYX",
        "--json",
    ])
    .done()
    .json();
    let triple = numbers(&joint["joints"][0]["angles"][0]);
    assert!(triple[0] > 0.2 && triple[1].abs() < 1e-5 && triple[2].abs() < 1e-5, "{triple:?}");
    let third = kansetsu(&["euler", &file, "--joint", "elbow", "--third", "elbow=0,1,0", "--json"])
        .done()
        .json();
    // Z along +X and X toward +Y: a rotation by 120°.
    let axes = numbers(&third["joints"][0]["joint_from_frame"]);
    assert!(axes.iter().all(|part| (part.abs() - 0.5).abs() < 1e-6), "{axes:?}");
    let table = kansetsu(&["euler", "figure:mannequin"]).done().out;
    assert!(table.lines().count() > 50 && table.contains("LeftUpperArm"), "{table}");
    kansetsu(&["euler", &file, "--rate", "60", "--time", "1"]).refused(&["--time"]);
    kansetsu(&["euler", &file, "--order", "xyx"]).refused(&["xyx"]);
}

#[test]
fn limits_say_where_joints_stand() {
    let document = kansetsu(&["limits", "figure:mannequin", "--json"]).done().json();
    let limits = document["limits"].as_array().unwrap();
    let inspected = kansetsu(&["inspect", "figure:mannequin", "--json"]).done().json();
    assert_eq!(limits.len(), inspected["limits"].as_array().unwrap().len());
    assert!(
        limits.iter().all(|entry| entry["limit"]["kind"].is_string() && entry["violation"] == 0.0),
        "the rest pose is inside the limits"
    );
    let folder = Folder::new();
    let table = kansetsu(&["limits", "figure:mannequin"]).done().out;
    assert!(table.contains("hinge") && table.contains("swing"), "{table}");
    assert!(
        kansetsu(&["limits", &folder.with("forearm.glb", forearm())])
            .done()
            .out
            .contains("no limits")
    );
}

#[test]
fn a_part_of_a_clip_is_mirrored_and_blended() {
    let folder = Folder::new();
    kansetsu(&["demo", "--out", &folder.path("demo"), "--sheet", "1x1", "--size", "20x20"]).done();
    let (demo, mirrored, blended) =
        (folder.path("demo/demo.glb"), folder.path("mirrored.glb"), folder.path("blended.glb"));
    let part = ["--clip", "demo", "--rate", "30", "--from", "0.5", "--to", "1.5"];
    kansetsu(&[&["mirror", &demo][..], &part, &["-o", &mirrored]].concat()).done();
    let at = |file: &str, clip: &str, time: &str| {
        kansetsu(&["fk", file, "--clip", clip, "--time", time, "--json"]).done().json()
    };
    let (before, after) = (at(&demo, "demo", "1"), at(&mirrored, "demo mirrored", "0.5"));
    for (joint, partner) in [("LeftHand", "RightHand"), ("RightFoot", "LeftFoot"), ("Head", "Head")]
    {
        let [x, y, z] = position(&before, joint)[..] else { panic!("no place") };
        let found = position(&after, partner);
        assert!(distance(&[-x, y, z], &found) < 1e-3, "{joint}: {found:?} for {x} {y} {z}");
    }
    kansetsu(
        &[
            &["blend", &demo][..],
            &part,
            &["--with", "demo", "--weight", "0", "--to-weight", "1", "-o", &blended],
        ]
        .concat(),
    )
    .done();
    for (time, source) in [("0", "0.5"), ("1", "1")] {
        let (found, expected) = (at(&blended, "demo blended", time), at(&demo, "demo", source));
        let miss = distance(&position(&found, "LeftHand"), &position(&expected, "LeftHand"));
        assert!(miss < 1e-3, "at {time}: {miss}");
    }
    let arm = ["--below", "LeftUpperArm", "--with", "demo", "--with-time", "2", "--weight", "1"];
    let still = ["blend", &demo, "--clip", "demo", "--time", "1", "-o", &blended];
    kansetsu(&[&still[..], &arm].concat()).done();
    let found = kansetsu(&["fk", &blended, "--json"]).done().json();
    let [before, other] = ["1", "2"].map(|time| at(&demo, "demo", time));
    let place = |document: &Value, joint: &str| position(document, joint);
    assert!(distance(&place(&found, "RightHand"), &place(&before, "RightHand")) < 1e-5);
    let reach = |document| distance(&place(document, "LeftHand"), &place(document, "LeftUpperArm"));
    assert!((reach(&found) - reach(&other)).abs() < 1e-4, "the bend of the other moment");
    assert!(distance(&place(&found, "LeftHand"), &place(&before, "LeftHand")) > 0.01);
    kansetsu(&[
        "mirror", &demo, "--clip", "demo", "--rate", "30", "--from", "2", "--to", "1", "-o",
        &mirrored,
    ])
    .refused(&["is not in the clip"]);
    kansetsu(&["mirror", &demo, "--from", "1", "-o", &mirrored]).refused(&["--rate"]);
}
