//! The camera of the view: its lens, what pictures show, and its bookmarks.

use eframe::egui::{
    Button, ComboBox, Grid, PopupCloseBehavior, Ui,
    containers::menu::{MenuButton, MenuConfig},
};

use super::field::{Number, renamed};
use crate::{
    app::{Action, Context, Show, TimeUnit, Words},
    command::Command,
    document::{Bookmark, PictureFrame},
    text::Phrase,
    viewport::{Camera, Projection},
};

/// Shows the lens, the picture frame and the bookmarks.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    Grid::new("camera").num_columns(2).show(ui, |ui| {
        lens(ui, cx, &mut actions);
        ui.end_row();
        picture_frame(ui, cx, &mut actions);
        ui.end_row();
    });
    let add = Command::AddBookmark.row();
    if ui
        .button(add.name.get(cx.language()))
        .on_hover_text(add.tooltip.get(cx.language()))
        .clicked()
    {
        actions.push(Command::AddBookmark.into());
    }
    for (index, bookmark) in cx.document.content().bookmarks.iter().enumerate() {
        ui.push_id(index, |ui| {
            ui.horizontal(|ui| self::bookmark(ui, cx, (index, bookmark), &mut actions))
        });
    }
    actions
}

/// The focal length.
fn lens(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    let camera = cx.document.view.camera;
    let name = words.say("Focal length", "焦点距離");
    let [shortest, longest] = Camera::FOCAL_LENGTHS;
    let number = Number { speed: 0.5, digits: 0, suffix: " mm", ..Number::plain(name, "") };
    ui.label(name).on_hover_text(words.say(
        "On full frame (36 × 24 mm). The figure keeps its size.",
        "35 mm 判換算。モデルの大きさは変わらない。",
    ));
    ui.add_enabled_ui(camera.projection == Projection::Perspective, |ui| {
        if let Some(change) = number.within(shortest..=longest).show(ui, camera.focal_length()) {
            let camera = camera.with_focal_length(change.value);
            actions.push(Action::Show(Show::Camera(camera)));
        }
    });
}

/// What pictures and videos show of the view.
fn picture_frame(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    let name = words.say("Picture frame", "画像の枠");
    let before = cx.document.view.frame;
    let mut chosen = before;
    ui.label(name).on_hover_text(words.say(
        "Images and videos show what is inside the frame.",
        "画像と動画に、枠の中だけを書き出す。",
    ));
    ui.name_inputs(name, |ui| {
        ComboBox::from_id_salt("picture frame").selected_text(frame_name(words, before)).show_ui(
            ui,
            |ui| {
                for frame in PictureFrame::ALL {
                    ui.selectable_value(&mut chosen, frame, frame_name(words, frame));
                }
            },
        )
    });
    if chosen != before {
        actions.push(Action::Show(Show::Frame(chosen)));
    }
}

fn frame_name(words: Words, frame: PictureFrame) -> &'static str {
    match frame {
        PictureFrame::Off => words.say("Off", "なし"),
        PictureFrame::Wide => "16:9",
        PictureFrame::Classic => "4:3",
        PictureFrame::Square => "1:1",
        PictureFrame::Portrait => words.say("A4 portrait", "A4 縦"),
        PictureFrame::Landscape => words.say("A4 landscape", "A4 横"),
    }
}

/// A bookmark: a click goes there.
fn bookmark(
    ui: &mut Ui,
    cx: &Context<'_>,
    (index, bookmark): (usize, &Bookmark),
    actions: &mut Vec<Action>,
) {
    let words = cx.words();
    let camera = cx.document.view.camera;
    let go = Button::selectable(bookmark.camera == camera, &bookmark.name).truncate();
    let beside = if cx.document.duration().is_some() { WITH_CUT } else { MENU };
    let width = (ui.available_width() - beside).max(60.0);
    let response = ui.add_sized([width, ui.spacing().interact_size.y], go);
    if response.on_hover_text(words.say("Shows this view.", "この視点を表示。")).clicked() {
        actions.push(Action::Show(Show::Camera(bookmark.camera)));
    }
    cut(ui, cx, (index, bookmark), actions);
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let menu = MenuButton::new("…").config(config).ui(ui, |ui| {
        let label = words.say("Bookmark name", "ブックマークの名前");
        if let Some(name) = renamed(ui, label, index, &bookmark.name) {
            let step = Phrase::new("Rename bookmark", "ブックマークの名前を変更");
            actions.push(Action::edit_content(step, move |content| {
                content.rename_bookmark(index, &name)
            }));
        }
        if ui.button(words.say("Replace with this view", "今の視点で置き換え")).clicked() {
            let step = Phrase::new("Replace bookmark", "ブックマークを置き換え");
            actions.push(Action::edit_content(step, move |content| {
                content.bookmark_mut(index)?.camera = camera;
                Ok(())
            }));
            ui.close();
        }
        if ui.button(words.say("Delete", "削除")).clicked() {
            let step = Phrase::new("Delete bookmark", "ブックマークを削除");
            actions.push(Action::edit_content(step, move |content| content.remove_bookmark(index)));
            ui.close();
        }
    });
    menu.0.on_hover_text(words.say("Rename, replace, delete", "名前の変更、置き換え、削除"));
}

/// Points beside a bookmark's name: for its menu, and for its cut too.
const MENU: f32 = 45.0;
const WITH_CUT: f32 = 140.0;

/// The frame where the motion cuts to a bookmark.
fn cut(
    ui: &mut Ui,
    cx: &Context<'_>,
    (index, bookmark): (usize, &Bookmark),
    actions: &mut Vec<Action>,
) {
    let words = cx.words();
    let Some(motion) = cx.actor().and_then(|actor| actor.playing()) else { return };
    let now = motion.snapped(cx.document.time());
    let text = bookmark.cut.map_or_else(
        || words.say("Cut here", "ここで切替").to_owned(),
        |cut| {
            let clock = cx.clock();
            match clock.unit {
                TimeUnit::Frames => {
                    format!("{} {}", words.say("Frame", "フレーム"), clock.text(cut))
                }
                TimeUnit::Seconds => format!("{}{}", clock.text(cut), clock.suffix()),
            }
        },
    );
    let tip = words.say(
        "From this frame on, the motion is seen by this camera, in videos too. A second click removes the cut.",
        "このフレームから、再生と動画をこのカメラに切り替える。もう一度押すと解除。",
    );
    let button = Button::selectable(bookmark.cut.is_some(), text);
    if ui.add(button).on_hover_text(tip).clicked() {
        let cut = (!bookmark.cuts_at(now)).then_some(now);
        let step = Phrase::new("Camera cut", "カメラの切り替え");
        actions.push(Action::edit_content(step, move |content| content.set_cut(index, cut)));
    }
}
