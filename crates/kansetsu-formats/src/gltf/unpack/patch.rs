//! Additions to a document while it is unpacked.

use serde_json::{Value, json};

use crate::Error;
use crate::gltf::at::At;

/// The document while it is unpacked.
pub(super) struct Patch {
    pub(super) json: Value,
    pub(super) buffers: Vec<Option<Vec<u8>>>,
    /// The bytes that may still be decoded.
    pub(super) left: usize,
}

impl Patch {
    /// Takes decoded bytes out of the limit.
    pub(super) fn spend(&mut self, bytes: Option<usize>, at: &At<'_>) -> Result<usize, Error> {
        let left = bytes.and_then(|bytes| self.left.checked_sub(bytes));
        self.left = left.ok_or_else(|| {
            at.wrong("it unpacks to more memory than a file of its size can be trusted with")
        })?;
        Ok(bytes.unwrap_or_default())
    }

    /// Adds a buffer; returns its index.
    pub(super) fn buffer(&mut self, bytes: Vec<u8>) -> usize {
        let description = json!({"byteLength": bytes.len()});
        self.buffers.push(Some(bytes));
        self.push("buffers", description)
    }

    /// Adds an entry to a list of the document; returns its index.
    pub(super) fn push(&mut self, list: &str, entry: Value) -> usize {
        match self.json.get_mut(list).and_then(Value::as_array_mut) {
            Some(entries) => {
                entries.push(entry);
                entries.len() - 1
            }
            None => {
                self.json[list] = json!([entry]);
                0
            }
        }
    }
}

/// Removes extensions of an entry, and the block if none is left.
pub(super) fn remove_extensions(entry: &mut Value, names: &[&str]) {
    let Some(block) = entry.get_mut("extensions").and_then(Value::as_object_mut) else { return };
    names.iter().for_each(|name| drop(block.shift_remove(*name)));
    if block.is_empty()
        && let Some(entry) = entry.as_object_mut()
    {
        entry.shift_remove("extensions");
    }
}
