//! The expressions panel: sliders, the face in the view and in pictures, projects, undo.

use eframe::egui::{Key, Modifiers, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu_formats::gltf::{self, Container};
use kansetsu_studio::{
    app::{GivenFile, Look, Moment, PictureOrder, project_text, still},
    command::Command,
    document::{Actor, Opened},
    text::Language,
    viewport::gpu::{PictureSize, draw_picture},
};

use crate::kit::Window;

/// A triangle with two morph targets on the only joint of a VRM, and two expressions of them.
fn avatar() -> Vec<u8> {
    let floats: Vec<f32> = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.5, 0.0],
        [0.0; 3],
        [0.0; 3],
        [0.0; 3],
        [0.0, 0.0, 1.0],
        [0.0; 3],
    ]
    .into_iter()
    .flatten()
    .collect();
    let mut bytes: Vec<u8> = floats.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend([0_u16, 1, 2].into_iter().flat_map(u16::to_le_bytes));
    let data = {
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD.encode(&bytes)
    };
    let view =
        |index: usize| serde_json::json!({"buffer": 0, "byteOffset": 36 * index, "byteLength": 36});
    let accessor = |index: usize| serde_json::json!({"bufferView": index, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]});
    serde_json::json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["VRMC_vrm"],
        "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "face", "mesh": 0}],
        "meshes": [{
            "primitives": [{"attributes": {"POSITION": 0}, "indices": 3, "targets": [{"POSITION": 1}, {"POSITION": 2}]}],
            "extras": {"targetNames": ["smile", "open"]},
        }],
        "buffers": [{"byteLength": bytes.len(), "uri": format!("data:application/octet-stream;base64,{data}")}],
        "bufferViews": [view(0), view(1), view(2), {"buffer": 0, "byteOffset": 108, "byteLength": 6}],
        "accessors": [accessor(0), accessor(1), accessor(2), {"bufferView": 3, "componentType": 5123, "count": 3, "type": "SCALAR"}],
        "extensions": {"VRMC_vrm": {
            "specVersion": "1.0", "meta": {"name": "face", "authors": ["nobody"]},
            "humanoid": {"humanBones": {}},
            "expressions": {"preset": {
                "happy": {"morphTargetBinds": [{"node": 0, "index": 0, "weight": 1.0}, {"node": 0, "index": 1, "weight": 0.5}]},
            }, "custom": {
                "wink": {"isBinary": true, "morphTargetBinds": [{"node": 0, "index": 1, "weight": 1.0}]},
            }},
        }},
    })
    .to_string()
    .into_bytes()
}

fn opened(language: Language) -> Window {
    let mut window = Window::in_language(language);
    let file = GivenFile { name: "face.gltf".to_owned(), bytes: avatar().into() };
    window.studio().services.give(vec![file], false);
    window.wait();
    window
}

fn actor(window: &Window) -> Actor {
    (**window.studio().document.actor().expect("a figure")).clone()
}

fn set(window: &mut Window, name: &str, weight: f32) {
    let name = name.to_owned();
    window
        .studio_mut()
        .editor()
        .try_edit("expression", move |actor| actor.set_expression(&name, weight));
    window.settle();
}

#[test]
fn sliders_have_their_usual_names_and_move_the_face() {
    for (language, section, happy) in
        [(Language::English, "Expressions", "Happy"), (Language::Japanese, "表情", "喜び")]
    {
        let mut window = opened(language);
        let hash = window.hash();
        window.press(section);
        window.harness.run_steps(10);
        let slider = window.harness.get_by_role_and_label(Role::Slider, happy).rect();
        window.drag_and_drop(slider.left_center() + vec2(3.0, 0.0), slider.center());
        window.picture(&format!("expressions-{}", language.tag()));
        let weight = actor(&window).expression("happy");
        assert!(weight > 0.05, "{weight}");
        let shown = actor(&window).face.shown().cloned().expect("a face");
        let moved = &shown.primitives[0].positions;
        assert!(
            (moved[0].y - 0.5 * weight).abs() < 1e-5 && (moved[1].z - 0.5 * weight).abs() < 1e-5
        );
        assert_eq!(window.studio().document.undo_count(), 1, "a drag is one step");
        window.key_with(Modifiers::COMMAND, Key::Z);
        assert_eq!(window.hash(), hash);
        assert!(actor(&window).face.shown().is_none());
    }
}

#[test]
fn an_expression_is_saved_with_the_project_and_unknown_ones_are_named() {
    let mut window = opened(Language::English);
    set(&mut window, "happy", 0.6);
    set(&mut window, "wink", 1.0);
    let text = project_text(&window.studio().document).expect("a project");
    let hash = window.hash();
    let reopen = |text: String| {
        let mut other = Window::open();
        let file = GivenFile { name: "face.kansetsu".to_owned(), bytes: text.into_bytes().into() };
        other.studio().services.give(vec![file], false);
        other.wait();
        other
    };
    let other = reopen(text.clone());
    assert_eq!(other.hash(), hash);
    assert_eq!(actor(&other).expression("happy"), 0.6);
    assert_eq!(
        actor(&other).face.shown().map(|face| face.primitives.clone()),
        actor(&window).face.shown().map(|face| face.primitives.clone())
    );
    let odd = reopen(text.replace("\"wink\"", "\"wonk\""));
    let told = odd.studio().services.banners.shown.iter();
    let told: Vec<String> = told
        .flat_map(|banner| [banner.text.clone()].into_iter().chain(banner.details.clone()))
        .map(|phrase| phrase.to_string())
        .collect();
    assert!(told.iter().any(|text| text.contains("wonk")), "{told:?}");
}

#[test]
fn weights_that_are_no_numbers_and_names_that_are_not_there_are_refused() {
    let window = opened(Language::English);
    let mut actor = actor(&window);
    assert!(actor.set_expression("happy", f32::NAN).is_err());
    assert!(actor.set_expression("no such name", 0.5).is_err());
    assert!(actor.face.weights().is_empty());
    actor.set_expression("happy", 0.5).expect("it is there");
    actor.set_expression("happy", 0.0).expect("it is there");
    assert!(actor.face.weights().is_empty() && actor.face.shown().is_none(), "as in the file");
    let plain = Opened::embedded("mannequin").expect("an embedded figure");
    assert!(plain.figure.expression_names().is_empty());
}

#[test]
fn the_view_and_the_picture_show_the_face_and_another_figure_keeps_its_own() {
    let (mut window, card) = Window::with_card(Language::English, Look::Light);
    let Some(card) = card else { return };
    let file = GivenFile { name: "face.gltf".to_owned(), bytes: avatar().into() };
    window.studio().services.give(vec![file], false);
    window.wait();
    window.run(kansetsu_studio::command::Command::ViewFront);
    let draw = |window: &Window| {
        let order = PictureOrder {
            width: 96,
            height: 96,
            transparent: true,
            grid: false,
            ..PictureOrder::default()
        };
        let scene = still(
            &window.studio().document,
            Look::Light,
            Moment {
                poses: &[window.pose()],
                time: 0.0,
                camera: window.studio().document.view.camera,
            },
            (&order, kansetsu_studio::app::Layer::Figures),
        );
        let size = PictureSize { width: 96, height: 96, line_scale: 1.0 };
        let pending = draw_picture(&card, &scene, size).expect("a picture");
        loop {
            if let Some(picture) = pending.take(&card.device).expect("it is drawn") {
                break picture.pixels;
            }
        }
    };
    let seen = |window: &mut Window| window.harness.render().expect("a picture").into_raw();
    let covered = |pixels: &[[u8; 4]]| pixels.iter().filter(|pixel| pixel[3] > 128).count();
    let (plain, view) = (draw(&window), seen(&mut window));
    set(&mut window, "smile", 1.0);
    let (smiling, smiling_view) = (draw(&window), seen(&mut window));
    assert!(covered(&plain) > 50);
    // A corner halfway up the opposite side: half of the triangle is left.
    let part = covered(&smiling) as f32 / covered(&plain) as f32;
    assert!((0.4..0.6).contains(&part), "{part} of the surface is left");
    assert_ne!(view, smiling_view);
    set(&mut window, "smile", 0.0);
    assert_eq!(draw(&window), plain, "back to the file");
}

#[test]
fn expressions_are_keyed_with_the_pose_and_exported() {
    let mut window = opened(Language::English);
    let at = |window: &mut Window, time: f32| {
        window.studio_mut().document.set_time(time);
        window.settle();
    };
    set(&mut window, "happy", 0.25);
    window.run(Command::Key);
    at(&mut window, 1.0);
    set(&mut window, "happy", 1.0);
    assert!(actor(&window).has_unkeyed());
    window.run(Command::Key);
    assert!(!actor(&window).has_unkeyed());
    let hash = window.hash();
    for (time, weight) in [(0.0, 0.25), (0.5, 0.625), (1.0, 1.0)] {
        at(&mut window, time);
        let shown = actor(&window);
        assert!((shown.expression("happy") - weight).abs() < 1e-5, "{time}");
        let moved = &shown.face.shown().expect("a face").primitives[0].positions;
        assert!((moved[0].y - 0.5 * weight).abs() < 1e-5, "{time}: {}", moved[0]);
    }
    let exported = actor(&window).to_gltf(Container::Glb).expect("a file").bytes;
    let clip = &gltf::read(&exported, &|_| Err(String::new())).expect("a file").figure.clips[0];
    let weight = |name: &str| {
        let found = clip.weights_at(0.5).into_iter().find(|(own, _)| *own == name);
        found.expect("it is keyed").1
    };
    assert!((weight("happy") - 0.625).abs() < 1e-5);
    // Other programs play the morph targets.
    let text = actor(&window).to_gltf(Container::Text).expect("a file").bytes;
    let json: serde_json::Value = serde_json::from_slice(&text).expect("a document");
    let channels = json["animations"][0]["channels"].as_array().expect("channels");
    assert!(channels.iter().any(|channel| channel["target"]["path"] == "weights"), "{channels:?}");
    let text = project_text(&window.studio().document).expect("a project");
    let mut other = Window::open();
    let file = GivenFile { name: "face.kansetsu".to_owned(), bytes: text.into_bytes().into() };
    other.studio().services.give(vec![file], false);
    other.wait();
    assert_eq!(other.hash(), hash);
    keys_are_moved_in_the_sheet(&mut window);
    at(&mut window, 1.0);
    window.press("Expressions");
    window.harness.run_steps(10);
    window.press("Delete expression keys here");
    at(&mut window, 0.5);
    assert!((actor(&window).expression("happy") - 0.25).abs() < 1e-5, "one key is left");
}

/// Moves the last key of the face half a second, and undoes that.
fn keys_are_moved_in_the_sheet(window: &mut Window) {
    let sheet = window.harness.get_by_role_and_label(Role::Canvas, "Timeline").rect();
    let scale = window.studio().session.time_line.scale.expect("the time line is shown");
    // The second row, below that of all joints.
    let key = |time: f32| sheet.left_top() + vec2(132.0 + scale.x_of(time), 50.0);
    let times = |window: &Window| actor(window).playing().expect("a motion").face_times();
    let before = times(window);
    assert_eq!(before, [0.0, 1.0]);
    window.picture("expression-row");
    window.drag_and_drop(key(1.0), key(1.5));
    assert_eq!(times(window), [0.0, 1.5]);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(times(window), before);
}
