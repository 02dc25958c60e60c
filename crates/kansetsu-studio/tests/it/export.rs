//! Figures as files for other programs, and the state as JSON.

use kansetsu_formats::gltf::{self, Container};
use kansetsu_studio::{
    command::{Command, apply},
    document::{Actor, Content, Document, Opened},
};

use crate::document::{keyed, turn};

fn nothing(_: &str) -> Result<Vec<u8>, String> {
    Err("there is nothing".to_owned())
}

#[test]
fn an_embedded_figure_becomes_a_file_with_its_motions() {
    let document = keyed();
    for container in [Container::Glb, Container::Text] {
        let saved = document.actor().unwrap().to_gltf(container).unwrap();
        let figure = gltf::read(&saved.bytes, &nothing).unwrap().figure;
        let joint = figure.find_joint(&document.actor().unwrap().joint_name(1)).unwrap();
        let mut pose = figure.saved_pose();
        let shown = document.actor().unwrap().pose.locals[1].rotation;
        assert!(pose.locals[joint].rotation.angle_between(shown) < 2e-3, "the pose that is shown");
        figure.clips[0].sample(0.0, &mut pose);
        assert!(
            pose.locals[joint]
                .rotation
                .angle_between(document.actor().unwrap().rest_pose().locals[1].rotation)
                < 2e-3
        );
    }
}

#[test]
fn a_file_is_changed_only_where_it_was_edited() {
    let original = keyed().actor().unwrap().to_gltf(Container::Glb).unwrap().bytes;
    let mut content = Content::default();
    content.add(Actor::new(Opened::file("arm.glb", original.clone().into(), &nothing).unwrap()));
    let mut document = Document::new(content);
    assert_eq!(document.actor().unwrap().motions.len(), 1);
    assert_eq!(
        document.actor().unwrap().to_gltf(Container::Glb).unwrap().bytes,
        original,
        "nothing was edited"
    );

    turn(&mut document, 2, 0.3).unwrap();
    apply(&mut document, Command::Key).unwrap();
    let with_more =
        gltf::read(&document.actor().unwrap().to_gltf(Container::Glb).unwrap().bytes, &nothing)
            .unwrap();
    assert_eq!(with_more.figure.clips.len(), 2, "the file's own clip stays");

    document.undo().unwrap();
    document
        .edit("play the file's motion", |content| {
            content.actor_mut(0)?.motion = Some(0);
            Ok(())
        })
        .unwrap();
    turn(&mut document, 2, 0.3).unwrap();
    apply(&mut document, Command::Key).unwrap();
    let replaced =
        gltf::read(&document.actor().unwrap().to_gltf(Container::Glb).unwrap().bytes, &nothing)
            .unwrap();
    assert_eq!(replaced.figure.clips.len(), 1, "an edited clip takes its own place");
}

#[test]
fn an_unreadable_file_is_refused_with_the_loaders_words() {
    let error = Opened::file("x.glb", b"nonsense".to_vec().into(), &nothing).unwrap_err();
    let loaders = kansetsu_formats::open(b"nonsense", "x.glb", &nothing).unwrap_err().to_string();
    assert_eq!(error.to_string(), loaders);
}

#[test]
fn the_state_tells_what_is_there() {
    let mut document = keyed();
    document.set_selection(0, vec![2, 1]);
    apply(&mut document, Command::PinBoth).unwrap();
    let state = document.to_state_json();
    assert_eq!(state["state"], 1);
    assert_eq!(state["hash"], format!("{:016x}", document.content().hash()));
    assert_eq!(state["selection"], serde_json::json!({"figure": 0, "joints": [2, 1], "active": 1}));
    let figure = &state["figures"][0];
    let actor = document.actor().unwrap();
    let places = actor.figure.rig.skeleton.forward(&actor.pose);
    assert_eq!(figure["joints"].as_array().unwrap().len(), places.len());
    let x = figure["joints"][2]["position_in_model"][0].as_f64().unwrap() as f32;
    assert_eq!(x, places[2].translation.x, "numbers read back bit-identical");
    assert_eq!(figure["joints"][2]["name"], actor.joint_name(2));
    assert_eq!(figure["pins"].as_array().unwrap().len(), 2);
    assert_eq!(figure["motions"][0]["key_times"], serde_json::json!([0.0, 1.0]));
    assert_eq!(state["time"], 1.0);
    assert_eq!(state["undo"], "Pin position and rotation");
}

#[test]
fn a_vrm_keeps_its_t_pose_and_is_baked_on_request() {
    let vrm = arm_of_vrm();
    let mut content = Content::default();
    content.add(Actor::new(Opened::file("arm.vrm", vrm.clone().into(), &nothing).unwrap()));
    let mut document = Document::new(content);
    turn(&mut document, 2, 0.3).unwrap();
    let actor = document.actor().unwrap();
    let nodes =
        |bytes: &[u8]| gltf::read(bytes, &nothing).unwrap().document.json()["nodes"].clone();
    let kept = actor.to_gltf(Container::Glb).unwrap().bytes;
    assert!(actor.is_vrm() && nodes(&kept) == nodes(&vrm), "the nodes are at rest");
    let again = Actor::new(Opened::file("again.vrm", kept.into(), &nothing).unwrap());
    assert!(
        again.pose.locals[2].rotation.angle_between(actor.pose.locals[2].rotation) < 1e-3,
        "it opens posed"
    );
    let baked = actor.to_baked_gltf(Container::Glb).unwrap().bytes;
    assert_ne!(nodes(&baked), nodes(&vrm));
    assert!(actor.to_vrma().is_err(), "an arm has no hips");
}

/// An arm that says that it is a VRM.
fn arm_of_vrm() -> Vec<u8> {
    let text = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "extensionsUsed": ["VRMC_vrm"],
        "nodes": [{"name": "a", "children": [1]}, {"name": "b", "translation": [0, 1, 0], "children": [2]},
            {"name": "c", "translation": [0, 1, 0], "children": [3]}, {"name": "d", "translation": [0, 1, 0]}],
        "extensions": {"VRMC_vrm": {"specVersion": "1.0", "meta": {"name": "arm", "authors": ["nobody"]}, "humanoid": {"humanBones": {}}}}}"#;
    gltf::read(text.as_bytes(), &nothing)
        .expect("it is well formed")
        .document
        .save(&gltf::Changes::default(), Container::Glb)
        .expect("it can be saved")
        .bytes
}

#[test]
fn a_pose_of_a_model_of_mikumikudance_reads_back_from_vpd() {
    let Some(file) = crate::skip::test_data("mmd/Gene_light.pmx") else { return };
    let bytes = std::fs::read(file).expect("a file");
    let opened = Opened::file("Gene_light.pmx", bytes.clone().into(), &nothing).expect("a figure");
    let mut content = Content::default();
    content.add(Actor::new(opened));
    let mut document = Document::new(content);
    let arm = document.actor().unwrap().figure.find_joint("右腕").expect("an arm");
    turn(&mut document, arm, 0.4).unwrap();
    let actor = document.actor().unwrap();
    assert!(actor.is_of_mmd());
    let written = actor.to_vpd().expect("it can be written");
    assert!(written.left_out.is_empty(), "{:?}", written.left_out);
    let original = kansetsu_formats::open(&bytes, "Gene_light.pmx", &nothing).unwrap();
    let kansetsu_formats::Document::Mmd(model) = &original.document else { panic!("a model") };
    let read =
        kansetsu_formats::mmd::read_pose(&written.bytes, &original.figure, Some(model)).unwrap();
    let [here, there] = [
        actor.figure.rig.skeleton.forward(&actor.pose),
        original.figure.rig.skeleton.forward(&read.pose),
    ];
    for name in ["右ひじ", "右手首", "左手首", "頭", "右足首"] {
        let [own, its] = [&actor.figure, &original.figure]
            .map(|figure| figure.find_joint(name).expect("a bone"));
        let off = here[own].translation.distance(there[its].translation);
        assert!(off < 1e-3, "{name} is {off} m off");
    }
}
