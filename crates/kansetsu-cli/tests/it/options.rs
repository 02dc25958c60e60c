//! Session options by their names, by their former names, and from a request.

use serde_json::Value;

use crate::{
    command::{distance, kansetsu, position},
    files::Folder,
};

const REACH: [&str; 4] = ["solve", "figure:mannequin", "--goal", "LeftHand=0.3,1.3,0.4"];

fn joints(args: &[&str]) -> Value {
    kansetsu(&[&REACH[..], args, &["--json"]].concat()).done().json()["joints"].clone()
}

fn solved(args: &[&str]) -> Value {
    kansetsu(&[&REACH[..], args, &["--json"]].concat()).done().json()
}

#[test]
fn former_names_of_options_mean_the_same() {
    let tool = "LeftHand=0.1,0,0";
    let same: &[(&[&str], &[&str])] = &[
        (&["--radius", "LeftHand=0.05"], &["--within", "LeftHand=0.05"]),
        (&["--relative-to", "LeftHand=Head"], &["--on", "LeftHand=Head"]),
        (&["--lock", "LeftLowerArm"], &["--hold", "LeftLowerArm"]),
        (&["--pin-full", "RightFoot"], &["--pin-turn", "RightFoot"]),
        (&["--chain-length", "2"], &["--levels", "2"]),
        (&["--point", tool], &["--offset", tool]),
        (&["--align", "LeftHand=+x@0,-1,0"], &["--aim", "LeftHand=+x@0,-1,0"]),
        (&["--look-at", "Head=+z@1,1.2,2"], &["--look", "Head=+z@1,1.2,2"]),
        (&["--root", "fixed"], &["--root", "held"]),
        (&["--root", "rotates"], &["--root", "turns"]),
        (&["--start", "given"], &["--start", "rest"]),
    ];
    let plain = joints(&[]);
    for (now, before) in same {
        let pose = joints(now);
        assert_eq!(pose, joints(before), "{now:?} and {before:?}");
        let is_default = now == &["--pin-full", "RightFoot"] || now[0] == "--root";
        assert!(is_default || pose != plain, "{now:?} has an effect");
    }
}

#[test]
fn what_has_no_goal_hangs_relaxed_or_keeps_the_pose_of_the_file() {
    let rest = kansetsu(&["fk", "figure:mannequin", "--json"]).done().json();
    let of = |document: &Value| position(document, "RightHand");
    let (stance, given) = (solved(&[]), solved(&["--start", "given"]));
    assert!(of(&stance)[1] < of(&rest)[1] - 0.4, "the other hand hangs");
    assert!(
        distance(&of(&given), &of(&rest)) < 0.1,
        "the other hand stays in the T-pose, except for the motion of the chest"
    );
    for (document, knee) in [(&stance, "LeftLowerLeg"), (&given, "RightLowerLeg")] {
        assert!(
            distance(&position(document, knee), &position(&rest, knee)) < 0.02,
            "legs are straight"
        );
        for toes in ["LeftToes", "RightToes"] {
            assert!(
                distance(&position(document, toes), &position(&rest, toes)) < 1e-4,
                "feet stay planted"
            );
        }
    }
    assert_eq!(stance["active_pins"], serde_json::json!(["LeftToes", "RightToes"]));
}

#[test]
fn a_posed_figure_starts_from_its_pose() {
    let folder = Folder::new();
    let given = kansetsu(
        &[&REACH[..], &["--start", "given", "--pose-out", &folder.path("pose.json"), "--json"]]
            .concat(),
    )
    .done()
    .json();
    let again = solved(&["--pose-in", &folder.path("pose.json")]);
    assert!(distance(&position(&given, "RightHand"), &position(&again, "RightHand")) < 1e-5);
}

#[test]
fn a_file_that_faces_backwards_poses_in_its_own_axes() {
    let Some(file) = crate::skip::test_data("cases/human_vrm0.vrm") else { return };
    let file = file.display().to_string();
    let solve = |goal: &str| kansetsu(&["solve", &file, "--goal", goal, "--json"]).done().json();
    let before = solve("leftHand=-0.2,1.2,-0.35");
    assert_eq!(before["outcome"], "reached", "in front of a figure of VRM 0.x is -z");
    let moved = distance(
        &position(&before, "J_chest"),
        &position(&kansetsu(&["fk", &file, "--json"]).done().json(), "J_chest"),
    );
    assert!(moved < 0.01, "only the arm reaches: the chest moves by {moved} m");
}

#[test]
fn feet_balance_and_self_collision_can_be_switched_off() {
    let far = ["solve", "figure:mannequin", "--goal", "LeftHand=0.5,0.9,1.1", "--json"];
    let solve = |more: &[&str]| kansetsu(&[&far[..], more].concat()).done().json();
    let rest = kansetsu(&["fk", "figure:mannequin", "--json"]).done().json();
    let foot =
        |document: &Value| distance(&position(document, "LeftToes"), &position(&rest, "LeftToes"));
    assert!(foot(&solve(&[])) < 1e-4 && foot(&solve(&["--root", "free", "--feet", "free"])) > 0.05);
    let hips = |document: &Value| position(document, "Hips")[2];
    assert!(
        hips(&solve(&["--balance", "off"])) > hips(&solve(&[])) + 0.005,
        "a body without balance leans further"
    );
    let chest = ["solve", "figure:mannequin", "--goal", "LeftHand=-0.1,1.2,0.06", "--json"];
    let inside = |more: &[&str]| {
        position(&kansetsu(&[&chest[..], more].concat()).done().json(), "LeftLowerArm")
    };
    assert_ne!(inside(&["--self-collision", "off"]), inside(&[]));
}

#[test]
fn a_request_in_a_file_is_solved() {
    let folder = Folder::new();
    let request = folder.with(
        "request.json",
        r#"{ "targets": [{ "joint": "leftHand", "position": [0.3, 1.3, 0.4] }], "pins": ["leftFoot"], "options": { "restarts": 3 } }"#,
    );
    let by_request =
        kansetsu(&["solve", "figure:mannequin", "--request", &request, "--json"]).done().json();
    assert_eq!(by_request["outcome"], "reached");
    assert_eq!(
        by_request["joints"],
        joints(&["--pin-full", "LeftFoot", "--restarts", "3"]),
        "the same as by arguments"
    );
    assert_eq!(by_request["goals"][1]["pinned"], true);
    let refused = |text: &str, words: &[&str]| {
        let file = folder.with("wrong.json", text);
        drop(kansetsu(&["solve", "figure:mannequin", "--request", &file]).refused(words));
    };
    refused("{", &["wrong.json", "line 1"]);
    refused(r#"{ "target": [] }"#, &["wrong.json", "target"]);
    refused("{}", &["wrong.json", "no target"]);
    refused(
        r#"{ "targets": [{ "joint": "leftHnd", "position": [0, 1, 0] }] }"#,
        &["wrong.json", "leftHnd"],
    );
    refused(r#"{ "targets": [{ "joint": "leftHand" }] }"#, &["LeftHand", "is empty"]);
    kansetsu(&[&REACH[..], &["--request", &request]].concat()).refused(&["--request", "--goal"]);
    for words in [
        ["--lock", "Spine"],
        ["--root", "free"],
        ["--solver", "dls"],
        ["--start", "given"],
        ["--limits", "off"],
        ["--blend-by", "target"],
    ] {
        kansetsu(&["solve", "figure:mannequin", "--request", &request, words[0], words[1]])
            .refused(&["--request", words[0]]);
    }
    kansetsu(&["solve", "figure:mannequin", "--request", "no/such.json"])
        .refused(&["no such file"]);
}

#[test]
fn a_still_figure_moves_over_time_from_its_stance() {
    let folder = Folder::new();
    let goals = folder
        .with("goals.csv", "time,joint,x,y,z\n0,leftHand,0.3,1.1,0.3\n1,leftHand,0.3,1.4,0.3\n");
    let out = folder.path("out.glb");
    kansetsu(&["solve", "figure:mannequin", "--goals-from", &goals, "--rate", "30", "-o", &out])
        .done();
    let rest = kansetsu(&["fk", "figure:mannequin", "--json"]).done().json();
    for time in ["0", "0.5", "1"] {
        let now = kansetsu(&["fk", &out, "--clip", "goals solved", "--time", time, "--json"])
            .done()
            .json();
        assert!(
            position(&now, "RightHand")[1] < position(&rest, "RightHand")[1] - 0.4,
            "the other hand hangs at {time}"
        );
        assert!(
            distance(&position(&now, "LeftFoot"), &position(&rest, "LeftFoot")) < 1e-4,
            "the foot stays at {time}"
        );
    }
}

#[test]
fn the_commands_of_the_guide_to_gestures_reach() {
    let page = include_str!("../../../../docs/guide/gestures.md");
    let commands: Vec<&str> = page
        .lines()
        .filter_map(|line| line.split("`kansetsu ").nth(1)?.split(" --picture").next())
        .collect();
    assert!(commands.len() > 30, "{commands:?}");
    for command in commands {
        let words: Vec<&str> = command.split(' ').chain(["--json"]).collect();
        assert_eq!(kansetsu(&words).done().json()["outcome"], "reached", "{command}");
    }
}
