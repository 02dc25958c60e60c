//! Work of other runs that can be brought back.

use serde_json::Value;

use super::{
    Autosave, Storage,
    record::{ENDING, MARK, names_of_files},
};
use crate::document::project::{self, Loaded, ProjectError, Surroundings};

/// Work that can be brought back, for a banner.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The record's name in its storage.
    pub name: String,
    /// Where the project was saved last; `None` when it never was.
    pub path: Option<String>,
    /// When the record was written, seconds since 1970.
    pub written_at: f64,
    /// How many figures it holds.
    pub figures: usize,
    /// The name of its first figure, if it has one.
    pub first_figure: Option<String>,
    project: Value,
}

/// The records of other runs of the program, the newest first. What cannot be read is left where it
/// is.
#[must_use]
pub fn offers(storage: &dyn Storage, autosave: &Autosave) -> Vec<Offer> {
    let names = storage.names().unwrap_or_default();
    let is_left = |name: &String| {
        name.ends_with(ENDING) && !autosave.is_own(name) && !storage.is_in_use(name)
    };
    let others = names.into_iter().filter(is_left);
    let mut offers: Vec<Offer> = others.filter_map(|name| Offer::read(storage, name)).collect();
    offers.sort_by(|a, b| b.written_at.total_cmp(&a.written_at));
    offers
}

impl Offer {
    fn read(storage: &dyn Storage, name: String) -> Option<Self> {
        let mut value: Value = serde_json::from_str(&storage.read(&name).ok()??).ok()?;
        value.get(MARK)?;
        let project = value.get_mut("project")?.take();
        Some(Self {
            name,
            path: value["path"].as_str().map(str::to_owned),
            written_at: value["written_at"].as_f64().unwrap_or_default(),
            figures: project["figures"].as_array().map_or(0, Vec::len),
            first_figure: project["figures"][0]["name"].as_str().map(str::to_owned),
            project,
        })
    }

    /// The names of the files that it refers to.
    #[must_use]
    pub fn files(&self) -> Vec<String> {
        names_of_files(&self.project)
    }

    /// The work, to be saved again. The record stays until [`Self::discard`].
    ///
    /// # Errors
    /// As [`project::load`].
    pub fn open(&self, surroundings: Surroundings<'_>) -> Result<Loaded, ProjectError> {
        let mut loaded = project::load_value(&self.project, surroundings)?;
        loaded.document.set_unsaved();
        Ok(loaded)
    }

    /// Takes the record away.
    ///
    /// # Errors
    /// The storage's sentence.
    pub fn discard(self, storage: &mut dyn Storage) -> Result<(), String> {
        storage.remove(&self.name)
    }
}
