//! Compressed geometry: the document with plain buffers, as the other readers expect it.
//!
//! Indices of buffers, buffer views and accessors stay; new ones are added at the end. So errors
//! name the paths of the file, and saving uses the unchanged file.

mod draco;
mod meshopt;
mod plain;

use serde_json::{Value, json};

use super::accessor::Store;
use super::at::At;
use crate::Error;

pub use plain::to_plain;

/// The decoded bytes that a file of any size may have.
const ALWAYS: usize = 16 << 20;
/// The decoded bytes for each byte of the file.
const FOR_EACH_BYTE: usize = 64;

/// A document without compressed geometry.
pub(super) struct Plain {
    pub(super) json: Value,
    pub(super) buffers: Vec<Option<Vec<u8>>>,
}

impl Plain {
    /// Decodes the compressed parts; `None` if there are none. Parts with a plain form stay.
    pub(super) fn of(root: &At<'_>, buffers: &[Option<Vec<u8>>]) -> Result<Option<Self>, Error> {
        let names = [meshopt::NAMES.as_slice(), &[draco::NAME]].concat();
        let is_used = |key: &str| {
            let list = root.get(key).and_then(|list| list.value().as_array());
            list.into_iter().flatten().any(|name| names.iter().any(|known| name == known))
        };
        if !is_used("extensionsUsed") && !is_used("extensionsRequired") {
            return Ok(None);
        }
        let size: usize = buffers.iter().flatten().map(Vec::len).sum();
        let mut patch = Patch {
            json: root.value().clone(),
            buffers: buffers.to_vec(),
            left: ALWAYS.saturating_add(size.saturating_mul(FOR_EACH_BYTE)),
        };
        meshopt::unpack(root, buffers, &mut patch)?;
        draco::unpack(root, &Store::new(root, buffers, size)?, &mut patch)?;
        Ok(Some(Self { json: patch.json, buffers: patch.buffers }))
    }
}

/// The document while it is unpacked.
struct Patch {
    json: Value,
    buffers: Vec<Option<Vec<u8>>>,
    /// The bytes that may still be decoded.
    left: usize,
}

impl Patch {
    /// Takes decoded bytes out of the limit.
    fn spend(&mut self, bytes: Option<usize>, at: &At<'_>) -> Result<usize, Error> {
        let left = bytes.and_then(|bytes| self.left.checked_sub(bytes));
        self.left = left.ok_or_else(|| {
            at.wrong("it unpacks to more memory than a file of its size can be trusted with")
        })?;
        Ok(bytes.unwrap_or_default())
    }

    /// Adds a buffer; returns its index.
    fn buffer(&mut self, bytes: Vec<u8>) -> usize {
        let description = json!({"byteLength": bytes.len()});
        self.buffers.push(Some(bytes));
        self.push("buffers", description)
    }

    /// Adds an entry to a list of the document; returns its index.
    fn push(&mut self, list: &str, entry: Value) -> usize {
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
fn remove_extensions(entry: &mut Value, names: &[&str]) {
    let Some(block) = entry.get_mut("extensions").and_then(Value::as_object_mut) else { return };
    names.iter().for_each(|name| drop(block.shift_remove(*name)));
    if block.is_empty()
        && let Some(entry) = entry.as_object_mut()
    {
        entry.shift_remove("extensions");
    }
}
