//! Names from files are printed without effect on the terminal.

use std::fs;

use crate::{
    command::{kansetsu, position},
    files::Folder,
};

/// Clears the screen, starts a line, colours the text by a one-byte sequence, reverses the text
/// direction.
const NAME: &str = "a\u{1b}[2J\nerror: b\u{9b}31m\u{202e}c\u{7f}";
const PRINTED: &str = "a\\u{1b}[2J\\nerror: b\\u{9b}31m\\u{202e}c\\u{7f}";

fn is_harmless(text: &str) -> bool {
    text.chars()
        .all(|character| character == '\n' || !(character.is_control() || character == '\u{202e}'))
}

#[test]
fn control_characters_in_names_are_shown_and_do_not_act() {
    let folder = Folder::new();
    let document = serde_json::json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "name": NAME, "children": [1] }, { "name": format!("{NAME}2"), "translation": [0, 1, 0] }],
        "animations": [{ "name": NAME, "channels": [{ "sampler": 0, "target": { "node": 1, "path": "rotation" } }],
            "samplers": [{ "input": 0, "output": 1 }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 1, "min": [0], "max": [0] },
            { "bufferView": 1, "componentType": 5126, "type": "VEC4", "count": 1 }],
        "bufferViews": [{ "buffer": 0, "byteLength": 4 }, { "buffer": 0, "byteOffset": 4, "byteLength": 16 }],
        "buffers": [{ "byteLength": 20, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAgD8=" }],
    });
    let file = folder.with("a.gltf", document.to_string());
    for args in [
        &["inspect"][..],
        &["fk"],
        &["euler"],
        &["solve", "--goal", "1=0,1,0"],
        &["solve", "--goal", "1=0,1,0", "--pin", "0"],
        &["compare", "--goal", "1=0,1,0", "--runs", "1"],
    ] {
        let run = kansetsu(&[&args[..1], &[&file], &args[1..]].concat()).done();
        assert!(is_harmless(&run.out) && is_harmless(&run.err), "{args:?}: {:?}", run.out);
        assert!(run.out.contains(PRINTED), "{args:?}: {}", run.out);
        let json = [&args[..1], &[&file], &args[1..], &["--json"]].concat();
        let json = kansetsu(&json).done();
        assert!(is_harmless(&json.out), "{args:?}: {:?}", json.out);
        assert!(
            json.out.contains("\\u001b[2J\\nerror: b\\u009b31m\\u202ec\\u007f"),
            "{args:?}: {}",
            json.out
        );
    }
    let places = kansetsu(&["fk", &file, "--json"]).done().json();
    assert_eq!(position(&places, NAME), [0.0; 3], "JSON keeps the true name");
}

#[test]
fn messages_show_control_characters_too() {
    let folder = Folder::new();
    for args in [&["fk", "no\u{1b}[2J.glb"][..], &["fk", "figure:\u{1b}[2J\n"], &["fk\u{1b}[2J"]] {
        let run = kansetsu(args).refused(&["\\u{1b}[2J"]);
        assert!(is_harmless(&run.err), "{:?}", run.err);
    }
    let unknown = kansetsu(&["solve", "figure:arm", "--goal", &format!("{NAME}=0,0,0")]);
    assert!(is_harmless(&unknown.refused(&[PRINTED]).err));
    let picture = folder.path("a\nb\u{1b}[2J.png");
    let run = kansetsu(&["render", "figure:arm", "--size", "20x20", "-o", &picture]).done();
    assert!(
        run.out.ends_with("a\\nb\\u{1b}[2J.png\n") && run.out.lines().count() == 1,
        "{:?}",
        run.out
    );
    assert!(fs::exists(picture).unwrap());
}

/// Pictures support ASCII letters: a joint with any other letter is labelled by its index.
#[test]
fn pictures_call_joints_by_what_they_can_write() {
    let folder = Folder::new();
    let drawn = |name: &str, out: &str| {
        let document = serde_json::json!({
            "asset": { "version": "2.0" },
            "nodes": [{ "children": [1] }, { "children": [2], "translation": [0, 1, 0] }, { "name": name, "translation": [0, 1, 0] }],
        });
        let file = folder.with("a.gltf", document.to_string().as_bytes());
        let out = folder.path(out);
        kansetsu(&["solve", &file, "--goal", "#2=1,1,0", "--picture", &out]).done();
        fs::read(out).unwrap()
    };
    let numbered = drawn("#2", "numbered.png");
    assert!(drawn("右手", "japanese.png") == numbered, "its index");
    assert!(drawn("hand", "english.png") != numbered, "its name");
}
