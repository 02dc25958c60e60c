//! Draws the picture of the studio that the README begins with: a hand is dragged, the arm follows.
//!
//! `cargo run -p kansetsu-studio --example window_picture -- en studio.png`; `ja` for Japanese. It needs no display.

use std::error::Error;

use eframe::egui::{Event, PointerButton, Pos2, Theme, vec2};
use egui_kittest::Harness;
use kansetsu_studio::app::{Look, Studio};
use kansetsu_studio::text::Language;

/// The window, in points.
const SIZE: [f32; 2] = [1280.0, 800.0];
/// The picture, in pixels: small enough for a first screen.
const WIDTH: u32 = 960;
/// The hand, and how far it is dragged, in points.
const HAND: &str = "LeftHand";
const DRAG: [f32; 2] = [-130.0, -95.0];

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(language), Some(path)) = (words.next(), words.next()) else {
        return Err("say a language (en or ja) and where the picture goes".into());
    };
    let language = match language.as_str() {
        "en" => Language::English,
        "ja" => Language::Japanese,
        other => return Err(format!("no language is called {other}; en and ja are").into()),
    };
    let mut window = open(language);
    let hand = pixel(window.state(), HAND).ok_or("the figure has no hand in view")?;
    drag(&mut window, hand, hand + vec2(DRAG[0], DRAG[1]));
    let picture = window.render()?;
    let height = picture.height() * WIDTH / picture.width();
    image::imageops::resize(&picture, WIDTH, height, image::imageops::FilterType::Lanczos3).save(path)?;
    Ok(())
}

fn open(language: Language) -> Harness<'static, Studio> {
    let builder = Harness::builder().with_size(vec2(SIZE[0], SIZE[1])).with_theme(Theme::Dark).wgpu();
    let mut window = builder.build_eframe(move |creation| {
        let mut studio = Studio::with_language(language);
        studio.preferences.look = Look::Dark;
        studio.attach(&creation.egui_ctx, creation.wgpu_render_state.as_ref());
        studio
    });
    window.run_steps(3);
    window
}

fn pixel(studio: &Studio, name: &str) -> Option<Pos2> {
    let actor = studio.document.actor()?;
    let joint = actor.figure.find_joint(name).ok()?;
    studio.pixel_of(actor.placement.transform_point3(actor.figure.rig.skeleton.forward(&actor.pose)[joint].translation))
}

/// Drags without letting go at the end.
fn drag(window: &mut Harness<'static, Studio>, from: Pos2, to: Pos2) {
    window.event(Event::PointerMoved(from));
    window.run_steps(1);
    window.event(Event::PointerButton { pos: from, button: PointerButton::Primary, pressed: true, modifiers: Default::default() });
    window.run_steps(1);
    for step in 1..=8_u8 {
        window.event(Event::PointerMoved(from + (to - from) * (f32::from(step) / 8.0)));
        window.run_steps(1);
    }
}
