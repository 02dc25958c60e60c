//! Files where the system has no dialogs for them: by their paths.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use eframe::egui::{DroppedFile, Event, Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu_formats::gltf::Container;
use kansetsu_studio::{
    app::{Open, PictureOrder},
    command::Command,
};

use crate::kit::Window;

fn raise_a_hand(window: &mut Window) {
    let from = window.pixel("LeftHand");
    window.drag_and_drop(from, from + vec2(-20.0, -70.0));
}

/// Writes a path into the field that asks for one.
fn type_path(window: &mut Window, path: &Path) {
    assert_eq!(window.studio().open, Open::Path);
    let question = window.studio_mut().path_question.as_mut().expect("a path is asked for");
    question.path = path.to_string_lossy().into_owned();
    window.settle();
}

/// A file that is dropped on the window.
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
    window.harness.event(Event::ModifiersChanged(modifiers));
    window.harness.run_steps(1);
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped(path.to_owned())));
    window.harness.run_steps(1);
    window.harness.input_mut().dropped_files.clear();
    window.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    window.wait();
}

/// Writes the mannequin with a raised hand as a file into a folder; gives the file.
fn posed_file(folder: &Path) -> PathBuf {
    let mut window = Window::open();
    raise_a_hand(&mut window);
    let saved = window.studio().document.actor().expect("a figure").to_gltf(Container::Glb).expect("it can be exported");
    let path = folder.join("posed.glb");
    std::fs::write(&path, saved.bytes).expect("written");
    path
}

/// Waits until so many figures are shown.
fn wait_for_figures(window: &mut Window, count: usize) {
    for _ in 0..500 {
        if window.studio().document.content().actors.len() == count && !window.studio().is_busy() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        window.harness.run_steps(1);
    }
    window.settle();
    assert_eq!(window.studio().document.content().actors.len(), count);
}

/// Waits for a file that a thread writes.
fn wait_for(window: &mut Window, path: &Path) {
    for _ in 0..500 {
        if path.exists() && !window.studio().banners.shown.is_empty() {
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
    let told = window.studio().banners.shown[0].text.to_string();
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
    assert_eq!(window.studio().project.as_deref(), Some(&*path.to_string_lossy()));
    // The second time it has a name, and is saved beside the window; a change comes before that is done.
    raise_a_hand(&mut window);
    let context = window.harness.ctx.clone();
    window.studio_mut().run(Command::Save, &context);
    window.studio_mut().edit("turn", |actor| actor.pose.locals[3].rotation *= kansetsu::glam::Quat::from_rotation_y(0.3));
    let hash = window.hash();
    window.wait();
    assert!(window.studio().document.is_modified(), "the turn is not in the file");
    let mut other = Window::open();
    other.studio_mut().open_named(&path.to_string_lossy());
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
    assert!(window.studio().banners.shown[0].text.to_string().contains("was not saved"));
    window.run(Command::Open);
    type_path(&mut window, &folder.path().join("nowhere.glb"));
    window.press("Open");
    window.wait();
    assert!(window.studio().banners.shown.iter().any(|banner| banner.text.to_string().contains("cannot be read")));
}

#[test]
fn a_picture_and_a_sequence_are_drawn_and_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::open();
    window.studio_mut().picture = PictureOrder { width: 64, height: 48, transparent: true, grid: false };
    window.run(Command::ExportPicture);
    window.picture("picture-card");
    window.press("Save picture…");
    window.wait();
    let path = folder.path().join("one.png");
    type_path(&mut window, &path);
    window.press("Save");
    wait_for(&mut window, &path);
    let picture = image::open(&path).expect("a picture").to_rgba8();
    assert_eq!(picture.dimensions(), (64, 48));
    assert!(picture.get_pixel(0, 0).0[3] == 0 && picture.pixels().any(|pixel| pixel.0[3] == 255), "nothing is behind the figure");

    window.key(Key::K);
    window.studio_mut().edit_motion("shorter", |motion| motion.duration = 0.1);
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
    window.press("Save film…");
    window.wait();
    let path = folder.path().join("film.gif");
    type_path(&mut window, &path);
    window.press("Save");
    wait_for(&mut window, &path);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut film = options.read_info(std::fs::File::open(&path).expect("it was written")).expect("a GIF file");
    assert_eq!((film.width(), film.height()), (64, 48));
    let mut delays = Vec::new();
    while let Some(frame) = film.read_next_frame().expect("sound frames") {
        delays.push(frame.delay);
        let alphas: Vec<u8> = frame.buffer.chunks_exact(4).map(|pixel| pixel[3]).collect();
        assert!(alphas[0] == 0 && alphas.contains(&255), "nothing is behind the figure");
    }
    assert_eq!((delays.len(), delays.iter().sum::<u16>()), (3, 10), "0.1 s that begin again at the end");
}

#[test]
fn a_dropped_file_is_opened_or_added_and_is_among_the_recent_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = posed_file(folder.path());
    let mut window = Window::open();
    let rest = window.place("LeftHand");
    drop_on(&mut window, &path, Modifiers::SHIFT);
    wait_for_figures(&mut window, 2);
    assert!(window.place("LeftHand").distance(rest) > 0.05, "the one that was added is chosen, in the pose of its file");
    drop_on(&mut window, &path, Modifiers::NONE);
    wait_for_figures(&mut window, 1);

    let mut next = Window::open();
    next.studio_mut().preferences = window.studio().preferences.clone();
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
    let told = next.studio().banners.shown.last().expect("a banner").text.to_string();
    assert!(told.contains("posed.glb") && told.contains("cannot be read"), "{told}");
}
