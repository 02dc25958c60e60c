//! Contents of files.

use crate::{
    command::kansetsu,
    files::{Folder, glb_of},
    skip::test_data,
};

#[test]
fn the_mannequin_is_a_humanoid_with_limits() {
    let document = kansetsu(&["inspect", "figure:mannequin", "--json"]).done().json();
    let joints = document["joints"].as_array().unwrap();
    let keys: Vec<&str> = joints[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["index", "name", "node", "parent"]);
    assert_eq!(document["format"], "embedded");
    assert!(document["roles"].as_object().unwrap().len() >= 51);
    assert!(document["limits"].as_array().unwrap().len() >= 50);
    assert!(document["vertices"].as_u64().unwrap() > 1000);
    assert_eq!(document["warnings"].as_array().unwrap().len(), 0);
    assert!(document["clips"].is_array());
}

#[test]
fn the_page_shows_the_tree() {
    let page = kansetsu(&["inspect", "figure:mannequin"]).done().out;
    for part in ["[leftHand]", "[head]", "hinge", "limbs", "meshes"] {
        assert!(page.contains(part), "{part} is not in:\n{page}");
    }
}

#[test]
fn a_real_file() {
    let Some(file) = test_data("gltf/RobotExpressive.glb") else { return };
    let file = file.to_str().unwrap();
    let document = kansetsu(&["inspect", file, "--json"]).done().json();
    assert_eq!(document["format"], "GLB");
    assert_eq!(document["joints"].as_array().unwrap().len(), 58);
    let clips = document["clips"].as_array().unwrap();
    assert_eq!(clips.len(), 14);
    let keys: Vec<&str> = clips[10].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["index", "name", "duration"]);
    assert_eq!(
        (clips[10]["index"].as_u64(), clips[10]["name"].as_str()),
        (Some(10), Some("Robot_Walking"))
    );
    assert!((clips[10]["duration"].as_f64().unwrap() - 0.958_333).abs() < 1e-5);
    let page = kansetsu(&["inspect", file]).done().out;
    assert!(page.contains("14 clips") && page.contains("Foot.L *"));
}

#[test]
fn the_content_says_what_a_file_is() {
    let folder = Folder::new();
    let glb = folder.with("arm.gltf", glb_of("figure:arm"));
    assert_eq!(kansetsu(&["inspect", &glb, "--json"]).done().json()["format"], "GLB");
    let text = folder.with(
        "one.glb",
        "\u{feff}\n{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"name\": \"a\"}]}",
    );
    assert_eq!(kansetsu(&["inspect", &text, "--json"]).done().json()["format"], "glTF");
}

#[test]
fn triangles_that_are_bones_are_explained() {
    let folder = Folder::new();
    let text = "Metasequoia Document\nFormat Text Ver 1.1\n\nMaterial 1 {\n\t\"arm\" col(1 1 1 1)\n}\nObject \"bone:x\" {\n\tvertex 5 {\n\t\t0 0 0\n\t\t0 10 0\n\t\t0 0 2\n\t\t\
        0 13 0\n\t\t0 20 0\n\t}\n\tface 3 {\n\t\t3 V(0 1 2) M(0)\n\t\t2 V(1 3)\n\t\t3 V(3 4 1)\n\t}\n}\nEof\n";
    let file = folder.with("arm.mqo", text);
    let run = kansetsu(&["inspect", &file]).done();
    let expected = "\"arm\" (line 16): from vertex 0 to vertex 1, along the middle edge (10); the shortest edge (2), from 0 to 2, is at its start";
    assert!(run.out.contains(expected), "{}", run.out);
    let json = kansetsu(&["inspect", &file, "--json"]).done().json();
    assert_eq!(json["bone_triangles"][0]["edges"][0], 2.0);
    let run = kansetsu(&["solve", &file, "--goal", "bone_end=0,18,5", "--json"]).done();
    assert_eq!(
        run.json()["joints"][0]["rotation"],
        kansetsu(&["fk", &file, "--json"]).done().json()["joints"][0]["rotation"],
        "chains end below floating bones"
    );
}

#[test]
fn the_front_is_stated() {
    for (file, direction, azimuth) in [
        ("cases/human_vrm0.vrm", [0.0, 0.0, -1.0], 180.0),
        ("vrm/unity_example_vrm1.vrm", [0.0, 0.0, 1.0], 0.0),
    ] {
        let Some(file) = test_data(file) else { return };
        let file = file.display().to_string();
        let front = kansetsu(&["inspect", &file, "--json"]).done().json()["front"].clone();
        let number = |value: &serde_json::Value| value.as_f64().unwrap();
        let found: Vec<f64> = front["direction"].as_array().unwrap().iter().map(number).collect();
        assert!(
            found.iter().zip(direction).all(|(found, wanted)| (found - wanted).abs() < 1e-4),
            "{front}"
        );
        assert!(
            (number(&front["azimuth_deg"]).abs() - azimuth).abs() < 1e-2
                && front["from"] == "roles",
            "{front}"
        );
        let axis = if azimuth > 90.0 { "-z" } else { "+z" };
        let page = kansetsu(&["inspect", &file]).done().out;
        assert!(page.contains(&format!("front: {axis}, by its humanoid joints at rest")), "{page}");
    }
    assert_eq!(
        kansetsu(&["inspect", "figure:arm", "--json"]).done().json()["front"]["from"],
        "format"
    );
}

#[test]
fn the_size_is_stated_and_a_person_who_is_not_in_metres_is_doubted() {
    let folder = tempfile::tempdir().unwrap();
    let [metres, centimetres] = ["metres.glb", "centimetres.glb"]
        .map(|name| folder.path().join(name).display().to_string());
    kansetsu(&["convert", "figure:mannequin", &metres]).done();
    kansetsu(&["convert", "figure:mannequin", &centimetres, "--scale", "100"]).done();
    let height = |file: &str| {
        kansetsu(&["inspect", file, "--json"]).done().json()["size"][1].as_f64().unwrap()
    };
    assert!((height(&metres) - 1.7).abs() < 0.01 && (height(&centimetres) - 170.0).abs() < 1.0);
    let page = |file: &str| kansetsu(&["inspect", file]).done().out;
    assert!(
        page(&metres).contains(" m, joints at rest\n")
            && page(&centimetres).contains("--scale 0.01")
    );
}
