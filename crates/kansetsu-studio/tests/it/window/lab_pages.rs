//! The pages of the lab that show figures: driven by the pointer and the keys, and read back
//! against the library called directly.

use eframe::egui::{Key, OutputCommand, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu::{
    classic::{EditorCcd, EditorChain},
    glam::Vec3,
};
use kansetsu_lab::{Course, Editor, Held, HeldLimb, Method, Page, Plan, Rule, Score};
use kansetsu_studio::{app::open_fragment, text::Language};

use super::lab::{hold, lab};
use crate::kit::Window;

fn number(window: &Window, key: &str) -> f32 {
    lab(window)["state"][key].as_f64().expect("a number") as f32
}

fn place(window: &Window, name: &str) -> Vec3 {
    Vec3::from(["x", "y", "z"].map(|axis| number(window, &format!("{name}_{axis}"))))
}

fn at(fragment: &str) -> Window {
    let mut window = Window::in_language(Language::English);
    open_fragment(window.studio_mut(), &format!("#lab/{fragment}"));
    window.settle();
    window
}

/// The middle of the lab page, in the app window.
fn middle(window: &Window, name: &str) -> Pos2 {
    window.harness.get_by_label(&format!("page {name}")).rect().center()
}

#[test]
fn a_step_of_the_lesson_sets_its_values() {
    for (language, button) in
        [(Language::English, "Set up step 2"), (Language::Japanese, "準備：ステップ 2")]
    {
        let mut window = Window::in_language(language);
        open_fragment(window.studio_mut(), "#lab/elbow?side=1");
        window.settle();
        window.press(button);
        window.picture(&format!("lab-lesson-{}", language.tag()));
        assert_eq!(lab(&window)["values"]["a"].as_f64(), Some(80.0));
        assert!(lab(&window)["link"].as_str().expect("a link").contains("a=80"));
    }
}

#[test]
fn a_race_fills_its_table_with_the_librarys_numbers_and_the_table_is_copied() {
    let mut window = at("race?goals=60&seed=3");
    for _ in 0..60 {
        window.harness.run_steps(1);
    }
    assert_eq!(number(&window, "done"), 60.0);
    let rig = kansetsu_figures::mannequin().rig;
    let limb = &rig.limbs[0];
    let mut course = Course::new(&rig, [limb.base, limb.tip], &rig.limits).expect("an arm");
    course.seed = 3;
    let goals: Vec<Vec3> = (0..60).map(|index| course.goal(index)).collect();
    for method in Method::ALL {
        let mut score = Score::default();
        score.extend(&mut course, method, &goals, None);
        let percent = score.percent();
        assert_eq!(
            f64::from(number(&window, method.key())),
            f64::from(percent as f32),
            "{method:?}"
        );
    }
    window.harness.get_by_label("Copy CSV").scroll_to_me();
    window.harness.run_steps(6);
    window.harness.get_by_label("Copy CSV").click();
    let copied = (0..8).find_map(|_| {
        window.harness.step();
        window.harness.output().platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    });
    let copied = copied.expect("the table");
    assert!(
        copied.starts_with("Solver,goals,reached %") && copied.lines().count() == 9,
        "{copied}"
    );
    let before = number(&window, "view_deg");
    hold(&mut window, Key::D, 4);
    assert!(number(&window, "view_deg") < before);
}

#[test]
fn a_place_is_pointed_at_and_the_limit_that_is_why_is_told() {
    let mut window = at("reach?cells=6");
    window.harness.run_steps(30);
    assert_eq!(number(&window, "known"), 1.0);
    let from = middle(&window, "reach");
    window.move_to(from);
    window.button(from, true);
    window.move_to(from + vec2(-40.0, -60.0));
    window.button(from + vec2(-40.0, -60.0), false);
    let pointed = place(&window, "point");
    hold(&mut window, Key::ArrowUp, 3);
    let now = place(&window, "point");
    assert!(now.y > pointed.y, "{pointed} {now}");
    let rig = kansetsu_figures::mannequin().rig;
    let limb = &rig.limbs[0];
    let mut plan =
        Plan::new(&rig, [limb.base, limb.tip], rig.limits.clone(), Vec::new()).expect("an arm");
    let reached = plan.solve(now).expect("numbers");
    assert!((reached.distance - number(&window, "distance")).abs() < 1e-5);
    assert!(!reached.is_met);
    let why = plan.why(now, &reached).expect("numbers")[0].joint;
    assert_eq!(number(&window, "why"), why as f32);
    let name = &rig.skeleton.joints()[why].name;
    assert!(window.harness.query_all_by_label_contains(name).next().is_some(), "{name} is shown");
}

#[test]
fn the_hand_is_led_and_every_rule_says_where_the_elbow_goes() {
    let mut window = at("swivel");
    let before = place(&window, "target");
    let from = middle(&window, "swivel") + vec2(-60.0, 90.0);
    window.move_to(from);
    window.button(from, true);
    window.move_to(from + vec2(20.0, 0.0));
    window.button(from + vec2(20.0, 0.0), false);
    hold(&mut window, Key::W, 2);
    let target = place(&window, "target");
    assert!(target.distance(before) > 0.01, "{target}");
    let figure = kansetsu_figures::mannequin();
    let held = HeldLimb::new(&figure, &figure.rig.limbs[0], target).expect("an arm");
    for (key, rule) in
        ["pole", "rest", "palm", "parger", "ease", "prior"].into_iter().zip(Rule::ALL)
    {
        let says = held.by(rule).expect("numbers").expect("an arm").angle.to_degrees();
        assert!(
            (says - number(&window, key)).abs() < 0.05,
            "{rule:?}: {says} {}",
            number(&window, key)
        );
    }
}

#[test]
fn a_joint_is_dragged_in_the_editor_as_the_classic_method_says() {
    let mut window = at("editor?levels=3");
    hold(&mut window, Key::ArrowUp, 1);
    let (x, y) = (number(&window, "drag_x"), number(&window, "drag_y"));
    assert!(x == 0.0 && y > 0.0, "{x} {y}");
    // The same events in sequence: each continues from the one before.
    let rig = kansetsu_figures::mannequin().rig;
    let tip = rig.limbs[0].tip;
    let chain = EditorChain::new(&rig.skeleton, tip, 3, |_| false).expect("a chain");
    let mut page = Editor::default();
    page.set("levels", "3").expect("a number");
    let mut pose = rig.skeleton.rest_pose();
    let start = rig.skeleton.forward(&pose)[tip].translation;
    let mut distance = f32::NAN;
    while page.values().number("drag_y") < f64::from(y) {
        page.tick(Held { up: true, ..Held::default() });
        let target = start + page.way().in_space;
        distance = EditorCcd::default()
            .solve(&rig.skeleton, &chain, target, &mut pose)
            .expect("numbers")
            .distance();
    }
    assert_eq!(number(&window, "distance"), distance);
    let tip_before = number(&window, "tip");
    let centre = middle(&window, "editor");
    for step in 0..40 {
        let to = centre + vec2(-300.0 + 7.0 * step as f32, -60.0 + 3.0 * step as f32);
        window.move_to(to);
        window.button(to, true);
        window.button(to, false);
    }
    assert_ne!(number(&window, "tip"), tip_before, "another joint was taken");
}

#[test]
fn pages_take_the_figure_that_is_open_with_its_pins() {
    let mut window = Window::open();
    let foot = window.pixel("LeftFoot");
    window.click(foot);
    window.press("Pin");
    window.press("Lab");
    window.press("Reach map");
    let values = lab(&window)["values"].clone();
    assert_eq!((values["figure"].as_f64(), values["pins"].as_f64()), (Some(8.0), Some(2.0)));
    window.press("Comparison");
    assert_eq!(lab(&window)["values"]["figure"].as_f64(), Some(8.0));
    assert!(lab(&window)["state"]["tip"].as_f64().expect("a joint") > 0.0);
}
