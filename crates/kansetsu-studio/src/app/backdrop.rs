//! The picture behind the figures, to pose after, as the window shows it.

use std::sync::Arc;

use eframe::egui::{Color32, ColorImage, Context, Rect, TextureHandle, TextureOptions, Ui, pos2, vec2};

use super::{Banner, Studio, Weight};
use crate::{
    command::Command,
    document::{BesideFile, Refusal},
    text::Phrase,
    viewport::gpu::Bitmap,
};

/// The picture of the document, unpacked.
#[derive(Clone)]
pub struct Backdrop {
    /// `None` when it is none that can be read.
    texture: Option<TextureHandle>,
    /// Which file it is.
    hash: u64,
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
    fn new(hash: u64, bitmap: Option<&Bitmap>, context: &Context) -> Self {
        let texture = bitmap.map(|bitmap| {
            let size = [bitmap.width as usize, bitmap.height as usize];
            let image = ColorImage::from_rgba_unmultiplied(size, bitmap.pixels.as_flattened());
            context.load_texture("backdrop", image, TextureOptions::LINEAR)
        });
        Self { texture, hash, opacity: OPACITY }
    }

    /// The part of a view that it covers: all of the picture is seen, in the middle.
    #[must_use]
    pub fn place(&self, view: Rect) -> Rect {
        let size = self.texture.as_ref().map_or(view.size(), TextureHandle::size_vec2);
        let scale = (view.width() / size.x.max(1.0)).min(view.height() / size.y.max(1.0));
        Rect::from_center_size(view.center(), vec2(size.x * scale, size.y * scale))
    }
}

impl Studio {
    /// Puts a picture behind the figures.
    pub(super) fn take_backdrop(&mut self, (file, bitmap): (BesideFile, &Bitmap), context: &Context) -> Result<Banner, Refusal> {
        self.finish_field();
        let backdrop = Backdrop::new(file.hash, Some(bitmap), context);
        self.document.edit(Phrase::new("Picture behind", "背景画像"), |content| {
            content.backdrop = Some(Arc::new(file));
            Ok(())
        })?;
        self.backdrop = Some(backdrop);
        let text = Phrase::new(
            "The picture is behind the figure; “Without backdrop” in the menu View takes it away.",
            "画像を背景に表示しました。メニュー「表示」の「背景画像を外す」で消せます。",
        );
        Ok(Banner::of(Weight::News, text, None))
    }

    /// Takes the picture away.
    pub(super) fn remove_backdrop(&mut self) {
        let done = self.document.edit(Command::NoBackdrop.row().name.clone(), |content| {
            content.backdrop = None;
            Ok(())
        });
        self.show_refusal(done);
    }

    /// Shows the picture that the document has now.
    pub(crate) fn renew_backdrop(&mut self, context: &Context) {
        let Some(file) = &self.document.content().backdrop else { return self.backdrop = None };
        if self.backdrop.as_ref().is_none_or(|shown| shown.hash != file.hash) {
            self.backdrop = Some(Backdrop::new(file.hash, image(&file.bytes).as_ref(), context));
        }
    }

    /// Paints what is behind the picture of the document; gives whether something is.
    pub(crate) fn paint_backdrop(&self, ui: &Ui, color: Color32) -> bool {
        let Some(backdrop) = &self.backdrop else { return false };
        let Some(texture) = &backdrop.texture else { return false };
        let painter = ui.painter().with_clip_rect(self.viewport);
        painter.rect_filled(self.viewport, 0.0, color);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let tint = Color32::WHITE.gamma_multiply(backdrop.opacity.clamp(0.0, 1.0));
        painter.image(texture.id(), backdrop.place(self.viewport), whole, tint);
        true
    }
}
