//! What can be taken back.

use std::collections::VecDeque;

use super::{Content, Selection, memory};
use crate::text::Phrase;

/// A former state, and the edit that left it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// What was done, for the menu.
    pub(super) label: Phrase,
    /// The content on the other side.
    pub(super) content: Content,
    /// What was selected there.
    pub(super) selection: Selection,
    /// What time it was, seconds: there the change can be seen.
    pub(super) time: f32,
    /// The bytes that it keeps from being freed.
    bytes: usize,
}

/// As many states as fit into the memory that is set aside for them.
#[derive(Clone, Debug)]
pub(super) struct History {
    undo: VecDeque<Entry>,
    redo: Vec<Entry>,
    /// The largest number of bytes that it may keep.
    pub(super) limit: usize,
}

/// 256 MB: thousands of drags of a figure of 300 joints, hundreds of edits of a dense motion.
const LIMIT: usize = 256 << 20;

impl Default for History {
    fn default() -> Self {
        Self { undo: VecDeque::new(), redo: Vec::new(), limit: LIMIT }
    }
}

/// The state that is left.
pub(super) struct Left {
    pub(super) content: Content,
    pub(super) selection: Selection,
    pub(super) time: f32,
}

impl History {
    /// Remembers the state before an edit to `next`. What was undone before can no
    /// longer be redone.
    pub(super) fn push(&mut self, label: Phrase, left: Left, next: &Content) {
        self.redo.clear();
        self.undo.push_back(Entry::new(label, left, next));
        self.shrink();
    }

    /// Goes a step back from `present`.
    pub(super) fn undo(&mut self, present: Content) -> Option<Entry> {
        let entry = self.undo.pop_back()?;
        self.redo.push(entry.turned(present));
        Some(entry)
    }

    /// Goes a step forward from `present`.
    pub(super) fn redo(&mut self, present: Content) -> Option<Entry> {
        let entry = self.redo.pop()?;
        self.undo.push_back(entry.turned(present));
        Some(entry)
    }

    /// What would be undone, step by step.
    pub(super) fn undo_labels(&self) -> impl Iterator<Item = &Phrase> {
        self.undo.iter().rev().map(|entry| &entry.label)
    }

    /// What would be redone, step by step.
    pub(super) fn redo_labels(&self) -> impl Iterator<Item = &Phrase> {
        self.redo.iter().rev().map(|entry| &entry.label)
    }

    /// The bytes that it keeps from being freed.
    pub(super) fn bytes(&self) -> usize {
        self.undo.iter().chain(&self.redo).map(|entry| entry.bytes).sum()
    }

    /// How many steps back there are.
    pub(super) fn len(&self) -> usize {
        self.undo.len()
    }

    /// Drops the oldest states until the rest fits; the last one stays in any case.
    pub(super) fn shrink(&mut self) {
        let mut bytes = self.bytes();
        while bytes > self.limit && self.undo.len() > 1 {
            bytes -= self.undo.pop_front().map_or(0, |entry| entry.bytes);
        }
    }
}

impl Entry {
    fn new(label: Phrase, left: Left, next: &Content) -> Self {
        let Left { content, selection, time } = left;
        let bytes = size_of::<Self>() + memory::beyond(&content, next);
        Self { label, content, selection, time, bytes }
    }

    /// The inverse of this one.
    fn turned(&self, present: Content) -> Self {
        let left = Left { content: present, selection: self.selection.clone(), time: self.time };
        Self::new(self.label.clone(), left, &self.content)
    }
}
