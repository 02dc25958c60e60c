//! Cards, menus and questions in both languages.

use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use kansetsu_studio::{
    app::Open,
    command::{Category, Command},
    text::Language,
};

use crate::kit::Window;

#[test]
fn every_card_opens_and_escape_closes_it() {
    for language in [Language::English, Language::Japanese] {
        let mut window = Window::in_language(language);
        window.run(Command::KeyAll);
        let joint = window.joint("Head");
        window.studio_mut().editor().edit("turn", move |actor| {
            actor.pose.locals[joint].rotation *= kansetsu::glam::Quat::from_rotation_y(0.3);
        });
        let cards = [
            (Command::AddFigure, Open::Gallery),
            (Command::Shortcuts, Open::Help),
            (Command::FirstSteps, Open::FirstSteps),
            (Command::About, Open::About),
            (Command::RenameFigure, Open::Rename),
            (Command::ExportPicture, Open::Picture),
            (Command::SavePose, Open::SavePose),
            (Command::BakeIk, Open::Bake),
            (Command::BlendIntoMotion, Open::Blend),
            (Command::SaveAs, Open::Path),
        ];
        for (command, card) in cards {
            window.run(command);
            window.harness.run_steps(3);
            assert_eq!(window.studio().view.cards.open, card);
            window.picture(&format!("card-{}-{}", command.row().id, language.tag()));
            // The first one leaves a text field, where there is one.
            window.key(Key::Escape);
            window.key(Key::Escape);
            assert_eq!(window.studio().view.cards.open, Open::Nothing, "{command:?}");
        }
    }
}

#[test]
fn a_section_that_is_unfolded_comes_into_view() {
    for (language, [section, pose, viewport]) in [
        (Language::English, ["Poses", "Hands on hips", "Viewport"]),
        (Language::Japanese, ["ポーズ集", "腰に手", "ビューポート"]),
    ] {
        let mut window = Window::in_language(language);
        window.choose(&["LeftHand"]);
        window.harness.get_by_label(section).scroll_to_me();
        window.harness.run_steps(6);
        window.harness.get_by_label(section).click();
        window.harness.run_steps(20);
        window.picture(&format!("unfolded-{}", language.tag()));
        let height = window.harness.get_by_label(viewport).rect().bottom();
        let seen = window.harness.get_by_label(pose).rect();
        assert!(seen.top() > 40.0 && seen.bottom() < height, "{seen} above {height}");
    }
}

#[test]
fn every_menu_opens() {
    for language in [Language::English, Language::Japanese] {
        for category in Category::ALL {
            let mut window = Window::in_language(language);
            window.choose(&["LeftHand"]);
            let name = category.name().get(language).to_owned();
            let menu = window
                .harness
                .get_all_by_label(&name)
                .min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()))
                .expect("a menu");
            menu.click();
            window.harness.run_steps(4);
            window.picture(&format!("menu-{category:?}-{}", language.tag()));
            let first = kansetsu_studio::command::TABLE
                .iter()
                .find(|row| row.category == category)
                .expect("a row");
            assert!(
                window
                    .harness
                    .query_all_by_label_contains(first.name.get(language))
                    .next()
                    .is_some(),
                "{category:?}"
            );
        }
    }
}

#[test]
fn the_gallery_opens_and_adds_figures() {
    let mut window = Window::open();
    for (index, name) in kansetsu_figures::NAMES.iter().enumerate() {
        window.run(Command::AddFigure);
        window.harness.get_all_by_label("Open").nth(index).expect("a button").click();
        window.settle();
        assert_eq!(window.studio().document.content().actors.len(), 1);
        assert_eq!(window.studio().view.cards.open, Open::Nothing);
        window.picture(&format!("figure-{name}"));
    }
    window.run(Command::AddFigure);
    window.harness.get_all_by_label("Add").next().expect("a button").click();
    window.settle();
    assert_eq!(window.studio().document.content().actors.len(), 2);
    window.picture("figure-two");
}

#[test]
fn panels_are_looked_at_in_both_languages_and_both_looks() {
    for language in [Language::English, Language::Japanese] {
        let mut window = Window::in_language(language);
        window.choose(&["LeftUpperArm"]);
        let [limit, held] = match language {
            Language::English => ["Limit", "Pin"],
            Language::Japanese => ["可動域", "固定"],
        };
        window.press(limit);
        let pin = window
            .harness
            .get_all_by_label(held)
            .min_by(|a, b| a.rect().left().total_cmp(&b.rect().left()))
            .expect("a button");
        pin.click();
        window.harness.run_steps(4);
        window.picture(&format!("panels-{}", language.tag()));
        window.run(Command::ToggleTheme);
        window.run(Command::KeyAll);
        window.harness.run_steps(4);
        window.picture(&format!("panels-dark-{}", language.tag()));
        assert!(window.studio().document.actor().expect("a figure").constraints.pins.len() == 1);
    }
}

#[test]
fn the_gallery_shows_what_there_is_and_a_picture_opens_it() {
    for language in Language::ALL {
        let mut window = Window::in_language(language);
        window.run(Command::AddFigure);
        window.harness.run_steps(3);
        assert!(window.studio().services.draws_thumbnails());
        while window.studio().services.draws_thumbnails() {
            std::thread::sleep(std::time::Duration::from_millis(5));
            window.harness.run_steps(1);
        }
        window.settle();
        window.picture(&format!("gallery-{}", language.tag()));
        let name = if language == Language::English { "Dog" } else { "犬" };
        let below = window.harness.get_by_label(name).rect();
        window.click(eframe::egui::pos2(below.left() + 40.0, below.top() - 50.0));
        assert_eq!(window.studio().document.actor().expect("a figure").name, "quadruped");
        assert_eq!(window.studio().view.cards.open, Open::Nothing);
    }
}
