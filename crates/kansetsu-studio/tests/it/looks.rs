//! The app window as it looks in a few states.

use eframe::egui::{Key, vec2};
use egui_kittest::kittest::Queryable;
use image::{RgbaImage, imageops};
use kansetsu_studio::{app::Look, text::Language};

use crate::{golden, kit::Window};

/// The figures without the panels around them.
fn viewport(window: &mut Window, name: &str) -> RgbaImage {
    let rect = window.harness.get_by_label(name).rect();
    let picture = window.harness.render().expect("a picture");
    let [left, top, width, height] =
        [rect.left(), rect.top(), rect.width(), rect.height()].map(|points| points.round() as u32);
    imageops::crop_imm(&picture, left, top, width, height).to_image()
}

/// The limb that follows, the line to where it should be, the limits that are met.
#[test]
fn golden_hand_dragged_too_far() {
    let mut window = Window::open();
    let hand = window.pixel("LeftHand");
    window.drag(hand, hand + vec2(90.0, -70.0));
    window.settle();
    golden::check("dragged", &viewport(&mut window, "Viewport"));
}

#[test]
fn golden_pinned_feet_and_lowered_hips() {
    let mut window = Window::open();
    for foot in ["LeftFoot", "RightFoot"] {
        let at = window.pixel(foot);
        window.click(at);
        window.press("Pin");
    }
    let hips = window.pixel("Hips");
    window.drag(hips, hips + vec2(10.0, 45.0));
    window.drop_at(hips + vec2(10.0, 45.0));
    golden::check("pinned", &viewport(&mut window, "Viewport"));
}

#[test]
fn golden_two_keys_in_a_dark_japanese_window() {
    let mut window = Window::with(Language::Japanese, Look::Dark);
    window.key(Key::K);
    window.studio_mut().document.set_time(1.0);
    let hand = window.pixel("LeftHand");
    window.drag(hand, hand + vec2(-30.0, -120.0));
    window.drop_at(hand + vec2(-30.0, -120.0));
    window.key(Key::K);
    let picture = window.harness.render().expect("a picture");
    golden::check("keyed", &picture);
}
