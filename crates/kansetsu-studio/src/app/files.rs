//! Files that come: opened, dropped, read.

use std::sync::Arc;

use eframe::egui::{Context, DroppedFileHandle};

use super::{Banner, Open, Progress, Studio, Weight, disk};
use crate::{
    command::Command,
    document::{Actor, Content, Document, Opened, Refusal, project},
    library::{Application, SavedPose},
    text::Phrase,
};

/// A file as it was given.
#[derive(Clone, Debug)]
pub struct GivenFile {
    /// Its path, or in a page its name.
    pub name: String,
    /// What it holds.
    pub bytes: Arc<[u8]>,
}

/// What came from outside or from a job.
pub enum Arrival {
    /// Files that somebody chose or dropped: one to open, perhaps with others that it refers to.
    Files {
        /// The files.
        files: Vec<GivenFile>,
        /// Whether a figure is added to what is there.
        adds: bool,
    },
    /// A figure that was read.
    Figure {
        /// Its file.
        name: String,
        /// The figure.
        opened: Box<Opened>,
        /// Whether it is added to what is there.
        adds: bool,
    },
    /// A project that was read.
    Project {
        /// Its file.
        name: String,
        /// The project.
        loaded: Box<project::Loaded>,
    },
    /// A pose that was read.
    Pose(Box<SavedPose>),
    /// Something was saved.
    Saved {
        /// Under this name.
        name: String,
        /// For the project: what was saved. What was changed since is not.
        project: Option<Content>,
    },
    /// A dialog for files is gone.
    DialogClosed {
        /// Whether it was there at all.
        was_there: bool,
    },
    /// A motion that was baked.
    Baked(Box<super::Baked>),
    /// Something failed.
    Failed(Phrase),
}

impl Studio {
    /// Takes in what has arrived since the last picture.
    pub(super) fn take_arrivals(&mut self, context: &Context) {
        while let Ok(arrival) = self.arrivals.try_recv() {
            self.arrived(arrival, context);
        }
        self.offer_typing();
    }

    /// Takes in one thing.
    pub(crate) fn arrived(&mut self, arrival: Arrival, context: &Context) {
        match arrival {
            Arrival::Files { files, adds } => self.open_files(files, adds, context),
            Arrival::Figure { name, opened, adds } => {
                self.preferences.remember(&name);
                self.take_figure(*opened, adds);
            }
            Arrival::Project { name, loaded } => {
                self.preferences.remember(&name);
                self.put_away();
                self.replace(loaded.document, Some(name.clone()));
                self.warn(&loaded.warnings);
                self.offer_beside(&name);
            }
            Arrival::Pose(pose) => self.take_pose(*pose),
            Arrival::Saved { name, project } => {
                let text = Phrase::made(format!("Saved {name}."), format!("{name} を保存しました。"));
                self.banners.tell(Banner { weight: Weight::News, text, remedy: None });
                if let Some(content) = project {
                    self.document.set_saved_as(content);
                    self.preferences.remember(&name);
                    self.project = Some(name);
                }
            }
            Arrival::DialogClosed { was_there } => self.dialog_closed(was_there),
            Arrival::Baked(baked) => self.take_baked(*baked),
            Arrival::Failed(reason) => self.banners.problem(reason),
        }
    }

    /// Opens files: the first project, pose or figure among them; the others are what it refers to.
    pub fn open_files(&mut self, files: Vec<GivenFile>, adds: bool, context: &Context) {
        self.cancel_drag();
        let Some(main) = files.iter().position(is_main).or(if files.is_empty() { None } else { Some(0) }) else { return };
        let name = last_part(&files[main].name).to_owned();
        let title = Phrase::made(format!("Reading {name}"), format!("{name} を読み込んでいます"));
        let mut files = Some(files);
        let work = move || {
            let Some(mut files) = files.take() else { return Progress::Running(1.0) };
            let file = files.swap_remove(main);
            Progress::Done(read(&file, &files, adds).unwrap_or_else(|refusal| Arrival::Failed(refusal.reason.about(&name))))
        };
        self.start(&title, work, context);
    }

    /// Opens what a name means: `figure:` and an embedded figure, or a path.
    pub fn open_named(&mut self, name: &str) {
        match name.strip_prefix("figure:").map(Opened::embedded) {
            Some(Ok(opened)) => self.take_figure(opened, false),
            Some(Err(refusal)) => self.show_refusal(Err(refusal)),
            None => self.open_path(name),
        }
    }

    /// Opens the file of a path.
    pub fn open_path(&mut self, path: &str) {
        self.open_path_as(path, false);
    }

    /// The same; a figure may be added to what is there.
    pub(super) fn open_path_as(&mut self, path: &str, adds: bool) {
        match disk::read(path) {
            Ok(bytes) => {
                let files = vec![GivenFile { name: path.to_owned(), bytes: bytes.into() }];
                let _ = self.arrive.send(Arrival::Files { files, adds });
            }
            Err(reason) => {
                self.banners.problem(Phrase::made(format!("{path} cannot be read: {reason}"), format!("{path} を読み込めません：{reason}")))
            }
        }
    }

    /// Shows a figure, alone or beside what is there.
    pub fn take_figure(&mut self, opened: Opened, adds: bool) {
        let warnings = opened.warnings.clone();
        if adds {
            self.finish_field();
            let name = opened.figure.name.clone();
            let label = Phrase::made(format!("Add {name}"), format!("{name} を追加"));
            let done = self.document.edit(label, |content| {
                content.add(Actor::new(opened));
                Ok(())
            });
            self.show_refusal(done);
        } else {
            self.put_away();
            let mut content = crate::document::Content::default();
            content.add(Actor::new(opened));
            self.replace(Document::new(content), None);
        }
        self.choose_actor(self.document.content().actors.len().saturating_sub(1));
        self.frame_all();
        self.warn(&warnings);
    }

    /// Poses the chosen figure as a file says.
    fn take_pose(&mut self, pose: SavedPose) {
        self.try_edit(Phrase::new("Import pose", "ポーズの読み込み"), |actor| {
            actor.pose = pose.put_on(actor, &Application::default())?;
            Ok(())
        });
    }

    fn warn(&mut self, warnings: &[String]) {
        let Some(first) = warnings.first() else { return };
        let more = warnings.len() - 1;
        let text = if more == 0 { first.clone() } else { format!("{first} (+{more})") };
        self.banners.warning(text.into());
    }

    /// Brings everything into view.
    pub fn frame_all(&mut self) {
        // Nothing to frame is no reason to complain.
        drop(crate::command::apply(&mut self.document, Command::FrameAll));
    }

    /// Takes files that were dropped on the window. With Shift they are added.
    pub(super) fn take_dropped(&mut self, context: &Context) {
        let (dropped, adds) = context.input(|input| (input.raw.dropped_files.clone(), input.modifiers.shift));
        if dropped.is_empty() {
            return;
        }
        self.open = Open::Nothing;
        let (arrive, context) = (self.arrive.clone(), context.clone());
        super::dialog::wait_for(async move {
            let mut files = Vec::new();
            for file in dropped {
                let name = file.path().to_string_lossy().into_owned();
                match bytes_of(&file).await {
                    Ok(bytes) => files.push(GivenFile { name, bytes: bytes.into() }),
                    Err(reason) => drop(arrive.send(Arrival::Failed(reason.into()))),
                }
            }
            let _ = arrive.send(Arrival::Files { files, adds });
            context.request_repaint();
        });
    }
}

#[cfg(not(target_arch = "wasm32"))]
async fn bytes_of(file: &DroppedFileHandle) -> Result<Vec<u8>, String> {
    file.bytes()
}

#[cfg(target_arch = "wasm32")]
async fn bytes_of(file: &DroppedFileHandle) -> Result<Vec<u8>, String> {
    file.bytes_async().await
}

/// What comes behind the last `/`.
pub(super) fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Whether it is what is meant among several files: not an image, not a buffer.
fn is_main(file: &GivenFile) -> bool {
    let name = file.name.to_lowercase();
    let others = [".bin", ".png", ".jpg", ".jpeg", ".ktx2", ".webp", ".txt", ".mtl"];
    !others.iter().any(|ending| name.ends_with(ending))
}

fn read(file: &GivenFile, others: &[GivenFile], adds: bool) -> Result<Arrival, Refusal> {
    let text = std::str::from_utf8(&file.bytes).ok().filter(|text| text.trim_start().starts_with('{'));
    let folder = folder_of(&file.name);
    let beside = |path: &str| beside(others, &folder, path);
    match text {
        Some(text) if text.contains("\"kansetsu_project\"") => {
            let named = |path: &str| given(others, path).map_or_else(|| disk::read(path), Ok).map_err(|reason| missing(path, &reason));
            let around =
                project::Surroundings { folder: &folder, read: &named, read_beside: &|folder, path| self::beside(others, folder, path) };
            let loaded = project::load(text, around);
            let loaded = loaded.map_err(|error| Refusal::from(error.to_string()))?;
            Ok(Arrival::Project { name: file.name.clone(), loaded: Box::new(loaded) })
        }
        Some(text) if text.contains("\"kansetsu_pose\"") => Ok(Arrival::Pose(Box::new(SavedPose::from_file(text)?))),
        _ => {
            let opened = Opened::file(&file.name, Arc::clone(&file.bytes), &beside)?;
            Ok(Arrival::Figure { name: file.name.clone(), opened: Box::new(opened), adds })
        }
    }
}

/// A file that another one in a folder refers to: among those given with it, else natively beside it.
fn beside(others: &[GivenFile], folder: &str, path: &str) -> Result<Vec<u8>, String> {
    given(others, path).map_or_else(|| disk::read_beside(folder, path), Ok).map_err(|reason| missing(path, &reason))
}

/// What a path means among the files given with a document: by its name, as files that are dropped have no folders.
fn given(others: &[GivenFile], path: &str) -> Option<Vec<u8>> {
    let wanted = last_part(path);
    others.iter().find(|other| last_part(&other.name) == wanted).map(|found| found.bytes.to_vec())
}

fn missing(path: &str, reason: &str) -> String {
    format!("{path} was not found beside the document: {reason}")
}

/// The folder of a path, with `/` between its parts.
fn folder_of(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: &[u8]) -> GivenFile {
        GivenFile { name: name.to_owned(), bytes: bytes.into() }
    }

    #[test]
    fn the_figure_among_its_textures_is_what_is_meant() {
        let files = ["body.png", "body.bin", "folder/body.gltf"].map(|name| file(name, b""));
        assert_eq!(files.iter().position(is_main), Some(2));
    }

    #[test]
    fn what_is_no_figure_is_refused_with_the_loaders_words() {
        let Err(refusal) = read(&file("notes.txt", b"hello"), &[], false) else { panic!("that is no figure") };
        assert!(!refusal.to_string().is_empty());
    }

    #[test]
    fn files_that_a_figure_refers_to_are_found_among_those_given() {
        let others = [file("x/texture.png", b"picture")];
        assert_eq!(beside(&others, "a/b", "textures/texture.png").as_deref(), Ok(b"picture".as_slice()));
        assert!(beside(&others, "a/b", "missing.bin").is_err_and(|reason| reason.contains("missing.bin")));
    }
}
