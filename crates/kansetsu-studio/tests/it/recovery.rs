//! What is kept in case the program ends before the work is saved.

use kansetsu_studio::document::{
    Document,
    project::Surroundings,
    recovery::{Autosave, Folder, InMemory, Storage, Tick, beside, offers},
};

use crate::document::{turn, with};

fn tick(autosave: &mut Autosave, document: &Document, now: f64, storage: &mut dyn Storage) -> Tick {
    autosave
        .tick(document, [now, 1000.0 + now], Some("/projects/aya/walk.kansetsu"), storage)
        .expect("a storage that works")
}

#[test]
fn a_record_comes_after_a_change_and_goes_when_it_is_saved() {
    let (mut storage, mut autosave) = (InMemory::default(), Autosave::new("a"));
    let mut document = with("arm");
    assert_eq!(tick(&mut autosave, &document, 0.0, &mut storage), Tick::Nothing);
    turn(&mut document, 1, 0.5).unwrap();
    assert_eq!(
        tick(&mut autosave, &document, 1.0, &mut storage),
        Tick::Nothing,
        "something may still come"
    );
    assert_eq!(tick(&mut autosave, &document, 3.5, &mut storage), Tick::Kept);
    assert_eq!(
        tick(&mut autosave, &document, 60.0, &mut storage),
        Tick::Nothing,
        "it is kept already"
    );
    assert_eq!(storage.names().unwrap().len(), 1);
    assert!(offers(&storage, &autosave).is_empty(), "nobody is offered what he has");

    let found = offers(&storage, &Autosave::new("b"));
    assert_eq!(
        (found.len(), found[0].path.as_deref(), found[0].written_at),
        (1, Some("/projects/aya/walk.kansetsu"), 1003.5)
    );
    let recovered = found[0].open(Surroundings::NONE).unwrap().document;
    assert_eq!(recovered.content(), document.content());
    assert!(recovered.is_modified());

    let mut again = Autosave::new("b");
    assert_eq!(tick(&mut again, &recovered, 100.0, &mut storage), Tick::Nothing);
    assert_eq!(
        tick(&mut again, &recovered, 103.0, &mut storage),
        Tick::Kept,
        "what was recovered is unsaved work"
    );
    again.forget(&mut storage).unwrap();

    document.set_saved();
    assert_eq!(tick(&mut autosave, &document, 61.0, &mut storage), Tick::Removed);
    assert!(storage.names().unwrap().is_empty());
}

#[test]
fn constant_work_is_kept_too_but_never_during_a_drag() {
    let (mut storage, mut autosave) = (InMemory::default(), Autosave::new("a"));
    let mut document = with("arm");
    let mut kept = Vec::new();
    for second in 0..50 {
        turn(&mut document, 1, 0.01).unwrap();
        if tick(&mut autosave, &document, f64::from(second), &mut storage) == Tick::Kept {
            kept.push(second);
        }
    }
    assert_eq!(kept.len(), 2, "{kept:?}");
    document.begin_drag("drag");
    for second in 100..200 {
        document
            .preview(|content| {
                content.actor_mut(0)?.pose.locals[1].translation.x += 0.01;
                Ok(())
            })
            .unwrap();
        assert_eq!(tick(&mut autosave, &document, f64::from(second), &mut storage), Tick::Nothing);
    }
    document.commit_drag();
    assert_eq!(tick(&mut autosave, &document, 200.0, &mut storage), Tick::Kept);
}

/// Keeps nothing.
struct Full;

impl Storage for Full {
    fn write(&mut self, _: &str, _: &str) -> Result<(), String> {
        Err("the disk is full".to_owned())
    }
    fn read(&self, _: &str) -> Result<Option<String>, String> {
        Ok(None)
    }
    fn remove(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }
    fn names(&self) -> Result<Vec<String>, String> {
        Err("the disk is full".to_owned())
    }
}

#[test]
fn a_full_disk_is_said_and_tried_again() {
    let mut autosave = Autosave::new("a");
    let mut document = with("arm");
    turn(&mut document, 1, 0.5).unwrap();
    let mut failures = Vec::new();
    for second in 0..60 {
        if autosave.tick(&document, [f64::from(second), 0.0], None, &mut Full).is_err() {
            failures.push(second);
        }
    }
    assert!((2..=4).contains(&failures.len()), "{failures:?}");
    assert!(offers(&Full, &autosave).is_empty());
}

#[test]
fn a_folder_keeps_records() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("walk.kansetsu");
    std::fs::write(&project, "not a record").unwrap();
    let mut storage = beside(&project);
    assert_eq!(storage, Folder::new(folder.path()));
    let mut autosave = Autosave::new("a");
    let mut document = with("arm");
    turn(&mut document, 1, 0.5).unwrap();
    tick(&mut autosave, &document, 0.0, &mut storage);
    assert_eq!(tick(&mut autosave, &document, 30.0, &mut storage), Tick::Kept);
    std::fs::write(folder.path().join(".cut.recovery"), "{\"kansetsu_recovery\": 1, \"pro")
        .unwrap();
    let mut found = offers(&storage, &Autosave::new("b"));
    assert_eq!(found.len(), 1, "what is cut is passed over, and stays");
    assert_eq!(found[0].open(Surroundings::NONE).unwrap().document.content(), document.content());
    found.remove(0).discard(&mut storage).unwrap();
    assert!(offers(&storage, &Autosave::new("b")).is_empty());
    assert_eq!(std::fs::read_to_string(&project).unwrap(), "not a record");

    let mut nowhere = Folder::new(project.join("below a file"));
    assert!(nowhere.write("x", "text").unwrap_err().contains("cannot save"));
    assert!(Folder::new(folder.path().join("none")).names().unwrap().is_empty());
}

#[test]
fn names_tell_projects_and_runs_apart() {
    let autosave = Autosave::new("a-1");
    let names =
        [Some("/x/walk.kansetsu"), Some("/y/walk.kansetsu"), None].map(|path| autosave.name(path));
    assert!(
        names[0] != names[1]
            && names.iter().all(|name| autosave.is_own(name) && !name.contains('/'))
    );
    assert!(names[0].starts_with(".walk.kansetsu-"), "{}", names[0]);
    assert!(names.iter().all(|name| !Autosave::new("b").is_own(name)));
}
