//! Which joints are the parts of the body, to be corrected.

use eframe::egui::{Grid, RichText, Ui};
use kansetsu_formats::Role;
use kansetsu_humanoid::detect::role_scores;

use super::finger::small_button;
use crate::{
    app::{Action, Context, theme},
    text::Phrase,
};

/// The parts of the body without eyes, jaw and fingers.
const BODY: usize = 25;
/// Parts with a lower score are coloured.
const DOUBTFUL: f32 = 0.5;

/// Shows the joint of each part of the body, with a button that sets it to the selected joint.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let (words, mut actions) = (cx.words(), Vec::new());
    let Some(actor) = cx.actor() else { return actions };
    let rig = &actor.figure.rig;
    ui.weak(words.say(
        "To correct a part, select its joint in the view and press Set beside the part.",
        "部位を直すには、ビューでボーンを選択し、部位の横の「設定」を押します。",
    ));
    let scores = role_scores(&rig.skeleton, &rig.roles);
    let chosen = cx.document.selection.active_joint();
    let label = Phrase::new("Set body part", "部位を設定");
    let is_listed = |role: &Role| !matches!(role, Role::LeftEye | Role::RightEye | Role::Jaw);
    Grid::new("roles").num_columns(3).spacing([8.0, 2.0]).show(ui, |ui| {
        for role in Role::ALL.into_iter().take(BODY).filter(is_listed) {
            let name = words.role(role);
            ui.label(&name);
            let set = small_button(ui, words.say("Set", "設定"));
            if ui.add_enabled(chosen.is_some(), set).on_hover_text(&name).clicked() {
                actions.push(Action::try_edit(label.clone(), move |actor| {
                    actor.set_role(role, chosen)
                }));
            }
            let joint = rig.roles.get(&role).copied();
            let mut text = RichText::new(
                joint.map_or_else(|| "—".to_owned(), |joint| actor.joint_name(joint)),
            );
            let score = scores.get(&role).copied();
            if score.is_some_and(|score| score < DOUBTFUL) {
                text = text.color(theme::Palette::of(ui.visuals()).alert);
            }
            let row = ui.selectable_label(joint.is_some() && joint == chosen, text);
            let row = match score {
                Some(score) => row.on_hover_text(format!(
                    "{}: {:.0} %",
                    words.say("Score", "確からしさ"),
                    100.0 * score
                )),
                None => row,
            };
            if row.clicked() {
                actions.extend(joint.map(Action::select));
            }
            ui.end_row();
        }
    });
    actions
}
