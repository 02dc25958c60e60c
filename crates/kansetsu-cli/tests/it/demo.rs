//! The demo.

use std::{fs, path::Path};

use serde_json::Value;

use crate::{
    command::{kansetsu, kansetsu_without_display},
    files::{Folder, is_valid, size_of},
};

#[test]
fn the_demo_reaches_and_writes_three_files() {
    let folder = Folder::new();
    let out = folder.path("new/demo");
    let run = kansetsu(&["demo", "--out", &out]).done();
    let path = |name: &str| Path::new(&out).join(name);
    for name in ["contact-sheet.png", "demo.glb", "keypoints.json", "report.json", "trackers.csv"] {
        assert!(path(name).is_file(), "{name}");
        assert!(run.out.contains(path(name).to_str().unwrap()), "{name} is not in:\n{}", run.out);
    }
    assert!(run.err.is_empty(), "a progress bar without a terminal: {}", run.err);
    let report: Value = serde_json::from_slice(&fs::read(path("report.json")).unwrap()).unwrap();
    assert!(report["frames"].as_u64().unwrap() >= 60);
    for goal in report["goals"].as_array().unwrap() {
        assert!(goal["distance"].as_f64().unwrap() < 1e-3, "{goal}");
        assert_eq!(goal["frames_reached"], report["frames"], "{goal}");
    }
    let contents =
        kansetsu(&["inspect", path("demo.glb").to_str().unwrap(), "--json"]).done().json();
    assert_eq!(contents["clips"].as_array().unwrap().len(), 1);
    assert_eq!(contents["warnings"].as_array().unwrap().len(), 0);
    is_valid(path("demo.glb").to_str().unwrap());
}

#[test]
fn the_contact_sheet_is_as_large_as_asked_for() {
    let folder = Folder::new();
    let out = folder.path("demo");
    kansetsu(&["demo", "--out", &out, "--sheet", "1x3", "--size", "60x80"]).done();
    // Two pixels between cells.
    assert_eq!(
        size_of(Path::new(&out).join("contact-sheet.png").to_str().unwrap()),
        (3 * 60 + 2 * 2, 80)
    );
    for bad in [["--sheet", "0x3"], ["--size", "60"]] {
        kansetsu(&["demo", "--out", &folder.path("none"), bad[0], bad[1]]).refused(&[bad[1]]);
    }
    assert_eq!(folder.names(), ["demo"]);
}

/// Windows and macOS always have a display.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn without_a_display_the_demo_runs_and_one_line_says_so() {
    let ways: &[&[&str]] =
        if cfg!(feature = "studio") { &[&[], &["studio", "figure:hand"]] } else { &[&[]] };
    for way in ways {
        let folder = Folder::new();
        let run = kansetsu_without_display(way, &folder.path("")).done();
        assert_eq!(run.err.lines().count(), usize::from(cfg!(feature = "studio")), "{}", run.err);
        assert_eq!(
            run.err.contains("no display was found"),
            cfg!(feature = "studio"),
            "{}",
            run.err
        );
        assert!(
            Path::new(&folder.path("kansetsu-demo/contact-sheet.png")).is_file(),
            "{}",
            run.out
        );
    }
}

#[cfg(all(unix, not(target_os = "macos"), feature = "studio"))]
#[test]
fn a_file_that_is_not_there_is_no_reason_for_a_demo() {
    for missing in ["nowhere.glb", "figure:nobody"] {
        let folder = Folder::new();
        let name = missing.trim_start_matches("figure:");
        kansetsu_without_display(&["studio", missing], &folder.path("")).refused(&[name]);
        assert!(folder.names().is_empty());
    }
}
