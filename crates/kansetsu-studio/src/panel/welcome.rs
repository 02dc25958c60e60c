//! The way to one's own character, while only built-in figures are there.

use eframe::egui::{Area, Button, Id, Order, Rect, RichText, Ui, Vec2, vec2};

use super::finger::FINGER;
use crate::{
    app::{Action, Context, Open, theme::Palette},
    command::Command,
    document::Source,
};

/// Points: the room of the button in a corner of the view, without fingers.
const ROOM: Vec2 = vec2(232.0, 34.0);
const GAP: f32 = 8.0;

/// Where the button is in the app window; `None` while a character from a file is there, something
/// else is asked or dragged, or the view has no room for it.
pub fn place(cx: &Context<'_>) -> Option<Rect> {
    let actors = &cx.document.content().actors;
    let is_built_in = actors.iter().all(|actor| matches!(actor.source, Source::Embedded(_)));
    let is_free = cx.view.cards.open == Open::Nothing && !cx.session.is_dragging();
    let height = if cx.view.layout.is_some() { FINGER } else { ROOM.y };
    let corner = Rect::from_min_size(cx.view.rect.min + Vec2::splat(GAP), vec2(ROOM.x, height));
    let has_room =
        cx.view.rect.shrink(GAP).contains_rect(corner) && cx.view.rect.height() > 6.0 * height;
    (is_built_in && is_free && has_room).then_some(corner)
}

/// Shows the button.
pub fn show(ui: &Ui, cx: &Context<'_>) -> Vec<Action> {
    let Some(rect) = place(cx) else { return Vec::new() };
    let (words, palette) = (cx.words(), Palette::of(ui.visuals()));
    let name = words.say("Open your character…", "自分のモデルを開く…");
    let tip = words.say(
        "VRM, GLB, FBX, PMX, MQO and others. You can also drop the file here.",
        "VRM・GLB・FBX・PMX・MQO など。ここへのドロップも可能。",
    );
    let area = Area::new(Id::unique("welcome")).order(Order::Middle).fixed_pos(rect.min);
    let clicked = area.show(ui.ctx(), |ui| {
        let text = RichText::new(name).strong().color(palette.text);
        let button = Button::new(text).fill(palette.raised).min_size(vec2(0.0, rect.height()));
        ui.add(button).on_hover_text(tip).clicked()
    });
    if clicked.inner { vec![Command::Open.into()] } else { Vec::new() }
}
