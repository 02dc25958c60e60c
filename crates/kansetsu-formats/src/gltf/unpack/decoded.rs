//! The document with its compressed parts decoded.

use serde_json::Value;

use super::patch::Patch;
use super::{draco, meshopt};
use crate::Error;
use crate::gltf::accessor::Store;
use crate::gltf::at::At;

/// The decoded bytes that a file of any size may have.
const ALWAYS: usize = 16 << 20;
/// The decoded bytes for each byte of the file.
const FOR_EACH_BYTE: usize = 64;

/// A document without compressed geometry.
pub(in crate::gltf) struct Plain {
    pub(in crate::gltf) json: Value,
    pub(in crate::gltf) buffers: Vec<Option<Vec<u8>>>,
}

impl Plain {
    /// Decodes the compressed parts; `None` if there are none. Parts with a plain form stay.
    pub(in crate::gltf) fn of(
        root: &At<'_>,
        buffers: &[Option<Vec<u8>>],
    ) -> Result<Option<Self>, Error> {
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
