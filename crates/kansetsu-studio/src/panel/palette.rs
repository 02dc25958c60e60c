//! The command palette: every command by its name.

use eframe::egui::{Align2, Area, Frame, Id, Key, Order, RichText, ScrollArea, TextEdit, Ui};

use crate::{
    app::{Action, CommandPalette, Context, theme},
    command::{Command, Row, TABLE, refusal},
    text::Language,
};

/// So many commands are listed.
const MOST: usize = 14;

/// Shows the palette when it is open.
pub fn show(ui: &mut Ui, cx: &Context<'_>, state: &mut CommandPalette) -> Vec<Action> {
    if !state.is_open() {
        return Vec::new();
    }
    let context = ui.ctx().clone();
    let area = Area::new(Id::unique("palette"))
        .order(Order::Foreground)
        .anchor(Align2::CENTER_TOP, [0.0, if cx.view.layout.is_some() { 8.0 } else { 72.0 }]);
    let mut given = None;
    let shown = area.show(&context, |ui| {
        Frame::window(ui.style()).show(ui, |ui| {
            ui.set_width(460.0_f32.min(context.content_rect().width() - 32.0).max(1.0));
            if cx.view.layout.is_some() {
                super::finger::enlarge(ui);
            }
            given = contents(ui, cx, state);
        });
    });
    let clicked_beside = context.input(|input| input.pointer.any_pressed())
        && context
            .input(|input| input.pointer.interact_pos())
            .is_some_and(|at| !shown.response.rect.contains(at));
    if clicked_beside {
        state.close();
    }
    if given.is_some() {
        state.close();
    }
    given.into_iter().map(Action::Run).collect()
}

fn contents(ui: &mut Ui, cx: &Context<'_>, state: &mut CommandPalette) -> Option<Command> {
    let words = cx.words();
    let hint = words.say("Search commands", "コマンドを検索");
    let before = state.wanted.clone();
    let field =
        TextEdit::singleline(&mut state.wanted).hint_text(hint).desired_width(f32::INFINITY);
    let response =
        ui.name_inputs(words.say("Search commands", "コマンドを検索"), |ui| ui.add(field));
    response.request_focus();
    let found = search(&state.wanted, cx.language());
    if before != state.wanted {
        state.chosen = 0;
    }
    let [up, down, enter, escape] = [Key::ArrowUp, Key::ArrowDown, Key::Enter, Key::Escape]
        .map(|key| ui.input(|input| input.key_pressed(key)));
    if escape {
        state.close();
    }
    let last = found.len().saturating_sub(1);
    let step = state.chosen.saturating_add(usize::from(down)).saturating_sub(usize::from(up));
    state.chosen = step.min(last);
    let mut given = enter.then(|| found.get(state.chosen).map(|row| row.command)).flatten();
    ui.add_space(4.0);
    ScrollArea::vertical().max_height(380.0).show(ui, |ui| {
        for (index, row) in found.iter().enumerate() {
            if line(ui, cx, row, index == state.chosen) {
                given = Some(row.command);
            }
        }
        if found.is_empty() {
            ui.weak(words.say("No matching command.", "該当するコマンドはありません。"));
        }
    });
    given
}

fn line(ui: &mut Ui, cx: &Context<'_>, row: &Row, chosen: bool) -> bool {
    let language = cx.language();
    let is_possible = refusal(cx.document, row.command).is_none();
    let category = row.category.name();
    let shortcut = row
        .command
        .shortcuts(cx.preset())
        .next()
        .map(|shortcut| shortcut.to_string())
        .unwrap_or_default();
    let weak = theme::Palette::of(ui.visuals()).weak;
    let button = eframe::egui::Button::selectable(chosen, row.name.get(language))
        .right_text(
            RichText::new(format!("{}   {shortcut}", category.get(language))).color(weak).small(),
        )
        .min_size(eframe::egui::vec2(ui.available_width(), 24.0));
    let response = ui.add_enabled(is_possible, button).on_hover_text(row.tooltip.get(language));
    if chosen {
        response.scroll_to_me(None);
    }
    response.clicked()
}

/// What other programs call a command: Blender and Unity in English, MikuMikuDance in Japanese.
const fn synonyms(command: Command) -> &'static str {
    match command {
        Command::Key => "insert keyframe フレーム登録 キーフレーム",
        Command::DeleteKey => "delete keyframe フレーム削除",
        Command::ResetAll => "clear transform 初期化",
        Command::FlipPose => "mirror 反転",
        Command::MoreLevels | Command::FewerLevels => "levels ik chain length",
        Command::Backdrop => "background image 下絵 参照画像",
        Command::SolverAim | Command::SolverAimChain => "look at 視線",
        Command::FrameSelection | Command::FrameAll => "camera カメラ",
        Command::RemoveFigure => "remove",
        Command::ToggleLiveMirror => "x mirror symmetry 左右対称",
        _ => "",
    }
}

/// The commands whose name, in either language, id or synonyms contain every word. Names that start
/// with the words come first.
fn search(wanted: &str, language: Language) -> Vec<&'static Row> {
    let wanted = wanted.trim().to_lowercase();
    let parts: Vec<&str> = wanted.split_whitespace().collect();
    let mut found: Vec<(usize, &Row)> = TABLE
        .iter()
        .filter_map(|row| {
            let name = row.name.get(language).to_lowercase();
            let all = format!(
                "{name} {} {} {} {}",
                row.name.get(Language::English).to_lowercase(),
                row.name.get(Language::Japanese),
                row.id,
                synonyms(row.command)
            );
            let rank = if name.starts_with(&wanted) { 0 } else { 1 };
            parts.iter().all(|part| all.contains(part)).then_some((rank, row))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found
        .into_iter()
        .map(|(_, row)| row)
        .take(if wanted.is_empty() { TABLE.len() } else { MOST })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_by_parts_of_their_names_in_both_languages() {
        let first = |wanted| search(wanted, Language::English).first().map(|row| row.command);
        assert_eq!(first("undo"), Some(Command::Undo));
        assert_eq!(first("pose flip"), Some(Command::FlipPose));
        assert_eq!(first("元に"), Some(Command::Undo));
        assert_eq!(first("フレーム登録"), Some(Command::Key));
        assert_eq!(first("xyzzy"), None);
        assert_eq!(search("", Language::English).len(), TABLE.len());
    }
}
