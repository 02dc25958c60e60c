//! The expression of the selected figure: a slider for each expression and each morph target.

use eframe::egui::{CollapsingHeader, Slider, Ui};
use kansetsu_formats::Expression;

use crate::{
    app::{Action, Context, Words},
    document::Actor,
    motion::KeyAt,
    text::Phrase,
};

/// What expressions of VRM are called, by the names of VRM 1.0.
static USUAL: [(&str, Phrase); 19] = [
    ("neutral", Phrase::new("Neutral", "ニュートラル")),
    ("happy", Phrase::new("Happy", "喜び")),
    ("angry", Phrase::new("Angry", "怒り")),
    ("sad", Phrase::new("Sad", "哀しみ")),
    ("relaxed", Phrase::new("Relaxed", "リラックス")),
    ("surprised", Phrase::new("Surprised", "驚き")),
    ("aa", Phrase::new("A", "あ")),
    ("ih", Phrase::new("I", "い")),
    ("ou", Phrase::new("U", "う")),
    ("ee", Phrase::new("E", "え")),
    ("oh", Phrase::new("O", "お")),
    ("blink", Phrase::new("Blink", "まばたき")),
    ("blinkLeft", Phrase::new("Blink left", "まばたき（左）")),
    ("blinkRight", Phrase::new("Blink right", "まばたき（右）")),
    ("lookUp", Phrase::new("Look up", "視線（上）")),
    ("lookDown", Phrase::new("Look down", "視線（下）")),
    ("lookLeft", Phrase::new("Look left", "視線（左）")),
    ("lookRight", Phrase::new("Look right", "視線（右）")),
    ("custom", Phrase::new("Custom", "カスタム")),
];

/// Whether the selected figure has expressions or morph targets.
pub fn has_something_to_show(cx: &Context<'_>) -> bool {
    cx.actor().is_some_and(|actor| !actor.figure.expression_names().is_empty())
}

/// Shows the sliders.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let Some(actor) = cx.actor() else { return actions };
    let words = cx.words();
    let is_changed = !actor.face.weights().is_empty();
    let reset = words.say("Reset expression", "表情をリセット");
    if ui.add_enabled(is_changed, eframe::egui::Button::new(reset)).clicked() {
        let label = Phrase::new("Reset expression", "表情をリセット");
        actions.push(Action::try_edit(label, Actor::reset_expressions));
    }
    keys(ui, cx, actor, &mut actions);
    let names = actor.figure.expression_names();
    let of = |name: &str| actor.figure.expressions.iter().find(|known| known.name == name);
    let (expressions, morphs): (Vec<&str>, Vec<&str>) =
        names.into_iter().partition(|name| of(name).is_some());
    for name in &expressions {
        row(ui, words, (actor, of(name)), name, &mut actions);
    }
    let mut targets = |ui: &mut Ui| {
        for name in &morphs {
            row(ui, words, (actor, None), name, &mut actions);
        }
    };
    match (expressions.is_empty(), morphs.is_empty()) {
        (_, true) => {}
        (true, false) => targets(ui),
        (false, false) => {
            let title = words.say("Morph targets", "シェイプキー");
            CollapsingHeader::new(title).id_salt("morph targets").show(ui, targets);
        }
    }
    actions
}

/// Says whether expressions are keyed here, and removes these keys.
fn keys(ui: &mut Ui, cx: &Context<'_>, actor: &Actor, actions: &mut Vec<Action>) {
    let Some(motion) = actor.playing().filter(|motion| !motion.weights.is_empty()) else { return };
    let time = motion.snapped(cx.document.time());
    let remove = cx.words().say("Delete expression keys here", "ここの表情キーを削除");
    let button = eframe::egui::Button::new(remove);
    if ui.add_enabled(motion.has_weight_key(time), button).clicked() {
        let label = Phrase::new("Delete expression keys", "表情キーを削除");
        actions.push(Action::edit(label, move |actor| {
            actor
                .playing_mut()
                .into_iter()
                .for_each(|motion| motion.delete_keys(&[KeyAt::face(time)]));
        }));
    }
}

/// The slider of one, under its usual name.
fn row(
    ui: &mut Ui,
    words: Words,
    (actor, expression): (&Actor, Option<&Expression>),
    name: &str,
    actions: &mut Vec<Action>,
) {
    let usual = USUAL.iter().find(|(known, _)| *known == name && expression.is_some());
    let shown = usual.map_or(name, |(_, usual)| usual.get(words.0));
    let mut weight = actor.expression(name);
    let mut slider = Slider::new(&mut weight, 0.0..=1.0).text(shown);
    if expression.is_some_and(|expression| expression.is_binary) {
        slider = slider.step_by(1.0);
    }
    let mut response = ui.name_inputs(shown, |ui| ui.add(slider));
    if expression.is_some_and(|expression| expression.material_binds > 0) {
        response = response.on_hover_text(words.say(
            "It also changes materials, which is not shown here.",
            "マテリアルの変更も含むが、ここでは表示されない。",
        ));
    }
    if response.changed() {
        let name = name.to_owned();
        actions.push(Action::try_edit_field(response.id, move |actor| {
            actor.set_expression(&name, weight)
        }));
    }
}
