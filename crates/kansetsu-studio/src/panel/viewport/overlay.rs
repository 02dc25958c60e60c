//! Words over the picture: names, levels at the pointer, the distance that is missing.

use eframe::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, Vec2, vec2,
};

use super::why::{bound_name, handle_name, outcome_name};
use crate::{
    app::{
        Context, Handle,
        drag::chain_above,
        shown_limit, shown_poles,
        theme::Palette,
        touchable::{JointAt, Placed, place_of},
    },
    posing::limits::HandleId,
    text::Language,
};

/// Shows the words.
pub fn show(ui: &Ui, cx: &Context<'_>, placed: &[Placed]) {
    let painter = ui.painter().with_clip_rect(cx.view.rect);
    let palette = Palette::of(ui.visuals());
    names(&painter, cx, placed, palette);
    stops(&painter, cx, placed, palette);
    handle(&painter, cx, placed, palette);
    at_pointer(ui, &painter, cx, palette);
    select_box(&painter, cx, palette);
}

/// The box in which joints are selected.
fn select_box(painter: &Painter, cx: &Context<'_>, palette: &Palette) {
    let Some(area) = cx.session.select_box() else { return };
    let [from, to] = area.corners.map(|at| cx.view.rect.min + vec2(at.x, at.y));
    let rect = Rect::from_two_pos(from, to);
    painter.rect_filled(rect, 0.0, palette.accent.gamma_multiply(0.15));
    painter.rect_stroke(rect, 0.0, Stroke::new(1.0, palette.accent), StrokeKind::Inside);
}

/// A few words on a small plate.
fn plate(painter: &Painter, at: Pos2, anchor: Align2, text: &str, colors: (Color32, Color32)) {
    plate_with_room(painter, [(at, anchor)], text, colors, |_| true);
}

/// The same at the first of several places that has room; nowhere when none has.
fn plate_with_room(
    painter: &Painter,
    places: impl IntoIterator<Item = (Pos2, Align2)>,
    text: &str,
    (ink, paper): (Color32, Color32),
    has_room: impl Fn(Rect) -> bool,
) -> Option<Rect> {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(12.0), ink);
    let size = galley.size() + vec2(12.0, 6.0);
    let rect = places
        .into_iter()
        .map(|(at, anchor)| anchor.anchor_size(at, size))
        .find(|rect| has_room(*rect))?;
    painter.rect_filled(rect, 5.0, paper);
    painter.galley(rect.min + vec2(6.0, 3.0), galley, ink);
    Some(rect)
}

/// Names beside joints, on the outer side of the body. No name lies over another one: what finds no
/// room is shown when the pointer is on it.
fn names(painter: &Painter, cx: &Context<'_>, placed: &[Placed], palette: &Palette) {
    let Some(actor) = cx.actor() else { return };
    let index = cx.document.selection.actor;
    let hovered = cx.session.hovered_joint().filter(|_| cx.session.drag.is_none());
    let is_named = |joint: &usize| {
        placed[index].shown[*joint] && (cx.document.view.names || hovered == Some(*joint))
    };
    let seen =
        |joint| Some((joint, cx.pixel_of(place_of(placed, JointAt { actor: index, joint })?)?));
    let mut named: Vec<(usize, Pos2)> =
        (0..actor.joint_count()).filter(is_named).filter_map(seen).collect();
    let middle = named.iter().map(|(_, at)| at.x).sum::<f32>() / named.len().max(1) as f32;
    let chosen = &cx.document.selection.joints;
    named.sort_by_key(|(joint, _)| (hovered != Some(*joint), !chosen.contains(joint)));
    let colors = (palette.text, palette.raised.gamma_multiply(0.85));
    let mut taken: Vec<Rect> = Vec::new();
    for (joint, at) in named {
        let [above, below] = if at.x < middle - 1.0 {
            [Align2::RIGHT_BOTTOM, Align2::RIGHT_TOP]
        } else {
            [Align2::LEFT_BOTTOM, Align2::LEFT_TOP]
        };
        let places = [above, below].map(|anchor| (at - 11.0 * anchor.to_sign(), anchor));
        let has_room = |rect: Rect| taken.iter().all(|other| !other.shrink(3.0).intersects(rect));
        taken.extend(plate_with_room(
            painter,
            places,
            &cx.words().joint(actor, joint),
            colors,
            has_room,
        ));
    }
}

/// Obstacles of the drag are labelled.
fn stops(painter: &Painter, cx: &Context<'_>, placed: &[Placed], palette: &Palette) {
    let words = cx.words();
    let (Some(actor), Some(session)) = (cx.actor(), &cx.session.drag) else { return };
    // While it is on its way nothing stops it.
    let Some(posed) =
        session.posed.as_ref().filter(|posed| posed.distance > 2e-3 && !session.glides())
    else {
        return;
    };
    if let Some(at) = cx.pixel_of(posed.target) {
        let text =
            format!("{} · {:.1} cm", outcome_name(words, posed.outcome), posed.distance * 100.0);
        plate(
            painter,
            at + vec2(14.0, -8.0),
            Align2::LEFT_BOTTOM,
            &text,
            (palette.alert, palette.raised),
        );
    }
    let index = cx.document.selection.actor;
    let chain = chain_above(actor, session.joint, session.settings.levels);
    for limit in posed.active_limits.iter().filter(|limit| chain.contains(&limit.joint)).take(3) {
        let place = place_of(placed, JointAt { actor: index, joint: limit.joint });
        let Some(at) = place.and_then(|place| cx.pixel_of(place)) else { continue };
        let text = format!("{}: {}", words.joint(actor, limit.joint), bound_name(words, limit));
        plate(
            painter,
            at + vec2(-12.0, 0.0),
            Align2::RIGHT_CENTER,
            &text,
            (palette.alert, palette.raised),
        );
    }
}

/// The handle under the pointer, or in the hand, is labelled.
fn handle(painter: &Painter, cx: &Context<'_>, placed: &[Placed], palette: &Palette) {
    let words = cx.words();
    let dragged = cx.session.limit_drag.as_ref().map(|session| Handle::Limit(session.handle));
    let (text, place) =
        match dragged.or(cx.session.hover.handle.filter(|_| cx.session.drag.is_none())) {
            Some(Handle::Limit(id)) => {
                let Some(shown) = shown_limit(cx.document, cx.session, &cx.camera_view(), placed)
                else {
                    return;
                };
                let Some(handle) =
                    shown.handles(&cx.camera_view()).into_iter().find(|handle| handle.id == id)
                else {
                    return;
                };
                let name = handle_name(words, id);
                let text = match id {
                    HandleId::Vertex(_) => name.to_owned(),
                    _ => format!("{name} {:.1}°", handle.value.to_degrees()),
                };
                (text, shown.place(&handle))
            }
            Some(Handle::Pole(limb)) => {
                let Some(pole) =
                    shown_poles(cx.document, cx.session).into_iter().find(|pole| pole.limb == limb)
                else {
                    return;
                };
                (
                    words
                        .say(
                            "Pole: drag to aim the elbow or knee",
                            "ポール：ドラッグで肘や膝の向きを変えます",
                        )
                        .to_owned(),
                    pole.place,
                )
            }
            _ => return,
        };
    if let Some(at) = cx.pixel_of(place) {
        plate(
            painter,
            at + vec2(12.0, -10.0),
            Align2::LEFT_BOTTOM,
            &text,
            (palette.text, palette.raised),
        );
    }
}

/// How many joints follow a drag, beside the pointer.
fn at_pointer(ui: &Ui, painter: &Painter, cx: &Context<'_>, palette: &Palette) {
    let words = cx.words();
    let Some(at) =
        ui.input(|input| input.pointer.hover_pos()).filter(|at| cx.view.rect.contains(*at))
    else {
        return;
    };
    let Some(actor) = cx.actor() else { return };
    let Some(session) = cx.session.drag.as_ref().filter(|session| session.reaches()) else {
        return;
    };
    let levels = chain_above(actor, session.joint, session.settings.levels).len();
    let mut text = match (levels, words.0) {
        (0, _) => words.say("moves the whole figure", "モデル全体が移動").to_owned(),
        (1, Language::English) => "IK chain: 1 joint".to_owned(),
        (_, Language::English) => format!("IK chain: {levels} joints"),
        (_, Language::Japanese) => format!("{levels} ボーンが追従"),
    };
    if cx.document.settings.whole_body {
        text = words.say("whole body", "全身").to_owned();
    }
    if let Some(axis) = session.settings.lock {
        text = format!("{text} · {axis:?}");
    }
    let colors = (palette.weak, palette.raised.gamma_multiply(0.8));
    plate(painter, at + Vec2::new(16.0, 22.0), Align2::LEFT_TOP, &text, colors);
}
