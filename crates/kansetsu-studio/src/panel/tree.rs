//! The figures and their joints, to be found and selected.

use eframe::egui::{
    Align, CollapsingHeader, Response, RichText, ScrollArea, TextEdit, Ui,
    collapsing_header::CollapsingState,
};

use crate::{
    app::{Action, Context, Open, Point, Select, TreeState, theme},
    document::Actor,
};

/// Shows the figures, a field to search in and the joints of the selected figure.
pub fn show(ui: &mut Ui, cx: &Context<'_>, state: &mut TreeState) -> Vec<Action> {
    let words = cx.words();
    let mut actions = figures(ui, cx);
    let Some(actor) = cx.actor() else { return actions };
    let hint = words.say("Search joints", "ボーンを検索");
    ui.name_inputs(hint, |ui| {
        ui.add(TextEdit::singleline(&mut state.finder).hint_text(hint).desired_width(f32::INFINITY))
    });
    let height = (0.34 * ui.available_height()).clamp(120.0, 300.0);
    // Deep joints and long names go on to the right.
    ScrollArea::both().id_salt("joints").max_height(height).auto_shrink([false, true]).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let wanted = state.finder.trim().to_lowercase();
            let mut list = List {
                cx,
                actor,
                scrolls_to_active: &mut state.scrolls_to_active,
                actions: &mut actions,
            };
            if wanted.is_empty() {
                for root in actor.figure.rig.skeleton.roots() {
                    list.branch(ui, root);
                }
            } else {
                list.found(ui, &wanted);
            }
        },
    );
    actions
}

fn figures(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let (words, mut actions) = (cx.words(), Vec::new());
    let names: Vec<String> =
        cx.document.content().actors.iter().map(|actor| actor.name.clone()).collect();
    ui.horizontal_wrapped(|ui| {
        for (index, name) in names.iter().enumerate() {
            if ui.selectable_label(cx.document.selection.actor == index, name).clicked() {
                actions.push(Action::Select(Select::Actor(index)));
            }
        }
        let add = words.say("Add figure", "モデルを追加");
        if ui.button("+").on_hover_text(add).clicked() {
            actions.push(Action::card(Open::Gallery));
        }
    });
    if names.is_empty() {
        ui.weak(words.say(
            "No figure yet. Add one with + or drop a file here.",
            "モデルがありません。＋で追加するか、ファイルをドロップしてください。",
        ));
    }
    actions
}

/// The joints of a figure.
struct List<'a> {
    cx: &'a Context<'a>,
    actor: &'a Actor,
    /// Whether the list goes to the active joint, until it is there.
    scrolls_to_active: &'a mut bool,
    actions: &'a mut Vec<Action>,
}

impl List<'_> {
    /// A joint with its descendants.
    fn branch(&mut self, ui: &mut Ui, joint: usize) {
        let children = self.actor.figure.rig.skeleton.children(joint).to_vec();
        if children.is_empty() {
            ui.horizontal(|ui| {
                ui.add_space(18.0);
                self.row(ui, joint);
            });
            return;
        }
        let id = ui.make_persistent_id(("joint", self.actor.id, joint));
        // Fingers stay folded: a hand's worth of rows would hide the arms.
        let is_open = self.actor.figure.rig.skeleton.ancestors(joint).count() < 5;
        let holds_active = self.cx.document.selection.active_joint().is_some_and(|active| {
            active != joint
                && *self.scrolls_to_active
                && self.actor.figure.rig.skeleton.ancestors(active).any(|above| above == joint)
        });
        let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, is_open);
        if holds_active {
            state.set_open(true);
        }
        state.show_header(ui, |ui| self.row(ui, joint)).body(|ui| {
            for child in children {
                self.branch(ui, child);
            }
        });
    }

    fn found(&mut self, ui: &mut Ui, wanted: &str) {
        let words = self.cx.words();
        let has_it =
            |joint: &usize| words.joint_in_full(self.actor, *joint).to_lowercase().contains(wanted);
        let joints: Vec<usize> = (0..self.actor.joint_count()).filter(has_it).collect();
        if joints.is_empty() {
            ui.weak(self.cx.words().say("No matching joint.", "該当するボーンはありません。"));
        }
        for joint in joints {
            self.row(ui, joint);
        }
    }

    fn row(&mut self, ui: &mut Ui, joint: usize) -> Response {
        let chosen = self.cx.document.selection.contains(joint);
        let mut text = RichText::new(self.cx.words().joint_in_full(self.actor, joint));
        let palette = theme::Palette::of(ui.visuals());
        if self.actor.pin(joint).is_some() {
            text = text.color(palette.held).strong();
        } else if self.cx.session.hovered_joint() == Some(joint) {
            text = text.color(palette.accent);
        }
        let response = ui.selectable_label(chosen, text);
        if response.clicked() {
            if ui.input(|input| input.modifiers.command || input.modifiers.shift) {
                self.actions.push(Action::Select(Select::Toggle(joint)));
            } else {
                self.actions.push(Action::select(joint));
            }
        }
        if *self.scrolls_to_active && self.cx.document.selection.active_joint() == Some(joint) {
            response.scroll_to_me(None);
            *self.scrolls_to_active = false;
        }
        if response.hovered() {
            self.actions.push(Action::Point(Point::Joint(joint)));
        }
        response
    }
}

/// A section of the panel that can be folded. One that is unfolded comes into view as far as there
/// is room: who opens it wants to see it.
pub fn section<R>(
    ui: &mut Ui,
    title: &str,
    open: bool,
    contents: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    let header =
        CollapsingHeader::new(RichText::new(title).strong()).id_salt(title).default_open(open);
    let shown = header.show(ui, contents);
    let (id, response) = (shown.header_response.id, &shown.header_response);
    let is_open = || CollapsingState::load(ui.ctx(), id).is_some_and(|state| state.is_open());
    let unfolds = if response.clicked() {
        is_open()
    } else {
        ui.data(|data| data.get_temp(id).unwrap_or(false))
    };
    if unfolds {
        ui.scroll_to_rect(response.rect, Some(Align::Min));
    }
    ui.data_mut(|data| data.insert_temp(id, unfolds && shown.openness < 1.0));
    shown.body_returned
}
