//! Another document in the place of the present one, and the way back.

use super::{Banner, Remedy, Studio, Weight, project_file::Stash};
use crate::{
    document::{Document, View},
    text::Phrase,
};

/// Takes another document. One that belongs to no project keeps the ways of working and looking as
/// the user has them.
pub fn replace(studio: &mut Studio, document: Document, project: Option<String>) {
    studio.editor().cancel_drag();
    let (view, settings) = (studio.document.view, studio.document.settings.clone());
    studio.document = document;
    if project.is_none() {
        studio.document.view = View { camera: studio.document.view.camera, ..view };
        studio.document.settings = settings;
    }
    take_place(studio, project);
}

/// The state that belongs to a document that was just opened.
fn take_place(studio: &mut Studio, project: Option<String>) {
    if let Some(bytes) = super::system::UNDO_LIMIT {
        studio.document.set_undo_limit(bytes);
    }
    studio.project.path = project;
    studio.project.downloaded = None;
    studio.services.keeper.restart();
    studio.services.banners.shown.retain(|banner| banner.remedy != Some(Remedy::SaveFile));
    studio.session.fields.open = None;
    studio.session.last_drag = None;
    studio.session.time_line.forget();
}

/// Keeps the present document aside when something in it is not saved, before another takes its
/// place: a banner offers it back.
pub fn put_away(studio: &mut Studio) {
    let mut editor = studio.editor();
    editor.finish_field();
    editor.cancel_drag();
    if !studio.project.has_news(&studio.document) {
        studio.services.keeper.forget_own();
        return;
    }
    let record = studio.services.keeper.leave(&studio.document, studio.project.path.as_deref());
    let stash =
        Stash { document: studio.document.clone(), project: studio.project.path.clone(), record };
    let text = match &stash.project {
        Some(path) => {
            let name = super::import::last_part(path);
            Phrase::made(
                format!("{name} was closed with unsaved changes."),
                format!("{name} を、未保存の変更があるまま閉じました。"),
            )
        }
        None => Phrase::new(
            "The previous project was closed with unsaved changes.",
            "前のプロジェクトを、未保存の変更があるまま閉じました。",
        ),
    };
    studio.project.stash = Some(Box::new(stash));
    studio.services.banners.shown.retain(|banner| banner.remedy != Some(Remedy::Reopen));
    studio.services.banners.tell(Banner::of(Weight::Warning, text, Some(Remedy::Reopen)));
}

/// Opens the closed document again, and closes the present one.
pub(super) fn reopen(studio: &mut Studio) {
    let Some(stash) = studio.project.stash.take() else { return };
    put_away(studio);
    studio.document = stash.document;
    take_place(studio, stash.project);
    studio.services.keeper.take_over(stash.record);
}
