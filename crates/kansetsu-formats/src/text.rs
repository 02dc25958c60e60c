//! Decoding of text files from any program.

use std::borrow::Cow;

use encoding_rs::{Encoding, SHIFT_JIS, UTF_8};

/// The text of `bytes`: UTF-8 or UTF-16 by its byte order mark, else UTF-8 if it is valid, else
/// Shift_JIS, which older Japanese programs write; an invalid byte becomes U+FFFD.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        // A file truncated in the middle of a character is still UTF-8.
        Err(error) if error.valid_up_to() > 0 && error.error_len().is_none() => {
            UTF_8.decode_without_bom_handling(bytes).0
        }
        Err(_) => SHIFT_JIS.decode_without_bom_handling(bytes).0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_in_use_is_understood() {
        assert_eq!(decode(b"\xEF\xBB\xBFabc"), "abc");
        assert_eq!(decode(b"\xFF\xFEa\0b\0"), "ab");
        assert_eq!(decode("頭".as_bytes()), "頭");
        assert_eq!(decode(b"\x93\xAA"), "頭");
        assert_eq!(
            decode(&"頭".as_bytes()[..2]).chars().count(),
            1,
            "truncated in the middle: one unknown character"
        );
    }
}
