//! The system's dialogs for files, and what comes of them.
//!
//! A dialog is a future: natively a thread waits for it, in a page the browser does. What was chosen arrives with one of the
//! next pictures.

use std::{future::Future, sync::Arc};

use eframe::egui::Context;
use rfd::{AsyncFileDialog, FileHandle};

use super::{Arrival, GivenFile, Studio};
use crate::text::Phrase;

/// Endings of files that hold projects, poses or figures.
const OPENED: [&str; 6] = ["kansetsu", "glb", "gltf", "vrm", "json", "bin"];

/// Something to be saved.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The file's name, without folders.
    pub name: String,
    /// What it holds.
    pub bytes: Arc<[u8]>,
    /// Whether it is the project, whose name is remembered.
    pub is_project: bool,
}

impl Studio {
    /// Lets the user choose files to open.
    pub(super) fn ask_to_open(&mut self, adds: bool, context: &Context) {
        let name = self.words().say("Projects, poses and figures", "プロジェクト・ポーズ・モデル");
        let dialog = AsyncFileDialog::new().add_filter(name, &OPENED);
        let (arrive, context) = (self.arrive.clone(), context.clone());
        let picked = dialog.pick_files();
        wait_for(async move {
            let mut files = Vec::new();
            for handle in picked.await.unwrap_or_default() {
                files.push(GivenFile { name: name_of(&handle), bytes: handle.read().await.into() });
            }
            if !files.is_empty() {
                // Nobody waits any more when the window was closed.
                let _ = arrive.send(Arrival::Files { files, adds });
                context.request_repaint();
            }
        });
    }

    /// Lets the user choose where to save something.
    pub(super) fn ask_to_save(&mut self, outgoing: Outgoing, context: &Context) {
        let ending = outgoing.name.rsplit('.').next().unwrap_or_default().to_owned();
        let dialog = AsyncFileDialog::new().set_file_name(&outgoing.name).add_filter(&ending, &[&ending]);
        let (arrive, context) = (self.arrive.clone(), context.clone());
        let picked = dialog.save_file();
        wait_for(async move {
            let Some(handle) = picked.await else { return };
            let name = name_of(&handle);
            let arrival = match handle.write(&outgoing.bytes).await {
                Ok(()) => Arrival::Saved { name, is_project: outgoing.is_project },
                Err(error) => Arrival::Failed(not_saved(&name, &error.to_string())),
            };
            let _ = arrive.send(arrival);
            context.request_repaint();
        });
    }
}

/// Why a file was not saved.
pub(super) fn not_saved(name: &str, reason: &str) -> Phrase {
    Phrase::made(format!("{name} was not saved: {reason}"), format!("{name} を保存できませんでした：{reason}"))
}

/// The whole path where there are paths.
#[cfg(not(target_arch = "wasm32"))]
fn name_of(handle: &FileHandle) -> String {
    handle.path().to_string_lossy().into_owned()
}

#[cfg(target_arch = "wasm32")]
fn name_of(handle: &FileHandle) -> String {
    handle.file_name()
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn wait_for(future: impl Future<Output = ()> + Send + 'static) {
    std::thread::spawn(move || pollster::block_on(future));
}

#[cfg(target_arch = "wasm32")]
pub(super) fn wait_for(future: impl Future<Output = ()> + 'static) {
    wasm_bindgen_futures::spawn_local(future);
}
