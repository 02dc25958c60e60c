//! The figure comes first: messages and handles stay in the background.

use std::time::Duration;

use eframe::egui::{ViewportId, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu_studio::{
    app::{Handle, Look, Studio, Touch, handle_at, keep_in, touchable::place_all},
    command::Command,
    document::recovery::InMemory,
    text::Language,
    viewport::{PICK_RADIUS, scene::Layer},
};

use crate::kit::{Window, limit_of, poles_of};

fn placed(studio: &Studio) -> Vec<kansetsu_studio::app::touchable::Placed> {
    place_all(studio.document.content(), &studio.context().camera_view(), None)
}

/// How many lines and faces lie over everything else: what can be grabbed beside joints.
fn handles(window: &Window) -> usize {
    let studio = window.studio();
    let scene = kansetsu_studio::panel::scene(
        &studio.context(),
        &studio.context().camera_view(),
        &placed(studio),
        &window.harness.ctx.global_style().visuals,
    );
    scene.lines.iter().filter(|line| line.layer == Layer::Handle).count()
        + scene.faces.iter().filter(|face| face.layer == Layer::Handle).count()
}

#[test]
fn a_chosen_joint_is_a_dot_and_nothing_lies_over_it() {
    for name in ["LeftHand", "LeftLowerArm", "Head", "RightFoot"] {
        let mut window = Window::open();
        window.choose(&[name]);
        window.picture(&format!("calm-{name}"));
        assert_eq!(handles(&window), 0, "{name}");
        let studio = window.studio();
        assert!(limit_of(studio, &placed(studio)).is_none() && poles_of(studio).is_empty());
        let view = studio.context().camera_view();
        let touch = Touch { at: view.size * 0.5, radius: PICK_RADIUS, joint: None };
        assert_eq!(
            handle_at(&studio.document, &studio.session, &view, &placed(studio), touch),
            None
        );
        window.run(Command::ToolMove);
        assert!(handles(&window) > 0, "{name}: arrows, to move it");
    }
}

#[test]
fn a_limit_is_seen_while_its_section_is_pointed_at_while_it_stops_a_drag_or_where_it_is_switched_on()
 {
    let mut window = Window::open();
    window.choose(&["LeftLowerArm"]);
    let is_shown = |window: &Window| limit_of(window.studio(), &placed(window.studio())).is_some();
    let section = window.harness.get_by_label("Limit").rect().center();
    assert!(!is_shown(&window));
    window.move_to(section);
    window.settle();
    assert!(is_shown(&window), "pointed at");
    window.picture("limit-pointed-at");
    window.move_to(section - vec2(600.0, 0.0));
    window.settle();
    assert!(!is_shown(&window));
    window.run(Command::ToggleLimitsShown);
    assert!(is_shown(&window), "switched on");
}

#[test]
fn a_pole_is_there_while_its_limb_is_dragged() {
    let mut window = Window::open();
    let hand = window.pixel("LeftHand");
    window.drag(hand, hand + vec2(-90.0, 10.0));
    let limb = poles_of(window.studio()).first().map(|pole| pole.limb);
    assert!(limb.is_some());
    window.drop_at(hand + vec2(-90.0, 10.0));
    assert!(
        poles_of(window.studio()).is_empty()
            && window.studio().session.hover.handle != limb.map(Handle::Pole)
    );
}

#[test]
fn what_is_told_is_one_line_beside_the_figure_and_goes_by_itself() {
    for (language, name) in [(Language::English, "Dismiss"), (Language::Japanese, "閉じる")] {
        let mut window = Window::with(language, Look::Light);
        for sentence in ["one", "two", "three"] {
            window.studio_mut().services.banners.news(
                format!("{sentence} more thing that it is good to know, said at some length")
                    .into(),
            );
        }
        window.settle();
        window.picture(&format!("banner-{}", language.tag()));
        let close = window.harness.get_by_label(name).rect();
        let head = window.pixel("Head");
        let hand = window.pixel("LeftHand");
        assert!(
            close.bottom() < head.y - 20.0
                || close.right() < hand.x.min(head.x)
                || close.left() > hand.x.max(head.x),
            "{close} {head}"
        );
        assert_eq!(window.harness.query_all_by_label(name).count(), 1, "one line");
        // A quarter of a second a step.
        window.harness.run_steps(40);
        assert!(
            window.studio().services.banners.shown.is_empty(),
            "{:?}",
            window.studio().services.banners.shown
        );
    }
}

#[test]
fn an_error_is_gone_after_the_next_thing_that_is_done() {
    let mut window = Window::open();
    window.run(Command::Redo);
    assert_eq!(window.studio().services.banners.shown.len(), 1, "there is nothing to redo");
    window.picture("banner-problem");
    window.studio_mut().editor().edit("turn", |actor| {
        actor.pose.locals[3].rotation *= kansetsu::glam::Quat::from_rotation_y(0.3)
    });
    assert!(window.studio().services.banners.shown.is_empty());
}

/// When the app window asks for the next picture.
fn next_picture(window: &Window) -> Duration {
    window.harness.output().viewport_output[&ViewportId::ROOT].repaint_delay
}

#[test]
fn an_idle_window_asks_for_no_picture() {
    let mut window = Window::open();
    keep_in(&mut window.studio_mut().services, Box::new(InMemory::with_files()));
    window.studio_mut().services.preferences.knows_how = true;
    window.studio_mut().services.preferences.hints = 2;
    let hand = window.pixel("LeftHand");
    let mut step = |what: &str, act: &mut dyn FnMut(&mut Window)| {
        act(&mut window);
        // Long enough for records to be kept, for fades and for messages.
        window.harness.run_steps(120);
        assert_eq!(next_picture(&window), Duration::MAX, "{what}");
    };
    step("as it opens", &mut |_| {});
    step("with a chosen joint under the pointer", &mut |window| window.click(hand));
    step("with work that is not saved", &mut |window| {
        window.drag_and_drop(hand, hand + vec2(-30.0, -60.0))
    });
    step("after something was told", &mut |window| {
        window.studio_mut().services.banners.problem("no".into())
    });
    step("after a motion was played", &mut |window| {
        window.run(Command::KeyAll);
        window.run(Command::Play);
        window.harness.run_steps(8);
        window.run(Command::Play);
    });
    step("with a card", &mut |window| window.run(Command::Shortcuts));
    assert!(window.studio().document.is_modified());
}
