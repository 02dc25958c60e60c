//! The app window of a phone: the view first, a bar for the thumb, and sheets for everything else.

use eframe::egui::{
    Button, CollapsingHeader, Frame, Grid, Layout, Margin, Panel, RichText, ScrollArea, Ui, Vec2,
    vec2,
};

use super::{
    finger::{FINGER, enlarge},
    icon::{Icon, icon_button},
    inspector, menu_bar, time_line,
    tool_strip::{self, big_button},
};
use crate::{
    app::{Action, CompactLayout, Context, PanelState, Sheet, Show, Words},
    command::{Category, Command, refusal},
    document::Tool,
};

/// Points: the bar's width across.
const BAR: f32 = 60.0;
/// How much of the app window a sheet takes.
const SHARE: f32 = 0.5;
/// Points: how wide a sheet at the side may be.
const WIDEST: f32 = 380.0;

/// Every sheet, in the order of their names above it.
const SHEETS: [Sheet; 4] = [Sheet::Tools, Sheet::Menu, Sheet::Joint, Sheet::Time];

fn sheet_name(sheet: Sheet, words: Words) -> &'static str {
    match sheet {
        Sheet::Tools => words.say("Drag", "操作"),
        Sheet::Menu => words.say("Menu", "メニュー"),
        Sheet::Joint => words.say("Joint", "ボーン"),
        Sheet::Time => words.say("Timeline", "タイムライン"),
    }
}

/// Shows the bar and the sheet that is open; what is left is the view.
pub fn show(
    ui: &mut Ui,
    cx: &Context<'_>,
    own: &mut PanelState,
    layout: CompactLayout,
) -> Vec<Action> {
    let mut actions = Vec::new();
    let size = ui.available_size();
    let fill = ui.visuals().panel_fill;
    let frame = |margin: i8| Frame::new().fill(fill).inner_margin(Margin::same(margin));
    let sheet = cx.view.sheet;
    match layout {
        CompactLayout::Upright => {
            Panel::bottom("bar").frame(frame(2)).resizable(false).exact_size(BAR).show(ui, |ui| {
                ui.horizontal_centered(|ui| {
                    bar(ui, cx, &mut actions, |room, count| vec2(room.x / count, BAR - 4.0))
                });
            });
            if let Some(sheet) = sheet {
                let panel = Panel::bottom("sheet")
                    .frame(frame(8))
                    .resizable(false)
                    .exact_size(SHARE * size.y);
                actions.extend(panel.show(ui, |ui| contents(ui, cx, own, sheet)).inner);
            }
        }
        CompactLayout::Sideways => {
            Panel::left("bar").frame(frame(2)).resizable(false).exact_size(BAR + 8.0).show(
                ui,
                |ui| {
                    bar(ui, cx, &mut actions, |room, count| {
                        vec2(BAR + 4.0, (room.y / count).max(FINGER))
                    });
                },
            );
            if let Some(sheet) = sheet {
                let panel = Panel::right("sheet")
                    .frame(frame(8))
                    .resizable(false)
                    .exact_size((SHARE * size.x).min(WIDEST));
                actions.extend(panel.show(ui, |ui| contents(ui, cx, own, sheet)).inner);
            }
        }
    }
    actions
}

/// What is needed all the time: each as large as `cell` says of the room and how many there are.
fn bar(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>, cell: impl Fn(Vec2, f32) -> Vec2) {
    let words = cx.words();
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    let cell = cell(ui.available_size(), 6.0);
    let (tool, name) = match cx.document.settings.tool {
        Tool::Reach => (Icon::Reach, words.say("Reach", "IK")),
        Tool::Rotate => (Icon::Rotate, words.say("Rotate", "回転")),
        Tool::Move => (Icon::Move, words.say("Move", "移動")),
    };
    if big_button(ui, tool, name, cx.view.sheet == Some(Sheet::Tools), cell).clicked() {
        actions.push(toggled(cx, Sheet::Tools));
    }
    let is_pinned = cx.active().is_some_and(|(actor, joint)| actor.pin(joint).is_some());
    let playing = cx.document.playback.playing;
    let play = if playing {
        (Icon::Pause, words.say("Stop", "停止"))
    } else {
        (Icon::Play, words.say("Play", "再生"))
    };
    for (icon, name, command, chosen) in [
        (Icon::Pin, words.say("Pin", "固定"), Command::PinBoth, is_pinned),
        (Icon::Key, words.say("Key", "キー登録"), Command::Key, false),
        (Icon::Undo, words.say("Undo", "元に戻す"), Command::Undo, false),
        (play.0, play.1, Command::Play, playing),
    ] {
        let possible = refusal(cx.document, command).is_none();
        if ui
            .add_enabled_ui(possible, |ui| big_button(ui, icon, name, chosen, cell))
            .inner
            .clicked()
        {
            actions.push(command.into());
        }
    }
    let others = cx.view.sheet.is_some_and(|sheet| sheet != Sheet::Tools);
    if big_button(ui, Icon::Menu, words.say("More", "その他"), others, cell).clicked() {
        let wanted = if others { cx.view.sheet } else { Some(Sheet::Menu) };
        actions.extend(wanted.map(|sheet| toggled(cx, sheet)));
    }
}

fn toggled(cx: &Context<'_>, sheet: Sheet) -> Action {
    Action::Show(Show::Sheet((cx.view.sheet != Some(sheet)).then_some(sheet)))
}

fn contents(ui: &mut Ui, cx: &Context<'_>, own: &mut PanelState, sheet: Sheet) -> Vec<Action> {
    let mut actions = Vec::new();
    enlarge(ui);
    let words = cx.words();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 8.0;
        for other in SHEETS {
            if ui
                .add(
                    Button::selectable(other == sheet, sheet_name(other, words))
                        .min_size(Vec2::splat(FINGER)),
                )
                .clicked()
            {
                actions.push(Action::Show(Show::Sheet(Some(other))));
            }
        }
        ui.with_layout(Layout::right_to_left(eframe::egui::Align::Center), |ui| {
            if icon_button(ui, Icon::Close, words.say("Close", "閉じる"), false).clicked() {
                actions.push(Action::Show(Show::Sheet(None)));
            }
        });
    });
    ui.separator();
    if sheet == Sheet::Time {
        actions.extend(time_line::show(ui, cx, &mut own.time_line));
        return actions;
    }
    let area = ScrollArea::vertical().id_salt(sheet_name(sheet, words)).auto_shrink([false, false]);
    let wanted = area.show(ui, |ui| match sheet {
        Sheet::Tools => tools(ui, cx),
        Sheet::Menu => menus(ui, cx),
        Sheet::Joint | Sheet::Time => inspector::show(ui, cx, own),
    });
    actions.extend(wanted.inner);
    actions
}

fn tools(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let columns = ((ui.available_width() / 100.0).floor() as usize).max(1);
    let cell = vec2(ui.available_width() / columns as f32 - 8.0, 60.0);
    Grid::new("tools").spacing(vec2(8.0, 6.0)).show(ui, |ui| {
        for (index, (icon, command, name)) in tool_strip::tools(words).into_iter().enumerate() {
            tool_strip::tool(ui, cx, &mut actions, (icon, command, name), cell);
            if (index + 1) % columns == 0 {
                ui.end_row();
            }
        }
    });
    ui.separator();
    tool_strip::levels(ui, cx, &mut actions);
    actions
}

/// Every command, by menus that unfold.
fn menus(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    for category in Category::ALL {
        let name = RichText::new(category.name().get(cx.language())).strong();
        CollapsingHeader::new(name)
            .id_salt(category)
            .show(ui, |ui| menu_bar::menu(ui, cx, &mut actions, category));
    }
    actions
}
