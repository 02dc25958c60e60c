//! Commands that copy poses and paste them.

use super::{Command, outcome::Outcome};
use crate::document::{Document, SavedPose};

pub(super) fn apply(document: &mut Document, command: Command) -> Outcome {
    let index = document.selection.actor;
    match command {
        Command::CopyPose => {
            let actor = document.actor()?;
            let joints = document.selection.joints.as_slice();
            let copied = SavedPose::of(actor, if joints.len() > 1 { joints } else { &[] });
            document.set_clipboard(copied);
            Some(Ok(()))
        }
        Command::PastePose | Command::PasteFlipped => {
            let copied = document.clipboard()?.clone();
            Some(document.edit(command.row().name.clone(), |content| {
                let actor = content.actor_mut(index)?;
                actor.pose = if command == Command::PastePose {
                    copied.applied(actor)
                } else {
                    copied.mirrored(actor)?
                };
                Ok(())
            }))
        }
        _ => None,
    }
}
