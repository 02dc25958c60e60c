//! The window of a phone: the view first, a bar for the thumb, and sheets for everything else.

use eframe::egui::{Button, CollapsingHeader, Frame, Grid, Layout, Margin, Panel, RichText, ScrollArea, TextStyle, Ui, Vec2, vec2};

use super::{
    icon::{Icon, icon_button},
    layout::inspector,
    menu_bar, time_line,
    tool_strip::{self, big_button},
    words::Words,
};
use crate::{
    app::Studio,
    command::{Category, Command, refusal},
    document::Tool,
};

/// How a small window is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Higher than wide: the bar is below.
    Upright,
    /// Wider than high: the bar is on the left.
    Sideways,
}

/// What lies beside the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// What a drag does.
    Tools,
    /// Every command.
    Menu,
    /// The figures, the joint, poses.
    Joint,
    /// The time line.
    Time,
}

/// Points: narrower, or lower, and there is no room for panels on all sides.
const NARROW: f32 = 560.0;
const LOW: f32 = 420.0;
/// Points: what a finger hits without looking. Apple's Human Interface Guidelines, "Layout": 44 pt.
pub const FINGER: f32 = 44.0;
/// Points: the bar's width across.
const BAR: f32 = 60.0;
/// How much of the window a sheet takes.
const SHARE: f32 = 0.5;
/// Points: how wide a sheet at the side may be.
const WIDEST: f32 = 380.0;

impl Held {
    /// How a window of this size is held; `None` where there is room for panels.
    #[must_use]
    pub fn of(size: Vec2) -> Option<Self> {
        match (size.x < NARROW, size.y < LOW) {
            (false, false) => None,
            (true, false) => Some(Self::Upright),
            (true, true) if size.y > size.x => Some(Self::Upright),
            _ => Some(Self::Sideways),
        }
    }
}

impl Sheet {
    /// Every sheet, in the order of their names above it.
    const ALL: [Self; 4] = [Self::Tools, Self::Menu, Self::Joint, Self::Time];

    fn name(self, words: Words) -> &'static str {
        match self {
            Self::Tools => words.say("Drag", "操作"),
            Self::Menu => words.say("Menu", "メニュー"),
            Self::Joint => words.say("Joint", "関節"),
            Self::Time => words.say("Time line", "タイムライン"),
        }
    }
}

/// Shows the bar and the sheet that is open; what is left is the view.
pub fn show(ui: &mut Ui, studio: &mut Studio, held: Held) {
    let size = ui.available_size();
    let fill = ui.visuals().panel_fill;
    let frame = |margin: i8| Frame::new().fill(fill).inner_margin(Margin::same(margin));
    let sheet = studio.sheet;
    match held {
        Held::Upright => {
            Panel::bottom("bar").frame(frame(2)).resizable(false).exact_size(BAR).show(ui, |ui| {
                ui.horizontal_centered(|ui| bar(ui, studio, |room, count| vec2(room.x / count, BAR - 4.0)));
            });
            if let Some(sheet) = sheet {
                let panel = Panel::bottom("sheet").frame(frame(8)).resizable(false).exact_size(SHARE * size.y);
                panel.show(ui, |ui| contents(ui, studio, sheet));
            }
        }
        Held::Sideways => {
            Panel::left("bar").frame(frame(2)).resizable(false).exact_size(BAR + 8.0).show(ui, |ui| {
                bar(ui, studio, |room, count| vec2(BAR + 4.0, (room.y / count).max(FINGER)));
            });
            if let Some(sheet) = sheet {
                let panel = Panel::right("sheet").frame(frame(8)).resizable(false).exact_size((SHARE * size.x).min(WIDEST));
                panel.show(ui, |ui| contents(ui, studio, sheet));
            }
        }
    }
}

/// What is needed all the time: each as large as `cell` says of the room and how many there are.
fn bar(ui: &mut Ui, studio: &mut Studio, cell: impl Fn(Vec2, f32) -> Vec2) {
    let words = studio.words();
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    let cell = cell(ui.available_size(), 6.0);
    let (tool, name) = match studio.document.settings.tool {
        Tool::Reach => (Icon::Reach, words.say("Reach", "IK")),
        Tool::Rotate => (Icon::Rotate, words.say("Rotate", "回転")),
        Tool::Move => (Icon::Move, words.say("Move", "移動")),
    };
    if big_button(ui, tool, name, studio.sheet == Some(Sheet::Tools), cell).clicked() {
        toggle(studio, Sheet::Tools);
    }
    let is_pinned = studio.active().is_some_and(|(actor, joint)| actor.pin(joint).is_some());
    let playing = studio.document.playback.playing;
    let play = if playing { (Icon::Pause, words.say("Stop", "停止")) } else { (Icon::Play, words.say("Play", "再生")) };
    for (icon, name, command, chosen) in [
        (Icon::Pin, words.say("Pin", "固定"), Command::PinBoth, is_pinned),
        (Icon::Key, words.say("Key", "キー登録"), Command::Key, false),
        (Icon::Undo, words.say("Undo", "元に戻す"), Command::Undo, false),
        (play.0, play.1, Command::Play, playing),
    ] {
        let possible = refusal(&studio.document, command).is_none();
        if ui.add_enabled_ui(possible, |ui| big_button(ui, icon, name, chosen, cell)).inner.clicked() {
            studio.run(command, ui.ctx());
        }
    }
    let others = studio.sheet.is_some_and(|sheet| sheet != Sheet::Tools);
    if big_button(ui, Icon::Menu, words.say("More", "その他"), others, cell).clicked() {
        let wanted = if others { studio.sheet } else { Some(Sheet::Menu) };
        wanted.into_iter().for_each(|sheet| toggle(studio, sheet));
    }
}

fn toggle(studio: &mut Studio, sheet: Sheet) {
    studio.sheet = (studio.sheet != Some(sheet)).then_some(sheet);
}

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

fn contents(ui: &mut Ui, studio: &mut Studio, sheet: Sheet) {
    enlarge(ui);
    let words = studio.words();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 8.0;
        for other in Sheet::ALL {
            if ui.add(Button::selectable(other == sheet, other.name(words)).min_size(Vec2::splat(FINGER))).clicked() {
                studio.sheet = Some(other);
            }
        }
        ui.with_layout(Layout::right_to_left(eframe::egui::Align::Center), |ui| {
            if icon_button(ui, Icon::Close, words.say("Close", "閉じる"), false).clicked() {
                studio.sheet = None;
            }
        });
    });
    ui.separator();
    if sheet == Sheet::Time {
        return time_line::show(ui, studio);
    }
    ScrollArea::vertical().id_salt(sheet.name(words)).auto_shrink([false, false]).show(ui, |ui| match sheet {
        Sheet::Tools => tools(ui, studio),
        Sheet::Menu => menus(ui, studio),
        Sheet::Joint | Sheet::Time => inspector(ui, studio),
    });
}

fn tools(ui: &mut Ui, studio: &mut Studio) {
    let words = studio.words();
    let columns = ((ui.available_width() / 100.0).floor() as usize).max(1);
    let cell = vec2(ui.available_width() / columns as f32 - 8.0, 60.0);
    Grid::new("tools").spacing(vec2(8.0, 6.0)).show(ui, |ui| {
        for (index, (icon, command, name)) in tool_strip::tools(words).into_iter().enumerate() {
            tool_strip::tool(ui, studio, (icon, command, name), cell);
            if (index + 1) % columns == 0 {
                ui.end_row();
            }
        }
    });
    ui.separator();
    tool_strip::levels(ui, words, studio);
}

/// Every command, by menus that unfold.
fn menus(ui: &mut Ui, studio: &mut Studio) {
    for category in Category::ALL {
        let name = RichText::new(category.name().get(studio.language())).strong();
        CollapsingHeader::new(name).id_salt(category).show(ui, |ui| menu_bar::menu(ui, studio, category));
    }
}
