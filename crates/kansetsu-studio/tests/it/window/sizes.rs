//! Windows of any size: nothing panics, for any size that the user drags.

use eframe::egui::{Modifiers, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use kansetsu::{
    d3::{Rig, Skeleton, Transform},
    glam::Vec3,
};
use kansetsu_formats::{Figure, gltf};
use kansetsu_studio::{
    app::{GivenFile, Open},
    command::Command,
    text::Language,
};

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

#[test]
fn the_view_keeps_its_place_for_joints_of_every_name_and_pose() {
    let mut window = Window::open();
    let names = |name: &str| name.repeat(12);
    let figure = {
        let mut builder = Skeleton::builder();
        let root = builder.root(names("根元のボーン"), Transform::IDENTITY);
        let next = Transform::from_translation(Vec3::Y);
        let middle = builder.child(root, names("middle of the arm "), next);
        builder.child(
            middle,
            "tip",
            Transform::from_translation(Vec3::new(1234.567, -987.654, 0.1)),
        );
        Figure::new("long", Rig::new(builder.build().expect("a skeleton")))
    };
    let bytes = gltf::write_new(&figure, None).expect("a file");
    let before = window.viewport();
    for name in ["Hips", "LeftHand", "RightIndexProximal"] {
        window.choose(&[name]);
        assert_eq!(window.viewport(), before, "{name}");
    }
    let file = GivenFile { name: "long.glb".to_owned(), bytes: bytes.into() };
    window.studio().services.give(vec![file], false);
    window.wait();
    for joint in 0..3 {
        window.studio_mut().document.set_selection(0, vec![joint]);
        window.settle();
        assert_eq!(window.viewport(), before, "joint {joint}");
        window.picture(&format!("long-name-{joint}"));
    }
}

#[test]
fn nothing_in_the_panel_is_cut() {
    for (language, joint) in [(Language::English, "Joint"), (Language::Japanese, "ボーン")] {
        let mut window = Window::in_language(language);
        for name in ["Hips", "LeftHand", "RightIndexProximal"] {
            window.choose(&[name]);
            window.picture(&format!("panel-{name}-{}", language.tag()));
            let view = window.viewport();
            // The list of joints above scrolls to the right.
            let top =
                window.harness.get_all_by_label(joint).last().expect("a section").rect().top();
            for node in window.harness.root().children_recursive() {
                let Some(rect) = node.accesskit_node().bounding_box() else { continue };
                let is_in_panel = rect.x0 >= f64::from(view.right()) && rect.y0 >= f64::from(top);
                assert!(!is_in_panel || rect.x1 <= 1272.0, "{name}: {rect:?} {node:?}");
            }
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
