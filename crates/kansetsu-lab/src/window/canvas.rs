//! What a page draws.

use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2,
};
use kansetsu::glam;

use crate::{Anchor, Ink, Page, Press, SIZE, Shape, text::Language};

/// Shows the lab page as large as there is room, and passes it the pointer, which ends its
/// demonstration.
///
/// Returns the area of the lab page in the app window, points.
pub(super) fn show(
    ui: &mut Ui,
    page: &mut dyn Page,
    demonstration: &mut Option<usize>,
    language: Language,
) -> Rect {
    let (area, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    let place = Place::within(area);
    let is_down = response.is_pointer_button_down_on() || response.dragged();
    if let Some(pointer) =
        response.interact_pointer_pos().filter(|_| is_down).or_else(|| response.hover_pos())
    {
        let press = match (
            is_down,
            response.drag_started() || ui.input(|input| input.pointer.primary_pressed()),
        ) {
            (true, true) => Press::Down,
            (true, false) => Press::Drag,
            (false, _) => Press::Hover,
        };
        let moves =
            ui.input(|input| input.pointer.delta() != Vec2::ZERO || input.pointer.any_pressed());
        if is_down || moves {
            if is_down {
                *demonstration = None;
            }
            if demonstration.is_none() {
                page.point(place.page_from_window(pointer), press);
                ui.ctx().request_repaint();
            }
        }
    }
    let painter = ui.painter_at(area);
    painter.rect_filled(area, 0.0, ui.visuals().extreme_bg_color);
    let is_dark = ui.visuals().dark_mode;
    for shape in &page.draw(language).shapes {
        paint(&painter, &place, shape, is_dark);
    }
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Canvas, true, format!("page {}", page.about().name))
    });
    place.area()
}

/// The colour of an ink in this window.
pub(super) fn color(ink: Ink, is_dark: bool) -> Color32 {
    let [r, g, b] = ink.rgb(is_dark);
    Color32::from_rgb(r, g, b)
}

/// Where the lab page is in the app window.
struct Place {
    left_bottom: Pos2,
    scale: f32,
}

impl Place {
    fn within(area: Rect) -> Self {
        let scale = (area.width() / SIZE.x).min(area.height() / SIZE.y).max(1e-3);
        let size = Vec2::new(SIZE.x, SIZE.y) * scale;
        let corner = area.center() - 0.5 * size;
        Self { left_bottom: pos2(corner.x, corner.y + size.y), scale }
    }

    fn area(&self) -> Rect {
        let size = Vec2::new(SIZE.x, SIZE.y) * self.scale;
        Rect::from_min_size(self.left_bottom - Vec2::new(0.0, size.y), size)
    }

    fn window_from_page(&self, at: glam::Vec2) -> Pos2 {
        self.left_bottom + Vec2::new(at.x, -at.y) * self.scale
    }

    fn page_from_window(&self, at: Pos2) -> glam::Vec2 {
        let way = (at - self.left_bottom) / self.scale;
        glam::Vec2::new(way.x, -way.y)
    }
}

fn paint(painter: &Painter, place: &Place, shape: &Shape, is_dark: bool) {
    // In a small window lines and discs are smaller, too, but still seen and hit.
    let size = place.scale.clamp(0.5, 1.0).sqrt();
    match shape {
        Shape::Line { points, width, ink } => {
            let points: Vec<Pos2> =
                points.iter().map(|&point| place.window_from_page(point)).collect();
            painter.line(points, Stroke::new(width * size, color(*ink, is_dark)));
        }
        Shape::Disc { center, radius, ink } => {
            painter.circle_filled(
                place.window_from_page(*center),
                radius * size,
                color(*ink, is_dark),
            );
        }
        Shape::Text { at, text, size, ink, anchor } => {
            let anchor = match anchor {
                Anchor::Left => Align2::LEFT_CENTER,
                Anchor::Middle => Align2::CENTER_CENTER,
                Anchor::Right => Align2::RIGHT_CENTER,
            };
            painter.text(
                place.window_from_page(*at),
                anchor,
                text,
                FontId::proportional(*size),
                color(*ink, is_dark),
            );
        }
    }
}
