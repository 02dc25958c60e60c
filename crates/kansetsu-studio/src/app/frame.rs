//! The order of the studio's parts in each frame of the app window.

use eframe::egui::{self, Ui, ViewportCommand};
use eframe::egui_wgpu::RenderState;

use super::{
    Studio,
    files::{poll_tasks, take_arrivals, take_dropped},
    keeping::{keep, keep_all, keep_in},
    keyboard::take_keys,
    layout::layout,
    link::open_fragment,
    theme,
};
use crate::{font, viewport::gpu::Screen};

impl Studio {
    /// The studio with the mannequin, for a window that eframe has made.
    #[must_use]
    pub fn new(creation: &eframe::CreationContext<'_>) -> Self {
        let mut studio = Self::with_language(super::system::language());
        keep_in(&mut studio.services, super::system::storage());
        studio.attach(&creation.egui_ctx, creation.wgpu_render_state.as_ref());
        open_fragment(&mut studio, &super::system::fragment());
        studio
    }

    /// Prepares a window: fonts, looks, the graphics card.
    pub fn attach(&mut self, context: &egui::Context, state: Option<&RenderState>) {
        font::install(context);
        theme::install(context);
        context.set_theme(self.services.preferences.look);
        context.options_mut(|options| options.zoom_with_keyboard = true);
        context.set_zoom_factor(self.services.preferences.scale.factor());
        self.services.graphics.screen = state.map(|state| Screen::new(state).repainting(context));
        self.services.graphics.render_state = state.cloned();
    }

    /// Takes in what has arrived, and the results of background work. A window does so before each
    /// picture.
    pub fn work(&mut self, context: &egui::Context) {
        take_arrivals(self, context);
        poll_tasks(self, context);
    }
}

/// Runs the clock, takes in what has arrived.
fn before(studio: &mut Studio, context: &egui::Context) {
    studio.work(context);
    play(studio, context);
    swing(studio, context);
    keep_scale(studio, context);
    let active = studio.document.selection.active_joint();
    if active != studio.view.tree.last_selection {
        studio.view.tree.last_selection = active;
        studio.view.tree.scrolls_to_active = true;
    }
    studio.session.hover.pointed = None;
    show_title(studio, context);
}

/// The app window's title: the project's name and whether it is saved.
fn show_title(studio: &mut Studio, context: &egui::Context) {
    let name =
        studio.project.document_name(&studio.document).unwrap_or_else(|| "Kansetsu".to_owned());
    let title = if studio.project.has_news(&studio.document) { format!("{name} *") } else { name };
    if title != studio.view.title {
        context.send_viewport_cmd(ViewportCommand::Title(title.clone()));
        studio.view.title = title;
    }
}

/// Lets a motion run on; asks for the next picture only while it does.
fn play(studio: &mut Studio, context: &egui::Context) {
    if studio.document.playback.playing {
        let seconds = context.input(|input| input.stable_dt).min(0.1);
        studio.document.advance(seconds);
        context.request_repaint();
    }
}

/// Keeps the size of the interface, which the keyboard changes too.
fn keep_scale(studio: &mut Studio, context: &egui::Context) {
    if let Ok(scale) = context.zoom_factor().try_into() {
        studio.services.preferences.scale = scale;
    }
}

/// Lets the springs of the view move on; asks for the next picture only while they move.
fn swing(studio: &mut Studio, context: &egui::Context) {
    let seconds = context.input(|input| input.stable_dt).min(0.1);
    if studio.view.springs.step(&studio.document, seconds) {
        context.request_repaint();
    }
}

impl eframe::App for Studio {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let context = ui.ctx().clone();
        before(self, &context);
        take_keys(self, &context);
        layout(ui, self);
        self.editor().close_field(&context);
        take_dropped(self, &context);
        keep(self, &context);
    }

    fn on_exit(&mut self) {
        // Nobody is left to notify.
        let _ = keep_all(self);
    }

    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }
}
