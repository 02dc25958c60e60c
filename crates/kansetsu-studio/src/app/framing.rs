//! Brings figures into view, in views that are higher than wide too.

use eframe::egui::Rect;

use crate::{command::Command, document::Document, viewport::Camera};

/// What is as wide as high was brought into view: a view that is higher than wide needs to stand
/// back.
pub(super) fn fit_width(document: &mut Document, view: Rect) {
    let size = view.size();
    if size.x >= size.y || size.x < 1.0 {
        return;
    }
    let camera = &mut document.view.camera;
    let half = 0.5 * camera.field_of_view;
    let half_across = (half.tan() * size.x / size.y).atan();
    camera.distance *= half.sin() / half_across.sin();
}

/// A new document in a view that is higher than wide is seen whole.
pub(super) fn fit_new(document: &mut Document, view: Rect) {
    let is_new = document.view.camera == Camera::default();
    if is_new && view.width() < view.height() && view.width() > 100.0 {
        frame_all(document, view);
    }
}

/// Brings everything into view.
pub(super) fn frame_all(document: &mut Document, view: Rect) {
    // Nothing to frame is no reason to complain.
    drop(crate::command::apply(document, Command::FrameAll));
    fit_width(document, view);
}
