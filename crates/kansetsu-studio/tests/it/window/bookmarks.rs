//! Camera bookmarks, and motions that cut to them.

use egui_kittest::kittest::Queryable;
use kansetsu_studio::{
    app::{PictureOrder, project_text},
    command::Command,
    document::project::{Surroundings, load},
    text::Language,
    viewport::Camera,
};
use serde_json::{Value, json};

use super::{
    files::{files_in, type_path, wait_for},
    framing::open_section,
};
use crate::kit::Window;

fn camera(window: &Window) -> Camera {
    window.studio().document.view.camera
}

/// Keeps the camera that looks from this side.
fn keep(window: &mut Window, yaw: f32, add: &str) -> Camera {
    window.studio_mut().document.view.camera.yaw = yaw;
    window.settle();
    window.press_nth(add, 0);
    camera(window)
}

#[test]
fn a_bookmark_is_added_visited_renamed_replaced_deleted_and_undone() {
    for (language, add, names, menu) in [
        (
            Language::English,
            "Add camera bookmark",
            ["Camera 1", "Camera 2"],
            ["Bookmark name", "Replace with this view", "Delete"],
        ),
        (
            Language::Japanese,
            "カメラをブックマークに追加",
            ["カメラ 1", "カメラ 2"],
            ["ブックマークの名前", "今の視点で置き換え", "削除"],
        ),
    ] {
        let mut window = Window::in_language(language);
        open_section(&mut window, language);
        let first = keep(&mut window, 1.0, add);
        let second = keep(&mut window, -0.4, add);
        window.picture(&format!("bookmarks-{}", language.tag()));
        window.press(names[0]);
        assert_eq!(camera(&window), first);
        window.press(names[1]);
        assert_eq!(camera(&window), second);

        window.press_nth("…", 0);
        window.picture(&format!("bookmark-menu-{}", language.tag()));
        window.press(menu[1]);
        window.studio_mut().document.view.camera.yaw = 2.0;
        window.settle();
        window.press(names[0]);
        assert_eq!(camera(&window), second, "it was replaced");
        window.press_nth("…", 1);
        window.press(menu[2]);
        let list = |window: &Window| window.studio().document.content().bookmarks.clone();
        assert_eq!(list(&window).len(), 1);
        window.run(Command::Undo);
        window.run(Command::Undo);
        assert_eq!(list(&window).len(), 2);
        assert_eq!(list(&window)[0].camera, first);

        let name = menu[0];
        window.press_nth("…", 0);
        window.press(name);
        window.harness.get_by_label(name).type_text(" wide");
        window.harness.run_steps(2);
        window.key(eframe::egui::Key::Enter);
        window.settle();
        assert_eq!(list(&window)[0].name, format!("{} wide", names[0]));
    }
}

#[test]
fn a_motion_cuts_to_bookmarks_in_the_view_and_in_videos() {
    let mut window = Window::open();
    open_section(&mut window, Language::English);
    window.run(Command::NewMotion);
    let cameras = [0.0, 1.5].map(|yaw| keep(&mut window, yaw, "Add camera bookmark"));
    let go = |window: &mut Window, time: f32| {
        window.studio_mut().document.set_time(time);
        window.settle();
    };
    for (time, wanted) in [(0.0, 1), (1.0, 1)] {
        go(&mut window, time);
        window.press_nth("Cut here", 0);
        assert_eq!(
            window
                .studio()
                .document
                .content()
                .bookmarks
                .iter()
                .filter(|one| one.cuts_at(time))
                .count(),
            wanted
        );
    }
    window.picture("bookmark-cuts");
    window.press_nth("Camera 2", 0);
    go(&mut window, 0.5);
    assert_eq!(camera(&window), cameras[0], "back before the second cut");
    go(&mut window, 1.0);
    assert_eq!(camera(&window), cameras[1], "on the frame of the cut");
    window.studio_mut().document.view.camera.yaw = 2.5;
    go(&mut window, 1.5);
    assert_eq!(camera(&window).yaw, 2.5, "within a shot the camera is free");
    go(&mut window, 0.9);
    assert_eq!(camera(&window), cameras[0]);

    // A second click takes the cut away.
    go(&mut window, 1.0);
    window.press("Frame 30");
    assert!(window.studio().document.content().bookmarks[1].cut.is_none());
    assert_eq!(
        window.studio().document.content().shot(1.2).map(|one| one.camera),
        Some(cameras[0])
    );
}

#[test]
fn bookmarks_are_saved_and_damaged_ones_are_named() {
    let mut window = Window::open();
    open_section(&mut window, Language::English);
    keep(&mut window, 1.0, "Add camera bookmark");
    keep(&mut window, 2.0, "Add camera bookmark");
    let document = &mut window.studio_mut().document;
    document
        .edit("cut", |content| content.set_cut(1, Some(0.5)))
        .expect("the second bookmark is there");
    let text = project_text(document).expect("a project is plain data");
    let loaded = load(&text, Surroundings::NONE).expect("it loads");
    assert_eq!(loaded.document.content(), document.content());
    assert_eq!(loaded.document.content().hash(), document.content().hash());
    assert_eq!(loaded.document.view, document.view);

    let value: Value = serde_json::from_str(&text).expect("JSON");
    for (field, wrong) in [
        ("name", json!(" ")),
        ("name", json!("Camera 1")),
        ("cut", json!(-1.0)),
        (
            "camera",
            json!({"target": [0, 0, 0], "yaw": 0, "pitch": 9, "distance": 1,
            "field_of_view": 1, "projection": "perspective"}),
        ),
    ] {
        let mut damaged = value.clone();
        damaged["bookmarks"][1][field] = wrong;
        let error = load(&damaged.to_string(), Surroundings::NONE).expect_err(field).to_string();
        assert!(error.contains("bookmarks[1]"), "{error}");
    }
}

/// Exports pictures by a button of the card.
fn exported(window: &mut Window, (button, name): (&str, &str)) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    window.run(Command::ExportPicture);
    window.studio_mut().view.cards.picture =
        PictureOrder { width: 64, height: 64, ..PictureOrder::default() };
    window.settle();
    window.press(button);
    window.wait();
    let path = folder.path().join(name);
    type_path(window, &path);
    window.press("Save");
    wait_for(window, &path);
    std::fs::read(&path).expect("it was written")
}

#[test]
fn the_frames_of_a_motion_are_seen_by_the_cameras_of_its_cuts() {
    let mut window = Window::open();
    window.run(Command::NewMotion);
    window.run(Command::KeyAll);
    window.studio_mut().document.set_time(0.2);
    window.run(Command::KeyAll);
    let other = window.studio().document.view.camera;
    let cameras = [0.3, 1.8].map(|yaw| Camera { yaw, ..other });
    let document = &mut window.studio_mut().document;
    document
        .edit("cuts", |content| {
            for (camera, cut) in cameras.into_iter().zip([1.0 / 30.0, 0.1]) {
                let index = content.add_bookmark("Camera", camera);
                content.set_cut(index, Some(cut))?;
            }
            Ok(())
        })
        .expect("two bookmarks");
    document.view.camera = other;
    let frames = files_in(&exported(&mut window, ("Save every frame…", "cuts.zip")));
    assert_eq!(frames.len(), 7, "frames 0 to 6");
    // Frame 0 is before the first cut: it is seen as in the view.
    for (camera, seen) in [(other, 0..1), (cameras[0], 1..3), (cameras[1], 3..7)] {
        window.studio_mut().document.view.camera = camera;
        let still = exported(&mut window, ("Save image…", "still.png"));
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).expect("a picture").to_rgba8();
        for frame in seen {
            let found = pixels(&frames[&format!("{frame:04}.png")]);
            assert!(found == pixels(&still), "frame {frame}");
        }
    }
}
