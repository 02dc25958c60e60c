//! Files where the system has no dialogs for them: by their paths.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use eframe::egui::{DroppedFile, Event, Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu_formats::gltf::Container;
use kansetsu_studio::{
    app::{Open, PictureOrder, Studio, open_named, openpose_text, run_command},
    command::Command,
    document::project::{self, Embedding},
    text::Language,
};

use crate::kit::Window;

fn raise_a_hand(window: &mut Window) {
    let from = window.pixel("LeftHand");
    window.drag_and_drop(from, from + vec2(-20.0, -70.0));
}

/// Writes a path into the field that asks for one.
pub(super) fn type_path(window: &mut Window, path: &Path) {
    assert_eq!(window.studio().view.cards.open, Open::Path);
    let question =
        window.studio_mut().view.cards.path_question.as_mut().expect("a path is asked for");
    question.path = path.to_string_lossy().into_owned();
    window.settle();
}

/// A file that is dropped on the app window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn drop_on(window: &mut Window, path: &Path, modifiers: Modifiers) {
    drop_all_on(window, &[path], modifiers);
}

fn drop_all_on(window: &mut Window, paths: &[&Path], modifiers: Modifiers) {
    window.harness.event(Event::ModifiersChanged(modifiers));
    window.harness.run_steps(1);
    for path in paths {
        window.harness.input_mut().dropped_files.push(Arc::new(Dropped((*path).to_owned())));
    }
    window.harness.run_steps(1);
    window.harness.input_mut().dropped_files.clear();
    window.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    window.wait();
}

/// Writes the mannequin with a raised hand as a file into a folder; returns the file.
fn posed_file(folder: &Path) -> PathBuf {
    let mut window = Window::open();
    raise_a_hand(&mut window);
    let saved = window
        .studio()
        .document
        .actor()
        .expect("a figure")
        .to_gltf(Container::Glb)
        .expect("it can be exported");
    let path = folder.join("posed.glb");
    std::fs::write(&path, saved.bytes).expect("written");
    path
}

/// Waits until so many figures are shown.
fn wait_for_figures(window: &mut Window, count: usize) {
    for _ in 0..500 {
        if window.studio().document.content().actors.len() == count
            && !window.studio().services.is_busy()
        {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        window.harness.run_steps(1);
    }
    window.settle();
    assert_eq!(window.studio().document.content().actors.len(), count);
}

/// Waits until something is so.
fn wait_until(window: &mut Window, is_so: impl Fn(&Studio) -> bool) {
    for _ in 0..1000 {
        if is_so(window.studio()) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        window.harness.run_steps(1);
    }
    window.wait();
    assert!(is_so(window.studio()), "it never was");
}

/// Waits for a file that a thread writes.
pub(super) fn wait_for(window: &mut Window, path: &Path) {
    for _ in 0..500 {
        if path.exists() && !window.studio().services.banners.shown.is_empty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        window.harness.run_steps(1);
    }
    window.wait();
}

#[test]
fn a_figure_is_exported_by_typing_a_path_and_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new").join("posed.glb");
    let mut window = Window::open();
    raise_a_hand(&mut window);
    let place = window.place("LeftHand");
    window.key_with(eframe::egui::Modifiers::COMMAND, Key::E);
    type_path(&mut window, &path);
    window.picture("path-save");
    window.press("Save");
    wait_for(&mut window, &path);
    assert_eq!(&std::fs::read(&path).expect("it was written")[..4], b"glTF");
    let told = window.studio().services.banners.shown[0].text.to_string();
    assert!(told.contains("posed.glb"), "{told}");

    let mut other = Window::open();
    other.key_with(eframe::egui::Modifiers::COMMAND, Key::O);
    type_path(&mut other, &path);
    other.press("Open");
    other.wait();
    assert!(other.place("LeftHand").distance(place) < 1e-4, "{} {place}", other.place("LeftHand"));
}

#[test]
fn what_is_changed_while_a_project_is_saved_is_not_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wave.kansetsu");
    let mut window = Window::open();
    raise_a_hand(&mut window);
    window.key_with(eframe::egui::Modifiers::COMMAND, Key::S);
    type_path(&mut window, &path);
    window.press("Save");
    wait_for(&mut window, &path);
    assert!(!window.studio().document.is_modified());
    assert_eq!(window.studio().project.path.as_deref(), Some(&*path.to_string_lossy()));
    // The second time it has a name, and is saved beside the app window; a change comes before that
    // is done.
    raise_a_hand(&mut window);
    let context = window.harness.ctx.clone();
    run_command(window.studio_mut(), Command::Save, &context);
    window.studio_mut().editor().edit("turn", |actor| {
        actor.pose.locals[3].rotation *= kansetsu::glam::Quat::from_rotation_y(0.3)
    });
    let hash = window.hash();
    window.wait();
    assert!(window.studio().document.is_modified(), "the turn is not in the file");
    let mut other = Window::open();
    open_named(other.studio_mut(), &path.to_string_lossy());
    other.wait();
    assert_ne!(other.hash(), hash);
    window.run(Command::Undo);
    assert!(!window.studio().document.is_modified());
}

#[test]
fn a_path_that_cannot_be_written_or_read_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "x").expect("written");
    let mut window = Window::open();
    window.run(Command::ExportPose);
    type_path(&mut window, &file.join("below.json"));
    window.press("Save");
    wait_for(&mut window, &file);
    assert!(window.studio().services.banners.shown[0].text.to_string().contains("was not saved"));
    window.run(Command::Open);
    type_path(&mut window, &folder.path().join("nowhere.glb"));
    window.press("Open");
    window.wait();
    assert!(
        window
            .studio()
            .services
            .banners
            .shown
            .iter()
            .any(|banner| banner.text.to_string().contains("Cannot read"))
    );
}

#[test]
fn a_picture_and_a_sequence_are_drawn_and_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::open();
    window.studio_mut().view.cards.picture = PictureOrder {
        width: 64,
        height: 48,
        transparent: true,
        grid: false,
        ..PictureOrder::default()
    };
    window.run(Command::ExportPicture);
    window.picture("picture-card");
    window.press("Save image…");
    window.wait();
    let path = folder.path().join("one.png");
    type_path(&mut window, &path);
    window.press("Save");
    wait_for(&mut window, &path);
    let picture = image::open(&path).expect("a picture").to_rgba8();
    assert_eq!(picture.dimensions(), (64, 48));
    assert!(
        picture.get_pixel(0, 0).0[3] == 0 && picture.pixels().any(|pixel| pixel.0[3] == 255),
        "nothing is behind the figure"
    );

    window.key(Key::K);
    window.studio_mut().editor().edit_motion("shorter", |motion| motion.duration = 0.1);
    window.run(Command::ExportPictures);
    assert!(window.harness.query_by_label("Save every frame…").is_some());
    window.press("Save every frame…");
    window.wait();
    let path = folder.path().join("all.zip");
    type_path(&mut window, &path);
    window.press("Save");
    wait_for(&mut window, &path);
    let bytes = std::fs::read(&path).expect("it was written");
    let pictures = bytes.windows(8).filter(|bytes| *bytes == b"\x89PNG\r\n\x1a\n").count();
    assert_eq!(pictures, 4, "0 to 0.1 s at 30 frames per second");

    window.run(Command::ExportFilm);
    window.press("Save GIF…");
    window.wait();
    let path = folder.path().join("film.gif");
    type_path(&mut window, &path);
    window.press("Save");
    wait_for(&mut window, &path);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut film =
        options.read_info(std::fs::File::open(&path).expect("it was written")).expect("a GIF file");
    assert_eq!((film.width(), film.height()), (64, 48));
    let mut delays = Vec::new();
    while let Some(frame) = film.read_next_frame().expect("sound frames") {
        delays.push(frame.delay);
        let alphas: Vec<u8> = frame.buffer.chunks_exact(4).map(|pixel| pixel[3]).collect();
        assert!(alphas[0] == 0 && alphas.contains(&255), "nothing is behind the figure");
    }
    assert_eq!((delays.len(), delays.iter().sum::<u16>()), (3, 10), "0.1 s that loop");
}

#[cfg(feature = "video")]
#[test]
fn a_motion_is_saved_as_a_video_of_its_length_and_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::open();
    // An odd side: videos are even.
    window.studio_mut().view.cards.picture = PictureOrder {
        width: 97,
        height: 64,
        transparent: true,
        grid: true,
        ..PictureOrder::default()
    };
    window.key(Key::K);
    window.studio_mut().editor().edit_motion("shorter", |motion| motion.duration = 0.1);
    window.run(Command::ExportFilm);
    window.press("Save WebM…");
    window.wait();
    let path = folder.path().join("film.webm");
    type_path(&mut window, &path);
    window.press("Save");
    wait_for(&mut window, &path);
    let bytes = std::fs::read(&path).expect("it was written");
    assert_eq!(bytes[..4], [0x1a, 0x45, 0xdf, 0xa3]);
    let after = |name: &[u8]| {
        bytes
            .windows(name.len())
            .position(|bytes| bytes == name)
            .map(|at| &bytes[at + name.len()..])
            .expect("it is in the file")
    };
    assert!(after(b"V_AV1").len() > 100);
    // Elements of eight bytes of length: the duration in milliseconds, width and height.
    assert_eq!(
        f64::from_be_bytes(
            after(&[0x44, 0x89, 1, 0, 0, 0, 0, 0, 0, 8])[..8].try_into().expect("eight bytes")
        ),
        100.0
    );
    assert_eq!(after(&[0xb0, 1, 0, 0, 0, 0, 0, 0, 1])[0], 96);
    assert_eq!(after(&[0xba, 1, 0, 0, 0, 0, 0, 0, 1])[0], 64);
}

/// The files of an archive that does not pack them.
pub(super) fn files_in(archive: &[u8]) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut files = std::collections::BTreeMap::new();
    let mut rest = archive;
    while rest.starts_with(b"PK\x03\x04") {
        let word = |at: usize| {
            u32::from_le_bytes([rest[at], rest[at + 1], rest[at + 2], rest[at + 3]]) as usize
        };
        let (size, name) = (word(18), word(26) & 0xffff);
        files.insert(
            String::from_utf8_lossy(&rest[30..30 + name]).into_owned(),
            rest[30 + name..30 + name + size].to_vec(),
        );
        rest = &rest[30 + name + size..];
    }
    files
}

#[test]
fn a_pose_is_told_to_image_tools_as_points_depth_and_normals() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::open();
    let from = window.pixel("LeftHand");
    window.drag_and_drop(from, from + vec2(-30.0, -120.0));
    window.studio_mut().view.cards.picture =
        PictureOrder { width: 256, height: 384, ..PictureOrder::default() };
    window.run(Command::FrameAll);
    window.run(Command::ExportForTools);
    window.press("For AI image tools (ControlNet)…");
    window.wait();
    let path = folder.path().join("pose.zip");
    type_path(&mut window, &path);
    window.press("Save");
    wait_for(&mut window, &path);
    let files = files_in(&std::fs::read(&path).expect("it was written"));
    let picture = |name: &str| image::load_from_memory(&files[name]).expect("a picture").to_rgba8();
    if let Some(kept) = std::env::var_os("KANSETSU_TEST_PICTURES") {
        for name in ["picture.png", "openpose.png", "depth.png", "normal.png"] {
            std::fs::write(Path::new(&kept).join(format!("tools-{name}")), &files[name])
                .expect("the folder is there");
        }
    }
    let told: serde_json::Value = serde_json::from_slice(&files["openpose.json"]).expect("JSON");
    assert_eq!(
        (told["canvas_width"].as_u64(), told["canvas_height"].as_u64()),
        (Some(256), Some(384))
    );
    let points = told["people"][0]["pose_keypoints_2d"].as_array().expect("points").clone();
    assert_eq!(
        (points.len(), told["people"][0]["hand_left_keypoints_2d"].as_array().map(Vec::len)),
        (54, Some(63))
    );
    // Each point is where the pictures show it: coloured among the points, on the body in depth and
    // normals.
    let (points_picture, depth, normal) =
        (picture("openpose.png"), picture("depth.png"), picture("normal.png"));
    let at = |number: usize| {
        [0, 1].map(|axis| points[3 * number + axis].as_f64().expect("a number") as u32)
    };
    for number in [3, 4, 6, 7, 9, 10, 12, 13] {
        let [x, y] = at(number);
        let color = points_picture.get_pixel(x, y).0;
        assert!(color[..3].iter().any(|&channel| channel > 200), "{number}: {color:?} at {x}, {y}");
    }
    assert!(at(7)[1] < at(6)[1], "the left hand is raised");
    for number in [1, 8, 11] {
        let [x, y] = at(number);
        assert!(depth.get_pixel(x, y).0[0] > 20, "{number}");
        let [_, _, towards, _] = normal.get_pixel(x, y).0;
        assert!(towards > 128, "{number}: what is seen faces the viewer");
    }
    assert_eq!(
        (points_picture.get_pixel(2, 2).0, depth.get_pixel(2, 2).0),
        ([0, 0, 0, 255], [0, 0, 0, 255])
    );
    assert_eq!(normal.get_pixel(2, 2).0, [128, 128, 255, 255]);
    assert!(depth.pixels().any(|pixel| pixel.0[0] > 235), "something is nearest");
}

#[test]
fn points_of_a_picture_that_are_dropped_pose_the_figure() {
    const JOINTS: [&str; 6] =
        ["LeftHand", "RightHand", "LeftLowerArm", "Head", "LeftFoot", "RightFoot"];
    for (language, other) in
        [(Language::English, "Flip depth"), (Language::Japanese, "前後を逆にする")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let mut window = Window::in_language(language);
        raise_a_hand(&mut window);
        let seen = JOINTS.map(|name| window.pixel(name));
        let told = openpose_text(
            &window.studio().document,
            &PictureOrder { width: 900, height: 700, ..PictureOrder::default() },
        );
        let path = folder.path().join("points.json");
        std::fs::write(&path, told).expect("written");

        let mut window = Window::in_language(language);
        let before = window.pose();
        drop_on(&mut window, &path, Modifiers::NONE);
        wait_until(&mut window, |studio| studio.document.undo_count() == 1);
        let found = window.pose();
        let is_seen_as_before = |window: &Window| {
            for (name, at) in JOINTS.iter().zip(seen) {
                let off = window.pixel(name).distance(at);
                assert!(off < 10.0, "{name} is seen {off} pixels off");
            }
        };
        is_seen_as_before(&window);
        window.picture(&format!("keypoints-{language:?}"));
        window.press(other);
        is_seen_as_before(&window);
        let turned = window.pose();
        assert_ne!(turned, found);
        assert_eq!(window.studio().document.undo_count(), 2);
        window.press(other);
        assert_eq!(window.pose(), found);
        for _ in 0..3 {
            window.key_with(Modifiers::COMMAND, Key::Z);
        }
        assert_eq!(window.pose(), before);
        // What is no picture of a person is refused in words, and poses nobody.
        std::fs::write(&path, r#"{"people": [{"pose_keypoints_2d": [1, 2]}]}"#).expect("written");
        drop_on(&mut window, &path, Modifiers::NONE);
        wait_until(&mut window, |studio| {
            studio.services.banners.shown.last().is_some_and(|banner| !banner.details.is_empty())
        });
        let banner = window.studio().services.banners.shown.last().expect("a message").clone();
        assert!(
            banner.details[0].to_string().contains("people[0].pose_keypoints_2d"),
            "{banner:?}"
        );
        assert_eq!(window.pose(), before);
    }
}

#[test]
fn a_picture_that_is_dropped_is_behind_the_figure() {
    for language in [Language::English, Language::Japanese] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("reference.png");
        let red = image::RgbImage::from_pixel(300, 400, image::Rgb([230, 30, 30]));
        red.save(&path).expect("a picture");
        let mut window = Window::in_language(language);
        let hash = window.hash();
        let corner = |window: &mut Window| {
            let picture = window.harness.render().expect("a picture of the studio");
            // In the middle, a little below the top of the view: behind no part of the mannequin.
            let top = window.pixel("Head").y as u32 - 90;
            picture.get_pixel(window.pixel("Head").x as u32, top).0
        };
        let before = corner(&mut window);
        drop_on(&mut window, &path, Modifiers::NONE);
        while window.studio().view.backdrop.is_none() {
            window.harness.run_steps(1);
        }
        window.settle();
        window.picture(&format!("backdrop-{}", language.tag()));
        let [r, g, _, _] = corner(&mut window);
        assert!(r > 150 && g < 130, "{r} {g}, and before {before:?}");
        // It is in the project, and comes back with it.
        let behind = window.hash();
        assert!(behind != hash && window.studio().document.is_modified());
        let saved =
            project::save(&window.studio().document, Embedding::Everything).expect("a project");
        let project = folder.path().join("pose.kansetsu");
        std::fs::write(&project, saved).expect("the folder is there");
        window.run(Command::NoBackdrop);
        assert_eq!((corner(&mut window), window.hash()), (before, hash));
        window.run(Command::Undo);
        assert!(corner(&mut window)[0] > 150);
        let mut next = Window::in_language(language);
        drop_on(&mut next, &project, Modifiers::NONE);
        while next.studio().view.backdrop.is_none() {
            next.harness.run_steps(1);
        }
        next.settle();
        assert!(
            corner(&mut next)[0] > 150
                && next.hash() == behind
                && !next.studio().document.is_modified()
        );
    }
}

#[test]
fn files_that_are_dropped_together_are_reported_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let posed = posed_file(folder.path());
    let written = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    };
    let walk = written("walk.bvh", &crate::drops::person_bvh());
    let tentacle = written("tentacle.bvh", &crate::drops::chain_bvh(8));
    let empty = written("empty.vrm", crate::drops::EMPTY.as_bytes());
    let missing = folder.path().join("gone.glb");
    for (language, details) in [(Language::English, "Details"), (Language::Japanese, "詳細")] {
        let mut window = Window::in_language(language);
        drop_all_on(&mut window, &[&tentacle, &walk, &missing, &posed, &empty], Modifiers::NONE);
        wait_until(&mut window, |studio| {
            studio.services.banners.shown.iter().any(|banner| banner.details.len() >= 5)
        });
        window.studio_mut().document.playback.playing = false;
        window.settle();
        window.press(details);
        window.picture(&format!("dropped-together-{}", language.tag()));
        let names: Vec<String> = window
            .studio()
            .document
            .content()
            .actors
            .iter()
            .map(|actor| actor.name.clone())
            .collect();
        assert_eq!(names, ["posed", "tentacle"]);
        for name in ["tentacle.bvh", "walk.bvh", "gone.glb", "posed.glb", "empty.vrm"] {
            assert!(
                window.harness.query_by_label_contains(&format!("· {name}")).is_some(),
                "{name}"
            );
        }
    }
}

#[test]
fn a_dropped_file_is_opened_or_added_and_is_among_the_recent_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = posed_file(folder.path());
    let mut window = Window::open();
    let rest = window.place("LeftHand");
    drop_on(&mut window, &path, Modifiers::SHIFT);
    wait_for_figures(&mut window, 2);
    assert!(
        window.place("LeftHand").distance(rest) > 0.05,
        "the one that was added is chosen, in the pose of its file"
    );
    // What is not saved is never replaced: the file stands beside it.
    drop_on(&mut window, &path, Modifiers::NONE);
    wait_for_figures(&mut window, 3);
    assert!(
        window
            .studio()
            .services
            .banners
            .shown
            .last()
            .is_some_and(|banner| banner.text.to_string().contains("Added posed"))
    );
    let mut untouched = Window::open();
    drop_on(&mut untouched, &path, Modifiers::NONE);
    wait_until(&mut untouched, |studio| {
        studio.project.document_name(&studio.document).as_deref() == Some("posed")
    });
    assert_eq!(untouched.studio().document.content().actors.len(), 1);

    let mut next = Window::open();
    next.studio_mut().services.preferences = window.studio().services.preferences.clone();
    next.press("File");
    next.press("Recent files");
    next.picture("recent-files");
    next.press(&path.to_string_lossy());
    next.wait();
    assert!(next.place("LeftHand").distance(rest) > 0.05);

    std::fs::remove_file(&path).expect("it is there");
    let hash = next.hash();
    next.press("File");
    next.press("Recent files");
    next.press(&path.to_string_lossy());
    next.wait();
    assert_eq!(next.hash(), hash);
    let told = next.studio().services.banners.shown.last().expect("a banner").text.to_string();
    assert!(told.contains("posed.glb") && told.contains("Cannot read"), "{told}");
}
