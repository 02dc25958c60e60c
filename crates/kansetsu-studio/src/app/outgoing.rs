//! Files that go: projects, figures, poses, links.

use eframe::egui::Context;
use kansetsu_formats::gltf::{Container, Saved};

use super::{
    Banner, Banners, Outgoing, Studio, Weight,
    dialog::{ask_to_open, ask_to_save},
    licence_caution,
    values::{Form, joint_values, values_file},
};
use crate::{
    command::Command,
    document::{Actor, Content, Document, Refusal, SavedPose, project},
    share,
    text::Phrase,
};

const KEEPS_T_POSE: Phrase = Phrase::new(
    "The VRM keeps its T-pose, because motions need it. Kansetsu opens it posed. For other \
     programs, export a VRM animation or bake the pose in.",
    "モーションを正しく再生できるように、VRM は T ポーズのまま保存されます。Kansetsu で開くとこのポーズになります。ほかのソフトで使うときは、VRM アニメーションを書き出すか、ポーズをベイクして書き出してください。",
);

const IS_BAKED: Phrase = Phrase::new(
    "The pose replaces the T-pose of the VRM. Motions play wrongly on this file in other programs.",
    "VRM の T ポーズは今のポーズに変わります。ほかのソフトではモーションが正しく再生されません。",
);

/// The commands that deal with files.
pub(super) fn run_with_files(studio: &mut Studio, command: Command, context: &Context) {
    match command {
        Command::Open | Command::ImportPose | Command::Backdrop => {
            ask_to_open(studio, false, context)
        }
        Command::AddFile => ask_to_open(studio, true, context),
        Command::Save => save(studio, context),
        Command::SaveAs => save_as(studio, context),
        Command::ExportGlb => export_glb(studio, context),
        Command::ExportBaked => export_baked(studio, context),
        Command::ExportPose => export_pose(studio, context),
        Command::ExportValues => export_values(studio, Form::Json, context),
        Command::ExportValuesTable => export_values(studio, Form::Table, context),
        Command::ExportPoses => export_poses(studio, context),
        Command::CopyLink => copy_link(studio, context),
        _ => {}
    }
}

/// The project as it would be saved.
///
/// # Errors
/// A sentence, should something refuse to be written.
pub fn project_text(document: &Document) -> Result<String, Refusal> {
    project::save(document, project::Embedding::Everything)
}

/// Saves under the name that the project has, beside the app window; asks for one when it has none.
/// What is changed meanwhile is not saved.
#[cfg(not(target_arch = "wasm32"))]
fn save(studio: &mut Studio, context: &Context) {
    if studio.services.host.is_some() {
        return save_there(studio, context);
    }
    let Some(path) = studio.project.path.clone() else { return save_as(studio, context) };
    let document = studio.document.clone();
    let name = super::import::last_part(&path);
    let title = Phrase::made(format!("Saving {name}"), format!("{name} を保存しています"));
    let work = move || {
        let text = project::save(&document, project::Embedding::Everything)
            .map_err(|refusal| refusal.reason.to_string());
        let written = text.and_then(|text| super::disk::write(&path, text.as_bytes()));
        super::Progress::Done(super::dialog::saved(
            path.clone(),
            written,
            Some(document.content().clone()),
        ))
    };
    let title = title.get(studio.services.language()).to_owned();
    studio.services.tasks.start(&title, work, context);
}

/// A page has no paths.
#[cfg(target_arch = "wasm32")]
fn save(studio: &mut Studio, context: &Context) {
    save_there(studio, context);
}

/// Saves where the project was saved last, as far as the host can.
fn save_there(studio: &mut Studio, context: &Context) {
    studio.project.saves_again = true;
    save_as(studio, context);
    studio.project.saves_again = false;
}

fn save_as(studio: &mut Studio, context: &Context) {
    let named = |name: String| {
        if studio.project.path.is_some() { name } else { format!("{name}.kansetsu") }
    };
    let name =
        named(studio.project.document_name(&studio.document).unwrap_or_else(|| "pose".to_owned()));
    let text = project_text(&studio.document);
    let content = studio.document.content().clone();
    send(studio, (name, Some(content)), text.map(String::into_bytes), context);
}

fn export_glb(studio: &mut Studio, context: &Context) {
    let Some(actor) = studio.document.actor().cloned() else { return };
    if actor.is_vrm() && actor.pose != actor.figure.rig.skeleton.rest_pose() {
        studio.services.banners.tell(Banner::of(Weight::Warning, KEEPS_T_POSE, None));
    }
    let saved = actor.to_gltf(Container::Glb);
    export_figure(studio, &actor, saved, context);
}

fn export_baked(studio: &mut Studio, context: &Context) {
    let Some(actor) = studio.document.actor().cloned() else { return };
    if actor.is_vrm() {
        studio.services.banners.tell(Banner::of(Weight::Warning, IS_BAKED, None));
    }
    let saved = actor.to_baked_gltf(Container::Glb);
    export_figure(studio, &actor, saved, context);
}

fn export_figure(
    studio: &mut Studio,
    actor: &Actor,
    saved: Result<Saved, Refusal>,
    context: &Context,
) {
    if let Some(caution) = actor.figure.meta.as_ref().and_then(licence_caution) {
        studio.services.banners.tell(Banner::of(Weight::Warning, caution, None));
    }
    let ending = if actor.is_vrm() { "vrm" } else { "glb" };
    send(
        studio,
        (format!("{}.{ending}", actor.name), None),
        saved.map(|saved| saved.bytes),
        context,
    );
}

pub(super) fn warn(banners: &mut Banners, warnings: &[String]) {
    let text = match warnings.len() {
        0 => return,
        1 => Phrase::new("1 warning.", "警告が 1 件あります。"),
        count => Phrase::made(format!("{count} warnings."), format!("警告が {count} 件あります。")),
    };
    let details = warnings.iter().map(|warning| warning.clone().into()).collect();
    banners.tell(Banner { details, ..Banner::of(Weight::Warning, text, None) });
}

fn export_pose(studio: &mut Studio, context: &Context) {
    let Some(actor) = studio.document.actor().cloned() else { return };
    let text = SavedPose::of(&actor, &[]).to_file();
    send(
        studio,
        (format!("{}.pose.json", actor.name), None),
        text.map(String::into_bytes),
        context,
    );
}

/// Asks where to save something, when there is something; with the name goes, for the project, the
/// content that is saved.
pub(super) fn send(
    studio: &mut Studio,
    (name, project): (String, Option<Content>),
    bytes: Result<Vec<u8>, Refusal>,
    context: &Context,
) {
    match bytes {
        Ok(bytes) => ask_to_save(studio, Outgoing { name, bytes: bytes.into(), project }, context),
        Err(refusal) => studio.editor().show_refusal(Err(refusal)),
    }
}

fn copy_link(studio: &mut Studio, context: &Context) {
    match share::to_fragment(&studio.document) {
        Ok(fragment) => {
            context.copy_text(format!("{}#{fragment}", super::system::address()));
            studio.services.banners.news(Phrase::new("Link copied.", "リンクをコピーしました。"));
        }
        Err(refusal) => studio.editor().show_refusal(Err(refusal)),
    }
}

fn export_values(studio: &mut Studio, form: Form, context: &Context) {
    let Some(shown) = joint_values(&studio.document, &mut studio.view.shown_values) else { return };
    if let Some((name, text)) = values_file(&studio.document, shown, form) {
        send(studio, (name, None), text.map(String::into_bytes), context);
    }
}

fn export_poses(studio: &mut Studio, context: &Context) {
    let text = studio.services.keeper.shelf.text();
    send(studio, ("my.poses.json".to_owned(), None), text.map(String::into_bytes), context);
}
