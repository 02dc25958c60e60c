//! From a character's file to a film of it waving, step by step, with the visible interface only:
//! the way that the READMEs describe.

use eframe::egui::{Pos2, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu_formats::gltf::Container;
use kansetsu_studio::{
    app::{Dialogs, GivenFile, Open},
    document::{Actor, Opened},
    text::Language,
};

use crate::kit::Window;

/// What is pressed, in a language.
struct Names {
    poses: &'static str,
    wave: &'static str,
    key: &'static str,
    file: &'static str,
    export: &'static str,
    film: &'static str,
    time_line: &'static str,
}

impl Names {
    fn of(language: Language) -> Self {
        match language {
            Language::English => Self {
                poses: "Poses",
                wave: "Wave",
                key: "◆ Key",
                file: "File",
                export: "Export video…",
                film: "Save GIF…",
                time_line: "Timeline",
            },
            Language::Japanese => Self {
                poses: "ポーズ集",
                wave: "手を振る",
                key: "◆ キー登録",
                file: "ファイル",
                export: "動画を書き出す…",
                film: "GIF を保存…",
                time_line: "タイムライン",
            },
        }
    }
}

/// A character that we have made ourselves, as the bytes of a file.
pub fn character() -> Vec<u8> {
    let actor = Actor::new(Opened::embedded("mannequin").expect("an embedded figure"));
    actor.to_gltf(Container::Glb).expect("it can be exported").bytes
}

/// Goes the whole way; `seen` is called with the name of each step. Returns the film, and how many
/// times something was pressed or dragged.
pub fn wave(
    window: &mut Window,
    bytes: Vec<u8>,
    seen: &mut dyn FnMut(&mut Window, &str),
) -> (Vec<u8>, usize) {
    let names = Names::of(window.studio().services.language());
    let mut actions = 1;
    window
        .studio()
        .services
        .give(vec![GivenFile { name: "Aya.vrm".to_owned(), bytes: bytes.into() }], false);
    window.wait();
    seen(window, "opened");
    let mut press = |window: &mut Window, name: &str| {
        actions += 1;
        window.press(name);
    };
    press(window, names.poses);
    while window.studio().services.draws_thumbnails() {
        window.harness.run_steps(1);
    }
    press(window, names.wave);
    seen(window, "pose");
    press(window, names.key);
    let frame = |window: &mut Window, frame: f32| {
        let at = time(window, names.time_line, frame);
        window.click(at);
    };
    frame(window, 10.0);
    let hand = window.studio().document.actor().expect("a figure").figure.rig.roles
        [&kansetsu_formats::Role::RightHand];
    let from = pixel(window, hand);
    window.drag_and_drop(from, from + vec2(-34.0, 12.0));
    seen(window, "dragged");
    press(window, names.key);
    frame(window, 20.0);
    press(window, names.wave);
    press(window, names.key);
    seen(window, "keys");
    press(window, names.file);
    press(window, names.export);
    seen(window, "film");
    window.studio_mut().services.dialogs = Dialogs::Typed;
    press(window, names.film);
    window.wait();
    assert_eq!(window.studio().view.cards.open, Open::Path, "it asks where the film goes");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wave.gif");
    window.studio_mut().view.cards.path_question.as_mut().expect("a path is asked for").path =
        path.to_string_lossy().into_owned();
    window.settle();
    let save =
        if window.studio().services.language() == Language::English { "Save" } else { "保存" };
    press(window, save);
    while !path.is_file() {
        std::thread::sleep(std::time::Duration::from_millis(5));
        window.harness.run_steps(1);
    }
    // Twice the timeline, once the hand.
    (std::fs::read(&path).expect("it was written"), actions + 3)
}

fn pixel(window: &Window, joint: usize) -> Pos2 {
    let actor = window.studio().document.actor().expect("a figure");
    let place = actor
        .placement
        .transform_point3(actor.figure.rig.skeleton.forward(&actor.pose)[joint].translation);
    window.studio().context().pixel_of(place).expect("the joint is in view")
}

/// Where a frame is on the ruler.
fn time(window: &Window, name: &str, frame: f32) -> Pos2 {
    let sheet = window.harness.get_by_role_and_label(Role::Canvas, name).rect();
    let scale = window.studio().session.time_line.scale.expect("the time line is shown");
    let names = 132.0;
    sheet.left_top() + vec2(names + scale.x_of(frame / window.studio().document.frame_rate()), 8.0)
}
