//! Keys that give commands.

use eframe::egui::{Context, Event, Key, Modifiers};

use super::{Open, Studio};
use crate::{
    command::{Command, Preset, Shortcut},
    document::SavedPose,
    viewport::Axis,
};

impl Studio {
    /// Gives the commands of the keys that were pressed. While somebody types, keys belong to the text; in the lab to its pages.
    pub(super) fn take_keys(&mut self, context: &Context) {
        if context.text_edit_focused() || self.lab.is_some() {
            return;
        }
        let pressed = context.input(|input| input.events.iter().filter_map(pressed).collect::<Vec<_>>());
        for (key, modifiers) in pressed {
            if key == Key::D && modifiers.command && self.means_keys() {
                self.duplicate_keys();
            } else if key == Key::Escape {
                self.escape();
            } else if self.session.is_some() && modifiers.is_none() && self.key_in_drag(key) {
                continue;
            } else if let Some(command) = command_of(self.preset(), key, modifiers) {
                context.input_mut(|input| input.consume_key(modifiers, key));
                self.run(command, context);
            }
        }
        self.clipboard_keys(context);
    }

    /// During a drag some keys change the drag; gives whether this one did.
    fn key_in_drag(&mut self, key: Key) -> bool {
        match key {
            Key::X => self.lock_axis(Axis::X),
            Key::Y => self.lock_axis(Axis::Y),
            Key::Z => self.lock_axis(Axis::Z),
            Key::D => self.document.settings.in_depth = !self.document.settings.in_depth,
            Key::PageUp => self.change_levels(1),
            Key::PageDown => self.change_levels(-1),
            _ => return false,
        }
        true
    }

    /// Ends a drag, closes what lies over the others, or chooses nothing.
    fn escape(&mut self) {
        if self.is_dragging() {
            self.cancel_drag();
        } else if self.palette.is_open() {
            self.palette.close();
        } else if self.open != Open::Nothing {
            self.open = Open::Nothing;
        } else {
            self.document.selection.joints.clear();
        }
    }

    /// The system sends copying and pasting as events of their own, not as keys. A copied pose goes through the system's clipboard,
    /// as the text of a pose file: from one window to another.
    fn clipboard_keys(&mut self, context: &Context) {
        let events = context.input(|input| input.events.clone());
        for event in events {
            match event {
                Event::Copy if self.means_keys() => self.copy_keys(),
                Event::Cut if self.means_keys() => self.cut_keys(),
                Event::Paste(_) if self.means_keys() && self.copied_keys.is_some() => self.paste_keys(),
                Event::Copy => {
                    self.run(Command::CopyPose, context);
                    if let Some(Ok(text)) = self.document.clipboard().map(|pose| pose.to_file()) {
                        context.copy_text(text);
                    }
                }
                Event::Paste(text) => {
                    if let Ok(pose) = SavedPose::from_file(&text) {
                        self.document.set_clipboard(pose);
                    }
                    let flipped = context.input(|input| input.modifiers.shift);
                    self.run(if flipped { Command::PasteFlipped } else { Command::PastePose }, context);
                }
                _ => {}
            }
        }
    }
}

fn pressed(event: &Event) -> Option<(Key, Modifiers)> {
    match event {
        Event::Key { key, pressed: true, modifiers, .. } => Some((*key, *modifiers)),
        _ => None,
    }
}

/// The command of a key in a preset.
fn command_of(preset: Preset, key: Key, modifiers: Modifiers) -> Option<Command> {
    let shortcut = Shortcut { ctrl: modifiers.command, shift: modifiers.shift, alt: modifiers.alt, key: table_name(key) };
    // Ctrl+K is what people try first.
    if key == Key::K && modifiers.command {
        return Some(Command::Palette);
    }
    shortcut.command(preset)
}

/// The table's name of a key: egui's, but for digits and arrows.
fn table_name(key: Key) -> &'static str {
    match key {
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::ArrowUp => "Up",
        Key::ArrowDown => "Down",
        Key::Num0 => "0",
        Key::Num1 => "1",
        Key::Num2 => "2",
        Key::Num3 => "3",
        Key::Num4 => "4",
        Key::Num5 => "5",
        Key::Num6 => "6",
        Key::Num7 => "7",
        Key::Num8 => "8",
        Key::Num9 => "9",
        key => key.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::TABLE;

    #[test]
    fn every_shortcut_of_the_table_is_a_key_that_can_be_pressed() {
        let names: Vec<&str> = Key::ALL.iter().map(|&key| table_name(key)).collect();
        for row in TABLE {
            for preset in Preset::ALL {
                for shortcut in row.command.shortcuts(preset) {
                    assert!(names.contains(&shortcut.key), "{}: {}", row.id, shortcut.key);
                }
            }
        }
    }

    #[test]
    fn keys_give_their_commands() {
        assert_eq!(command_of(Preset::Kansetsu, Key::Z, Modifiers::COMMAND), Some(Command::Undo));
        assert_eq!(command_of(Preset::Kansetsu, Key::Space, Modifiers::NONE), Some(Command::Play));
        assert_eq!(command_of(Preset::Blender, Key::G, Modifiers::NONE), Some(Command::ToolReach));
        assert_eq!(command_of(Preset::Kansetsu, Key::K, Modifiers::COMMAND), Some(Command::Palette));
    }
}
