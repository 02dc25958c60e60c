//! Commands that hold joints and end chains.

use kansetsu::{d3::rotation_of, glam::Affine3};

use super::{Command, outcome::Outcome};
use crate::document::{Actor, Document, Pin};

/// Which parts of a joint's place are held.
#[derive(Clone, Copy)]
struct Parts {
    position: bool,
    orientation: bool,
}

pub(super) fn apply(document: &mut Document, command: Command) -> Outcome {
    let joints = document.selection.joints.clone();
    let change: &dyn Fn(&mut Actor) = match command {
        Command::PinPosition => {
            &|actor| toggle(actor, &joints, Parts { position: true, orientation: false })
        }
        Command::PinOrientation => {
            &|actor| toggle(actor, &joints, Parts { position: false, orientation: true })
        }
        Command::PinBoth => {
            &|actor| toggle(actor, &joints, Parts { position: true, orientation: true })
        }
        Command::Unpin => {
            &|actor| actor.constraints.pins.retain(|pin| !joints.contains(&pin.joint))
        }
        Command::UnpinAll => &|actor| actor.constraints.pins.clear(),
        Command::ToggleStop => &|actor| {
            let is_on = joints.iter().all(|joint| actor.constraints.stops.contains(joint));
            actor.constraints.stops.retain(|joint| !joints.contains(joint));
            actor.constraints.stops.extend(joints.iter().filter(|_| !is_on));
        },
        Command::ClearStops => &|actor| actor.constraints.stops.clear(),
        _ => return None,
    };
    let index = document.selection.actor;
    Some(document.edit(command.row().name.clone(), |content| {
        change(content.actor_mut(index)?);
        Ok(())
    }))
}

/// Holds these parts of every joint; when all of them are held already, lets go of them.
fn toggle(actor: &mut Actor, joints: &[usize], parts: Parts) {
    let is_held = |pin: &Pin| {
        (!parts.position || pin.position.is_some())
            && (!parts.orientation || pin.orientation.is_some())
    };
    let lets_go = joints.iter().all(|&joint| actor.pin(joint).is_some_and(is_held));
    let places = actor.figure.rig.skeleton.forward(&actor.pose);
    for &joint in joints {
        let mut pin =
            actor.pin(joint).copied().unwrap_or(Pin { joint, position: None, orientation: None });
        hold(&mut pin, parts, (!lets_go).then_some(&places[joint]));
        actor.constraints.pins.retain(|other| other.joint != joint);
        if pin.position.is_some() || pin.orientation.is_some() {
            actor.constraints.pins.push(pin);
        }
    }
    actor.constraints.pins.sort_by_key(|pin| pin.joint);
}

fn hold(pin: &mut Pin, parts: Parts, place: Option<&Affine3>) {
    if parts.position {
        pin.position = place.map(|place| place.translation);
    }
    if parts.orientation {
        pin.orientation = place.map(rotation_of);
    }
}
