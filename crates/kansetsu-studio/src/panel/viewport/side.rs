//! A small view from the side: how deep things are.

use std::{f32::consts::FRAC_PI_2, sync::Arc};

use eframe::egui::{Rect, Stroke, StrokeKind, Ui, vec2};

use super::picture;
use crate::{
    app::{Context, theme::Palette, touchable::Placed},
    viewport::{Camera, Projection, View},
};

/// A fraction of the viewport's height.
const SIZE: f32 = 0.3;

/// Shows the view, in the lower right corner.
pub fn show(ui: &Ui, cx: &Context<'_>, placed: &[Placed]) {
    let viewport = cx.view.rect;
    if !cx.document.view.side_view || viewport.height() < 260.0 {
        return;
    }
    let side = (SIZE * viewport.height()).min(220.0);
    let rect = Rect::from_min_size(viewport.max - vec2(side + 12.0, side + 12.0), vec2(side, side));
    let camera = &cx.document.view.camera;
    let from_side = Camera {
        yaw: camera.yaw + FRAC_PI_2,
        pitch: 0.0,
        projection: Projection::Orthographic,
        ..*camera
    };
    let view = View::new(from_side, kansetsu::glam::Vec2::splat(side));
    let mut scene = picture::scene(cx, &view, placed, ui.visuals());
    scene.labels.clear();
    if let Some(screen) = &cx.services.graphics.screen {
        ui.painter().add(screen.show(Arc::new(scene), rect, 1));
    }
    let line = Palette::of(ui.visuals()).line;
    ui.painter().rect_stroke(rect, 4.0, Stroke::new(1.5, line), StrokeKind::Outside);
}
