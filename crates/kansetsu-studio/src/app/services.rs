//! The services around the document: the host, files, storage, jobs, messages.

use std::{collections::VecDeque, sync::Arc, sync::mpsc};

use eframe::egui_wgpu::RenderState;

use super::{
    Arrival, Banners, Dialogs, GivenFile, Host, Keeper, OwnPose, Pictured, Preferences, Request,
    Tasks, import::Import,
};
use crate::{command::Preset, text::Language, viewport::gpu::Screen};

/// The services around the document.
pub struct Services {
    /// What the user chose for the program.
    pub preferences: Preferences,
    /// Messages to the user.
    pub banners: Banners,
    /// How files are named.
    pub dialogs: Dialogs,
    /// Who saves and opens files where there are no paths.
    pub host: Option<Box<dyn Host>>,
    /// What a dialog of the system is open for.
    pub(crate) pending_dialog: Option<Request>,
    /// Files that are being opened, the first of them now.
    pub(crate) imports: VecDeque<Import>,
    /// What the points of a picture came to.
    pub(crate) keypoints: Option<Arc<Pictured>>,
    /// Jobs in the background.
    pub(crate) tasks: Tasks,
    pub(crate) keeper: Keeper,
    pub(crate) inbox: Inbox,
    pub(crate) graphics: Graphics,
    pub(crate) system_language: Language,
}

/// What arrives from outside and from jobs.
pub struct Inbox {
    pub(super) arrivals: mpsc::Receiver<Arrival>,
    pub(super) sender: mpsc::Sender<Arrival>,
}

/// The graphics card that draws.
#[derive(Default)]
pub struct Graphics {
    pub(crate) screen: Option<Screen>,
    pub(crate) render_state: Option<RenderState>,
}

impl Services {
    /// The services of a window that speaks this language, unless the user has selected another
    /// one.
    #[must_use]
    pub fn new(system_language: Language) -> Self {
        let (sender, arrivals) = mpsc::channel();
        Self {
            preferences: Preferences::default(),
            banners: Banners::default(),
            dialogs: Dialogs::default(),
            host: None,
            pending_dialog: None,
            imports: VecDeque::new(),
            keypoints: None,
            tasks: Tasks::default(),
            keeper: Keeper::default(),
            inbox: Inbox { arrivals, sender },
            graphics: Graphics::default(),
            system_language,
        }
    }

    /// The language of the interface.
    #[must_use]
    pub fn language(&self) -> Language {
        self.preferences.language.unwrap_or(self.system_language)
    }

    /// Whose keys and mouse buttons are used.
    #[must_use]
    pub const fn preset(&self) -> Preset {
        self.preferences.preset
    }

    /// The user's poses.
    #[must_use]
    pub fn own_poses(&self) -> &[OwnPose] {
        &self.keeper.shelf.poses
    }

    /// Whether something is loaded, baked or drawn: what a page may want to wait for.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.imports.is_empty() || self.tasks.is_busy()
    }

    /// Whether small pictures are still being drawn.
    #[must_use]
    pub fn draws_thumbnails(&self) -> bool {
        self.tasks.thumbnails.is_drawing()
    }

    /// Hands the studio an arrival, as if it had come from outside.
    pub fn give(&self, files: Vec<GivenFile>, adds: bool) {
        // The receiver lives as long as the studio.
        let _ = self
            .inbox
            .sender
            .send(Arrival::Files { files: files.into_iter().map(Ok).collect(), adds });
    }
}
