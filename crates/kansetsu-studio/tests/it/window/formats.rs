//! Files of every format, as they are dropped on the window.

use std::{fs, path::PathBuf};

use eframe::egui::MissingGlyphPolicy;
use kansetsu_studio::{
    app::{GivenFile, Weight},
    command::Command,
    text::Language,
};

use crate::kit::Window;

/// A body of eight joints, two metres tall in centimetres, with one frame in which its left arm is turned so far.
fn walk(degrees: f32) -> GivenFile {
    let joint = |name: &str, offset: &str, inside: &str| {
        format!("JOINT {name}\n{{\nOFFSET {offset}\nCHANNELS 3 Zrotation Xrotation Yrotation\n{inside}}}\n")
    };
    let end = |offset: &str| format!("End Site\n{{\nOFFSET {offset}\n}}\n");
    let arm = |side: &str, x: i32| {
        let hand = joint(&format!("{side}Hand"), &format!("{} 0 0", 3 * x), &end(&format!("{x} 0 0")));
        joint(&format!("{side}Arm"), &format!("{x} 50 0"), &hand)
    };
    let leg = |side: &str, x: i32| joint(&format!("{side}UpLeg"), &format!("{x} 0 0"), &end("0 -95 0"));
    let parts = [arm("Left", 20), arm("Right", -20), leg("Left", 10), leg("Right", -10)].concat();
    let root =
        format!("ROOT Hips\n{{\nOFFSET 0 100 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n{parts}}}\n");
    let frame = |turn: f32| format!("0 100 0 0 0 0 {turn} 0 0{}\n", " 0".repeat(15));
    let text = format!("HIERARCHY\n{root}MOTION\nFrames: 2\nFrame Time: 0.5\n{}{}", frame(0.0), frame(degrees));
    GivenFile { name: format!("walk {degrees}.bvh"), bytes: text.into_bytes().into() }
}

fn give(window: &mut Window, files: Vec<GivenFile>, adds: bool) {
    window.studio().give(files, adds);
    window.wait();
    window.studio_mut().document.playback.playing = false;
    window.settle();
}

fn opened(language: Language, files: Vec<GivenFile>) -> Window {
    let mut window = Window::in_language(language);
    // Names of other people's joints may hold any character; the system's fonts, which draw these, are not in tests.
    window.harness.ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
    window.studio_mut().preferences.knows_how = true;
    give(&mut window, files, false);
    window
}

fn told(window: &Window) -> Option<String> {
    Some(window.studio().banners.shown.last()?.text.get(Language::English).to_owned())
}

fn names(window: &Window) -> Vec<String> {
    window.studio().document.content().actors.iter().map(|actor| actor.name.clone()).collect()
}

fn motions(window: &Window) -> Vec<String> {
    let actor = window.studio().document.actor().expect("a figure");
    actor.motions.iter().map(|motion| motion.name.clone()).collect()
}

#[test]
fn a_skeleton_without_a_surface_is_framed_and_a_second_motion_of_it_is_added() {
    for language in Language::ALL {
        let mut window = opened(language, vec![walk(30.0)]);
        assert_eq!(names(&window), ["walk 30"]);
        for joint in ["Hips", "LeftHand", "RightHand", "LeftUpLeg"] {
            window.pixel(joint);
        }
        window.picture(&format!("bvh-{}", language.tag()));
        give(&mut window, vec![walk(80.0)], false);
        assert_eq!(names(&window), ["walk 30"], "the figure is the same");
        assert_eq!(motions(&window).last().map(String::as_str), Some("walk 80"));
        window.studio_mut().document.set_time(0.5);
        window.settle();
        let hand = window.place("LeftHand") - window.place("LeftArm");
        assert!((hand.y.atan2(hand.x).to_degrees() - 80.0).abs() < 0.1, "{hand}");
        window.picture(&format!("bvh-motion-{}", language.tag()));
        window.run(Command::Undo);
        assert_eq!(motions(&window).len(), 1);
    }
}

#[test]
fn the_motion_of_another_body_opens_alone_and_shift_adds_it_beside() {
    let mut window = opened(Language::English, vec![walk(30.0)]);
    window.run(Command::NewDocument);
    give(&mut window, vec![walk(30.0)], false);
    assert_eq!(names(&window), ["walk 30"], "it is nothing for the mannequin");
    give(&mut window, vec![walk(80.0)], true);
    assert_eq!(names(&window), ["walk 30", "walk 80"]);
}

#[test]
fn a_motion_without_its_skeleton_says_what_is_missing() {
    let vmd = [&b"Vocaloid Motion Data 0002\0\0\0\0\0"[..], &[0; 20], &[0; 24]].concat();
    for (name, bytes, part) in [("01.amc", b":FULLY-SPECIFIED\n1\nroot 0 0 0 0 0 0\n".to_vec(), "ASF"), ("dance.vmd", vmd, "model first")] {
        let window = opened(Language::English, vec![GivenFile { name: name.to_owned(), bytes: bytes.into() }]);
        let said = told(&window).expect("something is told");
        assert!(said.contains(part), "{name}: {said}");
        assert_eq!(window.studio().banners.shown.last().expect("it").weight, Weight::Problem);
    }
}

/// A skeleton and its motion in two files, dropped together in any order.
#[test]
fn a_skeleton_comes_with_the_motion_that_is_dropped_with_it() {
    let asf = ":version 1.10\n:name boy\n:units\nmass 1.0\nlength 0.0254\nangle deg\n:root\norder TX TY TZ RX RY RZ\naxis XYZ\nposition 0 0 0\n\
        orientation 0 0 0\n:bonedata\nbegin\nid 1\nname arm\ndirection 1 0 0\nlength 10\naxis 0 0 0 XYZ\ndof rz\nlimits (-90 90)\nend\n\
        :hierarchy\nbegin\nroot arm\nend\n";
    let amc = ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\narm 0\n2\nroot 0 0 0 0 0 0\narm 45\n";
    let file = |name: &str, text: &str| GivenFile { name: name.to_owned(), bytes: text.as_bytes().into() };
    for turned in [false, true] {
        let mut files = vec![file("boy.asf", asf), file("wave.amc", amc)];
        if turned {
            files.reverse();
        }
        let window = opened(Language::English, files);
        assert_eq!(names(&window), ["boy"], "{:?}", told(&window));
        assert_eq!(motions(&window), ["wave"], "{:?}", told(&window));
    }
}

/// The folder of test files; `None`, said in one line, where it does not exist. It must exist where tests decide.
#[expect(clippy::print_stdout, reason = "a test that did not run says so")]
pub(super) fn corpus() -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{} is missing", folder.display());
    println!("not run: real files in the window, because {} does not exist", folder.display());
    None
}

/// Every file of these folders opens, is named after its file, stands within the view, and people have limits.
#[test]
fn real_files_of_every_format_open_framed() {
    let Some(corpus) = corpus() else { return };
    for folder in ["gltf", "vrm", "bvh", "mmd", "mqo", "urdf"] {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(corpus.join(folder)).expect("a folder").filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        paths.retain(|path| {
            path.extension()
                .is_some_and(|ending| ["glb", "gltf", "vrm", "bvh", "pmx", "pmd", "mqo", "mqoz", "urdf"].iter().any(|one| ending == *one))
        });
        assert!(!paths.is_empty(), "{folder}");
        for (index, path) in paths.iter().enumerate() {
            let language = Language::ALL[index % 2];
            let name = path.to_string_lossy().into_owned();
            let mut window = opened(language, vec![GivenFile { name: name.clone(), bytes: fs::read(path).expect("a file").into() }]);
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            window.picture(&format!("real-{folder}-{stem}"));
            assert!(names(&window).iter().eq([&stem]), "{name}: {:?} {:?}", names(&window), told(&window));
            let studio = window.studio();
            let actor = studio.document.actor().expect("a figure").clone();
            let hidden = actor.surface().iter().filter(|point| studio.pixel_of(**point).is_none()).count();
            assert_eq!(hidden, 0, "{name}");
            // Files of MikuMikuDance and Metasequoia say themselves what a few joints may do.
            let is_human = actor.figure.humanoid().is_some() && folder != "mmd" && folder != "mqo";
            assert!(!is_human || actor.limits.iter().flatten().count() >= 10, "{name} is human and has no limits");
        }
    }
}

#[test]
fn a_real_dance_is_dropped_on_a_real_model() {
    let Some(corpus) = corpus() else { return };
    let file = |name: &str| GivenFile { name: name.to_owned(), bytes: fs::read(corpus.join("mmd").join(name)).expect("a file").into() };
    let mut window = opened(Language::Japanese, vec![file("Gene_light.pmx")]);
    give(&mut window, vec![file("gene_happy.vmd")], false);
    assert_eq!(motions(&window), ["gene_happy"], "{:?}", told(&window));
    window.studio_mut().document.set_time(1.0);
    window.settle();
    window.picture("real-dance");
    assert_eq!(names(&window), ["Gene_light"]);
}
