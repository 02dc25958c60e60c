//! What is kept between runs: preferences, and work that was not saved.

use eframe::egui::Context;

use super::{Banner, Preferences, Remedy, Studio, Weight};
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
        let session = super::system::session();
        let autosave = Autosave::new(session.clone());
        let offers = offers(&*storage, &autosave);
        let storage = Doubled::new(storage);
        Self { storage, autosave, session: (session, 0), offers, taken_over: Vec::new(), kept: Preferences::default() }
    }

    /// The preferences of the last run; those of a new user when there are none or they cannot be understood.
    pub fn preferences(&mut self) -> Preferences {
        let text = self.storage.read(PREFERENCES).ok().flatten().unwrap_or_default();
        self.kept = Preferences::read(&text);
        self.kept.clone()
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

    /// What goes on has no other record than its own.
    pub(super) fn forget_others(&mut self) {
        self.taken_over.clear();
    }
}

impl Studio {
    /// Keeps things there from now on, takes over the preferences that are kept there, and offers work that was not saved.
    pub fn keep_in(&mut self, storage: Box<dyn Storage>) {
        self.keeper = Keeper::new(storage);
        self.preferences = self.keeper.preferences();
        self.offer();
    }

    fn offer(&mut self) {
        if let Some(offer) = self.keeper.offers.first() {
            self.banners.tell(Banner { weight: Weight::Warning, text: offered(offer), remedy: Some(Remedy::Recover) });
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
            Ok(Tick::Nothing) if self.document.is_modified() => context.request_repaint_after(std::time::Duration::from_secs(3)),
            Ok(_) => {}
            Err(reason) => self.banners.warning(Phrase::made(
                format!("Unsaved work could not be kept: {reason}"),
                format!("未保存の作業を自動保存できませんでした：{reason}"),
            )),
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
        if let Some(index) = self.keeper.offers.iter().position(|offer| offer.name == record) {
            self.recover(index);
        }
    }

    /// Brings back work that was not saved. Its record stays until this run has kept it.
    pub(super) fn recover(&mut self, index: usize) {
        if index >= self.keeper.offers.len() {
            return;
        }
        let offer = self.keeper.offers.remove(index);
        match offer.open(Surroundings::NONE) {
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
}

fn offered(offer: &Offer) -> Phrase {
    match &offer.path {
        Some(path) => {
            Phrase::made(format!("{path} was not saved when Kansetsu ended last."), format!("前回、{path} を保存せずに終了しました。"))
        }
        None => Phrase::new("There is work that was not saved when Kansetsu ended last.", "前回終了時に保存していない作業があります。"),
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
