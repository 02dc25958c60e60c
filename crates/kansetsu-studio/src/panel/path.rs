//! A file's path, where the system has no dialog for files.

use eframe::egui::{Key, ScrollArea, TextEdit, Ui};

use crate::app::{Action, Files, Open, PathQuestion, Request, Words};

/// Asks for the path; lists the entries of the folder.
pub fn show(ui: &mut Ui, words: Words, question: Option<&mut PathQuestion>) -> Vec<Action> {
    let Some(question) = question else { return vec![Action::card(Open::Nothing)] };
    let mut actions = Vec::new();
    ui.set_min_width(480.0);
    let field = TextEdit::singleline(&mut question.path).desired_width(f32::INFINITY);
    let response = ui.name_inputs(words.say("Path", "パス"), |ui| ui.add(field));
    if !response.has_focus()
        && !response.lost_focus()
        && ui.memory(|memory| memory.focused().is_none())
    {
        response.request_focus();
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let mut chosen = None;
    let mut goes_up = false;
    ScrollArea::vertical()
        .max_height(220.0)
        .min_scrolled_height(220.0)
        .auto_shrink([false, false])
        .show(ui, |ui| {
            goes_up = ui.selectable_label(false, "↑  ..").clicked();
            for entry in question.entries() {
                let name =
                    if entry.is_folder { format!("{}/", entry.name) } else { entry.name.clone() };
                if ui.selectable_label(false, name).clicked() {
                    chosen = Some(entry.clone());
                }
            }
        });
    if goes_up {
        question.up();
    }
    if let Some(entry) = chosen {
        question.choose(&entry);
    }
    let replaces = question.replaces();
    let verb = match question.request {
        Request::Open { .. } => words.say("Open", "開く"),
        Request::Save(_) if replaces => words.say("Replace", "置き換える"),
        Request::Save(_) => words.say("Save", "保存"),
    };
    ui.horizontal(|ui| {
        if ui.button(verb).clicked() || entered {
            actions.push(Action::Files(Files::AnswerPath));
        }
        if replaces {
            ui.colored_label(
                ui.visuals().warn_fg_color,
                words.say(
                    "A file of this name already exists.",
                    "同じ名前のファイルが既にあります。",
                ),
            );
        }
    });
    actions
}
