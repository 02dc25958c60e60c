//! People who move as people do, and where that is strained.

use eframe::egui::vec2;
use kansetsu_studio::{command::Command, text::Language};

use crate::kit::Window;

#[test]
fn people_move_naturally_until_that_is_switched_off() {
    let mut window = Window::open();
    let hand = window.joint("LeftHand");
    assert!(kansetsu_studio::app::drag::drag_settings(&window.studio().document, hand).natural);
    window.run(Command::ToggleNatural);
    assert!(!kansetsu_studio::app::drag::drag_settings(&window.studio().document, hand).natural);
}

#[test]
fn joints_that_are_strained_are_red() {
    for language in [Language::English, Language::Japanese] {
        let mut window = Window::in_language(language);
        let hand = window.pixel("LeftHand");
        window.drag_and_drop(hand, hand + vec2(-40.0, -90.0));
        let calm = window.red();
        window.run(Command::ToggleComfort);
        window.settle();
        window.picture(&format!("strain-{}", language.tag()));
        assert!(window.red() > calm + 500, "{} pixels are red, {calm} without", window.red());
    }
}
