//! Commands that need a window, a file or a question.

use eframe::egui::{Context, ViewportCommand};

use super::{Look, Open, Studio};
use crate::{
    command::{Command, Effect, apply},
    document::Document,
    text::Language,
};

impl Studio {
    /// Does what a command says. A refusal is shown.
    pub fn run(&mut self, command: Command, context: &Context) {
        self.cancel_drag();
        self.last_drag = None;
        match apply(&mut self.document, command) {
            Ok(Effect::Done) => self.banners.settle(),
            Ok(Effect::Window(command)) => self.run_in_window(command, context),
            Err(refusal) => self.banners.problem(refusal.reason),
        }
        context.request_repaint();
    }

    fn run_in_window(&mut self, command: Command, context: &Context) {
        match command {
            Command::NewDocument => self.replace(Document::welcome(), None),
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
            Command::FirstSteps => self.open = Open::FirstSteps,
            Command::About => self.open = Open::About,
            Command::ExportPicture | Command::ExportPictures => self.open = Open::Picture,
            Command::SavePose => self.open = Open::SavePose,
            Command::BakeIk => self.open = Open::Bake,
            _ => self.run_with_files(command, context),
        }
    }

    fn toggle_theme(&mut self, context: &Context) {
        let is_dark = context.theme() == eframe::egui::Theme::Dark;
        self.preferences.look = if is_dark { Look::Light } else { Look::Dark };
        context.set_theme(self.preferences.look);
    }

    /// Does what a banner offers.
    pub fn remedy(&mut self, remedy: &super::Remedy) {
        match remedy {
            super::Remedy::Recover => self.recover(),
            super::Remedy::Reload => super::system::reload(),
        }
    }

    /// Takes another document.
    pub fn replace(&mut self, document: Document, project: Option<String>) {
        let view = self.document.view;
        self.document = document;
        if project.is_none() {
            // What is shown stays as the user has it; a project brings its own.
            self.document.view = crate::document::View { camera: self.document.view.camera, ..view };
        }
        self.project = project;
        self.session = None;
        self.last_drag = None;
        self.time_line.forget();
    }
}
