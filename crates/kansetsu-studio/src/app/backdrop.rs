//! The picture behind the figures, to pose after, as the app window shows it.

use std::sync::Arc;

use eframe::egui::{
    Color32, ColorImage, Context, Rect, TextureHandle, TextureOptions, Ui, pos2, vec2,
};

use super::{Banner, Weight, editor::Editor};
use crate::{
    command::Command,
    document::{BesideFile, Document, Refusal},
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
/// The initial opacity: the figure stands out.
const OPACITY: f32 = 0.75;

/// An image in a separate file; `None` for other files.
pub fn image(bytes: &[u8]) -> Option<Bitmap> {
    let image =
        kansetsu_formats::Image { bytes: bytes.to_vec(), ..kansetsu_formats::Image::default() };
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

impl Backdrop {
    /// The picture that the document has now; `None` without one.
    pub(super) fn of(shown: Option<Self>, document: &Document, context: &Context) -> Option<Self> {
        let file = document.content().backdrop.as_ref()?;
        let shown = shown.filter(|shown| shown.hash == file.hash);
        Some(shown.unwrap_or_else(|| Self::new(file.hash, image(&file.bytes).as_ref(), context)))
    }

    /// Paints it behind the picture of the document, over this colour; returns whether there is
    /// something.
    pub(crate) fn paint(&self, ui: &Ui, view: Rect, color: Color32) -> bool {
        let Some(texture) = &self.texture else { return false };
        let painter = ui.painter().with_clip_rect(view);
        painter.rect_filled(view, 0.0, color);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let tint = Color32::WHITE.gamma_multiply(self.opacity.clamp(0.0, 1.0));
        painter.image(texture.id(), self.place(view), whole, tint);
        true
    }
}

impl Editor<'_> {
    /// Puts a picture behind the figures; with the message goes how the app window shows it.
    pub(super) fn take_backdrop(
        &mut self,
        (file, bitmap): (BesideFile, &Bitmap),
        context: &Context,
    ) -> Result<(Banner, Backdrop), Refusal> {
        self.finish_field();
        let backdrop = Backdrop::new(file.hash, Some(bitmap), context);
        self.document.edit(Phrase::new("Reference image", "背景画像"), |content| {
            content.backdrop = Some(Arc::new(file));
            Ok(())
        })?;
        let text = Phrase::new(
            "Reference image added. View › Remove reference image takes it out.",
            "背景画像を追加しました。「表示」→「背景画像を外す」で外せます。",
        );
        Ok((Banner::of(Weight::News, text, None), backdrop))
    }

    /// Takes the picture away.
    pub(super) fn remove_backdrop(&mut self) {
        let done = self.document.edit(Command::NoBackdrop.row().name.clone(), |content| {
            content.backdrop = None;
            Ok(())
        });
        self.show_refusal(done);
    }
}
