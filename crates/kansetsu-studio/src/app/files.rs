//! Files that come: opened, dropped, read.

use std::{
    f32::consts::{FRAC_1_SQRT_2, PI},
    sync::Arc,
};

use eframe::egui::{Context, DroppedFileHandle};
use kansetsu::glam::{Affine3, Quat};
use kansetsu_formats::{Exchanged, Figure, motion_format};

use super::{
    Banner, Foreign, Open, Progress, Remedy, Studio, Unreadable, Weight, disk,
    keypoints::{is_keypoints, read_keypoints, standing},
    reading::{Errand, bones, foreign, is_foreign, is_main, is_motion, last_part, made_of, may_be_motion, read, read_motion, stem},
};
use crate::{
    command::Command,
    document::{Actor, BesideFile, Content, Document, FoundMotions, Opened, Refusal, project},
    library::{Application, SavedPose},
    motion::Motion,
    text::Phrase,
    viewport::gpu::Bitmap,
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
        /// Files of motion that came with it.
        motions: Vec<GivenFile>,
    },
    /// Motions that were read for a figure that is there.
    Motions {
        /// Their file.
        name: String,
        /// [`Actor::id`] of the figure.
        figure: u32,
        /// The motions.
        found: Box<FoundMotions>,
    },
    /// A file of another format that the host has read.
    Exchanged {
        /// The file.
        file: GivenFile,
        /// What it has become, or the loader's sentence.
        read: Result<Exchanged, String>,
        /// What it is for.
        errand: Box<Errand>,
    },
    /// A project that was read.
    Project {
        /// Its file.
        name: String,
        /// The project.
        loaded: Box<project::Loaded>,
    },
    /// Poses after the points of a picture.
    Pictured(Box<super::Pictured>),
    /// A pose that was read.
    Pose(Box<SavedPose>),
    /// A film that was packed.
    Filmed {
        /// Its name.
        name: String,
        /// The file's bytes, or why there are none.
        film: Result<Vec<u8>, String>,
    },
    /// A picture to put behind the figures.
    Backdrop(Box<(BesideFile, Bitmap)>),
    /// Poses to keep.
    Poses(Vec<SavedPose>),
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
            Arrival::Figure { name, opened, adds, motions } => {
                self.preferences.remember(&name);
                let mut opened = *opened;
                let is_motion = motion_format(b"", &name).is_some();
                if let ([clip], true) = (opened.figure.clips.as_mut_slice(), is_motion) {
                    stem(&name).clone_into(&mut clip.name);
                }
                self.take_figure(opened, adds);
                if is_motion {
                    self.begin_first();
                }
                motions.into_iter().for_each(|file| self.open_files(vec![file], false, context));
            }
            Arrival::Exchanged { file, read, errand } => match made_of(&file, read, *errand) {
                Ok(arrival) => self.arrived(arrival, context),
                Err(unreadable) => self.tell_unreadable(unreadable.about(last_part(&file.name))),
            },
            Arrival::Motions { name, figure, found } => self.take_motions(&name, figure, *found),
            Arrival::Project { name, loaded } => {
                self.preferences.remember(&name);
                self.put_away();
                self.replace(loaded.document, Some(name.clone()));
                self.warn(&loaded.warnings);
                self.offer_beside(&name);
            }
            Arrival::Pictured(pictured) => self.take_pictured(*pictured),
            Arrival::Pose(pose) => self.take_pose(*pose),
            Arrival::Filmed { name, film } => {
                self.tasks.films = self.tasks.films.saturating_sub(1);
                self.send((name, None), film.map_err(Refusal::from), context);
            }
            Arrival::Backdrop(picture) => {
                let (file, bitmap) = *picture;
                self.take_backdrop((file, &bitmap), context);
            }
            Arrival::Poses(poses) => self.take_poses(poses),
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
            Arrival::Unreadable(unreadable) => self.tell_unreadable(unreadable),
        }
    }

    fn tell_unreadable(&mut self, Unreadable { text, details }: Unreadable) {
        self.banners.tell(Banner { details, ..Banner::of(Weight::Problem, text, None) });
    }

    /// Opens files: the first project, pose or figure among them; the others are what it refers to, and its motions. A file of motion alone is
    /// for the chosen figure where it fits it; `adds` brings it as a figure of its own.
    pub fn open_files(&mut self, files: Vec<GivenFile>, adds: bool, context: &Context) {
        self.cancel_drag();
        let of_a_figure = |file: &GivenFile| is_main(file) && !is_motion(file);
        let Some(main) = files.iter().position(of_a_figure).or_else(|| files.iter().position(is_main)).or((!files.is_empty()).then_some(0))
        else {
            return;
        };
        let points = is_keypoints(&files[main]);
        let target = self.actor().filter(|_| points || !adds && may_be_motion(&files[main]));
        let mut files = files;
        let file = files.swap_remove(main);
        let others = files;
        if (points || is_foreign(&file)) && self.host.is_some() {
            return self.ask_to_read(file, others, (target, adds), context);
        }
        let name = last_part(&file.name).to_owned();
        let title = Phrase::made(format!("Reading {name}"), format!("{name} を読み込んでいます"));
        let mut work = Some(move || match target {
            of if points => read_keypoints(&file, of.as_ref()),
            Some(actor) => read_motion(&file, &others, &actor),
            None => read(&file, &others, adds),
        });
        let work = move || match work.take() {
            Some(read) => Progress::Done(read().unwrap_or_else(|unreadable| Arrival::Unreadable(unreadable.about(&name)))),
            None => Progress::Running(1.0),
        };
        self.start(&title, work, context);
    }

    /// Lets the host read a file of another format.
    fn ask_to_read(&mut self, file: GivenFile, others: Vec<GivenFile>, (target, adds): (Option<Arc<Actor>>, bool), context: &Context) {
        let of = match target.as_ref() {
            of if is_keypoints(&file) => standing(of).map(Some),
            of => match of.and_then(|actor| bones(actor, &file)) {
                None => foreign(&file).map_or(Ok(None), Err),
                own => Ok(own),
            },
        };
        let of = match of {
            Ok(of) => of,
            Err(unreadable) => return self.tell_unreadable(unreadable.about(last_part(&file.name))),
        };
        let (motions, beside) = others.into_iter().partition(is_motion);
        let errand = Errand { target, adds, motions };
        self.read_elsewhere(Foreign { file, beside, of }, errand, context);
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
            // What one poses after stays.
            let backdrop = self.document.content().backdrop.clone();
            let mut content = Content { backdrop, ..Content::default() };
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

    /// Who opens a motion wants to see it: the figure stands as it begins.
    fn begin_first(&mut self) {
        let Some(index) = self.actor().filter(|actor| !actor.motions.is_empty()).map(|_| self.document.selection.actor) else { return };
        self.banners.shown.retain(|banner| !matches!(banner.remedy, Some(Remedy::Play { .. })));
        let done = self.document.edit(Phrase::new("Choose motion", "モーションの選択"), |content| {
            content.actor_mut(index)?.motion = Some(0);
            Ok(())
        });
        self.show_refusal(done);
        self.document.set_time(0.0);
        self.frame_all();
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

    /// Gives motions to a figure, chooses the first of them and plays it.
    fn take_motions(&mut self, name: &str, figure: u32, FoundMotions { motions, warnings }: FoundMotions) {
        let Some(index) = self.document.content().actors.iter().position(|actor| actor.id == figure) else { return };
        self.choose_actor(index);
        self.preferences.remember(name);
        let named = |mut motion: Motion, count: usize| {
            if motion.name.is_empty() || count == 1 {
                stem(name).clone_into(&mut motion.name);
            }
            Arc::new(motion)
        };
        let count = motions.len();
        self.edit(Phrase::made(format!("Add {}", stem(name)), format!("{} を追加", stem(name))), |actor| {
            let first = actor.motions.len();
            actor.motions.extend(motions.into_iter().map(|motion| named(motion, count)));
            actor.motion = Some(first);
        });
        self.time_line.forget();
        self.document.set_time(0.0);
        self.document.playback.playing = true;
        let (motion, figure) = (stem(name), self.actor().map_or_else(String::new, |actor| actor.name.clone()));
        self.banners.news(Phrase::made(
            format!("{figure} moves as in {motion}. Drop the file with Shift held to see its own skeleton."),
            format!("{figure} に {motion} の動きを付けました。Shift を押しながらドロップすると、元の骨格を表示します。"),
        ));
        self.warn(&warnings);
    }

    /// Poses the chosen figure as a file says.
    fn take_pose(&mut self, pose: SavedPose) {
        self.try_edit(Phrase::new("Import pose", "ポーズの読み込み"), |actor| {
            actor.pose = pose.put_on(actor, &Application::default())?;
            Ok(())
        });
    }

    pub(super) fn warn(&mut self, warnings: &[String]) {
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
        self.fit_width();
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

/// A figure from a file, looking at the viewer.
fn actor_of(opened: Opened) -> Actor {
    let placement = turned_to_viewer(&opened.figure);
    Actor { placement, ..Actor::new(opened) }
}

/// Turns a figure that faces away, as those of VRM 0 do, so that it looks at who opens it. One that faces aside stays: the camera goes round it.
fn turned_to_viewer(figure: &Figure) -> Affine3 {
    if figure.front().direction.z < -FRAC_1_SQRT_2 { Affine3::from_quat(Quat::from_rotation_y(PI)) } else { Affine3::IDENTITY }
}
