//! Sizes for fingers.

use eframe::egui::{Button, TextStyle, Ui, Vec2, vec2};

/// Points: what a finger hits without looking. Apple's Human Interface Guidelines, "Layout": 44 pt.
pub const FINGER: f32 = 44.0;

/// Makes everything as large as a finger needs it.
pub fn enlarge(ui: &mut Ui) {
    let style = ui.style_mut();
    style.spacing.interact_size = Vec2::splat(FINGER);
    style.spacing.button_padding = vec2(18.0, 8.0);
    style.spacing.icon_width = 22.0;
    style.spacing.icon_width_inner = 12.0;
    style.spacing.slider_width = 160.0;
    for name in [TextStyle::Body, TextStyle::Button] {
        if let Some(font) = style.text_styles.get_mut(&name) {
            font.size = 15.0;
        }
    }
}

/// A small button; on a phone no smaller than the others.
pub fn small_button(ui: &Ui, text: impl Into<String>) -> Button<'static> {
    let button = Button::new(text.into());
    if ui.spacing().interact_size.y >= FINGER { button } else { button.small() }
}
