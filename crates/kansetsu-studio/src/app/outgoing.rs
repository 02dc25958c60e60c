//! Files that go: projects, figures, poses, links.

use eframe::egui::Context;
use kansetsu_formats::gltf::{Container, Saved};

use super::{Banner, Studio, Weight, dialog::Outgoing, values::Form};
use crate::{
    command::Command,
    document::{Actor, Content, Refusal, SavedPose, project},
    share,
    text::Phrase,
};

const KEEPS_T_POSE: Phrase = Phrase::new(
    "The VRM keeps its T-pose, which motions need. Kansetsu opens it posed. For other programs, export a VRM animation or bake the pose.",
    "モーションを正しく再生できるように、VRM は T ポーズのまま保存されます。Kansetsu で開くとこのポーズになります。ほかのソフトで使うときは VRM アニメーションを書き出すか、ポーズを焼き込んで書き出してください。",
);

const IS_BAKED: Phrase = Phrase::new(
    "The pose takes the place of the VRM's T-pose. Other programs play motions wrongly on this file.",
    "VRM の T ポーズは今のポーズに変わります。ほかのソフトではモーションが正しく再生されません。",
);

impl Studio {
    /// The commands that deal with files.
    pub(super) fn run_with_files(&mut self, command: Command, context: &Context) {
        match command {
            Command::Open | Command::ImportPose | Command::Backdrop => self.ask_to_open(false, context),
            Command::AddFile => self.ask_to_open(true, context),
            Command::Save => self.save(context),
            Command::SaveAs => self.save_as(context),
            Command::ExportGlb => self.export_glb(context),
            Command::ExportBaked => self.export_baked(context),
            Command::ExportVrma => self.export_vrma(context),
            Command::ExportPose => self.export_pose(context),
            Command::ExportValues => self.export_values(Form::Json, context),
            Command::ExportValuesTable => self.export_values(Form::Table, context),
            Command::ExportPoses => self.export_poses(context),
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

    /// Saves under the name that the project has, beside the window; asks for one when it has none. What is changed meanwhile is not saved.
    #[cfg(not(target_arch = "wasm32"))]
    fn save(&mut self, context: &Context) {
        if self.host.is_some() {
            return self.save_there(context);
        }
        let Some(path) = self.project.clone() else { return self.save_as(context) };
        let document = self.document.clone();
        let name = super::import::last_part(&path);
        let title = Phrase::made(format!("Saving {name}"), format!("{name} を保存しています"));
        let work = move || {
            let text = project::save(&document, project::Embedding::Everything).map_err(|refusal| refusal.reason.to_string());
            let written = text.and_then(|text| super::disk::write(&path, text.as_bytes()));
            super::Progress::Done(super::dialog::saved(path.clone(), written, Some(document.content().clone())))
        };
        self.start(&title, work, context);
    }

    /// A page has no paths.
    #[cfg(target_arch = "wasm32")]
    fn save(&mut self, context: &Context) {
        self.save_there(context);
    }

    /// Saves where the project was saved last, as far as the host can.
    fn save_there(&mut self, context: &Context) {
        self.saves_again = true;
        self.save_as(context);
        self.saves_again = false;
    }

    fn save_as(&mut self, context: &Context) {
        let named = |name: String| if self.project.is_some() { name } else { format!("{name}.kansetsu") };
        let name = named(self.document_name().unwrap_or_else(|| "pose".to_owned()));
        let text = self.project_text();
        let content = self.document.content().clone();
        self.send((name, Some(content)), text.map(String::into_bytes), context);
    }

    fn export_glb(&mut self, context: &Context) {
        let Some(actor) = self.actor() else { return };
        if actor.is_vrm() && actor.pose != actor.figure.rig.skeleton.rest_pose() {
            self.banners.tell(Banner::of(Weight::Warning, KEEPS_T_POSE, None));
        }
        let saved = actor.to_gltf(Container::Glb);
        self.export_figure(&actor, saved, context);
    }

    fn export_baked(&mut self, context: &Context) {
        let Some(actor) = self.actor() else { return };
        if actor.is_vrm() {
            self.banners.tell(Banner::of(Weight::Warning, IS_BAKED, None));
        }
        let saved = actor.to_baked_gltf(Container::Glb);
        self.export_figure(&actor, saved, context);
    }

    fn export_figure(&mut self, actor: &Actor, saved: Result<Saved, Refusal>, context: &Context) {
        if let Some(caution) = actor.figure.meta.as_ref().and_then(crate::panel::caution) {
            self.banners.tell(Banner::of(Weight::Warning, caution, None));
        }
        let ending = if actor.is_vrm() { "vrm" } else { "glb" };
        self.send((format!("{}.{ending}", actor.name), None), saved.map(|saved| saved.bytes), context);
    }

    fn export_vrma(&mut self, context: &Context) {
        let Some(actor) = self.actor() else { return };
        let written = actor.to_vrma();
        if let Ok(written) = &written {
            self.warn(&written.warnings);
        }
        self.send((format!("{}.vrma", actor.name), None), written.map(|written| written.bytes), context);
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

    fn export_pose(&mut self, context: &Context) {
        let Some(actor) = self.actor() else { return };
        let text = SavedPose::of(&actor, &[]).to_file();
        self.send((format!("{}.pose.json", actor.name), None), text.map(String::into_bytes), context);
    }

    /// Asks where to save something, when there is something; with the name goes, for the project, the content that is saved.
    pub(super) fn send(&mut self, (name, project): (String, Option<Content>), bytes: Result<Vec<u8>, Refusal>, context: &Context) {
        match bytes {
            Ok(bytes) => self.ask_to_save(Outgoing { name, bytes: bytes.into(), project }, context),
            Err(refusal) => self.show_refusal(Err(refusal)),
        }
    }

    /// Shows what the part of a link behind `#` holds; anything else than a pose or a page of the lab is left alone.
    pub fn open_fragment(&mut self, fragment: &str) {
        if self.open_lab(fragment) {
            return;
        }
        match share::from_fragment(fragment) {
            None => {}
            Some(Ok(shared)) => {
                self.put_away();
                let document = shared.into_document();
                let view = document.view;
                self.replace(document, None);
                self.document.view = view;
            }
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
