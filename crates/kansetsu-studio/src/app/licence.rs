//! What the licence of a figure forbids.

use kansetsu_formats::Meta;

use crate::text::Phrase;

/// The message for an export that the licence does not allow.
#[must_use]
pub fn licence_caution(meta: &Meta) -> Option<Phrase> {
    match (meta.forbids_changes, meta.forbids_redistribution) {
        (false, false) => None,
        (true, false) => Some(Phrase::new(
            "The licence does not allow to change the model: keep the saved file to yourself.",
            "このモデルのライセンスは改変を認めていません。書き出したファイルは手元だけで使ってください。",
        )),
        (_, true) => Some(Phrase::new(
            "The licence does not allow to pass the model on: keep the saved file to yourself.",
            "このモデルのライセンスは再配布を認めていません。書き出したファイルは手元だけで使ってください。",
        )),
    }
}
