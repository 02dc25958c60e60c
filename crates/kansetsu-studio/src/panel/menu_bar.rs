//! The menus, made from the table of commands.

use eframe::egui::{
    Button, MenuBar, PopupCloseBehavior, ScrollArea, Ui, containers::menu::MenuConfig,
};

use super::{
    field::Number,
    icon::{Icon, icon_button},
};
use crate::{
    app::{Action, Context, Edit, Files, InterfaceScale, Look, Open, Prefer, TimeUnit},
    command::{Category, Command, Preset, TABLE, is_on, refusal},
    text::Language,
};

/// Points that the right side needs.
const RIGHT: f32 = 230.0;
/// Points above and below a menu: the bar, and the frame of the menu.
const BAR: f32 = 52.0;
/// Points below a menu: its frame, and a gap that shows its end.
const BELOW: f32 = 10.0;
/// The most steps of the history, each way.
const STEPS: usize = 50;
/// Points of a command.
const ROW: f32 = 24.0;

/// Shows the menus, and on the right what people look for there.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    // Numbers in menus are typed, too: a click on a field leaves the menu open.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    MenuBar::new().config(config).ui(ui, |ui| {
        for category in Category::ALL {
            ui.menu_button(category.name().get(cx.language()), |ui| {
                scrolled(ui, |ui| menu(ui, cx, &mut actions, category))
            });
        }
        // All of it is in the menus, too.
        if ui.available_width() >= RIGHT {
            ui.with_layout(
                eframe::egui::Layout::right_to_left(eframe::egui::Align::Center),
                |ui| right(ui, cx, &mut actions),
            );
        }
    });
    actions
}

/// Scrolls a menu that is higher than the room below the bar. By default, a popup is lower than
/// that room and would hide rows.
fn scrolled(ui: &mut Ui, rows: impl FnOnce(&mut Ui)) {
    let room = ui.ctx().content_rect().bottom() - ui.cursor().top() - BELOW;
    let height = room.max(ROW);
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, rows);
}

/// What a menu holds.
pub(super) fn menu(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>, category: Category) {
    ui.set_min_width(240.0);
    let is_solver = |command: Command| command.row().id.starts_with("tool.solver_");
    for row in TABLE.iter().filter(|row| row.category == category && !is_solver(row.command)) {
        item(ui, cx, actions, row.command);
    }
    match category {
        Category::File => recent(ui, cx, actions),
        Category::Edit => history(ui, cx, actions),
        Category::Tool => {
            ui.menu_button(cx.words().say("Solver", "ソルバー"), |ui| {
                ui.set_min_width(260.0);
                TABLE
                    .iter()
                    .filter(|row| is_solver(row.command))
                    .for_each(|row| item(ui, cx, actions, row.command));
            });
            snapping(ui, cx, actions);
        }
        Category::Playback => time_unit(ui, cx, actions),
        Category::View => view_extras(ui, cx, actions),
        _ => {}
    }
}

/// One command: a tick when it is on, its shortcut, why it cannot be given now.
pub fn item(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>, command: Command) {
    let language = cx.language();
    let row = command.row();
    let name = row.name.get(language);
    let text = if is_on(cx.document, command) == Some(true) {
        format!("✓ {name}")
    } else {
        name.to_owned()
    };
    let mut button = Button::new(text).wrap_mode(eframe::egui::TextWrapMode::Extend);
    if let Some(shortcut) =
        command.shortcuts(cx.preset()).next().filter(|_| cx.view.layout.is_none())
    {
        button = button.shortcut_text(shortcut.to_string());
    }
    let reason = refusal(cx.document, command);
    let response =
        ui.add_enabled(reason.is_none(), button).on_hover_text(row.tooltip.get(language));
    let response = match reason {
        Some(reason) => response.on_disabled_hover_text(reason.get(language)),
        None => response,
    };
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if response.clicked() {
        actions.push(command.into());
        ui.close();
    }
}

/// How large the steps are that drags snap to.
fn snapping(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    let before = cx.document.settings.snapping;
    let mut snapping = before;
    ui.separator();
    ui.horizontal(|ui| {
        ui.label(words.say("Snap steps", "スナップ間隔"));
        let angle = Number {
            speed: 1.0,
            digits: 0,
            suffix: "°",
            ..Number::plain(words.say("Rotation step", "回転の間隔"), "")
        };
        if let Some(change) = angle.within(1.0..=180.0).show(ui, snapping.angle_deg) {
            snapping.angle_deg = change.value;
        }
        let distance = Number::metres(words.say("Position step", "移動の間隔"), "");
        if let Some(change) = distance.within(0.001..=10.0).show(ui, snapping.distance) {
            snapping.distance = change.value;
        }
    });
    if snapping != before {
        actions.push(Action::Edit(Edit::Snapping(snapping)));
    }
}

/// Frames or seconds.
fn time_unit(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    ui.separator();
    ui.menu_button(words.say("Time unit", "時間の単位"), |ui| {
        for (unit, name) in [
            (TimeUnit::Frames, words.say("Frames", "フレーム")),
            (TimeUnit::Seconds, words.say("Seconds", "秒")),
        ] {
            let mut chosen = cx.clock().unit;
            if ui.radio_value(&mut chosen, unit, name).clicked() {
                actions.push(Action::Prefer(Prefer::TimeUnit(unit)));
                ui.close();
            }
        }
    });
}

/// The steps that can be undone and redone, the newest first.
fn history(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    ui.separator();
    ui.menu_button(words.say("History", "操作の履歴"), |ui| {
        ui.set_min_width(200.0);
        let redo: Vec<_> = cx.document.redo_labels().take(STEPS).collect();
        let undo: Vec<_> = cx.document.undo_labels().take(STEPS).collect();
        if redo.is_empty() && undo.is_empty() {
            ui.weak(words.say("No steps yet.", "操作はまだありません。"));
        }
        let room = ui.ctx().content_rect().height() - BAR;
        ScrollArea::vertical().max_height(room.max(ROW)).show(ui, |ui| {
            let mut row = |ui: &mut Ui, text: String, step: (Command, usize)| {
                if ui.button(text).clicked() {
                    actions.push(Action::Repeat(step.0, step.1));
                    ui.close();
                }
            };
            for (index, label) in redo.iter().enumerate().rev() {
                let text = format!("{} {}", words.say("Redo:", "やり直す："), label.get(words.0));
                row(ui, text, (Command::Redo, index + 1));
            }
            for (index, label) in undo.iter().enumerate() {
                let text = format!("{} {}", words.say("Undo:", "元に戻す："), label.get(words.0));
                row(ui, text, (Command::Undo, index + 1));
            }
        });
    })
    .response
    .on_hover_text(
        words.say("Goes back or forward to a step.", "選んだ操作まで戻す、またはやり直す。"),
    );
}

/// A page cannot open a file again that was given to it once.
fn recent(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    if cx.services.preferences.recent.is_empty() || cfg!(target_arch = "wasm32") {
        return;
    }
    ui.separator();
    ui.menu_button(cx.words().say("Recent files", "最近使ったファイル"), |ui| {
        for name in &cx.services.preferences.recent {
            if ui.button(name).clicked() {
                actions.push(Action::Files(Files::Open(name.clone())));
                ui.close();
            }
        }
    });
}

fn view_extras(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    ui.separator();
    let before = cx.services.preferences.panels;
    let mut panels = before;
    ui.checkbox(&mut panels.inspector, words.say("Joint panel", "ボーンパネル"));
    ui.checkbox(&mut panels.time_line, words.say("Timeline", "タイムライン"));
    ui.checkbox(&mut panels.curves, words.say("Curves", "カーブ"));
    if panels != before {
        actions.push(Action::Prefer(Prefer::Panels(panels)));
    }
    ui.separator();
    ui.menu_button(words.say("Mouse and keys", "マウスとキー"), |ui| {
        for preset in Preset::ALL {
            let mut chosen = cx.preset();
            if ui.radio_value(&mut chosen, preset, preset.name().get(words.0)).changed() {
                actions.push(Action::Prefer(Prefer::Preset(preset)));
                ui.close();
            }
        }
    });
    ui.menu_button(words.say("Interface size", "画面の文字サイズ"), |ui| {
        for factor in InterfaceScale::ALL {
            let mut chosen = cx.services.preferences.scale.factor();
            let name = format!("{:.0} %", 100.0 * factor);
            if ui.radio_value(&mut chosen, factor, name).clicked() {
                actions.push(Action::Prefer(Prefer::Scale(factor)));
                ui.close();
            }
        }
    });
    ui.menu_button(words.say("Theme", "テーマ"), |ui| {
        let looks = [
            (Look::System, words.say("Follow system", "システムに合わせる")),
            (Look::Light, words.say("Light", "ライト")),
            (Look::Dark, words.say("Dark", "ダーク")),
        ];
        for (look, name) in looks {
            let mut chosen = cx.services.preferences.look;
            if ui.radio_value(&mut chosen, look, name).clicked() {
                actions.push(Action::Prefer(Prefer::Look(look)));
                ui.close();
            }
        }
    });
    ui.menu_button(words.say("Language", "言語"), |ui| {
        for language in Language::ALL {
            let mut chosen = cx.language();
            if ui.radio_value(&mut chosen, language, language.name()).clicked() {
                actions.push(Action::Prefer(Prefer::Language(language)));
                ui.close();
            }
        }
    });
}

/// From the right: theme, language, search, help.
fn right(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    let is_dark = ui.visuals().dark_mode;
    let name = if is_dark {
        words.say("Light theme", "ライトテーマ")
    } else {
        words.say("Dark theme", "ダークテーマ")
    };
    if icon_button(ui, if is_dark { Icon::Sun } else { Icon::Moon }, name, false)
        .on_hover_text(name)
        .clicked()
    {
        actions.push(Command::ToggleTheme.into());
    }
    let other =
        if cx.language() == Language::English { Language::Japanese } else { Language::English };
    if ui.button(other.name()).clicked() {
        actions.push(Command::ToggleLanguage.into());
    }
    let search = words.say("Search commands", "コマンドを検索");
    if icon_button(ui, Icon::Search, search, cx.view.palette.is_open())
        .on_hover_text(format!("{search} (Ctrl+K)"))
        .clicked()
    {
        actions.push(Command::Palette.into());
    }
    let lab = Command::Lab.row();
    if ui.button(lab.name.get(words.0)).on_hover_text(lab.tooltip.get(words.0)).clicked() {
        actions.push(Command::Lab.into());
    }
    if ui.button(words.say("Help", "使い方")).clicked() {
        actions.push(Action::card(if cx.view.cards.open == Open::Help {
            Open::Nothing
        } else {
            Open::Help
        }));
    }
}
