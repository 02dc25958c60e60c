//! A record of work that was not saved.

use serde_json::{Value, json};

use crate::document::{
    Document,
    project::{self, Embedding},
};

/// What the names of records end with.
pub(super) const ENDING: &str = ".recovery";
/// The field that marks a text as a record, with the version.
pub(super) const MARK: &str = "kansetsu_recovery";

/// The text of a record.
pub(super) fn write(
    document: &Document,
    stamp: f64,
    path: Option<&str>,
    embedding: Embedding<'_>,
) -> Result<String, String> {
    let project = project::save(document, embedding).map_err(|refusal| refusal.to_string())?;
    let head = json!({ MARK: 1, "written_at": stamp, "path": path }).to_string();
    // The project itself, as the last field: it need not be read again for that.
    Ok(format!("{}, \"project\": {project}}}\n", head.trim_end_matches('}')))
}

/// The names of the files that a record refers to; none when the text is no record.
#[must_use]
pub fn files_of(record: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(record).unwrap_or_default();
    value.get("project").map(names_of_files).unwrap_or_default()
}

pub(super) fn names_of_files(project: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let sources = list(&project["figures"]).into_iter().map(|figure| figure["source"].clone());
    let each = sources.flat_map(|source| [list(&source["beside"]), vec![source]].concat());
    let each = each.chain([project["backdrop"].clone()]);
    each.filter_map(|file| file["kept"].as_str().map(str::to_owned)).collect()
}
