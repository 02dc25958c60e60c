//! Joints are selected in a box.

use eframe::egui::{Modifiers, PointerButton, Pos2, Rect, vec2};
use kansetsu_studio::command::Preset;

use crate::kit::Window;

/// A box around two joints, and a little more.
fn around(window: &Window, joints: [&str; 2]) -> [Pos2; 2] {
    let [a, b] = joints.map(|joint| window.pixel(joint));
    let rect = Rect::from_two_pos(a, b).expand(24.0);
    [rect.left_top(), rect.right_bottom()]
}

/// The names of the selected joints.
fn selected(window: &Window) -> Vec<String> {
    let document = &window.studio().document;
    let skeleton = &document.actor().expect("a figure").figure.rig.skeleton;
    let names = document.selection.joints.iter();
    let mut names: Vec<String> =
        names.map(|&joint| skeleton.joints()[joint].name.clone()).collect();
    names.sort();
    names
}

const LEFT: [&str; 2] = ["LeftFoot", "LeftLowerLeg"];

#[test]
fn each_preset_selects_in_a_box() {
    for (preset, modifiers) in [
        (Preset::Kansetsu, Modifiers::COMMAND),
        (Preset::Mmd, Modifiers::COMMAND),
        (Preset::Blender, Modifiers::NONE),
        (Preset::Maya, Modifiers::NONE),
    ] {
        let mut window = Window::open();
        window.studio_mut().services.preferences.preset = preset;
        window.run(kansetsu_studio::command::Command::ViewFront);
        let (hash, camera) = (window.hash(), window.studio().document.view.camera);
        let left = around(&window, ["LeftLowerLeg", "LeftFoot"]);
        window.drag_with((PointerButton::Primary, modifiers), left[1], left[0]);
        assert_eq!(selected(&window), LEFT, "{preset:?}");

        let right = around(&window, ["RightLowerLeg", "RightFoot"]);
        let adds = modifiers | Modifiers::SHIFT;
        window.drag_with((PointerButton::Primary, adds), right[0], right[1]);
        assert_eq!(selected(&window).len(), 4, "{preset:?}: Shift adds");
        assert_eq!((window.hash(), window.studio().document.view.camera), (hash, camera));

        let empty = window.viewport().right_top() + vec2(-30.0, 30.0);
        window.drag_with((PointerButton::Primary, modifiers), empty, empty + vec2(-40.0, 40.0));
        assert!(selected(&window).is_empty(), "{preset:?}: an empty box selects nothing");
    }
}

#[test]
fn a_box_is_drawn_and_given_up_with_the_right_button() {
    let mut window = Window::open();
    window.studio_mut().services.preferences.preset = Preset::Maya;
    window.run(kansetsu_studio::command::Command::ViewFront);
    let [to, from] = around(&window, ["LeftLowerLeg", "LeftFoot"]);
    window.move_to(from);
    window.button(from, true);
    window.move_to(to);
    window.harness.run_steps(2);
    window.picture("select-box");
    assert!(window.studio().session.select_box().is_some());
    window.harness.event(eframe::egui::Event::PointerButton {
        pos: to,
        button: PointerButton::Secondary,
        pressed: true,
        modifiers: Modifiers::NONE,
    });
    window.harness.run_steps(2);
    window.button(to, false);
    window.settle();
    assert!(selected(&window).is_empty());
}
