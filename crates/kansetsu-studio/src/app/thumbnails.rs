//! Small pictures of figures, drawn once each beside the window's pictures.

use std::collections::BTreeMap;

use eframe::egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::Studio;
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
}

impl Studio {
    /// The small picture of this name; the first time it is asked for, `scene` is drawn for it, and it comes with one of the next pictures.
    pub(crate) fn thumbnail(&mut self, name: &str, context: &Context, scene: impl FnOnce() -> Option<Scene>) -> Option<TextureHandle> {
        let thumbnails = &mut self.tasks.thumbnails;
        if let Some(ready) = thumbnails.ready.get(name) {
            return Some(ready.clone());
        }
        let is_known = thumbnails.wanted.iter().map(|(name, _)| name).chain(thumbnails.pending.iter().map(|(name, _)| name));
        if self.render_state.is_some() && !is_known.into_iter().any(|known| known == name) {
            thumbnails.wanted.extend(scene().map(|scene| (name.to_owned(), scene)));
            context.request_repaint();
        }
        None
    }

    /// Whether small pictures are still being drawn.
    #[must_use]
    pub fn draws_thumbnails(&self) -> bool {
        self.tasks.thumbnails.pending.is_some() || !self.tasks.thumbnails.wanted.is_empty()
    }

    /// Takes in the picture that is drawn and begins the next one. One that cannot be drawn is left out: a name says enough.
    pub(super) fn poll_thumbnails(&mut self, context: &Context) {
        let (thumbnails, Some(state)) = (&mut self.tasks.thumbnails, &self.render_state) else { return };
        if let Some((name, pending)) = thumbnails.pending.take() {
            match pending.take(&state.device) {
                Ok(None) => thumbnails.pending = Some((name, pending)),
                Ok(Some(picture)) => {
                    let size = [picture.width as usize, picture.height as usize];
                    let image = ColorImage::from_rgba_unmultiplied(size, picture.pixels.as_flattened());
                    let texture = context.load_texture(&name, image, TextureOptions::LINEAR);
                    thumbnails.ready.insert(name, texture);
                }
                Err(_) => {}
            }
            context.request_repaint();
        }
        if thumbnails.pending.is_none()
            && let Some((name, scene)) = thumbnails.wanted.pop()
        {
            let size = PictureSize { width: SIZE, height: SIZE, line_scale: 1.0 };
            thumbnails.pending = draw_picture(state, &scene, size).ok().map(|pending| (name, pending));
            context.request_repaint();
        }
    }
}
