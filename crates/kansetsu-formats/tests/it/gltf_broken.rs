//! No bytes cause a panic or unbounded memory; errors name the place.

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use kansetsu::{
    d3::{Rig, Skeleton, Transform},
    glam::{Quat, Vec3},
};
use kansetsu_formats::{Clip, Error, Figure, Interpolation, Track, Values, gltf};
use serde_json::Value;

use crate::random::Random;
use crate::{corpus, skip::test_data};

fn read(bytes: &[u8]) -> Result<gltf::Loaded, Error> {
    gltf::read(bytes, &|name| Err(format!("{name} is not here")))
}

fn validator_cases() -> Vec<PathBuf> {
    let Some(folder) = test_data("gltf_validator_cases") else { return Vec::new() };
    ["animation", "glb", "json", "skin"]
        .iter()
        .flat_map(|kind| corpus::files(&folder.join(kind), &["glb", "gltf"]))
        .collect()
}

#[test]
fn what_the_validator_accepts_loads_and_what_it_refuses_is_named() {
    let (mut loads, mut warns, mut fails) = (0, 0, 0);
    for path in validator_cases() {
        let report = corpus::json(&PathBuf::from(format!("{}.report.json", path.display())));
        let accepted = report["issues"]["numErrors"] == 0;
        match corpus::load(&path) {
            Ok(loaded) if loaded.warnings.is_empty() => loads += 1,
            Ok(_) => warns += 1,
            Err(error) => {
                assert!(!accepted, "{} is right, but: {error}", path.display());
                let named = matches!(&error, Error::Malformed { place, .. } | Error::Unsupported { place, .. } if !place.is_empty());
                assert!(named, "{}: {error}", path.display());
                fails += 1;
            }
        }
    }
    println!("{loads} load, {warns} load with warnings, {fails} are refused");
}

/// The loader's messages for broken files, word for word.
#[test]
fn errors_say_where_and_what_was_expected() {
    let Some(folder) = test_data("gltf_validator_cases") else { return };
    for (file, expected) in [
        ("glb/invalid_version.glb", "glTF, byte 4: expected version 2, found 0"),
        ("glb/only_bin_chunk.glb", "glTF, byte 12: the first chunk must be JSON"),
        ("skin/unresolved_joint.gltf", "glTF, skins[0].joints[0]: 0 is not among the 0 nodes"),
        (
            "skin/unresolved_ibm.gltf",
            "glTF, skins[0].inverseBindMatrices: 0 is not among the 0 accessors",
        ),
    ] {
        let error = corpus::load(&folder.join(file)).unwrap_err();
        assert_eq!(error.to_string(), expected, "{file}");
    }
}

fn document(rest: &str) -> String {
    format!("{{\"asset\": {{\"version\": \"2.0\"}}, {rest}}}")
}

fn error_of(rest: &str) -> String {
    read(document(rest).as_bytes()).unwrap_err().to_string()
}

#[test]
fn wrong_trees_are_refused() {
    let cycle = r#""nodes": [{"children": [1]}, {"children": [2]}, {"children": [1]}]"#;
    assert_eq!(
        error_of(cycle),
        "glTF, nodes[2].children[0]: node 1 is already a child of node 0; a node has one parent"
    );
    let circle = r#""nodes": [{"children": [1]}, {"children": [0]}]"#;
    assert!(
        error_of(circle).starts_with("glTF, nodes[1].children: node 1 is its own ancestor"),
        "{}",
        error_of(circle)
    );
    assert_eq!(
        error_of(r#""nodes": [{"children": [7]}]"#),
        "glTF, nodes[0].children[0]: 7 is not among the 1 nodes"
    );
    assert_eq!(
        error_of(r#""nodes": [{"translation": [1, 2]}]"#),
        "glTF, nodes[0].translation: expected 3 numbers, found 2"
    );
}

#[test]
fn what_cannot_be_unpacked_is_named() {
    let view = r#""extensionsUsed": ["EXT_meshopt_compression"], "nodes": [{}], "buffers": [{"byteLength": 4}],
        "bufferViews": [{"buffer": 0, "byteLength": 4, "extensions": {"EXT_meshopt_compression": {"buffer": 0, "byteLength": 4, "byteStride": 4, "count": 1}}}]"#;
    let block = "glTF, bufferViews[0].extensions.EXT_meshopt_compression";
    assert_eq!(
        error_of(view),
        format!(
            "{block}.mode: expected \"ATTRIBUTES\", \"TRIANGLES\" or \"INDICES\", found nothing"
        )
    );
    let old = read(br#"{"asset": {"version": "1.0"}, "nodes": {}}"#).unwrap_err().to_string();
    assert_eq!(old, "glTF, asset.version: version 1.0 is not supported");
}

#[test]
fn huge_counts_are_refused_before_memory_is_taken() {
    let mesh = |accessor: &str, views: &str| {
        format!(
            r#""nodes": [{{"mesh": 0}}], "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}}}]}}],
            "buffers": [{{"byteLength": 12, "uri": "data:;base64,AAAAAAAAAAAAAAAA"}}], "accessors": [{accessor}], "bufferViews": [{views}]"#
        )
    };
    let view = r#"{"buffer": 0, "byteLength": 12}"#;
    for accessor in [
        r#"{"componentType": 5126, "count": 4000000000, "type": "VEC3"}"#,
        r#"{"componentType": 5126, "count": 4000000000, "type": "VEC3", "bufferView": 0}"#,
        r#"{"componentType": 5126, "count": 18446744073709551615, "type": "VEC3", "bufferView": 0}"#,
        r#"{"componentType": 5126, "count": 2, "type": "VEC3", "bufferView": 0}"#,
        r#"{"componentType": 5126, "count": 1, "type": "VEC3", "bufferView": 0, "byteOffset": 4}"#,
        r#"{"componentType": 5126, "count": 1, "type": "VEC3", "bufferView": 0, "byteOffset": 18446744073709551615}"#,
    ] {
        let error = error_of(&mesh(accessor, view));
        assert!(error.starts_with("glTF, accessors[0].count: "), "{error}");
    }
    let error = error_of(&mesh(
        r#"{"componentType": 5126, "count": 1, "type": "VEC3", "bufferView": 0}"#,
        r#"{"buffer": 0, "byteLength": 13}"#,
    ));
    assert_eq!(
        error,
        "glTF, bufferViews[0].byteLength: 0 + 13 is beyond the 12 bytes of buffers[0]"
    );
    let many = vec![r#"{"mesh": 0}"#; 4000].join(",");
    let zeros = r#"{"componentType": 5126, "count": 1000000, "type": "VEC3"}"#;
    let repeated = mesh(zeros, view).replacen(r#"{"mesh": 0}"#, &many, 1);
    assert!(error_of(&repeated).contains("can be trusted with"));
}

#[test]
fn deep_nesting_is_an_error() {
    for open in ["[", "{\"a\":"] {
        let text = document(&format!("\"extras\": {}", open.repeat(100_000)));
        assert!(read(text.as_bytes()).is_err());
    }
}

#[test]
fn a_cut_glb_is_always_an_error() {
    let Some(folder) = test_data("gltf") else { return };
    let Some(vrm) = test_data("vrm") else { return };
    for path in [corpus::files(&folder, &["glb"]), corpus::files(&vrm, &["vrm", "vrma"])].concat() {
        let bytes = std::fs::read(&path).unwrap();
        if !bytes.starts_with(b"glTF") {
            continue;
        }
        let step = if bytes.len() < 20_000 { 1 } else { bytes.len() / 3000 };
        for end in (0..bytes.len()).step_by(step) {
            assert!(read(&bytes[..end]).is_err(), "{} cut at {end}", corpus::name(&path));
        }
    }
}

#[test]
fn a_small_glb_may_be_cut_at_any_byte() {
    let mut body = Skeleton::builder();
    let shoulder = body.root("shoulder", Transform::IDENTITY);
    body.child(shoulder, "hand", Transform::from_translation(Vec3::X * 0.6));
    let mut figure = Figure::new("arm", Rig::new(body.build().unwrap()));
    let values = Values::Rotation(vec![Quat::IDENTITY, Quat::from_xyzw(0.0, 0.0, 1.0, 0.0)]);
    let turn =
        Track { joint: 0, times: vec![0.0, 1.0], values, interpolation: Interpolation::Linear };
    figure.clips.push(Clip {
        name: "wave".into(),
        duration: 1.0,
        tracks: vec![turn],
        ..Clip::default()
    });
    let bytes = gltf::write_new(&figure, None).unwrap();
    assert!(read(&bytes).is_ok());
    for end in 0..bytes.len() {
        assert!(read(&bytes[..end]).is_err(), "cut at {end} of {}", bytes.len());
    }
}

/// Changes some bytes: anywhere, or digits and brackets of the JSON part so that the text stays
/// nearly valid.
fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let chunk = bytes
        .get(12..16)
        .filter(|_| bytes.starts_with(b"glTF"))
        .map(|four| u32::from_le_bytes(four.try_into().unwrap()) as usize + 20);
    let json = chunk.unwrap_or(usize::MAX).min(bytes.len());
    for _ in 0..=random.below(4) {
        let end = if random.below(8) == 0 { bytes.len() } else { json };
        let at = random.below(end);
        bytes[at] = match (bytes[at], random.below(4)) {
            (b'0'..=b'9', 1..) => b"0123456789-.e"[random.below(13)],
            (b'a'..=b'z' | b'A'..=b'Z', 1..) => b"abcdefgMNSTXY_"[random.below(14)],
            (_, 0) => random.below(256) as u8,
            (byte, _) => byte,
        };
    }
    bytes
}

fn small_files() -> Vec<(PathBuf, Vec<u8>)> {
    let folders = ["gltf", "vrm"].iter().filter_map(|folder| test_data(folder));
    let files = folders
        .flat_map(|folder| corpus::files(&folder, &["glb", "gltf", "vrm", "vrma"]))
        .chain(validator_cases());
    files
        .map(|path| (path.clone(), std::fs::read(path).unwrap()))
        .filter(|(_, bytes)| (1..40_000).contains(&bytes.len()))
        .collect()
}

#[test]
fn no_change_of_bytes_makes_it_panic() {
    let files = small_files();
    let mut random = Random::new(7);
    let (mut loaded, rounds) = (0, if files.is_empty() { 0 } else { 6000 });
    for round in 0..rounds {
        let (path, bytes) = &files[random.below(files.len())];
        let bytes = mutated(bytes, &mut random);
        let outcome = catch_unwind(|| exercise(&bytes, path));
        assert!(outcome.is_ok(), "{} changed in round {round}", path.display());
        loaded += usize::from(outcome.is_ok_and(|read| read));
    }
    println!("{loaded} of {rounds} changed files still load");
}

/// Reads, and on success plays, skins and saves.
fn exercise(bytes: &[u8], path: &Path) -> bool {
    let folder = path.parent().unwrap().to_owned();
    let resources =
        |name: &str| std::fs::read(folder.join(name)).map_err(|error| error.to_string());
    let Ok(loaded) = gltf::read(bytes, &resources) else { return false };
    let figure = &loaded.figure;
    let mut pose = figure.rig.skeleton.rest_pose();
    for clip in &figure.clips {
        clip.sample(0.5 * clip.duration, &mut pose);
    }
    let model_from_joint = figure.rig.skeleton.forward(&pose);
    for mesh in &figure.meshes {
        let placement = figure.placement(mesh.attachment, &model_from_joint);
        for part in &mesh.primitives {
            assert_eq!(part.posed_positions(&placement).len(), part.positions.len());
            assert_eq!(part.posed_normals(&placement).len(), part.normals.len());
        }
    }
    let changes =
        gltf::Changes { pose: Some(&pose), clips: &figure.clips, ..gltf::Changes::default() };
    for container in [gltf::Container::Glb, gltf::Container::Text] {
        if let Ok(saved) = loaded.document.save(&changes, container) {
            gltf::read(&saved.bytes, &resources).unwrap();
        }
    }
    if let Ok(bytes) = gltf::write_new(figure, Some(&pose)) {
        gltf::read(&bytes, &resources).unwrap();
    }
    true
}

#[test]
fn broken_avatars_load_with_warnings() {
    let Some(folder) = test_data("vrm") else { return };
    let broken = corpus::load(&folder.join("broken_human_bone.vrm")).unwrap();
    assert!(broken.figure.rig.skeleton.find("hips").is_ok());
    let empty = corpus::load(&folder.join("broken_empty.vrm")).unwrap();
    assert_eq!(empty.warnings, ["nodes: the file has none; a joint named \"root\" is added"]);
}

#[test]
fn a_missing_image_is_a_warning_and_a_missing_buffer_an_error() {
    let Some(folder) = test_data("gltf") else { return };
    let path = folder.join("InterpolationTest.gltf");
    let loaded = corpus::load(&path).unwrap();
    assert_eq!(loaded.warnings.len(), 1);
    assert!(
        loaded.warnings[0].starts_with("glTF, images[0].uri: cannot read \"l.jpg\": "),
        "{}",
        loaded.warnings[0]
    );
    let error = read(&std::fs::read(path).unwrap()).unwrap_err();
    assert!(
        matches!(error, Error::Resource { ref place, .. } if place == "buffers[0].uri"),
        "{error}"
    );
    let json: &Value = loaded.document.json();
    assert_eq!(json["images"][0]["uri"], "l.jpg");
}

#[test]
fn a_document_reads_no_files_outside_its_folder() {
    let outside = [
        "/etc/passwd",
        "../secret.bin",
        "a/../../secret.bin",
        "file:///etc/passwd",
        "FILE:secret.bin",
        "http://example.org/secret.bin",
        "C:\\secret.bin",
        "c:/secret.bin",
        "..\\secret.bin",
        "\\\\host\\secret.bin",
        "%2e%2e/secret.bin",
        "%2E%2E%2Fsecret.bin",
        "..%5Csecret.bin",
        "%2Fetc/passwd",
        "file%3A///etc/passwd",
    ];
    // A file of the same name inside the folder may be asked for.
    let asked = |path: &str| -> Result<Vec<u8>, String> {
        let leads_out = path.starts_with(['/', '\\'])
            || path.contains([':', '\\'])
            || path.split('/').any(|part| part == "..");
        assert!(!leads_out, "\"{path}\" was asked for");
        Err("no such file".to_owned())
    };
    for uri in outside {
        let buffer = serde_json::json!({ "asset": { "version": "2.0" }, "buffers": [{ "uri": uri, "byteLength": 4 }] });
        let error = kansetsu_formats::gltf::read(buffer.to_string().as_bytes(), &asked)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(uri) && error.contains("copy the file beside the document"),
            "{error}"
        );
        // A figure can be posed without its images.
        let image = serde_json::json!({ "asset": { "version": "2.0" }, "nodes": [{}], "images": [{ "uri": uri }] });
        let warnings =
            kansetsu_formats::gltf::read(image.to_string().as_bytes(), &asked).unwrap().warnings;
        assert!(
            warnings.iter().any(|warning| warning.contains(uri)
                && warning.contains("copy the file beside the document")),
            "{warnings:?}"
        );
    }
}
