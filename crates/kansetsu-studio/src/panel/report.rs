//! Why the last drag stopped, and what would let it go on.

use eframe::egui::{RichText, Ui};

use super::viewport::{bound_name, outcome_name};
use crate::{
    app::{Action, Context, Edit, Point, Words, theme},
    document::Actor,
    posing::{Hindrance, Obstacle},
    text::Language,
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

/// Shows how the drag ended and why, with buttons that let it continue.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let posed = cx.session.last_drag.as_ref().and_then(|drag| drag.posed.clone());
    let (Some(posed), Some(actor)) = (posed, cx.actor()) else { return actions };
    let palette = theme::Palette::of(ui.visuals());
    ui.label(RichText::new(outcome_name(words, posed.outcome)).color(palette.alert).strong());
    let short = posed.distance * 100.0;
    ui.label(match words.0 {
        Language::English => format!("{short:.1} cm short"),
        Language::Japanese => format!("あと {short:.1} cm 届きません"),
    });
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
        "Loosens this and continues the drag (shown as a preview). One Undo reverts both.",
        "制限を緩めてドラッグを続行（半透明でプレビュー）。「元に戻す」一回で両方を取り消し。",
    );
    if obstacle != Obstacle::Length
        && ui.small_button(words.say("Loosen", "緩める")).on_hover_text(tip).clicked()
    {
        actions.push(Action::Edit(Edit::Relax(obstacle)));
    }
}

fn obstacle_name(words: Words, obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Limit(limit) => bound_name(words, &limit),
        Obstacle::Pin(_) => words.say("is pinned", "固定されています"),
        Obstacle::Stop(_) => words.say("is an IK stop", "IK の根元です"),
        Obstacle::Levels => {
            words.say("IK chain too short (raise Chain length)", "追従するボーンを増やすと届きます")
        }
        Obstacle::Root => {
            words.say("The hips do not move in this mode", "この操作では腰（ルート）は動きません")
        }
        Obstacle::Length => {
            words.say("The arm or leg is too short", "腕や脚の長さが足りず届きません")
        }
    }
}
