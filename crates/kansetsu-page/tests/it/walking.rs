//! From the start of the web app to a film of a waving character, with the visible interface only:
//! the walk-through of the READMEs.
//!
//! `KANSETSU_PACE=person cargo xtask web --test` runs it at a person's pace, and prints the time.

use std::{
    path::{Path, PathBuf},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{browser::Browser, site};

/// The time of a person for each action: to find the next step, to move the mouse, to press (S. K.
/// Card, T. P. Moran, A. Newell, "The keystroke-level model for user performance time with
/// interactive systems", Communications of the ACM 23(7), 1980).
const THINKS_POINTS_PRESSES: [Duration; 3] =
    [Duration::from_millis(1350), Duration::from_millis(1100), Duration::from_millis(200)];

/// A usual size of the viewport, pixels.
const WINDOW: [u32; 2] = [1280, 800];

/// The labels of buttons, in a language.
struct Names {
    tag: &'static str,
    poses: &'static str,
    search: &'static str,
    /// What finds the wave.
    sought: &'static str,
    wave: &'static str,
    key: &'static str,
    play: &'static str,
    file: &'static str,
    export: &'static str,
    film: &'static str,
}

const ENGLISH: Names = Names {
    tag: "en",
    poses: "Poses",
    search: "Search poses",
    sought: "wav",
    wave: "Wave",
    key: "◆ Key",
    play: "Play",
    file: "File",
    export: "Export video…",
    film: "Save GIF…",
};

const JAPANESE: Names = Names {
    tag: "ja",
    poses: "ポーズ集",
    search: "ポーズを検索",
    sought: "振る",
    wave: "手を振る",
    key: "◆ キー登録",
    play: "再生",
    file: "ファイル",
    export: "動画を書き出す…",
    film: "GIF を保存…",
};

/// A user of the web app.
struct User {
    browser: Browser,
    names: Names,
    actions: usize,
    is_person: bool,
}

impl User {
    fn takes_time(&mut self) {
        self.actions += 1;
        if self.is_person {
            THINKS_POINTS_PRESSES.into_iter().for_each(sleep);
        }
    }

    /// Clicks on the widget of this name.
    fn press(&mut self, name: &str) {
        self.takes_time();
        let at = self.browser.place(name);
        self.browser.tap(at);
    }

    fn sees(&mut self, step: &str) {
        let tag = self.names.tag;
        self.browser.settled_screenshot(&format!("walk-{step}-{tag}"));
    }

    /// Opens the web app, drops a file on it, animates a wave, and exports a film. Returns the
    /// film's bytes.
    fn walk(&mut self, address: &str, character: &Path) -> Vec<u8> {
        self.browser.before_load("delete window.showSaveFilePicker;");
        self.browser.open(address);
        let folder = self.browser.downloads();
        self.sees("opened");
        if self.names.tag == "ja" {
            self.press("日本語");
        }
        self.takes_time();
        self.browser.drop_files([500.0, 400.0], &[character.to_owned()]);
        let name = character.file_stem().expect("a name").to_string_lossy().into_owned();
        self.browser.wait_for(&format!("window.kansetsu.state().figures[0].name === '{name}'"));
        self.sees("dropped");
        let Names { poses, search, sought, wave, key, play, file, export, film, .. } = self.names;
        self.press(poses);
        self.press(search);
        self.browser.type_text(sought);
        self.press(wave);
        self.sees("pose");
        self.press(key);
        self.press("10");
        let frame = "Math.round(window.kansetsu.state().time * 30)";
        assert_eq!(
            self.browser.evaluate(frame),
            json!(10),
            "a click on a number of the ruler goes to its frame"
        );
        self.takes_time();
        let hand = self.browser.pixel("rightHand");
        self.browser.drag(hand, [hand[0] - 34.0, hand[1] + 12.0]);
        self.press(key);
        self.press("20");
        self.press(wave);
        self.press(key);
        self.sees("keys");
        self.press(play);
        self.browser.wait_for("window.kansetsu.state().time < 0.3");
        self.browser.wait_for("window.kansetsu.state().time > 0.4");
        self.press(file);
        self.press(export);
        self.sees("film");
        self.press(film);
        self.browser
            .downloaded_within(&folder.join(format!("{name}.gif")), Duration::from_secs(120))
    }
}

/// The film shows a person who moves an arm and returns.
fn check(film: &[u8]) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut film = options.read_info(film).expect("a GIF file");
    let [width, height] = [film.width(), film.height()].map(usize::from);
    assert_eq!([width, height], [1080, 608], "1920 by 1080 pixels, no larger than 1080");
    let mut frames = Vec::new();
    while let Some(frame) = film.read_next_frame().expect("sound frames") {
        assert!(frame.delay == 3 || frame.delay == 4, "30 frames a second");
        frames.push(frame.buffer.to_vec());
    }
    assert_eq!(frames.len(), 20, "20 frames that loop");
    let changed = |from: usize, to: usize| -> Vec<[usize; 2]> {
        let differs = |at: &usize| {
            (0..3).any(|channel| {
                frames[from][4 * at + channel].abs_diff(frames[to][4 * at + channel]) > 40
            })
        };
        (0..width * height).filter(differs).map(|at| [at % width, at / width]).collect()
    };
    let moved = changed(0, 10);
    assert!(moved.len() > 150, "{} pixels of the arm moved", moved.len());
    // A person who faces the camera has the right hand on the left, and raises it above the waist.
    let is_arm = |[x, y]: &[usize; 2]| *x < width / 2 && *y < height * 6 / 10;
    let arm = moved.iter().filter(|at| is_arm(at)).count();
    assert!(
        arm * 10 >= moved.len() * 9,
        "{arm} of {} pixels that moved are the arm's",
        moved.len()
    );
    assert!(changed(0, 19).len() < moved.len(), "the arm returns");
}

#[expect(clippy::print_stdout, reason = "the time, and that a test did not run, are printed")]
fn walk(names: Names, character: &str) {
    let Some(address) = site::address() else { return };
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from);
    if !folder.is_dir() {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{} is missing", folder.display());
        return println!("not run: the film of a VRM, because the corpus is missing");
    }
    let is_person = std::env::var("KANSETSU_PACE").as_deref() == Ok("person");
    let (tag, mut browser) = (names.tag, Browser::start());
    browser.resize(WINDOW);
    let mut user = User { browser, names, actions: 0, is_person };
    let start = Instant::now();
    let film = user.walk(&address, &folder.join(character));
    println!(
        "{character}, {tag}: {} actions, {:.0} s{}",
        user.actions,
        start.elapsed().as_secs_f32(),
        if is_person { " at a person's pace" } else { "" }
    );
    check(&film);
    assert!(user.actions <= 16, "{} actions", user.actions);
    assert!(user.browser.complaints().is_empty(), "{:#?}", user.browser.complaints());
}

#[test]
fn a_vrm_waves_in_a_film_by_what_is_on_the_screen() {
    walk(ENGLISH, "vrm/unity_example_vrm1.vrm");
}

#[test]
fn the_same_in_japanese_with_an_older_vrm() {
    walk(JAPANESE, "vrm/basic_armature_vrm0.vrm");
}
