//! What the user chose for the program itself, kept between sessions.

use eframe::egui::ThemePreference;
use serde::{Deserialize, Serialize};

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
    /// The time line.
    pub time_line: bool,
    /// The curves above the time line.
    pub curves: bool,
}

impl Default for Panels {
    fn default() -> Self {
        Self { inspector: true, time_line: true, curves: false }
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
    /// Whether the first steps were made, so that the hint over the figure is no longer needed.
    pub knows_how: bool,
    /// Projects and figures opened last, the newest first.
    pub recent: Vec<String>,
}

/// So many recent files are kept.
const RECENT: usize = 10;

impl Preferences {
    /// Puts a file before the other recent ones.
    pub fn remember(&mut self, name: &str) {
        self.recent.retain(|other| other != name);
        self.recent.insert(0, name.to_owned());
        self.recent.truncate(RECENT);
    }
}
