//! Every solver on the same goals.

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
    assert_eq!(
        names(&document["solvers"]),
        ["auto", "two-bone", "ccd", "fabrik", "dls", "fabrik-tree", "whole-body"]
    );
    for row in document["solvers"].as_array().unwrap() {
        let alone = kansetsu(
            &[&["solve"], &REACH[..], &["--json", "--solver", row["solver"].as_str().unwrap()]]
                .concat(),
        )
        .done()
        .json();
        for key in ["outcome", "iterations", "restarts"] {
            assert_eq!(row[key], alone[key], "{key}: {row}");
        }
        assert_eq!(row["distance"], alone["goals"][0]["distance"]);
        assert!(
            row["micros"].as_f64().unwrap() > 0.0 && row["largest_turn"].as_f64().unwrap() > 0.1
        );
        assert!(row["turned_joint"].as_str().unwrap().contains("Left"), "{row}");
    }
}

#[test]
fn who_cannot_serve_a_goal_says_why() {
    let tentacle = compare(&["figure:tentacle", "--goal", "29=0.3,0.5,0.2"]);
    assert_eq!(names(&tentacle["not_applicable"]), ["two-bone", "aim", "aim-chain"]);
    let pinned = compare(&[&REACH[..], &["--pin", "LeftFoot"]].concat());
    assert_eq!(names(&pinned["solvers"]), ["fabrik-tree", "whole-body"]);
    let pole = compare(&[&REACH[..], &["--pole", "LeftHand=1,1,-1", "--soft", "0.05"]].concat());
    assert_eq!(names(&pole["not_applicable"]), ["aim", "aim-chain", "fabrik-tree"]);
    assert!(pole["not_applicable"][2]["reason"].as_str().unwrap().contains("pole"));
}

#[test]
fn the_page_and_the_picture_show_each_solver() {
    let folder = Folder::new();
    let out = folder.path("solvers.png");
    let run = kansetsu(&[
        "compare",
        "figure:arm",
        "--goal",
        "LeftHand=0.3,0.2,0.2",
        "--runs",
        "2",
        "--picture",
        &out,
        "--size",
        "90x120",
    ])
    .done();
    for solver in ["auto", "two-bone", "ccd", "fabrik", "dls", "fabrik-tree", "whole-body"] {
        assert!(run.out.lines().any(|line| line.starts_with(solver)), "{solver}:\n{}", run.out);
    }
    let bytes = fs::read(out).unwrap();
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (4 * 90 + 3 * 2, 2 * 120 + 2));
}

#[test]
fn bad_input_is_refused() {
    let refused = |args: &[&str], words: &[&str]| {
        drop(kansetsu(&[&["compare"], args].concat()).refused(words))
    };
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
    refused(
        &["figure:mannequin", "--goal", "LeftHand=0,1,0", "--line", "Head=0,1,0"],
        &["--line", "no goal"],
    );
    let pole = [
        "--goal",
        "LeftHand=0,1,0",
        "--pole",
        "LeftHand=0,1,0",
        "--relative-to",
        "LeftHand=LeftHand",
    ];
    refused(&[&["figure:mannequin"], &pole[..]].concat(), &["no solver supports", "own joint"]);
}

#[test]
fn a_race_for_random_goals_is_the_one_of_the_lab() {
    use kansetsu_lab::{Held, Page, Race};

    let csv = kansetsu(&["compare", "figure:mannequin", "--random", "50", "--csv"]).done().out;
    let mut page = Race::default();
    page.set("goals", "50").unwrap();
    while !page.is_done() {
        page.tick(Held::default());
    }
    let table = page.draw(kansetsu_lab::text::Language::English).table.unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 1 + table.rows.len());
    for (line, row) in lines[1..].iter().zip(&table.rows) {
        let cells: Vec<&str> = line.split(',').collect();
        // The name differs, and the last column is the time.
        assert_eq!(cells[1..cells.len() - 1], row.cells[1..], "{line}");
        assert!(cells[cells.len() - 1].parse::<f64>().unwrap() > 0.0);
    }
    let table = kansetsu(&[
        "compare",
        "figure:tentacle",
        "--random",
        "5",
        "--limits",
        "off",
        "--seed",
        "9",
    ])
    .done()
    .out;
    assert!(table.contains("5 goals for") && table.contains("fabrik-clamped"), "{table}");
}

#[test]
fn a_race_refuses_what_means_nothing_to_it() {
    let refused = |args: &[&str], words: &[&str]| {
        drop(kansetsu(&[&["compare", "figure:mannequin"], args].concat()).refused(words));
    };
    refused(&["--random", "0"], &["1.."]);
    refused(&["--random", "5", "--goal", "LeftHand=0,1,0"], &["--random"]);
    refused(&["--csv", "--goal", "LeftHand=0,1,0"], &["--random"]);
    refused(&["--random", "5", "--soft", "0.1"], &["--soft"]);
    refused(&["--random", "5", "--tip", "nobody"], &["nobody"]);
    refused(&["--random", "5", "--tip", "0"], &["no joint above it"]);
}
