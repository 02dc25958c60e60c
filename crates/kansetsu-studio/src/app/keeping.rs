//! What is kept between runs: preferences, and work that was not saved.

use std::{collections::BTreeMap, sync::Arc};

use eframe::egui::Context;

use super::{Banner, OwnPose, Preferences, Remedy, Studio, Weight};
use crate::{
    document::{
        Document,
        project::Surroundings,
        recovery::{Autosave, Doubled, InMemory, Offer, Storage, Tick, offers},
    },
    text::Phrase,
};

/// Under this name preferences are kept.
const PREFERENCES: &str = "preferences.json";

/// Where things are kept, and what was found there.
pub struct Keeper {
    storage: Doubled,
    autosave: Autosave,
    /// The name of this run, and how many documents it has put away.
    session: (String, usize),
    offers: Vec<Offer>,
    /// Records of work that goes on in this run: they go once it is kept, or saved, under this run's own name.
    taken_over: Vec<String>,
    /// The preferences as they were kept last.
    kept: Preferences,
    /// The user's poses.
    pub(super) poses: Vec<OwnPose>,
    /// Whether it was told that this document cannot be kept.
    has_told: bool,
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
            poses: Vec::new(),
            has_told: false,
        }
    }

    /// The preferences of the last run; those of a new user when there are none or they cannot be understood.
    pub fn preferences(&mut self) -> Preferences {
        let text = self.storage.read(PREFERENCES).ok().flatten().unwrap_or_default();
        self.kept = Preferences::read(&text);
        self.kept.clone()
    }

    /// Where what belongs to no document is kept.
    pub(super) fn storage(&mut self) -> &mut dyn Storage {
        self.storage.first()
    }

    /// What another run has left is kept, or saved, under this run's own name: it is no longer needed.
    fn let_go(&mut self) {
        for name in std::mem::take(&mut self.taken_over) {
            // A record that stays is offered once more than needed, and nothing is lost.
            let _ = self.storage.remove(&name);
        }
    }

    /// Leaves the record of a document that is put away where it is, as it is now; gives its name.
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

    /// Another document: it has no other record than its own, and nothing was told of it.
    pub(super) fn begin_anew(&mut self) {
        self.taken_over.clear();
        self.has_told = false;
    }

    /// Takes the record of the present document away: it is saved, or the browser has downloaded it.
    pub(super) fn forget_own(&mut self) {
        // A record that stays is offered once more than needed, and nothing is lost.
        let _ = self.autosave.forget(&mut self.storage);
    }
}

impl Studio {
    /// Keeps things there from now on, takes over the preferences that are kept there, and offers work that was not saved.
    pub fn keep_in(&mut self, storage: Box<dyn Storage>) {
        self.keeper = Keeper::new(storage);
        self.preferences = self.keeper.preferences();
        self.keeper.find_poses();
        self.offer();
    }

    fn offer(&mut self) {
        if let Some(offer) = self.keeper.offers.first() {
            self.banners.tell(Banner::of(Weight::Warning, offered(offer), Some(Remedy::Recover)));
        }
    }

    /// Offers what was not saved of a project that has just been opened, when something lies beside it.
    pub(super) fn offer_beside(&mut self, path: &str) {
        let Some(beside) = super::system::beside(path) else { return };
        let mut found = offers(&*beside, &self.keeper.autosave);
        found.retain(|offer| offer.path.as_deref() == Some(path) && self.keeper.offers.iter().all(|known| known.name != offer.name));
        if !found.is_empty() {
            found.append(&mut self.keeper.offers);
            self.keeper.offers = found;
            self.offer();
        }
    }

    /// Keeps what has changed, when it is time.
    pub(super) fn keep(&mut self, context: &Context) {
        if self.preferences != self.keeper.kept && !context.input(|input| input.pointer.any_down()) {
            self.keep_preferences();
        }
        let now = context.input(|input| input.time);
        let Keeper { storage, autosave, .. } = &mut self.keeper;
        storage.copy_to(self.project.as_deref(), super::system::beside);
        let done = autosave.tick(&self.document, [now, super::system::stamp()], self.project.as_deref(), storage);
        if done == Ok(Tick::Kept) || !self.document.is_modified() {
            self.keeper.let_go();
        }
        match done {
            Ok(Tick::Kept) => self.is_kept(),
            Ok(_) => {}
            Err(reason) => self.is_not_kept(NOT_KEPT, vec![reason.into()]),
        }
        // What is refused of a document that is gone is nothing that the present one could be saved from.
        if let Some(reason) = self.keeper.storage.refusal().filter(|_| self.document.is_modified()) {
            self.keeper.autosave.doubt(now, AGAIN);
            self.is_not_kept(reason, Vec::new());
        }
        if let Some(wait) = self.keeper.autosave.due(now) {
            // A moment later than due: the clock of the next picture must be past it.
            context.request_repaint_after(std::time::Duration::from_secs_f64(wait + 0.02));
        }
    }

    fn is_kept(&mut self) {
        if self.keeper.storage.files().is_none() {
            self.keeper.has_told = false;
            self.banners.shown.retain(|banner| banner.remedy != Some(Remedy::SaveFile));
        }
    }

    /// Tells, once for each document, that unsaved work cannot be kept.
    fn is_not_kept(&mut self, text: Phrase, details: Vec<Phrase>) {
        if !std::mem::replace(&mut self.keeper.has_told, true) {
            self.banners.tell(Banner { details, ..Banner::of(Weight::Warning, text, Some(Remedy::SaveFile)) });
        }
    }

    fn keep_preferences(&mut self) {
        self.keeper.kept = self.preferences.clone();
        let text = serde_json::to_string_pretty(&self.preferences).unwrap_or_default();
        // Preferences are not worth a complaint.
        let _ = self.keeper.storage.first().write(PREFERENCES, &text);
    }

    /// Keeps everything now: the program ends. Gives the name of the record that holds what is not saved, when something is not.
    ///
    /// # Errors
    /// The storage's sentence, when the work could not be kept.
    pub fn keep_all(&mut self) -> Result<Option<String>, String> {
        self.finish_field();
        self.cancel_drag();
        self.keep_preferences();
        let Keeper { storage, autosave, .. } = &mut self.keeper;
        if autosave.keep(&self.document, super::system::stamp(), self.project.as_deref(), storage)? == Tick::Kept {
            self.keeper.let_go();
        }
        let record = self.document.is_modified().then(|| self.keeper.autosave.record());
        Ok(record.flatten().map(str::to_owned))
    }

    /// Goes on with the work of an earlier run whose record has this name, as [`keep_all`](Self::keep_all) gave it, without asking.
    /// Nothing happens when there is no such record.
    pub fn go_on_with(&mut self, record: &str) {
        let Some(index) = self.keeper.offers.iter().position(|offer| offer.name == record) else { return };
        let offer = self.keeper.offers.remove(index);
        let files: BTreeMap<String, Arc<[u8]>> = match self.keeper.storage.files() {
            Some(kept) => offer.files().into_iter().filter_map(|name| Some((name.clone(), kept.get(&name)?))).collect(),
            None => BTreeMap::new(),
        };
        match offer.open(Surroundings { kept: &|name| files.get(name).cloned(), ..Surroundings::NONE }) {
            Ok(loaded) => {
                self.put_away();
                self.replace(loaded.document, offer.path.clone());
                self.keeper.take_over(Some(offer.name));
            }
            Err(error) => self.banners.problem(error.to_string().into()),
        }
        self.banners.shown.retain(|banner| banner.remedy != Some(Remedy::Recover));
        self.offer();
    }

    /// Brings back work that was not saved, as soon as its files are at hand. Its record stays until this run has kept it.
    pub(super) fn recover(&mut self, index: usize, context: &Context) {
        let Some(offer) = self.keeper.offers.get(index) else { return };
        let (record, files) = (offer.name.clone(), offer.files());
        let Some(kept) = self.keeper.storage.files() else { return self.go_on_with(&record) };
        let (arrive, context) = (self.arrive.clone(), context.clone());
        let done = move || {
            // Nobody waits any more when the page was left.
            let _ = arrive.send(super::Arrival::Fetched { record });
            context.request_repaint();
        };
        kept.fetch(&files, Box::new(done));
    }
}

const NOT_KEPT: Phrase = Phrase::new("Unsaved work could not be kept.", "未保存の作業を自動保存できませんでした。");
/// Seconds after which it is tried again to keep what was refused.
const AGAIN: f64 = 20.0;

fn offered(offer: &Offer) -> Phrase {
    match &offer.path {
        Some(path) => {
            let name = super::import::last_part(path);
            Phrase::made(format!("{name} has unsaved work."), format!("{name} に保存していない作業があります。"))
        }
        None => Phrase::new("There is unsaved work.", "保存していない作業があります。"),
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
        let chosen = Preferences { language: Some(Language::Japanese), knows_how: true, ..Preferences::default() };
        let text = serde_json::to_string(&chosen).expect("preferences are plain data");
        keeper.storage.write(PREFERENCES, &text).expect("there is memory");
        assert_eq!(keeper.preferences(), chosen);
    }
}
