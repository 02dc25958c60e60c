//! Parts of the body that the user corrects.

use eframe::egui::Key;
use kansetsu::d3::{Limit, limit::Hinge};
use kansetsu::glam::Vec3;
use kansetsu_formats::Role;
use kansetsu_studio::{
    app::{GivenFile, project_text},
    document::Actor,
    text::Language,
};

use crate::kit::Window;

fn actor(window: &Window) -> Actor {
    (**window.studio().document.actor().expect("a figure")).clone()
}

fn hand(window: &Window) -> Option<usize> {
    actor(window).figure.rig.roles.get(&Role::LeftHand).copied()
}

#[test]
fn a_part_is_set_to_the_selected_joint_kept_and_undone() {
    for (language, section, set) in
        [(Language::English, "Body parts", "Set"), (Language::Japanese, "体の部位", "設定")]
    {
        let mut window = Window::in_language(language);
        let (wrist, elbow) = (window.joint("LeftHand"), window.joint("LeftLowerArm"));
        let before = actor(&window);
        let own = Some(Limit::Hinge(Hinge::free(Vec3::X)));
        let shoulder = window.joint("RightShoulder");
        let limit = own.clone();
        window.studio_mut().editor().edit("limit", move |actor| {
            std::sync::Arc::make_mut(&mut actor.constraints.limits)[shoulder] = limit;
        });
        window.choose(&["LeftLowerArm"]);
        window.press(section);
        window.harness.run_steps(10);
        // The hips are the first part, the left hand is the eighteenth.
        window.press_nth(set, 17);
        window.picture(&format!("body-parts-{}", language.tag()));
        assert_eq!(hand(&window), Some(elbow));
        let after = actor(&window);
        assert!(!after.figure.rig.roles.contains_key(&Role::LeftLowerArm), "one part per joint");
        assert_eq!(after.figure.rig.limb_to(wrist), None);
        assert_eq!(after.constraints.limits[shoulder], own, "a limit set by hand stays");
        let text = project_text(&window.studio().document).expect("a project");
        let mut other = Window::open();
        let file = GivenFile { name: "a.kansetsu".to_owned(), bytes: text.into_bytes().into() };
        other.studio().services.give(vec![file], false);
        other.wait();
        assert_eq!((hand(&other), other.hash()), (Some(elbow), window.hash()));
        window.choose(&["LeftHand"]);
        window.press_nth(set, 17);
        window.choose(&["LeftLowerArm"]);
        window.press_nth(set, 16);
        let again = actor(&window);
        assert_eq!(again.figure.rig.roles, before.figure.rig.roles);
        assert_eq!(again.figure.rig.limits, before.figure.rig.limits);
        let limbs = |actor: &Actor| {
            let limbs = actor.figure.rig.limbs.iter();
            let mut joints: Vec<_> = limbs.map(|limb| [limb.base, limb.middle, limb.tip]).collect();
            joints.sort_unstable();
            joints
        };
        assert_eq!(limbs(&again), limbs(&before));
        assert_eq!(again.figure.rig.mirrors, before.figure.rig.mirrors);
        for _ in 0..3 {
            window.key_with(eframe::egui::Modifiers::COMMAND, Key::Z);
        }
        assert_eq!(hand(&window), Some(wrist));
        assert!(actor(&window).roles.is_none());
    }
}
