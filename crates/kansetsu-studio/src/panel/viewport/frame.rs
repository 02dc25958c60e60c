//! The picture frame: what pictures and videos will show.

use eframe::egui::{Color32, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::app::Context;

/// How dark it is outside the frame, of 255: figures are still seen there.
const SHADE: u8 = 110;

/// Shows the frame, and darkens what is outside.
pub fn show(ui: &Ui, cx: &Context<'_>) {
    let view = cx.view.rect;
    let Some(size) = cx.document.view.frame.size_in(cx.camera_view().size) else { return };
    let frame = Rect::from_center_size(view.center(), vec2(size.x, size.y));
    let painter = ui.painter().with_clip_rect(view);
    let across = |left: f32, right: f32, [top, bottom]: [f32; 2]| {
        Rect::from_min_max(pos2(left, top), pos2(right, bottom))
    };
    let whole = [view.top(), view.bottom()];
    for outside in [
        across(view.left(), frame.left(), whole),
        across(frame.right(), view.right(), whole),
        across(frame.left(), frame.right(), [view.top(), frame.top()]),
        across(frame.left(), frame.right(), [frame.bottom(), view.bottom()]),
    ] {
        if outside.is_positive() {
            painter.rect_filled(outside, 0.0, Color32::from_black_alpha(SHADE));
        }
    }
    let line = ui.visuals().weak_text_color();
    painter.rect_stroke(frame, 0.0, Stroke::new(1.0, line), StrokeKind::Inside);
}
