//! The hands: sliders for the fingers, and shapes that everybody knows.

use eframe::egui::{Button, Id, Slider, Ui};

use crate::{
    app::{Action, Context},
    document::Actor,
    library::{HANDS, HandShape, Side},
    text::{Language, Phrase},
};

/// What the sliders say.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wish {
    /// Left, right.
    sides: [bool; 2],
    curl: f32,
    spread: f32,
    thumb: f32,
}

impl Default for Wish {
    fn default() -> Self {
        Self { sides: [true, true], curl: 0.0, spread: 0.0, thumb: 0.0 }
    }
}

const WISH: &str = "hands";

/// Shows them.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let before = ui.data(|data| data.get_temp::<Wish>(Id::unique(WISH))).unwrap_or_default();
    let mut wish = before;
    ui.horizontal(|ui| {
        ui.checkbox(&mut wish.sides[0], words.say("Left hand", "左手"));
        ui.checkbox(&mut wish.sides[1], words.say("Right hand", "右手"));
    });
    let sliders = [
        (words.say("Curl", "曲げる"), &mut wish.curl, 0.0..=1.0),
        (words.say("Spread", "広げる"), &mut wish.spread, -0.5..=1.0),
        (words.say("Thumb", "親指"), &mut wish.thumb, 0.0..=1.0),
    ];
    let mut field = None;
    for (name, value, range) in sliders {
        let response = ui.name_inputs(name, |ui| ui.add(Slider::new(value, range).text(name)));
        field = response.changed().then_some(response.id).or(field);
    }
    if let Some(field) = field {
        let shape = HandShape {
            curl: [wish.curl; 4],
            spread: wish.spread,
            across: wish.thumb,
            thumb: wish.thumb,
        };
        actions.push(Action::try_edit_field(field, move |actor| shaped(actor, shape, wish.sides)));
    }
    ui.data_mut(|data| data.insert_temp(Id::unique(WISH), wish));
    ui.horizontal_wrapped(|ui| {
        for hand in HANDS {
            let (english, japanese) = hand.name;
            let name = if words.0 == Language::English { english } else { japanese };
            if ui.add(Button::new(name)).clicked() {
                let label = Phrase::new(english, japanese);
                actions.push(Action::try_edit(label, move |actor| {
                    shaped(actor, hand.shape, wish.sides)
                }));
            }
        }
    });
    actions
}

fn shaped(
    actor: &mut Actor,
    shape: HandShape,
    sides: [bool; 2],
) -> Result<(), crate::document::Refusal> {
    for (side, _) in
        [Side::Left, Side::Right].into_iter().zip(sides).filter(|(_, is_meant)| *is_meant)
    {
        actor.pose = shape.put_on(actor, side)?;
    }
    Ok(())
}
