//! Pictures.

use std::fs;

use crate::{
    command::kansetsu,
    files::{Folder, size_of},
    skip::test_data,
};

#[test]
fn a_picture_has_the_size_that_was_asked_for() {
    let folder = Folder::new();
    let out = folder.path("arm.png");
    let run = kansetsu(&["render", "figure:arm", "-o", &out, "--size", "320x200"]).done();
    assert_eq!(size_of(&out), (320, 200));
    assert!(run.out.contains(&out));
    assert_eq!(folder.names(), ["arm.png"]);
}

#[test]
fn views_and_overlays_change_the_picture() {
    let folder = Folder::new();
    let draw = |args: &[&str]| {
        let out = folder.path("out.png");
        kansetsu(&[&["render", "figure:arm", "--size", "160x120", "-o", &out], args].concat())
            .done();
        fs::read(out).unwrap()
    };
    let plain = draw(&[]);
    assert_eq!(draw(&[]), plain, "both pictures are identical");
    for args in [
        &["--view", "front"][..],
        &["--view", "side"],
        &["--view", "top"],
        &["--view", "-30,20"],
        &["--skeleton"],
        &["--limits"],
    ] {
        assert_ne!(draw(args), plain, "{args:?}");
    }
}

#[test]
fn a_vector_picture_is_svg() {
    let folder = Folder::new();
    let out = folder.path("arm.svg");
    kansetsu(&["render", "figure:arm", "-o", &out, "--skeleton"]).done();
    assert!(fs::read_to_string(out).unwrap().contains("<svg"));
}

#[test]
fn a_sheet_shows_a_clip() {
    let Some(file) = test_data("gltf/CesiumMan.glb") else { return };
    let folder = Folder::new();
    let out = folder.path("walk.png");
    kansetsu(&[
        "render",
        file.to_str().unwrap(),
        "-o",
        &out,
        "--sheet",
        "2x3",
        "--size",
        "120x160",
    ])
    .done();
    // Two pixels between cells.
    assert_eq!(size_of(&out), (3 * 120 + 2 * 2, 2 * 160 + 2));
}
