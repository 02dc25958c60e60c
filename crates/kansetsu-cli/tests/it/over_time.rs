//! Motions: goals through a clip, keyed goals, pins, poses in and out, many files in one call.

use crate::{
    command::{distance, kansetsu, kansetsu_fed, numbers, position},
    files::{Folder, is_valid},
};

fn demo(folder: &Folder) -> String {
    kansetsu(&["demo", "--out", &folder.path("demo"), "--sheet", "1x1", "--size", "20x20"]).done();
    folder.path("demo/demo.glb")
}

fn at(file: &str, clip: &str, time: f32) -> serde_json::Value {
    kansetsu(&["fk", file, "--clip", clip, "--time", &time.to_string(), "--json"]).done().json()
}

#[test]
fn hands_stay_on_a_place_through_a_part_of_a_clip() {
    let folder = Folder::new();
    let (demo, out) = (demo(&folder), folder.path("out.glb"));
    let part =
        ["--clip", "demo", "--from", "0.5", "--to", "2", "--rate", "30", "-o", &out, "--json"];
    let hands =
        [("leftHand", "LeftHand", [0.3, 1.1, 0.3]), ("rightHand", "RightHand", [-0.3, 1.1, 0.3])];
    for (count, solver) in [(1, "auto"), (1, "whole-body"), (2, "whole-body")] {
        let goals: Vec<String> = hands[..count]
            .iter()
            .map(|(role, _, [x, y, z])| format!("--goal={role}={x},{y},{z}"))
            .collect();
        let goals: Vec<&str> = goals.iter().map(String::as_str).collect();
        let solved = kansetsu(&[&["solve", &demo, "--solver", solver][..], &goals, &part].concat())
            .done()
            .json();
        assert_eq!(
            (&solved["frames"], &solved["from"], &solved["to"]),
            (&46.into(), &0.5.into(), &2.0.into())
        );
        assert_eq!(
            (&solved["solver"], &solved["outcome"]),
            (&solver.into(), &"reached".into()),
            "{solved}"
        );
        is_valid(&out);
        let mut before: Option<serde_json::Value> = None;
        for frame in 0..=45 {
            let now = at(&out, "demo solved", frame as f32 / 30.0);
            for (_, joint, place) in &hands[..count] {
                let off = distance(&position(&now, joint), place);
                assert!(off < 1e-4, "{joint} is {off} m off in frame {frame}");
            }
            if let Some(before) = &before {
                for joint in ["LeftLowerArm", "RightLowerArm", "Head", "LeftFoot"] {
                    let way = distance(&position(before, joint), &position(&now, joint));
                    assert!(way < 0.08, "{joint} jumps by {way} m before frame {frame}");
                }
            }
            before = Some(now);
        }
    }
}

const KEYED_GOALS: &str = "joint,time,x,y,z,between,weight\nleftHand,0,0.3,1.0,0.3,linear,1\nleftHand,1,0.3,1.4,0.3,held,1\nleftHand,2,0.5,1.2,0.2,,\n";

#[test]
fn keyed_goals_are_met_between_their_keys_too_and_held_where_they_say_so() {
    let folder = Folder::new();
    let table = folder.with("goals.csv", KEYED_GOALS);
    let json = folder.with(
        "goals.json",
        r#"{"kansetsu_goals": 1, "goals": [{"joint": "leftHand", "keys": [{"time": 0, "value": [0.3, 1.0, 0.3]},
            {"time": 1, "value": [0.3, 1.4, 0.3], "between": "held"}, {"time": 2, "value": [0.5, 1.2, 0.2]}]}]}"#,
    );
    for (keys, solver) in [(&table, "auto"), (&json, "auto"), (&table, "whole-body")] {
        let out = folder.path("out.glb");
        let args = [
            "solve",
            "figure:mannequin",
            "--goals-from",
            keys,
            "--rate",
            "20",
            "--solver",
            solver,
            "-o",
            &out,
        ];
        let page = kansetsu(&args).done().out;
        assert!(page.contains("41 frames, 20 per second"), "{page}");
        for (time, place) in [
            (0.0, [0.3, 1.0, 0.3]),
            (0.5, [0.3, 1.2, 0.3]),
            (1.0, [0.3, 1.4, 0.3]),
            (1.95, [0.3, 1.4, 0.3]),
            (2.0, [0.5, 1.2, 0.2]),
        ] {
            // A jump is followed over several frames.
            let bound = if time < 1.9 { 1e-3 } else { 0.3 };
            let off = distance(&position(&at(&out, "goals solved", time), "LeftHand"), &place);
            assert!(off < bound, "{keys} by {solver}: {off} m off at {time}");
        }
    }
    let one =
        kansetsu(&["solve", "figure:mannequin", "--goals-from", &table, "--time", "0.5", "--json"])
            .done()
            .json();
    assert!(distance(&numbers(&one["goals"][0]["target"]), &[0.3, 1.2, 0.3]) < 1e-6);
    let piped = kansetsu_fed(
        &["solve", "figure:mannequin", "--goals-from", "-", "--rate", "20"],
        b"time,joint,x,y,z\n0,leftHand,.3,1,.3\n",
    )
    .done();
    assert!(String::from_utf8_lossy(&piped.out).contains("1 frames"));
}

#[test]
fn keyed_goals_that_say_nothing_are_refused() {
    let folder = Folder::new();
    let table = folder.with("goals.csv", KEYED_GOALS);
    kansetsu(&["solve", "figure:mannequin", "--goals-from", &table]).refused(&["--rate"]);
    let wrong = folder.with("wrong.csv", "time,joint,x,y,z\n0,leftHand,0,1,z\n");
    kansetsu(&["solve", "figure:mannequin", "--goals-from", &wrong, "--rate", "20"]).refused(&[
        "wrong.csv",
        "line 2, z",
        "not a number",
    ]);
    let unknown = folder.with("unknown.csv", "time,joint,x,y,z\n0,leftHnd,0,1,0\n");
    kansetsu(&["solve", "figure:mannequin", "--goals-from", &unknown, "--rate", "20"])
        .refused(&["frame at 0 s", "did you mean"]);
    kansetsu(&[
        "solve",
        "figure:mannequin",
        "--goals-from",
        &table,
        "--rate",
        "20",
        "--picture",
        &folder.path("a.png"),
    ])
    .refused(&["render"]);
}

/// Two trees of bones with one skin, as in Metasequoia files: a GLB file needs a root above them,
/// which is its first joint.
const TWO_TREES: &str = "Metasequoia Document\nFormat Text Ver 1.0\n\nMaterial 4 {\n\t\"a\"\n\t\"b\"\n\t\"c\"\n\t\"d\"\n}\nObject \"bone:x\" {\n\tvertex 12 {\n\
    \t\t0 0 0\n\t\t0 10 0\n\t\t0 0 2\n\t\t0 20 0\n\t\t0 10 2\n\t\t30 0 0\n\t\t30 10 0\n\t\t30 0 2\n\t\t30 20 0\n\t\t30 10 2\n\t\t0 0 0\n\t\t0 0 0\n\t}\n\
    \tface 4 {\n\t\t3 V(0 1 2) M(0)\n\t\t3 V(1 3 4) M(1)\n\t\t3 V(5 6 7) M(2)\n\t\t3 V(6 8 9) M(3)\n\t}\n}\nObject \"skin\" {\n\tvertex 4 {\n\
    \t\t0 1 0\n\t\t0 19 0\n\t\t30 1 0\n\t\t30 19 0\n\t}\n\tface 2 {\n\t\t3 V(0 1 2) M(0)\n\t\t3 V(1 2 3) M(0)\n\t}\n}\nEof\n";

#[test]
fn a_motion_of_a_figure_of_several_trees_moves_the_right_joints() {
    let folder = Folder::new();
    let figure = folder.with("two.mqo", TWO_TREES);
    let table = folder.with("goals.csv", "joint,time,x,y,z\nd_end,0,35,15,5\nd_end,1,38,12,3\n");
    for name in ["out.glb", "out.gltf"] {
        let out = folder.path(name);
        kansetsu(&["solve", &figure, "--goals-from", &table, "--rate", "10", "-o", &out]).done();
        for (time, place) in [(0.0, [35.0, 15.0, 5.0]), (1.0, [38.0, 12.0, 3.0])] {
            let found = position(&at(&out, "goals solved", time), "d_end");
            assert!(distance(&found, &place) < 0.05, "{name} at {time}: {found:?}, not {place:?}");
        }
        assert!(
            distance(&position(&at(&out, "goals solved", 1.0), "b"), &[0.0, 10.0, 0.0]) < 1e-3,
            "{name}: the other tree stays"
        );
    }
}

#[test]
fn pinned_feet_stay_and_the_rest_goes_on() {
    let folder = Folder::new();
    let (demo, out) = (demo(&folder), folder.path("out.glb"));
    let pins = ["--joint", "leftFoot", "--full", "rightFoot", "--at", "1", "--root", "free"];
    let solved = kansetsu(
        &[
            &[
                "pin",
                &demo,
                "--clip",
                "demo",
                "--rate",
                "30",
                "-o",
                &out,
                "--json",
                "--require-reached",
            ][..],
            &pins,
        ]
        .concat(),
    )
    .done()
    .json();
    assert_eq!(
        (&solved["frames"], &solved["outcome"]),
        (&181.into(), &"reached".into()),
        "{solved}"
    );
    let there = at(&demo, "demo", 1.0);
    for time in [0.0, 0.5, 1.7, 3.0, 6.0] {
        let now = at(&out, "demo pinned", time);
        for joint in ["LeftFoot", "RightFoot"] {
            assert!(
                distance(&position(&now, joint), &position(&there, joint)) < 1e-4,
                "{joint} at {time}"
            );
        }
        let off = distance(
            &position(&now, "RightHand"),
            &position(&at(&demo, "demo", time), "RightHand"),
        );
        assert!(off < 0.25, "the hand is {off} m off its clip at {time}");
    }
    kansetsu(&["pin", &demo, "--clip", "demo", "--rate", "30"]).refused(&["--joint"]);
    kansetsu(&["pin", &demo, "--clip", "demo", "--joint", "leftFoot"]).refused(&["--rate"]);
    kansetsu(&["pin", &demo, "--rate", "30", "--joint", "leftFoot", "--full", "LeftFoot"])
        .refused(&["twice"]);
}

#[test]
fn poses_go_out_and_come_in_again() {
    let folder = Folder::new();
    let (pose, poses) = (folder.path("pose.json"), folder.path("poses.json"));
    let solved = kansetsu(&[
        "solve",
        "figure:mannequin",
        "--goal",
        "leftHand=.3,1.3,.4",
        "--pose-out",
        &pose,
        "--json",
    ])
    .done()
    .json();
    let again = kansetsu(&["fk", "figure:mannequin", "--pose-in", &pose, "--json"]).done().json();
    assert_eq!(solved["joints"], again["joints"]);
    let fed = kansetsu_fed(
        &["fk", "figure:mannequin", "--pose-in", "-", "--json"],
        &std::fs::read(&pose).expect("written"),
    )
    .done();
    assert_eq!(
        serde_json::from_slice::<serde_json::Value>(&fed.out).expect("JSON")["joints"],
        again["joints"]
    );
    kansetsu(&["fk", "figure:mannequin", "--pose-in", &pose, "--time", "1"]).refused(&["one pose"]);
    let demo = demo(&folder);
    kansetsu(&["mirror", &demo, "--pose-in", &pose, "--rate", "30", "--pose-out", &poses])
        .refused(&["one pose"]);
    kansetsu(&[
        "mirror",
        &demo,
        "--clip",
        "demo",
        "--rate",
        "30",
        "--to",
        "1",
        "--pose-out",
        &poses,
    ])
    .done();
    let twice = folder.path("twice.glb");
    kansetsu(&["mirror", &demo, "--pose-in", &poses, "--rate", "30", "-o", &twice]).done();
    let clips = kansetsu(&["inspect", &twice, "--json"]).done().json();
    let name = clips["clips"][1]["name"].as_str().expect("a name").to_owned();
    let off = distance(
        &position(&at(&twice, &name, 0.5), "LeftHand"),
        &position(&at(&demo, "demo", 0.5), "LeftHand"),
    );
    assert!(off < 1e-4, "mirrored twice: {off} m off");
}

#[test]
fn poses_that_cannot_be_read_are_refused() {
    let folder = Folder::new();
    for (text, words) in [
        ("{", "expected {\"kansetsu_pose\""),
        (r#"{"kansetsu_pose": 2}"#, "version 2"),
        (r#"{"kansetsu_pose": 1, "joints": [{"joint": "nobody"}]}"#, "joints[0]"),
        (
            r#"{"kansetsu_pose": 1, "joints": [{"joint": "Head", "rotation": [0, 0, 0, 0]}]}"#,
            "no rotation",
        ),
        (r#"{"kansetsu_pose": 1, "joints": [{"joint": "Head"}, {"joint": "head"}]}"#, "twice"),
        (r#"{"kansetsu_pose": 1, "frames": [[]]}"#, "rate"),
    ] {
        let file = folder.with("wrong.json", text);
        kansetsu(&["fk", "figure:mannequin", "--pose-in", &file]).refused(&["wrong.json", words]);
    }
}

#[test]
fn many_files_go_on_where_one_fails_and_each_says_what_became_of_it() {
    let folder = Folder::new();
    let (bad, out) = (folder.with("bad.bvh", "HIERARCHY\nnothing"), folder.path("out"));
    let run = kansetsu(&[
        "solve",
        "figure:mannequin",
        &bad,
        "figure:arm",
        "--goal",
        "leftHand=.3,.3,.2",
        "-o",
        &out,
        "--format",
        "bvh",
        "--json",
    ]);
    assert_eq!(run.status, Some(2), "{}", run.err);
    let files = run.json()["files"].as_array().expect("a list").clone();
    let of = |index: usize, key: &str| files[index][key].as_str().unwrap_or_default().to_owned();
    assert_eq!([0, 1, 2].map(|index| of(index, "status")), ["done", "failed", "done"], "{files:?}");
    assert!(
        of(1, "error").contains("bad.bvh")
            && of(0, "out").ends_with("mannequin.bvh")
            && files[2]["joints"].is_array(),
        "{files:?}"
    );
    let mut names: Vec<String> = std::fs::read_dir(&out)
        .expect("made")
        .map(|entry| entry.expect("read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    // The file's own limits differ from those derived from names.
    assert_eq!(names, ["arm.bvh", "arm.bvh.rig.json", "mannequin.bvh", "mannequin.bvh.rig.json"]);
    kansetsu(&["solve", "figure:hand", "--orient", "1=0,0,0,1", "-o", &out]).done();
    assert!(
        std::path::Path::new(&out).join("hand.glb").exists(),
        "one file is also written to a folder"
    );
    let missed = kansetsu(&[
        "solve",
        "figure:mannequin",
        "figure:arm",
        "--goal",
        "leftHand=9,9,9",
        "--require-reached",
        "-o",
        &out,
    ]);
    assert_eq!(missed.status, Some(3), "{}", missed.err);
    kansetsu(&["mirror", "figure:arm", "figure:arm", "-o", &out]).refused(&["both be written"]);
    kansetsu(&["mirror", "figure:arm"]).refused(&["--pose-out"]);
    kansetsu(&["mirror", "figure:arm", "figure:mannequin", "-o", "-"]).refused(&["folder"]);
}

#[test]
fn other_commands_go_on_where_one_file_fails() {
    let folder = Folder::new();
    let bad = folder.with("bad.bvh", "HIERARCHY\nnothing");
    for (command, more) in [("convert", &["converted"][..]), ("mirror", &["-o", "mirrored"])] {
        let more: Vec<String> = more
            .iter()
            .map(|word| if word.starts_with('-') { (*word).to_owned() } else { folder.path(word) })
            .collect();
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let run = kansetsu(&[&[command, "figure:mannequin", &bad][..], &more].concat());
        assert!(
            run.status == Some(2)
                && run.err.contains("1 of 2")
                && run.out.contains("mannequin.glb"),
            "{command}: {} {}",
            run.out,
            run.err
        );
    }
}

#[test]
fn the_retargeting_family_speaks_json() {
    let folder = Folder::new();
    let demo = demo(&folder);
    let moved =
        kansetsu(&["retarget", &demo, "figure:mannequin", "-o", &folder.path("a.vrma"), "--json"])
            .done()
            .json();
    assert_eq!((&moved["frames"], moved["hand_error"].is_number()), (&181.into(), true), "{moved}");
    let many = kansetsu(&[
        "retarget",
        &folder.path("demo"),
        "figure:mannequin",
        "-o",
        &folder.path("moved"),
        "--json",
    ])
    .done()
    .json();
    assert_eq!(
        (&many["files"][0]["status"], &many["files"][0]["frames"]),
        (&"done".into(), &181.into()),
        "{many}"
    );
    let blended = kansetsu(&[
        "blend",
        &demo,
        "--with",
        "demo",
        "--time",
        "1",
        "-o",
        &folder.path("b.glb"),
        "--json",
    ])
    .done()
    .json();
    assert_eq!((&blended["frames"], &blended["with"]), (&1.into(), &"demo".into()));
    is_valid(&folder.path("a.vrma"));
    // The written poses reproduce the motion of the mannequin.
    let out = folder.path("c.glb");
    kansetsu(&["convert", "figure:mannequin", &out, "--motion", &folder.path("a.vrma")]).done();
    let name = kansetsu(&["inspect", &out, "--json"]).done().json()["clips"][0]["name"]
        .as_str()
        .expect("a clip")
        .to_owned();
    for time in [0.5, 2.0, 4.0] {
        let off = distance(
            &position(&at(&out, &name, time), "LeftHand"),
            &position(&at(&demo, "demo", time), "LeftHand"),
        );
        assert!(off < 0.06, "{off} m off at {time}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_amid_many_files_leaves_whole_files_alone() {
    use std::process::{Command, Stdio};

    let folder = Folder::new();
    let demo = demo(&folder);
    let clip = std::fs::read(&demo).expect("written");
    let files: Vec<String> =
        (0..200).map(|index| folder.with(&format!("in{index}.glb"), &clip)).collect();
    let out = folder.path("out");
    let mut child = Command::new(env!("CARGO_BIN_EXE_kansetsu"))
        .arg("pin")
        .args(&files)
        .args("--rate 240 --joint leftFoot --root free -o".split(' '))
        .args([&out, "--pose-out", &folder.path("poses")])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    let written = || {
        std::fs::read_dir(&out).map_or(0, |entries| {
            entries.filter_map(Result::ok).filter(|entry| !is_temporary(&entry.path())).count()
        })
    };
    while written() < 2 {
        assert!(
            child.try_wait().expect("asked").is_none(),
            "the process ended before the interrupt"
        );
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .expect("sent")
            .success()
    );
    assert_eq!(
        std::os::unix::process::ExitStatusExt::signal(&child.wait().expect("ended")),
        Some(2)
    );
    let mut whole = 0;
    for entry in std::fs::read_dir(&out)
        .expect("made")
        .chain(std::fs::read_dir(folder.path("poses")).expect("made"))
    {
        let path = entry.expect("read").path();
        assert!(!is_temporary(&path), "{} was left behind", path.display());
        if path.extension().is_some_and(|ending| ending == "glb") {
            kansetsu(&["inspect", &path.to_string_lossy()]).done();
            whole += 1;
        }
    }
    assert!((2..200).contains(&whole), "{whole} files");
}

#[cfg(unix)]
fn is_temporary(path: &std::path::Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".kansetsu-"))
}

#[test]
fn a_motion_of_another_file_is_in_what_is_saved() {
    let folder = Folder::new();
    let (demo, figure, out) = (demo(&folder), folder.path("figure.glb"), folder.path("out.glb"));
    kansetsu(&["convert", "figure:mannequin", &figure]).done();
    kansetsu(&["convert", &figure, &out, "--motion", &demo]).done();
    let clips = kansetsu(&["inspect", &out, "--json"]).done().json()["clips"]
        .as_array()
        .expect("a list")
        .len();
    assert_eq!(clips, 1);
    is_valid(&out);
}
