//! Inverse kinematics from the command line.

use std::fs;

use serde_json::Value;

use crate::{
    command::{Run, distance, kansetsu, numbers, position},
    files::{Folder, glb_of, is_valid, size_of},
    skip::test_data,
};

fn solve(args: &[&str]) -> Value {
    kansetsu(&[&["solve"], args, &["--json"]].concat()).done().json()
}

/// The goals that are not met within a millimetre, by name.
fn missed(document: &Value) -> Vec<String> {
    let goals = document["goals"].as_array().unwrap().iter();
    goals
        .filter(|goal| goal["distance"].as_f64().unwrap() >= 1e-3)
        .map(|goal| goal["joint"].to_string())
        .collect()
}

#[test]
fn the_mannequin_reaches_within_a_millimetre_inside_its_limits() {
    let document = solve(&["figure:mannequin", "--goal", "LeftHand=0.3,1.3,0.4"]);
    assert_eq!(document["outcome"], "reached");
    assert_eq!(missed(&document), [] as [String; 0]);
    let hand = position(&document, "LeftHand");
    assert!(distance(&hand, &[0.3, 1.3, 0.4]) < 1e-3);
}

#[test]
fn json_has_the_promised_keys() {
    let document = solve(&["figure:mannequin", "--goal", "LeftHand=0.3,1.3,0.4"]);
    for key in ["joints", "outcome", "goals", "iterations", "active_limits", "micros"] {
        assert!(!document[key].is_null(), "{key}");
    }
    let goal = &document["goals"][0];
    assert_eq!(goal["joint"], "LeftHand");
    assert_eq!(numbers(&goal["target"]).len(), 3);
    assert_eq!(numbers(&goal["reached"]), position(&document, "LeftHand"));
    assert!(goal["distance"].is_f64() && goal["angle"].is_f64());
    assert!(document["micros"].as_f64().unwrap() > 0.0);
}

#[test]
fn numbers_may_be_negative_and_roles_name_joints() {
    let by_role = solve(&["figure:mannequin", "--goal", "rightHAND=-0.3,1.3,0.4"]);
    let by_name = solve(&["figure:mannequin", "--goal", "RightHand=-0.3,1.3,0.4"]);
    assert_eq!(by_role["joints"], by_name["joints"]);
    assert_eq!(missed(&by_role), [] as [String; 0]);
}

#[test]
fn all_goals_are_measured_on_the_final_pose() {
    let goals = [
        "LeftHand=0.3,1.3,0.4",
        "RightHand=-0.3,1.4,0.4",
        "Head=0.02,1.55,0.05",
        "LeftFoot=0.1,0.3,0.3",
        "RightFoot=-0.1,0.1,0",
    ];
    let args: Vec<&str> = goals.iter().flat_map(|goal| ["--goal", goal]).collect();
    let document = solve(&[&["figure:mannequin"], &args[..]].concat());
    let entries = document["goals"].as_array().unwrap();
    assert_eq!(entries.len(), goals.len());
    for (entry, goal) in entries.iter().zip(goals) {
        let name = goal.split('=').next().unwrap();
        assert_eq!(entry["joint"], name);
        let (target, reached) = (numbers(&entry["target"]), position(&document, name));
        assert!(
            (distance(&target, &reached) - entry["distance"].as_f64().unwrap()).abs() < 1e-6,
            "{name}"
        );
    }
    // The chest leans for the head before the hands reach: all goals are met.
    let missed = missed(&document);
    assert!(
        !missed.iter().any(|name| name.contains("Hand") || name.contains("Foot")),
        "{missed:?}"
    );
}

#[test]
fn a_goal_that_a_later_one_spoils_is_said_so() {
    let conflict = [
        "solve",
        "figure:mannequin",
        "--goal",
        "LeftLowerArm=0.3,1.2,0.2",
        "--goal",
        "LeftHand=0.6,1.4,0.1",
        "--json",
    ];
    let run = kansetsu(
        &[&conflict[..], &["--base", "LeftShoulder", "--limits", "off", "--solver", "auto"]]
            .concat(),
    )
    .done();
    let document = run.json();
    let elbow = &document["goals"][0];
    assert!(elbow["distance"].as_f64().unwrap() > 0.01, "the test needs a conflict: {elbow}");
    assert_eq!(
        (elbow["outcome"].as_str(), document["outcome"].as_str()),
        (Some("stalled"), Some("stalled"))
    );
    assert!(run.err.starts_with("note: ") && run.err.contains("LeftLowerArm"), "{}", run.err);
}

#[test]
fn what_is_out_of_reach_is_status_3_only_on_request() {
    let far = ["solve", "figure:mannequin", "--goal", "LeftHand=5,1,0"];
    let run = kansetsu(&far).done();
    assert!(run.out.contains("out of reach"), "{}", run.out);
    assert_eq!(kansetsu(&[&far[..], &["--require-reached"]].concat()).status, Some(3));
    for solver in ["auto", "two-bone", "ccd", "fabrik", "dls"] {
        for limits in ["on", "off"] {
            let document = solve(&[&far[1..], &["--solver", solver, "--limits", limits]].concat());
            assert_eq!(document["outcome"], "out_of_reach", "{solver}, limits {limits}");
        }
    }
    kansetsu(&["solve", "figure:mannequin", "--goal", "LeftHand=0.3,1.3,0.4", "--require-reached"])
        .done();
}

#[test]
fn every_solver_reaches() {
    for solver in ["auto", "two-bone", "ccd", "fabrik", "dls"] {
        let document = solve(&[
            "figure:mannequin",
            "--goal",
            "LeftHand=0.3,1.3,0.4",
            "--solver",
            solver,
            "--limits",
            "off",
        ]);
        assert_eq!(document["outcome"], "reached", "{solver}");
    }
    for solver in ["auto", "ccd", "fabrik", "dls"] {
        let document = solve(&["figure:tentacle", "--goal", "29=0.3,0.5,0.2", "--solver", solver]);
        assert_eq!(document["outcome"], "reached", "{solver}");
    }
}

#[test]
fn a_base_and_levels_say_what_moves() {
    let rest = kansetsu(&["fk", "figure:mannequin", "--json"]).done().json();
    let whole = solve(&["figure:mannequin", "--goal", "LeftHand=0.3,1.2,0.4", "--base", "Spine"]);
    assert_ne!(position(&whole, "Chest"), position(&rest, "Chest"));
    let arm = solve(&["figure:mannequin", "--goal", "LeftHand=0.3,1.2,0.4", "--chain-length", "2"]);
    assert_eq!(position(&arm, "LeftUpperArm"), position(&rest, "LeftUpperArm"));
    assert_eq!(position(&arm, "Chest"), position(&rest, "Chest"));
}

#[test]
fn an_orientation_is_met() {
    let document = solve(&[
        "figure:mannequin",
        "--goal",
        "LeftHand=0.3,1.3,0.4",
        "--orient",
        "LeftHand=0,0,2,2",
        "--limits",
        "off",
    ]);
    let goal = &document["goals"][0];
    assert!(
        goal["angle"].as_f64().unwrap() < 1e-3 && goal["distance"].as_f64().unwrap() < 1e-3,
        "{goal}"
    );
}

#[test]
fn a_pole_decides_where_the_elbow_points_when_the_whole_body_is_solved() {
    for way in [
        &["--solver", "whole-body"][..],
        &["--pin", "LeftFoot"],
        &["--root", "rotates", "--goal", "RightHand=-0.4,1.2,0.2"],
    ] {
        // The height of the elbow above the line from the shoulder to the hand.
        let bent_up = |pole: &str| {
            let goal = [
                "solve",
                "figure:mannequin",
                "--goal",
                "LeftHand=0.4,1.3,0.2",
                "--pole",
                pole,
                "--limits",
                "off",
                "--json",
            ];
            let solved = kansetsu(&[&goal[..], way].concat()).done().json();
            assert_eq!(solved["solver"], "whole-body", "{way:?}");
            assert_eq!(solved["outcome"], "reached", "{way:?}: {}", solved["goals"]);
            let [shoulder, elbow, hand] =
                ["LeftUpperArm", "LeftLowerArm", "LeftHand"].map(|name| position(&solved, name));
            let (line, arm) = (
                [0, 1, 2].map(|i| hand[i] - shoulder[i]),
                [0, 1, 2].map(|i| elbow[i] - shoulder[i]),
            );
            let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            arm[1] - line[1] * dot(line, arm) / dot(line, line)
        };
        let (up, down) = (bent_up("LeftHand=0.3,9,0"), bent_up("LeftHand=0.3,-9,0"));
        assert!(up > 0.005 && down < -0.005, "{way:?}: {up}, {down}");
    }
}

#[test]
fn a_number_that_rounding_brought_past_its_bound_is_the_bound() {
    let reach = |words: &[&str]| {
        kansetsu(
            &[&["solve", "figure:mannequin", "--goal", "LeftHand=0.4,1.3,0.2"][..], words].concat(),
        )
    };
    for words in [
        ["--blend", "1.0000001"],
        ["--soft", "0.50000006"],
        ["--strength", "0.99999994"],
        ["--tolerance", "1.0000001"],
    ] {
        reach(&words).done();
    }
    reach(&["--blend", "1.001"]).refused(&["from 0 to 1"]);
}

#[test]
fn a_pole_decides_where_the_elbow_points() {
    let elbow = |pole: &str| {
        let goal = [
            "figure:mannequin",
            "--goal",
            "LeftHand=0.45,1.3,0.2",
            "--pole",
            pole,
            "--limits",
            "off",
        ];
        position(&solve(&goal), "LeftLowerArm")
    };
    assert!(elbow("LeftHand=0.4,3,0")[1] > elbow("LeftHand=0.4,-3,0")[1] + 0.05);
}

/// Solves, saves, reads again: the positions are equal.
fn survives_saving(file: &str, goals: &[&str]) -> Run {
    let folder = Folder::new();
    let out = folder.path("out.glb");
    let args: Vec<&str> = goals.iter().flat_map(|goal| ["--goal", goal]).collect();
    let run = kansetsu(&[&["solve", file, "--json", "-o", &out], &args[..]].concat()).done();
    assert_eq!(folder.names(), ["out.glb"]);
    let (solved, saved) = (run.json(), kansetsu(&["fk", &out, "--json"]).done().json());
    for joint in solved["joints"].as_array().unwrap() {
        let same = |other: &&Value| {
            if joint["node"].is_null() {
                other["name"] == joint["name"]
            } else {
                other["node"] == joint["node"]
            }
        };
        let other = saved["joints"].as_array().unwrap().iter().find(same).unwrap();
        let off = distance(&numbers(&joint["position"]), &numbers(&other["position"]));
        assert!(off <= 1e-5, "{file}: {} is {off} m off", joint["name"]);
    }
    is_valid(&out);
    run
}

#[test]
fn a_saved_pose_is_the_solved_one() {
    survives_saving("figure:mannequin", &["LeftHand=0.3,1.3,0.4", "RightFoot=-0.1,0.4,0.3"]);
    if let Some(file) = test_data("gltf/RobotExpressive.glb") {
        let run = survives_saving(
            file.to_str().unwrap(),
            &["Palm1.L=1.5,2.2,1.2", "LowerLeg.R=-0.64331,1.068738,0.322861"],
        );
        assert_eq!(missed(&run.json()), [] as [String; 0]);
        survives_saving(file.to_str().unwrap(), &["Foot.L=0.6,0.3,0.2"]);
    }
    if let Some(file) = test_data("gltf/CesiumMan.glb") {
        let run = survives_saving(
            file.to_str().unwrap(),
            &["Skeleton_arm_joint_L__2_=0.3,1.1,0.3", "leg_joint_R_5=-0.1,0.25,0.3"],
        );
        assert_eq!(missed(&run.json()), [] as [String; 0]);
    }
}

#[test]
fn writing_over_the_input_is_safe() {
    let folder = Folder::new();
    let file = folder.with("arm.glb", glb_of("figure:arm"));
    let before = kansetsu(&["fk", &file]).done().out;
    kansetsu(&["solve", &file, "--orient", "1=0,0,1,1", "--limits", "off", "-o", &file]).done();
    assert_ne!(kansetsu(&["fk", &file]).done().out, before);
    assert_eq!(folder.names(), ["arm.glb"]);
}

#[cfg(unix)]
#[test]
fn new_files_have_the_usual_permissions_and_old_ones_keep_theirs() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let out = folder.path("out.glb");
    let mode = || fs::metadata(&out).unwrap().permissions().mode() & 0o777;
    let save = || kansetsu(&["solve", "figure:arm", "--orient", "1=0,0,0,1", "-o", &out]).done();
    save();
    let usual = fs::metadata(folder.with("usual", "")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), usual);
    fs::set_permissions(&out, fs::Permissions::from_mode(0o600)).unwrap();
    save();
    assert_eq!(mode(), 0o600);
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_a_device_is_not_replaced() {
    let folder = Folder::new();
    let file = folder.with("file.glb", "old");
    std::os::unix::fs::symlink(&file, folder.path("link.glb")).unwrap();
    kansetsu(&["solve", "figure:arm", "--orient", "1=0,0,0,1", "-o", &folder.path("link.glb")])
        .done();
    assert!(fs::symlink_metadata(folder.path("link.glb")).unwrap().is_symlink());
    assert!(fs::read(&file).unwrap().starts_with(b"glTF"));
    kansetsu(&["solve", "figure:arm", "--orient", "1=0,0,0,1", "-o", "/dev/null"]).done();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_picture_is_drawn() {
    let folder = Folder::new();
    let [png, svg] = ["out.png", "out.svg"].map(|name| folder.path(name));
    for picture in [&png, &svg] {
        kansetsu(&["solve", "figure:arm", "--orient", "1=0,0,0,1", "--picture", picture]).done();
    }
    let seen_from = |view: &str| {
        kansetsu(&[
            "solve",
            "figure:arm",
            "--orient",
            "1=0,0,0,1",
            "--picture",
            &png,
            "--view",
            view,
            "--size",
            "160x120",
        ])
        .done();
        assert_eq!(size_of(&png), (160, 120));
        fs::read(&png).unwrap()
    };
    assert_ne!(seen_from("front"), seen_from("-30,20"));
    assert!(fs::read_to_string(svg).unwrap().contains("<svg"));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_kansetsu"))
        .args(["fk", "figure:mannequin", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// The nodes of a VRM file.
fn nodes(path: &str) -> serde_json::Value {
    let bytes = std::fs::read(path).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice::<serde_json::Value>(&bytes[20..20 + length]).unwrap()["nodes"].clone()
}

#[test]
fn a_saved_vrm_keeps_its_t_pose_and_has_the_pose_beside_it() {
    let Some(file) = test_data("cases/human_vrm0.vrm") else { return };
    let (file, folder) = (file.display().to_string(), Folder::new());
    let out = folder.path("posed.vrm");
    let solve = ["solve", &file, "--goal", "leftHand=.2,1.4,-.3", "-o", &out];
    let run = kansetsu(&solve).done();
    assert!(
        run.err.contains("posed.pose.vrma")
            && run.err.contains("T-pose")
            && run.err.contains("--bake"),
        "{}",
        run.err
    );
    assert_eq!(folder.names(), ["posed.pose.vrma", "posed.vrm"]);
    assert_eq!(nodes(&out), nodes(&file));
    let animation = folder.path("posed.pose.vrma");
    let original = ["fk", &file, "--motion", &animation, "--clip", "posed.pose pose", "--json"];
    for args in [&["fk", &out, "--json"][..], &original] {
        let place = position(&kansetsu(args).done().json(), "J_leftHand");
        assert!(
            place.iter().zip([0.2, 1.4, -0.3]).all(|(found, wanted)| (found - wanted).abs() < 1e-4),
            "{args:?}: {place:?}"
        );
    }

    let run = kansetsu(&[&solve[..], &["--bake"]].concat()).done();
    assert!(run.err.contains("warning: --bake"), "{}", run.err);
    assert_ne!(nodes(&out), nodes(&file));
}

#[test]
fn a_straight_chain_reaches_targets_on_its_own_line() {
    let Some(chain) = test_data("cases/straight_chain20.glb") else { return };
    for goal in ["n20=0,0.6,0", "n20=0,-0.5,0"] {
        let solved = kansetsu(&[
            "solve",
            &chain.to_string_lossy(),
            "--solver",
            "whole-body",
            "--goal",
            goal,
            "--json",
        ])
        .done()
        .json();
        let entry = &solved["goals"][0];
        assert_eq!(entry["outcome"], "reached", "{goal}: {solved}");
        assert!(
            entry["distance"].as_f64().is_some_and(|distance| distance < 5e-5),
            "{goal}: {entry}"
        );
    }
}
