//! A picture behind the figures, to pose after. It belongs to the window, not to the document.

use eframe::egui::{Color32, ColorImage, Context, Rect, TextureHandle, TextureOptions, Ui, pos2, vec2};

use super::Studio;
use crate::{text::Phrase, viewport::gpu::Bitmap};

/// A picture behind the figures.
#[derive(Clone)]
pub struct Backdrop {
    texture: TextureHandle,
    /// How much of it is seen, in [0, 1].
    pub opacity: f32,
}

/// Pixels of its longer side, at most: more than a window shows.
const LARGEST: u32 = 4096;
/// What is seen of it at first: the figure stands out.
const OPACITY: f32 = 0.75;

/// An image that is a file of its own; `None` for what is none.
pub fn image(bytes: &[u8]) -> Option<Bitmap> {
    let image = kansetsu_formats::Image { bytes: bytes.to_vec(), ..kansetsu_formats::Image::default() };
    Bitmap::decode(&image, LARGEST)
}

impl Backdrop {
    /// The part of a view that it covers: all of the picture is seen, in the middle.
    #[must_use]
    pub fn place(&self, view: Rect) -> Rect {
        let size = self.texture.size_vec2();
        let scale = (view.width() / size.x.max(1.0)).min(view.height() / size.y.max(1.0));
        Rect::from_center_size(view.center(), vec2(size.x * scale, size.y * scale))
    }
}

impl Studio {
    /// Puts a picture behind the figures.
    pub(super) fn take_backdrop(&mut self, bitmap: &Bitmap, context: &Context) {
        let size = [bitmap.width as usize, bitmap.height as usize];
        let image = ColorImage::from_rgba_unmultiplied(size, bitmap.pixels.as_flattened());
        let texture = context.load_texture("backdrop", image, TextureOptions::LINEAR);
        self.backdrop = Some(Backdrop { texture, opacity: OPACITY });
        self.banners.news(Phrase::new(
            "The picture is behind the figure; “Without backdrop” in the menu View takes it away.",
            "画像を背景に表示しました。メニュー「表示」の「背景画像を外す」で消せます。",
        ));
    }

    /// Paints what is behind the picture of the document; gives whether something is.
    pub(crate) fn paint_backdrop(&self, ui: &Ui, color: Color32) -> bool {
        let Some(backdrop) = &self.backdrop else { return false };
        let painter = ui.painter().with_clip_rect(self.viewport);
        painter.rect_filled(self.viewport, 0.0, color);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let tint = Color32::WHITE.gamma_multiply(backdrop.opacity.clamp(0.0, 1.0));
        painter.image(backdrop.texture.id(), backdrop.place(self.viewport), whole, tint);
        true
    }
}
