//! Whether a file needs the decoders of the feature `compressed`.

use super::container::split;

/// The extensions with compressed geometry or pictures.
const NAMES: [&str; 5] = [
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "EXT_texture_webp",
    "KHR_texture_basisu",
];

/// Whether a glTF or GLB file mentions an extension with compressed geometry or pictures. A program
/// without the feature `compressed` lets another one call `to_plain`.
#[must_use]
pub fn is_compressed(bytes: &[u8]) -> bool {
    split(bytes, &mut Vec::new())
        .is_ok_and(|parts| NAMES.iter().any(|name| parts.json.contains(name)))
}
