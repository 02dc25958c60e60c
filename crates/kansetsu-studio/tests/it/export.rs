//! Figures as files for other programs, and the state as JSON.

use std::collections::BTreeMap;

use kansetsu_formats::{
    Converted, ExportFormat, from_glb,
    gltf::{self, Container},
    motion_to_glb,
    vrma::RestConvention,
};
use kansetsu_studio::{
    command::{Command, apply},
    document::{Actor, Content, Document, FoundMotions, Opened},
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
    assert_eq!(actor.rest_convention(), RestConvention::Front);
    let format = ExportFormat::Vrma(RestConvention::Front);
    let order = actor.to_export(format).expect("joints");
    assert!(from_glb(&order.glb, format, None).is_err(), "an arm has no hips");
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
    let written = converted(actor, ExportFormat::Vpd);
    assert!(written.warnings.is_empty(), "{:?}", written.warnings);
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

/// The selected figure in another format.
fn converted(actor: &Actor, format: ExportFormat) -> Converted {
    let order = actor.to_export(format).expect("it can be written");
    let model = order.model.as_ref().map(|model| (&*model.bytes, model.path.as_str()));
    from_glb(&order.glb, format, model).expect("it can be converted")
}

#[test]
fn a_motion_reads_back_from_every_format() {
    let mut content = Content::default();
    content.add(Actor::new(Opened::embedded("mannequin").expect("an embedded figure")));
    let mut document = Document::new(content);
    let arm = document.actor().unwrap().figure.find_joint("LeftUpperArm").expect("an arm");
    let key = |document: &mut Document, time: f32, angle: f32| {
        document.set_time(time);
        turn(document, arm, angle).unwrap();
        let edit = |content: &mut Content| {
            let actor = content.actor_mut(0)?;
            if actor.motion.is_none() {
                actor.import_animation();
            }
            let joints: Vec<usize> = (0..actor.joint_count()).collect();
            actor.key(&joints, time);
            Ok(())
        };
        document.edit("key", edit).unwrap();
    };
    key(&mut document, 0.0, 0.0);
    key(&mut document, 1.0, 0.7);
    let actor = document.actor().unwrap();
    let hand = actor.figure.find_joint("LeftHand").expect("a hand");
    let vrma = ExportFormat::Vrma(RestConvention::Unknown);
    for format in [ExportFormat::Fbx, ExportFormat::Bvh, ExportFormat::Vmd, vrma] {
        let bytes = converted(actor, format).bytes;
        let name = format!("motion.{}", format.extension());
        let (figure, clip) = match format {
            ExportFormat::Vmd | ExportFormat::Vrma(_) => {
                let glb = actor.to_gltf(Container::Glb).expect("a figure").bytes;
                let mut opened = kansetsu_formats::open(&glb, "a.glb", &nothing).unwrap();
                opened.import_animation(&bytes, &name).unwrap();
                let clip = opened.figure.clips.pop().expect("a motion");
                (opened.figure, clip)
            }
            _ => {
                let mut figure = kansetsu_formats::open(&bytes, &name, &nothing).unwrap().figure;
                let clip = figure.clips.swap_remove(0);
                (figure, clip)
            }
        };
        let own = figure.find_joint("LeftHand").expect("a hand");
        for time in [0.0, 0.5, 1.0] {
            let mut pose = figure.saved_pose();
            clip.sample(time, &mut pose);
            let here = actor.figure.rig.skeleton.forward(&actor.pose_at(time))[hand].translation;
            let there = figure.rig.skeleton.forward(&pose)[own].translation;
            assert!(here.distance(there) < 1e-3, "{name} at {time}: {here} {there}");
        }
    }
}

#[test]
fn a_motion_of_mikumikudance_with_its_face_is_exported_as_it_came() {
    let files = ["mmd/Gene_light.pmx", "mmd/gene_happy.vmd"].map(crate::skip::test_data);
    let [Some(pmx), Some(vmd)] = files else { return };
    let [pmx, vmd] = [pmx, vmd].map(|path| std::fs::read(path).expect("a file"));
    let model = "Gene_light.pmx";
    let mut actor =
        Actor::new(Opened::file(model, pmx.clone().into(), &nothing).expect("a figure"));
    let moved = motion_to_glb((&pmx, model), &nothing, (&vmd, "gene_happy.vmd"));
    let moved = moved.expect("a motion").expect("it is for this model");
    let found = FoundMotions::of(&actor.figure, moved).expect("motions").expect("motions");
    actor.motions = found.motions.into_iter().map(Into::into).collect();
    actor.motion = Some(0);
    let written = converted(&actor, ExportFormat::Vmd);
    // VMD has 15 bytes for a name.
    let is_cut = |name: &str| name.starts_with("前クローク2_1xc");
    let told = written.warnings.iter().all(|told| told.contains("前クローク2_1xc"));
    assert!(told, "{:?}", written.warnings);
    let mut original = kansetsu_formats::open(&pmx, model, &nothing).expect("a model");
    for bytes in [&vmd, &written.bytes] {
        original.import_animation(bytes, "a.vmd").expect("a motion");
    }
    let skeleton = &original.figure.rig.skeleton;
    let [came, ours] = &original.figure.clips[..] else { panic!("two motions") };
    let mut faces = 0;
    for frame in (0..=(came.duration * 30.0) as usize).step_by(10) {
        let time = frame as f32 / 30.0;
        let maps = [came, ours].map(|clip| {
            let mut pose = skeleton.rest_pose();
            clip.sample(time, &mut pose);
            skeleton.forward(&pose)
        });
        for (joint, (a, b)) in maps[0].iter().zip(&maps[1]).enumerate() {
            let off = a.translation.distance(b.translation);
            let mut above = skeleton.ancestors(joint);
            if above.any(|joint| is_cut(&skeleton.joints()[joint].name)) {
                continue;
            }
            assert!(off < 2e-3, "{} at frame {frame}: {off} m", skeleton.joints()[joint].name);
        }
        let written: BTreeMap<&str, f32> = ours.weights_at(time).into_iter().collect();
        for (name, weight) in came.weights_at(time) {
            let own = written.get(name).copied().unwrap_or(0.0);
            assert!((own - weight).abs() < 1e-4, "{name} at frame {frame}: {weight}, not {own}");
            faces += usize::from(weight != 0.0);
        }
    }
    assert!(faces > 0, "the face moves");
}
