//! Windows of any size: nothing panics, for any size that the user drags.

use eframe::egui::{Modifiers, vec2};
use kansetsu_studio::{app::Open, command::Command, text::Language};

use crate::kit::Window;

/// Points, from a window that is dragged shut to one that fills an 8K screen; among them phones,
/// held either way.
const SIDES: [f32; 16] = [
    1.0, 3.0, 20.0, 64.0, 130.0, 320.0, 360.0, 375.0, 400.0, 568.0, 640.0, 667.0, 844.0, 1280.0,
    4320.0, 7680.0,
];
const SCALES: [f32; 4] = [1.0, 1.25, 2.0, 3.0];

#[test]
fn no_size_and_no_scale_panics_in_either_language() {
    for language in Language::ALL {
        let mut window = Window::in_language(language);
        assert!(!window.studio().services.preferences.knows_how, "the first hint is shown");
        for (column, width) in SIDES.into_iter().enumerate() {
            for (row, height) in SIDES.into_iter().enumerate() {
                window.harness.set_pixels_per_point(SCALES[(row + column) % SCALES.len()]);
                window.harness.set_size(vec2(width, height));
                window.harness.run_steps(2);
            }
        }
        assert!(!window.studio().services.preferences.knows_how, "and has been all the time");
    }
}

#[test]
fn a_joint_is_chosen_dragged_and_keyed_in_windows_of_any_size() {
    let mut window = Window::open();
    window.choose(&["LeftHand"]);
    window.run(Command::KeyAll);
    window.studio_mut().services.preferences.panels.curves = true;
    window.studio_mut().document.view.side_view = true;
    window.studio_mut().document.view.names = true;
    window
        .studio_mut()
        .services
        .banners
        .problem("a sentence that is a little longer than a phone is wide, and then some".into());
    for (column, width) in SIDES.into_iter().enumerate() {
        for height in SIDES {
            window.harness.set_size(vec2(width, height));
            window.harness.run_steps(1);
            window.studio_mut().view.cards.open =
                [Open::Gallery, Open::Help, Open::Path, Open::Nothing][column % 4];
            let middle = eframe::egui::pos2(0.5 * width, 0.5 * height);
            window.drag_with(
                (eframe::egui::PointerButton::Primary, Modifiers::NONE),
                middle,
                middle + vec2(9.0, 7.0),
            );
        }
    }
}

/// The graphics card draws them, too. The largest pictures are left to the sizes above: drawn in
/// software they take minutes.
#[test]
fn windows_of_a_few_points_and_of_phones_are_drawn() {
    for (size, scale) in [
        ([1.0, 1.0], 1.0),
        ([40.0, 700.0], 2.0),
        ([390.0, 844.0], 1.0),
        ([844.0, 390.0], 1.0),
        ([640.0, 400.0], 3.0),
    ] {
        for language in Language::ALL {
            let mut window = Window::in_language(language);
            window.harness.set_pixels_per_point(scale);
            window.harness.set_size(size.into());
            window.harness.run_steps(3);
            window.harness.render().expect("it is drawn");
            window.picture(&format!("size-{}-{}-{}", size[0], size[1], language.tag()));
        }
    }
}
