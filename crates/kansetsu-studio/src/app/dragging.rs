//! Drags of joints: what the pointer does to the document.

use super::{
    drag::{Grabbed, JointDrag, drag_settings},
    editor::Editor,
};
use crate::{
    document::Refusal,
    posing::{Pointer, Posed, Settings},
    text::Phrase,
    viewport::{Axis, View},
};

impl Editor<'_> {
    /// Begins to drag what was grabbed at `press`, pixels of the view.
    pub fn begin_drag(&mut self, grabbed: Grabbed, view: View, press: Pointer) {
        let Some(actor) = self.document.actor() else { return };
        match JointDrag::begin(self.document, actor, grabbed, (view, press)) {
            Ok(drag) => {
                let name = actor.joint_name(drag.joint);
                self.document
                    .begin_drag(Phrase::made(format!("Drag {name}"), format!("{name} をドラッグ")));
                self.session.drag = Some(drag);
            }
            Err(refusal) => self.show_refusal(Err(refusal)),
        }
    }

    /// Shows the drag with the pointer here.
    pub fn drag_to(&mut self, pointer: Pointer) {
        let Some(drag) = &mut self.session.drag else { return };
        let posed = drag.to(pointer);
        self.show_drag(posed);
    }

    fn show_drag(&mut self, posed: Result<Posed, Refusal>) {
        let Some(drag) = &mut self.session.drag else { return };
        let posed = match posed {
            Ok(posed) => posed,
            Err(refusal) => return self.show_refusal(Err(refusal)),
        };
        let index = self.document.selection.actor;
        let pose = posed.pose.clone();
        drag.posed = Some(posed);
        let done = self.document.preview(|content| {
            content.actor_mut(index)?.pose = pose;
            Ok(())
        });
        self.show_refusal(done);
    }

    /// Changes how many joints above the dragged one turn.
    pub fn change_levels(&mut self, by: isize) {
        let Some(actor) = self.document.actor() else { return };
        let Some(drag) = &mut self.session.drag else { return };
        let most = actor.figure.rig.skeleton.ancestors(drag.joint).count().saturating_sub(1);
        let now = if drag.settings.levels == 0 { most } else { drag.settings.levels };
        let next = now.saturating_add_signed(by).clamp(1, most.max(1));
        drag.settings.levels = if next == most { 0 } else { next };
        let pointer = drag.pointer();
        self.drag_to(pointer);
    }

    /// Locks the drag to an axis, or frees it when it is locked to this one.
    pub fn lock_axis(&mut self, axis: Axis) {
        let Some(drag) = &mut self.session.drag else { return };
        drag.settings.lock = if drag.settings.lock == Some(axis) { None } else { Some(axis) };
        let pointer = drag.pointer();
        self.drag_to(pointer);
    }

    /// Takes over what was set while the drag goes on; a level count that the wheel has selected
    /// stays. `before` is the former [`drag_settings`].
    pub(super) fn renew_drag(&mut self, before: &Settings) {
        let Some(drag) = &self.session.drag else { return };
        let (joint, pointer, now) = (drag.joint, drag.pointer(), drag.settings.clone());
        let fresh = drag_settings(self.document, joint);
        let levels = if now.levels == before.levels { fresh.levels } else { now.levels };
        if let Some(drag) = &mut self.session.drag {
            drag.settings = Settings { levels, lock: now.lock, ..fresh };
        }
        self.drag_to(pointer);
    }

    /// Ends the drag and keeps what it did. A figure that is still on its way goes all of it: where
    /// the pointer is released is the joint's target, however quickly it came there. Returns
    /// whether it has changed something.
    pub fn end_drag(&mut self) -> bool {
        if let Some(drag) = self.session.drag.as_mut().filter(|drag| drag.glides()) {
            let posed = drag.at_rest();
            self.show_drag(posed);
        }
        let Some(mut drag) = self.session.drag.take() else { return false };
        drag.find_hindrances();
        self.session.last_drag = Some(drag);
        let has_changed = self.document.commit_drag();
        if has_changed {
            self.banners.settle();
        }
        has_changed
    }

    /// Ends the drag, of a joint or of a limit, and takes back what it did; returns whether there
    /// was one.
    pub fn cancel_drag(&mut self) -> bool {
        let was_dragging =
            self.session.drag.take().is_some() | self.session.limit_drag.take().is_some();
        if was_dragging {
            self.session.last_drag = None;
        }
        was_dragging && self.document.cancel_drag()
    }
}
