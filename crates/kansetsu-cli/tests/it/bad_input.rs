//! Invalid input is refused in one or two lines, with status 2, and no file is written.

use std::fs;

use crate::{
    command::{Run, kansetsu},
    files::{Folder, glb_of},
    skip::test_data,
};

/// Solves with these arguments and an output, which must not be written.
fn solve_refused(args: &[&str], words: &[&str]) -> Run {
    let folder = Folder::new();
    let out = folder.path("out.glb");
    let picture = folder.path("out.png");
    let run =
        kansetsu(&[&["solve"], args, &["-o", &out, "--picture", &picture]].concat()).refused(words);
    assert_eq!(folder.names(), [] as [String; 0], "a file was written");
    run
}

const REACH: &str = "leftHand=0.3,1.3,0.4";

#[test]
fn a_missing_file() {
    for command in ["inspect", "fk"] {
        kansetsu(&[command, "no/such/file.glb"]).refused(&["no/such/file.glb", "no such file"]);
    }
    solve_refused(&["no/such/file.glb", "--goal", REACH], &["no such file"]);
}

#[test]
fn an_empty_file() {
    let folder = Folder::new();
    kansetsu(&["fk", &folder.with("empty.glb", "")]).refused(&["empty.glb", "is empty"]);
}

#[test]
fn a_folder() {
    let folder = Folder::new();
    kansetsu(&["inspect", &folder.path("")]).refused(&["is a folder"]);
}

#[test]
fn a_text_file_named_glb() {
    let folder = Folder::new();
    kansetsu(&["inspect", &folder.with("letter.glb", "Dear reader,\n")])
        .refused(&["letter.glb", "no known format"]);
    kansetsu(&["inspect", &folder.with("broken.glb", "{\"asset\": ")])
        .refused(&["broken.glb", "JSON"]);
}

#[test]
fn a_file_of_another_program_is_called_by_its_name() {
    let folder = Folder::new();
    let zip = |name: &str| {
        [&b"PK\x03\x04"[..], &[0; 22], &[name.len() as u8, 0, 0, 0], name.as_bytes()].concat()
    };
    for (name, bytes, format) in [
        ("boy.blend", b"BLENDER-v300".to_vec(), "Blender"),
        ("cube.dae", b"<?xml version=\"1.0\"?>\n<COLLADA version=\"1.4.1\">".to_vec(), "COLLADA"),
        ("all.zip", zip("hero.glb"), "ZIP"),
        ("content-first.glb", b"#usda 1.0".to_vec(), "USD"),
        ("ending-second.usd", b"who knows".to_vec(), "USD"),
    ] {
        let told = format!("{format} is not read yet; Kansetsu reads glTF 2.0 (.gltf, .glb, .vrm)");
        kansetsu(&["inspect", &folder.with(name, bytes)]).refused(&[name, &told]);
    }
    kansetsu(&["inspect", &folder.with("pose.vpd", "Vocaloid Pose Data file")]).refused(&[
        "pose.vpd",
        "a pose without a skeleton",
        "--pose-in",
    ]);
    kansetsu(&["inspect", &folder.with("hero.vrm", glb_of("figure:arm"))]).done();
    kansetsu(&["inspect", &folder.with("really-gltf.bvh", glb_of("figure:arm"))]).done();
    kansetsu(&["inspect", &folder.with("really-bvh.glb", "HIERARCHY\nROOT Hips\n")])
        .refused(&["BVH, line 3", "expected {"]);
}

#[test]
fn an_unknown_figure_lists_the_figures() {
    kansetsu(&["fk", "figure:unicorn"]).refused(&["figure:mannequin", "figure:arm"]);
}

#[test]
fn an_unknown_joint_suggests_names() {
    let run = solve_refused(
        &["figure:mannequin", "--goal", "leftHnd=0,1,0"],
        &["leftHnd", "did you mean"],
    );
    assert!(run.err.to_lowercase().contains("\"lefthand\""), "{}", run.err);
    solve_refused(&["figure:mannequin", "--goal", "xyzzy=0,1,0"], &["xyzzy", "inspect"]);
    solve_refused(&["figure:mannequin", "--goal", "#99999=0,1,0"], &["99999", "does not exist"]);
    solve_refused(
        &["figure:mannequin", "--goal", REACH, "--base", "leftUperArm"],
        &["did you mean"],
    );
    solve_refused(&["figure:mannequin", "--goal", REACH, "--pole", "nothing=0,1,0"], &["nothing"]);
}

#[test]
fn a_joint_named_twice() {
    solve_refused(
        &["figure:mannequin", "--goal", REACH, "--goal", "LEFTHAND=0,1,0"],
        &["two goals"],
    );
    solve_refused(
        &["figure:mannequin", "--orient", "head=0,0,0,1", "--orient", "head=0,0,1,0"],
        &["two orientations"],
    );
    let poles = ["--pole", "leftHand=0,1,0", "--pole", "leftHand=0,1,1"];
    solve_refused(
        &[&["figure:mannequin", "--goal", REACH], &poles[..]].concat(),
        &["two values of --pole"],
    );
}

#[test]
fn a_name_that_two_joints_have() {
    let folder = Folder::new();
    let twins = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "a", "children": [1, 2]}, {"name": "b"}, {"name": "b"}], "scenes": [{"nodes": [0]}]}"#;
    let file = folder.with("twins.gltf", twins);
    solve_refused(&[&file, "--goal", "b=0,1,0"], &["2 joints are named \"b\"", "#1, #2"]);
    kansetsu(&["solve", &file, "--goal", "#2=0,0,0"]).done();
}

#[test]
fn numbers_that_are_none() {
    for (goal, word) in [
        ("leftHand=0,NaN,0", "NaN"),
        ("leftHand=inf,0,0", "inf"),
        ("leftHand=0,-infinity,0", "infinity"),
        ("leftHand=1e39,0,0", "1e39"),
        ("leftHand=1,2", "2 numbers"),
        ("leftHand=1,2,3,4", "4 numbers"),
        ("leftHand=one,2,3", "one"),
        ("leftHand", "JOINT=X,Y,Z"),
        ("=1,2,3", "no joint"),
    ] {
        solve_refused(&["figure:mannequin", "--goal", goal], &[word]);
        solve_refused(&["figure:mannequin", "--goal", REACH, "--pole", goal], &[word]);
    }
    solve_refused(&["figure:mannequin", "--orient", "leftHand=0,0,0,0"], &["zero length"]);
    solve_refused(&["figure:mannequin", "--orient", "leftHand=0,0,NaN,0"], &["NaN"]);
    for tolerance in ["NaN", "-1", "0", "2", "inf", "x"] {
        solve_refused(
            &["figure:mannequin", "--goal", REACH, "--tolerance", tolerance],
            &["tolerance"],
        );
    }
    for iterations in ["-1", "1.5", "many", "99999999999999999999999"] {
        solve_refused(
            &["figure:mannequin", "--goal", REACH, "--iterations", iterations],
            &["iterations"],
        );
    }
}

#[test]
fn a_goal_that_the_chain_cannot_serve() {
    solve_refused(
        &["figure:mannequin", "--goal", REACH, "--base", "rightUpperArm"],
        &["not an ancestor"],
    );
    solve_refused(
        &["figure:mannequin", "--goal", REACH, "--base", "leftHand"],
        &["not an ancestor"],
    );
    solve_refused(
        &["figure:mannequin", "--goal", REACH, "--pole", "rightHand=0,1,0"],
        &["no goal"],
    );
    let locked = ["--lock", "leftUpperArm", "--lock", "leftLowerArm", "--chain-length", "2"];
    solve_refused(
        &[&["figure:mannequin", "--goal", REACH], &locked[..]].concat(),
        &["LeftHand", "locked"],
    );
    solve_refused(
        &["figure:tentacle", "--goal", "20=0,1,0", "--levels", "6", "--solver", "two-bone"],
        &["segments"],
    );
}

#[test]
fn no_goal_at_all() {
    solve_refused(&["figure:mannequin"], &["--goal"]);
}

#[test]
fn arguments_that_do_not_exist() {
    kansetsu(&["sovle"]).refused(&["solve"]);
    kansetsu(&["solve"]).refused(&["<FILE>"]);
    solve_refused(&["figure:arm", "--gaol", "1=0,0,0"], &["--goal"]);
    solve_refused(&["figure:arm", "--goal", "1=0,0,0", "--solver", "magic"], &["magic", "fabrik"]);
    solve_refused(
        &["figure:arm", "--goal", "1=0,0,0", "--base", "0", "--levels", "1"],
        &["--base", "--chain-length"],
    );
}

#[test]
fn clips_that_do_not_exist() {
    kansetsu(&["fk", "figure:arm", "--clip", "Walk"]).refused(&["Walk"]);
    kansetsu(&["fk", "figure:arm", "--time", "1"]).refused(&["no clips"]);
    kansetsu(&["fk", "figure:arm", "--time", "NaN"]).refused(&["NaN"]);
}

#[test]
fn bad_pictures() {
    let folder = Folder::new();
    let out = folder.path("out.png");
    for (flag, value) in [
        ("--size", "640"),
        ("--size", "0x10"),
        ("--size", "99999x99999"),
        ("--size", "-5x10"),
        ("--view", "nowhere"),
        ("--view", "1,2,3"),
        ("--view", "NaN,0"),
        ("--sheet", "0x3"),
        ("--sheet", "3"),
        ("--sheet", "2x2"),
    ] {
        kansetsu(&["render", "figure:arm", "-o", &out, flag, value]).refused(&[]);
    }
    kansetsu(&["render", "figure:arm", "-o", &folder.path("out.bmp")]).refused(&[".png", ".svg"]);
    kansetsu(&["render", "figure:arm"]).refused(&["--out"]);
    assert_eq!(folder.names(), [] as [String; 0]);
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = Folder::new();
    let reach = ["solve", "figure:arm", "--orient", "1=0,0,0,1"];
    let to = |path: &str| kansetsu(&[&reach[..], &["-o", path]].concat());
    to(&folder.path("no/such/folder/out.glb")).refused(&["no/such/folder", "does not exist"]);
    let file = folder.with("file", "");
    to(&format!("{file}/out.glb")).refused(&["does not exist"]);
    let kept = folder.with("kept.glb", "old");
    let mut permissions = fs::metadata(&kept).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&kept, permissions).unwrap();
    to(&kept).refused(&["read-only"]);
    assert_eq!(fs::read(&kept).unwrap(), b"old");
    assert_eq!(folder.names(), ["file", "kept.glb"]);
    kansetsu(&["demo", "--out", &format!("{file}/demo")]).refused(&["folder"]);
}

#[test]
fn a_failed_picture_leaves_the_file_alone() {
    let folder = Folder::new();
    let kept = folder.with("kept.glb", "old");
    let run = kansetsu(&[
        "solve",
        "figure:arm",
        "--orient",
        "1=0,0,0,1",
        "-o",
        &kept,
        "--picture",
        &folder.path("none/a.png"),
    ]);
    run.refused(&["none"]);
    assert_eq!(fs::read(&kept).unwrap(), b"old");
    let run = kansetsu(&[
        "solve",
        "figure:arm",
        "--orient",
        "1=0,0,0,1",
        "-o",
        &kept,
        "--picture",
        &kept,
    ]);
    run.refused(&["kept.glb"]);
    assert_eq!(fs::read(&kept).unwrap(), b"old");
    assert_eq!(folder.names(), ["kept.glb"]);
}

#[test]
fn a_glb_cut_off_anywhere() {
    let whole = glb_of("figure:arm");
    let folder = Folder::new();
    // Every byte of both headers, then some bytes of each part.
    let lengths =
        (1..40).chain((40..whole.len()).step_by(whole.len() / 60 + 1)).chain([whole.len() - 1]);
    for length in lengths {
        let file = folder.with("cut.glb", &whole[..length]);
        kansetsu(&["fk", &file]).refused(&["cut.glb"]);
    }
    kansetsu(&["fk", &folder.with("cut.glb", whole)]).done();
}

#[test]
fn a_real_glb_cut_off_anywhere() {
    let Some(file) = test_data("gltf/CesiumMan.glb") else { return };
    let whole = fs::read(file).unwrap();
    let folder = Folder::new();
    for length in (12..whole.len()).step_by(whole.len() / 40) {
        let file = folder.with("cut.glb", &whole[..length]);
        kansetsu(&["solve", &file, "--goal", "16=0,1,0", "-o", &folder.path("out.glb")])
            .refused(&["cut.glb"]);
        assert_eq!(folder.names(), ["cut.glb"]);
    }
}

#[test]
fn a_goal_beyond_all_numbers() {
    for far in ["3e38,0,0", "3e38,-3e38,3e38", "1e30,1e30,0"] {
        let run = kansetsu(&[
            "solve",
            "figure:mannequin",
            "--goal",
            &format!("leftHand={far}"),
            "--json",
        ]);
        match run.status {
            Some(0) => assert!(run.json()["goals"][0]["distance"].is_f64(), "{far}"),
            _ => drop(run.refused(&["goal"])),
        }
    }
}

#[test]
fn indices_that_lead_nowhere() {
    let folder = Folder::new();
    for (place, json) in [
        (
            "scenes[0].nodes",
            r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [7]}], "nodes": [{}]}"#,
        ),
        ("nodes[0].children", r#"{"asset": {"version": "2.0"}, "nodes": [{"children": [5]}]}"#),
        ("nodes[0].children", r#"{"asset": {"version": "2.0"}, "nodes": [{"children": [-1]}]}"#),
        ("nodes[0].mesh", r#"{"asset": {"version": "2.0"}, "nodes": [{"mesh": 3}]}"#),
        (
            "nodes[0].skin",
            r#"{"asset": {"version": "2.0"}, "nodes": [{"skin": 3, "mesh": 0}], "meshes": [{"primitives": []}]}"#,
        ),
        (
            "skins[0].joints",
            r#"{"asset": {"version": "2.0"}, "nodes": [{}], "skins": [{"joints": [1]}]}"#,
        ),
        (
            "accessors[0].bufferView",
            r#"{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "accessors": [{"bufferView": 9, "componentType": 5126, "type": "VEC3", "count": 3}]}"#,
        ),
    ] {
        let file = folder.with("bad.gltf", json);
        kansetsu(&["fk", &file]).refused(&["bad.gltf", place]);
    }
}

#[test]
fn a_file_takes_no_other_files_into_what_is_saved() {
    let outside = Folder::new();
    let secret = outside.with("secret.bin", [7; 36]);
    let folder = Folder::new();
    let document = |uri: &str| {
        let text = serde_json::json!({
            "asset": { "version": "2.0" },
            "nodes": [{ "name": "root" }],
            "buffers": [{ "uri": uri, "byteLength": 36 }],
        });
        folder.with("figure.gltf", text.to_string())
    };
    let out = folder.path("out.glb");
    for uri in [
        secret.clone(),
        format!("..{secret}"),
        format!("file://{secret}"),
        format!("%2e%2e/../../../..{secret}"),
    ] {
        kansetsu(&["solve", &document(&uri), "--orient", "root=0,0,0,1", "-o", &out])
            .refused(&[&uri[..4], "copy the file"]);
        assert!(!fs::exists(&out).unwrap());
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&secret, folder.path("link.bin")).unwrap();
        kansetsu(&["solve", &document("link.bin"), "--orient", "root=0,0,0,1", "-o", &out])
            .refused(&["link.bin", "copy the file"]);
        fs::write(folder.path("own.bin"), [7; 36]).unwrap();
        std::os::unix::fs::symlink(folder.path("own.bin"), folder.path("inner.bin")).unwrap();
        kansetsu(&["inspect", &document("inner.bin")]).done();
    }
}
