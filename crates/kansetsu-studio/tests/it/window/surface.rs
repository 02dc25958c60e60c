//! A hand that is dragged over the body, and the children of the trunk.

use eframe::egui::vec2;
use kansetsu::{d3::Capsule, glam::Quat};
use kansetsu_studio::{command::Command, text::Language};

use crate::kit::Window;

#[test]
fn a_hand_that_is_dragged_over_the_chest_lies_on_it_until_that_is_switched_off() {
    for language in [Language::English, Language::Japanese] {
        let mut window = Window::in_language(language);
        window.run(Command::ViewFront);
        window.harness.run_steps(60);
        let before = window.place("LeftHand");
        let hand = window.pixel("LeftHand");
        let chest = window.pixel("UpperChest") + vec2(0.0, 30.0);
        window.drag(hand, chest);
        window.settle();
        window.picture(&format!("surface-drag-{}", language.tag()));
        window.drop_at(chest);
        let on = window.place("LeftHand");
        assert!(window.pixel("LeftHand").distance(chest) < 3.0, "it stays under the pointer");
        assert!(on.z > before.z + 0.08, "before the chest: {on}");
        window.run(Command::Undo);
        window.run(Command::ToggleContact);
        window.drag_and_drop(hand, chest);
        let through = window.place("LeftHand");
        assert!(
            (through.z - before.z).abs() < 0.01 && window.pixel("LeftHand").distance(chest) < 3.0,
            "in its plane: {through}"
        );
    }
}

/// How deep the arms are in the trunk, the head and each other, metres: capsules around the bones.
fn depth(window: &Window) -> f32 {
    let actor = window.studio().document.actor().expect("a figure").clone();
    let maps = actor.figure.rig.skeleton.forward(&actor.pose);
    actor
        .figure
        .rig
        .collision_pairs()
        .iter()
        .map(|pair| -Capsule::distance(pair, &maps))
        .fold(0.0, f32::max)
}

#[test]
fn an_arm_that_is_dragged_over_the_trunk_is_never_deep_in_it_until_that_is_switched_off() {
    for view in [Command::ViewFront, Command::ViewBack] {
        let mut window = Window::open();
        window.run(view);
        window.harness.run_steps(60);
        let hand = window.pixel("LeftHand");
        let mut depths = [0.0_f32; 2];
        for contact in [true, false] {
            for (joint, way) in [
                ("UpperChest", vec2(0.0, 30.0)),
                ("Chest", vec2(15.0, 0.0)),
                ("Spine", vec2(-15.0, 0.0)),
                ("Head", vec2(0.0, -10.0)),
            ] {
                let to = window.pixel(joint) + way;
                window.drag(hand, to);
                let deepest = &mut depths[usize::from(!contact)];
                *deepest = deepest.max(depth(&window));
                window.drop_at(to);
                window.run(Command::Undo);
            }
            window.run(Command::ToggleContact);
        }
        assert!(
            depths[0] < 0.02 && depths[1] > 0.05,
            "{view:?}: {depths:?} m deep, with and without"
        );
    }
}

#[test]
fn a_foot_that_is_dragged_down_stays_on_the_floor() {
    let mut window = Window::open();
    let sole = |window: &Window| {
        let actor = window.studio().document.actor().expect("a figure").clone();
        actor.surface().into_iter().map(|point| point.y).fold(f32::INFINITY, f32::min)
    };
    let before = sole(&window);
    let foot = window.pixel("LeftFoot");
    window.drag_and_drop(foot, foot + vec2(-30.0, 60.0));
    assert!(sole(&window) > before - 2e-3, "{} m through the floor", before - sole(&window));
    window.picture("surface-foot");
}

/// They are on the trunk and cannot move against it: so it bends.
#[test]
fn the_base_of_the_neck_and_the_clavicles_lead_the_trunk_and_the_shoulders_their_clavicles() {
    for (joint, way) in [
        ("Neck", vec2(-24.0, 3.0)),
        ("LeftShoulder", vec2(20.0, 10.0)),
        ("RightShoulder", vec2(-20.0, 10.0)),
    ] {
        let mut window = Window::open();
        let (from, hips, foot) =
            (window.pixel(joint), window.place("Hips"), window.place("LeftFoot"));
        window.drag_and_drop(from, from + way);
        assert!(
            window.pixel(joint).distance(from + way) < 3.0,
            "{joint}: {} of {way}",
            window.pixel(joint).distance(from + way)
        );
        assert!(
            window.place("Hips").distance(hips) < 1e-4
                && window.place("LeftFoot").distance(foot) < 1e-4,
            "{joint}"
        );
        let turned = |name: &str| {
            window.pose().locals[window.joint(name)].rotation.angle_between(Quat::IDENTITY)
        };
        assert!(
            ["Spine", "Chest"].into_iter().all(|name| turned(name) > 0.02),
            "{joint}: the whole trunk bends"
        );
        window.picture(&format!("trunk-{joint}"));
    }
    let mut window = Window::open();
    let rest = window.pose();
    let shoulder = window.pixel("LeftUpperArm");
    window.drag_and_drop(shoulder, shoulder + vec2(-3.0, -16.0));
    let moved =
        |name: &str| window.pose().locals[window.joint(name)] != rest.locals[window.joint(name)];
    assert!(
        moved("LeftShoulder") && !moved("UpperChest"),
        "a shoulder is shrugged by its clavicle"
    );
}
