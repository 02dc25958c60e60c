//! The studio in its window: what a user does with the mouse and the keys.

mod attached;
mod background;
mod bookmarks;
mod boxes;
mod cards;
mod characters;
mod expressions;
mod files;
mod first_view;
mod follow;
mod formats;
mod framing;
mod handles;
mod hints;
mod keeping;
mod killed;
mod lab;
mod lab_pages;
mod lights;
mod menus;
mod motions;
mod natural;

mod mouse;
mod phone;
mod play_range;
mod props;
mod roles;
mod sizes;
mod springs;
mod surface;
mod waving;

pub use formats::corpus;

use eframe::egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu::{d3::Pose, glam::Quat};
use kansetsu_studio::{
    app::{GivenFile, project_text},
    text::Language,
};

use crate::kit::Window;

/// The largest angle between the rotations of two poses, degrees.
pub(super) fn apart(a: &Pose, b: &Pose) -> f32 {
    a.locals.iter().zip(&b.locals).map(|(a, b)| angle(a.rotation, b.rotation)).fold(0.0, f32::max)
}

/// The angle from one rotation to the other, degrees; by its sine, since a cosine of nearly 1 says
/// nothing below 0.03 degrees.
pub(super) fn angle(a: Quat, b: Quat) -> f32 {
    2.0 * (a.inverse() * b).xyz().length().min(1.0).asin().to_degrees()
}

#[test]
fn a_hand_follows_the_pointer_and_undo_takes_it_back() {
    let mut window = Window::open();
    let (before, hash) = (window.pose(), window.hash());
    let from = window.pixel("LeftHand");
    let to = from + vec2(-40.0, -90.0);
    window.drag(from, to);
    assert!(window.pixel("LeftHand").distance(to) < 2.0, "the hand is where the pointer is");
    window.drop_at(to);
    assert!(apart(&window.pose(), &before) > 5.0);
    let after = window.pose();
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.hash(), hash);
    assert_eq!(window.pose(), before);
    window.key_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(window.pose(), after);
}

#[test]
fn going_back_to_the_pixel_of_the_press_gives_back_the_pose() {
    let mut window = Window::open();
    let before = window.pose();
    let from = window.pixel("RightFoot");
    window.drag(from, from + vec2(60.0, -120.0));
    assert!(apart(&window.pose(), &before) > 5.0);
    window.move_to(from);
    assert_eq!(window.pose(), before);
}

#[test]
fn escape_in_a_drag_leaves_no_trace() {
    let mut window = Window::open();
    let hash = window.hash();
    let from = window.pixel("LeftHand");
    window.drag(from, from + vec2(80.0, -60.0));
    assert_ne!(window.hash(), hash);
    window.key(Key::Escape);
    assert_eq!(window.hash(), hash);
    window.drop_at(from);
    assert_eq!(window.hash(), hash);
    assert_eq!(window.studio().document.undo_count(), 0);
}

#[test]
fn a_pinned_foot_stays_when_the_hips_go_down() {
    let mut window = Window::open();
    let foot = window.pixel("LeftFoot");
    window.click(foot);
    window.press("Pin");
    let right = window.pixel("RightFoot");
    window.click(right);
    window.press("Pin");
    let held = ["LeftToes", "LeftFoot"].map(|joint| window.place(joint));
    let hips = window.pixel("Hips");
    let to = hips + vec2(0.0, 40.0);
    window.drag(hips, to);
    window.drop_at(to);
    let moved = [("LeftToes", held[0]), ("LeftFoot", held[1])]
        .map(|(joint, held)| window.place(joint).distance(held));
    assert!(moved[0] < 1e-5, "the toes are held: {moved:?}");
    assert!(moved[1] < 1e-3, "the foot stays flat: {moved:?}");
    assert!(window.place("Hips").y < 0.85, "the hips went down: {}", window.place("Hips"));
}

#[test]
fn live_mirror_moves_both_hands() {
    let mut window = Window::open();
    window.press("Mirror");
    let from = window.pixel("LeftHand");
    let to = from + vec2(-20.0, -100.0);
    window.drag(from, to);
    window.drop_at(to);
    let (left, right) = (window.place("LeftHand"), window.place("RightHand"));
    let mirrored = kansetsu::glam::Vec3::new(-left.x, left.y, left.z);
    assert!(left.y > 1.5 && mirrored.distance(right) < 1e-4, "{left} {right}");
}

#[test]
fn two_keys_make_a_motion_that_plays_and_stops() {
    let mut window = Window::open();
    window.key(Key::K);
    window.studio_mut().document.set_time(1.0);
    let from = window.pixel("LeftHand");
    let to = from + vec2(-30.0, -120.0);
    window.drag(from, to);
    window.drop_at(to);
    window.key(Key::K);
    let raised = window.place("LeftHand").y;
    window.studio_mut().document.set_time(0.0);
    window.settle();
    let lowered = window.place("LeftHand").y;
    assert!(raised > lowered + 0.1);
    window.key(Key::Space);
    assert!(window.studio().document.playback.playing);
    window.harness.run_steps(10);
    assert!(window.studio().document.time() > 0.0);
    window.key(Key::Space);
    assert!(!window.studio().document.playback.playing);
    window.studio_mut().document.set_time(1.0);
    window.settle();
    assert!((window.place("LeftHand").y - raised).abs() < 1e-4);
}

#[test]
fn a_saved_project_is_the_same_document_when_it_is_opened() {
    let mut window = Window::open();
    let from = window.pixel("RightHand");
    let to = from + vec2(30.0, -80.0);
    window.drag(from, to);
    window.drop_at(to);
    window.key(Key::K);
    let text = project_text(&window.studio().document).expect("a project is plain data");
    let hash = window.hash();
    let mut other = Window::open();
    assert_ne!(other.hash(), hash);
    let file = GivenFile { name: "wave.kansetsu".to_owned(), bytes: text.into_bytes().into() };
    other.studio().services.give(vec![file], false);
    other.wait();
    assert_eq!(other.hash(), hash);
    assert!(!other.studio().document.is_modified());
}

#[test]
fn an_unreadable_file_shows_why_and_changes_nothing() {
    let mut window = Window::open();
    let hash = window.hash();
    window.studio().services.give(
        vec![GivenFile { name: "notes.glb".to_owned(), bytes: b"no figure".as_slice().into() }],
        false,
    );
    window.wait();
    assert_eq!(window.hash(), hash);
    assert_eq!(window.studio().services.banners.shown.len(), 1);
    let told = window.studio().services.banners.shown[0].text.get(Language::English);
    assert!(told.starts_with("notes.glb: "), "{told}");
    window.press("Dismiss");
    assert!(window.studio().services.banners.shown.is_empty());
}

#[test]
fn the_command_palette_finds_and_does() {
    let mut window = Window::open();
    let before = window.pose();
    let from = window.pixel("LeftHand");
    window.drag(from, from + vec2(-30.0, -60.0));
    window.drop_at(from + vec2(-30.0, -60.0));
    window.key_with(Modifiers::COMMAND, Key::K);
    window.harness.event(eframe::egui::Event::Text("reset all".to_owned()));
    window.settle();
    window.key(Key::Enter);
    assert!(!window.studio().view.palette.is_open());
    assert_eq!(apart(&window.pose(), &before), 0.0);
}

/// Composed and then committed, a command's name in Japanese is found and done.
#[test]
fn an_input_method_writes_into_a_field() {
    use eframe::egui::{Event, ImeEvent};
    let mut window = Window::in_language(Language::Japanese);
    let before = window.pose();
    let from = window.pixel("LeftHand");
    window.drag(from, from + vec2(-30.0, -60.0));
    window.drop_at(from + vec2(-30.0, -60.0));
    assert!(apart(&window.pose(), &before) > 0.01);
    window.key_with(Modifiers::COMMAND, Key::K);
    for text in ["ぜ", "ぜんぶ"] {
        window.harness.event(Event::Ime(ImeEvent::Preedit {
            text: text.to_owned(),
            active_range_chars: None,
        }));
        window.settle();
    }
    window.harness.event(Event::Ime(ImeEvent::Commit("全身をリセット".to_owned())));
    window.settle();
    window.key(Key::Enter);
    assert!(!window.studio().view.palette.is_open());
    assert_eq!(apart(&window.pose(), &before), 0.0);
}

#[test]
fn nothing_is_drawn_again_while_nothing_moves() {
    let mut window = Window::open();
    window.harness.run_steps(10);
    // Fails when pictures are asked for without end.
    window.harness.run();
}

#[test]
fn the_interface_speaks_both_languages() {
    for (language, tool, menu) in
        [(Language::English, "Reach", "Pose"), (Language::Japanese, "回転", "ポーズ")]
    {
        let window = Window::in_language(language);
        assert!(window.harness.query_by_label(tool).is_some(), "{tool}");
        assert!(window.harness.query_all_by_label(menu).next().is_some(), "{menu}");
    }
}

#[test]
fn a_wheel_in_a_drag_changes_how_many_joints_follow() {
    let mut window = Window::open();
    let from = window.pixel("LeftHand");
    window.drag(from, from + vec2(-20.0, -40.0));
    let levels =
        |window: &Window| window.studio().session.drag.as_ref().expect("a drag").settings.levels;
    let before = levels(&window);
    window.harness.event(eframe::egui::Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 1.0),
        phase: eframe::egui::TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    window.settle();
    assert_eq!(levels(&window), before + 1);
}
