//! Files that go: projects, figures, poses, links.

use eframe::egui::Context;
use kansetsu_formats::gltf::Container;

use super::{Studio, dialog::Outgoing, files::last_part};
use crate::{
    command::Command,
    document::{Refusal, SavedPose, project},
    share,
    text::Phrase,
};

impl Studio {
    /// The commands that deal with files.
    pub(super) fn run_with_files(&mut self, command: Command, context: &Context) {
        match command {
            Command::Open | Command::ImportPose => self.ask_to_open(false, context),
            Command::AddFile => self.ask_to_open(true, context),
            Command::Save => self.save(context),
            Command::SaveAs => self.save_as(context),
            Command::ExportGlb => self.export_glb(context),
            Command::ExportPose => self.export_pose(context),
            Command::CopyLink => self.copy_link(context),
            _ => {}
        }
    }

    /// The project as it would be saved.
    ///
    /// # Errors
    /// A sentence, should something refuse to be written.
    pub fn project_text(&self) -> Result<String, Refusal> {
        project::save(&self.document, project::Embedding::Everything)
    }

    /// Saves under the name that the project has; asks for one when it has none.
    #[cfg(not(target_arch = "wasm32"))]
    fn save(&mut self, context: &Context) {
        let Some(path) = self.project.clone() else { return self.save_as(context) };
        let text = match self.project_text() {
            Ok(text) => text,
            Err(refusal) => return self.show_refusal(Err(refusal)),
        };
        let arrival = match std::fs::write(&path, text) {
            Ok(()) => super::Arrival::Saved { name: path, is_project: true },
            Err(error) => super::Arrival::Failed(super::dialog::not_saved(&path, &error.to_string())),
        };
        self.arrived(arrival, context);
    }

    /// A page cannot write over a file: each save is a new one.
    #[cfg(target_arch = "wasm32")]
    fn save(&mut self, context: &Context) {
        self.save_as(context);
    }

    fn save_as(&mut self, context: &Context) {
        let name = self.project.as_deref().map_or_else(|| "pose.kansetsu".to_owned(), |path| last_part(path).to_owned());
        let text = self.project_text();
        self.send(name, text.map(String::into_bytes), true, context);
    }

    fn export_glb(&mut self, context: &Context) {
        let Some(actor) = self.actor() else { return };
        let saved = actor.to_gltf(Container::Glb);
        self.send(format!("{}.glb", actor.name), saved.map(|saved| saved.bytes), false, context);
    }

    fn export_pose(&mut self, context: &Context) {
        let Some(actor) = self.actor() else { return };
        let text = SavedPose::of(&actor, &[]).to_file();
        self.send(format!("{}.pose.json", actor.name), text.map(String::into_bytes), false, context);
    }

    /// Asks where to save something, when there is something.
    pub(super) fn send(&mut self, name: String, bytes: Result<Vec<u8>, Refusal>, is_project: bool, context: &Context) {
        match bytes {
            Ok(bytes) => self.ask_to_save(Outgoing { name, bytes: bytes.into(), is_project }, context),
            Err(refusal) => self.show_refusal(Err(refusal)),
        }
    }

    /// Shows what the part of a link behind `#` holds; anything else than a pose is left alone.
    pub fn open_fragment(&mut self, fragment: &str) {
        match share::from_fragment(fragment) {
            None => {}
            Some(Ok(shared)) => self.document = shared.into_document(),
            Some(Err(refusal)) => self.show_refusal(Err(refusal)),
        }
    }

    fn copy_link(&mut self, context: &Context) {
        match share::to_fragment(&self.document) {
            Ok(fragment) => {
                context.copy_text(format!("{}#{fragment}", super::system::address()));
                self.banners.news(Phrase::new("The link was copied.", "リンクをコピーしました。"));
            }
            Err(refusal) => self.show_refusal(Err(refusal)),
        }
    }
}
