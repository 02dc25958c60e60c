//! The studio: its parts.

use super::{Context, Editor, ProjectFile, Services, Session, ViewState};
use crate::{document::Document, lab::Room, text::Language};

/// The studio. The same in a window, in a page and in tests.
pub struct Studio {
    /// What is edited.
    pub document: Document,
    /// Its file.
    pub project: ProjectFile,
    /// Drags, hover and fields.
    pub session: Session,
    /// Cards, sheets, palette, hints and the viewport.
    pub view: ViewState,
    /// Preferences, messages, files, storage and jobs.
    pub services: Services,
    /// The lab, while it is open.
    pub lab: Option<Room>,
}

impl Studio {
    /// The studio with the mannequin in a language instead of the system language, without a
    /// window.
    #[must_use]
    pub fn with_language(system_language: Language) -> Self {
        let mut document = Document::welcome();
        if let Some(bytes) = super::system::UNDO_LIMIT {
            document.set_undo_limit(bytes);
        }
        Self {
            document,
            project: ProjectFile::default(),
            session: Session::default(),
            view: ViewState::default(),
            services: Services::new(system_language),
            lab: None,
        }
    }

    /// What an edit or a drag touches.
    pub const fn editor(&mut self) -> Editor<'_> {
        Editor {
            document: &mut self.document,
            session: &mut self.session,
            banners: &mut self.services.banners,
        }
    }

    /// What a panel reads.
    #[must_use]
    pub const fn context(&self) -> Context<'_> {
        let Self { document, project, session, view, services, .. } = self;
        Context { document, project, session, view, services }
    }
}
