//! Playing and going to times.

use eframe::egui::{ComboBox, DragValue, PopupCloseBehavior, TextEdit, Ui};

use crate::{
    app::{Action, Context, Panels, Prefer, Time, TimeLine, TimeUnit, Words},
    command::Command,
    motion::{Interpolation, KeyAt, Motion},
    panel::{
        field::named,
        finger::small_button,
        icon::{Icon, icon_button},
    },
    text::{Language, Phrase},
};

/// Shows the buttons above the timeline; on a phone those that are needed first, in as many rows
/// as they take.
pub fn show(ui: &mut Ui, cx: &Context<'_>, state: &TimeLine) -> Vec<Action> {
    let mut actions = Vec::new();
    if cx.view.layout.is_some() {
        ui.horizontal_wrapped(|ui| buttons(ui, cx, &mut actions, &state.chosen));
    } else {
        ui.horizontal(|ui| buttons(ui, cx, &mut actions, &state.chosen));
    }
    actions
}

fn buttons(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>, chosen: &[KeyAt]) {
    let playing = cx.document.playback.playing;
    command(ui, cx, actions, (Icon::First, Command::FirstFrame, false));
    command(ui, cx, actions, (Icon::PreviousKey, Command::PreviousKey, false));
    command(
        ui,
        cx,
        actions,
        (if playing { Icon::Pause } else { Icon::Play }, Command::Play, playing),
    );
    command(ui, cx, actions, (Icon::NextKey, Command::NextKey, false));
    command(ui, cx, actions, (Icon::Last, Command::LastFrame, false));
    let looping = cx.document.playback.looping;
    command(ui, cx, actions, (Icon::Loop, Command::ToggleLoop, looping));
    frame(ui, cx, actions);
    let room_for_separators = cx.view.layout.is_none();
    speed(ui, cx, actions);
    let separator = |ui: &mut Ui| {
        if room_for_separators {
            ui.separator();
        }
    };
    separator(ui);
    keys(ui, cx, actions);
    separator(ui);
    shape(ui, cx, actions, chosen);
    separator(ui);
    motion(ui, cx, actions);
}

fn command(
    ui: &mut Ui,
    cx: &Context<'_>,
    actions: &mut Vec<Action>,
    (icon, command, chosen): (Icon, Command, bool),
) {
    let row = command.row();
    let language = cx.language();
    let mut tip = row.tooltip.get(language).to_owned();
    if let Some(shortcut) = command.shortcuts(cx.preset()).next() {
        tip = format!("{tip} ({shortcut})");
    }
    if icon_button(ui, icon, row.name.get(language), chosen).on_hover_text(tip).clicked() {
        actions.push(command.into());
    }
}

/// Seconds: no later time is typed. A pose may be keyed after the end, which goes there then.
const LATEST: f32 = 3600.0;

/// The time, to read and to type.
fn frame(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    let clock = cx.clock();
    let last = cx.document.duration().unwrap_or(10.0);
    let (name, unit) = match clock.unit {
        TimeUnit::Frames => (words.say("Frame", "フレーム"), ""),
        TimeUnit::Seconds => (words.say("Time", "時刻"), clock.suffix()),
    };
    let mut shown = clock.shown(cx.document.time());
    let field = DragValue::new(&mut shown)
        .fixed_decimals(clock.digits())
        .speed(clock.speed())
        .range(0.0..=clock.shown(last.max(LATEST)))
        .suffix(format!(" / {}{unit}", clock.text(last)));
    if named(ui, name, field).changed() {
        let frame = (clock.seconds(shown) * clock.rate).round();
        actions.push(Action::Time(Time::Scrub(frame / clock.rate)));
    }
}

fn speed(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    let name = words.say("Speed", "速度");
    let mut speed = cx.document.playback.speed;
    let field =
        DragValue::new(&mut speed).prefix("×").fixed_decimals(2).speed(0.01).range(-4.0..=4.0);
    if named(ui, name, field).changed() {
        actions.push(Action::Time(Time::Speed(speed)));
    }
}

fn keys(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    let key = Command::Key;
    let tip = format!("{} ({})", key.row().tooltip.get(words.0), cx.shortcut(key));
    if ui.button(format!("◆ {}", words.say("Key", "キー登録"))).on_hover_text(tip).clicked() {
        actions.push(key.into());
    }
    let auto = Command::ToggleAutoKey;
    let mut is_auto = cx.document.settings.auto_key;
    if ui
        .checkbox(&mut is_auto, auto.row().name.get(words.0))
        .on_hover_text(auto.row().tooltip.get(words.0))
        .clicked()
    {
        actions.push(auto.into());
    }
}

/// How the selected keys go on to the next ones; the curves.
fn shape(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>, keys: &[KeyAt]) {
    let words = cx.words();
    let shapes = [
        (Interpolation::Step, words.say("Constant", "ステップ")),
        (Interpolation::Linear, words.say("Linear", "線形")),
        (Interpolation::Cubic, words.say("Smooth", "なめらか（ベジェ）")),
    ];
    for (interpolation, name) in shapes {
        let tip = words.say("Interpolation to the next key.", "選択したキーから次のキーへの補間。");
        if ui.add_enabled(!keys.is_empty(), small_button(ui, name)).on_hover_text(tip).clicked() {
            let keys = keys.to_vec();
            actions.push(Action::edit_motion(
                Phrase::new("Change interpolation", "補間の変更"),
                move |motion| {
                    motion.set_interpolation(&keys, interpolation);
                    if interpolation == Interpolation::Cubic {
                        motion.set_rotation_slopes(&keys, None);
                        motion.set_translation_slopes(&keys, None);
                    }
                },
            ));
        }
    }
    let curves = words.say("Curves", "カーブ");
    if icon_button(ui, Icon::Curve, curves, cx.services.preferences.panels.curves)
        .on_hover_text(curves)
        .clicked()
    {
        let panels = cx.services.preferences.panels;
        actions.push(Action::Prefer(Prefer::Panels(Panels { curves: !panels.curves, ..panels })));
    }
}

/// Which motion plays, how long it is.
fn motion(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    let Some(actor) = cx.actor() else { return };
    let none = words.say("No motion", "モーションなし");
    let count = actor.motions.len();
    let some = match words.0 {
        Language::English if count == 1 => "1 motion…".to_owned(),
        Language::English => format!("{count} motions…"),
        Language::Japanese => format!("モーション {count} 件…"),
    };
    let chosen = match actor.playing() {
        Some(motion) => motion.name.clone(),
        None if count > 0 => some,
        None => none.to_owned(),
    };
    let name = words.say("Motion", "モーション");
    let mut wanted = actor.motion;
    ui.name_inputs(name, |ui| {
        let combo = ComboBox::from_id_salt("motion").selected_text(chosen).height(320.0);
        // The field in it is clicked without closing it.
        combo.close_behavior(PopupCloseBehavior::CloseOnClickOutside).show_ui(ui, |ui| {
            let names: Vec<&str> =
                actor.motions.iter().map(|motion| motion.name.as_str()).collect();
            list(ui, words, &names, &mut wanted);
        });
    });
    if wanted != actor.motion {
        actions.push(Action::Time(Time::Motion(wanted)));
    }
    if let Some(playing) = actor.playing() {
        length(ui, cx, actions, playing);
    } else if ui.button(words.say("New motion", "モーションを追加")).clicked() {
        actions.push(Command::NewMotion.into());
    }
}

/// More motions than this are searched in.
const MANY: usize = 8;

/// The motions, to select from; many of them with a field that finds some.
fn list(ui: &mut Ui, words: Words, names: &[&str], wanted: &mut Option<usize>) {
    let id = ui.scope_id().with("finder");
    let mut finder = ui.data_mut(|data| data.get_temp::<String>(id)).unwrap_or_default();
    if names.len() > MANY {
        let hint = words.say("Search motions", "モーションを検索");
        ui.set_min_width(200.0);
        let field = ui.name_inputs(hint, |ui| {
            ui.add(TextEdit::singleline(&mut finder).hint_text(hint).desired_width(f32::INFINITY))
        });
        if ui.memory(|memory| memory.focused().is_none()) {
            field.request_focus();
        }
    }
    let sought = finder.trim().to_lowercase();
    let mut take = |ui: &mut Ui, finder: &mut String, value: Option<usize>, name: &str| {
        if ui.selectable_label(*wanted == value, name).clicked() {
            *wanted = value;
            finder.clear();
            ui.close();
        }
    };
    if sought.is_empty() {
        take(ui, &mut finder, None, words.say("No motion", "モーションなし"));
    }
    for (index, name) in
        names.iter().enumerate().filter(|(_, name)| name.to_lowercase().contains(&sought))
    {
        take(ui, &mut finder, Some(index), name);
    }
    ui.data_mut(|data| data.insert_temp(id, finder));
}

fn length(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>, playing: &Motion) {
    let words = cx.words();
    let name = words.say("Length", "長さ");
    let clock = cx.clock();
    let mut shown = clock.shown(playing.duration);
    let field = DragValue::new(&mut shown)
        .fixed_decimals(clock.digits())
        .speed(clock.speed())
        .range(0.0..=clock.shown(LATEST))
        .suffix(clock.suffix());
    let response = named(ui, name, field);
    if response.changed() {
        let seconds = clock.seconds(shown);
        actions.push(Action::edit_field(response.id, move |actor| {
            if let Some(motion) = actor.playing_mut() {
                motion.duration = seconds;
            }
        }));
    }
    let name = words.say("Frame rate", "フレームレート");
    let mut rate = playing.frame_rate;
    let field =
        DragValue::new(&mut rate).max_decimals(2).speed(0.2).range(1.0..=240.0).suffix(" fps");
    let response = named(ui, name, field);
    if response.changed() {
        actions.push(Action::edit_field(response.id, move |actor| {
            if let Some(motion) = actor.playing_mut() {
                motion.frame_rate = rate;
            }
        }));
    }
}
