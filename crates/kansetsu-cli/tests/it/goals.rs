//! Every kind of goal and every parameter, measured by `fk` on the saved file.

use serde_json::{Value, json};

use crate::{
    command::{distance, kansetsu, numbers, position},
    files::Folder,
};

/// The transforms of the saved file.
pub(crate) struct Saved {
    /// The report of `solve`.
    pub(crate) answer: Value,
    /// The output of `fk`.
    pub(crate) stance: Value,
}

/// Solves, saves and measures the file.
pub(crate) fn solve_and_measure(args: &[&str]) -> Saved {
    let folder = Folder::new();
    let out = folder.path("out.glb");
    let answer = kansetsu(&[&["solve"], args, &["--json", "-o", &out]].concat()).done().json();
    Saved { answer, stance: kansetsu(&["fk", &out, "--json"]).done().json() }
}

impl Saved {
    pub(crate) fn is_at(&self, joint: &str, place: &[f64], within: f64) {
        let off = distance(&position(&self.stance, joint), place);
        assert!(off < within, "{joint} is {off} m off: {}", self.answer["goals"]);
    }

    fn turn(&self, joint: &str) -> [f64; 4] {
        turn(&self.stance, joint)
    }

    /// A point or an axis of a joint, rotated with the joint.
    fn turned(&self, joint: &str, v: [f64; 3]) -> [f64; 3] {
        rotate(self.turn(joint), v)
    }
}

fn turn(document: &Value, joint: &str) -> [f64; 4] {
    let joints = document["joints"].as_array().unwrap();
    numbers(&joints.iter().find(|entry| entry["name"] == joint).unwrap()["rotation"])
        .try_into()
        .unwrap()
}

fn rest() -> Value {
    kansetsu(&["fk", "figure:mannequin", "--json"]).done().json()
}

fn rotate([x, y, z, w]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let twice = cross([x, y, z], v).map(|part| 2.0 * part);
    let last = cross([x, y, z], twice);
    std::array::from_fn(|axis| v[axis] + w * twice[axis] + last[axis])
}

/// The cosine between two directions.
fn along(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

const REACH: [&str; 3] = ["figure:mannequin", "--goal", "LeftHand=0.3,1.3,0.4"];

#[test]
fn several_goals_are_met_by_the_whole_body() {
    let goals =
        ["figure:mannequin", "--goal", "LeftHand=0.2,1.0,0.6", "--goal", "RightHand=-0.2,1.0,0.6"];
    let saved = solve_and_measure(&goals);
    assert_eq!(
        (&saved.answer["solver"], &saved.answer["outcome"]),
        (&"whole-body".into(), &"reached".into())
    );
    saved.is_at("LeftHand", &[0.2, 1.0, 0.6], 1e-3);
    saved.is_at("RightHand", &[-0.2, 1.0, 0.6], 1e-3);
    saved.is_at("LeftToes", &position(&rest(), "LeftToes"), 2e-5);
    assert_ne!(position(&saved.stance, "Chest"), position(&rest(), "Chest"));
    // With --chain-length 2 only the arms move; chain solvers move each by itself.
    for solver in ["whole-body", "auto"] {
        let arms =
            solve_and_measure(&[&goals[..], &["--chain-length", "2", "--solver", solver]].concat());
        assert_eq!(arms.answer["solver"], solver);
        arms.is_at("Chest", &position(&rest(), "Chest"), 1e-5);
    }
}

#[test]
fn pins_stay_while_the_hips_move() {
    let saved = solve_and_measure(&[
        "figure:mannequin",
        "--goal",
        "Hips=0.05,0.85,0.02",
        "--root",
        "free",
        "--pin",
        "LeftFoot",
        "--pin-full",
        "RightFoot",
        "--pin-turn",
        "RightToes",
    ]);
    saved.is_at("Hips", &[0.05, 0.85, 0.02], 1e-3);
    for joint in ["LeftFoot", "RightFoot", "RightToes"] {
        saved.is_at(joint, &position(&rest(), joint), 2e-5);
    }
    for axis in [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]] {
        assert!(
            along(&saved.turned("RightFoot", axis), &rotate(turn(&rest(), "RightFoot"), axis))
                > 0.999_99
        );
    }
    let pinned: Vec<bool> = saved.answer["goals"]
        .as_array()
        .unwrap()
        .iter()
        .map(|goal| goal["pinned"].as_bool().unwrap())
        .collect();
    assert_eq!(pinned, [false, true, true, true]);
    assert_eq!(
        saved.answer["active_pins"],
        serde_json::json!(["LeftFoot", "RightFoot", "RightToes"])
    );
}

#[test]
fn the_root_is_fixed_rotates_or_is_free() {
    let far = ["figure:mannequin", "--goal", "LeftHand=1.6,1.3,0.4", "--json"];
    let reached = |root: &str| {
        let document =
            kansetsu(&[&["solve"], &far[..], &["--root", root, "--feet", "free"]].concat())
                .done()
                .json();
        let hips = distance(&position(&document, "Hips"), &position(&rest(), "Hips"));
        let is_turned = along(&turn(&document, "Hips"), &turn(&rest(), "Hips")).abs() < 0.999_999;
        (document["outcome"] == "reached", hips > 1e-6, is_turned)
    };
    assert_eq!(reached("fixed"), (false, false, false));
    let (_, is_moved, is_turned) = reached("rotates");
    assert!(!is_moved && is_turned);
    let (is_reached, is_moved, _) = reached("free");
    assert!(is_reached && is_moved);
}

#[test]
fn a_look_and_an_aim_turn_an_axis() {
    let saved = solve_and_measure(&[
        "figure:mannequin",
        "--look-at",
        "Head=+z@1,1.2,2",
        "--goal",
        "LeftHand=.4,1.2,.3",
        "--align",
        "LeftHand=1,0,0@0,-1,0",
    ]);
    let head = position(&saved.stance, "Head");
    assert!(
        along(
            &saved.turned("Head", [0.0, 0.0, 1.0]),
            &[1.0 - head[0], 1.2 - head[1], 2.0 - head[2]]
        ) > 0.999_99
    );
    assert!(along(&saved.turned("LeftHand", [1.0, 0.0, 0.0]), &[0.0, -1.0, 0.0]) > 0.999_99);
    saved.is_at("LeftHand", &[0.4, 1.2, 0.3], 1e-3);
    let alone = solve_and_measure(&[
        "figure:mannequin",
        "--look-at",
        "Head=+z@1,1.2,2",
        "--start",
        "given",
        "--base",
        "Neck",
    ]);
    assert_eq!(alone.answer["outcome"], "reached");
    alone.is_at("LeftHand", &position(&rest(), "LeftHand"), 1e-5);
}

#[test]
fn an_offset_brings_a_point_of_the_joint() {
    let saved = solve_and_measure(&[&REACH[..], &["--point", "LeftHand=0.15,0,0"]].concat());
    let (hand, arm) =
        (position(&saved.stance, "LeftHand"), saved.turned("LeftHand", [0.15, 0.0, 0.0]));
    let tip: Vec<f64> = hand.iter().zip(arm).map(|(hand, arm)| hand + arm).collect();
    assert!(distance(&tip, &[0.3, 1.3, 0.4]) < 1e-3, "{tip:?}");
}

#[test]
fn a_line_and_a_plane_leave_room() {
    let far = ["figure:mannequin", "--goal", "LeftHand=0.3,1.2,3", "--solver", "dls"];
    let on_line = solve_and_measure(&[&far[..], &["--line", "LeftHand=0,0,2"]].concat());
    let hand = position(&on_line.stance, "LeftHand");
    assert!((hand[0] - 0.3).abs() < 1e-3 && (hand[1] - 1.2).abs() < 1e-3, "{hand:?}");
    let in_plane = solve_and_measure(&[&far[..], &["--plane", "LeftHand=0,1,0"]].concat());
    assert!((position(&in_plane.stance, "LeftHand")[1] - 1.2).abs() < 1e-3);
    for saved in [on_line, in_plane] {
        assert_eq!(saved.answer["outcome"], "reached");
    }
}

#[test]
fn the_heavier_goal_misses_by_less() {
    // The targets are on opposite sides of the reach: the trunk can help one hand only.
    let miss = |weight: &str| {
        let goals = [
            "figure:mannequin",
            "--goal",
            "LeftHand=0.86,1.5,0",
            "--goal",
            "RightHand=-0.86,1.1,0",
            "--weight",
            weight,
            "--limits",
            "off",
        ];
        let saved = solve_and_measure(&goals);
        let goals = saved.answer["goals"].as_array().unwrap().clone();
        (goals[0]["distance"].as_f64().unwrap(), goals[0]["weight"].as_f64().unwrap())
    };
    let ((light, one), (heavy, twenty)) = (miss("RightHand=20"), miss("LeftHand=20"));
    assert_eq!((one, twenty), (1.0, 20.0));
    assert!(heavy < 1e-3 && light > 0.1, "{heavy} m with the weight 20, {light} m with 1");
}

#[test]
fn soft_holds_back_twist_swivels_and_blend_goes_part_of_the_way() {
    let stretched = ["figure:mannequin", "--goal", "LeftHand=0.65,1.35,0.1", "--limits", "off"];
    let with =
        |args: &[&str]| solve_and_measure(&[&stretched[..], &["--solver", "auto"], args].concat());
    let plain = with(&[]);
    plain.is_at("LeftHand", &[0.65, 1.35, 0.1], 1e-3);
    assert_eq!(with(&["--soft", "0.2"]).answer["outcome"], "soft_reached");
    let twisted = with(&["--twist", "90"]);
    twisted.is_at("LeftHand", &[0.65, 1.35, 0.1], 1e-3);
    assert!(
        distance(
            &position(&twisted.stance, "LeftLowerArm"),
            &position(&plain.stance, "LeftLowerArm")
        ) > 0.02
    );
    let to_goal =
        |saved: &Saved| distance(&position(&saved.stance, "LeftHand"), &[0.65, 1.35, 0.1]);
    let (none, half) = (to_goal(&with(&["--blend", "0"])), to_goal(&with(&["--blend", "0.5"])));
    with(&["--blend", "0"]).is_at("LeftHand", &position(&rest(), "LeftHand"), 1e-5);
    assert!(half > 1e-3 && half < none, "{half} of {none}");
    kansetsu(&["solve", "figure:tentacle", "--goal", "29=0.3,0.5,0.2", "--soft", "0.1"])
        .refused(&["Segment30", "soft reach"]);
}

#[test]
fn a_blend_goes_part_of_the_way_by_target_or_by_pose() {
    let hands =
        ["figure:mannequin", "--goal", "LeftHand=0.2,1.0,0.6", "--goal", "RightHand=-0.2,1.0,0.6"];
    let half =
        |by: &str| solve_and_measure(&[&hands[..], &["--blend", "0.5", "--blend-by", by]].concat());
    let from = position(&rest(), "LeftHand");
    let middle: Vec<f64> =
        from.iter().zip([0.2, 1.0, 0.6]).map(|(from, to)| 0.5 * (from + to)).collect();
    let by_target = half("target");
    by_target.is_at("LeftHand", &middle, 1e-3);
    assert_eq!(by_target.answer["outcome"], "reached");
    // By pose the hand moves along an arc, and the goal is that of the whole way.
    let by_pose = half("pose");
    let off = distance(&position(&by_pose.stance, "LeftHand"), &middle);
    assert!(off > 0.01 && off < 0.3, "{off}");
    let goal = &by_pose.answer["goals"][0];
    assert!(
        (goal["distance"].as_f64().unwrap()
            - distance(&position(&by_pose.stance, "LeftHand"), &[0.2, 1.0, 0.6]))
        .abs()
            < 1e-5
    );
    kansetsu(&[&["solve"], &hands[..], &["--blend-by", "luck"]].concat()).refused(&["luck"]);
}

#[test]
fn a_held_joint_keeps_its_turn() {
    for how in [["--base", "Spine"], ["--solver", "whole-body"]] {
        let saved = solve_and_measure(&[&REACH[..], &how, &["--lock", "LeftLowerArm"]].concat());
        let span = |document: &Value| {
            distance(&position(document, "LeftUpperArm"), &position(document, "LeftHand"))
        };
        // The elbow is locked: the distance from shoulder to hand is unchanged.
        assert!((span(&saved.stance) - span(&rest())).abs() < 1e-5, "{how:?}: the elbow bent");
        assert_ne!(position(&saved.stance, "LeftHand"), position(&rest(), "LeftHand"));
    }
}

#[test]
fn a_stiff_joint_turns_less() {
    let bend = |stiffness: &str| {
        let saved = solve_and_measure(&[
            "figure:mannequin",
            "--goal",
            "LeftHand=0.3,1.0,0.6",
            "--goal",
            "RightHand=-0.3,1.0,0.6",
            "--stiffness",
            stiffness,
        ]);
        assert_eq!(saved.answer["outcome"], "reached");
        distance(&position(&saved.stance, "Neck"), &position(&rest(), "Neck"))
    };
    assert!(bend("Spine=100") < bend("Spine=0.1"));
}

#[test]
fn restarts_and_strength_are_reported_and_obeyed() {
    let hard = ["figure:mannequin", "--goal", "LeftFoot=0.1,1.3,-0.2", "--root", "fixed"];
    let restarts = |more: &[&str]| {
        solve_and_measure(&[&hard[..], more].concat()).answer["restarts"].as_u64().unwrap()
    };
    assert!((1..=12).contains(&restarts(&[])));
    assert_eq!(restarts(&["--restarts", "0"]), 0);
    assert!((1..=3).contains(&restarts(&["--restarts", "3", "--strength", "20"])));
}

#[test]
fn a_real_character_is_posed_by_its_whole_body() {
    let Some(file) = crate::skip::test_data("gltf/CesiumMan.glb") else { return };
    let file = file.to_str().unwrap();
    let before = kansetsu(&["fk", file, "--json"]).done().json();
    let hips = position(&before, "Skeleton_torso_joint_1");
    let lower = format!("hips={},{},{}", hips[0], hips[1] - 0.1, hips[2]);
    let saved = solve_and_measure(&[
        file,
        "--goal",
        &lower,
        "--root",
        "free",
        "--pin",
        "leftFoot",
        "--pin",
        "rightFoot",
    ]);
    assert_eq!(saved.answer["outcome"], "reached");
    saved.is_at("Skeleton_torso_joint_1", &[hips[0], hips[1] - 0.1, hips[2]], 1e-3);
    for foot in ["leg_joint_L_3", "leg_joint_R_3"] {
        saved.is_at(foot, &position(&before, foot), 2e-5);
    }
}

#[test]
fn a_persons_limbs_move_before_the_trunk_does() {
    let goals = [
        "figure:mannequin",
        "--goal",
        "LeftHand=0.15,1.2,0.45",
        "--goal",
        "LeftFoot=0.1,0.3,0.2",
        "--root",
        "fixed",
    ];
    let rest = kansetsu(&["fk", "figure:mannequin", "--json"]).done().json();
    let place = |posture: &str, joint: &str| {
        let saved = solve_and_measure(&[&goals[..], &["--posture", posture]].concat());
        saved.is_at("LeftHand", &[0.15, 1.2, 0.45], 1e-3);
        saved.is_at("LeftFoot", &[0.1, 0.3, 0.2], 1e-3);
        position(&saved.stance, joint)
    };
    let moved =
        |posture: &str, joint: &str| distance(&position(&rest, joint), &place(posture, joint));
    assert!(moved("off", "Neck") > 0.01, "all joints alike: the back bends");
    assert!(moved("light", "Neck") < 0.005, "an arm's reach is no matter of the back");
    for posture in ["light", "full"] {
        assert!(moved(posture, "RightHand") > 0.3, "{posture}: in the stance the arm hangs");
    }
}

#[test]
fn a_person_who_reaches_low_bends_as_people_do() {
    let low = ["figure:mannequin", "--goal", "LeftHand=0.1,0.25,0.4"];
    let rest = kansetsu(&["fk", "figure:mannequin", "--json"]).done().json();
    let solved = |posture: &str| solve_and_measure(&[&low[..], &["--posture", posture]].concat());
    let people = solved("full");
    people.is_at("LeftHand", &[0.1, 0.25, 0.4], 1e-3);
    for toes in ["LeftToes", "RightToes"] {
        people.is_at(toes, &position(&rest, toes), 1e-3);
    }
    let at = |joint: &str| position(&people.stance, joint);
    assert!(at("Head")[1] > at("Hips")[1], "the head stays above the hips");
    assert!(at("RightHand")[1] < at("RightUpperArm")[1], "the other arm hangs");
    let bare = solved("off");
    assert!(
        position(&bare.stance, "RightHand")[1] > position(&bare.stance, "RightUpperArm")[1],
        "with all joints alike the arm does not hang"
    );
}

#[test]
fn people_are_learnt_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("people.posture");
    let table = table.to_str().unwrap();
    let goals = [
        "--goal",
        "LeftHand=0.3,1.9,0.1",
        "--pin-turn",
        "LeftFoot",
        "--pin-turn",
        "RightFoot",
        "--root",
        "free",
    ];
    let asked = [&["solve", "figure:mannequin"], &goals[..], &["--json", "--posture"]].concat();
    let own = |posture: &str| kansetsu(&[&asked[..], &[posture]].concat());
    own(table).refused(&["off, light, full or a file"]);
    std::fs::write(table, kansetsu_humanoid::prior::Prior::people().to_bytes()).unwrap();
    let joints = |posture: &str| own(posture).done().json()["joints"].clone();
    assert_eq!(joints(table), joints("full"), "the same table, the same pose");
    std::fs::write(table, b"kansetsu").unwrap();
    own(table).refused(&["people.posture", "bytes", "posture --learn"]);
    let json = serde_json::to_value(kansetsu_humanoid::prior::Prior::people()).unwrap();
    std::fs::write(table, json.to_string()).unwrap();
    assert_eq!(joints(table), joints("full"), "the same table as JSON, the same pose");
    for (place, wrong, words) in [
        ("/kansetsu_posture", json!(1), "kansetsu_posture is 1"),
        ("/numbers/6", json!("nose"), "numbers[6]: \"head place.0\""),
        ("/means", json!([1.0]), "168 means"),
        ("/covariances/3", json!([1.0]), "covariances[3]: 4 numbers"),
        ("/covariances/2/2", json!(-1.0), "covariances[2][2]: a variance"),
        ("/means/1", json!("a"), "invalid type"),
    ] {
        let mut broken = json.clone();
        *broken.pointer_mut(place).unwrap() = wrong;
        std::fs::write(table, broken.to_string()).unwrap();
        own(table).refused(&["people.posture", words]);
    }
}

#[test]
fn words_that_contradict_each_other_are_refused() {
    let refused = |args: &[&str], words: &[&str]| {
        drop(kansetsu(&[&["solve"], &REACH[..], args].concat()).refused(words))
    };
    refused(&["--pin", "LeftFoot", "--solver", "ccd"], &["ccd", "pin"]);
    refused(
        &["--pole", "LeftHand=1,1,1", "--solver", "fabrik-tree"],
        &["pole", "FABRIK for trees"],
    );
    refused(&["--soft", "0.1", "--solver", "fabrik"], &["--soft", "auto or two-bone", "fabrik"]);
    refused(
        &["--soft", "0.1", "--solver", "whole-body"],
        &["--soft", "auto or two-bone", "whole-body"],
    );
    refused(&["--twist", "10", "--solver", "dls"], &["--twist", "two-bone", "dls"]);
    refused(&["--up", "+x"], &["--up", "aim or aim-chain", "whole-body"]);
    refused(&["--root", "free", "--solver", "dls"], &["root", "dls"]);
    refused(&["--weight", "LeftHand=2", "--solver", "dls"], &["weight", "chain solver"]);
    refused(&["--restarts", "2", "--solver", "two-bone"], &["restarts", "two-bone"]);
    refused(&["--posture", "full", "--solver", "ccd"], &["prior", "ccd"]);
    refused(&["--posture", "full", "--start", "given"], &["--posture full", "--start given"]);
    refused(&["--relative-to", "LeftHand=Head", "--solver", "dls"], &["relative to", "whole-body"]);
    refused(&["--pin", "LeftHand"], &["LeftHand", "pinned as well"]);
    refused(&["--pin", "LeftFoot", "--pin-full", "LeftFoot"], &["pinned twice"]);
    refused(
        &["--look-at", "LeftHand=x@1,1,1", "--orient", "LeftHand=0,0,0,1"],
        &["two orientations"],
    );
    refused(&["--line", "LeftHand=1,0,0", "--plane", "LeftHand=1,0,0"], &["--line", "--plane"]);
    refused(&["--look-at", "Head=z@1,1,1", "--line", "Head=1,0,0"], &["Head", "no position"]);
    for flag in ["--point", "--weight"] {
        let value = if flag == "--weight" { "LeftHand=2" } else { "LeftHand=0,0,1" };
        refused(&[flag, value, flag, value], &["two values of", flag]);
    }
    kansetsu(&["solve", "figure:mannequin", "--pin", "LeftFoot"]).refused(&["no goal"]);
    let fixed = ["solve", "figure:mannequin", "--goal", "Hips=0,1,0", "--root", "fixed"];
    kansetsu(&fixed).refused(&["Hips", "fixed as the root"]);
}

#[test]
fn bad_values_are_refused() {
    for (flag, value, word) in [
        ("--soft", "0.6", "0 to 0.5"),
        ("--soft", "NaN", "finite"),
        ("--blend", "-1", "0 to 1"),
        ("--blend", "half", "not a number"),
        ("--twist", "inf", "finite"),
        ("--strength", "0.5", "1 to 1000"),
        ("--restarts", "-1", "restarts"),
        ("--root", "loose", "rotates"),
        ("--start", "sitting", "stance"),
        ("--feet", "up", "planted"),
        ("--stiffness", "Spine=0", "0.01 to 100"),
        ("--stiffness", "Spien=1", "did you mean"),
        ("--stiffness", "Spine", "JOINT=NUMBER"),
        ("--weight", "LeftHand=0", "more than 0"),
        ("--weight", "LeftHand=-1", "more than 0"),
        ("--weight", "RightHand=1", "no goal"),
        ("--point", "RightHand=1,0,0", "no goal"),
        ("--point", "LeftHand=1,0", "2 numbers"),
        ("--line", "LeftHand=0,0,0", "zero"),
        ("--plane", "LeftHand=0,NaN,0", "finite"),
        ("--pin", "LeftFot", "did you mean"),
        ("--lock", "LeftFot", "did you mean"),
        ("--look-at", "Head=w@0,1,2", "not an axis"),
        ("--look-at", "Head=0,1,2", "\"@\""),
        ("--align", "Head=z@0,0,0", "zero"),
    ] {
        kansetsu(&[&["solve"], &REACH[..], &[flag, value]].concat()).refused(&[word]);
    }
}

#[test]
fn a_head_looks_alone_or_with_all_that_carries_it() {
    let look = [
        "figure:mannequin",
        "--look-at",
        "Head=+z@1,1.5,2",
        "--point",
        "Head=0,0.06,0.09",
        "--pole",
        "Head=0,100,0",
    ];
    let target = [1.0, 1.5, 2.0];
    let eyes_look = |saved: &Saved| {
        let eye = saved.turned("Head", [0.0, 0.06, 0.09]);
        let head = position(&saved.stance, "Head");
        let to: Vec<f64> = (0..3).map(|axis| target[axis] - head[axis] - eye[axis]).collect();
        let cosine = along(&saved.turned("Head", [0.0, 0.0, 1.0]), &to);
        assert!(cosine > 1.0 - 1e-6, "{cosine}: {}", saved.answer["goals"]);
        assert_eq!(saved.answer["outcome"], "reached");
        assert!(saved.answer["goals"][0]["angle"].as_f64().unwrap() < 1e-3);
    };
    let alone = solve_and_measure(&[&look[..], &["--solver", "aim"]].concat());
    eyes_look(&alone);
    assert_eq!(turn(&alone.stance, "Neck"), turn(&rest(), "Neck"));
    // Upright: the head's X axis is level.
    assert!(alone.turned("Head", [1.0, 0.0, 0.0])[1].abs() < 1e-4);
    let together =
        solve_and_measure(&[&look[..], &["--solver", "aim-chain", "--base", "Chest"]].concat());
    eyes_look(&together);
    assert_ne!(turn(&together.stance, "Neck"), turn(&rest(), "Neck"));
    let half = solve_and_measure(&[&look[..], &["--solver", "aim", "--blend", "0.5"]].concat());
    assert_ne!(turn(&half.stance, "Head"), turn(&alone.stance, "Head"));
    kansetsu(
        &[&["solve"], &look[..], &["--solver", "aim-chain", "--base", "Chest", "--shares", "1,2"]]
            .concat(),
    )
    .refused(&["2 shares", "4"]);
    kansetsu(&[&["solve"], &look[..], &["--shares", "1,2"]].concat())
        .refused(&["--shares", "aim-chain"]);
    kansetsu(&["solve", "figure:mannequin", "--goal", "LeftHand=0.3,1.3,0.4", "--solver", "aim"])
        .refused(&["aim", "position"]);
}

#[test]
fn a_tree_is_solved_by_reaching_forward_and_backward() {
    let goals = [
        "figure:mannequin",
        "--goal",
        "LeftHand=0.2,1.0,0.6",
        "--goal",
        "RightHand=-0.2,1.0,0.6",
        "--solver",
        "fabrik-tree",
    ];
    let saved = solve_and_measure(&goals);
    assert_eq!(
        (&saved.answer["solver"], &saved.answer["outcome"]),
        (&"fabrik-tree".into(), &"reached".into())
    );
    saved.is_at("LeftHand", &[0.2, 1.0, 0.6], 1e-3);
    saved.is_at("RightHand", &[-0.2, 1.0, 0.6], 1e-3);
    kansetsu(&[&["solve"], &goals[..], &["--strength", "20"]].concat())
        .refused(&["strength", "fabrik-tree"]);
}

#[test]
fn limits_come_from_a_file() {
    let folder = Folder::new();
    let printed = kansetsu(&["limits", "figure:mannequin", "--json"]).done().out;
    let same = folder.with("same.json", &printed);
    let arm = ["--base", "LeftUpperArm"];
    let solve = |args: &[&str]| kansetsu(&[&["solve", "--json"], &REACH[..], &arm, args].concat());
    let joints = |args: &[&str]| solve(args).done().json()["joints"].clone();
    assert_eq!(joints(&["--limits-from", &same]), joints(&[]), "what is printed reads back");
    // An elbow that cannot bend keeps the hand away from the goal.
    let stiff = r#"{"limits": [{"joint": "LeftLowerArm", "limit": {"kind": "hinge", "axis": [0, 1, 0], "min": 0, "max": 0}}]}"#;
    let stiff = folder.with("stiff.json", stiff);
    let answer = solve(&["--limits-from", &stiff]).done().json();
    assert_ne!(answer["outcome"], "reached");
    assert!(answer["goals"][0]["distance"].as_f64().unwrap() > 0.01);
    for (text, word) in [
        ("{", "line 1"),
        (r#"{"limits": [{"joint": "LeftLowerArm", "limit": {"kind": "rope"}}]}"#, "rope"),
        (
            r#"{"limits": [{"joint": "Elbow", "limit": {"kind": "hinge", "axis": [0, 1, 0]}}]}"#,
            "Elbow",
        ),
        (
            r#"{"limits": [{"joint": "Head", "limit": {"kind": "hinge", "axis": [0, 0, 0]}}]}"#,
            "axis",
        ),
    ] {
        solve(&["--limits-from", &folder.with("bad.json", text)]).refused(&["bad.json", word]);
    }
    solve(&["--limits-from", "no/such/file.json"]).refused(&["no such file"]);
}

#[test]
fn a_pole_follows_the_hand() {
    let arm = [
        "figure:mannequin",
        "--goal",
        "LeftHand=0.4,1.3,0.3",
        "--orient",
        "LeftHand=0.6,0,0,0.8",
        "--limits",
        "off",
    ];
    let elbow = |args: &[&str]| {
        position(&solve_and_measure(&[&arm[..], args].concat()).stance, "LeftLowerArm")
    };
    let (stays, follows) =
        (elbow(&["--pole-follow", "LeftHand=0"]), elbow(&["--pole-follow", "LeftHand=1"]));
    assert!(distance(&stays, &follows) > 0.05, "{stays:?} {follows:?}");
    let refused = |args: &[&str], words: &[&str]| {
        drop(kansetsu(&[&["solve"], &arm[..], args].concat()).refused(words))
    };
    refused(&["--pole-follow", "LeftHand=2"], &["0 to 1"]);
    refused(&["--pole-follow", "LeftHand=1", "--pole", "LeftHand=1,1,1"], &["two poles"]);
    refused(&["--look-at", "Head=+z@0,1,2", "--pole-follow", "Head=1"], &["no limb"]);
    kansetsu(&[&["solve"], &REACH[..], &["--pole-follow", "LeftHand=1"]].concat())
        .refused(&["--orient"]);
}

#[test]
fn how_exactly_an_orientation_is_met_can_be_said() {
    let turned = [
        "figure:mannequin",
        "--goal",
        "LeftHand=0.3,1.2,0.4",
        "--orient",
        "LeftHand=0,0,0.3,0.95",
        "--limits",
        "off",
    ];
    let angle = |args: &[&str]| {
        solve_and_measure(&[&turned[..], args].concat()).answer["goals"][0]["angle"]
            .as_f64()
            .unwrap()
    };
    assert!(angle(&["--solver", "whole-body", "--angle-tolerance", "0.001"]) < 1e-4);
    assert!(angle(&["--solver", "fabrik-tree", "--angle-tolerance", "20", "--polish", "0"]) < 0.36);
    let refused = |args: &[&str], words: &[&str]| {
        drop(kansetsu(&[&["solve"], &turned[..], args].concat()).refused(words))
    };
    refused(&["--polish", "3"], &["--polish", "fabrik-tree", "whole-body"]);
    refused(&["--solver", "fabrik", "--angle-tolerance", "1"], &["rotation tolerance", "fabrik"]);
}

#[test]
fn a_stop_ends_every_chain() {
    let reach = [
        "figure:mannequin",
        "--goal",
        "LeftHand=0.3,1.3,0.4",
        "--chain-length",
        "0",
        "--limits",
        "off",
    ];
    let free = solve_and_measure(&reach);
    assert_ne!(turn(&free.stance, "Chest"), turn(&rest(), "Chest"));
    let stopped =
        solve_and_measure(&[&reach[..], &["--stop", "LeftUpperArm", "--stop", "Head"]].concat());
    stopped.is_at("LeftHand", &[0.3, 1.3, 0.4], 1e-3);
    assert_eq!(turn(&stopped.stance, "LeftShoulder"), turn(&rest(), "LeftShoulder"));
    assert_ne!(turn(&stopped.stance, "LeftUpperArm"), turn(&rest(), "LeftUpperArm"));
    kansetsu(&[&["solve"], &reach[..], &["--stop", "Chst"]].concat()).refused(&["did you mean"]);
}

#[test]
fn a_gaze_turns_eyes_and_head() {
    let saved = solve_and_measure(&["figure:mannequin", "--gaze", "2,1.6,2"]);
    assert_eq!(
        (&saved.answer["solver"], &saved.answer["outcome"]),
        (&"whole-body".into(), &"reached".into())
    );
    let off = |joint: &str| {
        let way: Vec<f64> = position(&saved.stance, joint)
            .iter()
            .zip([2.0, 1.6, 2.0])
            .map(|(from, to)| to - from)
            .collect();
        along(&saved.turned(joint, [0.0, 0.0, 1.0]), &way).min(1.0).acos().to_degrees()
    };
    for eye in ["LeftEye", "RightEye"] {
        assert!(off(eye) < 0.2, "{eye} is {} degrees off the target", off(eye));
    }
    // The eyes turn the rest of the way. The head's joint is not between the eyes, so its own angle
    // differs by a degree or two.
    assert!(
        (8.0..18.0).contains(&off("Head")),
        "the head is {} degrees off the target",
        off("Head")
    );
}

#[test]
fn a_goal_hangs_on_another_joint() {
    let at_chin = ["--goal", "rightHand=0,-0.05,0.12", "--relative-to", "rightHand=Head"];
    let nods = ["figure:mannequin", "--orient", "Head=0.25,0,0,0.97"];
    let saved = solve_and_measure(&[&nods[..], &at_chin].concat());
    assert_eq!(saved.answer["outcome"], "reached", "{}", saved.answer);
    let chin: Vec<f64> = saved
        .turned("Head", [0.0, -0.05, 0.12])
        .iter()
        .zip(position(&saved.stance, "Head"))
        .map(|(a, b)| a + b)
        .collect();
    saved.is_at("RightHand", &chin, 1e-3);
    // The joint moves into the radius and no further.
    let near = solve_and_measure(&[&nods[..], &at_chin, &["--radius", "rightHand=0.05"]].concat());
    assert_eq!(near.answer["outcome"], "reached", "{}", near.answer);
    let chin: Vec<f64> = near
        .turned("Head", [0.0, -0.05, 0.12])
        .iter()
        .zip(position(&near.stance, "Head"))
        .map(|(a, b)| a + b)
        .collect();
    let off = distance(&position(&near.stance, "RightHand"), &chin);
    assert!((0.02..0.0505).contains(&off), "{off}");
}

#[test]
fn what_hangs_on_nothing_is_refused() {
    let refused = |args: &[&str], words: &[&str]| {
        drop(kansetsu(&[&["solve", "figure:mannequin"], args].concat()).refused(words))
    };
    refused(
        &["--goal", "LeftHand=0,0,0", "--relative-to", "LeftHand=LeftHand"],
        &["its own joint"],
    );
    refused(&["--goal", "LeftHand=0,0,0", "--relative-to", "LeftHand=Nobody"], &["Nobody"]);
    refused(
        &["--pin", "LeftFoot", "--goal", "LeftHand=0,0,0", "--relative-to", "LeftFoot=Head"],
        &["pin keeps"],
    );
    refused(&["--goal", "LeftHand=0,0,0", "--radius", "LeftHand=-1"], &["0 or more"]);
    refused(
        &["--pin", "LeftFoot", "--goal", "LeftHand=0,1,0", "--relative-to", "LeftFoot=Head"],
        &["a pin keeps"],
    );
    refused(&["--gaze", "0,1,2", "--look-at", "Head=z@1,1,1"], &["--gaze", "Head"]);
}
