//! Work that was not saved is not lost.

use std::sync::{Arc, Mutex};

use eframe::egui::vec2;
use kansetsu_studio::{
    app::{Remedy, go_on_with, keep_all, keep_in, open_named},
    command::Command,
    document::recovery::{InMemory, Storage},
};

use crate::kit::Window;

/// A storage that outlives the app window.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<InMemory>>);

impl Shared {
    fn records(&self) -> usize {
        self.names()
            .expect("there is memory")
            .iter()
            .filter(|name| name.ends_with(".recovery"))
            .count()
    }
}

impl Storage for Shared {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.0.lock().expect("one thread").write(name, text)
    }
    fn read(&self, name: &str) -> Result<Option<String>, String> {
        self.0.lock().expect("one thread").read(name)
    }
    fn remove(&mut self, name: &str) -> Result<(), String> {
        self.0.lock().expect("one thread").remove(name)
    }
    fn names(&self) -> Result<Vec<String>, String> {
        self.0.lock().expect("one thread").names()
    }
}

fn open(storage: &Shared) -> Window {
    let mut window = Window::open();
    keep_in(&mut window.studio_mut().services, Box::new(storage.clone()));
    window.settle();
    window
}

fn raise_a_hand(window: &mut Window) {
    let from = window.pixel("LeftHand");
    window.drag_and_drop(from, from + vec2(-20.0, -70.0));
}

#[test]
fn recovered_work_has_a_record_until_this_run_has_kept_it() {
    let storage = Shared::default();
    let mut first = open(&storage);
    raise_a_hand(&mut first);
    let hash = first.hash();
    first.harness.run_steps(20);
    assert_eq!(storage.records(), 1);
    drop(first);

    let mut second = open(&storage);
    assert_eq!(second.studio().services.banners.shown[0].remedy, Some(Remedy::Recover));
    second.picture("recover");
    second.press("Recover");
    assert_eq!(second.hash(), hash);
    assert!(second.studio().document.is_modified());
    assert_eq!(storage.records(), 1, "the old record is still there");
    second.harness.run_steps(20);
    assert_eq!(storage.records(), 1, "its own has taken the place of the old one");
    assert_eq!(
        open(&storage).studio().services.banners.shown.len(),
        1,
        "and is offered when this run ends now"
    );
}

#[test]
fn what_a_new_document_replaces_can_be_brought_back() {
    let storage = Shared::default();
    let mut window = open(&storage);
    raise_a_hand(&mut window);
    let hash = window.hash();
    window.run(Command::NewDocument);
    assert_ne!(window.hash(), hash);
    assert_eq!(window.studio().services.banners.shown[0].remedy, Some(Remedy::Reopen));
    window.harness.run_steps(20);
    assert_eq!(storage.records(), 1, "it is kept on the disk, too");
    window.press("Reopen");
    assert_eq!(window.hash(), hash);
    assert!(window.studio().document.is_modified() && window.studio().document.undo_count() == 1);
    window.harness.run_steps(20);
    assert_eq!(storage.records(), 1);
}

#[test]
fn work_is_kept_when_the_window_is_closed_at_once() {
    let storage = Shared::default();
    let mut window = open(&storage);
    raise_a_hand(&mut window);
    let hash = window.hash();
    let record = keep_all(window.studio_mut()).expect("there is memory");
    assert!(record.is_some());
    drop(window);
    let mut next = open(&storage);
    next.press("Recover");
    assert_eq!(next.hash(), hash);
}

#[test]
fn who_knows_its_record_goes_on_without_being_asked() {
    let storage = Shared::default();
    let mut window = open(&storage);
    assert_eq!(keep_all(window.studio_mut()), Ok(None), "nothing was changed");
    raise_a_hand(&mut window);
    let hash = window.hash();
    let record =
        keep_all(window.studio_mut()).expect("there is memory").expect("something was changed");
    drop(window);
    let mut next = open(&storage);
    go_on_with(next.studio_mut(), "no such record");
    assert_eq!(next.studio().services.banners.shown.len(), 1);
    go_on_with(next.studio_mut(), &record);
    assert_eq!(next.hash(), hash);
    assert!(
        next.studio().services.banners.shown.is_empty() && next.studio().document.is_modified()
    );
    next.harness.run_steps(20);
    assert_eq!(storage.records(), 1, "under its own name");
}

#[test]
fn a_record_lies_beside_the_project_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wave.kansetsu").to_string_lossy().into_owned();
    let storage = Shared::default();
    let mut window = open(&storage);
    window.studio_mut().project.path = Some(path.clone());
    window.run(Command::Save);
    window.wait();
    assert!(!window.studio().document.is_modified());
    raise_a_hand(&mut window);
    let hash = window.hash();
    window.harness.run_steps(20);
    let beside = || std::fs::read_dir(folder.path()).expect("it is there").count();
    assert_eq!((storage.records(), beside()), (1, 2));
    drop(window);
    // The user's data folder is lost; the file's folder is not.
    let mut next = open(&Shared::default());
    open_named(next.studio_mut(), &path);
    next.wait();
    next.press("Recover");
    assert_eq!(next.hash(), hash);
    next.run(Command::Save);
    next.wait();
    next.harness.run_steps(20);
    assert!(!next.studio().document.is_modified());
}
