//! Text encodings of MikuMikuDance.
//!
//! MikuMikuDance itself writes Shift_JIS. Programs on Chinese and Korean systems write the encoding
//! of the system, and some exporters write UTF-8.

use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16LE};

/// The encodings of names, the usual one first.
pub(super) const ENCODINGS: [&Encoding; 5] = [SHIFT_JIS, UTF_8, GBK, BIG5, EUC_KR];

/// The longest character of these encodings, bytes.
const LONGEST: usize = 4;

/// The text before the first null, in Shift_JIS.
pub(super) fn shift_jis(bytes: &[u8]) -> String {
    decoded(bytes, SHIFT_JIS)
}

/// The text before the first null. A character that is cut at the end is dropped.
pub(super) fn decoded(bytes: &[u8], encoding: &'static Encoding) -> String {
    let bytes = until_null(bytes);
    let whole = (0..LONGEST.min(bytes.len()))
        .map(|cut| &bytes[..bytes.len() - cut])
        .find_map(|bytes| encoding.decode_without_bom_handling_and_without_replacement(bytes));
    whole.unwrap_or_else(|| encoding.decode_without_bom_handling(bytes).0).into_owned()
}

/// The bytes before the first null.
pub(super) fn until_null(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    &bytes[..end]
}

/// A text in UTF-16.
pub(super) fn utf16(bytes: &[u8]) -> String {
    UTF_16LE.decode_without_bom_handling(bytes).0.into_owned()
}

/// A text in an encoding; a character that the encoding does not have becomes a question mark.
pub(super) fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    for character in text.chars() {
        let mut buffer = [0; 4];
        match encoding.encode(character.encode_utf8(&mut buffer)) {
            (encoded, _, false) => bytes.extend_from_slice(&encoded),
            (_, _, true) => bytes.push(b'?'),
        }
    }
    bytes
}

/// Whether an encoding has all characters of a text.
pub(super) fn has_all(text: &str, encoding: &'static Encoding) -> bool {
    !encoding.encode(text).2
}

/// The likeliest encoding of names alone: the one in which most of them are sound. UTF-8 comes
/// first, since text of another encoding is hardly ever valid UTF-8.
pub(super) fn likeliest<'a>(names: impl Iterator<Item = &'a [u8]> + Clone) -> &'static Encoding {
    let sound = |encoding: &'static Encoding| {
        let is_sound = |name: &&[u8]| {
            !name.is_ascii()
                && (0..LONGEST.min(name.len())).any(|cut| {
                    let whole = &name[..name.len() - cut];
                    encoding.decode_without_bom_handling_and_without_replacement(whole).is_some()
                })
        };
        names.clone().map(until_null).filter(is_sound).count()
    };
    let others = ENCODINGS.into_iter().filter(|&encoding| encoding != UTF_8);
    let mut best = (SHIFT_JIS, 0);
    for encoding in [UTF_8].into_iter().chain(others) {
        let count = sound(encoding);
        if count > best.1 {
            best = (encoding, count);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_of_names_is_recognized() {
        for (name, encoding) in [
            ("センター", SHIFT_JIS),
            ("センター", UTF_8),
            ("左足ＩＫ", SHIFT_JIS),
            ("左腕捩", UTF_8),
            ("center", SHIFT_JIS),
        ] {
            let bytes = encoded(name, encoding);
            assert_eq!(likeliest([&bytes[..]].into_iter()), encoding, "{name}");
            assert_eq!(decoded(&bytes, encoding), name);
        }
        assert_eq!(decoded(&encoded("左足首", SHIFT_JIS)[..5], SHIFT_JIS), "左足");
        assert_eq!(encoded("a\u{1F600}b", SHIFT_JIS), b"a?b");
    }
}
