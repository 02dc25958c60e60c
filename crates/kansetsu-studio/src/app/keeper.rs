//! Where things are kept between runs, and what was found there.

use super::{Preferences, shelf::Shelf};
use crate::document::{
    Document,
    recovery::{Autosave, Doubled, InMemory, Offer, Storage, offers},
};

/// Under this name preferences are kept.
const PREFERENCES: &str = "preferences.json";

/// Where things are kept, and what was found there.
pub struct Keeper {
    pub(super) storage: Doubled,
    pub(super) autosave: Autosave,
    /// The name of this run, and how many documents it has closed.
    session: (String, usize),
    pub(super) offers: Vec<Offer>,
    /// Records of work that continues in this run. They are deleted when it is kept or saved under
    /// this run's name.
    taken_over: Vec<String>,
    /// The preferences as they were kept last.
    pub(super) kept: Preferences,
    /// The user's poses.
    pub(super) shelf: Shelf,
    /// Whether the message was shown that this document cannot be saved.
    pub(super) has_told: bool,
}

impl Default for Keeper {
    /// Keeps nothing longer than the program runs.
    fn default() -> Self {
        Self::new(Box::new(InMemory::default()))
    }
}

impl Keeper {
    /// Keeps things there.
    #[must_use]
    pub fn new(storage: Box<dyn Storage>) -> Self {
        let session = storage.run().unwrap_or_else(super::system::session);
        let mut autosave = Autosave::new(session.clone());
        let mut storage = Doubled::new(storage);
        if storage.files().is_some() {
            // A record without files is small, and a tab may be gone any moment.
            (autosave.quiet, autosave.patience) = (0.3, 3.0);
        }
        let offers = offers(&storage, &autosave);
        Self {
            storage,
            autosave,
            session: (session, 0),
            offers,
            taken_over: Vec::new(),
            kept: Preferences::default(),
            shelf: Shelf::default(),
            has_told: false,
        }
    }

    /// The preferences of the last run; those of a new user when there are none or they cannot be
    /// understood.
    pub fn preferences(&mut self) -> Preferences {
        let text = self.storage.read(PREFERENCES).ok().flatten().unwrap_or_default();
        self.kept = Preferences::read(&text);
        self.kept.clone()
    }

    /// Takes in the user's poses.
    pub(super) fn find_poses(&mut self) {
        self.shelf = Shelf::find(self.storage.first());
    }

    /// The user's poses, and where they are kept.
    pub(super) fn poses(&mut self) -> (&mut Shelf, &mut dyn Storage) {
        (&mut self.shelf, self.storage.first())
    }

    /// Keeps the preferences.
    pub(super) fn keep_preferences(&mut self, preferences: &Preferences) {
        self.kept = preferences.clone();
        let text = serde_json::to_string_pretty(preferences).unwrap_or_default();
        // Preferences are not worth a complaint.
        let _ = self.storage.first().write(PREFERENCES, &text);
    }

    /// What another run has left is kept, or saved, under this run's own name: it is no longer
    /// needed.
    pub(super) fn let_go(&mut self) {
        for name in std::mem::take(&mut self.taken_over) {
            // A record that stays is offered once more than needed: the work is safe.
            let _ = self.storage.remove(&name);
        }
    }

    /// Keeps the present record of a document that is closed; returns its name.
    pub(super) fn leave(&mut self, document: &Document, path: Option<&str>) -> Option<String> {
        // In memory it is in any case.
        let _ = self.autosave.keep(document, super::system::stamp(), path, &mut self.storage);
        self.session.1 += 1;
        self.taken_over.clear();
        self.autosave.leave(format!("{}-{}", self.session.0, self.session.1))
    }

    /// The document that goes on has such a record.
    pub(super) fn take_over(&mut self, record: Option<String>) {
        self.taken_over.extend(record);
    }

    /// Another document: it has only its own record, and no message yet.
    pub(super) fn restart(&mut self) {
        self.taken_over.clear();
        self.has_told = false;
    }

    /// Takes the record of the present document away: it is saved, or the browser has downloaded
    /// it.
    pub(super) fn forget_own(&mut self) {
        // A record that stays is offered once more than needed: the work is safe.
        let _ = self.autosave.forget(&mut self.storage);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn preferences_come_back() {
        let mut keeper = Keeper::default();
        assert_eq!(keeper.preferences(), Preferences::default());
        let chosen = Preferences {
            language: Some(Language::Japanese),
            knows_how: true,
            ..Preferences::default()
        };
        let text = serde_json::to_string(&chosen).expect("preferences are plain data");
        keeper.storage.write(PREFERENCES, &text).expect("there is memory");
        assert_eq!(keeper.preferences(), chosen);
    }
}
