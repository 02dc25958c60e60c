//! Changes that panels and commands make to the document.

use std::sync::Arc;

use eframe::egui::{Context, Id};
use kansetsu::glam::Vec3;

use super::{drag::drag_settings, editor::Editor};
use crate::{
    document::{Actor, Refusal},
    motion::{Additive, Motion},
    posing::{Subject, with_joint_at},
    text::Phrase,
};

impl Editor<'_> {
    /// Selects another figure.
    pub fn choose_actor(&mut self, index: usize) {
        if index != self.document.selection.actor {
            self.document.selection.actor = index;
            self.document.selection.joints.clear();
            self.session.time_line.forget();
        }
    }

    /// Changes the selected figure, as one step that can be undone. A refusal is shown.
    pub fn edit(&mut self, label: impl Into<Phrase>, change: impl FnOnce(&mut Actor)) {
        self.try_edit(label, |actor| {
            change(actor);
            Ok(())
        });
    }

    /// [`Self::edit`] with a change that may refuse.
    pub fn try_edit(
        &mut self,
        label: impl Into<Phrase>,
        change: impl FnOnce(&mut Actor) -> Result<(), Refusal>,
    ) {
        self.finish_field();
        let index = self.document.selection.actor;
        let done = self.document.edit(label, |content| change(content.actor_mut(index)?));
        self.show_refusal(done);
    }

    /// Changes the motion that plays, as one step that can be undone.
    pub fn edit_motion(&mut self, label: impl Into<Phrase>, change: impl FnOnce(&mut Motion)) {
        self.edit(label, |actor| {
            if let Some(motion) = actor.playing_mut() {
                change(motion);
            }
        });
    }

    /// Spreads what was changed and not keyed over the keys from so many seconds before the present
    /// time to so many after it.
    pub fn blend_into_motion(&mut self, before: f32, after: f32) {
        self.finish_field();
        self.document.snap_time();
        let layer = Additive { time: self.document.time(), before, after };
        self.edit(Phrase::new("Blend into motion", "モーションになじませる"), |actor| {
            let joints: Vec<usize> = actor.unkeyed.keys().copied().collect();
            let (pose, base) = (actor.pose.clone(), Arc::clone(&actor.base));
            if let Some(motion) = actor.playing_mut() {
                layer.apply(motion, &joints, &pose, &base);
                actor.discard_unkeyed(&joints);
            }
        });
    }

    /// Changes what a field shows. While the same field is dragged or typed in, all its changes are
    /// one step.
    pub fn edit_field(&mut self, field: Id, change: impl FnOnce(&mut Actor)) {
        self.try_edit_field(field, |actor| {
            change(actor);
            Ok(())
        });
    }

    /// [`Self::edit_field`] with a change that may refuse.
    pub fn try_edit_field(
        &mut self,
        field: Id,
        change: impl FnOnce(&mut Actor) -> Result<(), Refusal>,
    ) {
        if self.session.fields.open != Some(field) {
            self.document.begin_drag(Phrase::new("Change value", "数値を変更"));
            self.session.fields.open = Some(field);
        }
        let index = self.document.selection.actor;
        let done = self.document.preview(|content| change(content.actor_mut(index)?));
        self.show_refusal(done);
    }

    /// Brings a joint to a place in the world, as a drag would.
    pub fn reach_field(&mut self, field: Id, joint: usize, place: Vec3) {
        let settings = drag_settings(self.document, joint);
        self.try_edit_field(field, |actor| {
            actor.pose = with_joint_at(&Subject::from(&*actor), joint, place, &settings)?;
            Ok(())
        });
    }

    /// Moves a pin of the selected figure to a place in the world; its joint goes there as to a
    /// typed position.
    pub fn move_pin_field(&mut self, field: Id, joint: usize, place: Vec3) {
        let settings = drag_settings(self.document, joint);
        self.try_edit_field(field, |actor| {
            let in_model = actor.placement.inverse().transform_point3(place);
            if let Some(pin) = actor.constraints.pins.iter_mut().find(|pin| pin.joint == joint) {
                pin.position = Some(in_model);
            }
            actor.pose = with_joint_at(&Subject::from(&*actor), joint, place, &settings)?;
            Ok(())
        });
    }

    /// Ends the step of a field that is no longer touched.
    pub(super) fn close_field(&mut self, context: &Context) {
        let Some(field) = self.session.fields.open else { return };
        let is_held = context.input(|input| input.pointer.any_down());
        if !is_held && !context.memory(|memory| memory.has_focus(field)) {
            self.finish_field();
        }
    }

    /// Ends the step of a field: something else is done.
    pub(super) fn finish_field(&mut self) {
        if self.session.fields.open.take().is_some() {
            self.document.commit_drag();
            if let Some(joint) = self.session.fields.limit.take() {
                self.tell_outside(joint);
            }
        }
    }

    /// Changes the limit of a joint by a field.
    pub fn edit_limit(&mut self, field: Id, joint: usize, limit: kansetsu::d3::Limit) {
        self.edit_field(field, move |actor| actor.set_limit(joint, Some(limit)));
        self.session.fields.limit = Some(joint);
    }

    /// Shows why something was not done; a success removes the messages of earlier failures.
    pub fn show_refusal(&mut self, done: Result<(), Refusal>) {
        match done {
            // A drag reports it at its end.
            Ok(()) if self.document.is_dragging() => {}
            Ok(()) => self.banners.settle(),
            Err(refusal) => self.banners.problem(refusal.reason),
        }
    }
}
