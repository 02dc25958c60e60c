//! The report about files that came together.

use super::{Import, message::joined};
use crate::{
    app::{Banner, Weight},
    text::Phrase,
};

impl Import {
    /// Returns the report, once every file has its message: that message, or one for all files with
    /// theirs as details.
    pub(super) fn report(self) -> Option<Banner> {
        let mut told = self.told;
        if told.len() < 2 {
            return told.pop().map(|(name, message)| match message.weight {
                Weight::Problem => Banner { text: message.text.about(&name), ..message },
                Weight::News | Weight::Warning => message,
            });
        }
        let is_refused = |(_, message): &&(String, Banner)| message.weight == Weight::Problem;
        let refused: Vec<&str> =
            told.iter().filter(is_refused).map(|(name, _)| name.as_str()).collect();
        let weight = told.iter().map(|(_, message)| message.weight).max().unwrap_or(Weight::News);
        let (count, failed) = (told.len(), refused.len());
        let text = if failed == 0 {
            Phrase::made(
                format!("Opened {count} files."),
                format!("{count} 件のファイルを開きました。"),
            )
        } else {
            let names = named(&refused);
            Phrase::made(
                format!("{failed} of {count} files were not opened: {names}."),
                format!("{count} 件中 {failed} 件のファイルを開けませんでした：{names}"),
            )
        };
        let details = told.into_iter().flat_map(|(name, message)| lines(&name, message)).collect();
        Some(Banner { details, ..Banner::of(weight, text, None) })
    }
}

/// Names in a sentence, as many as a line holds.
fn named(names: &[&str]) -> String {
    const MOST: usize = 3;
    let more = if names.len() > MOST { ", …" } else { "" };
    format!("{}{more}", names[..names.len().min(MOST)].join(", "))
}

/// The message of a file with its name, and below it its details, indented.
fn lines(name: &str, message: Banner) -> impl Iterator<Item = Phrase> + use<> {
    let indented = |detail: Phrase| joined(&Phrase::new("   ", "   "), &detail);
    let text = message.text.about(name);
    std::iter::once(text).chain(message.details.into_iter().map(indented))
}
