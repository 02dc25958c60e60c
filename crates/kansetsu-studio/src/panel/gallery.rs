//! The embedded figures and props with their pictures, to be opened or added.

use std::sync::Arc;

use eframe::egui::{Button, Grid, Image, Label, RichText, Sense, Ui, vec2};

use crate::{
    app::{Action, Context, Files, Thumbnails, Words, theme},
    document::{Actor, Opened},
    viewport::{
        Camera,
        scene::{Body, Scene},
    },
};

/// Points each way of a picture, and between cells.
const PICTURE: f32 = 120.0;
const GAP: f32 = 12.0;

/// Shows the figures.
pub fn show(ui: &mut Ui, cx: &Context<'_>, thumbnails: &mut Thumbnails) -> Vec<Action> {
    let words = cx.words();
    ui.set_width(ui.available_width().min(540.0));
    ui.label(words.say(
        "Built-in figures. You can also drop a file on the viewport: glTF, VRM, BVH, PMX, MQO, \
         URDF, …",
        "内蔵モデルです。glTF・VRM・BVH・PMX・MQO・URDF などのファイルをドロップして開くこともできます。",
    ));
    ui.add_space(6.0);
    let columns =
        ((ui.available_width().min(560.0) / (PICTURE + GAP)).floor() as usize).clamp(1, 4);
    let mut chosen = None;
    let props = Some(words.say("Props", "小物"));
    for (heading, names) in [(None, kansetsu_figures::NAMES), (props, kansetsu_figures::PROPS)] {
        if let Some(heading) = heading {
            ui.add_space(GAP);
            ui.label(RichText::new(heading).heading());
        }
        Grid::new(("gallery", heading)).num_columns(columns).spacing([GAP, GAP]).show(ui, |ui| {
            for (index, name) in names.iter().enumerate() {
                ui.vertical(|ui| {
                    ui.set_width(PICTURE);
                    let adds = cell(ui, words, thumbnails, name);
                    chosen = adds.map(|adds| (*name, adds)).or(chosen);
                });
                if (index + 1) % columns == 0 {
                    ui.end_row();
                }
            }
        });
    }
    chosen.map(|(name, adds)| Action::Files(Files::Figure { name, adds })).into_iter().collect()
}

/// A figure: its picture, its name and its buttons. Returns whether to add it, when one of these
/// was pressed. A prop is always added.
fn cell(ui: &mut Ui, words: Words, thumbnails: &mut Thumbnails, name: &str) -> Option<bool> {
    let is_prop = kansetsu_figures::PROPS.contains(&name);
    let palette = theme::Palette::of(ui.visuals());
    let size = vec2(PICTURE, PICTURE);
    let texture = thumbnails.get(&format!("figure:{name}"), ui.ctx(), || scene(name));
    let picture = match texture {
        Some(texture) => ui.add(
            Image::new(&texture)
                .fit_to_exact_size(size)
                .corner_radius(8.0)
                .bg_fill(palette.sunken)
                .sense(Sense::click()),
        ),
        None => ui.allocate_response(size, Sense::click()),
    };
    let opened = picture.on_hover_text(description(words, name)).clicked();
    ui.add(Label::new(RichText::new(title(words, name)).strong()).truncate());
    let mut wanted = opened.then_some(is_prop);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let buttons = [(words.say("Open", "開く"), false), (words.say("Add", "追加"), true)];
        let (buttons, width) =
            if is_prop { (&buttons[1..], PICTURE) } else { (&buttons[..], 0.5 * (PICTURE - 4.0)) };
        for &(label, adds) in buttons {
            let button = Button::new(label).min_size(vec2(width, ui.spacing().interact_size.y));
            if ui.add(button).on_hover_text(title(words, name)).clicked() {
                wanted = Some(adds);
            }
        }
    });
    wanted
}

/// The figure in its pose, seen a little from the side.
fn scene(name: &str) -> Option<Scene> {
    let actor = Actor::new(Opened::embedded(name).ok()?);
    let world_from_joint = actor.figure.rig.skeleton.forward(&actor.pose);
    let camera = Camera::default().facing(actor.front()).framing(actor.surface(), 1.0);
    let bodies = vec![Body::new(Arc::clone(&actor.figure), world_from_joint)];
    Some(Scene { camera, grid: false, background: [0.0; 4], bodies, ..Scene::default() })
}

/// What people call an embedded figure.
fn title(words: Words, name: &str) -> &str {
    match name {
        "mannequin" => words.say("Mannequin", "マネキン"),
        "arm" => words.say("Arm", "腕"),
        "leg" => words.say("Leg", "脚"),
        "hand" => words.say("Hand", "手"),
        "spine" => words.say("Spine", "背骨"),
        "tentacle" => words.say("Tentacle", "触手"),
        "quadruped" => words.say("Dog", "犬"),
        "robot_arm" => words.say("Robot arm", "ロボットアーム"),
        "chair" => words.say("Chair", "椅子"),
        "table" => words.say("Table", "机"),
        "stairs" => words.say("Stairs", "階段"),
        "box" => words.say("Box", "箱"),
        "ball" => words.say("Ball", "ボール"),
        "sword" => words.say("Sword", "剣"),
        "stick" => words.say("Stick", "棒"),
        "phone" => words.say("Phone", "スマホ"),
        "cup" => words.say("Cup", "コップ"),
        "wall" => words.say("Wall", "壁"),
        "bed" => words.say("Bed", "ベッド"),
        other => other,
    }
}

fn description(words: Words, name: &str) -> &str {
    match name {
        "mannequin" => words.say(
            "An adult of 1.70 m with every joint of a VRM humanoid",
            "身長 1.70 m の大人。VRM ヒューマノイドの全ボーン付き",
        ),
        "arm" => {
            words.say("A left arm from the shoulder to the fingertips", "肩から指先までの左腕")
        }
        "leg" => words.say("A left leg from the hip to the toes", "股関節からつま先までの左脚"),
        "hand" => words.say("A left hand with five fingers", "五本指の左手"),
        "spine" => {
            words.say("24 vertebrae between a pelvis and a head", "骨盤と頭のあいだの 24 個の椎骨")
        }
        "tentacle" => words.say("30 joints of 20° each", "20° ずつ曲がる 30 個のボーン"),
        "quadruped" => words.say("A dog, 0.6 m at the shoulder", "肩の高さ 0.6 m の犬"),
        "robot_arm" => {
            words.say("A six-axis industrial arm with a gripper", "6 軸の産業用アームとグリッパー")
        }
        _ => title(words, name),
    }
}
