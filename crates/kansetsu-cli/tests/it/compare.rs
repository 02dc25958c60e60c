//! Every solver on the same problem.

use std::fs;

use serde_json::Value;

use crate::{command::kansetsu, files::Folder};

fn compare(args: &[&str]) -> Value {
    kansetsu(&[&["compare"], args, &["--json", "--runs", "3"]].concat()).done().json()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|entry| entry["solver"].as_str().unwrap()).collect()
}

const REACH: [&str; 3] = ["figure:mannequin", "--goal", "LeftHand=0.3,1.3,0.4"];

#[test]
fn every_solver_answers_as_solve_does() {
    let document = compare(&REACH);
    assert_eq!(names(&document["solvers"]), ["auto", "two-bone", "ccd", "fabrik", "dls", "fabrik-tree", "whole-body"]);
    for row in document["solvers"].as_array().unwrap() {
        let alone = kansetsu(&[&["solve"], &REACH[..], &["--json", "--solver", row["solver"].as_str().unwrap()]].concat()).done().json();
        for key in ["outcome", "iterations", "restarts"] {
            assert_eq!(row[key], alone[key], "{key}: {row}");
        }
        assert_eq!(row["distance"], alone["goals"][0]["distance"]);
        assert!(row["micros"].as_f64().unwrap() > 0.0 && row["largest_turn"].as_f64().unwrap() > 0.1);
        assert!(row["turned_joint"].as_str().unwrap().contains("Left"), "{row}");
    }
}

#[test]
fn who_cannot_serve_a_goal_says_why() {
    let tentacle = compare(&["figure:tentacle", "--goal", "29=0.3,0.5,0.2", "--levels", "0"]);
    assert_eq!(names(&tentacle["not_applicable"]), ["two-bone", "aim", "aim-chain"]);
    let pinned = compare(&[&REACH[..], &["--pin", "LeftFoot"]].concat());
    assert_eq!(names(&pinned["solvers"]), ["auto", "fabrik-tree", "whole-body"]);
    assert_eq!(pinned["solvers"][0]["solved_by"], "whole-body");
    let pole = compare(&[&REACH[..], &["--pole", "LeftHand=1,1,-1", "--soft", "0.05"]].concat());
    assert_eq!(names(&pole["not_applicable"]), ["aim", "aim-chain", "fabrik-tree"]);
    assert!(pole["not_applicable"][2]["reason"].as_str().unwrap().contains("pole"));
}

#[test]
fn the_page_and_the_picture_show_each_solver() {
    let folder = Folder::new();
    let out = folder.path("solvers.png");
    let run =
        kansetsu(&["compare", "figure:arm", "--goal", "LeftHand=0.3,0.2,0.2", "--runs", "2", "--picture", &out, "--size", "90x120"]).done();
    for solver in ["auto", "two-bone", "ccd", "fabrik", "dls", "fabrik-tree", "whole-body"] {
        assert!(run.out.lines().any(|line| line.starts_with(solver)), "{solver}:\n{}", run.out);
    }
    let bytes = fs::read(out).unwrap();
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (4 * 90 + 3 * 2, 2 * 120 + 2));
}

#[test]
fn bad_input_is_refused() {
    let refused = |args: &[&str], words: &[&str]| drop(kansetsu(&[&["compare"], args].concat()).refused(words));
    refused(&["figure:mannequin"], &["no goal"]);
    refused(&["no/such/file.glb", "--goal", "a=0,0,0"], &["no such file"]);
    for (flag, value, word) in [
        ("--runs", "0", "runs"),
        ("--stiffness", "Spien=1", "did you mean"),
        ("--stiffness", "Spine=0", "0.01"),
        ("--hold", "Spien", "did you mean"),
        ("--base", "Spien", "did you mean"),
        ("--tolerance", "2", "tolerance"),
        ("--picture", "out.svg", ".png"),
        ("--picture", "no/such/folder/out.png", "does not exist"),
    ] {
        refused(&[&REACH[..], &[flag, value]].concat(), &[word]);
    }
    refused(&["figure:mannequin", "--goal", "Hips=0,1,0"], &["no solver can serve"]);
}
