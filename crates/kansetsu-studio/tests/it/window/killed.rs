//! A studio that is killed at work loses at most the last change.

use std::{
    env,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command as Process, Stdio},
    thread::sleep,
    time::Duration,
};

use kansetsu_studio::{
    app::keep_all,
    app::keep_in,
    command::Command,
    document::{
        Document,
        project::{self, Surroundings},
        recovery::{Autosave, Folder, offers},
    },
};

use crate::{kit::Window, random::Random};

/// The folder of the studio that is killed.
const FOLDER: &str = "KANSETSU_KILLED_STUDIO";
/// What the studio prints after each change that it has saved or kept.
const DONE: &str = "done ";

/// `KANSETSU_KILLS`, or as many as a short run affords.
fn kills() -> u64 {
    env::var("KANSETSU_KILLS").map_or(12, |count| count.parse().expect("a number"))
}

/// How many changes a document has: each moves the figure by a metre.
fn changes_of(document: &Document) -> u32 {
    document.content().actors[0].pose.locals[0].translation.x as u32
}

fn records(folder: &Path) -> Folder {
    Folder::new(folder.join("recovery"))
}

/// Changes, saves and keeps a document until the process is killed.
fn work_in(folder: &Path) {
    let mut window = Window::open();
    keep_in(&mut window.studio_mut().services, Box::new(records(folder)));
    let path = folder.join("walk.kansetsu").to_string_lossy().into_owned();
    window.studio_mut().project.path = Some(path);
    for change in 1.. {
        window.studio_mut().editor().edit("move", |actor| {
            actor.pose.locals[0].translation.x = change as f32;
        });
        if change % 2 == 1 {
            window.run(Command::Save);
            window.wait();
            assert!(!window.studio().document.is_modified());
        } else {
            keep_all(window.studio_mut()).expect("a folder that can be written");
        }
        writeln!(std::io::stdout(), "{DONE}{change}").expect("a pipe");
    }
}

#[test]
fn a_kill_at_any_moment_loses_at_most_the_last_change() {
    // This test is also the process that it kills.
    if let Some(folder) = env::var_os(FOLDER) {
        return work_in(Path::new(&folder));
    }
    let mut random = Random::new(42);
    for kill in 0..kills() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Process::new(env::current_exe().expect("the tests"))
            .args(["--exact", "--nocapture"])
            .arg("window::killed::a_kill_at_any_moment_loses_at_most_the_last_change")
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the tests run");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut done = lines.by_ref().map_while(Result::ok).filter_map(|line| {
            line.split_once(DONE).and_then(|(_, change)| change.parse::<u32>().ok())
        });
        let first = done.next().expect("a first change");
        sleep(Duration::from_micros(random.below(200_000) as u64));
        child.kill().expect("it runs");
        let last = done.last().unwrap_or(first);
        child.wait().expect("it was started");

        let text = std::fs::read_to_string(folder.path().join("walk.kansetsu")).expect("saved");
        let saved = project::load(&text, Surroundings::NONE).expect("a whole project").document;
        let found = offers(&records(folder.path()), &Autosave::new("next"));
        let recovered = found.iter().map(|offer| {
            changes_of(&offer.open(Surroundings::NONE).expect("a whole record").document)
        });
        let newest = recovered.fold(changes_of(&saved), u32::max);
        assert!((last..=last + 1).contains(&newest), "kill {kill}: {newest} of {last}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_to_the_saved_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, link] = ["walk.kansetsu", "link.kansetsu"].map(|name| folder.path().join(name));
    std::fs::write(&file, "old").expect("written");
    let old = std::fs::File::open(&file).expect("it is there");
    std::os::unix::fs::symlink(&file, &link).expect("linked");
    let mut window = Window::open();
    window.studio_mut().project.path = Some(link.to_string_lossy().into_owned());
    window.run(Command::Save);
    window.wait();
    let text = std::fs::read_to_string(&file).expect("saved");
    let saved = project::load(&text, Surroundings::NONE).expect("a project").document;
    assert_eq!(saved.content().hash(), window.hash());
    assert!(link.is_symlink());
    // A file that is replaced as a whole is another one; the old one is unchanged.
    assert_eq!(std::io::read_to_string(old).expect("still open"), "old");
}
