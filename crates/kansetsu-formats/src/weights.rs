//! Keyed weights of a motion, on the expressions of a figure.
//!
//! Motions name expressions. VRM has presets, and MikuMikuDance has usual names for the same
//! expressions, so that a motion for one plays on a figure of the other.

use crate::{Clip, Figure};

/// The presets of VRM 1.0, and the usual names of the morphs of MikuMikuDance for the same
/// expressions; the first is the one that is written.
const USUAL: [(&str, &[&str]); 13] = [
    ("aa", &["あ"]),
    ("ih", &["い"]),
    ("ou", &["う"]),
    ("ee", &["え"]),
    ("oh", &["お"]),
    ("blink", &["まばたき"]),
    ("blinkLeft", &["ウィンク", "ウィンク２", "ウィンク左"]),
    ("blinkRight", &["ウィンク右", "ｳｨﾝｸ２右", "ウィンク２右"]),
    ("happy", &["笑い", "喜び"]),
    ("angry", &["怒り"]),
    ("sad", &["困る", "悲しい", "哀しい"]),
    ("surprised", &["びっくり"]),
    ("relaxed", &["なごみ", "にこり"]),
];

/// The preset of VRM 1.0 that is meant by a name of VRM or MikuMikuDance.
pub(crate) fn preset(name: &str) -> Option<&'static str> {
    let row = USUAL.iter().find(|(preset, usual)| *preset == name || usual.contains(&name))?;
    Some(row.0)
}

/// The usual name in MikuMikuDance for a preset of VRM 1.0.
pub(crate) fn usual(name: &str) -> Option<&'static str> {
    let row = USUAL.iter().find(|(preset, _)| *preset == name)?;
    row.1.first().copied()
}

impl Figure {
    /// The expression or morph target of this figure that a name of a motion means: the same name,
    /// else the same expression in VRM and MikuMikuDance.
    #[must_use]
    pub fn expression_for(&self, name: &str) -> Option<&str> {
        let is_called = |known: &str| known == name;
        let labelled =
            self.expressions.iter().find(|own| is_called(&own.name) || is_called(&own.label));
        if let Some(own) = labelled {
            return Some(&own.name);
        }
        let names = self.expression_names();
        let wanted = preset(name);
        names.iter().copied().find(|known| is_called(known)).or_else(|| {
            let mut rows = USUAL.iter().filter(|(preset, _)| Some(*preset) == wanted);
            let (preset, usual) = rows.next()?;
            let mut other = std::iter::once(preset).chain(*usual);
            other.find_map(|other| names.iter().copied().find(|known| known == other))
        })
    }

    /// Renames the weights of a motion to the expressions of this figure, and removes those that it
    /// lacks. Returns a warning that names them, as a sentence for people.
    pub fn adopt_weights(&self, clip: &mut Clip) -> Option<String> {
        let mut lost = Vec::new();
        clip.weights.retain_mut(|track| match self.expression_for(&track.name) {
            Some(own) => {
                track.name = own.to_owned();
                true
            }
            None => {
                lost.push(track.name.clone());
                false
            }
        });
        (!lost.is_empty()).then(|| {
            format!(
                "the motion \"{}\" keys expressions that the figure does not have: {}",
                clip.name,
                lost.join(", ")
            )
        })
    }
}
