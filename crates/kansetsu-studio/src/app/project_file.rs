//! The file of the document, and the document that another one has replaced.

use crate::document::{Content, Document, DocumentKey};

/// The file of the document.
#[derive(Debug, Default)]
pub struct ProjectFile {
    /// The name or path of the project, when it has one.
    pub path: Option<String>,
    /// What was given to the browser's downloads: it counts as unsaved, for a download may fail.
    pub(crate) downloaded: Option<Content>,
    /// Whether a save goes where the last one went, without a question.
    pub(crate) saves_again: bool,
    /// What another document has replaced before it was saved.
    pub(crate) stash: Option<Box<Stash>>,
    /// The document in which the relaxed stance was offered.
    pub(crate) offered_stance: Option<DocumentKey>,
}

/// A document that another one has replaced.
#[derive(Debug)]
pub struct Stash {
    pub(super) document: Document,
    pub(super) project: Option<String>,
    /// The name of the record in which it is kept meanwhile.
    pub(super) record: Option<String>,
}

impl ProjectFile {
    /// Whether the document has changes that are neither saved nor given to the browser's
    /// downloads.
    #[must_use]
    pub fn has_news(&self, document: &Document) -> bool {
        document.is_modified() && self.downloaded.as_ref() != Some(document.content())
    }

    /// What the document is called: as its project's file; before it has one, as the file of its
    /// first figure. `None` for what was made here.
    #[must_use]
    pub fn document_name(&self, document: &Document) -> Option<String> {
        let of_figure = || {
            let first = document.content().actors.first()?;
            matches!(first.source, crate::document::Source::File(_))
                .then(|| first.figure.name.clone())
        };
        self.path
            .as_deref()
            .map(|path| super::import::last_part(path).to_owned())
            .or_else(of_figure)
    }
}
