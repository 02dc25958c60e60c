//! The one place through which the content changes.

use super::{
    Content, Document, Refusal,
    history::Left,
    number::next_number,
    settle::{Moment, settle},
    trial::Trial,
};
use crate::text::Phrase;

impl Document {
    /// Changes the content, as one step that can be undone. A change that changes nothing leaves no
    /// step.
    ///
    /// The closure gets a copy; what it does to [`Actor::pose`](super::Actor::pose) is kept in the
    /// layer where it belongs.
    ///
    /// # Errors
    /// What the closure refuses; a sentence when the outcome would not be sound (a number that is
    /// not finite, a joint that does not exist), and during a drag. The document is then unchanged.
    pub fn edit(
        &mut self,
        label: impl Into<Phrase>,
        change: impl FnOnce(&mut Content) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        if self.is_dragging() {
            return Err(Refusal::new("Finish the drag first.", "先にドラッグを終えてください。"));
        }
        let mut content = self.content.clone();
        change(&mut content)?;
        settle(&self.content, &mut content, self.moment())?;
        if content != self.content {
            let left = Left {
                content: self.content.clone(),
                selection: self.selection.clone(),
                time: self.time,
            };
            self.history.push(label.into(), left, &content);
        }
        self.take(content);
        Ok(())
    }

    /// Begins a drag. One that is under way is committed first. Time goes to the nearest frame,
    /// where keys are.
    pub fn begin_drag(&mut self, label: impl Into<Phrase>) {
        self.commit_drag();
        self.snap_time();
        self.trial = Some(Trial {
            label: label.into(),
            before: self.content.clone(),
            selection: self.selection.clone(),
        });
    }

    /// Shows what the drag does now. The closure always gets the content of the press, so that the
    /// outcome does not depend on the way there. Without a drag nothing happens.
    ///
    /// # Errors
    /// As [`Self::edit`]; what was shown before stays.
    pub fn preview(
        &mut self,
        change: impl FnOnce(&mut Content) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let Some(trial) = &self.trial else { return Ok(()) };
        let mut content = trial.before.clone();
        change(&mut content)?;
        settle(&trial.before, &mut content, self.moment())?;
        self.take(content);
        Ok(())
    }

    /// Ends the drag and keeps what it did, as one step; returns whether it did anything.
    pub fn commit_drag(&mut self) -> bool {
        let Some(trial) = self.trial.take() else { return false };
        if self.content == trial.before {
            return false;
        }
        let left = Left { content: trial.before, selection: trial.selection, time: self.time };
        self.history.push(trial.label, left, &self.content);
        true
    }

    /// Ends the drag and restores exactly what there was before; returns whether there was one.
    pub fn cancel_drag(&mut self) -> bool {
        let Some(trial) = self.trial.take() else { return false };
        self.take(trial.before);
        self.selection = trial.selection;
        self.refresh();
        true
    }

    /// Whether a drag is under way.
    #[must_use]
    pub const fn is_dragging(&self) -> bool {
        self.trial.is_some()
    }

    /// The content at the press of the drag that is under way.
    #[must_use]
    pub fn pressed(&self) -> Option<&Content> {
        self.trial.as_ref().map(|trial| &trial.before)
    }

    /// Takes the last step back, and goes to the time at which it was made; gives its label. A drag
    /// that is under way is cancelled instead.
    pub fn undo(&mut self) -> Option<Phrase> {
        if let Some(label) = self.trial.as_ref().map(|trial| trial.label.clone()) {
            self.cancel_drag();
            return Some(label);
        }
        let entry = self.history.undo(self.content.clone())?;
        Some(self.go_to(entry))
    }

    /// Makes the step again that was taken back last; gives its label. Not during a drag.
    pub fn redo(&mut self) -> Option<Phrase> {
        if self.is_dragging() {
            return None;
        }
        let entry = self.history.redo(self.content.clone())?;
        Some(self.go_to(entry))
    }

    fn go_to(&mut self, entry: super::history::Entry) -> Phrase {
        self.playback.playing = false;
        self.selection = entry.selection;
        self.time = entry.time;
        self.take(entry.content);
        self.refresh();
        entry.label
    }

    const fn moment(&self) -> Moment {
        Moment { time: self.time, auto_key: self.settings.auto_key }
    }

    /// Replaces the content; what is selected must still be there.
    fn take(&mut self, content: Content) {
        self.content = content;
        self.revision = next_number();
        self.correct_selection();
    }
}
