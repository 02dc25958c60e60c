//! A record of work that was not saved.

use serde_json::{Value, json};

use super::{Autosave, Storage};
use crate::document::{
    Document,
    project::{self, Embedding, Loaded, ProjectError, Surroundings},
};

/// What the names of records end with.
pub(super) const ENDING: &str = ".recovery";
/// What says that a text is a record, and its version.
const MARK: &str = "kansetsu_recovery";

/// The text of a record.
pub(super) fn write(document: &Document, stamp: f64, path: Option<&str>, embedding: Embedding<'_>) -> Result<String, String> {
    let project = project::save(document, embedding).map_err(|refusal| refusal.to_string())?;
    let head = json!({ MARK: 1, "written_at": stamp, "path": path }).to_string();
    // The project as it is, as the last field: it need not be read again for that.
    Ok(format!("{}, \"project\": {project}}}\n", head.trim_end_matches('}')))
}

/// The names of the files that a record refers to; none when the text is no record.
#[must_use]
pub fn files_of(record: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(record).unwrap_or_default();
    value.get("project").map(names_of_files).unwrap_or_default()
}

fn names_of_files(project: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let sources = list(&project["figures"]).into_iter().map(|figure| figure["source"].clone());
    let each = sources.flat_map(|source| [list(&source["beside"]), vec![source]].concat());
    let each = each.chain([project["backdrop"].clone()]);
    each.filter_map(|file| file["kept"].as_str().map(str::to_owned)).collect()
}

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
    project: Value,
}

/// The records of other runs of the program, the newest first. What cannot be read is left where it is.
#[must_use]
pub fn offers(storage: &dyn Storage, autosave: &Autosave) -> Vec<Offer> {
    let names = storage.names().unwrap_or_default();
    let is_left = |name: &String| name.ends_with(ENDING) && !autosave.is_own(name) && !storage.is_in_use(name);
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
