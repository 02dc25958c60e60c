//! The play range: what plays, and what films contain.

use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use kansetsu_studio::{
    app::{PictureOrder, project_text},
    command::Command,
    document::project::{Surroundings, load},
    text::Language,
};

use super::files::{type_path, wait_for};
use crate::kit::Window;

fn go(window: &mut Window, frame: u32) {
    window.studio_mut().document.set_time(frame as f32 / 30.0);
    window.settle();
}

/// A motion of two seconds that plays from frame 15 to frame 30.
fn ranged() -> Window {
    let mut window = Window::open();
    window.run(Command::NewMotion);
    window.run(Command::KeyAll);
    go(&mut window, 60);
    window.run(Command::KeyAll);
    go(&mut window, 15);
    window.run(Command::StartRange);
    go(&mut window, 30);
    window.run(Command::EndRange);
    window
}

#[test]
fn a_motion_plays_within_its_range() {
    let mut window = ranged();
    let span = |window: &Window| window.studio().document.span();
    assert_eq!(span(&window), Some([0.5, 1.0]));
    window.picture("play-range");
    window.run(Command::FirstFrame);
    assert_eq!(window.studio().document.time(), 0.5);
    window.run(Command::LastFrame);
    assert_eq!(window.studio().document.time(), 1.0);
    window.run(Command::Play);
    for _ in 0..120 {
        let document = &mut window.studio_mut().document;
        document.advance(1.0 / 60.0);
        assert!((0.5..=1.0).contains(&document.time()), "{}", document.time());
    }
    window.studio_mut().document.playback.playing = false;

    let text = project_text(&window.studio().document).expect("a project is plain data");
    let loaded = load(&text, Surroundings::NONE).expect("it loads");
    assert_eq!(loaded.document.span(), Some([0.5, 1.0]));

    let mut damaged: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    damaged["playback"]["range"] = serde_json::json!([2.0, 1.0]);
    let loaded = load(&damaged.to_string(), Surroundings::NONE).expect("it loads");
    assert_eq!(loaded.document.span(), Some([0.0, 2.0]));
    assert!(loaded.warnings[0].contains("playback.range"), "{:?}", loaded.warnings);

    // An end before the start moves the start to that of the motion.
    go(&mut window, 6);
    window.run(Command::EndRange);
    assert_eq!(span(&window), Some([0.0, 0.2]));
    go(&mut window, 0);
    window.run(Command::EndRange);
    assert_eq!(span(&window), Some([0.0, 0.2]), "a range without frames is refused");
    window.run(Command::WholeRange);
    assert_eq!(span(&window), Some([0.0, 2.0]));
}

#[test]
fn a_film_has_the_frames_of_the_range() {
    let mut window = ranged();
    window.studio_mut().document.playback.looping = false;
    let folder = tempfile::tempdir().expect("a folder");
    window.run(Command::ExportFilm);
    window.studio_mut().view.cards.picture =
        PictureOrder { width: 48, height: 48, ..PictureOrder::default() };
    window.settle();
    window.press("Save every frame…");
    window.wait();
    let path = folder.path().join("range.zip");
    type_path(&mut window, &path);
    window.press("Save");
    wait_for(&mut window, &path);
    let files = super::files::files_in(&std::fs::read(&path).expect("it was written"));
    assert_eq!(files.len(), 16, "frames 15 to 30");
}

/// Types a number into a field.
fn enter(window: &mut Window, field: &str, text: &str) {
    let at = window.harness.get_by_label(field).rect().center();
    window.click(at);
    window.harness.get_by_label(field).type_text(text);
    window.harness.run_steps(2);
    window.key(Key::Enter);
    window.settle();
}

#[test]
fn times_are_shown_and_typed_in_frames_or_in_seconds() {
    for (language, [menu, unit, seconds], [frame, time, length]) in [
        (Language::English, ["Playback", "Time unit", "Seconds"], ["Frame", "Time", "Length"]),
        (Language::Japanese, ["再生", "時間の単位", "秒"], ["フレーム", "時刻", "長さ"]),
    ] {
        let mut window = Window::in_language(language);
        window.run(Command::NewMotion);
        window.run(Command::KeyAll);
        enter(&mut window, frame, "45");
        assert_eq!(window.studio().document.time(), 1.5);
        enter(&mut window, length, "90");
        assert_eq!(window.studio().document.duration(), Some(3.0));
        window.press_nth(menu, 0);
        window.press(unit);
        window.press(seconds);
        window.picture(&format!("seconds-{}", language.tag()));
        enter(&mut window, time, "0.5");
        assert_eq!(window.studio().document.time(), 0.5);
        enter(&mut window, length, "2.5");
        assert_eq!(window.studio().document.duration(), Some(2.5));
    }
}
