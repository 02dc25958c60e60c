//! Two places for the same records.

use std::collections::BTreeSet;

use super::{Files, Storage};
use crate::text::Phrase;

/// Records that are kept in one place and copied to a second one, which may change: beside the
/// project file, so that who looks for the work finds it.
pub struct Doubled {
    first: Box<dyn Storage>,
    second: Option<Second>,
    /// Where copies still lie from before.
    old: Vec<Second>,
}

struct Second {
    place: String,
    storage: Box<dyn Storage>,
    /// What was copied there.
    names: BTreeSet<String>,
}

impl Doubled {
    /// Keeps things in one place alone.
    #[must_use]
    pub fn new(first: Box<dyn Storage>) -> Self {
        Self { first, second: None, old: Vec::new() }
    }

    /// The first place alone.
    pub fn first(&mut self) -> &mut dyn Storage {
        &mut *self.first
    }

    /// Copies to another place from now on, or to none. `open` opens the place; one that cannot be
    /// opened is left out.
    pub fn copy_to(
        &mut self,
        place: Option<&str>,
        open: impl FnOnce(&str) -> Option<Box<dyn Storage>>,
    ) {
        if self.second.as_ref().map(|second| second.place.as_str()) == place {
            return;
        }
        self.old.extend(self.second.take().filter(|second| !second.names.is_empty()));
        let opened = place.and_then(|place| Some((place, open(place)?)));
        self.second = opened.map(|(place, storage)| Second {
            place: place.to_owned(),
            storage,
            names: BTreeSet::new(),
        });
    }
}

impl Storage for Doubled {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        let kept = self.first.write(name, text);
        if let Some(second) = &mut self.second
            && second.storage.write(name, text).is_ok()
        {
            second.names.insert(name.to_owned());
            // It is somewhere.
            return Ok(());
        }
        kept
    }

    fn read(&self, name: &str) -> Result<Option<String>, String> {
        self.first.read(name)
    }

    fn remove(&mut self, name: &str) -> Result<(), String> {
        for second in self.second.iter_mut().chain(&mut self.old) {
            if second.names.remove(name) {
                // A copy that stays is offered once more than needed, but the work is safe.
                let _ = second.storage.remove(name);
            }
        }
        self.old.retain(|second| !second.names.is_empty());
        self.first.remove(name)
    }

    fn names(&self) -> Result<Vec<String>, String> {
        self.first.names()
    }

    fn run(&self) -> Option<String> {
        self.first.run()
    }

    fn is_in_use(&self, name: &str) -> bool {
        self.first.is_in_use(name)
    }

    fn refusal(&mut self) -> Option<Phrase> {
        self.first.refusal()
    }

    fn files(&mut self) -> Option<&mut dyn Files> {
        self.first.files()
    }
}
