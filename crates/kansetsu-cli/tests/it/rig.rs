//! Roles and limits: shown, written, checked, saved.

use crate::{
    command::{kansetsu, position},
    files::Folder,
    skip::test_data,
};

/// A person of twelve segments with Mixamo names and without limits.
fn person() -> String {
    let joints: [(&str, &str, [f32; 3]); 17] = [
        ("Hips", "", [0.0, 0.95, 0.0]),
        ("Spine", "Hips", [0.0, 0.1, 0.0]),
        ("Spine2", "Spine", [0.0, 0.2, 0.0]),
        ("Neck", "Spine2", [0.0, 0.22, 0.0]),
        ("Head", "Neck", [0.0, 0.1, 0.02]),
        ("LeftShoulder", "Spine2", [0.03, 0.18, 0.0]),
        ("LeftArm", "LeftShoulder", [0.14, 0.0, 0.0]),
        ("LeftForeArm", "LeftArm", [0.28, 0.0, 0.0]),
        ("LeftHand", "LeftForeArm", [0.26, 0.0, 0.0]),
        ("RightShoulder", "Spine2", [-0.03, 0.18, 0.0]),
        ("RightArm", "RightShoulder", [-0.14, 0.0, 0.0]),
        ("RightForeArm", "RightArm", [-0.28, 0.0, 0.0]),
        ("RightHand", "RightForeArm", [-0.26, 0.0, 0.0]),
        ("LeftUpLeg", "Hips", [0.09, -0.05, 0.0]),
        ("LeftLeg", "LeftUpLeg", [0.0, -0.41, 0.0]),
        ("RightUpLeg", "Hips", [-0.09, -0.05, 0.0]),
        ("RightLeg", "RightUpLeg", [0.0, -0.41, 0.0]),
    ];
    let feet = [("LeftFoot", 14), ("RightFoot", 16)];
    let mut nodes: Vec<serde_json::Value> = joints
        .iter()
        .map(|(name, _, place)| {
            let children: Vec<usize> =
                (0..joints.len()).filter(|&child| joints[child].1 == *name).collect();
            let mut node =
                serde_json::json!({"name": format!("mixamorig:{name}"), "translation": place});
            if !children.is_empty() {
                node["children"] = children.into();
            }
            node
        })
        .collect();
    for (name, shin) in feet {
        nodes[shin]["children"] = serde_json::json!([nodes.len()]);
        nodes.push(serde_json::json!({"name": format!("mixamorig:{name}"), "translation": [0.0, -0.42, 0.0]}));
    }
    serde_json::json!({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": nodes})
        .to_string()
}

#[test]
fn a_humanoid_is_posed_within_limits_that_nobody_gave_it() {
    let folder = Folder::new();
    let file = folder.with("person.gltf", person());
    let roles = kansetsu(&["rig", "guess", &file]).done().out;
    assert!(
        roles.contains("leftUpperArm")
            && roles.contains("mixamorig:LeftArm")
            && roles.contains("swing"),
        "{roles}"
    );
    for goals in [
        &["--goal", "leftHand=0.2,1.3,0.3"][..],
        &["--goal", "leftHand=0.2,1.5,0.3", "--goal", "rightHand=-0.2,1.3,0.35"],
        &["--goal", "leftFoot=0.15,0.4,0.3"],
    ] {
        let out = folder.path("posed.glb");
        let solved = kansetsu(&[&["solve", &file][..], goals, &["-o", &out, "--json"]].concat())
            .done()
            .json();
        assert_eq!(solved["outcome"], "reached", "{goals:?}");
        // The saved file has its rest pose and its limits, and is inside them.
        let limits = kansetsu(&["limits", &out, "--json"]).done().json();
        assert!(limits["limits"].as_array().unwrap().len() > 12);
        for limit in limits["limits"].as_array().unwrap() {
            assert!(limit["violation"].as_f64().unwrap() < 2e-3, "{goals:?}: {limit}");
        }
        let stands = kansetsu(&["fk", &out, "--json"]).done().json();
        for joint in ["mixamorig:LeftHand", "mixamorig:LeftFoot"] {
            assert_eq!(position(&stands, joint), position(&solved, joint));
        }
        kansetsu(&["rig", "check", &out]).done();
    }
    let free =
        kansetsu(&["solve", &file, "--goal", "leftHand=0.2,1.3,-0.3", "--limits", "off", "--json"])
            .done()
            .json();
    assert_eq!(free["outcome"], "reached");
}

#[test]
fn avatars_of_the_corpus_reach_within_limits() {
    for (file, z) in [
        ("basic_armature_vrm0.vrm", -1.0),
        ("basic_armature_vrm1.vrm", 1.0),
        ("unity_example_vrm1.vrm", 1.0),
    ] {
        let Some(file) = test_data(&format!("vrm/{file}")) else { return };
        let file = file.display().to_string();
        let hand = |x: f64| format!("{},{},{}", x * z, 1.25, 0.3 * z);
        let [left, right] =
            [format!("leftHand={}", hand(0.2)), format!("rightHand={}", hand(-0.2))];
        for goals in [&["--goal", &left][..], &["--goal", &left, "--goal", &right]] {
            let solved =
                kansetsu(&[&["solve", &file][..], goals, &["--json"]].concat()).done().json();
            assert_eq!(solved["outcome"], "reached", "{file} {goals:?}: {solved}");
        }
    }
}

#[test]
fn a_rig_file_beside_the_figure_counts_more() {
    let folder = Folder::new();
    let file = folder.with("person.gltf", person());
    let beside = folder.path("person.rig.json");
    kansetsu(&["rig", "guess", &file, "-o", &beside]).done();
    kansetsu(&["rig", "check", &beside, "--figure", &file]).done();
    let mut rig: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&beside).unwrap()).unwrap();
    rig["limits"] = serde_json::json!([{"joint": "mixamorig:LeftForeArm", "limit": {"kind": "hinge", "axis": [0, 1, 0], "min": -0.1, "max": 0}}]);
    folder.with("person.rig.json", rig.to_string());
    let limits = kansetsu(&["limits", &file, "--json"]).done().json();
    assert_eq!(limits["limits"].as_array().unwrap().len(), 1);
    rig["limits"][0]["joint"] = "mixamorig:LeftForearm".into();
    folder.with("person.rig.json", rig.to_string());
    kansetsu(&["rig", "check", &beside, "--figure", &file])
        .refused(&["limits[0].joint", "LeftForeArm"]);
    rig["limits"][0]["limit"]["kind"] = "spring".into();
    folder.with("person.rig.json", rig.to_string());
    kansetsu(&["rig", "check", &beside]).refused(&["limits[0]", "spring"]);
    kansetsu(&["inspect", &file]).refused(&["person.rig.json", "limits[0]"]);
    kansetsu(&["fk", &beside]).refused(&["rig file", "rig check"]);
}

#[test]
fn what_mqo_and_bvh_cannot_hold_lies_beside_and_posing_goes_on() {
    let Some(source) = test_data("mqo/yuri_nii.mqo") else { return };
    let (source, folder) = (source.to_str().expect("a path"), Folder::new());
    let limits = |file: &str| kansetsu(&["limits", file, "--json"]).done().json();
    let hand = position(&kansetsu(&["fk", source, "--json"]).done().json(), "手[L]");
    let goal = format!("手[L]={},{},{}", hand[0] - 20.0, hand[1] + 30.0, hand[2] + 10.0);
    for name in ["posed.mqo", "posed.bvh"] {
        let out = folder.path(name);
        let run = kansetsu(&["solve", source, "--goal", &goal, "-o", &out]).done();
        if name == "posed.mqo" {
            assert!(run.err.contains("posed.mqo.rig.json"), "{}", run.err);
            assert_eq!(folder.names(), ["posed.mqo", "posed.mqo.rig.json"]);
        }
        let roles = |file: &str| -> Vec<String> {
            let guess = kansetsu(&["rig", "guess", file, "--json"]).done().json();
            let entries = guess["roles"].as_array().expect("a list").clone();
            entries.iter().map(|entry| format!("{} {}", entry["role"], entry["joint"])).collect()
        };
        assert_eq!(roles(&out), roles(source), "{name}");
        let count = |file: &str| limits(file)["limits"].as_array().map(Vec::len);
        assert_eq!(count(&out), count(source), "{name}");
        kansetsu(&["rig", "check", &out]).done();
    }
    // A further solve starts from the saved file, into itself, and back to rest.
    let out = folder.path("posed.mqo");
    kansetsu(&["solve", &out, "--goal", &goal, "-o", &out]).done();
    let standing = position(&kansetsu(&["fk", &out, "--json"]).done().json(), "手[L]");
    assert!(
        crate::command::distance(&standing, &[hand[0] - 20.0, hand[1] + 30.0, hand[2] + 10.0])
            < 20.0,
        "{standing:?}"
    );
}
