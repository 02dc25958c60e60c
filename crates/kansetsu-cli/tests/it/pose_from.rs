//! Poses from picture keypoints.

use std::fs;

use serde_json::Value;

use crate::{
    command::{distance, kansetsu, numbers},
    files::Folder,
};

fn points(folder: &Folder) -> String {
    kansetsu(&["demo", "--out", &folder.path("demo"), "--sheet", "1x1", "--size", "20x20"]).done();
    folder.path("demo/keypoints.json")
}

fn place(document: &Value) -> Vec<f64> {
    numbers(
        &document["estimates"][document["selected"].as_u64().unwrap() as usize]["camera"]["position"],
    )
}

#[test]
fn a_picture_of_the_demo_is_found_again() {
    let folder = Folder::new();
    let points = points(&folder);
    let (out, pose, picture) =
        (folder.path("out.glb"), folder.path("pose.json"), folder.path("seen.png"));
    let found = kansetsu(&[
        "pose-from",
        &points,
        "figure:mannequin",
        "-o",
        &out,
        "--pose-out",
        &pose,
        "--picture",
        &picture,
        "--json",
    ]);
    let document = found.done().json();
    let answer = &document["estimates"][0];
    assert_eq!(
        (document["selected"].as_u64(), document["person"].as_str()),
        (Some(0), Some("people[0]"))
    );
    assert!(
        answer["reprojection_error"].as_f64().unwrap() < 6.0
            && answer["relative_error"].as_f64().unwrap() < 0.015,
        "{document}"
    );
    // The camera was 3.5 m away, 0.5 radians to the left and 0.15 above.
    let at = place(&document);
    assert!((at[0].hypot(at[2]) - 3.46).abs() < 0.5 && at[2] > 0.0, "{at:?}");
    assert!(
        fs::read(&picture).unwrap().starts_with(b"\x89PNG")
            && fs::read(&out).unwrap().starts_with(b"glTF")
    );
    let joints = kansetsu(&["fk", "figure:mannequin", "--pose-in", &pose, "--json"]).done().json();
    let saved = kansetsu(&["fk", &out, "--json"]).done().json();
    let hips = |joints: &Value| {
        numbers(
            &joints["joints"]
                .as_array()
                .unwrap()
                .iter()
                .find(|joint| joint["name"] == "Hips")
                .unwrap()["position"],
        )
    };
    assert!(distance(&hips(&joints), &hips(&saved)) < 1e-5);
    let rest = kansetsu(&["fk", "figure:mannequin", "--json"]).done().json();
    let [from, to] = [hips(&rest), hips(&joints)];
    assert!(
        (from[0] - to[0]).hypot(from[2] - to[2]) < 1e-3,
        "the figure stays above its rest position"
    );
    let plain = kansetsu(&["pose-from", &points, "figure:mannequin"]).done().out;
    assert!(plain.contains("selected: ") && plain.contains("px off"), "{plain}");
}

#[test]
fn the_other_answer_is_the_other_one_and_a_table_of_ones_own_is_taken() {
    let folder = Folder::new();
    let points = points(&folder);
    let [one, other] = [&["--json"][..], &["--json", "--mirror"]].map(|words| {
        let args = [&["pose-from", &points, "figure:mannequin", "--fov", "40"], words].concat();
        kansetsu(&args).done().json()
    });
    assert_eq!(one["estimates"], other["estimates"]);
    assert!(one["estimates"][0]["score"].as_f64() <= one["estimates"][1]["score"].as_f64());
    assert!(distance(&place(&one), &place(&other)) > 0.01, "{one}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = Folder::new();
    let points = points(&folder);
    kansetsu(&["pose-from", &points, "figure:mannequin", "--person", "1"])
        .refused(&["person 1", "there are 1"]);
    kansetsu(&["pose-from", &points, "figure:arm"]).refused(&["hips, arms and legs"]);
    kansetsu(&["pose-from", &points, "figure:mannequin", "--fov", "170"]).refused(&["170"]);
    kansetsu(&["pose-from", &points, "figure:mannequin", "--posture", "off"])
        .refused(&["--posture"]);
    kansetsu(&["pose-from", &points, "figure:mannequin", "--picture", "seen.gif"])
        .refused(&["seen.gif", ".png"]);
    let bad = |text: &str, words: &[&str]| {
        let file = folder.with("bad.json", text);
        kansetsu(&["pose-from", &file, "figure:mannequin"]).refused(words);
    };
    bad("{", &["bad.json", "line 1"]);
    bad(r#"{"people": []}"#, &["nobody"]);
    bad(
        r#"{"people": [{"pose_keypoints_2d": [1, 2, 3]}]}"#,
        &["people[0].pose_keypoints_2d", "75"],
    );
    bad(r#"{"people": [{"pose_keypoints_2d": []}]}"#, &["people[0]", "0 are given"]);
}
