//! What a panel reads.

use std::sync::Arc;

use eframe::egui::{Pos2, pos2};
use kansetsu::glam::Vec3;

use super::{Clock, ProjectFile, Services, Session, ViewState, Words};
use crate::{
    command::{Command, Preset},
    document::{Actor, Document},
    text::Language,
    viewport::View,
};

/// What a panel reads: the parts of the studio, none of which it changes.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// What is edited.
    pub document: &'a Document,
    /// Its file.
    pub project: &'a ProjectFile,
    /// Drags, hover and fields.
    pub session: &'a Session,
    /// Cards, sheets, palette, hints and the viewport.
    pub view: &'a ViewState,
    /// Preferences, messages, files, storage and jobs.
    pub services: &'a Services,
}

impl<'a> Context<'a> {
    /// The language of the interface.
    #[must_use]
    pub fn language(&self) -> Language {
        self.services.language()
    }

    /// Speaks the language of the interface.
    #[must_use]
    pub fn words(&self) -> Words {
        Words(self.language())
    }

    /// Whose keys and mouse buttons are used.
    #[must_use]
    pub const fn preset(&self) -> Preset {
        self.services.preset()
    }

    /// The first shortcut of a command, as people write it; empty without one.
    #[must_use]
    pub fn shortcut(&self, command: Command) -> String {
        let first = command.shortcuts(self.preset()).next();
        first.map(|shortcut| shortcut.to_string()).unwrap_or_default()
    }

    /// How times of the motion are shown.
    #[must_use]
    pub fn clock(&self) -> Clock {
        let rate = self.document.frame_rate();
        Clock { unit: self.services.preferences.time_unit, rate }
    }

    /// The selected figure.
    #[must_use]
    pub fn actor(&self) -> Option<&'a Arc<Actor>> {
        self.document.actor()
    }

    /// The selected figure with its active joint.
    #[must_use]
    pub fn active(&self) -> Option<(&'a Arc<Actor>, usize)> {
        self.document.active()
    }

    /// The viewport: its camera and its size in points.
    #[must_use]
    pub fn camera_view(&self) -> View {
        self.view.camera_view(self.document.view.camera)
    }

    /// Where a point of the world is in the app window, points; `None` when it is not in view.
    #[must_use]
    pub fn pixel_of(&self, place: Vec3) -> Option<Pos2> {
        let seen = self.camera_view().project(place)?;
        let at = pos2(self.view.rect.left() + seen.pixel.x, self.view.rect.top() + seen.pixel.y);
        self.view.rect.contains(at).then_some(at)
    }
}
