//! The lab in the app window.

use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use kansetsu::{
    d2::{
        Side,
        solve::{Elbow, TwoBone},
    },
    glam::Vec2,
};
use kansetsu_studio::{
    app::{open_fragment, run_command, state},
    command::Command,
    text::Language,
};
use serde_json::Value;

use crate::kit::Window;

pub(super) fn lab(window: &Window) -> Value {
    state(window.studio())["lab"].clone()
}

fn number(window: &Window, part: &str, key: &str) -> f32 {
    lab(window)[part][key].as_f64().expect("a number") as f32
}

pub(super) fn hold(window: &mut Window, key: Key, frames: usize) {
    let event = |pressed| Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    window.harness.event(event(true));
    window.harness.run_steps(frames);
    window.harness.event(event(false));
    window.harness.run_steps(1);
}

#[test]
fn one_click_leads_to_the_elbow_and_a_key_changes_the_angle_in_the_formula() {
    let mut window = Window::open();
    window.press("Lab");
    assert_eq!(lab(&window)["page"], "elbow");
    let before = number(&window, "state", "angle_deg");
    hold(&mut window, Key::W, 4);
    hold(&mut window, Key::ArrowLeft, 8);
    let [end, middle] = ["end", "middle"].map(|name| {
        Vec2::new(
            number(&window, "state", &format!("{name}_x")),
            number(&window, "state", &format!("{name}_y")),
        )
    });
    assert!(end.x < 940.0 && end.y > 350.0, "{end}");
    let elbow = Elbow { upper: 150.0, lower: 150.0, side: Side::Left, direction: Vec2::X };
    let place = TwoBone::default().place(&elbow, Vec2::new(640.0, 350.0), end).expect("numbers");
    assert_eq!(middle, place.middle, "the library called directly");
    let angle = number(&window, "state", "angle_deg");
    assert!((angle - before).abs() > 1.0);
    assert!(
        window.harness.query_by_label(&format!("A = {angle:.1}°")).is_some(),
        "the formula says it"
    );
    window.harness.key_press(Key::Escape);
    window.settle();
    assert!(lab(&window).is_null(), "Escape leaves");
}

#[test]
fn the_pointer_leads_the_end_and_keys_stay_with_the_lab() {
    let mut window = Window::open();
    let hash = window.hash();
    window.press("Lab");
    let canvas = window.harness.get_by_label("page elbow").rect();
    let at = canvas.center() + eframe::egui::vec2(30.0, -40.0);
    window.move_to(at);
    window.button(at, true);
    window.button(at, false);
    let end = Vec2::new(number(&window, "state", "end_x"), number(&window, "state", "end_y"));
    assert!(
        end.x > 660.0 && end.y > 370.0 && end.distance(Vec2::new(640.0, 350.0)) < 200.0,
        "{end}"
    );
    // Delete and K are commands of the studio.
    for key in [Key::Delete, Key::K, Key::R] {
        hold(&mut window, key, 1);
    }
    assert_eq!(window.hash(), hash, "nothing of the document has changed");
}

#[test]
fn a_bad_value_is_refused_in_place() {
    let mut window = Window::open();
    window.press("Lab");
    let type_in = |window: &mut Window, text: &str| {
        window.harness.query_all_by_label("Upper bone b").last().expect("a field").click();
        window.harness.run_steps(2);
        window.harness.event(Event::Key {
            key: Key::A,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::COMMAND,
        });
        window.harness.run_steps(1);
        window.harness.event(Event::Text(text.to_owned()));
        window.harness.run_steps(2);
    };
    type_in(&mut window, "-3");
    assert!(window.harness.query_by_label("The value must be from 1 to 400.").is_some());
    assert_eq!(number(&window, "values", "b"), 150.0);
    type_in(&mut window, "x");
    assert!(window.harness.query_by_label("\"x\" is not a number.").is_some());
    type_in(&mut window, "120");
    assert!(window.harness.query_by_label("The value must be from 1 to 400.").is_none());
    assert_eq!(number(&window, "values", "b"), 120.0);
}

#[test]
fn a_link_opens_the_page_that_it_names_and_a_wrong_one_is_told() {
    let mut window = Window::in_language(Language::Japanese);
    open_fragment(window.studio_mut(), "#lab/tentacle?joints=5&mode=1");
    window.settle();
    assert_eq!(
        (lab(&window)["page"].as_str(), number(&window, "values", "joints")),
        (Some("tentacle"), 5.0)
    );
    assert!(window.harness.query_all_by_label("関節の数").next().is_some());
    assert_eq!(lab(&window)["link"], "lab/tentacle?joints=5&mode=1");
    open_fragment(window.studio_mut(), "#lab/tentacle?joints=5000");
    window.settle();
    let told = lab(&window)["told"].to_string();
    assert!(told.contains("64"), "{told}");
    assert!(window.harness.query_by_label_contains("64").is_some(), "it is seen");
    assert_eq!(number(&window, "values", "joints"), 5.0, "and the values are unchanged");
}

#[test]
fn every_page_opens_in_both_languages_and_moves() {
    for language in Language::ALL {
        let mut window = Window::in_language(language);
        window.harness.run_steps(1);
        let context = window.harness.ctx.clone();
        run_command(window.studio_mut(), Command::Lab, &context);
        window.settle();
        for name in kansetsu_lab::NAMES {
            open_fragment(window.studio_mut(), &format!("#lab/{name}"));
            window.settle();
            let before = lab(&window)["state"].clone();
            hold(&mut window, Key::ArrowUp, 3);
            hold(&mut window, Key::A, 3);
            assert_ne!(lab(&window)["state"], before, "{name}");
        }
    }
}

#[test]
fn space_begins_the_demonstration_and_ends_it() {
    let mut window = Window::open();
    window.press("Lab");
    window.harness.key_press(Key::Space);
    window.harness.run_steps(8);
    let shown = lab(&window)["shown"].as_u64().expect("it runs");
    let mut page = kansetsu_lab::open("elbow").expect("a page");
    (0..shown as usize).for_each(|frame| page.demonstrate(frame));
    for (key, value) in page.state() {
        assert_eq!(number(&window, "state", key), value as f32, "{key}");
    }
    window.harness.key_press(Key::Space);
    window.harness.run_steps(2);
    assert!(lab(&window)["shown"].is_null());
}

#[test]
fn the_bar_leads_back_and_a_copied_link_is_told() {
    let mut window = Window::open();
    window.press("Lab");
    window.press("Copy link");
    assert_eq!(lab(&window)["told"], "Link copied.");
    window.press("日本語");
    assert!(window.harness.query_by_label("リンクをコピーしました。").is_some());
    window.press("← スタジオ");
    assert!(lab(&window).is_null());
}
