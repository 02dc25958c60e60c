//! Keys that give commands.

use eframe::egui::{Context, Event, Key, Modifiers};

use super::{Open, Studio, commands::run, editor::Editor};
use crate::{
    command::{Command, Preset, Shortcut},
    document::SavedPose,
    viewport::Axis,
};

/// Returns the commands of the keys that were pressed. While somebody types, keys belong to the
/// text; in the lab to its pages.
pub(super) fn take_keys(studio: &mut Studio, context: &Context) {
    if context.text_edit_focused() || studio.lab.is_some() {
        return;
    }
    let pressed =
        context.input(|input| input.events.iter().filter_map(pressed).collect::<Vec<_>>());
    for (key, modifiers) in pressed {
        if key == Key::D && modifiers.command && studio.editor().means_keys() {
            studio.editor().duplicate_keys();
        } else if key == Key::Escape {
            escape(studio);
        } else if studio.session.drag.is_some()
            && modifiers.is_none()
            && key_in_drag(&mut studio.editor(), key)
        {
            continue;
        } else if let Some(command) = command_of(studio.services.preset(), key, modifiers) {
            context.input_mut(|input| input.consume_key(modifiers, key));
            run(studio, command, context);
        }
    }
    clipboard_keys(studio, context);
}

/// During a drag some keys change the drag; returns whether this one did.
fn key_in_drag(editor: &mut Editor<'_>, key: Key) -> bool {
    match key {
        Key::X => editor.lock_axis(Axis::X),
        Key::Y => editor.lock_axis(Axis::Y),
        Key::Z => editor.lock_axis(Axis::Z),
        Key::D => editor.document.settings.in_depth = !editor.document.settings.in_depth,
        Key::PageUp => editor.change_levels(1),
        Key::PageDown => editor.change_levels(-1),
        _ => return false,
    }
    true
}

/// Ends a drag, closes the topmost card, or clears the selection.
fn escape(studio: &mut Studio) {
    if studio.session.is_dragging() {
        studio.editor().cancel_drag();
    } else if studio.view.palette.is_open() {
        studio.view.palette.close();
    } else if studio.view.cards.open != Open::Nothing {
        studio.view.cards.open = Open::Nothing;
    } else {
        studio.document.selection.joints.clear();
    }
}

/// The system sends copying and pasting as events of their own, not as keys. A copied pose goes
/// through the system's clipboard, as the text of a pose file: from one window to another.
fn clipboard_keys(studio: &mut Studio, context: &Context) {
    let events = context.input(|input| input.events.clone());
    for event in events {
        match event {
            Event::Copy if studio.editor().means_keys() => studio.editor().copy_keys(),
            Event::Cut if studio.editor().means_keys() => studio.editor().cut_keys(),
            Event::Paste(_)
                if studio.editor().means_keys() && studio.session.copied_keys.is_some() =>
            {
                studio.editor().paste_keys()
            }
            Event::Copy => {
                run(studio, Command::CopyPose, context);
                if let Some(Ok(text)) = studio.document.clipboard().map(|pose| pose.to_file()) {
                    context.copy_text(text);
                }
            }
            Event::Paste(text) => {
                if let Ok(pose) = SavedPose::from_file(&text) {
                    studio.document.set_clipboard(pose);
                }
                let flipped = context.input(|input| input.modifiers.shift);
                run(
                    studio,
                    if flipped { Command::PasteFlipped } else { Command::PastePose },
                    context,
                );
            }
            _ => {}
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
    let shortcut = Shortcut {
        ctrl: modifiers.command,
        shift: modifiers.shift,
        alt: modifiers.alt,
        key: table_name(key),
    };
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
        assert_eq!(
            command_of(Preset::Kansetsu, Key::K, Modifiers::COMMAND),
            Some(Command::Palette)
        );
    }
}
