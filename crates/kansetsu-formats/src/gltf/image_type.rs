//! The type of an image.

/// The type by the first bytes; empty if they are unknown.
pub(crate) fn guess(bytes: &[u8]) -> &'static str {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xFF, 0xD8, 0xFF, ..] => "image/jpeg",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        [0xAB, b'K', b'T', b'X', b' ', b'2', b'0', 0xBB, ..] => "image/ktx2",
        _ => "",
    }
}
