//! Text encodings of MikuMikuDance.

use encoding_rs::{SHIFT_JIS, UTF_16LE};

/// The text before the first null, in Shift_JIS.
pub(super) fn shift_jis(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    SHIFT_JIS.decode_without_bom_handling(&bytes[..end]).0.into_owned()
}

/// A text in UTF-16.
pub(super) fn utf16(bytes: &[u8]) -> String {
    UTF_16LE.decode_without_bom_handling(bytes).0.into_owned()
}
