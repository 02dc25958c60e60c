//! The program's messages: one line, where it covers no figure; and the bars of work in progress.

use eframe::egui::{
    Align, Area, Frame, Id, Label, Layout, Margin, Order, ProgressBar, Rect, Response, RichText,
    ScrollArea, TextStyle, Ui, Vec2, pos2, vec2,
};

use super::{
    icon::{Icon, color_mark, icon_button},
    welcome,
};
use crate::{
    app::{
        Action, Banner, Context, Files, Remedy, Tell, Weight, Words, reading, theme,
        touchable::world_from_joints,
    },
    text::Language,
};

/// Points: how high the line is, and how far it keeps from the edges.
const LINE: f32 = 36.0;
const GAP: f32 = 8.0;
const TWO_LINES: f32 = 58.0;
/// Points: the width and the greatest height of the list of all messages.
const OPEN: f32 = 440.0;
const HIGHEST: f32 = 200.0;
/// Narrower, and nothing can be read.
const NARROWEST: f32 = 200.0;
/// Room around joints, as a fraction of the figure's size: surfaces are thicker than bones.
const AROUND: f32 = 0.09;

/// Under this name it is remembered whether the pointer is over the messages.
const IS_READ: &str = "banner is read";

/// Shows the messages: nothing moves when one appears, so that no drag is disturbed.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let now = ui.input(|input| input.time);
    let viewport = cx.view.rect;
    if (cx.services.banners.shown.is_empty() && !cx.services.is_busy())
        || viewport.width() < 2.0 * LINE
        || viewport.height() < LINE
    {
        ui.data_mut(|data| data.remove::<bool>(Id::unique(IS_READ)));
        return actions;
    }
    let rect = place(ui, cx);
    let fill = theme::Palette::of(ui.visuals()).raised;
    let clarity = cx
        .services
        .banners
        .shown
        .last()
        .map_or(1.0, |banner| cx.services.banners.clarity(banner, now));
    let frame = Frame::new()
        .fill(fill)
        .corner_radius(8.0)
        .inner_margin(Margin::symmetric(10, 4))
        .shadow(ui.visuals().popup_shadow);
    let area = Area::new(Id::unique("banners"))
        .order(Order::Middle)
        .fixed_pos(rect.min)
        .constrain_to(viewport);
    let shown = area.show(ui.ctx(), |ui| {
        ui.set_opacity(clarity);
        frame.show(ui, |ui| {
            ui.set_width((rect.width() - 20.0).max(1.0));
            rows(ui, cx, &mut actions);
        });
    });
    let is_read = ui.rect_contains_pointer(shown.response.rect);
    ui.data_mut(|data| data.insert_temp(Id::unique(IS_READ), is_read));
    actions
}

/// Whether the pointer was over the messages in the last frame.
pub fn is_read(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp::<bool>(Id::unique(IS_READ))).unwrap_or(false)
}

/// Where the line is: in a corner, above, below or beside the figures, wherever it covers none. It
/// stays there while a button is down.
fn place(ui: &Ui, cx: &Context<'_>) -> Rect {
    let id = Id::unique("place of banners");
    let viewport = cx.view.rect.shrink(GAP.min(0.25 * cx.view.rect.width()));
    let size = vec2(wanted_width(ui, cx).clamp(NARROWEST, NARROWEST.max(viewport.width())), LINE);
    let kept = ui
        .data(|data| data.get_temp::<(Rect, Rect)>(id))
        .filter(|(of, _)| *of == viewport)
        .map(|(_, rect)| rect);
    if let Some(kept) = kept.filter(|_| ui.input(|input| input.pointer.any_down())) {
        return kept;
    }
    let rect = free_place(viewport, &spots(cx), size);
    ui.data_mut(|data| data.insert_temp(id, (viewport, rect)));
    rect
}

/// The first corner where a line of this size covers none of the spots of the figures, made shorter
/// where that helps; else the upper edge.
fn free_place(viewport: Rect, spots: &[Rect], size: Vec2) -> Rect {
    let most = size.x.min(viewport.width());
    // What is made shorter is written on two lines.
    let parts = [(1.0, size.y), (0.8, TWO_LINES), (0.65, TWO_LINES), (0.55, TWO_LINES)]
        .map(|(part, high)| vec2(part * most, high));
    let corners = |size: Vec2| corners(viewport, size);
    let wide = parts.into_iter().filter(|size| size.x >= NARROWEST);
    wide.flat_map(corners)
        .find(|rect| is_free(*rect, spots))
        .unwrap_or(Rect::from_min_size(viewport.min, parts[0]))
}

/// Places of a size in the corners: above on the left and on the right, then below.
pub(super) fn corners(viewport: Rect, size: Vec2) -> [Rect; 4] {
    let [left, right] = [viewport.left(), viewport.right() - size.x];
    let [top, bottom] = [viewport.top(), viewport.bottom() - size.y];
    [pos2(left, top), pos2(right, top), pos2(left, bottom), pos2(right, bottom)]
        .map(|corner| Rect::from_min_size(corner, size))
}

/// Whether something here covers none of the spots.
pub(super) fn is_free(rect: Rect, spots: &[Rect]) -> bool {
    spots.iter().all(|spot| !spot.expand(GAP).intersects(rect))
}

/// The areas of the app window that the joints of the figures cover, with a margin, and that the
/// button in the corner covers.
pub(super) fn spots(cx: &Context<'_>) -> Vec<Rect> {
    let view = cx.camera_view();
    let corner = cx.view.rect.min;
    let of_actor = |actor: &std::sync::Arc<crate::document::Actor>| {
        let around = AROUND * actor.figure.rig.skeleton.size();
        let seen =
            world_from_joints(actor).into_iter().filter_map(|map| view.project(map.translation));
        let spot = |seen: crate::viewport::Projected| {
            let radius = around / view.metres_per_pixel(seen.depth);
            Rect::from_center_size(
                corner + vec2(seen.pixel.x, seen.pixel.y),
                Vec2::splat(2.0 * radius),
            )
        };
        seen.map(spot).collect::<Vec<_>>()
    };
    let of_actors = cx.document.content().actors.iter().flat_map(of_actor);
    of_actors.chain(welcome::place(cx)).collect()
}

/// Points that the newest line, or the widest bar, would like to have.
fn wanted_width(ui: &Ui, cx: &Context<'_>) -> f32 {
    let words = cx.words();
    let line = cx.services.banners.shown.last().map_or(0.0, |banner| {
        let button = |text: &str| room(ui, text) + 30.0;
        let remedy =
            banner.remedy.as_ref().map_or(0.0, |remedy| button(&remedy_name(words, remedy)));
        let more = more(words, cx).map_or(0.0, |text| button(&text));
        room(ui, banner.text.get(words.0)) + remedy + more + 90.0
    });
    let bar = if cx.services.is_busy() { 480.0 } else { 0.0 };
    let list = if cx.services.banners.is_open { OPEN } else { 0.0 };
    line.max(bar).max(list)
}

/// What the button is called that shows all there is; `None` when the line is all.
fn more(words: Words, cx: &Context<'_>) -> Option<String> {
    let banners = &cx.services.banners;
    let count = banners.shown.len().saturating_sub(1);
    let has_details = banners.shown.last().is_some_and(|banner| !banner.details.is_empty());
    match (banners.is_open, count, has_details) {
        (true, _, _) => Some(words.say("Less", "折りたたむ").to_owned()),
        (false, 0, false) => None,
        (false, 0, true) => Some(words.say("Details", "詳細").to_owned()),
        (false, count, _) => Some(match words.0 {
            Language::English => format!("{count} more"),
            Language::Japanese => format!("ほか {count} 件"),
        }),
    }
}

fn rows(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let banners = &cx.services.banners;
    let newest = banners.shown.last();
    if let Some(banner) = newest {
        line(ui, cx, actions, banner);
    }
    if banners.is_open {
        ScrollArea::vertical().max_height(HIGHEST).min_scrolled_height(HIGHEST).show(ui, |ui| {
            for banner in banners.shown.iter().rev() {
                whole(ui, cx.words(), actions, (banner, newest == Some(banner)));
            }
        });
    }
    jobs(ui, cx, actions);
}

/// The newest sentence in one line.
fn line(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>, banner: &Banner) {
    let words = cx.words();
    let is_open = cx.services.banners.is_open;
    let mut is_done = false;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            is_done |= close(ui, words).clicked();
            if let Some(more) = more(words, cx)
                && ui.small_button(more).clicked()
            {
                actions.push(Action::Tell(Tell::Unfold));
            }
            is_done |= remedy(ui, words, actions, banner);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                mark(ui, banner);
                if is_open {
                    // All of it is below.
                    return;
                }
                let text = banner.text.get(words.0);
                let label = Label::new(RichText::new(text));
                let is_short = ui.available_width() < room(ui, text);
                ui.add(if is_short { label.wrap() } else { label.truncate() }).on_hover_text(text);
            });
        });
    });
    if is_done {
        actions.push(Action::Tell(Tell::Dismiss(banner.clone())));
    }
}

/// Points that a text needs on one line.
fn room(ui: &Ui, text: &str) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().layout_no_wrap(text.to_owned(), font, ui.visuals().text_color()).size().x
}

/// A sentence with all that belongs to it, on as many lines as it needs. Of the newest the line is
/// seen above.
fn whole(
    ui: &mut Ui,
    words: Words,
    actions: &mut Vec<Action>,
    (banner, is_newest): (&Banner, bool),
) {
    let mut is_done = false;
    ui.horizontal_wrapped(|ui| {
        if !is_newest {
            mark(ui, banner);
        }
        ui.label(banner.text.get(words.0));
        if !is_newest {
            is_done |= remedy(ui, words, actions, banner);
            is_done |= close(ui, words).clicked();
        }
    });
    for detail in &banner.details {
        ui.weak(format!("· {}", detail.get(words.0)));
    }
    if is_done {
        actions.push(Action::Tell(Tell::Dismiss(banner.clone())));
    }
}

fn mark(ui: &mut Ui, banner: &Banner) {
    let palette = theme::Palette::of(ui.visuals());
    let color = match banner.weight {
        Weight::News => palette.accent,
        Weight::Warning => palette.held,
        Weight::Problem => palette.alert,
    };
    color_mark(ui, color);
}

fn close(ui: &mut Ui, words: Words) -> Response {
    icon_button(ui, Icon::Close, words.say("Dismiss", "閉じる"), false)
}

fn remedy(ui: &mut Ui, words: Words, actions: &mut Vec<Action>, banner: &Banner) -> bool {
    let Some(remedy) = &banner.remedy else { return false };
    let is_clicked = ui.button(remedy_name(words, remedy)).clicked();
    if is_clicked {
        actions.push(Action::Tell(Tell::Remedy(remedy.clone())));
    }
    is_clicked
}

fn remedy_name(words: Words, remedy: &Remedy) -> String {
    let name = match remedy {
        Remedy::Play { name, .. } => {
            return match words.0 {
                Language::English => format!("Play “{name}”"),
                Language::Japanese => format!("「{name}」を再生"),
            };
        }
        Remedy::Recover => words.say("Recover", "復元する"),
        Remedy::Reload => words.say("Reload", "再読み込み"),
        Remedy::ClampToLimit { .. } => words.say("Clamp", "範囲内に収める"),
        Remedy::FlipDepth { .. } => words.say("Flip depth", "前後を逆にする"),
        Remedy::RelaxStance { .. } => words.say("Relaxed stance", "リラックスした立ち姿にする"),
        Remedy::Reopen => words.say("Reopen", "開き直す"),
        Remedy::SaveFile => words.say("Save to file", "ファイルに保存"),
        Remedy::TypePath => words.say("Type a path instead", "パスを入力する"),
    };
    name.to_owned()
}

fn jobs(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    for job in &cx.services.tasks.jobs {
        ui.horizontal(|ui| {
            ui.label(&job.title);
            ui.add(ProgressBar::new(job.part()).desired_width(220.0).show_percentage());
            if ui.button(words.say("Cancel", "中止")).clicked() {
                job.cancel();
            }
        });
    }
    if let (true, Some(title)) = (cx.services.tasks.jobs.is_empty(), reading(cx.services)) {
        ui.label(title.get(words.0));
    }
    let Some(part) = cx.services.tasks.shoot.as_ref().map(crate::app::Shoot::part) else { return };
    ui.horizontal(|ui| {
        ui.label(words.say("Rendering images", "画像を描画しています"));
        ui.add(ProgressBar::new(part).desired_width(220.0).show_percentage());
        if ui.button(words.say("Cancel", "中止")).clicked() {
            actions.push(Action::Files(Files::CancelPictures));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_covers_no_figure_as_long_as_there_is_room() {
        let viewport = Rect::from_min_size(pos2(80.0, 30.0), vec2(900.0, 500.0));
        let size = vec2(380.0, LINE);
        for spots in [
            vec![Rect::from_min_max(pos2(400.0, 20.0), pos2(700.0, 520.0))],
            vec![Rect::from_min_max(pos2(80.0, 100.0), pos2(980.0, 500.0))],
            vec![Rect::from_min_max(pos2(80.0, 30.0), pos2(700.0, 530.0))],
            vec![
                Rect::from_min_max(pos2(300.0, 30.0), pos2(980.0, 200.0)),
                Rect::from_min_max(pos2(80.0, 300.0), pos2(400.0, 530.0)),
            ],
        ] {
            let place = free_place(viewport, &spots, size);
            assert!(
                viewport.contains_rect(place) && spots.iter().all(|spot| !spot.intersects(place)),
                "{spots:?}: {place}"
            );
        }
        let everywhere = free_place(viewport, &[viewport], size);
        assert!(viewport.contains_rect(everywhere) && everywhere.top() == viewport.top());
    }
}
