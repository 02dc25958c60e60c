//! Files that come: opened, dropped, read.

use std::sync::Arc;

use eframe::egui::{Context, DroppedFileHandle};

use super::{Banner, Open, Progress, Remedy, Studio, Weight, disk};
use kansetsu_formats::{foreign_format, is_known};

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
    /// The browser downloads something.
    Downloading {
        /// Under this name.
        name: String,
        /// For the project: what is in it.
        project: Option<Content>,
    },
    /// The files that a record refers to are at hand.
    Fetched {
        /// Its name.
        record: String,
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
    /// A file cannot be opened.
    Unreadable(Unreadable),
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
                self.banners.settle();
                self.banners.news(text);
                if let Some(content) = project {
                    self.document.set_saved_as(content);
                    self.preferences.remember(&name);
                    self.project = Some(name);
                }
            }
            Arrival::Downloading { name, project } => self.take_downloading(name, project),
            Arrival::Fetched { record } => self.go_on_with(&record),
            Arrival::DialogClosed { was_there } => self.dialog_closed(was_there),
            Arrival::Baked(baked) => self.take_baked(*baked),
            Arrival::Failed(reason) => self.banners.problem(reason),
            Arrival::Unreadable(Unreadable { text, details }) => {
                self.banners.tell(Banner { details, ..Banner::of(Weight::Problem, text, None) });
            }
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
            Progress::Done(read(&file, &files, adds).unwrap_or_else(|unreadable| Arrival::Unreadable(unreadable.about(&name))))
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
                content.add(actor_of(opened));
                Ok(())
            });
            self.show_refusal(done);
        } else {
            self.put_away();
            let mut content = crate::document::Content::default();
            content.add(actor_of(opened));
            self.replace(Document::new(content), None);
        }
        self.choose_actor(self.document.content().actors.len().saturating_sub(1));
        self.frame_all();
        self.warn(&warnings);
        self.offer_motions();
    }

    /// Says that the chosen figure came with motions, and offers the first.
    fn offer_motions(&mut self) {
        let Some(actor) = self.actor() else { return };
        let (name, count) = (&actor.name, actor.motions.len());
        let (Some(first), None) = (actor.motions.first(), actor.motion) else { return };
        let text = Phrase::made(
            if count == 1 { format!("{name} has a motion.") } else { format!("{name} has {count} motions.") },
            format!("{name} にはモーションが {count} 件あります。"),
        );
        let remedy = Remedy::Play { figure: actor.id, name: first.name.clone() };
        self.banners.tell(Banner::of(Weight::News, text, Some(remedy)));
    }

    /// Plays the first motion of a figure.
    pub(super) fn play_first(&mut self, figure: u32) {
        let Some(index) = self.document.content().actors.iter().position(|actor| actor.id == figure) else { return };
        self.choose_actor(index);
        self.edit(Phrase::new("Choose motion", "モーションの選択"), |actor| actor.motion = Some(0));
        self.time_line.forget();
        self.document.set_time(0.0);
        self.document.playback.playing = true;
    }

    /// Poses the chosen figure as a file says.
    fn take_pose(&mut self, pose: SavedPose) {
        self.try_edit(Phrase::new("Import pose", "ポーズの読み込み"), |actor| {
            actor.pose = pose.put_on(actor, &Application::default())?;
            Ok(())
        });
    }

    fn warn(&mut self, warnings: &[String]) {
        let text = match warnings.len() {
            0 => return,
            1 => Phrase::new("Something in this file is unusual.", "このファイルには通常と異なる点が 1 件あります。"),
            count => Phrase::made(
                format!("{count} things in this file are unusual."),
                format!("このファイルには通常と異なる点が {count} 件あります。"),
            ),
        };
        let details = warnings.iter().map(|warning| warning.clone().into()).collect();
        self.banners.tell(Banner { details, ..Banner::of(Weight::Warning, text, None) });
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

/// Why a file cannot be opened: in the user's words, and in the loader's.
#[derive(Clone, Debug)]
pub struct Unreadable {
    text: Phrase,
    details: Vec<Phrase>,
}

impl Unreadable {
    fn about(self, name: &str) -> Self {
        Self { text: self.text.about(name), ..self }
    }
}

impl From<Refusal> for Unreadable {
    fn from(refusal: Refusal) -> Self {
        Self { text: refusal.reason, details: Vec::new() }
    }
}

/// Why a file is no figure, as far as it can be told before it is read.
fn foreign(file: &GivenFile) -> Option<Unreadable> {
    let format = foreign_format(&file.bytes, &file.name);
    let text = match format {
        _ if file.bytes.is_empty() => Phrase::new("The file is empty.", "ファイルが空です。"),
        Some(format) => {
            Phrase::made(format!("{format} files cannot be opened yet."), format!("{format} ファイルにはまだ対応していません。"))
        }
        None if is_known(&file.bytes, &file.name) => return None,
        None => Phrase::new("This kind of file cannot be opened.", "この種類のファイルは開けません。"),
    };
    let known = Phrase::new(
        "Kansetsu opens glTF, GLB, VRM, BVH, ASF, PMX, PMD, MQO and URDF.",
        "開けるのは glTF、GLB、VRM、BVH、ASF、PMX、PMD、MQO、URDF です。",
    );
    Some(Unreadable { text, details: vec![known] })
}

/// A figure from a file, looking at the viewer.
fn actor_of(opened: Opened) -> Actor {
    let placement = crate::document::turned_to_viewer(&opened.figure);
    Actor { placement, ..Actor::new(opened) }
}

fn read(file: &GivenFile, others: &[GivenFile], adds: bool) -> Result<Arrival, Unreadable> {
    let text = std::str::from_utf8(&file.bytes).ok().filter(|text| text.trim_start().starts_with('{'));
    let folder = folder_of(&file.name);
    let beside = |path: &str| beside(others, &folder, path);
    match text {
        Some(text) if text.contains("\"kansetsu_project\"") => {
            let named = |path: &str| given(others, path).map_or_else(|| disk::read(path), Ok).map_err(|reason| missing(path, &reason));
            let read_beside = |folder: &str, path: &str| self::beside(others, folder, path);
            let around = project::Surroundings { folder: &folder, read: &named, read_beside: &read_beside, ..project::Surroundings::NONE };
            let loaded = project::load(text, around);
            let loaded = loaded.map_err(Refusal::from)?;
            Ok(Arrival::Project { name: file.name.clone(), loaded: Box::new(loaded) })
        }
        Some(text) if text.contains("\"kansetsu_pose\"") => Ok(Arrival::Pose(Box::new(SavedPose::from_file(text)?))),
        _ => {
            if let Some(unreadable) = foreign(file) {
                return Err(unreadable);
            }
            let opened = Opened::file(&file.name, Arc::clone(&file.bytes), &beside).map_err(|refusal| Unreadable {
                text: Phrase::new("The file is damaged, or a part of it is missing.", "ファイルが壊れているか、一部が足りません。"),
                details: vec![refusal.reason],
            })?;
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
    fn what_is_no_figure_is_refused_in_the_users_words() {
        for (name, bytes, part) in [
            ("notes.txt", b"hello".as_slice(), "cannot be opened"),
            ("walk.usd", b"#usda 1.0", "USD files cannot be opened yet"),
            ("miku.pmx", b"PMX ...", "damaged"),
            ("x.glb", b"", "empty"),
        ] {
            let Err(unreadable) = read(&file(name, bytes), &[], false) else { panic!("{name} is no figure") };
            assert!(unreadable.text.to_string().contains(part) && unreadable.details.len() == 1, "{name}: {}", unreadable.text);
        }
        let Err(damaged) = read(&file("x.glb", b"glTF\x02\0\0\0"), &[], false) else { panic!("that is no figure") };
        assert!(damaged.text.to_string().contains("damaged") && damaged.details.len() == 1);
    }

    #[test]
    fn files_that_a_figure_refers_to_are_found_among_those_given() {
        let others = [file("x/texture.png", b"picture")];
        assert_eq!(beside(&others, "a/b", "textures/texture.png").as_deref(), Ok(b"picture".as_slice()));
        assert!(beside(&others, "a/b", "missing.bin").is_err_and(|reason| reason.contains("missing.bin")));
    }
}
