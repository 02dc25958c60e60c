//! Props: added from the shelf, moved, turned, saved, and refused where a body is needed.

use eframe::egui::vec2;
use egui_kittest::kittest::Queryable;
use kansetsu_figures::{NAMES, PROPS};
use kansetsu_studio::{
    app::{GivenFile, Open, project_text},
    command::Command,
    document::Source,
    text::Language,
};

use crate::kit::Window;

/// Adds a prop from the card with the figures; it becomes the active figure.
fn add(window: &mut Window, name: &str) {
    let index = PROPS.iter().position(|prop| prop == &name).expect("a prop");
    let label = match window.studio().context().language() {
        Language::English => "Add",
        Language::Japanese => "追加",
    };
    window.run(Command::AddFigure);
    window.press_nth(label, NAMES.len() + index);
    assert_eq!(window.studio().view.cards.open, Open::Nothing);
}

/// Selects the joint of the active prop.
fn select(window: &mut Window) {
    let last = window.studio().document.content().actors.len() - 1;
    window.studio_mut().document.set_selection(last, vec![0]);
    window.settle();
}

#[test]
fn every_prop_is_added_in_both_languages_and_one_undo_takes_it_away() {
    for language in [Language::English, Language::Japanese] {
        let mut window = Window::in_language(language);
        window.run(Command::AddFigure);
        let (heading, last) = match language {
            Language::English => ("Props", "Bed"),
            Language::Japanese => ("小物", "ベッド"),
        };
        window.picture(&format!("props-group-{}", language.tag()));
        window.harness.get_all_by_label(heading).next().expect("a heading").scroll_to_me();
        window.harness.run_steps(4);
        window.harness.get_all_by_label(last).next().expect("a prop").scroll_to_me();
        while window.studio().services.draws_thumbnails() {
            window.harness.run_steps(1);
        }
        window.harness.run_steps(8);
        window.picture(&format!("props-shelf-{}", language.tag()));
        for name in PROPS {
            let hash = window.hash();
            add(&mut window, name);
            let content = window.studio().document.content();
            assert_eq!(content.actors.len(), 2);
            assert_eq!(content.actors[1].source, Source::Embedded((*name).to_owned()));
            window.picture(&format!("prop-{name}-{}", language.tag()));
            window.run(Command::Undo);
            assert_eq!(window.hash(), hash);
        }
    }
}

#[test]
fn a_prop_follows_the_pointer_with_each_tool_and_turns_with_the_rings() {
    for tool in [Command::ToolReach, Command::ToolMove] {
        let mut window = Window::open();
        add(&mut window, "chair");
        window.run(Command::FrameAll);
        select(&mut window);
        window.run(tool);
        let (from, place, hash) = (window.pixel("Prop"), window.place("Prop"), window.hash());
        window.drag_and_drop(from, from + vec2(60.0, -50.0));
        let gap = window.pixel("Prop").distance(from + vec2(60.0, -50.0));
        assert!(gap < 4.0, "{tool:?}: {gap}");
        assert!(window.place("Prop").distance(place) > 0.05, "{tool:?}");
        window.run(Command::Undo);
        assert_eq!(window.hash(), hash);
    }
    let mut window = Window::open();
    add(&mut window, "sword");
    window.run(Command::ToolRotate);
    window.run(Command::AxesWorld);
    select(&mut window);
    window.run(Command::FrameSelection);
    let (middle, view) = (window.pixel("Prop"), window.studio().context().camera_view().size);
    let ring = (0.1 * view.x).min(0.16 * view.y) * 1.18;
    let before = window.pose();
    window.drag_and_drop(middle + vec2(ring, 0.0), middle + vec2(0.7 * ring, -0.7 * ring));
    assert!(super::apart(&before, &window.pose()) > 20.0);
}

#[test]
fn a_project_with_a_prop_opens_as_it_was_saved() {
    let mut window = Window::open();
    add(&mut window, "stairs");
    window.studio_mut().editor().edit("move", |actor| {
        actor.pose.locals[0].translation.x += 0.7;
    });
    let text = project_text(&window.studio().document).expect("a project is plain data");
    assert!(text.contains("\"stairs\""));
    let mut other = Window::open();
    let file = GivenFile { name: "room.kansetsu".to_owned(), bytes: text.into_bytes().into() };
    other.studio().services.give(vec![file], false);
    other.wait();
    assert_eq!(other.hash(), window.hash());
    let root = other.studio().document.content().actors[1].pose.locals[0];
    assert!((root.translation.x - 0.7).abs() < 1e-6);
}

#[test]
fn a_pose_of_the_body_is_refused_with_a_sentence() {
    let mut window = Window::open();
    assert!(window.harness.query_all_by_label("Body parts").next().is_some());
    add(&mut window, "chair");
    select(&mut window);
    let hash = window.hash();
    assert!(window.harness.query_all_by_label("Body parts").next().is_none());
    window.press("Poses");
    window.press("Wave");
    assert_eq!(window.hash(), hash);
    let banners = &window.studio().services.banners.shown;
    let told = banners.last().expect("a message").text.get(Language::English);
    assert_eq!(told, "The figure has none of the pose's joints.");
}
