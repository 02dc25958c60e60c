//! Running commands.

use super::{
    Command, clipboard, holding, keys, looking, outcome::Outcome, posture, refusal, selecting,
    switches,
};
use crate::document::{Document, Refusal};

/// The rest of a command, which needs a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: the document did it.
    Done,
    /// The command needs a window, a file or a question: it is handed on.
    Window(Command),
}

/// Runs the command, or hands it on.
///
/// # Errors
/// As [`refusal`], and what the change itself is refused for; the document is then unchanged.
pub fn apply(document: &mut Document, command: Command) -> Result<Effect, Refusal> {
    if let Some(reason) = refusal(document, command) {
        return Err(reason.into());
    }
    let families = [
        edit,
        selecting::apply,
        posture::apply,
        clipboard::apply,
        holding::apply,
        keys::apply,
        looking::apply,
        switches::apply,
    ];
    for family in families {
        if let Some(done) = family(document, command) {
            return done.map(|()| Effect::Done);
        }
    }
    Ok(Effect::Window(command))
}

fn edit(document: &mut Document, command: Command) -> Outcome {
    let index = document.selection.actor;
    match command {
        Command::Undo => drop(document.undo()),
        Command::Redo => drop(document.redo()),
        Command::RemoveFigure => {
            return Some(
                document.edit(command.row().name.clone(), |content| content.remove(index)),
            );
        }
        Command::DuplicateFigure => {
            let done = document
                .edit(command.row().name.clone(), |content| content.duplicate(index).map(drop));
            if done.is_ok() {
                document.selection.actor = document.content().actors.len().saturating_sub(1);
            }
            return Some(done);
        }
        _ => return None,
    }
    Some(Ok(()))
}
