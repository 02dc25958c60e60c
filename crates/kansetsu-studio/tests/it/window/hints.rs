//! A new user sees one hint at a time, and none twice.

use eframe::egui::{Key, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu_studio::text::Language;

use crate::kit::Window;

const SAID: [[&str; 3]; 2] = [
    ["Drag a hand", "Pin a foot", "Animate it"],
    ["手をドラッグしてください", "足を固定してみましょう", "動きを付けてみましょう"],
];

fn told(window: &Window, language: Language) -> Option<usize> {
    SAID[language as usize].iter().position(|title| window.harness.query_by_label(title).is_some())
}

#[test]
fn a_drag_a_pin_and_a_key_are_hinted_at_in_turn() {
    for language in Language::ALL {
        let mut window = Window::in_language(language);
        for hint in 0..3 {
            // A hint comes when the one before has been done for a while.
            window.harness.run_steps(10);
            assert_eq!(told(&window, language), Some(hint));
            window.picture(&format!("hint-{hint}-{}", language.tag()));
            match hint {
                0 => {
                    let hand = window.pixel("LeftHand");
                    window.drag_and_drop(hand, hand + vec2(-30.0, -60.0));
                }
                1 => {
                    let foot = window.pixel("LeftFoot");
                    window.click(foot);
                    window.key(Key::P);
                }
                _ => window.key(Key::K),
            }
        }
        window.harness.run_steps(20);
        assert_eq!(told(&window, language), None);
        let knows = window.studio().services.preferences.clone();
        let mut next = Window::in_language(language);
        next.studio_mut().services.preferences = knows;
        next.harness.run_steps(20);
        assert_eq!(told(&next, language), None, "no hint appears twice");
    }
}

#[test]
fn a_hint_goes_by_itself() {
    let mut window = Window::open();
    assert_eq!(told(&window, Language::English), Some(0));
    // A quarter of a second a step.
    window.harness.run_steps(150);
    assert_eq!(told(&window, Language::English), None);
}
