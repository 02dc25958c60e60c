//! What arrives: files, and the results of background work.

use eframe::egui::{Context, DroppedFileHandle};

use super::{
    Open, Studio, disk,
    import::{Given, GivenFile, Place, Step},
};
use crate::{
    document::{Content, Opened, Refusal},
    text::Phrase,
};

/// What came from outside or from a job.
pub enum Arrival {
    /// Files that somebody chose or dropped.
    Files {
        /// The files.
        files: Vec<Given>,
        /// Whether a figure is added to what is there.
        adds: bool,
    },
    /// A step of an import.
    Import(Place, Step),
    /// A film that was packed.
    Filmed {
        /// Its name.
        name: String,
        /// The file's bytes, or why there are none.
        film: Result<Vec<u8>, String>,
    },
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
}

impl Studio {
    /// Whether what arrives has to wait: a drag is under way, and nothing that it does may be lost.
    pub(super) const fn must_wait(&self) -> bool {
        self.document.is_dragging() && self.open_field.is_none()
    }

    /// Takes in what has arrived since the last picture.
    pub(super) fn take_arrivals(&mut self, context: &Context) {
        while !self.must_wait()
            && let Ok(arrival) = self.arrivals.try_recv()
        {
            self.arrived(arrival, context);
        }
        self.offer_typing();
    }

    /// Takes in one thing.
    pub(crate) fn arrived(&mut self, arrival: Arrival, context: &Context) {
        match arrival {
            Arrival::Files { files, .. } if files.is_empty() => {}
            Arrival::Files { files, adds } => self.import(files, adds, context),
            Arrival::Import(place, step) => self.take_step(place, step, context),
            Arrival::Filmed { name, film } => {
                self.tasks.films = self.tasks.films.saturating_sub(1);
                self.send((name, None), film.map_err(Refusal::from), context);
            }
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
        }
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
        let given = match disk::read(path) {
            Ok(bytes) => Ok(GivenFile { name: path.to_owned(), bytes: bytes.into() }),
            Err(reason) => Err((path.to_owned(), reason)),
        };
        let _ = self.arrive.send(Arrival::Files { files: vec![given], adds });
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
                files.push(match bytes_of(&file).await {
                    Ok(bytes) => Ok(GivenFile { name, bytes: bytes.into() }),
                    Err(reason) => Err((name, reason)),
                });
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
