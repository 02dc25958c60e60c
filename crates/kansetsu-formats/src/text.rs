//! The characters of a text file, whatever program wrote it.

use std::borrow::Cow;

use encoding_rs::{Encoding, SHIFT_JIS, UTF_8};

/// The text of `bytes`: UTF-8 or UTF-16 where a byte order mark says so, else UTF-8 where it is
/// valid, else Shift_JIS, which programs of Japan wrote before; a byte that is neither becomes
/// U+FFFD.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        // A file that was cut in the middle of a character is UTF-8 all the same.
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
            "cut in the middle: one unknown character"
        );
    }
}
