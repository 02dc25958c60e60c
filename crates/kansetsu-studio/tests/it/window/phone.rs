//! The studio on a phone, held either way, with fingers.

use eframe::egui::{Event, Pos2, Rect, TouchDeviceId, TouchId, TouchPhase, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use kansetsu_studio::{
    app::Open,
    app::Sheet,
    command::{Category, Command, TABLE},
    text::Language,
};

use crate::kit::Window;

const UPRIGHT: Vec2 = vec2(390.0, 844.0);
const SIDEWAYS: Vec2 = vec2(844.0, 390.0);
/// Points: what a finger hits.
const FINGER: f32 = 44.0;

/// Points: the bar below.
const BAR: f32 = 62.0;

fn phone(language: Language, size: Vec2) -> Window {
    let mut window = Window::in_language(language);
    window.harness.set_size(size);
    window.settle();
    window
}

fn touch(window: &mut Window, id: u64, phase: TouchPhase, at: Pos2) {
    window.harness.event(Event::Touch {
        device_id: TouchDeviceId(1),
        id: TouchId(id),
        phase,
        pos: at,
        force: None,
    });
}

/// Puts fingers down, moves all of them in steps, and lifts them.
fn fingers(window: &mut Window, from: &[Pos2], way: impl Fn(Pos2) -> Vec2) {
    let each = |window: &mut Window, phase: TouchPhase, part: f32| {
        for (id, &at) in from.iter().enumerate() {
            let at = at + part * way(at);
            // The first finger is a pointer, too, as windows and browsers tell it.
            if id == 0 {
                window.harness.event(Event::PointerMoved(at));
            }
            touch(window, id as u64, phase, at);
            if id == 0 && phase != TouchPhase::Move {
                window.button(at, phase == TouchPhase::Start);
            }
        }
        if phase == TouchPhase::End {
            window.harness.event(Event::PointerGone);
        }
        window.harness.run_steps(1);
    };
    each(window, TouchPhase::Start, 0.0);
    for step in 1..=8 {
        each(window, TouchPhase::Move, step as f32 / 8.0);
    }
    each(window, TouchPhase::End, 1.0);
    window.settle();
}

#[test]
fn the_view_comes_first_and_the_whole_figure_is_in_it() {
    for language in Language::ALL {
        for size in [UPRIGHT, SIDEWAYS] {
            let mut window = phone(language, size);
            let studio = window.studio();
            let view = studio.context().camera_view().size;
            assert!(view.x * view.y > 0.85 * size.x * size.y, "{view} of {size}");
            let hidden = studio.document.actor().expect("a figure").surface();
            let hidden = hidden
                .into_iter()
                .filter(|point| studio.context().pixel_of(*point).is_none())
                .count();
            assert_eq!(hidden, 0, "{size}");
            window.picture(&format!("phone-{}-{}", size.x, language.tag()));
        }
    }
}

#[test]
fn the_bar_poses_pins_keys_takes_back_and_plays() {
    for size in [UPRIGHT, SIDEWAYS] {
        let mut window = phone(Language::English, size);
        window.studio_mut().services.preferences.knows_how = true;
        let foot = window.pixel("LeftFoot");
        window.click(foot);
        window.press("Pin");
        assert_eq!(window.studio().document.actor().expect("a figure").constraints.pins.len(), 1);
        window.press("Key");
        window.studio_mut().document.set_time(1.0);
        let hand = window.pixel("LeftHand");
        let low = window.place("LeftHand").y;
        window.drag_and_drop(hand, hand + vec2(-20.0, -60.0));
        window.press("Key");
        assert!(window.place("LeftHand").y > low + 0.1);
        window.press("Play");
        assert!(window.studio().document.playback.playing);
        window.press("Stop");
        window.studio_mut().document.set_time(1.0);
        window.press("Undo");
        window.press("Undo");
        window.settle();
        assert!((window.place("LeftHand").y - low).abs() < 1e-4);
    }
}

/// The texts of what can be pressed, with their places.
fn pressed_by_fingers(window: &Window) -> Vec<(String, Rect)> {
    let buttons = window.harness.get_all_by_role(eframe::egui::accesskit::Role::Button);
    buttons.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect())).collect()
}

#[test]
fn what_is_pressed_is_as_large_as_a_finger_and_nothing_overlaps() {
    for language in Language::ALL {
        for size in [UPRIGHT, SIDEWAYS] {
            for sheet in
                [None, Some(Sheet::Tools), Some(Sheet::Menu), Some(Sheet::Joint), Some(Sheet::Time)]
            {
                let mut window = phone(language, size);
                window.studio_mut().view.sheet = sheet;
                window.choose(&["LeftHand"]);
                window.picture(&format!("phone-{}-{sheet:?}-{}", size.x, language.tag()));
                let mut buttons = pressed_by_fingers(&window);
                // What is scrolled past the sheet's end is cut off there.
                let end = if size == UPRIGHT { size.y - BAR } else { size.y };
                let is_of_the_bar = |rect: &Rect| {
                    size == UPRIGHT
                        && (rect.width() - (size.x - 4.0) / 6.0).abs() < 1.0
                        && rect.top() >= end
                };
                buttons.retain(|(_, rect)| rect.bottom() <= end || is_of_the_bar(rect));
                assert!(buttons.len() >= 6);
                for (name, rect) in &buttons {
                    let is_large = rect.height() >= FINGER - 0.5 && rect.width() >= FINGER - 0.5;
                    assert!(is_large, "{name} in {sheet:?} at {size}: {rect}");
                }
                // Its list of joints scrolls by itself: rows lie behind what is above and below,
                // where they are cut off.
                if sheet == Some(Sheet::Joint) {
                    continue;
                }
                for (index, (name, rect)) in buttons.iter().enumerate() {
                    let over = buttons[index + 1..]
                        .iter()
                        .find(|(_, other)| other.shrink(1.0).intersects(rect.shrink(1.0)));
                    assert!(over.is_none(), "{name} and {over:?} in {sheet:?} at {size}");
                }
            }
        }
    }
}

/// Presses the heading of a menu; a button of the bar may be called the same.
fn unfold(window: &mut Window, name: &str) {
    window.harness.get_all_by_label(name).last().expect("a heading").scroll_to_me();
    window.harness.run_steps(6);
    window.harness.get_all_by_label(name).last().expect("a heading").click();
    window.settle();
}

#[test]
fn every_command_is_reached() {
    for language in Language::ALL {
        for size in [UPRIGHT, SIDEWAYS] {
            let mut window = phone(language, size);
            window.press(if language == Language::English { "More" } else { "その他" });
            assert_eq!(window.studio().view.sheet, Some(Sheet::Menu));
            for category in Category::ALL {
                unfold(&mut window, category.name().get(language));
                // What is on has a tick before its name.
                if category == Category::Tool {
                    unfold(
                        &mut window,
                        if language == Language::English { "Solver" } else { "ソルバー" },
                    );
                }
                for row in TABLE.iter().filter(|row| row.category == category) {
                    // Solvers stand in a menu of their own, without the word.
                    let name = row
                        .name
                        .get(language)
                        .trim_start_matches("Solver: ")
                        .trim_start_matches("ソルバー：");
                    assert!(
                        window.harness.query_all_by_label_contains(name).next().is_some(),
                        "{name} at {size}"
                    );
                }
                window.picture(&format!("phone-{}-menu-{category:?}-{}", size.x, language.tag()));
                unfold(&mut window, category.name().get(language));
            }
        }
    }
}

/// Moves a pen, in the air without a phase.
fn pen(window: &mut Window, phase: Option<TouchPhase>, at: Pos2, force: f32) {
    window.harness.event(Event::PointerMoved(at));
    if let Some(phase) = phase {
        let (device_id, id) = (TouchDeviceId(7), TouchId(1));
        window.harness.event(Event::Touch { device_id, id, phase, pos: at, force: Some(force) });
        if phase != TouchPhase::Move {
            window.button(at, phase == TouchPhase::Start);
        }
    }
    window.harness.run_steps(1);
}

/// A pen reports its place before it touches, how hard it presses, and trembles.
#[test]
fn a_pen_drags_a_hand() {
    for language in Language::ALL {
        for size in [UPRIGHT, SIDEWAYS] {
            let mut window = phone(language, size);
            (
                window.studio_mut().services.preferences.knows_how,
                window.studio_mut().services.preferences.hints,
            ) = (true, 2);
            let draw = |window: &mut Window, from: Pos2, to: Pos2| {
                pen(window, Some(TouchPhase::Start), from, 0.1);
                for step in 1..=24 {
                    let part = step as f32 / 24.0;
                    let tremble = vec2((7.0 * part).sin(), (9.0 * part).cos()) * (1.0 - part);
                    pen(
                        window,
                        Some(TouchPhase::Move),
                        from + part * (to - from) + tremble,
                        0.2 + 0.7 * part,
                    );
                }
                pen(window, Some(TouchPhase::End), to, 0.0);
                window.harness.event(Event::PointerGone);
                window.settle();
            };
            let hand = window.pixel("LeftHand");
            pen(&mut window, None, hand, 0.0);
            assert_eq!(
                window.studio().session.hover.joint,
                Some(window.joint("LeftHand")),
                "told before it touches"
            );
            let camera = window.studio().document.view.camera;
            let to = hand + vec2(-20.0, -40.0);
            draw(&mut window, hand, to);
            assert!(
                window.pixel("LeftHand").distance(to) < 2.0,
                "{} {to}",
                window.pixel("LeftHand")
            );
            assert_eq!(
                (window.studio().document.undo_count(), window.studio().document.view.camera),
                (1, camera)
            );
            window.picture(&format!("pen-{}-{}", size.x, language.tag()));
        }
    }
}

#[test]
fn two_fingers_look_around_and_zoom_three_move_the_view() {
    for size in [UPRIGHT, SIDEWAYS] {
        let mut window = phone(Language::English, size);
        let camera = |window: &Window| window.studio().document.view.camera;
        let middle = Pos2::ZERO + 0.5 * size;
        let pair = [middle - vec2(60.0, 0.0), middle + vec2(60.0, 0.0)];
        let before = camera(&window);
        fingers(&mut window, &pair, |_| vec2(50.0, 0.0));
        let turned = camera(&window);
        assert!((turned.yaw - before.yaw).abs() > 0.05, "the view orbits");
        assert!(
            (turned.distance / before.distance - 1.0).abs() < 0.02,
            "{} {}",
            before.distance,
            turned.distance
        );
        fingers(&mut window, &pair, |at| 0.5 * (at - middle));
        let near = camera(&window);
        assert!(near.distance < 0.8 * turned.distance, "{} {}", turned.distance, near.distance);
        let three = [pair[0], middle, pair[1]];
        fingers(&mut window, &three, |_| vec2(0.0, 40.0));
        let moved = camera(&window);
        assert!(moved.target.distance(near.target) > 0.02 && (moved.yaw - near.yaw).abs() < 1e-4);
        assert_eq!(window.studio().document.undo_count(), 0, "no joint was touched");
    }
}

#[test]
fn cards_and_the_palette_fit_into_the_window() {
    for language in Language::ALL {
        for size in [UPRIGHT, SIDEWAYS] {
            for open in [
                Open::Gallery,
                Open::Help,
                Open::FirstSteps,
                Open::About,
                Open::Picture,
                Open::SavePose,
                Open::Rename,
            ] {
                let mut window = phone(language, size);
                window.studio_mut().view.cards.open = open;
                window.settle();
                window.picture(&format!("phone-{}-card-{open:?}-{}", size.x, language.tag()));
                let whole = Rect::from_min_size(Pos2::ZERO, size);
                for (name, rect) in pressed_by_fingers(&window) {
                    assert!(
                        rect.left() >= 0.0 && rect.right() <= whole.right() + 0.5,
                        "{name} of {open:?} at {size}: {rect}"
                    );
                }
            }
        }
    }
}

/// Into the picture without Alt: some desktops take that key for themselves, and fingers have none.
#[test]
fn a_drag_goes_into_depth_by_a_switch() {
    let mut window = Window::open();
    window.press("Depth");
    let (from, before) = (window.pixel("LeftHand"), window.place("LeftHand"));
    window.drag_and_drop(from, from + vec2(0.0, 60.0));
    let (moved, seen) =
        (window.place("LeftHand") - before, window.pixel("LeftHand").distance(from));
    assert!(moved.length() > 0.1 && seen < 30.0, "{moved} is {seen} pixels");
    window.run(kansetsu_studio::command::Command::Undo);
    window.press("Depth");
    window.drag_and_drop(from, from + vec2(0.0, 60.0));
    assert!(window.pixel("LeftHand").distance(from) > 50.0);
}

#[test]
fn a_body_pose_is_put_on_and_pictures_are_ordered_with_a_finger() {
    for (language, [joint, poses, wave, menu, file, film]) in [
        (Language::English, ["Joint", "Poses", "Wave", "Menu", "File", "Export video…"]),
        (
            Language::Japanese,
            ["ボーン", "ポーズ集", "手を振る", "メニュー", "ファイル", "動画を書き出す…"],
        ),
    ] {
        for (held, size) in [("upright", UPRIGHT), ("sideways", SIDEWAYS)] {
            let mut window = phone(language, size);
            let rest = window.place("RightHand");
            let more = if language == Language::English { "More" } else { "その他" };
            window.press(more);
            let tag = format!("{held}-{}", language.tag());
            let press_first = |window: &mut Window, name: &str| {
                // The sheet and a section in it may have one name.
                let first = window
                    .harness
                    .get_all_by_label(name)
                    .min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
                first.expect("it is there").click();
                window.settle();
            };
            press_first(&mut window, joint);
            window.press(poses);
            while window.studio().services.draws_thumbnails() {
                window.harness.run_steps(1);
            }
            window.press(wave);
            window.picture(&format!("phone-poses-{tag}"));
            assert!(window.place("RightHand").distance(rest) > 0.2);
            window.run(Command::Key);
            press_first(&mut window, menu);
            press_first(&mut window, file);
            window.press(film);
            window.picture(&format!("phone-film-{tag}"));
            assert_eq!(window.studio().view.cards.open, Open::Picture);
        }
    }
}
