//! What somebody who has never been here should do: one thing after the other, each until it is
//! done or was seen long enough.

use eframe::egui::{
    Align2, Area, Frame, Id, Margin, Order, Pos2, Rect, RichText, Stroke, Ui, Vec2, vec2,
};
use kansetsu_formats::Role;

use crate::{
    app::{
        Action, Context, Hint, Hints, Open, Prefer,
        theme::Palette,
        touchable::{JointAt, Placed, place_of},
    },
    command::Command,
    panel::{
        banner::{corners, is_free, spots},
        help::orbit_step,
    },
    text::Language,
};

/// How wide a hint's words are, and how high it is with its words, points.
const SIZE: Vec2 = vec2(250.0, 112.0);
/// Points from a hint to its joint within which a line leads there.
const FAR: f32 = 220.0;
/// A hint comes so many seconds after the one before is done: the figure is looked at first …
const PAUSE: f64 = 1.5;
/// … and goes by itself after so many.
const STAYS: f64 = 30.0;

/// Shows the hint for the next step, beside the joint that it speaks of.
pub fn show(ui: &Ui, cx: &Context<'_>, state: &mut Hints, placed: &[Placed]) -> Vec<Action> {
    let known = known(cx);
    let mut actions = Vec::new();
    if known != cx.services.preferences.hints {
        actions.push(Action::Prefer(Prefer::Hints(known)));
    }
    let is_free = cx.session.drag.is_none()
        && cx.view.cards.open == Open::Nothing
        && cx.view.sheet.is_none()
        && !cx.view.palette.is_open();
    let Some(hint) = next(cx, state, known).filter(|_| is_free) else { return actions };
    let now = ui.input(|input| input.time);
    let pause = if hint == Hint::Drag { 0.0 } else { PAUSE };
    let since = match state.clock {
        Some((last, since)) if last == hint => since,
        _ => now,
    };
    state.clock = Some((hint, since));
    let wait = |seconds: f64| {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(seconds.max(0.0) + 0.02))
    };
    if now < since + pause {
        wait(since + pause - now);
        return actions;
    }
    if now >= since + pause + STAYS {
        // The first is shown again next time: it may not have been seen.
        if hint != Hint::Drag {
            actions.push(Action::Prefer(Prefer::Hints(hint as u8)));
        }
        state.is_over |= hint == Hint::Drag;
        return actions;
    }
    wait(since + pause + STAYS - now);
    card(ui, cx, placed, hint);
    actions
}

/// How many hints are no longer needed, counting what the user has just done.
fn known(cx: &Context<'_>) -> u8 {
    let mut hints = cx.services.preferences.hints;
    let Some(actor) = cx.document.actor() else { return hints };
    if !actor.constraints.pins.is_empty() {
        hints = hints.max(Hint::Pin as u8);
    }
    if actor.playing().is_some_and(|motion| !motion.is_empty()) {
        hints = Hint::Key as u8;
    }
    hints
}

fn next(cx: &Context<'_>, state: &Hints, known: u8) -> Option<Hint> {
    match (cx.services.preferences.knows_how, known) {
        (false, _) => (!state.is_over).then_some(Hint::Drag),
        (true, 0) => Some(Hint::Pin),
        (true, 1) => Some(Hint::Key),
        (true, _) => None,
    }
}

fn card(ui: &Ui, cx: &Context<'_>, placed: &[Placed], hint: Hint) {
    let seen = |role: Role| {
        let joint = *cx.actor()?.figure.rig.roles.get(&role)?;
        let at = JointAt { actor: cx.document.selection.actor, joint };
        cx.pixel_of(place_of(placed, at)?)
    };
    let viewport = cx.view.rect;
    let (joint, wish) = match hint {
        Hint::Drag => (seen(Role::LeftHand), vec2(40.0, 64.0)),
        Hint::Pin => (seen(Role::LeftFoot), vec2(220.0, -40.0)),
        Hint::Key => (None, Vec2::ZERO),
    };
    let wish = joint.map_or(viewport.left_bottom(), |joint| joint + wish);
    let top = beside(viewport, wish, &spots(cx), hint == Hint::Drag);
    let Some(top) = top else { return };
    let palette = Palette::of(ui.visuals());
    let end = |joint: Pos2| {
        Rect::from_min_size(top - vec2(0.5 * SIZE.x, -4.0), vec2(SIZE.x, 30.0)).clamp(joint)
    };
    // From far away the words say enough.
    if let Some(joint) = joint.filter(|joint| end(*joint).distance(*joint) < FAR) {
        let painter = ui.painter().with_clip_rect(viewport);
        let end = end(joint);
        let way = (end - joint).normalized();
        painter.line_segment([joint + way * 15.0, end], Stroke::new(2.0, palette.accent));
        painter.circle_stroke(joint, 15.0, Stroke::new(2.0, palette.accent));
    }
    let [title, text] = says(cx, hint);
    let frame = Frame::new()
        .fill(palette.raised)
        .corner_radius(10.0)
        .inner_margin(Margin::symmetric(16, 10))
        .shadow(ui.visuals().popup_shadow);
    let area = Area::new(Id::unique("hint"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(top)
        .interactable(false);
    area.show(ui.ctx(), |ui| {
        frame.show(ui, |ui| {
            ui.set_max_width(SIZE.x);
            ui.label(RichText::new(title).size(16.0).strong());
            ui.label(text);
        });
    });
}

/// Where the upper edge of a hint has its middle: near the wish, else in a corner, inside the
/// viewport and over no figure; `None` where it would cover what it speaks of, or all there is. One
/// that `must` be seen is then in the corner where it covers the least.
fn beside(viewport: Rect, wish: Pos2, spots: &[Rect], must: bool) -> Option<Pos2> {
    let inside = Rect::from_min_max(
        viewport.min + vec2(0.5 * SIZE.x + 24.0, 60.0),
        viewport.max - vec2(0.5 * SIZE.x + 24.0, SIZE.y),
    );
    if inside.width() < 0.0 || inside.height() < 60.0 {
        return None;
    }
    let near = inside.clamp(wish);
    let size = SIZE + vec2(32.0, 0.0);
    let whole = Rect::from_min_size(near - vec2(0.5 * size.x, 0.0), size);
    // Other messages are above.
    let [above_left, above_right, below_left, below_right] = corners(viewport.shrink(8.0), size);
    let places = [whole, below_right, below_left];
    let free = places.into_iter().find(|rect| is_free(*rect, spots));
    let covered = |rect: &Rect| -> f32 {
        spots
            .iter()
            .map(|spot| spot.intersect(*rect))
            .filter(|both| both.is_positive())
            .map(|both| both.area())
            .sum()
    };
    let least = || {
        let corners = [below_right, below_left, above_right, above_left].into_iter();
        corners.min_by(|a, b| covered(a).total_cmp(&covered(b)))
    };
    free.or_else(|| least().filter(|_| must)).map(|rect| rect.center_top())
}

/// The title and the text of a hint, with the keys and buttons of the preset.
fn says(cx: &Context<'_>, hint: Hint) -> [String; 2] {
    let words = cx.words();
    let (pin, key) = (cx.shortcut(Command::PinBoth), cx.shortcut(Command::Key));
    let fingers = cx.view.uses_fingers();
    let title = match (hint, fingers) {
        (Hint::Drag, false) => words.say("Drag a hand", "手をドラッグしてください"),
        (Hint::Drag, true) => {
            words.say("Drag a hand with a finger", "手を指でドラッグしてください")
        }
        (Hint::Pin, _) => words.say("Pin a foot", "足を固定してみましょう"),
        (Hint::Key, _) => words.say("Animate it", "動きを付けてみましょう"),
    };
    let text = match (hint, fingers, words.0) {
        (Hint::Drag, false, Language::English) => {
            format!("The arm follows. {}", orbit_step(words, cx.preset()))
        }
        (Hint::Drag, false, Language::Japanese) => {
            format!("腕が追従します。{}", orbit_step(words, cx.preset()))
        }
        (Hint::Drag, true, _) => words
            .say(
                "The arm follows. Use two fingers to orbit and zoom.",
                "腕が追従します。二本指で視点を回し、ズームできます。",
            )
            .to_owned(),
        (Hint::Pin, false, Language::English) => format!(
            "Click a foot and press {pin}: it stays in place while you drag other joints."
        ),
        (Hint::Pin, false, Language::Japanese) => {
            format!("足をクリックして {pin} キーを押すと、ほかを動かしてもその場に残ります。")
        }
        (Hint::Pin, true, _) => words
            .say(
                "Tap a foot, then Pin: it stays in place while you drag other joints.",
                "足をタップして「固定」を押すと、ほかを動かしてもその場に残ります。",
            )
            .to_owned(),
        (Hint::Key, false, Language::English) => format!(
            "Press {key} to key this pose. Go to another frame, change the pose, press {key} again."
        ),
        (Hint::Key, false, Language::Japanese) => format!(
            "{key} キーで今のポーズのキーを登録します。別のフレームに移ってポーズを変え、もう一度 {key} を押すと動きになります。"
        ),
        (Hint::Key, true, _) => words
            .say(
                "Tap Key. Go to another frame (More › Timeline), change the pose, tap Key again.",
                "「キー登録」で今のポーズのキーを登録します。「その他」→「タイムライン」で別のフレームに移り、ポーズを変えてもう一度登録すると動きになります。",
            )
            .to_owned(),
    };
    [title.to_owned(), text]
}
