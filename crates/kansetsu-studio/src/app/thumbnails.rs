//! Small pictures of figures, drawn once each beside the app window's pictures.

use std::collections::BTreeMap;

use eframe::{
    egui::{ColorImage, Context, TextureHandle, TextureOptions},
    egui_wgpu::RenderState,
};

use crate::viewport::{
    gpu::{Pending, PictureSize, draw_picture},
    scene::Scene,
};

/// Pixels each way.
const SIZE: u32 = 160;

/// Small pictures by their names, and those that are being drawn.
#[derive(Default)]
pub struct Thumbnails {
    ready: BTreeMap<String, TextureHandle>,
    wanted: Vec<(String, Scene)>,
    pending: Option<(String, Pending)>,
    /// Whether there is a graphics card to draw with.
    can_draw: bool,
}

impl Thumbnails {
    /// The small picture of this name; the first time it is asked for, `scene` is drawn for it, and
    /// it comes with one of the next pictures.
    pub(crate) fn get(
        &mut self,
        name: &str,
        context: &Context,
        scene: impl FnOnce() -> Option<Scene>,
    ) -> Option<TextureHandle> {
        if let Some(ready) = self.ready.get(name) {
            return Some(ready.clone());
        }
        let is_known = self
            .wanted
            .iter()
            .map(|(name, _)| name)
            .chain(self.pending.iter().map(|(name, _)| name));
        if self.can_draw && !is_known.into_iter().any(|known| known == name) {
            self.wanted.extend(scene().map(|scene| (name.to_owned(), scene)));
            context.request_repaint();
        }
        None
    }

    /// Whether small pictures are still being drawn.
    #[must_use]
    pub fn is_drawing(&self) -> bool {
        self.pending.is_some() || !self.wanted.is_empty()
    }

    /// Takes in the picture that is drawn and begins the next one. One that cannot be drawn is left
    /// out: a name is enough.
    pub(super) fn poll(&mut self, state: Option<&RenderState>, context: &Context) {
        self.can_draw = state.is_some();
        let Some(state) = state else { return };
        if let Some((name, pending)) = self.pending.take() {
            match pending.take(&state.device) {
                Ok(None) => self.pending = Some((name, pending)),
                Ok(Some(picture)) => {
                    let size = [picture.width as usize, picture.height as usize];
                    let image =
                        ColorImage::from_rgba_unmultiplied(size, picture.pixels.as_flattened());
                    let texture = context.load_texture(&name, image, TextureOptions::LINEAR);
                    self.ready.insert(name, texture);
                }
                Err(_) => {}
            }
            context.request_repaint();
        }
        if self.pending.is_none()
            && let Some((name, scene)) = self.wanted.pop()
        {
            let size = PictureSize { width: SIZE, height: SIZE, line_scale: 1.0 };
            self.pending = draw_picture(state, &scene, size).ok().map(|pending| (name, pending));
            context.request_repaint();
        }
    }
}
