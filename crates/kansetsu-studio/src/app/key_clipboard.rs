//! Keys that are copied and pasted while the pointer is over the timeline.

use std::sync::Arc;

use super::editor::Editor;
use crate::{motion::SAME_TIME, text::Phrase};

/// Frames between keys and their copy at one time.
const LATER: f32 = 5.0;

impl Editor<'_> {
    /// Whether copying and pasting means keys: the pointer is over them, and some are selected or
    /// were copied.
    pub(super) fn means_keys(&self) -> bool {
        self.session.time_line.is_pointed
            && (!self.session.time_line.chosen.is_empty() || self.session.copied_keys.is_some())
    }

    /// Copies the selected keys.
    pub(super) fn copy_keys(&mut self) {
        let chosen = &self.session.time_line.chosen;
        let copied = self.document.actor().and_then(|actor| actor.playing()?.copied(chosen));
        self.session.copied_keys = copied.or(self.session.copied_keys.take());
    }

    /// Copies the selected keys and takes them away.
    pub(super) fn cut_keys(&mut self) {
        self.copy_keys();
        let keys = std::mem::take(&mut self.session.time_line.chosen);
        if !keys.is_empty() {
            self.edit_motion(Phrase::new("Cut keys", "キーを切り取り"), |motion| {
                motion.delete_keys(&keys)
            });
        }
    }

    /// Pastes copies of the selected keys at the present time. Where the selected keys are at that
    /// time, the copies follow them: several start where the others end, as a motion that is
    /// repeated, and one time comes again a little later.
    pub(super) fn duplicate_keys(&mut self) {
        self.copy_keys();
        let times = || self.session.time_line.chosen.iter().map(|key| key.time);
        let ends = times().reduce(f32::min).zip(times().reduce(f32::max));
        let Some((first, last)) =
            ends.filter(|(first, last)| (*first..=*last).contains(&self.document.time()))
        else {
            return self.paste_keys();
        };
        let later = if last - first > SAME_TIME { 0.0 } else { LATER / self.document.frame_rate() };
        self.document.set_time(last + later);
        self.paste_keys();
    }

    /// Puts the copied keys at the present time and selects them.
    pub(super) fn paste_keys(&mut self) {
        let Some(copied) = self.session.copied_keys.clone() else { return };
        self.document.snap_time();
        let time = self.document.time();
        let mut pasted = Vec::new();
        self.edit(Phrase::new("Paste keys", "キーを貼り付け"), |actor| {
            if actor.motion.is_none() {
                actor.import_animation();
            }
            let (count, figure) = (actor.joint_count(), Arc::clone(&actor.figure));
            if let Some(motion) = actor.playing_mut() {
                pasted = motion.paste(&copied, time, (count, &figure.expression_names()));
            }
        });
        self.session.time_line.chosen = pasted;
    }
}
