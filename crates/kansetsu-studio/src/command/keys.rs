//! Commands about keys and time.

use std::sync::Arc;

use super::{Command, outcome::Outcome};
use crate::{
    document::{Actor, Document, Refusal},
    motion::Motion,
};

pub(super) fn apply(document: &mut Document, command: Command) -> Outcome {
    if matches!(command, Command::Key | Command::KeySelected | Command::KeyAll | Command::DeleteKey)
    {
        document.snap_time();
    }
    if let Some(change) = change_of(document, command) {
        let index = document.selection.actor;
        return Some(document.edit(command.row().name.clone(), |content| {
            change(content.actor_mut(index)?);
            Ok(())
        }));
    }
    go(document, command)
}

type Change = Box<dyn FnOnce(&mut Actor)>;

fn change_of(document: &Document, command: Command) -> Option<Change> {
    let (joints, time) = (document.selection.joints.clone(), document.time());
    Some(match command {
        Command::Key => Box::new(move |actor| {
            let joints = changed_or(actor, joints);
            key(actor, &joints, time);
        }),
        Command::KeySelected => Box::new(move |actor| key(actor, &joints, time)),
        Command::KeyAll => Box::new(move |actor| key(actor, &everything(actor), time)),
        Command::DeleteKey => Box::new(move |actor| {
            let joints = if joints.is_empty() { everything(actor) } else { joints };
            actor.unkey(&joints, time);
        }),
        Command::LimitsFromMotion => Box::new(move |actor| actor.limits_from_motion(&joints)),
        Command::CloseLoop => {
            Box::new(|actor| actor.playing_mut().into_iter().for_each(Motion::close_loop))
        }
        Command::NewMotion => Box::new(Actor::import_animation),
        Command::DuplicateMotion => Box::new(duplicate),
        Command::DeleteMotion => Box::new(delete),
        Command::NoMotion => Box::new(|actor| {
            actor.unkeyed.clear();
            actor.motion = None;
        }),
        _ => return None,
    })
}

/// What the key command keys: what was changed; else what is selected; else everything. The first
/// key of a motion holds the whole pose.
fn changed_or(actor: &Actor, chosen: Vec<usize>) -> Vec<usize> {
    let is_first = actor.playing().is_none_or(|motion| motion.is_empty());
    let changed: Vec<usize> = actor.unkeyed.keys().copied().collect();
    match (is_first, changed.is_empty(), chosen.is_empty()) {
        (false, false, _) => changed,
        (false, true, false) => chosen,
        _ => everything(actor),
    }
}

fn everything(actor: &Actor) -> Vec<usize> {
    (0..actor.joint_count()).collect()
}

/// Without a motion that plays a new one is begun: those of the file are not touched unless they
/// are selected.
fn key(actor: &mut Actor, joints: &[usize], time: f32) {
    if actor.motion.is_none() {
        actor.import_animation();
    }
    actor.key(joints, time);
}

fn duplicate(actor: &mut Actor) {
    let Some(mut copy) = actor.playing().map(|motion| Motion::clone(motion)) else { return };
    copy.name = actor.free_motion_name(&copy.name);
    actor.motions.push(Arc::new(copy));
    actor.motion = Some(actor.motions.len() - 1);
}

/// The figure keeps the pose that is shown.
fn delete(actor: &mut Actor) {
    let Some(index) = actor.motion.take() else { return };
    actor.motions.remove(index);
    actor.unkeyed.clear();
    actor.base = Arc::new(actor.pose.clone());
}

fn go(document: &mut Document, command: Command) -> Outcome {
    let rate = document.frame_rate();
    let [first, last] = document.span().unwrap_or_default();
    let frame = (document.time() * rate).round();
    let time = match command {
        Command::Play => return Some(play(document)),
        Command::StartRange | Command::EndRange | Command::WholeRange => {
            return Some(set_range(document, command));
        }
        Command::NextFrame => (frame + 1.0) / rate,
        Command::PreviousFrame => (frame - 1.0).max(0.0) / rate,
        Command::FirstFrame => first,
        Command::LastFrame => last,
        Command::NextKey => key_time(document, Motion::next_key)?,
        Command::PreviousKey => key_time(document, Motion::previous_key)?,
        _ => return None,
    };
    document.playback.playing = false;
    document.set_time(time);
    Some(Ok(()))
}

/// Sets an end of the play range to the present frame. The other end stays where it is on the right
/// side, else it goes to that of the motion.
fn set_range(document: &mut Document, command: Command) -> Result<(), Refusal> {
    let duration = document.duration().unwrap_or_default();
    let rate = document.frame_rate();
    let now = (document.time() * rate).round() / rate;
    let [start, end] = document.span().unwrap_or_default();
    let range = match command {
        Command::StartRange => Some([now, if end > now { end } else { duration }]),
        Command::EndRange => Some([if start < now { start } else { 0.0 }, now]),
        _ => None,
    };
    if range.is_some_and(|[start, end]| start >= end) {
        return Err(Refusal::new(
            "The play range has no frames. Go to another frame first.",
            "再生範囲が空になります。別のフレームに移動してください。",
        ));
    }
    document.playback.range = range;
    Ok(())
}

/// Stops on a frame; restarts at the end of what plays, or from outside of it.
fn play(document: &mut Document) -> Result<(), Refusal> {
    let [start, end] = document.span().unwrap_or_default();
    if document.playback.playing {
        let rate = document.frame_rate();
        document.set_time((document.time() * rate).round() / rate);
    } else if !(start..end).contains(&document.time()) {
        document.set_time(start);
    }
    document.playback.playing = !document.playback.playing;
    Ok(())
}

/// When the nearest key of the selected joints is, else of any joint; where there is none, time
/// stays.
fn key_time(
    document: &Document,
    find: fn(&Motion, Option<&[usize]>, f32) -> Option<f32>,
) -> Option<f32> {
    let motion = document.actor()?.playing()?;
    let joints = &document.selection.joints;
    let has_keys = joints.iter().any(|&joint| motion.track(joint).is_some());
    let time = document.time();
    Some(find(motion, has_keys.then_some(joints.as_slice()), time).unwrap_or(time))
}
