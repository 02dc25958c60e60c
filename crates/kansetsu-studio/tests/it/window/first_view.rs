//! What somebody sees first: the figure whole and uncovered, what is posed by hand, and the way to
//! one's own character.

use eframe::egui::{Rect, ThemePreference, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu::glam::Vec2;
use kansetsu_formats::Role;
use kansetsu_studio::{
    app::{
        GivenFile, Look, PictureOrder,
        touchable::{JointAt, hide_others, place_all},
    },
    command::Command,
    document::{Actor, Content, Opened},
    text::Language,
    viewport::{Camera, View},
};

use super::files::{type_path, wait_for};
use crate::{kit::Window, skip::test_data};

const SIZES: [[f32; 2]; 3] = [[1280.0, 720.0], [820.0, 1180.0], [640.0, 400.0]];

fn sized(size: [f32; 2], language: Language) -> Window {
    let mut window = Window::in_language(language);
    window.harness.set_size(size.into());
    window.settle();
    window
}

fn give(window: &mut Window, path: &str) -> bool {
    let Some(file) = test_data(path) else { return false };
    let bytes = std::fs::read(file).expect("a file").into();
    let name = path.rsplit('/').next().unwrap_or(path).to_owned();
    window.studio().services.give(vec![GivenFile { name, bytes }], false);
    window.wait();
    true
}

#[test]
fn the_figure_is_whole_and_nothing_lies_over_it() {
    for language in Language::ALL {
        for size in SIZES {
            let mut window = sized(size, language);
            window.picture(&format!("first-{}-{}", size[0], language.tag()));
            let actor = window.studio().document.actor().expect("a figure").clone();
            let cx = window.studio().context();
            let seen: Vec<_> =
                actor.surface().into_iter().map(|place| cx.pixel_of(place)).collect();
            assert!(seen.iter().all(Option::is_some), "{size:?}: all of it is in view");
            let [open, hint] = match language {
                Language::English => ["Open your character…", "Drag a hand"],
                Language::Japanese => ["自分のモデルを開く…", "手をドラッグしてください"],
            };
            // The smallest view has no room for a hint.
            let is_shown = |name: &&str| window.harness.query_by_label(name).is_some();
            let shown: Vec<&str> = [open, hint].into_iter().filter(is_shown).collect();
            assert!(shown.contains(&open) && (shown.len() == 2 || size[1] < 500.0), "{size:?}");
            let rects: Vec<Rect> =
                shown.iter().map(|name| window.harness.get_by_label(name).rect()).collect();
            for (name, rect) in shown.iter().zip(&rects) {
                assert!(window.viewport().contains_rect(*rect), "{size:?}: {name} is in the view");
                let covered = seen.iter().flatten().filter(|at| rect.contains(**at)).count();
                assert!(
                    covered * 100 <= seen.len(),
                    "{size:?}: {name} covers {covered} of {} points",
                    seen.len()
                );
            }
            assert!(rects.len() < 2 || !rects[0].intersects(rects[1]), "{size:?}");
        }
    }
}

#[test]
fn both_hands_are_in_an_upright_view() {
    let window = sized([820.0, 1180.0], Language::English);
    for hand in ["LeftHand", "RightHand", "leftMiddleDistal", "rightMiddleDistal"] {
        let at = window.pixel(hand);
        assert!(window.viewport().shrink(4.0).contains(at), "{hand} is at {at}");
    }
}

#[test]
fn one_is_led_to_ones_own_character_until_it_is_there() {
    let mut window = Window::open();
    let offers = |window: &Window| window.harness.query_by_label("Open your character…").is_some();
    assert!(offers(&window));
    window.press("Open your character…");
    assert_eq!(window.studio().view.cards.open, kansetsu_studio::app::Open::Path, "it asks which");
    assert!(!offers(&window), "not over a question");
    let mut window = Window::open();
    if give(&mut window, "vrm/unity_example_vrm1.vrm") {
        assert!(!offers(&window));
    }
}

#[test]
fn hair_skirt_and_helper_bones_are_shown_on_request() {
    let Some(file) = test_data("mmd/Gene_light.pmx") else { return };
    let bytes = std::fs::read(file).expect("a file");
    let nothing = |path: &str| Err(format!("there is no {path}"));
    let opened = Opened::file("Gene_light.pmx", bytes.into(), &nothing).expect("a figure");
    let mut content = Content::default();
    content.add(Actor::new(opened));
    let view = View::new(Camera::default(), Vec2::new(900.0, 900.0));
    let actor = content.actors[0].clone();
    let count = |meant: &[JointAt]| {
        let mut placed = place_all(&content, &view, None);
        let all = placed[0].shown.iter().filter(|shown| **shown).count();
        hide_others(&mut placed, &content, meant);
        (all, placed[0].shown.clone())
    };
    let (all, shown) = count(&[]);
    let few = shown.iter().filter(|shown| **shown).count();
    assert!(few < all, "{few} of {all} joints are shown");
    for role in [Role::Hips, Role::Chest, Role::Head, Role::LeftHand, Role::RightFoot] {
        assert!(shown[actor.figure.rig.roles[&role]], "{} is shown", role.name());
    }
    let unhidden = place_all(&content, &view, None)[0].shown.clone();
    let hidden = (0..shown.len()).find(|&joint| unhidden[joint] && !shown[joint]);
    let at = JointAt { actor: 0, joint: hidden.expect("one is hidden") };
    assert!(count(&[at]).1[at.joint], "one that is selected or pointed at is shown");
}

#[test]
fn pictures_have_the_look_of_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    for theme in [ThemePreference::Dark, ThemePreference::Light, ThemePreference::System] {
        let mut window = Window::open();
        window.studio_mut().services.preferences.look = Look::System;
        window.harness.ctx.set_theme(theme);
        window.settle();
        let rect = window.viewport();
        let view = window.harness.render().expect("a picture of the studio");
        let corner = rect.right_top() + vec2(-6.0, 6.0);
        let seen = view.get_pixel(corner.x as u32, corner.y as u32).0;
        window.studio_mut().view.cards.picture = PictureOrder {
            width: 64,
            height: 48,
            transparent: false,
            grid: true,
            ..PictureOrder::default()
        };
        window.run(Command::ExportPicture);
        window.press("Save image…");
        window.wait();
        let path = folder.path().join(format!("{theme:?}.png"));
        type_path(&mut window, &path);
        window.press("Save");
        wait_for(&mut window, &path);
        let picture = image::open(&path).expect("a picture").to_rgba8();
        let kept = picture.get_pixel(0, 0).0;
        let is_near = seen.iter().zip(kept).all(|(a, b)| a.abs_diff(b) <= 2);
        assert!(is_near, "{theme:?}: {seen:?} in the view, {kept:?} in the picture");
    }
}
