//! Commands that need a window, a file or a question.

use eframe::egui::{Context, ViewportCommand};

use super::{Banner, Look, Open, Remedy, Studio, Weight};
use crate::{
    command::{Command, Effect, apply},
    document::{Document, View},
    text::{Language, Phrase},
};

/// A document that another one has replaced.
#[derive(Debug)]
pub struct Away {
    document: Document,
    project: Option<String>,
    /// The name of the record in which it is kept meanwhile.
    record: Option<String>,
}

impl Studio {
    /// Does what a command says. A refusal is shown. During a drag the commands that only look, and those that say how drags work, are
    /// done; the others are refused, and the drag goes on.
    pub fn run(&mut self, command: Command, context: &Context) {
        self.finish_field();
        let revision = self.document.revision();
        let before = self.session.as_ref().map(|session| self.drag_settings(session.joint));
        match apply(&mut self.document, command) {
            Ok(Effect::Done) => {
                if matches!(command, Command::FrameAll | Command::FrameSelection) {
                    self.fit_width();
                }
                self.banners.settle();
            }
            Ok(Effect::Window(command)) => self.run_in_window(command, context),
            Err(refusal) => self.banners.problem(refusal.reason),
        }
        if !self.document.is_dragging() {
            self.session = None;
            self.limit_session = None;
        }
        if let Some(before) = before {
            self.renew_drag(&before);
        } else if self.document.revision() != revision {
            // What it says of the pose is no longer so.
            self.last_drag = None;
        }
        context.request_repaint();
    }

    /// What is as wide as high was brought into view: a view that is higher than wide needs to stand back.
    pub(super) fn fit_width(&mut self) {
        let size = self.viewport.size();
        if size.x >= size.y || size.x < 1.0 {
            return;
        }
        let camera = &mut self.document.view.camera;
        let half = 0.5 * camera.field_of_view;
        let half_across = (half.tan() * size.x / size.y).atan();
        camera.distance *= half.sin() / half_across.sin();
    }

    /// A new document in a view that is higher than wide is seen whole.
    pub(crate) fn fit_new(&mut self) {
        let is_new = self.document.view.camera == crate::viewport::Camera::default();
        if is_new && self.viewport.width() < self.viewport.height() && self.viewport.width() > 100.0 {
            self.frame_all();
        }
    }

    fn run_in_window(&mut self, command: Command, context: &Context) {
        match command {
            Command::NewDocument => {
                self.put_away();
                self.replace(Document::welcome(), None);
            }
            Command::AddFigure => self.open = Open::Gallery,
            Command::Quit => context.send_viewport_cmd(ViewportCommand::Close),
            Command::RenameFigure => self.open = Open::Rename,
            Command::ToggleTheme => self.toggle_theme(context),
            Command::ToggleLanguage => {
                let other = if self.language() == Language::English { Language::Japanese } else { Language::English };
                self.preferences.language = Some(other);
            }
            Command::Palette => self.palette.open(),
            Command::Shortcuts => self.open = Open::Help,
            Command::Lab => {
                self.open_lab("lab/elbow");
            }
            Command::FirstSteps => self.open = Open::FirstSteps,
            Command::About => self.open = Open::About,
            Command::ExportPicture | Command::ExportPictures | Command::ExportFilm | Command::ExportForTools => self.open = Open::Picture,
            Command::NoBackdrop => self.remove_backdrop(),
            Command::SavePose => self.open = Open::SavePose,
            Command::BakeIk => self.open = Open::Bake,
            Command::BlendIntoMotion => self.open = Open::Blend,
            _ => self.run_with_files(command, context),
        }
    }

    fn toggle_theme(&mut self, context: &Context) {
        let is_dark = context.theme() == eframe::egui::Theme::Dark;
        self.preferences.look = if is_dark { Look::Light } else { Look::Dark };
        context.set_theme(self.preferences.look);
    }

    /// Does what a banner offers.
    pub fn remedy(&mut self, remedy: &Remedy, context: &Context) {
        match remedy {
            Remedy::Recover => self.recover(0, context),
            Remedy::Reload => super::system::reload(),
            Remedy::BringBack => self.bring_back(),
            Remedy::TypePath => self.type_path_instead(),
            Remedy::SaveFile => self.run(Command::Save, context),
            &Remedy::Play { figure, .. } => self.play_first(figure),
            &Remedy::RelaxStance { figure } => self.relax_stance(figure),
            &Remedy::OtherAnswer { figure, answer } => self.show_answer(figure, answer),
            &Remedy::BringInside { figure, joint } => {
                if let Some(index) = self.document.content().index_of(figure) {
                    self.choose_actor(index);
                    self.bring_inside(joint);
                }
            }
        }
    }

    /// Takes another document. One that belongs to no project keeps the ways of working and looking as the user has them.
    pub fn replace(&mut self, document: Document, project: Option<String>) {
        self.cancel_drag();
        let (view, settings) = (self.document.view, self.document.settings.clone());
        self.document = document;
        if project.is_none() {
            self.document.view = View { camera: self.document.view.camera, ..view };
            self.document.settings = settings;
        }
        self.take_place(project);
    }

    /// What goes with a document that has just been taken.
    fn take_place(&mut self, project: Option<String>) {
        if let Some(bytes) = super::system::UNDO_LIMIT {
            self.document.set_undo_limit(bytes);
        }
        self.project = project;
        self.handed = None;
        self.keeper.begin_anew();
        self.banners.shown.retain(|banner| banner.remedy != Some(Remedy::SaveFile));
        self.open_field = None;
        self.last_drag = None;
        self.time_line.forget();
    }

    /// Keeps the present document aside when something in it is not saved, before another takes its place: a banner offers it back.
    pub(crate) fn put_away(&mut self) {
        self.finish_field();
        self.cancel_drag();
        if !self.has_news() {
            self.keeper.forget_own();
            return;
        }
        let record = self.keeper.leave(&self.document, self.project.as_deref());
        let away = Away { document: self.document.clone(), project: self.project.clone(), record };
        let text = match &away.project {
            Some(path) => {
                let name = super::import::last_part(path);
                Phrase::made(
                    format!("{name} was put away with changes that are not saved."),
                    format!("{name} を、未保存の変更があるまま閉じました。"),
                )
            }
            None => Phrase::new("The work before was put away without being saved.", "前の作業を、保存せずに閉じました。"),
        };
        self.away = Some(Box::new(away));
        self.banners.shown.retain(|banner| banner.remedy != Some(Remedy::BringBack));
        self.banners.tell(Banner::of(Weight::Warning, text, Some(Remedy::BringBack)));
    }

    /// Takes back the document that was put away; the present one takes its place there.
    fn bring_back(&mut self) {
        let Some(away) = self.away.take() else { return };
        self.put_away();
        self.document = away.document;
        self.take_place(away.project);
        self.keeper.take_over(away.record);
    }
}
