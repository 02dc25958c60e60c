//! The system's dialogs for files, and what comes of them.
//!
//! A dialog is a future that a thread waits for; what was chosen arrives with one of the next pictures. Some systems have no dialogs
//! (a window manager without portals): there paths are typed. In a page the [host](super::Host) is asked instead.

use std::{future::Future, sync::Arc};

use eframe::egui::Context;
#[cfg(not(target_arch = "wasm32"))]
use rfd::{AsyncFileDialog, FileHandle};

#[cfg(not(target_arch = "wasm32"))]
use super::GivenFile;
use super::{Arrival, Banner, Open, Remedy, Studio, Weight, path_question::PathQuestion};
use crate::{document::Content, text::Phrase};

/// Endings of files that hold projects, poses, figures, motions or pictures.
pub(crate) const OPENED: [&str; 20] = [
    "kansetsu", "glb", "gltf", "vrm", "vrma", "fbx", "bvh", "asf", "amc", "pmx", "pmd", "vmd", "mqo", "mqoz", "urdf", "json", "bin", "png",
    "jpg", "jpeg",
];

/// Nobody closes a dialog so quickly: where one is gone after this, it was never there.
#[cfg(not(target_arch = "wasm32"))]
const INSTANT: std::time::Duration = std::time::Duration::from_millis(250);

/// How files are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialogs {
    /// In the system's dialogs.
    #[default]
    System,
    /// By their paths, which are typed.
    Typed,
}

/// Something to be saved.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The file's name, without folders.
    pub name: String,
    /// What it holds.
    pub bytes: Arc<[u8]>,
    /// For the project, whose name is remembered: the content that the bytes hold.
    pub project: Option<Content>,
}

/// What a dialog is for.
#[derive(Clone, Debug)]
pub enum Request {
    /// Files to open.
    Open {
        /// Whether a figure is added to what is there.
        adds: bool,
    },
    /// A place for something.
    Save(Outgoing),
}

impl Studio {
    /// Lets the user choose files to open.
    pub(super) fn ask_to_open(&mut self, adds: bool, context: &Context) {
        self.ask(Request::Open { adds }, context);
    }

    /// Lets the user choose where to save something.
    pub(super) fn ask_to_save(&mut self, outgoing: Outgoing, context: &Context) {
        self.ask(Request::Save(outgoing), context);
    }

    fn ask(&mut self, request: Request, context: &Context) {
        if self.ask_host(&request, context) {
            return;
        }
        if self.dialogs == Dialogs::Typed {
            return self.ask_for_path(request);
        }
        self.ask_system(request, context);
    }

    /// A page has no dialogs but its host's.
    #[cfg(target_arch = "wasm32")]
    fn ask_system(&mut self, request: Request, _: &Context) {
        self.ask_for_path(request);
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn ask_system(&mut self, request: Request, context: &Context) {
        self.asked = Some(request.clone());
        let name = self.words().say("Projects, poses and figures", "プロジェクト・ポーズ・モデル");
        let (arrive, context) = (self.arrive.clone(), context.clone());
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
                        files.push(Ok(GivenFile { name: name_of(&handle), bytes: handle.read().await.into() }));
                    }
                    // Nobody waits any more when the window was closed.
                    let _ = arrive.send(arrival);
                    let _ = arrive.send(Arrival::Files { files, adds });
                    context.request_repaint();
                });
            }
            Request::Save(outgoing) => {
                let ending = outgoing.name.rsplit('.').next().unwrap_or_default().to_owned();
                let picked = dialog.set_file_name(&outgoing.name).add_filter(&ending, &[&ending]).save_file();
                wait_for(async move {
                    let handle = picked.await;
                    let _ = arrive.send(closed(handle.is_some(), began));
                    if let Some(handle) = handle {
                        let name = name_of(&handle);
                        let written = handle.write(&outgoing.bytes).await.map_err(|error| error.to_string());
                        let _ = arrive.send(saved(name, written, outgoing.project));
                    }
                    context.request_repaint();
                });
            }
        }
    }

    /// Takes in that a dialog is gone. One that never came is said so, and the path is asked for instead.
    pub(super) fn dialog_closed(&mut self, was_there: bool) {
        let asked = self.asked.take();
        if was_there {
            return;
        }
        self.dialogs = Dialogs::Typed;
        self.banners.news(Phrase::new(
            "This system shows no file dialogs. Files are named by their paths here.",
            "このシステムではファイルダイアログを開けないため、パスを入力して指定します。",
        ));
        if let Some(request) = asked {
            self.ask_for_path(request);
        }
    }

    /// Offers another way while a dialog is waited for: it may never come.
    pub(super) fn offer_typing(&mut self) {
        let is_open = self.asked.is_some() && cfg!(not(target_arch = "wasm32"));
        let is_offered = self.banners.shown.iter().any(|banner| banner.remedy == Some(Remedy::TypePath));
        if is_open && !is_offered {
            let text = Phrase::new("The system's file dialog is open.", "システムのファイルダイアログを開いています。");
            self.banners.tell(Banner::of(Weight::News, text, Some(Remedy::TypePath)));
        } else if !is_open && is_offered {
            self.banners.shown.retain(|banner| banner.remedy != Some(Remedy::TypePath));
        }
    }

    /// Asks for the path of what a dialog was asked for.
    pub(super) fn type_path_instead(&mut self) {
        if let Some(request) = self.asked.take() {
            self.ask_for_path(request);
        }
    }

    fn ask_for_path(&mut self, request: Request) {
        let project = self.project.as_deref();
        self.path_question = Some(PathQuestion::new(request, project, self.preferences.recent.first().map(String::as_str)));
        self.open = Open::Path;
    }
}

/// Whether a dialog was there at all.
#[cfg(not(target_arch = "wasm32"))]
fn closed(gave_something: bool, began: f64) -> Arrival {
    Arrival::DialogClosed { was_there: gave_something || super::system::stamp() - began >= INSTANT.as_secs_f64() }
}

/// What to say about a file that was written, or was not.
pub(super) fn saved(name: String, written: Result<(), String>, project: Option<Content>) -> Arrival {
    match written {
        Ok(()) => Arrival::Saved { name, project },
        Err(reason) => {
            Arrival::Failed(Phrase::made(format!("{name} was not saved: {reason}"), format!("{name} を保存できませんでした：{reason}")))
        }
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
        studio.asked = Some(Request::Open { adds: false });
        studio.dialog_closed(true);
        assert_eq!((studio.open, studio.dialogs), (Open::Nothing, Dialogs::System), "somebody closed it");
        studio.asked = Some(Request::Open { adds: true });
        studio.dialog_closed(false);
        assert_eq!((studio.open, studio.dialogs), (Open::Path, Dialogs::Typed));
        assert!(studio.banners.shown[0].text.to_string().contains("no file dialogs"));
        assert!(matches!(studio.path_question.as_ref().map(|question| &question.request), Some(Request::Open { adds: true })));
    }

    #[test]
    fn while_a_dialog_is_waited_for_a_path_can_be_typed() {
        let mut studio = Studio::with_language(Language::English);
        studio.asked = Some(Request::Open { adds: false });
        studio.offer_typing();
        studio.offer_typing();
        assert_eq!(studio.banners.shown.iter().filter(|banner| banner.remedy == Some(Remedy::TypePath)).count(), 1);
        studio.remedy(&Remedy::TypePath, &Context::default());
        studio.offer_typing();
        assert!(studio.open == Open::Path && studio.banners.shown.is_empty());
    }
}
