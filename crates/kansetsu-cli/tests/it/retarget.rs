//! Retargeting on the command line.

use crate::{
    command::{distance, kansetsu, position},
    files::Folder,
    skip::test_data,
};

fn demo(folder: &Folder) -> String {
    kansetsu(&["demo", "--out", &folder.path("demo"), "--sheet", "1x1", "--size", "20x20"]).done();
    folder.path("demo/demo.glb")
}

#[test]
fn a_motion_goes_to_a_figure_and_reads_back() {
    let folder = Folder::new();
    let demo = demo(&folder);
    for name in ["moved.glb", "moved.bvh"] {
        let out = folder.path(name);
        let run = kansetsu(&["retarget", &demo, "figure:mannequin", "-o", &out]).done();
        assert!(
            run.out.contains("frames")
                && run.out.contains("hands within")
                && run.out.contains(name),
            "{}",
            run.out
        );
        for time in ["0.5", "2.0", "3.5"] {
            let at = |file: &str| {
                kansetsu(&["fk", file, "--clip", "0", "--time", time, "--json"]).done().json()
            };
            let (before, after) = (at(&demo), at(&out));
            for joint in ["LeftHand", "RightHand", "LeftFoot", "RightFoot"] {
                let miss = distance(&position(&before, joint), &position(&after, joint));
                assert!(miss < 0.06, "{joint} at {time}: {miss} m off");
            }
        }
    }
}

#[test]
fn a_folder_goes_to_a_folder_and_one_bad_file_does_not_stop_the_others() {
    let folder = Folder::new();
    demo(&folder);
    folder.with("demo/bad.bvh", "HIERARCHY\nnothing");
    let run = kansetsu(&[
        "retarget",
        &folder.path("demo"),
        "figure:mannequin",
        "-o",
        &folder.path("moved"),
        "--to",
        "bvh",
    ]);
    assert_eq!(run.status, Some(2), "{}", run.err);
    assert!(
        run.out.contains("demo.bvh") && run.err.contains("bad.bvh") && run.err.contains("1 of 2"),
        "{} {}",
        run.out,
        run.err
    );
    let mut names: Vec<String> = std::fs::read_dir(folder.path("moved"))
        .expect("made")
        .map(|entry| entry.expect("read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    // The mannequin's own limits differ from those derived from names.
    assert_eq!(names, ["demo.bvh", "demo.bvh.rig.json"]);
}

#[test]
fn what_cannot_be_carried_over_is_refused() {
    let folder = Folder::new();
    let out = folder.path("out.glb");
    kansetsu(&["retarget", "figure:arm", "figure:mannequin", "-o", &out])
        .refused(&["holds no motion"]);
    let demo = demo(&folder);
    kansetsu(&["retarget", &demo, "figure:arm", "-o", &out]).refused(&["target", "arms and legs"]);
    kansetsu(&["retarget", &demo, "figure:mannequin", "-o", &folder.path("out.xyz")])
        .refused(&[".glb"]);
    kansetsu(&["retarget", &demo, "figure:mannequin", "figure:mannequin", "-o", "-"])
        .refused(&["folder"]);
    let vmd = folder.with("dance.vmd", [&b"Vocaloid Motion Data 0002"[..], &[0; 29]].concat());
    kansetsu(&["retarget", &vmd, "figure:mannequin", "-o", &out]).refused(&[
        "dance.vmd",
        "without a skeleton",
        "--model",
    ]);
    assert!(!std::path::Path::new(&out).exists());
}

#[test]
fn a_rest_pose_that_is_not_a_standing_person_is_named_and_can_be_set() {
    let Some(along) = test_data("cases/rest_along_bones.bvh") else { return };
    let along = along.to_string_lossy().into_owned();
    let reference = |more: &[&str]| {
        kansetsu(&[&["inspect", &along, "--json"], more].concat()).done().json()["reference"]
            .clone()
    };
    let found = reference(&[]);
    assert_eq!((&found["source"], &found["score"]), (&"frame".into(), &0.0.into()), "{found}");
    assert_eq!(reference(&["--rest-frame", "10"])["frame"], 10);
    let check = kansetsu(&["rig", "check", &along]).done();
    assert!(check.err.contains("not a standing person"), "{}", check.err);
    let folder = Folder::new();
    let out = folder.path("moved.glb");
    let run = kansetsu(&["retarget", &along, "figure:mannequin", "--rest-frame", "10", "-o", &out])
        .done();
    assert!(run.out.contains("frame 10"), "{}", run.out);
    kansetsu(&[
        "retarget",
        &along,
        "figure:mannequin",
        "--rest-frame",
        "99999",
        "-o",
        &folder.path("none.glb"),
    ])
    .refused(&["99999", "90 frames"]);
}
