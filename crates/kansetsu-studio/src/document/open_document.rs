//! An open document: content with its selection, its time and its history.

use std::sync::Arc;

use super::{
    Actor, Content, DocumentKey, Opened, Selection, Settings, View, history::History,
    number::next_number, project::Extras, trial::Trial,
};
use crate::{library::SavedPose, motion::Playback, text::Phrase};

/// An open document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub(super) key: DocumentKey,
    pub(super) content: Content,
    /// Selecting joints and figures.
    pub selection: Selection,
    /// How it is worked on.
    pub settings: Settings,
    /// How it is looked at.
    pub view: View,
    /// How its motions are played.
    pub playback: Playback,
    pub(super) time: f32,
    pub(super) history: History,
    pub(super) trial: Option<Trial>,
    pub(super) revision: u64,
    pub(super) clipboard: Option<Arc<SavedPose>>,
    pub(super) saved: Saved,
}

/// The last saved or opened version of the document.
#[derive(Clone, Debug, Default)]
pub(super) struct Saved {
    pub(super) content: Content,
    /// What the project file held that this version does not know.
    pub(super) extras: Extras,
}

impl Document {
    /// A document with this content, nothing to undo, nothing to save.
    #[must_use]
    pub fn new(content: Content) -> Self {
        let front = content.actors.first().map_or(kansetsu::glam::Vec3::Z, |actor| actor.front());
        let view =
            View { camera: crate::viewport::Camera::default().facing(front), ..View::default() };
        let saved = Saved { content: content.clone(), ..Saved::default() };
        Self { saved, content, view, revision: next_number(), ..Self::default() }
    }

    /// The document that the studio opens with: the mannequin.
    #[must_use]
    pub fn welcome() -> Self {
        let mut content = Content::default();
        if let Ok(opened) = Opened::embedded("mannequin") {
            content.add(Actor::new(opened));
        }
        Self::new(content)
    }

    /// Identifies the document in this run of the program; a clone is the same document.
    #[must_use]
    pub const fn key(&self) -> DocumentKey {
        self.key
    }

    /// What is saved and undone.
    #[must_use]
    pub const fn content(&self) -> &Content {
        &self.content
    }

    /// The selected actor.
    #[must_use]
    pub fn actor(&self) -> Option<&Arc<Actor>> {
        self.content.actors.get(self.selection.actor)
    }

    /// The selected actor with its active joint.
    #[must_use]
    pub fn active(&self) -> Option<(&Arc<Actor>, usize)> {
        let actor = self.actor()?;
        let joint = self.selection.active_joint().filter(|&joint| joint < actor.joint_count())?;
        Some((actor, joint))
    }

    /// Selects joints of an actor; what is not there is not selected.
    pub fn set_selection(&mut self, actor: usize, joints: Vec<usize>) {
        self.selection = Selection { actor, joints };
        self.correct_selection();
    }

    /// What is selected must be there.
    pub(super) fn correct_selection(&mut self) {
        self.selection.actor =
            self.selection.actor.min(self.content.actors.len().saturating_sub(1));
        let count = self.actor().map_or(0, |actor| actor.joint_count());
        self.selection.joints.retain(|&joint| joint < count);
    }

    /// The current time, seconds from the start of the motion.
    #[must_use]
    pub const fn time(&self) -> f32 {
        self.time
    }

    /// Goes to a time (seconds; before 0 and what is not a number count as 0). Un-keyed changes
    /// stay. Past the cut of a camera bookmark, the view shows its camera.
    pub fn set_time(&mut self, time: f32) {
        let time = if time.is_finite() { time.max(0.0) } else { 0.0 };
        if time != self.time {
            let shot = |time| self.content.shot(time).map(|bookmark| bookmark.camera);
            if let Some(camera) = shot(time).filter(|_| shot(time) != shot(self.time)) {
                self.view.camera = camera;
            }
            self.time = time;
            self.refresh();
        }
    }

    /// Goes to the nearest frame of the selected figure's motion, unless it plays.
    pub fn snap_time(&mut self) {
        let snapped =
            self.actor().and_then(|actor| actor.playing()).map(|motion| motion.snapped(self.time));
        if let Some(time) = snapped.filter(|_| !self.playback.playing) {
            self.set_time(time);
        }
    }

    /// Lets the clock run by `seconds`, when the motion plays.
    pub fn advance(&mut self, seconds: f32) {
        if let Some(duration) = self.duration().filter(|_| self.playback.playing) {
            let time = self.playback.advance(self.time, seconds, duration);
            self.set_time(time);
        }
    }

    /// What plays: the play range within the longest motion, start and end, seconds; `None` when no
    /// motion plays.
    #[must_use]
    pub fn span(&self) -> Option<[f32; 2]> {
        self.duration().map(|duration| self.playback.span(duration))
    }

    /// Seconds from 0 to the end of the longest motion that plays; `None` when none does.
    #[must_use]
    pub fn duration(&self) -> Option<f32> {
        self.content
            .actors
            .iter()
            .filter_map(|actor| actor.playing())
            .map(|motion| motion.duration)
            .reduce(f32::max)
    }

    /// Frames per second of the motion that plays on the selected figure; 30 without one.
    #[must_use]
    pub fn frame_rate(&self) -> f32 {
        self.actor().and_then(|actor| actor.playing()).map_or(30.0, |motion| motion.frame_rate)
    }

    /// The pose that was copied.
    #[must_use]
    pub const fn clipboard(&self) -> Option<&Arc<SavedPose>> {
        self.clipboard.as_ref()
    }

    /// Copies a pose.
    pub fn set_clipboard(&mut self, pose: SavedPose) {
        self.clipboard = Some(Arc::new(pose));
    }

    /// What undo would take back, for the menu.
    #[must_use]
    pub fn next_undo(&self) -> Option<&Phrase> {
        self.undo_labels().next()
    }

    /// What redo would do again, for the menu.
    #[must_use]
    pub fn next_redo(&self) -> Option<&Phrase> {
        self.redo_labels().next()
    }

    /// What undo would take back, the last step first.
    pub fn undo_labels(&self) -> impl Iterator<Item = &Phrase> {
        self.history.undo_labels()
    }

    /// What redo would do again, step by step.
    pub fn redo_labels(&self) -> impl Iterator<Item = &Phrase> {
        self.history.redo_labels()
    }

    /// How many steps can be taken back.
    #[must_use]
    pub fn undo_count(&self) -> usize {
        self.history.len()
    }

    /// The bytes that the steps keep in memory.
    #[must_use]
    pub fn undo_bytes(&self) -> usize {
        self.history.bytes()
    }

    /// Sets aside this many bytes for the steps; the oldest are dropped when they need more. The
    /// last one is always kept.
    pub fn set_undo_limit(&mut self, bytes: usize) {
        self.history.limit = bytes;
        self.history.shrink();
    }

    /// Another number after every change of the content or of the shown poses, previews too, and
    /// for every document of this run of the program: an equal number means that everything made
    /// from the content is still valid.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether there is something to save.
    #[must_use]
    pub fn is_modified(&self) -> bool {
        self.content != self.saved.content
    }

    /// Marks the present content as saved.
    pub fn set_saved(&mut self) {
        self.saved.content = self.content.clone();
    }

    /// Notes that this content was saved: the one that was there when a long save began, whatever
    /// was changed since.
    pub fn set_saved_as(&mut self, content: Content) {
        self.saved.content = content;
    }

    /// Notes that the content is saved nowhere.
    pub(super) fn set_unsaved(&mut self) {
        self.saved.content = Content::default();
    }

    /// Updates the shown poses to the current time.
    pub(super) fn refresh(&mut self) {
        for actor in &mut self.content.actors {
            if actor.motion.is_some() {
                let (pose, face) = (actor.pose_at(self.time), actor.face_at(self.time));
                if pose != actor.pose || face.keyed() != actor.face.keyed() {
                    let actor = Arc::make_mut(actor);
                    (actor.pose, actor.face) = (pose, face);
                }
            }
        }
        self.content.follow();
        self.revision = next_number();
    }
}
