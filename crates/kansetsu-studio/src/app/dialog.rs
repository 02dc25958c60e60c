//! The system's dialogs for files, and their results.
//!
//! A dialog is a future that a thread waits for; what was selected arrives with one of the next
//! pictures. Some systems have no dialogs (a window manager without portals): there paths are
//! typed. In a page the [host](super::Host) is asked instead.

use std::future::Future;

use eframe::egui::Context;
#[cfg(not(target_arch = "wasm32"))]
use rfd::{AsyncFileDialog, FileHandle};

use super::{
    Arrival, Banner, Dialogs, GivenFile, Handed, Open, Outgoing, Remedy, Request, Services, Studio,
    Weight, disk, path_question::PathQuestion,
};
#[cfg(not(target_arch = "wasm32"))]
use super::{Words, request::OPENED};
use crate::{document::Content, text::Phrase};

/// Nobody closes a dialog so quickly: where one is gone after this, it was never there.
#[cfg(not(target_arch = "wasm32"))]
const INSTANT: std::time::Duration = std::time::Duration::from_millis(250);

/// Lets the user select files to open.
pub(super) fn ask_to_open(studio: &mut Studio, adds: bool, context: &Context) {
    ask(studio, Request::Open { adds }, context);
}

/// Lets the user select where to save something.
pub(super) fn ask_to_save(studio: &mut Studio, outgoing: Outgoing, context: &Context) {
    ask(studio, Request::Save(outgoing), context);
}

fn ask(studio: &mut Studio, request: Request, context: &Context) {
    if ask_host(studio, &request, context) {
        return;
    }
    if studio.services.dialogs == Dialogs::Typed {
        return ask_for_path(studio, request);
    }
    ask_system(studio, request, context);
}

/// A page has no dialogs but its host's.
#[cfg(target_arch = "wasm32")]
fn ask_system(studio: &mut Studio, request: Request, _: &Context) {
    ask_for_path(studio, request);
}

#[cfg(not(target_arch = "wasm32"))]
fn ask_system(studio: &mut Studio, request: Request, context: &Context) {
    studio.services.pending_dialog = Some(request.clone());
    let name = Words(studio.services.language())
        .say("Projects, poses and figures", "プロジェクト・ポーズ・モデル");
    let (arrive, context) = (studio.services.inbox.sender.clone(), context.clone());
    let began = super::system::stamp();
    let dialog = AsyncFileDialog::new();
    match request {
        Request::Open { adds } => {
            let picked = dialog.add_filter(name, &OPENED).pick_files();
            wait_for(async move {
                let mut files = Vec::new();
                let handles = picked.await;
                let arrival = closed(handles.is_some(), began);
                for handle in handles.unwrap_or_default() {
                    files.push(Ok(GivenFile {
                        name: name_of(&handle),
                        bytes: handle.read().await.into(),
                    }));
                }
                // Nobody waits any more when the app window was closed.
                let _ = arrive.send(arrival);
                let _ = arrive.send(Arrival::Files { files, adds });
                context.request_repaint();
            });
        }
        Request::Save(outgoing) => {
            let ending = outgoing.name.rsplit('.').next().unwrap_or_default().to_owned();
            let picked =
                dialog.set_file_name(&outgoing.name).add_filter(&ending, &[&ending]).save_file();
            wait_for(async move {
                let handle = picked.await;
                let _ = arrive.send(closed(handle.is_some(), began));
                if let Some(handle) = handle {
                    let name = name_of(&handle);
                    let written =
                        handle.write(&outgoing.bytes).await.map_err(|error| error.to_string());
                    let _ = arrive.send(saved(name, written, outgoing.project));
                }
                context.request_repaint();
            });
        }
    }
}

/// Handles the end of a dialog. If it could not open, a message reports it, and a path field opens
/// instead.
pub(super) fn dialog_closed(studio: &mut Studio, was_there: bool) {
    let asked = studio.services.pending_dialog.take();
    if was_there {
        return;
    }
    studio.services.dialogs = Dialogs::Typed;
    studio.services.banners.news(Phrase::new(
        "No file dialog on this system. Type a path instead.",
        "このシステムではファイルダイアログを開けません。代わりにパスを入力してください。",
    ));
    if let Some(request) = asked {
        ask_for_path(studio, request);
    }
}

/// Offers another way while a dialog is waited for: it may never come.
pub(super) fn offer_typing(services: &mut Services) {
    let is_open = services.pending_dialog.is_some() && cfg!(not(target_arch = "wasm32"));
    let is_offered =
        services.banners.shown.iter().any(|banner| banner.remedy == Some(Remedy::TypePath));
    if is_open && !is_offered {
        let text = Phrase::new(
            "The system's file dialog is open.",
            "システムのファイルダイアログを開いています。",
        );
        services.banners.tell(Banner::of(Weight::News, text, Some(Remedy::TypePath)));
    } else if !is_open && is_offered {
        services.banners.shown.retain(|banner| banner.remedy != Some(Remedy::TypePath));
    }
}

/// Asks for the path of what a dialog was asked for.
pub(super) fn type_path_instead(studio: &mut Studio) {
    if let Some(request) = studio.services.pending_dialog.take() {
        ask_for_path(studio, request);
    }
}

fn ask_for_path(studio: &mut Studio, request: Request) {
    let project = studio.project.path.as_deref();
    studio.view.cards.path_question = Some(PathQuestion::new(
        request,
        project,
        studio.services.preferences.recent.first().map(String::as_str),
    ));
    studio.view.cards.open = Open::Path;
}

/// Opens the file of a path; a figure may be added to what is there.
pub fn open_path(services: &Services, path: &str, adds: bool) {
    let given = match disk::read(path) {
        Ok(bytes) => Ok(GivenFile { name: path.to_owned(), bytes: bytes.into() }),
        Err(reason) => Err((path.to_owned(), reason)),
    };
    let _ = services.inbox.sender.send(Arrival::Files { files: vec![given], adds });
}

/// Does what a path was asked for.
pub fn answer_path(studio: &mut Studio, context: &Context) {
    let Some(PathQuestion { request, path, .. }) = studio.view.cards.path_question.take() else {
        return;
    };
    studio.view.cards.open = Open::Nothing;
    let path = disk::whole(path.trim());
    match request {
        Request::Open { adds } => open_path(&studio.services, &path, adds),
        Request::Save(Outgoing { bytes, project, .. }) => {
            let (arrive, context) = (studio.services.inbox.sender.clone(), context.clone());
            wait_for(async move {
                let written = disk::write(&path, &bytes);
                let _ = arrive.send(saved(path, written, project));
                context.request_repaint();
            });
        }
    }
}

/// Asks the host; returns whether there is one.
pub(super) fn ask_host(studio: &mut Studio, request: &Request, context: &Context) -> bool {
    let Some(host) = &studio.services.host else { return false };
    let (arrive, context) = (studio.services.inbox.sender.clone(), context.clone());
    match request {
        &Request::Open { adds } => host.pick(Box::new(move |files| {
            // Nobody waits any more when the web app was left.
            let _ =
                arrive.send(Arrival::Files { files: files.into_iter().map(Ok).collect(), adds });
            context.request_repaint();
        })),
        Request::Save(Outgoing { name, bytes, project }) => {
            let project = project.clone();
            let again = project.is_some()
                && studio.project.saves_again
                && studio.project.path.as_ref() == Some(name);
            let given = name.clone();
            let done = move |handed| {
                let _ = arrive.send(arrival(handed, given, project));
                context.request_repaint();
            };
            host.save(name, bytes, again, Box::new(done));
        }
    }
    true
}

fn arrival(handed: Handed, given: String, project: Option<Content>) -> Arrival {
    match handed {
        Handed::Saved(name) => Arrival::Saved { name, project },
        Handed::Downloading(name) => Arrival::Downloading { name, project },
        Handed::GivenUp => Arrival::DialogClosed { was_there: true },
        Handed::Refused(reason) => saved(given, Err(reason), None),
    }
}

/// Whether a dialog was there at all.
#[cfg(not(target_arch = "wasm32"))]
fn closed(gave_something: bool, began: f64) -> Arrival {
    Arrival::DialogClosed {
        was_there: gave_something || super::system::stamp() - began >= INSTANT.as_secs_f64(),
    }
}

/// What to say about a file that was written, or was not.
pub(super) fn saved(
    name: String,
    written: Result<(), String>,
    project: Option<Content>,
) -> Arrival {
    match written {
        Ok(()) => Arrival::Saved { name, project },
        Err(reason) => Arrival::Failed(Phrase::made(
            format!("{name} was not saved: {reason}"),
            format!("{name} を保存できませんでした：{reason}"),
        )),
    }
}

/// The whole path where there are paths.
#[cfg(not(target_arch = "wasm32"))]
fn name_of(handle: &FileHandle) -> String {
    handle.path().to_string_lossy().into_owned()
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn wait_for(future: impl Future<Output = ()> + Send + 'static) {
    std::thread::spawn(move || pollster::block_on(future));
}

#[cfg(target_arch = "wasm32")]
pub(super) fn wait_for(future: impl Future<Output = ()> + 'static) {
    wasm_bindgen_futures::spawn_local(future);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn a_dialog_that_never_came_is_said_and_the_path_is_asked_for() {
        let mut studio = Studio::with_language(Language::English);
        studio.services.pending_dialog = Some(Request::Open { adds: false });
        dialog_closed(&mut studio, true);
        assert_eq!(
            (studio.view.cards.open, studio.services.dialogs),
            (Open::Nothing, Dialogs::System),
            "somebody closed it"
        );
        studio.services.pending_dialog = Some(Request::Open { adds: true });
        dialog_closed(&mut studio, false);
        assert_eq!((studio.view.cards.open, studio.services.dialogs), (Open::Path, Dialogs::Typed));
        assert!(studio.services.banners.shown[0].text.to_string().contains("No file dialog"));
        assert!(matches!(
            studio.view.cards.path_question.as_ref().map(|question| &question.request),
            Some(Request::Open { adds: true })
        ));
    }

    #[test]
    fn while_a_dialog_is_waited_for_a_path_can_be_typed() {
        let mut studio = Studio::with_language(Language::English);
        studio.services.pending_dialog = Some(Request::Open { adds: false });
        offer_typing(&mut studio.services);
        offer_typing(&mut studio.services);
        assert_eq!(
            studio
                .services
                .banners
                .shown
                .iter()
                .filter(|banner| banner.remedy == Some(Remedy::TypePath))
                .count(),
            1
        );
        type_path_instead(&mut studio);
        offer_typing(&mut studio.services);
        assert!(studio.view.cards.open == Open::Path && studio.services.banners.shown.is_empty());
    }
}
