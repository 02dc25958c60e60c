//! Files of every format, as they are dropped on the app window.

use std::{fs, path::PathBuf};

use eframe::egui::{Event, Key, MissingGlyphPolicy};
use egui_kittest::kittest::Queryable;
use kansetsu_studio::{
    app::{GivenFile, Values, Weight, joint_values},
    command::Command,
    text::Language,
};

use super::files::{type_path, wait_for};
use crate::kit::Window;

/// A body of eight joints, two metres tall in centimetres, with one frame in which its left arm is
/// turned so far.
fn walk(degrees: f32) -> GivenFile {
    let joint = |name: &str, offset: &str, inside: &str| {
        format!(
            "JOINT {name}\n{{\nOFFSET {offset}\nCHANNELS 3 Zrotation Xrotation Yrotation\n{inside}}}\n"
        )
    };
    let end = |offset: &str| format!("End Site\n{{\nOFFSET {offset}\n}}\n");
    let arm = |side: &str, x: i32| {
        let hand =
            joint(&format!("{side}Hand"), &format!("{} 0 0", 3 * x), &end(&format!("{x} 0 0")));
        joint(&format!("{side}Arm"), &format!("{x} 50 0"), &hand)
    };
    let leg =
        |side: &str, x: i32| joint(&format!("{side}UpLeg"), &format!("{x} 0 0"), &end("0 -95 0"));
    let parts = [arm("Left", 20), arm("Right", -20), leg("Left", 10), leg("Right", -10)].concat();
    let root = format!(
        "ROOT Hips\n{{\nOFFSET 0 100 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n{parts}}}\n"
    );
    let frame = |turn: f32| format!("0 100 0 0 0 0 {turn} 0 0{}\n", " 0".repeat(15));
    let text = format!(
        "HIERARCHY\n{root}MOTION\nFrames: 2\nFrame Time: 0.5\n{}{}",
        frame(0.0),
        frame(degrees)
    );
    GivenFile { name: format!("walk {degrees}.bvh"), bytes: text.into_bytes().into() }
}

fn give(window: &mut Window, files: Vec<GivenFile>, adds: bool) {
    window.studio().services.give(files, adds);
    window.wait();
    window.studio_mut().document.playback.playing = false;
    window.settle();
}

pub fn opened(language: Language, files: Vec<GivenFile>) -> Window {
    let mut window = Window::in_language(language);
    // Names of other people's joints may hold any character; the system's fonts, which draw these,
    // are not in tests.
    window.harness.ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
    window.studio_mut().services.preferences.knows_how = true;
    give(&mut window, files, false);
    window
}

fn told(window: &Window) -> Option<String> {
    Some(window.studio().services.banners.shown.last()?.text.get(Language::English).to_owned())
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
    for (name, bytes, part) in [
        ("01.amc", b":FULLY-SPECIFIED\n1\nroot 0 0 0 0 0 0\n".to_vec(), "ASF"),
        ("dance.vmd", vmd, "model first"),
    ] {
        let window = opened(
            Language::English,
            vec![GivenFile { name: name.to_owned(), bytes: bytes.into() }],
        );
        let said = told(&window).expect("a message");
        assert!(said.contains(part), "{name}: {said}");
        assert_eq!(
            window.studio().services.banners.shown.last().expect("it").weight,
            Weight::Problem
        );
    }
}

/// A skeleton and its motion in two files, dropped together in any order.
#[test]
fn a_skeleton_comes_with_the_motion_that_is_dropped_with_it() {
    let asf = ":version 1.10\n:name boy\n:units\nmass 1.0\nlength 0.0254\nangle deg\n:root\norder TX TY TZ RX RY RZ\naxis XYZ\nposition 0 0 0\n\
        orientation 0 0 0\n:bonedata\nbegin\nid 1\nname arm\ndirection 1 0 0\nlength 10\naxis 0 0 0 XYZ\ndof rz\nlimits (-90 90)\nend\n\
        :hierarchy\nbegin\nroot arm\nend\n";
    let amc =
        ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\narm 0\n2\nroot 0 0 0 0 0 0\narm 45\n";
    let file =
        |name: &str, text: &str| GivenFile { name: name.to_owned(), bytes: text.as_bytes().into() };
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

/// The folder of test files; `None`, said in one line, where it does not exist. It must exist where
/// tests decide.
#[expect(clippy::print_stdout, reason = "a test that did not run says so")]
pub fn corpus() -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{} is missing", folder.display());
    println!("not run: real files in the studio, because {} does not exist", folder.display());
    None
}

/// Every file of these folders opens, is named after its file, stands within the view, and people
/// have limits.
#[test]
fn real_files_of_every_format_open_framed() {
    let Some(corpus) = corpus() else { return };
    for folder in ["gltf", "vrm", "bvh", "mmd", "mqo", "urdf"] {
        let mut paths: Vec<PathBuf> = fs::read_dir(corpus.join(folder))
            .expect("a folder")
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        paths.sort();
        paths.retain(|path| {
            path.extension().is_some_and(|ending| {
                ["glb", "gltf", "vrm", "bvh", "pmx", "pmd", "mqo", "mqoz", "urdf"]
                    .iter()
                    .any(|one| ending == *one)
            })
        });
        assert!(!paths.is_empty(), "{folder}");
        for (index, path) in paths.iter().enumerate() {
            let language = Language::ALL[index % 2];
            let name = path.to_string_lossy().into_owned();
            let mut window = opened(language, Vec::new());
            // Beside the mannequin, which would take the motion over.
            give(
                &mut window,
                vec![GivenFile {
                    name: name.clone(),
                    bytes: fs::read(path).expect("a file").into(),
                }],
                folder == "bvh",
            );
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            if stem == "broken_empty" {
                let told = told(&window).expect("it is refused");
                assert!(told.contains("no joints") && names(&window) == ["mannequin"], "{told}");
                continue;
            }
            window.picture(&format!("real-{folder}-{stem}"));
            assert_eq!(
                names(&window).last(),
                Some(&stem),
                "{name}: {:?} {:?}",
                names(&window),
                told(&window)
            );
            let studio = window.studio();
            let actor = studio.document.actor().expect("a figure").clone();
            let hidden = actor
                .surface()
                .iter()
                .filter(|point| studio.context().pixel_of(**point).is_none())
                .count();
            assert_eq!(hidden, 0, "{name}");
            // Files of MikuMikuDance and Metasequoia contain the limits of a few joints.
            let is_human =
                actor.figure.rig.humanoid().is_some() && folder != "mmd" && folder != "mqo";
            assert!(
                !is_human || actor.constraints.limits.iter().flatten().count() >= 10,
                "{name} is human and has no limits"
            );
        }
    }
}

#[test]
fn a_real_dance_is_dropped_on_a_real_model() {
    let Some(corpus) = corpus() else { return };
    let file = |name: &str| GivenFile {
        name: name.to_owned(),
        bytes: fs::read(corpus.join("mmd").join(name)).expect("a file").into(),
    };
    let mut window = opened(Language::Japanese, vec![file("Gene_light.pmx")]);
    give(&mut window, vec![file("gene_happy.vmd")], false);
    assert_eq!(motions(&window), ["gene_happy"], "{:?}", told(&window));
    window.studio_mut().document.set_time(1.0);
    window.settle();
    window.picture("real-dance");
    assert_eq!(names(&window), ["Gene_light"]);
}

/// A robot of two turns and a slide.
const ARM: &str = r#"<robot name="arm">
  <link name="base"/><link name="upper"/><link name="lower"/><link name="slide"/>
  <joint name="turn" type="continuous"><parent link="base"/><child link="upper"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/></joint>
  <joint name="bend" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/><limit lower="0" upper="2"/></joint>
  <joint name="reach" type="prismatic"><parent link="lower"/><child link="slide"/><origin xyz="1 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0.5"/></joint>
</robot>"#;

fn values_of(window: &mut Window) -> Values {
    let studio = window.studio_mut();
    joint_values(&studio.document, &mut studio.view.shown_values).expect("a robot")
}

#[test]
fn joint_values_of_a_robot_are_shown_typed_and_exported() {
    for language in Language::ALL {
        let mut window = opened(
            language,
            vec![GivenFile { name: "arm.urdf".to_owned(), bytes: ARM.as_bytes().into() }],
        );
        for (name, typed) in [("turn", "400"), ("bend", "30"), ("reach", "0.25")] {
            let word = if language == Language::English { "value" } else { "の値" };
            window.harness.get_by_label(&format!("{name} {word}")).click();
            window.settle();
            window.harness.event(Event::Text(typed.to_owned()));
            window.settle();
            window.key(Key::Enter);
        }
        window.picture(&format!("robot-{}", language.tag()));
        let values = values_of(&mut window);
        assert!(
            (values["turn"].to_degrees() - 400.0).abs() < 1e-3,
            "more than a turn stays so: {values:?}"
        );
        assert!(
            (values["bend"].to_degrees() - 30.0).abs() < 1e-3
                && (values["reach"] - 0.25).abs() < 1e-5,
            "{values:?}"
        );
        let folder = tempfile::tempdir().expect("a folder");
        for (command, name) in
            [(Command::ExportValues, "q.json"), (Command::ExportValuesTable, "q.csv")]
        {
            window.run(command);
            let path = folder.path().join(name);
            type_path(&mut window, &path);
            window.press(if language == Language::English { "Save" } else { "保存" });
            wait_for(&mut window, &path);
            let text = fs::read_to_string(&path).expect("written");
            assert!(text.contains("turn") && text.contains("6.98"), "{text}");
        }
        window.run(Command::Undo);
        let values = values_of(&mut window);
        assert!(values["reach"].abs() < 1e-6, "{values:?}");
    }
}

/// A person of recorded motion in centimetres, in a T-pose, with one second in which the right arm
/// goes down and the left leg steps.
fn person() -> GivenFile {
    let root = crate::drops::person_hierarchy();
    let joints = root.matches("JOINT").count();
    let names: Vec<&str> = root.lines().filter_map(|line| line.strip_prefix("JOINT ")).collect();
    let right = names.iter().position(|name| *name == "RightArm").expect("an arm");
    let frame = |part: f32| {
        let mut numbers = vec![0.0; 6 + 3 * joints];
        numbers[1] = 92.0;
        numbers[6 + 3 * right] = 70.0 * part;
        numbers.iter().map(f32::to_string).collect::<Vec<_>>().join(" ") + "\n"
    };
    let frames: String = (0..31).map(|at| frame(at as f32 / 30.0)).collect();
    let text = format!("HIERARCHY\n{root}MOTION\nFrames: 31\nFrame Time: 0.0333333\n{frames}");
    GivenFile { name: "lower.bvh".to_owned(), bytes: text.into_bytes().into() }
}

#[test]
fn a_motion_that_is_dropped_on_a_character_moves_it_within_its_limits() {
    for language in Language::ALL {
        let mut window = Window::in_language(language);
        window.studio_mut().services.preferences.knows_how = true;
        let before = names(&window);
        give(&mut window, vec![person()], false);
        assert_eq!(names(&window), before, "{:?}", told(&window));
        assert_eq!(motions(&window).last().map(String::as_str), Some("lower"));
        assert!(
            told(&window).expect("a message").contains("Applied motion lower"),
            "{:?}",
            told(&window)
        );
        window.studio_mut().document.set_time(1.0);
        window.settle();
        window.picture(&format!("retargeted-{}", language.tag()));
        let way = window.place("RightHand") - window.place("RightUpperArm");
        assert!(way.y < -0.8 * way.length(), "the arm hangs down: {way}");
        let actor = window.studio().document.actor().expect("a figure").clone();
        for ((limit, local), joint) in actor
            .constraints
            .limits
            .iter()
            .zip(&actor.pose.locals)
            .zip(actor.figure.rig.skeleton.joints())
        {
            let outside = limit.as_ref().map_or(0.0, |limit| {
                limit.violation(joint.rest.rotation.inverse() * local.rotation)
            });
            assert!(outside < 1e-4, "{} is {outside} outside", joint.name);
        }
        window.run(Command::Undo);
        assert!(!motions(&window).iter().any(|name| name == "lower"), "one step back");
        give(&mut window, vec![person()], true);
        assert_eq!(
            names(&window).last().map(String::as_str),
            Some("lower"),
            "Shift shows its own skeleton"
        );
    }
}

/// Two bones, one of which is ambiguous.
const BONES: &str = "Metasequoia Document\r\nFormat Text Ver 1.0\r\n\r\nMaterial 2 {\r\n\t\"hip\" shader(3) col(1 0 0 1)\r\n\t\"knee\" shader(3) col(0 1 0 1)\r\n}\r\n\
    Object \"bone:legs\" {\r\n\tvertex 5 {\r\n\t\t0 100 0\r\n\t\t0 50 0\r\n\t\t0 100 15\r\n\t\t0 0 0\r\n\t\t0 50 49.9\r\n\t}\r\n\
    \tface 2 {\r\n\t\t3 V(0 1 2) M(0)\r\n\t\t3 V(1 3 4) M(1)\r\n\t}\r\n}\r\nEof\r\n";

#[test]
fn triangles_that_are_bones_are_drawn_and_told_with_a_switch() {
    for language in Language::ALL {
        let mut window = opened(
            language,
            vec![GivenFile { name: "legs.mqo".to_owned(), bytes: BONES.as_bytes().into() }],
        );
        let actor = window.studio().document.actor().expect("a figure").clone();
        let triangles = &actor.figure.triangles;
        assert_eq!(
            (
                triangles.len(),
                triangles.iter().filter(|triangle| triangle.warning().is_some()).count()
            ),
            (2, 1)
        );
        assert!(window.studio().document.view.triangles);
        window.press(if language == Language::English { "Figure" } else { "モデル" });
        window.picture(&format!("triangles-{}", language.tag()));
        window.run(Command::ToggleTriangles);
        assert!(!window.studio().document.view.triangles);
    }
    let window = Window::open();
    let refusal =
        kansetsu_studio::command::refusal(&window.studio().document, Command::ToggleTriangles);
    assert!(
        refusal.is_some_and(|reason| reason.to_string().contains("MQO")),
        "the mannequin has none"
    );
}

#[test]
fn a_rig_file_that_is_dropped_with_a_figure_is_put_on_it() {
    let rig = r#"{"kansetsu_rig": 1, "limits": [{"joint": "knee", "limit": {"kind": "hinge", "axis": [1, 0, 0], "min": -1, "max": 0}}]}"#;
    let files = |stem: &str| {
        vec![
            GivenFile { name: format!("{stem}.rig.json"), bytes: rig.as_bytes().into() },
            GivenFile { name: "legs.mqo".to_owned(), bytes: BONES.as_bytes().into() },
        ]
    };
    for (stem, count) in [("legs", 1), ("others", 0)] {
        let window = opened(Language::English, files(stem));
        let actor = window.studio().document.actor().expect("a figure").clone();
        assert_eq!(
            actor.constraints.limits.iter().flatten().count(),
            count,
            "{stem}: {:?}",
            told(&window)
        );
    }
}

pub fn in_corpus(path: &str) -> Option<GivenFile> {
    let bytes = fs::read(corpus()?.join(path)).expect("a file");
    Some(GivenFile {
        name: PathBuf::from(path).file_name().expect("a name").to_string_lossy().into_owned(),
        bytes: bytes.into(),
    })
}

/// The farthest that a joint of the figure that is posed is outside its limit, radians.
fn outside(window: &Window) -> f32 {
    let actor = window.studio().document.actor().expect("a figure");
    let joints = actor
        .constraints
        .limits
        .iter()
        .zip(&actor.pose.locals)
        .zip(actor.figure.rig.skeleton.joints());
    let each = joints.filter_map(|((limit, local), joint)| {
        Some(limit.as_ref()?.violation(joint.rest.rotation.inverse() * local.rotation))
    });
    each.fold(0.0, f32::max)
}

#[test]
fn a_real_vrm_animation_is_dropped_on_characters_of_either_version() {
    for name in ["vrm/basic_armature_vrm0.vrm", "vrm/basic_armature_vrm1.vrm"] {
        let (Some(character), Some(motion)) = (in_corpus(name), in_corpus("vrm/test.vrma")) else {
            return;
        };
        let mut window = opened(Language::English, vec![character]);
        let count = names(&window).len();
        give(&mut window, vec![motion], false);
        assert_eq!(names(&window).len(), count, "{name}: {:?}", told(&window));
        assert!(!motions(&window).is_empty(), "{name}: {:?}", told(&window));
        let poses = [0.0, 0.4].map(|time| {
            window.studio_mut().document.set_time(time);
            window.settle();
            window.studio().document.actor().expect("a figure").pose.clone()
        });
        assert_ne!(poses[0], poses[1], "{name} moves");
        window.picture(&format!("vrma-on-{}", &name[4..name.len() - 4]));
    }
}

#[test]
fn a_real_fbx_motion_is_dropped_on_a_character_and_moves_it_within_its_limits() {
    let Some(motion) = in_corpus("fbx/mesh2motion__91_48.fbx") else { return };
    let mut window = Window::in_language(Language::English);
    window.studio_mut().services.preferences.knows_how = true;
    let before = (names(&window), motions(&window).len());
    give(&mut window, vec![motion], false);
    assert_eq!(names(&window), before.0, "{:?}", told(&window));
    assert!(motions(&window).len() > before.1, "{:?}", told(&window));
    window.studio_mut().document.set_time(0.5);
    window.settle();
    window.picture("fbx-on-mannequin");
    assert!(outside(&window) < 1e-4, "{} outside", outside(&window));
}

#[test]
fn a_real_fbx_character_opens_with_roles_and_limits() {
    let Some(character) = in_corpus("fbx/ufbx__maya_kenney_character_7700_binary.fbx") else {
        return;
    };
    let mut window = opened(Language::English, vec![character]);
    window.picture("fbx-character");
    let actor = window.studio().document.actor().expect("a figure").clone();
    assert!(
        !actor.figure.meshes.is_empty() && !actor.figure.rig.roles.is_empty(),
        "{:?}",
        told(&window)
    );
    assert!(
        actor.constraints.limits.iter().flatten().count() > 8,
        "{}",
        actor.constraints.limits.iter().flatten().count()
    );
}
