//! How the interface looks: quiet surfaces, one accent, room between things.

use std::collections::BTreeMap;

use egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, Style, TextStyle,
    Theme, Vec2, Visuals, style::WidgetVisuals,
};

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Behind panels.
    pub panel: Color32,
    /// Behind what is above panels: menus, cards over the figure.
    pub raised: Color32,
    /// Behind text fields and lists.
    pub sunken: Color32,
    /// A button at rest.
    pub button: Color32,
    /// A button under the pointer.
    pub hovered: Color32,
    /// Thin lines between things.
    pub line: Color32,
    /// Words.
    pub text: Color32,
    /// Words that matter less.
    pub weak: Color32,
    /// What is selected, and what one should look at.
    pub accent: Color32,
    /// Behind what is selected.
    pub chosen: Color32,
    /// What stops, fails or is lost.
    pub alert: Color32,
    /// What is held: pins.
    pub held: Color32,
    /// The viewport's background, linear RGBA.
    pub backdrop: [f32; 4],
}

/// The colours of the light theme.
pub const LIGHT: Palette = Palette {
    panel: Color32::from_rgb(0xf5, 0xf6, 0xf8),
    raised: Color32::from_rgb(0xff, 0xff, 0xff),
    sunken: Color32::from_rgb(0xff, 0xff, 0xff),
    button: Color32::from_rgb(0xe6, 0xe9, 0xee),
    hovered: Color32::from_rgb(0xd9, 0xde, 0xe7),
    line: Color32::from_rgb(0xd8, 0xdc, 0xe3),
    text: Color32::from_rgb(0x22, 0x28, 0x33),
    weak: Color32::from_rgb(0x60, 0x69, 0x7a),
    accent: Color32::from_rgb(0x1f, 0x6f, 0xc9),
    chosen: Color32::from_rgb(0xcf, 0xe2, 0xfb),
    alert: Color32::from_rgb(0xb8, 0x3a, 0x2b),
    held: Color32::from_rgb(0xa9, 0x6a, 0x00),
    backdrop: [0.78, 0.81, 0.85, 1.0],
};

/// The colours of the dark theme.
pub const DARK: Palette = Palette {
    panel: Color32::from_rgb(0x20, 0x23, 0x29),
    raised: Color32::from_rgb(0x2a, 0x2e, 0x36),
    sunken: Color32::from_rgb(0x18, 0x1a, 0x1f),
    button: Color32::from_rgb(0x32, 0x37, 0x41),
    hovered: Color32::from_rgb(0x3f, 0x46, 0x53),
    line: Color32::from_rgb(0x38, 0x3e, 0x49),
    text: Color32::from_rgb(0xe3, 0xe7, 0xee),
    weak: Color32::from_rgb(0x9b, 0xa5, 0xb5),
    accent: Color32::from_rgb(0x6c, 0xad, 0xf5),
    chosen: Color32::from_rgb(0x27, 0x49, 0x70),
    alert: Color32::from_rgb(0xff, 0x8f, 0x7d),
    held: Color32::from_rgb(0xf0, 0xb8, 0x5a),
    backdrop: [0.030, 0.034, 0.042, 1.0],
};

impl Palette {
    /// The colours of the theme that is shown.
    #[must_use]
    pub fn of(visuals: &Visuals) -> &'static Self {
        if visuals.dark_mode { &DARK } else { &LIGHT }
    }
}

/// Gives both themes their looks.
pub fn install(context: &Context) {
    for (theme, palette) in [(Theme::Light, &LIGHT), (Theme::Dark, &DARK)] {
        context.style_mut_of(theme, |style| {
            arrange(style);
            style.visuals = colored(theme.default_visuals(), palette);
        });
    }
}

fn arrange(style: &mut Style) {
    let size = |size: f32| FontId::new(size, FontFamily::Proportional);
    style.text_styles = BTreeMap::from([
        (TextStyle::Small, size(11.0)),
        (TextStyle::Body, size(13.0)),
        (TextStyle::Button, size(13.0)),
        (TextStyle::Heading, size(15.0)),
        (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
    ]);
    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::new(6.0, 5.0);
    spacing.button_padding = Vec2::new(8.0, 3.0);
    spacing.interact_size = Vec2::new(36.0, 24.0);
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(12);
    spacing.indent = 16.0;
    spacing.tooltip_width = 320.0;
    spacing.combo_width = 96.0;
    style.interaction.tooltip_delay = 0.4;
}

fn colored(mut visuals: Visuals, palette: &Palette) -> Visuals {
    let widget = |fill: Color32, stroke: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, stroke),
        corner_radius: CornerRadius::same(5),
        fg_stroke: Stroke::new(1.2, palette.text),
        expansion: 0.0,
    };
    let widgets = &mut visuals.widgets;
    widgets.noninteractive = WidgetVisuals {
        bg_fill: palette.panel,
        weak_bg_fill: palette.panel,
        ..widget(palette.panel, palette.line)
    };
    widgets.inactive = widget(palette.button, Color32::TRANSPARENT);
    widgets.hovered = widget(palette.hovered, palette.line);
    widgets.active = widget(palette.chosen, palette.accent);
    widgets.open = widget(palette.hovered, palette.line);
    visuals.selection.bg_fill = palette.chosen;
    visuals.selection.stroke = Stroke::new(1.2, palette.text);
    visuals.weak_text_color = Some(palette.weak);
    visuals.hyperlink_color = palette.accent;
    visuals.faint_bg_color = palette.panel.lerp_to_gamma(palette.button, 0.4);
    visuals.extreme_bg_color = palette.sunken;
    visuals.text_edit_bg_color = Some(palette.sunken);
    visuals.code_bg_color = palette.button;
    visuals.warn_fg_color = palette.held;
    visuals.error_fg_color = palette.alert;
    visuals.window_fill = palette.raised;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.panel_fill = palette.panel;
    let shadow = Shadow {
        offset: [0, 4],
        blur: 16,
        spread: 0,
        color: Color32::from_black_alpha(if visuals.dark_mode { 110 } else { 36 }),
    };
    visuals.popup_shadow = shadow;
    visuals.window_shadow = shadow;
    visuals.slider_trailing_fill = true;
    visuals
}

/// Room at the end of a panel, so that the last line is not pressed against its border.
pub fn rest(ui: &mut egui::Ui) {
    ui.add_space(12.0);
}
