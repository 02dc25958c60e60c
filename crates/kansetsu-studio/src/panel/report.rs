//! Why the last drag stopped, and what would let it go on.

use eframe::egui::{RichText, Ui};

use super::viewport::{bound_name, outcome_name};
use crate::{
    app::{Action, Context, Edit, Point, Words, theme},
    document::Actor,
    posing::{Hindrance, Obstacle},
};

/// Nearer than this, metres, nothing is missing.
const MET: f32 = 1e-3;

/// Whether the last drag stopped short.
#[must_use]
pub fn has_something_to_say(cx: &Context<'_>) -> bool {
    cx.session
        .last_drag
        .as_ref()
        .and_then(|drag| drag.posed.as_ref())
        .is_some_and(|posed| posed.distance >= MET)
}

/// Shows how the drag ended and what stood in its way, with what would let it go on.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let posed = cx.session.last_drag.as_ref().and_then(|drag| drag.posed.clone());
    let (Some(posed), Some(actor)) = (posed, cx.actor()) else { return actions };
    let palette = theme::Palette::of(ui.visuals());
    ui.label(RichText::new(outcome_name(words, posed.outcome)).color(palette.alert).strong());
    ui.label(format!(
        "{} {:.1} cm",
        words.say("Missing:", "届かない距離："),
        posed.distance * 100.0
    ));
    let hindrances =
        cx.session.last_drag.as_ref().map_or_else(Vec::new, |drag| drag.hindrances.clone());
    for hindrance in hindrances {
        let shown =
            ui.horizontal_wrapped(|ui| row(ui, cx, &mut actions, actor, hindrance)).response;
        if ui.rect_contains_pointer(shown.rect) {
            actions.push(Action::Point(Point::Obstacle(hindrance.obstacle)));
        }
    }
    actions
}

/// An obstacle, what it costs, and a button that takes it away.
fn row(
    ui: &mut Ui,
    cx: &Context<'_>,
    actions: &mut Vec<Action>,
    actor: &Actor,
    Hindrance { obstacle, gain }: Hindrance,
) {
    let words = cx.words();
    let joint = match obstacle {
        Obstacle::Limit(limit) => Some(limit.joint),
        Obstacle::Pin(joint) | Obstacle::Stop(joint) => Some(joint),
        Obstacle::Levels | Obstacle::Root | Obstacle::Length => None,
    };
    if let Some(joint) = joint
        && ui.link(words.joint(actor, joint)).clicked()
    {
        actions.push(Action::select(joint));
    }
    ui.label(obstacle_name(words, obstacle));
    ui.weak(format!("{:.1} cm", gain * 100.0));
    let tip = words.say(
        "Makes room and moves on towards where you dragged: the figure shows how. Undo takes both back.",
        "制限を緩めて、ドラッグした位置へ動かします。結果は半透明で表示されます。元に戻せます。",
    );
    if obstacle != Obstacle::Length
        && ui.small_button(words.say("Relax", "緩める")).on_hover_text(tip).clicked()
    {
        actions.push(Action::Edit(Edit::Relax(obstacle)));
    }
}

fn obstacle_name(words: Words, obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Limit(limit) => bound_name(words, &limit),
        Obstacle::Pin(_) => words.say("is pinned", "固定されています"),
        Obstacle::Stop(_) => words.say("stops IK", "IK 停止関節です"),
        Obstacle::Levels => words.say("No more joints may follow", "追従する関節の数が足りません"),
        Obstacle::Root => words.say("The body stays where it is", "体の位置が固定されています"),
        Obstacle::Length => words.say("The limb is not long enough", "長さが足りません"),
    }
}
