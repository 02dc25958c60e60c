//! What the licence of a figure forbids.

use kansetsu_formats::Meta;

use crate::text::Phrase;

/// The message for an export that the licence does not allow.
#[must_use]
pub fn licence_caution(meta: &Meta) -> Option<Phrase> {
    match (meta.forbids_changes, meta.forbids_redistribution) {
        (false, false) => None,
        (true, false) => Some(Phrase::new(
            "The licence forbids modifications. Do not share the exported file.",
            "このモデルのライセンスは改変を禁止しています。書き出したファイルを配布しないでください。",
        )),
        (_, true) => Some(Phrase::new(
            "The licence forbids redistribution. Do not share the exported file.",
            "このモデルのライセンスは再配布を禁止しています。書き出したファイルを配布しないでください。",
        )),
    }
}
