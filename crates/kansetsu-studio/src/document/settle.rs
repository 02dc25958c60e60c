//! What an edit of a pose means: where it is kept.
//!
//! An edit of a document simply changes [`Actor::pose`]. Here the change finds its place, joint
//! by joint: without a motion in the [base](Actor::base); with one among the [un-keyed
//! changes](Actor::unkeyed), or at once as keys when auto-key is on. Then the pose is computed
//! again from the layers, so that an edit of a motion or of the base shows too.

use std::sync::Arc;

use super::{Actor, Content, Refusal};

/// When, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// The document's time, seconds.
    pub(super) time: f32,
    /// Whether changes of a pose become keys at once.
    pub(super) auto_key: bool,
}

/// Settles every actor that differs from `before`.
///
/// # Errors
/// As [`Actor::check`]; names must be unique.
pub(super) fn settle(before: &Content, after: &mut Content, moment: Moment) -> Result<(), Refusal> {
    let mut moved = Vec::new();
    for (index, actor) in after.actors.iter_mut().enumerate() {
        let old = before
            .actors
            .iter()
            .find(|old| old.id == actor.id && Arc::ptr_eq(&old.figure, &actor.figure));
        if old.is_some_and(|old| Arc::ptr_eq(old, actor)) {
            continue;
        }
        actor.check_since(old.map(AsRef::as_ref))?;
        // A new place of an attached figure is a new place on its joint.
        if old.is_some_and(|old| {
            old.attachment == actor.attachment && old.placement != actor.placement
        }) {
            moved.push(index);
        }
        settle_actor(old.map(AsRef::as_ref), Arc::make_mut(actor), moment);
    }
    for index in moved {
        after.measure(index)?;
    }
    after.follow();
    Ok(())
}

fn settle_actor(old: Option<&Actor>, actor: &mut Actor, moment: Moment) {
    // A figure that is new has no pose from which it was changed but that of its layers.
    let shown = old.map_or_else(|| actor.pose_at(moment.time), |old| old.pose.clone());
    // A key with the shown value was not only changed but kept as well.
    let kept = actor.pose_at(moment.time);
    let is_changed = |&joint: &usize| {
        let local = actor.pose.locals[joint];
        local != shown.locals[joint] && local != kept.locals[joint]
    };
    let is_expressed = old.is_some_and(|old| old.face != actor.face);
    let changed: Vec<usize> = (0..actor.pose.locals.len()).filter(is_changed).collect();
    if actor.motion.is_none() {
        // Un-keyed changes of a detached motion become part of the base: they are not lost.
        for (joint, local) in std::mem::take(&mut actor.unkeyed) {
            Arc::make_mut(&mut actor.base).locals[joint] = local;
        }
        for &joint in &changed {
            Arc::make_mut(&mut actor.base).locals[joint] = actor.pose.locals[joint];
        }
        if moment.auto_key && (!changed.is_empty() || is_expressed) {
            actor.begin_motion(moment.time);
        }
    } else {
        actor.unkeyed.extend(changed.iter().map(|&joint| (joint, actor.pose.locals[joint])));
        if moment.auto_key {
            actor.key(&changed, moment.time);
        }
    }
    actor.pose = actor.pose_at(moment.time);
    actor.face = actor.face_at(moment.time);
}
