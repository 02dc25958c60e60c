//! The figures and their joints, to be found and chosen.

use eframe::egui::{Align, CollapsingHeader, Response, RichText, ScrollArea, TextEdit, Ui, collapsing_header::CollapsingState};

use super::Words;
use crate::{
    app::{Studio, theme},
    document::Actor,
};

/// Shows the figures, a field to search in and the joints of the chosen figure.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    let words = studio.words();
    figures(ui, words, studio);
    let Some(actor) = studio.actor() else { return };
    let hint = words.say("Find a joint", "関節を検索");
    ui.name_inputs(hint, |ui| ui.add(TextEdit::singleline(&mut studio.finder).hint_text(hint).desired_width(f32::INFINITY)));
    let height = (0.34 * ui.available_height()).clamp(120.0, 300.0);
    ScrollArea::vertical().id_salt("joints").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let wanted = studio.finder.trim().to_lowercase();
        if wanted.is_empty() {
            for root in actor.figure.rig.skeleton.roots() {
                branch(ui, studio, &actor, root);
            }
        } else {
            found(ui, studio, &actor, &wanted);
        }
    });
}

fn figures(ui: &mut Ui, words: Words, studio: &mut Studio) {
    let names: Vec<String> = studio.document.content().actors.iter().map(|actor| actor.name.clone()).collect();
    ui.horizontal_wrapped(|ui| {
        for (index, name) in names.iter().enumerate() {
            if ui.selectable_label(studio.document.selection.actor == index, name).clicked() {
                studio.choose_actor(index);
            }
        }
        let add = words.say("Add a figure", "フィギュアを追加");
        if ui.button("+").on_hover_text(add).clicked() {
            studio.open_gallery();
        }
    });
    if names.is_empty() {
        ui.weak(words.say(
            "No figure yet: choose one with +, or drop a file here.",
            "フィギュアがありません。＋で選ぶか、ファイルをドロップしてください。",
        ));
    }
}

/// A joint with those that hang on it.
fn branch(ui: &mut Ui, studio: &mut Studio, actor: &Actor, joint: usize) {
    let children = actor.figure.rig.skeleton.children(joint).to_vec();
    if children.is_empty() {
        ui.horizontal(|ui| {
            ui.add_space(18.0);
            row(ui, studio, actor, joint);
        });
        return;
    }
    let id = ui.make_persistent_id(("joint", actor.id, joint));
    // Fingers stay folded: a hand's worth of rows would hide the arms.
    let is_open = actor.figure.rig.skeleton.ancestors(joint).count() < 5;
    let holds_active = studio.document.selection.active_joint().is_some_and(|active| {
        active != joint && studio.scrolls_to_active && actor.figure.rig.skeleton.ancestors(active).any(|above| above == joint)
    });
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, is_open);
    if holds_active {
        state.set_open(true);
    }
    state.show_header(ui, |ui| row(ui, studio, actor, joint)).body(|ui| {
        for child in children {
            branch(ui, studio, actor, child);
        }
    });
}

fn found(ui: &mut Ui, studio: &mut Studio, actor: &Actor, wanted: &str) {
    let words = studio.words();
    let has_it = |joint: &usize| words.joint_in_full(actor, *joint).to_lowercase().contains(wanted);
    let joints: Vec<usize> = (0..actor.joint_count()).filter(has_it).collect();
    if joints.is_empty() {
        ui.weak(studio.words().say("No joint has this in its name.", "該当する関節はありません。"));
    }
    for joint in joints {
        row(ui, studio, actor, joint);
    }
}

fn row(ui: &mut Ui, studio: &mut Studio, actor: &Actor, joint: usize) -> Response {
    let chosen = studio.document.selection.contains(joint);
    let mut text = RichText::new(studio.words().joint_in_full(actor, joint));
    let palette = theme::Palette::of(ui.visuals());
    if actor.pin(joint).is_some() {
        text = text.color(palette.held).strong();
    } else if studio.hovered_joint() == Some(joint) {
        text = text.color(palette.accent);
    }
    let response = ui.selectable_label(chosen, text);
    if response.clicked() {
        if ui.input(|input| input.modifiers.command || input.modifiers.shift) {
            studio.document.selection.toggle(joint);
        } else {
            studio.document.selection.set(joint);
        }
    }
    if studio.scrolls_to_active && studio.document.selection.active_joint() == Some(joint) {
        response.scroll_to_me(None);
        studio.scrolls_to_active = false;
    }
    if response.hovered() {
        studio.point_at(joint);
    }
    response
}

/// A part of the panel that can be folded. One that is unfolded comes into view as far as there is room: who opens it wants to see it.
pub fn section<R>(ui: &mut Ui, title: &str, open: bool, contents: impl FnOnce(&mut Ui) -> R) -> Option<R> {
    let header = CollapsingHeader::new(RichText::new(title).strong()).id_salt(title).default_open(open);
    let shown = header.show(ui, contents);
    let (id, response) = (shown.header_response.id, &shown.header_response);
    let is_open = || CollapsingState::load(ui.ctx(), id).is_some_and(|state| state.is_open());
    let unfolds = if response.clicked() { is_open() } else { ui.data(|data| data.get_temp(id).unwrap_or(false)) };
    if unfolds {
        ui.scroll_to_rect(response.rect, Some(Align::Min));
    }
    ui.data_mut(|data| data.insert_temp(id, unfolds && shown.openness < 1.0));
    shown.body_returned
}
