//! Menus in windows of several heights: every row is reached.

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Rect, TouchPhase, vec2,
};
use egui_kittest::{Node, kittest::Queryable};
use kansetsu_studio::{
    command::{Category, TABLE},
    text::Language,
};

use crate::kit::Window;

/// A window of this size with an open menu.
fn opened(language: Language, category: Category, size: [f32; 2]) -> Window {
    let mut window = Window::in_language(language);
    window.harness.set_size(size.into());
    window.harness.run_steps(3);
    let title = category.name();
    let menus = window.harness.get_all_by_label(title.get(language));
    let menu = menus.min_by(|a, b| a.rect().top().total_cmp(&b.rect().top())).expect("a menu");
    let at = menu.rect().center();
    window.click(at);
    window.harness.run_steps(4);
    window
}

/// The names of the rows of a menu, from the top.
fn rows(category: Category, language: Language) -> Vec<&'static str> {
    let rows = TABLE.iter().filter(|row| row.category == category);
    let mut names: Vec<&str> = rows
        .filter(|row| !row.id.starts_with("tool.solver_"))
        .map(|row| row.name.get(language))
        .collect();
    if category == Category::View {
        names.push(if language == Language::English { "Language" } else { "言語" });
    }
    names
}

/// Where a row is; the menu is over everything else of the same name.
fn place(window: &Window, name: &str) -> Rect {
    let is_row = |node: &Node<'_>| {
        let rect = node.rect();
        rect.height() < 40.0 && rect.width() > 200.0 && rect.top() > 20.0
    };
    let mut nodes = window.harness.get_all_by_label_contains(name);
    nodes.rfind(is_row).expect("a row").rect()
}

fn is_in(rect: Rect, [width, height]: [f32; 2]) -> bool {
    Rect::from_min_size(Default::default(), vec2(width, height)).contains_rect(rect)
}

/// Turns the wheel down over the menu.
fn scroll(window: &mut Window, points: f32) {
    window.harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, points),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    window.harness.run_steps(20);
}

#[test]
fn menus_of_a_window_of_800_points_show_every_row_at_once() {
    let size = [1280.0, 800.0];
    for language in Language::ALL {
        for category in Category::ALL {
            let mut window = opened(language, category, size);
            for name in rows(category, language) {
                let rect = place(&window, name);
                assert!(is_in(rect, size), "{name}: {rect:?}");
            }
            window.picture(&format!("menu-{category:?}-{}", language.tag()));
        }
    }
}

#[test]
fn the_wheel_reaches_the_last_row_of_a_menu_in_a_low_window() {
    for size in [[960.0, 440.0], [1280.0, 720.0]] {
        for language in Language::ALL {
            for category in Category::ALL {
                let mut window = opened(language, category, size);
                let names = rows(category, language);
                let first = place(&window, names[0]);
                assert!(is_in(first, size), "{}: {first:?}", names[0]);
                window.move_to(first.center());
                scroll(&mut window, -2000.0);
                let last = names[names.len() - 1];
                let rect = place(&window, last);
                assert!(is_in(rect, size), "{last} at {size:?}: {rect:?}");
                window.picture(&format!("low-menu-{category:?}-{}-{}", size[1], language.tag()));
            }
        }
    }
}

#[test]
fn a_click_reaches_a_row_at_the_end_of_a_menu() {
    for [width, height] in [[1280.0, 800.0], [1280.0, 720.0], [960.0, 440.0]] {
        let mut window = opened(Language::English, Category::View, [width, height]);
        let first = place(&window, rows(Category::View, Language::English)[0]);
        window.move_to(first.center());
        for _ in 0..40 {
            if is_in(place(&window, "日本語で表示"), [width, height - 10.0]) {
                break;
            }
            scroll(&mut window, -60.0);
        }
        let at = place(&window, "日本語で表示").center();
        window.click(at);
        let language = window.studio().context().language();
        assert_eq!(language, Language::Japanese, "{width} × {height}");
    }
}

#[test]
fn a_click_on_a_field_of_a_menu_leaves_it_open() {
    let mut window = Window::open();
    let document = &mut window.studio_mut().document;
    document
        .edit("keep", |content| content.save_pose(0, "resting", &[], None).map(drop))
        .expect("there is a figure");
    window.settle();
    window.press("Poses");
    let tile = window.harness.get_by_label("resting");
    tile.scroll_to_me();
    window.harness.run_steps(8);
    window.harness.get_by_label("resting").click_secondary();
    window.harness.run_steps(4);
    let at = window.harness.get_by_label("Pose name").rect().center();
    window.click(at);
    window.harness.get_by_label("Pose name").type_text(" well");
    window.harness.run_steps(2);
    window.key(Key::Enter);
    assert_eq!(window.studio().document.content().poses[0].name, "resting well");

    let mut window = opened(Language::English, Category::Tool, [1280.0, 800.0]);
    let at = window.harness.get_by_label("Rotation step").rect().center();
    window.click(at);
    window.harness.get_by_label("Rotation step").type_text("7");
    window.harness.run_steps(2);
    window.key(Key::Enter);
    assert_eq!(window.studio().document.settings.snapping.angle_deg, 7.0);
}
