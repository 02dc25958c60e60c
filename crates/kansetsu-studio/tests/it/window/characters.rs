//! Characters that other programs made, at first sight.

use eframe::egui::vec2;
use egui_kittest::kittest::Queryable;
use kansetsu_formats::gltf::{self, Container};
use kansetsu_studio::{
    app::{GivenFile, Remedy, Weight, take_figure},
    command::Command,
    motion::Motion,
    text::Language,
};
use serde_json::{Value, json};

use crate::kit::Window;

/// The mannequin as a file of another program: a scene called "Scene", its own root, a control bone
/// beside it, a sword in a hand, and so many motions.
fn character(motions: usize) -> Vec<u8> {
    let mut window = Window::open();
    window.run(Command::KeyAll);
    window.studio_mut().editor().edit("motions", move |actor| {
        let first = Motion::clone(&actor.motions[0]);
        actor.motions = (0..motions)
            .map(|index| Motion { name: format!("Clip {index}"), ..first.clone() }.into())
            .collect();
        actor.motion = None;
    });
    let actor = window.studio().document.actor().expect("a figure").clone();
    let saved = actor.to_gltf(Container::Glb).expect("it can be exported").bytes;
    with_others(&saved)
}

/// A GLB file whose JSON was changed.
fn changed(glb: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let number =
        |at: usize| u32::from_le_bytes([glb[at], glb[at + 1], glb[at + 2], glb[at + 3]]) as usize;
    let (text, rest) = (&glb[20..20 + number(12)], &glb[20 + number(12)..]);
    let mut document: Value = serde_json::from_slice(text).expect("JSON");
    change(&mut document);
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let word = |number: usize| (number as u32).to_le_bytes();
    [
        b"glTF",
        &word(2)[..],
        &word(20 + text.len() + rest.len()),
        &word(text.len()),
        b"JSON",
        &text,
        rest,
    ]
    .concat()
}

fn with_others(glb: &[u8]) -> Vec<u8> {
    changed(glb, add_others)
}

fn add_others(document: &mut Value) {
    let nodes = document["nodes"].as_array_mut().expect("nodes");
    let hand = nodes.iter().position(|node| node["name"] == "LeftHand").expect("a hand");
    let sword = nodes.len();
    nodes.push(json!({ "name": "Sword", "translation": [0.1, 0.0, 0.6] }));
    nodes.push(json!({ "name": "IK_Control", "translation": [0.9, 2.6, 0.0] }));
    match nodes[hand].get_mut("children").and_then(Value::as_array_mut) {
        Some(children) => children.push(json!(sword)),
        None => nodes[hand]["children"] = json!([sword]),
    }
    document["scenes"][0]["nodes"].as_array_mut().expect("a scene").push(json!(sword + 1));
    document["scenes"][0]["name"] = json!("Scene");
}

/// The mannequin as a VRM of version 0 has it: it looks to -Z.
fn facing_away(document: &mut Value) {
    for list in ["nodes", "scenes"] {
        for entry in document[list].as_array_mut().expect("a list") {
            // Without what we have written about the rest pose.
            entry.as_object_mut().expect("an object").remove("extras");
        }
    }
    document.as_object_mut().expect("an object").remove("extras");
    let nodes = document["nodes"].as_array_mut().expect("nodes");
    let root = nodes.len();
    nodes.push(json!({ "name": "Armature", "rotation": [0.0, 1.0, 0.0, 0.0] }));
    let scene = document["scenes"][0]["nodes"].as_array_mut().expect("a scene");
    let children = std::mem::replace(scene, vec![json!(root)]);
    document["nodes"][root]["children"] = json!(children);
}

fn opened(language: Language, name: &str, bytes: Vec<u8>) -> Window {
    let mut window = Window::in_language(language);
    window.studio_mut().services.preferences.knows_how = true;
    window
        .studio()
        .services
        .give(vec![GivenFile { name: name.to_owned(), bytes: bytes.into() }], false);
    window.wait();
    window
}

#[test]
fn the_whole_surface_is_in_view_and_the_figure_has_its_files_name() {
    for (language, size) in
        [(Language::English, [1280.0, 800.0]), (Language::Japanese, [900.0, 640.0])]
    {
        let mut window = opened(language, "folder/Aya.glb", character(0));
        window.harness.set_size(size.into());
        window.settle();
        window.run(Command::FrameAll);
        window.picture(&format!("character-{}", language.tag()));
        let studio = window.studio();
        let actor = studio.document.actor().expect("a figure").clone();
        assert_eq!(
            (actor.name.as_str(), studio.project.document_name(&studio.document).as_deref()),
            ("Aya", Some("Aya")),
            "not \"Scene\""
        );
        let surface = actor.surface();
        assert!(surface.len() > 1000);
        let hidden =
            surface.iter().filter(|point| studio.context().pixel_of(**point).is_none()).count();
        assert_eq!(hidden, 0, "of {} points", surface.len());
    }
}

#[test]
fn control_bones_and_weapons_are_there_only_when_they_are_wanted() {
    let mut window = opened(Language::English, "Aya.glb", character(0));
    window.run(Command::FrameAll);
    let actor = window.studio().document.actor().expect("a figure").clone();
    let is_body = |name: &str| actor.body()[actor.figure.find_joint(name).expect("a joint")];
    assert!(is_body("LeftHand") && is_body("Hips") && !is_body("Sword") && !is_body("IK_Control"));
    let camera = window.studio().document.view.camera;
    window.studio_mut().document.view.camera =
        kansetsu_studio::viewport::Camera { distance: camera.distance * 1.6, ..camera };
    window.settle();
    let control = window.pixel("IK_Control");
    let is_touched = |window: &mut Window| {
        window.move_to(control + vec2(2.0, 1.0));
        window.settle();
        window.studio().session.hover.joint == Some(window.joint("IK_Control"))
    };
    assert!(!is_touched(&mut window));
    window.picture("others-hidden");
    window.run(Command::ToggleOthers);
    assert!(is_touched(&mut window));
    window.picture("others-shown");
}

#[test]
fn a_file_with_many_motions_offers_the_first_and_finds_the_others() {
    for (language, play) in
        [(Language::English, "Play “Clip 0”"), (Language::Japanese, "「Clip 0」を再生")]
    {
        let mut window = opened(language, "Aya.glb", character(76));
        window.picture(&format!("motions-offered-{}", language.tag()));
        assert_eq!(
            window.studio().services.banners.shown.last().expect("it is offered").weight,
            Weight::News
        );
        let combo = window.harness.get_all_by_label(if language == Language::English {
            "Motion"
        } else {
            "モーション"
        });
        let combo = combo
            .max_by(|a, b| a.rect().top().total_cmp(&b.rect().top()))
            .expect("the list of motions")
            .rect()
            .center();
        window.click(combo);
        window.picture(&format!("motions-list-{}", language.tag()));
        // The field that finds has the keys at once.
        window.harness.event(eframe::egui::Event::Text("clip 61".to_owned()));
        window.settle();
        window.picture(&format!("motions-found-{}", language.tag()));
        assert!(window.harness.query_by_label("Clip 60").is_none());
        window.press("Clip 61");
        let playing = |window: &Window| {
            window
                .studio()
                .document
                .actor()
                .expect("a figure")
                .playing()
                .expect("a motion")
                .name
                .clone()
        };
        assert_eq!(playing(&window), "Clip 61");

        let mut window = opened(language, "Aya.glb", character(76));
        window.press(play);
        assert_eq!(playing(&window), "Clip 0");
        assert!(window.studio().document.playback.playing);
    }
}

#[test]
fn what_cannot_be_opened_is_refused_in_the_users_words_and_details_are_for_those_who_ask() {
    let files =
        [("walk.usd", b"#usda 1.0".as_slice()), ("boy.blend", b"BLENDER"), ("notes.txt", b"hello")];
    for (language, words) in
        [(Language::English, "supported yet"), (Language::Japanese, "対応していません")]
    {
        for (name, bytes) in files {
            let mut window = opened(language, name, bytes.to_vec());
            let told = window.studio().services.banners.shown[0].text.get(language).to_owned();
            assert!(told.contains(words) || name == "notes.txt", "{told}");
            assert!(!told.contains("byte") && !told.contains("JSON"), "{told}");
            window.picture(&format!("refused-{name}-{}", language.tag()));
        }
        let mut broken = character(0);
        broken.truncate(broken.len() / 2);
        let mut window = opened(language, "Aya.glb", broken);
        let banner = window.studio().services.banners.shown[0].clone();
        assert_eq!(banner.details.len(), 1);
        window.press(if language == Language::English { "Details" } else { "詳細" });
        window.picture(&format!("refused-details-{}", language.tag()));
        assert!(window.harness.query_by_label_contains(banner.details[0].get(language)).is_some());
    }
}

#[test]
fn many_warnings_are_one_line() {
    let loaded = gltf::read(&character(0), &|_| Err("nothing".to_owned())).expect("a figure");
    let mut window = Window::open();
    let opened = kansetsu_studio::document::Opened {
        source: kansetsu_studio::document::Source::Embedded("mannequin".to_owned()),
        figure: loaded.figure,
        warnings: (0..5)
            .map(|number| {
                format!(
                    "meshes[{number}]: a long sentence of the loader about what it left out here"
                )
            })
            .collect(),
    };
    take_figure(window.studio_mut(), opened, false);
    window.settle();
    assert_eq!(window.studio().services.banners.shown.len(), 1);
    let told = window.studio().services.banners.shown[0].text.to_string();
    assert!(told.ends_with(" 5 warnings."), "{told}");
    window.picture("warnings-folded");
    window.press("Details");
    window.picture("warnings-unfolded");
    assert_eq!(
        window.harness.query_all_by_label_contains("a long sentence of the loader").count(),
        5
    );
}

#[test]
fn a_figure_that_faces_away_is_turned_to_the_viewer_and_dragged_as_it_is_seen() {
    let mut window = Window::open();
    let actor = window.studio().document.actor().expect("a figure").clone();
    let saved = actor.to_gltf(Container::Glb).expect("it can be exported").bytes;
    window = opened(Language::English, "Aya.vrm", changed(&saved, facing_away));
    window.picture("facing-away-turned");
    let actor = window.studio().document.actor().expect("a figure").clone();
    let in_model = actor.figure.rig.skeleton.forward(&actor.rest_pose());
    let place = |name: &str| in_model[actor.figure.find_joint(name).expect("a joint")].translation;
    assert!(
        place("LeftToes").z < place("LeftFoot").z && place("LeftHand").x < 0.0,
        "in its file it looks away"
    );
    assert!(
        window.place("LeftToes").z > window.place("LeftFoot").z && window.place("LeftHand").x > 0.0,
        "here it looks at the viewer"
    );
    let (from, to) = (window.pixel("LeftHand"), window.pixel("LeftHand") + vec2(-60.0, -90.0));
    window.drag_and_drop(from, to);
    assert!(
        window.pixel("LeftHand").distance(to) < 2.0,
        "{:?} and not {to:?}",
        window.pixel("LeftHand")
    );
    // The export is the original file with a new pose.
    let again = window
        .studio()
        .document
        .actor()
        .expect("a figure")
        .to_gltf(Container::Glb)
        .expect("it can be exported")
        .bytes;
    let read = gltf::read(&again, &|_| Err("nothing".to_owned())).expect("a figure").figure;
    let rest = read.rig.skeleton.forward(&read.rig.skeleton.rest_pose());
    assert!(
        rest[read.find_joint("LeftHand").expect("a joint")].translation.x < 0.0,
        "it looks away there"
    );
}

#[test]
fn limits_that_were_changed_are_there_when_the_file_is_opened_again() {
    let mut window = opened(Language::English, "Aya.glb", character(0));
    let limit =
        kansetsu::d3::Limit::Cone(kansetsu::d3::limit::Cone::around(kansetsu::glam::Vec3::X, 0.31));
    let (joint, wanted) = (window.joint("LeftUpperArm"), limit.clone());
    window.studio_mut().editor().edit("limit", move |actor| actor.set_limit(joint, Some(wanted)));
    let saved = window
        .studio()
        .document
        .actor()
        .expect("a figure")
        .to_gltf(Container::Glb)
        .expect("it can be exported")
        .bytes;
    let window = opened(Language::English, "Again.glb", saved);
    assert_eq!(
        window.studio().document.actor().expect("a figure").constraints.limits
            [window.joint("LeftUpperArm")],
        Some(limit)
    );
}

#[test]
fn framing_a_hand_leaves_it_large() {
    let mut window = opened(Language::English, "Aya.glb", character(0));
    window.choose(&["LeftHand"]);
    window.run(Command::FrameSelection);
    window.picture("framed-hand");
    let long = window.pixel("LeftHand").distance(window.pixel("leftMiddleDistal"));
    let height = window.studio().context().camera_view().size.y;
    assert!((0.15 * height..0.6 * height).contains(&long), "{long} of {height} points");
}

#[test]
fn a_character_in_a_t_pose_is_offered_the_relaxed_stance_once() {
    for (language, button) in
        [(Language::English, "Relaxed stance"), (Language::Japanese, "リラックスした立ち姿にする")]
    {
        let mut window = opened(language, "Aya.glb", character(0));
        let offers = |window: &Window| {
            let offers = |banner: &&kansetsu_studio::app::Banner| {
                matches!(banner.remedy, Some(Remedy::RelaxStance { .. }))
            };
            window.studio().services.banners.shown.iter().filter(offers).count()
        };
        assert_eq!(offers(&window), 1);
        let pose = window.pose();
        window.press(button);
        assert_eq!(offers(&window), 0);
        for side in ["Left", "Right"] {
            let [shoulder, hand] =
                ["UpperArm", "Hand"].map(|part| window.place(&format!("{side}{part}")));
            assert!(hand.y < shoulder.y - 0.4, "the {side} hand hangs");
        }
        window.run(Command::Undo);
        assert_eq!(window.pose(), pose, "one step");
        window
            .studio()
            .services
            .give(vec![GivenFile { name: "Ben.glb".to_owned(), bytes: character(0).into() }], true);
        window.wait();
        assert_eq!(
            (window.studio().document.content().actors.len(), offers(&window)),
            (2, 0),
            "once in a document"
        );
    }
}
