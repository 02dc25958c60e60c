//! Commands that select joints and figures.

use super::{Command, limbs, outcome::Outcome};
use crate::document::Document;

pub(super) fn apply(document: &mut Document, command: Command) -> Outcome {
    let actor = document.actor().cloned()?;
    let skeleton = &actor.figure.rig.skeleton;
    let joints = &document.selection.joints;
    let each = |step: &dyn Fn(usize) -> Option<usize>| {
        distinct(joints.iter().map(|&joint| step(joint).unwrap_or(joint)))
    };
    let chosen = match command {
        Command::SelectAll => (0..skeleton.len()).collect(),
        Command::SelectNone => Vec::new(),
        Command::SelectInverse => {
            (0..skeleton.len()).filter(|joint| !joints.contains(joint)).collect()
        }
        Command::SelectParent => each(&|joint| skeleton.joints()[joint].parent),
        Command::SelectChild => each(&|joint| skeleton.children(joint).first().copied()),
        Command::SelectBelow => limbs::below(skeleton, joints),
        Command::SelectLimb => {
            distinct(joints.iter().flat_map(|&joint| limbs::limb_of(&actor.figure.rig, joint)))
        }
        Command::SelectMirror => each(&|joint| actor.figure.rig.mirrors[joint]),
        Command::NextFigure => {
            document.selection.actor =
                (document.selection.actor + 1) % document.content().actors.len().max(1);
            Vec::new()
        }
        _ => return None,
    };
    document.selection.joints = chosen;
    Some(Ok(()))
}

/// Each joint once, in the order in which it came last: the active joint stays the last one.
fn distinct(joints: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut list = Vec::new();
    for joint in joints {
        list.retain(|&other| other != joint);
        list.push(joint);
    }
    list
}
