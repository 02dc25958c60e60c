//! The interface's font: Noto Sans JP (SIL Open Font License, `font/OFL.txt`), cut down by
//! `font/subset.py` to what the interface says. What users write themselves may need more: that is
//! drawn with the system's fonts, in a page by the browser.

use std::sync::Arc;

use eframe::egui::{Context, FontData, FontDefinitions, FontFamily};

/// The name under which the font is known to egui.
const NAME: &str = "interface";

/// Makes the interface's font the first of the proportional family and the second of the monospaced
/// one.
pub fn install(context: &Context) {
    context.set_fonts(with_ours(others()));
}

fn with_ours(mut fonts: FontDefinitions) -> FontDefinitions {
    fonts.font_data.insert(
        NAME.to_owned(),
        Arc::new(FontData::from_static(include_bytes!("../../font/interface.ttf"))),
    );
    fonts.families.entry(FontFamily::Proportional).or_default().insert(0, NAME.to_owned());
    let monospaced = fonts.families.entry(FontFamily::Monospace).or_default();
    monospaced.insert(monospaced.len().min(1), NAME.to_owned());
    fonts
}

/// The fonts for what the interface's font lacks: egui's, which draw the same on every system.
#[cfg(not(target_arch = "wasm32"))]
fn others() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    fonts.font_data.insert(LAB.to_owned(), Arc::new(FontData::from_static(kansetsu_lab::FONT)));
    fonts.families.entry(FontFamily::Proportional).or_default().insert(0, LAB.to_owned());
    fonts
}

/// The name of the lab's font: it has more characters, for the pages' words alone.
#[cfg(not(target_arch = "wasm32"))]
const LAB: &str = "lab";

/// In a page none: they would be a twentieth of all that must be loaded, and the browser has its
/// own.
#[cfg(target_arch = "wasm32")]
fn others() -> FontDefinitions {
    FontDefinitions::empty()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use eframe::egui::{FontId, RawInput};

    use super::*;

    /// The characters of every source of this crate without comments, and of its data: the
    /// interface's texts are somewhere among them.
    fn used(folder: &Path, into: &mut BTreeSet<char>) {
        for entry in fs::read_dir(folder).expect("the sources lie here").flatten() {
            let path = entry.path();
            if path.is_dir() {
                used(&path, into);
            } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "json") {
                let text = fs::read_to_string(&path).expect("sources are text");
                let said = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                into.extend(said.flat_map(str::chars).filter(|letter| !letter.is_control()));
            }
        }
    }

    /// Whether Japanese needs the character: kana, kanji, full-width signs.
    fn is_japanese(letter: char) -> bool {
        ('\u{3000}'..='\u{9fff}').contains(&letter) || ('\u{ff00}'..='\u{ffef}').contains(&letter)
    }

    #[test]
    fn everything_that_the_interface_says_can_be_drawn() {
        let context = Context::default();
        context.set_fonts(with_ours(FontDefinitions::empty()));
        let mut output = context.run_ui(RawInput::default(), |_| {});
        output.textures_delta.clear();
        let mut letters = BTreeSet::new();
        used(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut letters);
        assert!(letters.iter().filter(|letter| is_japanese(**letter)).count() > 300);
        let missing: String = letters
            .into_iter()
            .filter(|&letter| {
                !context.fonts_mut(|fonts| fonts.has_glyph(&FontId::proportional(13.0), letter))
            })
            .collect();
        assert!(missing.is_empty(), "run cargo xtask font: the font lacks {missing}");
    }
}
