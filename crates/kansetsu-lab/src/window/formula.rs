//! Formulas in the app window.

use egui::{Align2, Color32, FontId, Pos2, Role, Sense, Stroke, Ui, Vec2, WidgetInfo};

use crate::{Formula, Part};

/// Shows a formula; one that is too wide is smaller.
pub(super) fn show(ui: &mut Ui, text: &str, color: Color32) {
    let painter = ui.painter().clone();
    let measure = |text: &str, size: f32| {
        painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), color).size().x
    };
    let formula = Formula::parse(text);
    let room = ui.available_width();
    let mut laid = formula.lay(17.0, &measure);
    if laid.width > room {
        laid = formula.lay(17.0 * room / laid.width, &measure);
    }
    let (area, response) =
        ui.allocate_exact_size(Vec2::new(laid.width, laid.above + laid.below), Sense::hover());
    let corner = area.left_top() + Vec2::new(0.0, laid.above);
    let at = |place: kansetsu::glam::Vec2| -> Pos2 { corner + Vec2::new(place.x, place.y) };
    for part in &laid.parts {
        match part {
            Part::Text { at: place, text, size } => {
                painter.text(
                    at(*place),
                    Align2::LEFT_CENTER,
                    text,
                    FontId::proportional(*size),
                    color,
                );
            }
            Part::Line { points } => {
                painter
                    .line(points.iter().map(|&point| at(point)).collect(), Stroke::new(1.2, color));
            }
        }
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}
