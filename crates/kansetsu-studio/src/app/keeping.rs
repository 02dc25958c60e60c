//! What is kept between runs: preferences, and work that was not saved.

use eframe::egui::Context;

use super::{Banner, Preferences, Remedy, Studio, Weight};
use crate::{
    document::{
        project::Surroundings,
        recovery::{Autosave, InMemory, Offer, Storage, Tick, offers},
    },
    text::Phrase,
};

/// Under this name preferences are kept.
const PREFERENCES: &str = "preferences.json";

/// Where things are kept, and what was found there.
pub struct Keeper {
    storage: Box<dyn Storage>,
    autosave: Autosave,
    offers: Vec<Offer>,
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
        let autosave = Autosave::new(super::system::session());
        let offers = offers(&*storage, &autosave);
        Self { storage, autosave, offers, kept: Preferences::default() }
    }

    /// The preferences of the last run; those of a new user when there are none or they cannot be understood.
    pub fn preferences(&mut self) -> Preferences {
        let text = self.storage.read(PREFERENCES).ok().flatten().unwrap_or_default();
        self.kept = serde_json::from_str(&text).unwrap_or_default();
        self.kept.clone()
    }
}

impl Studio {
    /// Keeps things there from now on, takes over the preferences that are kept there, and offers work that was not saved.
    pub fn keep_in(&mut self, storage: Box<dyn Storage>) {
        self.keeper = Keeper::new(storage);
        self.preferences = self.keeper.preferences();
        if let Some(offer) = self.keeper.offers.first() {
            self.banners.tell(Banner { weight: Weight::Warning, text: offered(offer), remedy: Some(Remedy::Recover) });
        }
    }

    /// Keeps what has changed, when it is time.
    pub(super) fn keep(&mut self, context: &Context) {
        if self.preferences != self.keeper.kept && !context.input(|input| input.pointer.any_down()) {
            self.keeper.kept = self.preferences.clone();
            let text = serde_json::to_string_pretty(&self.preferences).unwrap_or_default();
            // Preferences are not worth a complaint.
            let _ = self.keeper.storage.write(PREFERENCES, &text);
        }
        let now = context.input(|input| input.time);
        let Keeper { storage, autosave, .. } = &mut self.keeper;
        match autosave.tick(&self.document, [now, super::system::stamp()], self.project.as_deref(), &mut **storage) {
            Ok(Tick::Nothing) if self.document.is_modified() => context.request_repaint_after(std::time::Duration::from_secs(3)),
            Ok(_) => {}
            Err(reason) => self.banners.warning(Phrase::made(
                format!("Unsaved work could not be kept: {reason}"),
                format!("未保存の作業を自動保存できませんでした：{reason}"),
            )),
        }
    }

    /// Brings back the newest work that was not saved.
    pub(super) fn recover(&mut self) {
        if self.keeper.offers.is_empty() {
            return;
        }
        let offer = self.keeper.offers.remove(0);
        match offer.open(Surroundings::NONE) {
            Ok(loaded) => {
                self.replace(loaded.document, offer.path.clone());
                // From now on this run keeps it.
                let _ = offer.discard(&mut *self.keeper.storage);
            }
            Err(error) => self.banners.problem(error.to_string().into()),
        }
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
