//! Poses of MikuMikuDance, in and out.

use std::fs;

use crate::{
    command::{distance, kansetsu, position},
    files::Folder,
    skip::test_data,
};

#[test]
fn poses_of_mikumikudance_go_in_and_out() {
    let Some(cases) = test_data("cases") else { return };
    let file = |name: &str| cases.join(name).to_string_lossy().into_owned();
    let (model, pose) = (file("leg_utf16.pmx"), file("pose.vpd"));
    let folder = Folder::new();
    let found = kansetsu(&["fk", &model, "--pose", &pose, "--json"]).done().json();
    let ankle = position(&found, "左足首");
    assert!(distance(&ankle, &[0.08, 0.32, 0.16]) < 0.001, "{ankle:?}");
    // The morphs of the pose stay.
    let bytes = fs::read(&pose).unwrap();
    let with_morph = [&bytes[..], b"\r\nMorph0{smile\r\n  0.75;\r\n}\r\n"].concat();
    let start = folder.with("start.vpd", with_morph);
    let (out, again) = (folder.path("out.vpd"), folder.path("again.vpd"));
    let saved = kansetsu(&[
        "solve",
        &model,
        "--pose",
        &start,
        "--goal",
        "左足首=0.08,0.36,0.1",
        "-o",
        &out,
    ])
    .done();
    assert!(saved.err.contains("VPD stores only the pose"), "{}", saved.err);
    let written = fs::read(&out).unwrap();
    let text = String::from_utf8_lossy(&written);
    assert!(text.contains("Morph0{smile\r\n  0.750000;"), "{text}");
    let found = kansetsu(&["fk", &model, "--pose", &out, "--json"]).done().json();
    let ankle = position(&found, "左足首");
    assert!(distance(&ankle, &[0.08, 0.36, 0.1]) < 0.002, "{ankle:?}");
    kansetsu(&["convert", &model, &again, "--motion", &pose]).done();
    let found = kansetsu(&["fk", &model, "--pose", &again, "--json"]).done().json();
    let ankle = position(&found, "左足首");
    assert!(distance(&ankle, &[0.08, 0.32, 0.16]) < 0.001, "{ankle:?}");
    kansetsu(&["inspect", &pose]).refused(&["this is a pose without a skeleton"]);
}
