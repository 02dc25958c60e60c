//! Puts into the document what was read. Each of these reports what it has done, or leaves the document unchanged.

use std::{
    f32::consts::{FRAC_1_SQRT_2, PI},
    sync::Arc,
};

use eframe::egui::Context;
use kansetsu::glam::{Affine3, Quat};
use kansetsu_formats::Figure;

use super::{
    Home, MotionsFor, Unreadable,
    kind::{GivenFile, Kind, stem},
    message,
    read::Found,
};
use crate::{
    app::{Banner, Remedy, Studio, Weight},
    command::Command,
    document::{Actor, BesideFile, Content, Document, FigureKey, FoundMotions, Opened, Refusal, SavedPose, project},
    library::Application,
    motion::Motion,
    text::Phrase,
};

impl Studio {
    /// Takes what a file of an import holds.
    pub(super) fn take_found(
        &mut self,
        (file, kind): (&GivenFile, Kind),
        found: Found,
        home: &mut Home,
        context: &Context,
    ) -> Result<Banner, Unreadable> {
        if self.document.key() != home.document {
            return Err(message::document_is_gone().into());
        }
        let candidates = home.candidates();
        Ok(match found {
            Found::Project(loaded) => self.take_project(&file.name, *loaded, home),
            Found::Figure(opened) => self.take_model((file, kind), *opened, home)?,
            Found::Motions(motions) => self.take_motions(file, *motions)?,
            Found::Pose(pose) => self.take_pose(file, &pose, &candidates)?,
            Found::IsMotion | Found::Nothing => return Err(message::no_joints_for(None)),
            Found::Poses(poses) => self.take_poses(poses)?,
            Found::Pictured(pictured) => self.take_pictured(*pictured)?,
            Found::Picture(bitmap) => {
                let picture = BesideFile::new(super::last_part(&file.name), Arc::clone(&file.bytes));
                let told = self.take_backdrop((picture, &bitmap), context)?;
                home.has_backdrop = true;
                told
            }
        })
    }

    fn take_project(&mut self, name: &str, loaded: project::Loaded, home: &mut Home) -> Banner {
        self.preferences.remember(name);
        self.put_away();
        self.replace(loaded.document, Some(name.to_owned()));
        self.offer_beside(name);
        (home.document, home.has_project) = (self.document.key(), true);
        home.selected = self.actor().map(|actor| actor.key);
        message::project(name, &loaded.warnings)
    }

    /// Takes a figure: beside what is there when it is to be added, when this import has opened something already, and when
    /// something is not saved. Work is never replaced.
    fn take_model(&mut self, (file, kind): (&GivenFile, Kind), mut opened: Opened, home: &mut Home) -> Result<Banner, Refusal> {
        let is_motion = kind == Kind::Motion;
        if let ([clip], true) = (opened.figure.clips.as_mut_slice(), is_motion) {
            stem(&file.name).clone_into(&mut clip.name);
        }
        let is_first = home.models.is_empty() && home.skeletons.is_empty() && !home.has_project;
        let is_motion_of_selected = is_motion && home.needs_selected;
        let is_alone = is_first && !home.adds && !self.has_news() && !is_motion_of_selected;
        let warnings = opened.warnings.clone();
        let figure = self.place_figure(opened, is_alone, is_motion)?;
        self.preferences.remember(&file.name);
        home.document = self.document.key();
        if is_motion {
            home.skeletons.push(figure)
        } else {
            home.models.push(figure)
        }
        let told =
            self.actor().map_or_else(|| message::project(&file.name, &warnings), |actor| message::figure(&actor, is_alone, &warnings));
        Ok(self.offering_stance(told))
    }

    /// Shows a figure, alone or beside what is there. What another document had unsaved is offered back.
    pub fn take_figure(&mut self, opened: Opened, adds: bool) {
        let warnings = opened.warnings.clone();
        match self.place_figure(opened, !adds, false) {
            Ok(_) => {
                let told = self.actor().map(|actor| message::figure(&actor, !adds, &warnings));
                // That a figure of the program is there can be seen.
                let worth = told.filter(|told| told.weight != Weight::News || told.remedy.is_some());
                worth.into_iter().for_each(|told| self.banners.tell(told));
            }
            Err(refusal) => self.show_refusal(Err(refusal)),
        }
    }

    /// Puts a figure into the document, or into a new one; with `begins` at the beginning of its first motion.
    fn place_figure(&mut self, opened: Opened, is_alone: bool, begins: bool) -> Result<FigureKey, Refusal> {
        let name = opened.figure.name.clone();
        let mut actor = actor_of(opened);
        if begins && !actor.motions.is_empty() {
            actor.motion = Some(0);
            actor.pose = actor.pose_at(0.0);
        }
        if is_alone {
            self.put_away();
            // What one poses after stays.
            let backdrop = self.document.content().backdrop.clone();
            let mut content = Content { backdrop, ..Content::default() };
            content.add(actor);
            self.replace(Document::new(content), None);
        } else {
            self.finish_field();
            if begins {
                self.document.set_time(0.0);
            }
            self.document.edit(Phrase::made(format!("Add {name}"), format!("{name} を追加")), |content| {
                content.add(actor);
                Ok(())
            })?;
        }
        let last = self.document.content().actors.len().saturating_sub(1);
        self.choose_actor(last);
        self.frame_all();
        Ok(self.document.content().actor(last)?.key)
    }

    /// Gives motions to a figure, chooses the first of them and plays it.
    fn take_motions(&mut self, file: &GivenFile, MotionsFor { figure, found, .. }: MotionsFor) -> Result<Banner, Refusal> {
        let FoundMotions { motions, warnings } = found;
        let index = self.document.content().index_of(figure).ok_or_else(message::figure_is_gone)?;
        let name = stem(&file.name);
        let count = motions.len();
        let named = |mut motion: Motion| {
            if motion.name.is_empty() || count == 1 {
                name.clone_into(&mut motion.name);
            }
            Arc::new(motion)
        };
        self.finish_field();
        self.document.edit(Phrase::made(format!("Add {name}"), format!("{name} を追加")), |content| {
            let actor = content.actor_mut(index)?;
            let first = actor.motions.len();
            actor.motions.extend(motions.into_iter().map(named));
            actor.motion = Some(first);
            Ok(())
        })?;
        self.choose_actor(index);
        self.preferences.remember(&file.name);
        self.time_line.forget();
        self.document.set_time(0.0);
        self.document.playback.playing = true;
        let figure = self.document.content().actor(index)?.name.clone();
        Ok(message::motion(&figure, name, Kind::of(file) != Kind::BareMotion, &warnings))
    }

    /// Poses the first of these figures that has joints of the pose.
    fn take_pose(&mut self, file: &GivenFile, pose: &SavedPose, figures: &[FigureKey]) -> Result<Banner, Unreadable> {
        let content = self.document.content();
        let fitting = figures.iter().filter_map(|&figure| content.index_of(figure)).find_map(|index| {
            let posed = pose.put_on(content.actor(index).ok()?, &Application::default()).ok()?;
            Some((index, posed))
        });
        let (index, posed) = fitting.ok_or_else(message::nobody_to_pose)?;
        self.finish_field();
        self.document.edit(Phrase::new("Import pose", "ポーズの読み込み"), |content| {
            content.actor_mut(index)?.pose = posed;
            Ok(())
        })?;
        self.choose_actor(index);
        let name = self.document.content().actor(index)?.name.clone();
        Ok(message::pose(&name, stem(&file.name)))
    }

    /// Plays the first motion of a figure.
    pub(in crate::app) fn play_first(&mut self, figure: FigureKey) {
        let Some(index) = self.document.content().index_of(figure) else { return };
        self.choose_actor(index);
        self.edit(Phrase::new("Choose motion", "モーションの選択"), |actor| actor.motion = Some(0));
        self.time_line.forget();
        self.document.set_time(0.0);
        self.document.playback.playing = true;
        self.banners.shown.retain(|banner| !matches!(banner.remedy, Some(Remedy::Play { .. })));
    }

    /// Brings everything into view.
    pub fn frame_all(&mut self) {
        // Nothing to frame is no reason to complain.
        drop(crate::command::apply(&mut self.document, Command::FrameAll));
        self.fit_width();
    }
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
