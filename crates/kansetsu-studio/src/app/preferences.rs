//! What the user chose for the program itself, kept between sessions.

use std::ops::RangeInclusive;

use eframe::egui::ThemePreference;
use serde::{Deserialize, Serialize};

use super::TimeUnit;
use crate::{command::Preset, text::Language};

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// As the system has it.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl From<Look> for ThemePreference {
    fn from(look: Look) -> Self {
        match look {
            Look::System => Self::System,
            Look::Light => Self::Light,
            Look::Dark => Self::Dark,
        }
    }
}

/// Which panels are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Panels {
    /// The panel on the right.
    pub inspector: bool,
    /// The timeline.
    pub time_line: bool,
    /// The curves above the timeline.
    pub curves: bool,
}

impl Default for Panels {
    fn default() -> Self {
        Self { inspector: true, time_line: true, curves: false }
    }
}

/// The size of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f32", into = "f32")]
pub struct InterfaceScale(f32);

impl InterfaceScale {
    /// Those in the menu.
    pub const ALL: [f32; 6] = [0.75, 1.0, 1.25, 1.5, 1.75, 2.0];
    /// The smallest and the largest one.
    const RANGE: RangeInclusive<f32> = 0.5..=4.0;

    /// As a factor.
    #[must_use]
    pub const fn factor(self) -> f32 {
        self.0
    }
}

impl Default for InterfaceScale {
    fn default() -> Self {
        Self(1.0)
    }
}

impl TryFrom<f32> for InterfaceScale {
    type Error = &'static str;

    fn try_from(factor: f32) -> Result<Self, Self::Error> {
        let is_sound = Self::RANGE.contains(&factor);
        if is_sound { Ok(Self(factor)) } else { Err("expected a factor from 0.5 to 4") }
    }
}

impl From<InterfaceScale> for f32 {
    fn from(scale: InterfaceScale) -> Self {
        scale.0
    }
}

/// What the user chose for the program itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The language; `None` follows the system.
    pub language: Option<Language>,
    /// Light or dark.
    pub look: Look,
    /// Whose keys and mouse buttons are used.
    pub preset: Preset,
    /// Which panels are open.
    pub panels: Panels,
    /// The size of the interface, 1 for the usual one.
    pub scale: InterfaceScale,
    /// How times are shown.
    pub time_unit: TimeUnit,
    /// Whether the first steps were made, so that the hint over the figure is no longer needed.
    pub knows_how: bool,
    /// How many of the hints after that are no longer needed: pins, keys.
    pub hints: u8,
    /// Projects and figures opened last, the newest first.
    pub recent: Vec<String>,
    /// What another version of the program has written and this one does not know: it is written
    /// again.
    #[serde(flatten)]
    pub others: serde_json::Map<String, serde_json::Value>,
}

/// So many recent files are kept.
const RECENT: usize = 10;

impl Preferences {
    /// Reads preferences. A field that cannot be understood has its usual value, and the others
    /// have theirs.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut fields: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(text).unwrap_or_default();
        let is_understood = |name: &str, value: &serde_json::Value| {
            let alone = serde_json::Map::from_iter([(name.to_owned(), value.clone())]);
            serde_json::from_value::<Self>(alone.into()).is_ok()
        };
        fields.retain(|name, value| is_understood(name, value));
        serde_json::from_value(fields.into()).unwrap_or_default()
    }

    /// Puts a file before the other recent ones.
    pub fn remember(&mut self, name: &str) {
        self.recent.retain(|other| other != name);
        self.recent.insert(0, name.to_owned());
        self.recent.truncate(RECENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_version_wrote_is_kept_and_what_is_odd_costs_only_itself() {
        let text = r#"{"look": "dark", "preset": "of tomorrow", "scale": 0, "recent": ["a"], "glow": {"level": 3}}"#;
        let read = Preferences::read(text);
        assert_eq!((read.look, read.preset, read.recent.len()), (Look::Dark, Preset::default(), 1));
        assert_eq!(read.scale, InterfaceScale::default());
        let again = serde_json::to_string(&read).expect("preferences are plain data");
        assert!(again.contains(r#""glow":{"level":3}"#), "{again}");
        assert_eq!(Preferences::read(&again), read);
        assert_eq!(Preferences::read("not json"), Preferences::default());
    }
}
