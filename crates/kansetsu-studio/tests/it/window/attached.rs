//! Figures that are attached to joints of others.

use eframe::egui::vec2;
use egui_kittest::kittest::Queryable;
use kansetsu::glam::{Affine3, Quat, Vec3};
use kansetsu_studio::{
    app::project_text,
    command::Command,
    document::{
        Actor, Opened,
        project::{Surroundings, load},
    },
    text::Language,
};

use crate::kit::Window;

/// A mannequin and a sword near its right hand; the sword is selected.
fn armed(language: Language) -> Window {
    let mut window = Window::in_language(language);
    let hand = window.place("RightHand");
    let document = &mut window.studio_mut().document;
    document
        .edit("add", |content| {
            let sword = content.add(Actor::new(Opened::embedded("sword").expect("a prop")));
            content.actor_mut(sword)?.placement =
                Affine3::from_rotation_translation(Quat::from_rotation_z(0.4), hand);
            Ok(())
        })
        .expect("it is added");
    document.selection.actor = 1;
    document.selection.joints.clear();
    window.settle();
    window
}

/// `hand_from_sword`.
fn held(window: &Window) -> Affine3 {
    let actors = &window.studio().document.content().actors;
    let joint = actors[0].figure.find_joint("RightHand").expect("a hand");
    let hand = actors[0].placement * actors[0].figure.rig.skeleton.forward(&actors[0].pose)[joint];
    hand.inverse() * actors[1].placement
}

fn attach(window: &mut Window) {
    let hand = window.studio().document.content().actors[0].figure.find_joint("RightHand").ok();
    let done = window
        .studio_mut()
        .document
        .edit("attach", |content| content.attach(1, hand.map(|hand| (0, hand))));
    done.expect("it is attached");
    window.settle();
}

#[test]
fn a_sword_follows_the_hand_and_is_let_go_and_undone() {
    let mut window = armed(Language::English);
    attach(&mut window);
    let before = held(&window);
    window.studio_mut().document.selection.actor = 0;
    window.settle();
    let start = window.studio().document.content().actors[1].placement;
    let from = window.pixel("RightHand");
    window.drag_and_drop(from, from + vec2(60.0, 80.0));
    assert!(held(&window).abs_diff_eq(before, 1e-5), "the sword stays in the hand");
    let moved = window.studio().document.content().actors[1].placement;
    assert!(moved.translation.distance(start.translation) > 0.1, "it moved with the hand");
    window.picture("sword-in-hand");

    window.run(Command::Undo);
    assert_eq!(window.studio().document.content().actors[1].placement, start);
    window.run(Command::Redo);
    assert!(held(&window).abs_diff_eq(before, 1e-5));

    // A new place of the sword is a new grip.
    let document = &mut window.studio_mut().document;
    let place = start * Affine3::from_translation(Vec3::new(0.0, 0.05, 0.0));
    document
        .edit("move", |content| {
            content.actor_mut(1)?.placement = place;
            Ok(())
        })
        .expect("it moves");
    assert!(document.content().actors[1].placement.abs_diff_eq(place, 1e-5));

    // Without the figure that carried it, it stays where it is.
    document.edit("remove", |content| content.remove(0)).expect("it is removed");
    let sword = &document.content().actors[0];
    assert!(sword.attachment.is_none() && sword.placement.abs_diff_eq(place, 1e-5));
}

#[test]
fn it_follows_a_motion_in_the_view_and_in_pictures() {
    let mut window = armed(Language::English);
    attach(&mut window);
    let before = held(&window);
    window.studio_mut().document.selection.actor = 0;
    window.settle();
    window.run(Command::NewMotion);
    window.run(Command::KeyAll);
    window.studio_mut().document.set_time(1.0);
    window.settle();
    let from = window.pixel("RightHand");
    window.drag_and_drop(from, from + vec2(60.0, 80.0));
    window.run(Command::KeyAll);
    for time in [0.0, 0.4, 1.0] {
        let document = &mut window.studio_mut().document;
        // What a film draws, while the view is at another time.
        let poses: Vec<_> =
            document.content().actors.iter().map(|actor| actor.pose_at(time)).collect();
        let filmed = document.content().placements(&poses);
        document.set_time(time);
        assert!(held(&window).abs_diff_eq(before, 1e-5), "at {time} s");
        let seen = window.studio().document.content().actors[1].placement;
        assert!(filmed[1].abs_diff_eq(seen, 1e-5), "at {time} s");
    }
}

#[test]
fn attachments_are_chosen_saved_and_refused_in_circles() {
    for (language, section, field, hand, nothing) in [
        (Language::English, "Figure", "Attached to", "mannequin: RightHand", "Nothing"),
        (Language::Japanese, "モデル", "取り付け先", "mannequin: 右手", "なし"),
    ] {
        let mut window = armed(language);
        window.press(section);
        window.press_nth(field, 1);
        window.picture(&format!("attach-{}", language.tag()));
        let row = window.harness.get_by_label_contains(hand).rect().center();
        window.click(row);
        let document = &window.studio().document;
        assert!(document.content().actors[1].attachment.is_some(), "{language:?}");

        let text = project_text(document).expect("a project is plain data");
        let loaded = load(&text, Surroundings::NONE).expect("it loads");
        assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
        assert_eq!(loaded.document.content(), document.content());
        let mut wrong: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        wrong["figures"][1]["attachment"]["name"] = "Third hand".into();
        let mut infinite = wrong.clone();
        infinite["figures"][1]["attachment"]["name"] = "RightHand".into();
        infinite["figures"][1]["attachment"]["joint_from_model"][9] = 1e39.into();
        let loaded = load(&infinite.to_string(), Surroundings::NONE).expect("the rest is kept");
        assert!(loaded.warnings[0].contains("infinite"), "{:?}", loaded.warnings);
        let loaded = load(&wrong.to_string(), Surroundings::NONE).expect("the rest is kept");
        assert!(loaded.warnings[0].contains("Third hand"), "{:?}", loaded.warnings);
        assert!(loaded.document.content().actors[1].attachment.is_none());

        let circle =
            window.studio_mut().document.edit("attach", |content| content.attach(0, Some((1, 0))));
        assert!(circle.is_err(), "the sword is in the hand");
        let document = &mut window.studio_mut().document;
        let own = document.edit("attach", |content| content.attach(1, Some((1, 0))));
        assert!(own.is_err(), "to itself");
        let head = document.content().actors[0].figure.find_joint("LeftUpperArm").expect("a joint");
        let done = document.edit("attach", |content| content.attach(1, Some((0, head))));
        done.expect("any joint carries");
        window.settle();
        let shown = if language == Language::English { "LeftUpperArm" } else { "左上腕" };
        let shown = format!("mannequin: {shown}");
        assert!(
            window.harness.query_by_value(&shown).is_some()
                || window.harness.query_all_by_label_contains(&shown).next().is_some(),
            "{shown} is named"
        );
        window.press_nth(field, 1);
        window.press(nothing);
        assert!(window.studio().document.content().actors[1].attachment.is_none());
    }
}
