//! Keys that give commands.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Command, TABLE};
use crate::text::Phrase;

/// Whose keys and mouse buttons are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Kansetsu's own.
    #[default]
    Kansetsu,
    /// As in Blender.
    Blender,
    /// As in MikuMikuDance.
    Mmd,
    /// As in Maya.
    Maya,
}

impl Preset {
    /// Every preset, in the order of [`Row::shortcuts`](super::Row::shortcuts).
    pub const ALL: [Self; 4] = [Self::Kansetsu, Self::Blender, Self::Mmd, Self::Maya];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> Phrase {
        match self {
            Self::Kansetsu => Phrase::new("Kansetsu", "Kansetsu 標準"),
            Self::Blender => Phrase::new("Like Blender", "Blender 風"),
            Self::Mmd => Phrase::new("Like MikuMikuDance", "MikuMikuDance 風"),
            Self::Maya => Phrase::new("Like Maya", "Maya 風"),
        }
    }
}

/// A key with the modifiers that are held down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// Whether Ctrl is held (Command on a Mac).
    pub ctrl: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Alt is held (Option on a Mac).
    pub alt: bool,
    /// The key's name: "A", "1", "F3", "Space", "Left", "OpenBracket", ...
    pub key: &'static str,
}

impl Shortcut {
    /// Reads "Ctrl+Shift+Z".
    #[must_use]
    pub fn parse(text: &'static str) -> Option<Self> {
        let mut shortcut = Self { ctrl: false, shift: false, alt: false, key: "" };
        for part in text.split('+') {
            match part {
                "Ctrl" => shortcut.ctrl = true,
                "Shift" => shortcut.shift = true,
                "Alt" => shortcut.alt = true,
                key if shortcut.key.is_empty() => shortcut.key = key,
                _ => return None,
            }
        }
        (!shortcut.key.is_empty()).then_some(shortcut)
    }

    /// The command that it gives in this preset.
    #[must_use]
    pub fn command(&self, preset: Preset) -> Option<Command> {
        TABLE
            .iter()
            .map(|row| row.command)
            .find(|command| command.shortcuts(preset).any(|shortcut| shortcut == *self))
    }

    /// The key with its printed name.
    #[must_use]
    pub fn key_label(&self) -> &'static str {
        match self.key {
            "OpenBracket" => "[",
            "CloseBracket" => "]",
            "Period" => ".",
            "Comma" => ",",
            "Slash" => "/",
            "Left" => "←",
            "Right" => "→",
            "Up" => "↑",
            "Down" => "↓",
            "Delete" => "Del",
            "PageUp" => "PgUp",
            "PageDown" => "PgDn",
            key => key,
        }
    }
}

/// As people write it: "Ctrl+Shift+Z".
impl fmt::Display for Shortcut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (is_held, name) in [(self.ctrl, "Ctrl+"), (self.shift, "Shift+"), (self.alt, "Alt+")] {
            if is_held {
                f.write_str(name)?;
            }
        }
        f.write_str(self.key_label())
    }
}

impl Command {
    /// The keys that give this command in a preset, the one to show first.
    pub fn shortcuts(self, preset: Preset) -> impl Iterator<Item = Shortcut> {
        self.row().shortcuts[preset as usize].split('|').filter_map(Shortcut::parse)
    }
}
