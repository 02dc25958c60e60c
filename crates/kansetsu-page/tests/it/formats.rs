//! Files of other formats in the web app: a worker reads them with a separate program.

use std::fs;

use base64::{Engine, engine::general_purpose::STANDARD};
use kansetsu_formats::gltf;
use serde_json::Value;

use crate::{browser::Browser, site};

/// A spine of two joints that bends by so many degrees within a second.
fn bend(degrees: i32) -> String {
    format!(
        "HIERARCHY\\nROOT Hips {{\\nOFFSET 0 100 0\\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\\n\
         JOINT Chest {{\\nOFFSET 0 30 0\\nCHANNELS 3 Zrotation Xrotation Yrotation\\n\
         JOINT Head {{\\nOFFSET 0 30 0\\nCHANNELS 3 Zrotation Xrotation Yrotation\\nEnd Site {{\\nOFFSET 0 20 0\\n}}\\n}}\\n}}\\n}}\\n\
         MOTION\\nFrames: 2\\nFrame Time: 1\\n0 100 0 0 0 0 0 0 0 0 0 0\\n0 100 0 0 0 0 0 {degrees} 0 0 0 0\\n"
    )
}

/// Keypoints of a person who raises the left hand, seen from the front: x, y and confidence of
/// OpenPose's 18.
fn raised_hand() -> String {
    let seen = [
        [320, 110],
        [320, 160],
        [285, 160],
        [275, 230],
        [270, 295],
        [355, 160],
        [385, 100],
        [395, 35],
        [300, 300],
        [298, 395],
        [296, 490],
        [340, 300],
        [342, 395],
        [344, 490],
        [310, 100],
        [330, 100],
        [298, 105],
        [342, 105],
    ];
    let numbers = seen.map(|[x, y]| format!("{x}, {y}, 0.9")).join(", ");
    format!(
        r#"{{\"canvas_width\": 640, \"canvas_height\": 560, \"people\": [{{\"pose_keypoints_2d\": [{numbers}]}}]}}"#
    )
}

fn give(browser: &mut Browser, name: &str, text: &str) {
    browser
        .evaluate(&format!("window.kansetsu.give('{name}', new TextEncoder().encode(\"{text}\"))"));
}

fn loads_the_reader(browser: &mut Browser) -> bool {
    let loaded =
        "performance.getEntriesByType('resource').some((entry) => entry.name.includes('reader'))";
    browser.evaluate(loaded) == true
}

#[test]
fn a_bvh_file_opens_a_second_one_is_its_motion_and_a_damaged_one_is_told() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.open(&address);
    assert!(!loads_the_reader(&mut browser), "the reader is not loaded before it is needed");
    give(&mut browser, "bow.bvh", &bend(30));
    browser.wait_for("window.kansetsu.state().figures[0].name === 'bow'");
    assert!(loads_the_reader(&mut browser));
    give(&mut browser, "deep bow.bvh", &bend(60));
    browser.wait_for("window.kansetsu.state().figures[0].motions.length === 2");
    assert_eq!(browser.state()["figures"].as_array().map(Vec::len), Some(1));
    browser.screenshot("bvh");
    give(&mut browser, "half.bvh", "HIERARCHY ROOT Hips {{");
    browser.wait_for(
        "window.kansetsu.state().page.banners.some((banner) => banner.startsWith('half.bvh'))",
    );
    let hash = browser.hash();
    browser.wait_for("window.kansetsu.keep().then(() => true)");
    browser.reload();
    assert_eq!(browser.hash(), hash, "a reload restores it without the reader");
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

#[test]
fn compressed_gltf_files_open_through_the_reader() {
    let Some(address) = site::address() else { return };
    let models =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../kansetsu-formats/tests/compressed/models.json");
    let made: Value = serde_json::from_slice(&fs::read(models).unwrap()).unwrap();
    let mut browser = Browser::start();
    browser.open(&address);
    for (index, model) in made["models"].as_array().unwrap().iter().enumerate() {
        let base64 = model["glb"].as_str().unwrap();
        let bytes = STANDARD.decode(base64).unwrap();
        let loaded = gltf::read(&bytes, &|path| Err(path.to_owned())).unwrap();
        let joints = loaded.figure.rig.skeleton.len();
        browser.evaluate(&format!(
            "window.kansetsu.give('tube{index}.glb', Uint8Array.from(atob('{base64}'), (byte) => byte.charCodeAt(0)))"
        ));
        browser.wait_for(&format!("window.kansetsu.state().figures[0].name === 'tube{index}'"));
        let opened = browser.evaluate("window.kansetsu.state().figures[0].joints.length");
        assert_eq!(opened.as_u64(), Some(joints as u64), "{}", model["name"]);
    }
    assert!(loads_the_reader(&mut browser));
    browser.screenshot("compressed");
    let [x, y] = browser.pixel("tip");
    browser.drag([x, y], [x + 60.0, y + 20.0]);
    assert_eq!(browser.state()["modified"], true);
    let hash = browser.hash();
    browser.wait_for("window.kansetsu.keep().then(() => true)");
    browser.reload();
    assert_eq!(browser.hash(), hash, "a reload restores it");
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

#[test]
fn the_points_of_a_picture_pose_the_figure() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.open(&address);
    let hand = "window.kansetsu.state().figures[0].joints.find((joint) => joint.name === 'LeftHand').position_in_model[1]";
    let before = browser.evaluate(hand).as_f64().expect("a height");
    give(&mut browser, "points.json", &raised_hand());
    browser.wait_for(&format!("{hand} > {}", before + 0.3));
    browser.screenshot("keypoints");
    give(&mut browser, "points.json", r#"{\"people\": [{\"pose_keypoints_2d\": [1, 2]}]}"#);
    browser.wait_for(
        "window.kansetsu.state().page.banners.some((banner) => banner.startsWith('points.json'))",
    );
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}
