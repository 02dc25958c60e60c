//! Spring bones in the view, in pictures of a motion, and as keys.

use eframe::egui::vec2;
use kansetsu::{animation::SpringBones, d3::Pose, glam::Quat};
use kansetsu_formats::{Figure, gltf};
use kansetsu_studio::{
    app::{GivenFile, Springs},
    command::Command,
    document::Actor,
};
use serde_json::{Value, json};

use crate::kit::Window;

/// The mannequin with a hair of two bones behind its head.
fn haired() -> Vec<u8> {
    let figure = kansetsu_studio::document::Opened::embedded("mannequin").expect("it is embedded");
    let plain = gltf::write_new(&figure.figure, None).expect("it can be written");
    let document = gltf::read(&plain, &|path| Err(path.to_owned())).expect("it is read").document;
    let text = document.save(&gltf::Changes::default(), gltf::Container::Text).expect("as text");
    let mut file: Value = serde_json::from_slice(&text.bytes).expect("JSON");
    let nodes = file["nodes"].as_array_mut().expect("nodes");
    let head = nodes.iter().position(|node| node["name"] == "Head").expect("a head");
    let hair = nodes.len();
    nodes.push(json!({"name": "hair", "translation": [0, 0.1, -0.15], "children": [hair + 1]}));
    nodes.push(json!({"name": "hair end", "translation": [0, -0.25, 0]}));
    let mut children = nodes[head]["children"].as_array().cloned().unwrap_or_default();
    children.push(json!(hair));
    nodes[head]["children"] = children.into();
    file["extensionsUsed"] = json!(["VRMC_springBone"]);
    file["extensions"]["VRMC_springBone"] = json!({
        "specVersion": "1.0",
        "springs": [{"name": "hair", "joints": [{"node": hair, "stiffness": 0.3, "dragForce": 0.1}, {"node": hair + 1}]}],
    });
    file.to_string().into_bytes()
}

fn opened() -> Window {
    let mut window = Window::open();
    let file = GivenFile { name: "haired.gltf".to_owned(), bytes: haired().into() };
    window.studio().services.give(vec![file], false);
    window.wait();
    assert!(!actor(&window).figure.springs.springs.is_empty());
    window
}

fn actor(window: &Window) -> Actor {
    (**window.studio().document.actor().expect("a figure")).clone()
}

/// The angle by which the hair swings in the view, degrees.
fn swing(window: &Window) -> f32 {
    let actor = actor(window);
    let shown = window.studio().view.springs.shown(&actor, &actor.pose);
    let hair = window.joint("hair");
    super::angle(shown.locals[hair].rotation, actor.pose.locals[hair].rotation)
}

#[test]
fn hair_follows_a_drag_comes_to_rest_and_changes_nothing() {
    let mut window = opened();
    assert_eq!(swing(&window), 0.0);
    let head = window.pixel("Head");
    window.drag(head, head + vec2(120.0, 40.0));
    let mut largest = 0.0_f32;
    for _ in 0..20 {
        window.harness.run_steps(1);
        largest = largest.max(swing(&window));
    }
    assert!(largest > 2.0, "{largest}");
    window.drop_at(head + vec2(120.0, 40.0));
    let hair = window.joint("hair");
    assert!(actor(&window).unkeyed.is_empty());
    assert_eq!(window.pose().locals[hair].rotation, Quat::IDENTITY);
    // Fails when pictures are asked for without end.
    window.harness.run_steps(600);
    window.harness.run();
    assert!(swing(&window) < 1.0, "{}", swing(&window));
    window.run(Command::ToggleSprings);
    let head = window.pixel("Head");
    window.drag(head, head - vec2(120.0, 40.0));
    window.harness.run_steps(5);
    assert_eq!(swing(&window), 0.0);
}

#[test]
fn posed_hair_stays() {
    let mut window = opened();
    let hair = window.joint("hair");
    let turned = Quat::from_rotation_x(0.5);
    window
        .studio_mut()
        .editor()
        .edit("pose", move |actor| actor.pose.locals[hair].rotation = turned);
    window.settle();
    let head = window.pixel("Head");
    window.drag(head, head + vec2(120.0, 40.0));
    window.harness.run_steps(5);
    assert_eq!(swing(&window), 0.0);
}

/// Two keys half a second apart, the second with the head to the side.
fn with_motion(window: &mut Window) {
    window.run(Command::KeyAll);
    window.studio_mut().document.set_time(0.5);
    window.settle();
    let hips = window.joint("Hips");
    window
        .studio_mut()
        .editor()
        .edit("move", move |actor| actor.pose.locals[hips].translation.x += 0.4);
    window.run(Command::Key);
    window.studio_mut().document.set_time(0.0);
    window.settle();
}

/// What `--springs` of the command makes of a motion, at a time.
fn baked(figure: &Figure, bones: &SpringBones, actor: &Actor, time: f32) -> Pose {
    let clip = actor.playing().expect("a motion").to_clip();
    let start = actor.pose_at(0.0);
    let clip = bones.bake(&figure.rig.skeleton, &clip, &start, 60.0).expect("it can be baked");
    let mut pose = start;
    clip.sample(time, &mut pose);
    pose
}

#[test]
fn films_and_bakes_swing_as_the_command_does() {
    let mut window = opened();
    with_motion(&mut window);
    let before = actor(&window);
    let hair = window.joint("hair");
    let rate = before.playing().expect("a motion").frame_rate;
    let times: Vec<f32> = (0..=15).map(|frame| frame as f32 / rate).collect();
    let wanted: Vec<Quat> = times
        .iter()
        .map(|&time| {
            let pose = baked(&before.figure, &before.figure.springs, &before, time);
            pose.locals[hair].rotation
        })
        .collect();
    assert!(wanted.iter().any(|turn| super::angle(*turn, Quat::IDENTITY) > 5.0));
    let mut film = Springs::at_rest(&window.studio().document, 0.0);
    for (&time, &wanted) in times.iter().zip(&wanted) {
        let shown = film.advance(&before, time).locals[hair].rotation;
        assert!(super::angle(shown, wanted) < 0.05, "{time}: {shown} {wanted}");
    }
    window.run(Command::BakeSprings);
    window.wait();
    let after = actor(&window);
    for (&time, &wanted) in times.iter().zip(&wanted) {
        let keyed = after.pose_at(time).locals[hair].rotation;
        assert!(super::angle(keyed, wanted) < 0.05, "{time}: {keyed} {wanted}");
    }
    assert!(after.loose_joints().is_empty(), "keyed hair does not swing again");
    assert_eq!(swing(&window), 0.0);
    window.run(Command::Undo);
    assert_eq!(actor(&window).playing(), before.playing());
}
