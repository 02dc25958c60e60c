//! `-`: standard input and standard output in place of files.

use std::fs;

use crate::{
    command::{kansetsu, kansetsu_fed},
    files::{Folder, glb_of},
};

const REACH: [&str; 4] = ["solve", "figure:arm", "--goal", "LeftHand=0.3,0.1,0.2"];

#[test]
fn a_figure_goes_through_a_pipe() {
    let solved = kansetsu_fed(&[&REACH[..], &["-o", "-"]].concat(), b"").done();
    assert!(solved.out.starts_with(b"glTF"));
    assert!(
        solved.err.contains("LeftHand") && solved.err.contains("wrote to standard output"),
        "{}",
        solved.err
    );
    let folder = Folder::new();
    let file = folder.path("arm.glb");
    kansetsu(&[&REACH[..], &["-o", &file]].concat()).done();
    assert!(fs::read(&file).unwrap() == solved.out, "the file and standard output differ");
    let places = |text: &[u8]| String::from_utf8(text.to_vec()).unwrap();
    let through = kansetsu_fed(&["fk", "-"], &solved.out).done();
    assert_eq!(places(&through.out), kansetsu(&["fk", &file]).done().out);
    assert_eq!(folder.names(), ["arm.glb"]);
}

#[test]
fn json_makes_room_for_the_file() {
    let run = kansetsu_fed(&[&REACH[..], &["--json", "-o", "-"]].concat(), b"").done();
    assert!(run.out.starts_with(b"glTF"));
    assert!(serde_json::from_str::<serde_json::Value>(&run.err).unwrap()["joints"].is_array());
}

#[test]
fn pictures_go_to_standard_output() {
    let glb = glb_of("figure:arm");
    let render = kansetsu_fed(&["render", "-", "-o", "-", "--size", "60x80"], &glb).done();
    let folder = Folder::new();
    let file = folder.path("arm.png");
    kansetsu(&["render", "figure:arm", "-o", &file, "--size", "60x80"]).done();
    assert!(
        fs::read(&file).unwrap() == render.out,
        "the pictures on standard output and in the file differ"
    );
    let goals = [
        "compare",
        "figure:arm",
        "--goal",
        "LeftHand=0.3,0.1,0.2",
        "--runs",
        "1",
        "--size",
        "60x80",
        "--picture",
        "-",
    ];
    let compared = kansetsu_fed(&goals, b"").done();
    let with_file = [&goals[..goals.len() - 1], &[&file]].concat();
    kansetsu(&with_file).done();
    assert!(
        fs::read(&file).unwrap() == compared.out && compared.err.contains("dls"),
        "{}",
        compared.err
    );
    let drawn = kansetsu_fed(&["classic", "two-bone", "--picture", "-"], b"").done();
    let file = folder.path("two-bone.svg");
    let told = kansetsu(&["classic", "two-bone", "--picture", &file]).done().out;
    assert!(
        fs::read(&file).unwrap() == drawn.out,
        "the pictures on standard output and in the file differ"
    );
    let table = told.lines().next().unwrap();
    assert!(
        drawn.err.contains(table),
        "the table makes room for the picture: {table} is not in {}",
        drawn.err
    );
}

#[test]
fn motions_go_through_a_pipe() {
    let folder = Folder::new();
    let out = folder.path("demo");
    kansetsu(&["demo", "--out", &out, "--sheet", "1x1", "--size", "20x20"]).done();
    let clip = fs::read(format!("{out}/demo.glb")).unwrap();
    let smooth = kansetsu_fed(&["smooth", "-", "-o", "-"], &clip).done();
    let twist =
        ["twist", "-", "--tip", "LeftIndexDistal=LeftIndexIntermediate", "--rate", "10", "-o", "-"];
    for (run, clips) in [(kansetsu_fed(&twist, &smooth.out).done(), 3), (smooth, 2)] {
        let inspected = kansetsu_fed(&["inspect", "-", "--json"], &run.out).done();
        let contents: serde_json::Value = serde_json::from_slice(&inspected.out).unwrap();
        assert_eq!(contents["clips"].as_array().unwrap().len(), clips);
        assert!(run.err.contains('°'), "{}", run.err);
    }
}

#[test]
fn limits_come_from_standard_input() {
    let limits = kansetsu(&["limits", "figure:arm", "--json"]).done().out;
    let solve = [&REACH[..], &["--limits-from", "-"]].concat();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert!(text(kansetsu_fed(&solve, limits.as_bytes()).done().out).contains("LeftHand"));
    let both = ["solve", "-", "--goal", "LeftHand=0.3,0.1,0.2", "--limits-from", "-"];
    refused(&both, &glb_of("figure:arm"), "two files");
    refused(&solve, b"none", "standard input holds no limits");
}

#[test]
fn what_standard_input_and_output_cannot_do() {
    refused(&["fk", "-"], b"", "standard input is empty");
    refused(
        &["fk", "-"],
        b"Dear reader,",
        "standard input cannot be read: its bytes are of no known format",
    );
    refused(&["fk", "-"], &glb_of("figure:arm")[..500], "standard input cannot be read");
    let refers = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "a", "mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"uri": "Cargo.toml", "byteLength": 36}]}"#;
    refused(&["fk", "-"], refers, "has no folder");
    refused(&[&REACH[..], &["-o", "-", "--picture", "-"]].concat(), b"", "two outputs");
}

fn refused(args: &[&str], input: &[u8], words: &str) {
    let run = kansetsu_fed(args, input);
    assert_eq!(run.status, Some(2), "{}", run.err);
    assert!(run.err.contains(words) && run.out.is_empty(), "\"{words}\" is not in: {}", run.err);
}
