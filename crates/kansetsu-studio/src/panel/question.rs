//! Small questions: a name, a size, a range.

use eframe::egui::{
    DragValue, Grid, Id, Key, TextEdit, Ui,
    text::{CCursor, CCursorRange},
    text_edit::TextEditState,
};

use super::field::{Number, named};
use crate::{
    app::{
        Action, BakedFeet, Clock, Context, Edit, Files, Open, PictureKind, PictureOrder, Poses,
        Words, makes_videos,
    },
    document::PictureFrame,
    motion::Additive,
};

/// Asks for the figure's name.
pub fn rename(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let words = cx.words();
    let Some(actor) = cx.actor() else { return Vec::new() };
    let name = name(ui, words, (&actor.name, words.say("Rename", "変更")));
    name.map(|name| Action::Edit(Edit::Rename(name))).into_iter().collect()
}

/// Asks for a pose's name and keeps it.
pub fn save_pose(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let count = cx.services.own_poses().len() + 1;
    let wish = format!("{} {count}", words.say("Pose", "ポーズ"));
    if let Some(name) = name(ui, words, (&wish, words.say("Save", "保存"))) {
        actions.push(Action::card(Open::Nothing));
        actions.push(Action::Poses(Poses::Save(name)));
    }
    actions
}

/// A field for a name; gives it once it is settled.
fn name(ui: &mut Ui, words: Words, (wish, button): (&str, &str)) -> Option<String> {
    let id = ui.scope_id().with("name");
    let mut name =
        ui.data_mut(|data| data.get_temp::<String>(id)).unwrap_or_else(|| wish.to_owned());
    let field = TextEdit::singleline(&mut name).desired_width(260.0);
    let output = ui.name_inputs(words.say("Name", "名前"), |ui| field.show(ui));
    let response = &output.response.response;
    if !response.has_focus() && !response.lost_focus() {
        response.request_focus();
        select_all(ui, output.state, response.id, &name);
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if ui.button(button).clicked() || entered {
        ui.data_mut(|data| data.remove::<String>(id));
        return Some(name);
    }
    ui.data_mut(|data| data.insert_temp(id, name));
    None
}

/// Selects all that is written: what is typed takes its place.
fn select_all(ui: &Ui, mut state: TextEditState, id: Id, text: &str) {
    let whole = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(whole));
    state.store(ui.ctx(), id);
}

/// Asks what pictures are to be like.
pub fn picture(ui: &mut Ui, cx: &Context<'_>, order: &mut PictureOrder) -> Vec<Action> {
    let words = cx.words();
    let mut actions = Vec::new();
    picture_settings(ui, cx, order);
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        if ui.button(words.say("Save image…", "画像を保存…")).clicked() {
            actions.push(Action::Files(Files::Picture(PictureKind::Still)));
        }
        let has_motion = cx.document.duration().is_some();
        let sequence =
            eframe::egui::Button::new(words.say("Save every frame…", "全フレームを保存…"));
        let tip = words.say(
            "A ZIP archive with a PNG image of every frame.",
            "全フレームの PNG を ZIP に書き出し。",
        );
        if ui.add_enabled(has_motion, sequence).on_hover_text(tip).clicked() {
            actions.push(Action::Files(Files::Picture(PictureKind::Sequence)));
        }
        let tip = words.say(
            "A ZIP archive with an OpenPose image and JSON, a depth map and a normal map, for AI \
             image tools (ControlNet).",
            "画像生成 AI（ControlNet）用に、OpenPose（画像と JSON）・深度・法線を ZIP に書き出し。",
        );
        if ui
            .button(words.say("For AI image tools (ControlNet)…", "画像生成 AI 用（ControlNet）…"))
            .on_hover_text(tip)
            .clicked()
        {
            actions.push(Action::Files(Files::Picture(PictureKind::Tools)));
        }
        let film = eframe::egui::Button::new(words.say("Save GIF…", "GIF を保存…"));
        let tip = words.say(
            "The motion as an animated GIF, up to 1080 pixels wide or high.",
            "モーションをアニメーション GIF に書き出し（最大 1080 ピクセル）。",
        );
        if ui.add_enabled(has_motion, film).on_hover_text(tip).clicked() {
            actions.push(Action::Files(Files::Picture(PictureKind::Film)));
        }
        let video = eframe::egui::Button::new(words.say("Save WebM…", "WebM を保存…"));
        let tip = words.say("The motion as a WebM video.", "モーションを WebM 動画に書き出し。");
        if makes_videos(cx.services)
            && ui.add_enabled(has_motion, video).on_hover_text(tip).clicked()
        {
            actions.push(Action::Files(Files::Picture(PictureKind::Video)));
        }
    });
    actions
}

/// Size, background and ground of the picture.
fn picture_settings(ui: &mut Ui, cx: &Context<'_>, order: &mut PictureOrder) {
    let words = cx.words();
    let frame = cx.document.view.frame;
    Grid::new("picture").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        ui.label(words.say("Size", "サイズ"));
        ui.horizontal(|ui| {
            named(ui, words.say("Width", "幅"), side(&mut order.width));
            *order = order.within(frame, cx.camera_view().size);
            ui.add_enabled_ui(frame == PictureFrame::Off, |ui| {
                named(ui, words.say("Height", "高さ"), side(&mut order.height))
            })
            .response
            .on_hover_text(words.say(
                "With a picture frame, the frame sets the height.",
                "画像の枠があるときは、枠の縦横比で決まる。",
            ));
        });
        ui.end_row();
        ui.label(words.say("Background", "背景"));
        ui.checkbox(&mut order.transparent, words.say("Transparent", "透明にする"));
        ui.end_row();
        ui.label(words.say("Ground", "床"));
        ui.add_enabled_ui(!order.transparent, |ui| {
            ui.checkbox(&mut order.grid, words.say("Grid", "グリッド"))
        });
        ui.end_row();
    });
}

fn side(pixels: &mut u32) -> DragValue<'_> {
    let [least, most] = PictureOrder::SIDES;
    DragValue::new(pixels).range(least..=most).suffix(" px")
}

/// Asks for the range that is baked.
pub fn bake(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let last = cx.document.duration().unwrap_or_default();
    let id = ui.scope_id().with("range");
    let [mut start, mut end] = ui
        .data_mut(|data| data.get_temp::<[f32; 2]>(id))
        .unwrap_or(cx.document.span().unwrap_or_default());
    ui.label(words.say(
        "Writes the IK result, with its pins, as keys on every frame of this range.",
        "この範囲の全フレームで、固定を含む IK の結果をキーに登録します。",
    ));
    let clock = cx.clock();
    ui.horizontal(|ui| {
        for (name, time) in
            [(words.say("From", "開始"), &mut start), (words.say("To", "終了"), &mut end)]
        {
            ui.label(name);
            time_field(ui, clock, (name, last.max(0.1)), time);
        }
    });
    let feet_id = ui.scope_id().with("feet");
    let mut plants = ui.data_mut(|data| data.get_temp::<bool>(feet_id)).unwrap_or_default();
    ui.checkbox(&mut plants, words.say("Plant the feet", "足を床に固定")).on_hover_text(words.say(
        "Feet stay in place on the floor where the motion sets them down. Removes foot sliding.",
        "足が床に付いている間、その位置に固定。足滑りの修正用。",
    ));
    ui.data_mut(|data| {
        data.insert_temp(id, [start, end]);
        data.insert_temp(feet_id, plants);
    });
    if ui.button(words.say("Bake", "ベイク")).clicked() {
        ui.data_mut(|data| data.remove::<[f32; 2]>(id));
        let feet = if plants { BakedFeet::OnFloor } else { BakedFeet::Free };
        actions.push(Action::card(Open::Nothing));
        actions.push(Action::Files(Files::Bake { span: [start.min(end), start.max(end)], feet }));
    }
    actions
}

/// Asks over which time a change is spread.
pub fn blend(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let id = ui.scope_id().with("falloff");
    let usual = Additive::default();
    let [mut before, mut after] =
        ui.data_mut(|data| data.get_temp::<[f32; 2]>(id)).unwrap_or([usual.before, usual.after]);
    ui.label(words.say(
        "Your edit has full strength at this frame and fades out over these ranges.",
        "キー未登録の変更は現在のフレームで完全に効き、前後のこの範囲で弱まります。",
    ));
    let clock = cx.clock();
    ui.horizontal(|ui| {
        for (name, time) in
            [(words.say("Before", "前"), &mut before), (words.say("After", "後"), &mut after)]
        {
            ui.label(name);
            time_field(ui, clock, (name, 60.0), time);
        }
    });
    ui.data_mut(|data| data.insert_temp(id, [before, after]));
    if ui.button(words.say("Blend", "なじませる")).clicked() {
        actions.push(Action::card(Open::Nothing));
        actions.push(Action::Edit(Edit::Blend(before, after)));
    }
    actions
}

/// A field for a time up to a last one, seconds.
fn time_field(ui: &mut Ui, clock: Clock, (name, last): (&str, f32), seconds: &mut f32) {
    let (suffix, digits, speed) = (clock.suffix(), clock.digits(), clock.speed());
    let number = Number { suffix, digits, speed, ..Number::plain(name, "") };
    let range = 0.0..=clock.shown(last);
    if let Some(change) = number.within(range).show(ui, clock.shown(*seconds)) {
        *seconds = clock.seconds(change.value);
    }
}
