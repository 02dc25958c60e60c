//! Cards that lie over the others until they are closed: the gallery, the help, small questions.

use eframe::egui::{Align2, Id, ScrollArea, Ui, Window};

use super::{gallery, help, path, question};
use crate::app::{Action, Context, Open, PanelState};

/// Shows the card that is open.
pub fn show(ui: &mut Ui, cx: &Context<'_>, own: &mut PanelState) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let title = match cx.view.cards.open {
        Open::Nothing => return actions,
        Open::Gallery => words.say("Figures", "モデル"),
        Open::Help => words.say("Help and shortcuts", "ヘルプとショートカット"),
        Open::FirstSteps => words.say("First steps", "はじめかた"),
        Open::About => words.say("About Kansetsu", "Kansetsu について"),
        Open::Rename => words.say("Rename figure", "モデルの名前を変更"),
        Open::Picture => words.say("Export images", "画像の書き出し"),
        Open::SavePose => words.say("Save pose", "ポーズを保存"),
        Open::Bake => words.say("Bake IK", "IK をベイク"),
        Open::Blend => words.say("Blend into motion", "モーションになじませる"),
        Open::Path => words.say("File path", "ファイルのパス"),
    };
    let mut is_open = true;
    let window = Window::new(title)
        .id(Id::unique("card"))
        .open(&mut is_open)
        .collapsible(false)
        .resizable(false);
    let screen = ui.ctx().content_rect();
    let most = screen.height() - 140.0;
    let widest = (screen.width() - 40.0).max(1.0);
    let held = cx.view.layout.is_some();
    window.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ui.ctx(), |ui| {
        let most = most.clamp(160.0, 620.0);
        ui.set_max_width(widest);
        if held {
            super::finger::enlarge(ui);
        }
        ScrollArea::vertical()
            .max_height(most)
            .min_scrolled_height(most)
            .show(ui, |ui| actions = contents(ui, cx, own));
    });
    if !is_open {
        actions.push(Action::card(Open::Nothing));
    }
    actions
}

fn contents(ui: &mut Ui, cx: &Context<'_>, own: &mut PanelState) -> Vec<Action> {
    match cx.view.cards.open {
        Open::Nothing => Vec::new(),
        Open::Gallery => gallery::show(ui, cx, &mut own.thumbnails),
        Open::Help => {
            help::show(ui, cx);
            Vec::new()
        }
        Open::FirstSteps => {
            help::first_steps(ui, cx);
            Vec::new()
        }
        Open::About => {
            help::about(ui, cx);
            Vec::new()
        }
        Open::Rename => question::rename(ui, cx),
        Open::Picture => question::picture(ui, cx, &mut own.picture),
        Open::SavePose => question::save_pose(ui, cx),
        Open::Bake => question::bake(ui, cx),
        Open::Blend => question::blend(ui, cx),
        Open::Path => path::show(ui, cx.words(), own.path_question.as_mut()),
    }
}
