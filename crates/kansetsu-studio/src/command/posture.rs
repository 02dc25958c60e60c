//! Commands that change the pose as a whole.

use kansetsu::d3::{Pose, Side};

use super::{Command, limbs, outcome::Outcome};
use crate::{
    document::{Actor, Document, Refusal},
    posing::{Subject, on_the_floor},
};

pub(super) fn apply(document: &mut Document, command: Command) -> Outcome {
    let joints = document.selection.joints.clone();
    let change: &dyn Fn(&mut Actor) -> Result<(), Refusal> = match command {
        Command::ResetJoint => &|actor| reset(actor, &joints),
        Command::ResetLimb => &|actor| {
            let all: Vec<usize> =
                joints.iter().flat_map(|&joint| limbs::limb_of(&actor.figure.rig, joint)).collect();
            reset(actor, &all)
        },
        Command::ResetAll => &|actor| {
            actor.pose = actor.rest_pose();
            Ok(())
        },
        Command::MirrorToRight => {
            &|actor| pose(actor, |actor| actor.figure.rig.mirrored_side(&actor.pose, Side::Left))
        }
        Command::MirrorToLeft => {
            &|actor| pose(actor, |actor| actor.figure.rig.mirrored_side(&actor.pose, Side::Right))
        }
        Command::FlipPose => {
            &|actor| pose(actor, |actor| actor.figure.rig.mirrored_pose(&actor.pose))
        }
        Command::StandOnFloor => &|actor| {
            actor.pose = on_the_floor(&Subject::from(&*actor), &actor.pose);
            Ok(())
        },
        Command::DiscardUnkeyed => &|actor| {
            let all: Vec<usize> = actor.unkeyed.keys().copied().collect();
            let chosen: Vec<usize> =
                joints.iter().copied().filter(|joint| actor.unkeyed.contains_key(joint)).collect();
            actor.discard_unkeyed(if chosen.is_empty() { &all } else { &chosen });
            if chosen.is_empty() { actor.reset_expressions() } else { Ok(()) }
        },
        _ => return None,
    };
    let index = document.selection.actor;
    Some(document.edit(command.row().name.clone(), |content| change(content.actor_mut(index)?)))
}

fn reset(actor: &mut Actor, joints: &[usize]) -> Result<(), Refusal> {
    for &joint in joints {
        actor.pose.locals[joint] = actor.figure.rig.skeleton.joints()[joint].rest;
    }
    Ok(())
}

fn pose(
    actor: &mut Actor,
    made: impl Fn(&Actor) -> Result<Pose, kansetsu::Error>,
) -> Result<(), Refusal> {
    actor.pose = made(actor)?;
    Ok(())
}
