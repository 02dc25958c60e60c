//! The light and the background of the view and of pictures.

use eframe::egui::{Pos2, vec2};
use image::RgbaImage;
use kansetsu_studio::{
    app::{PictureOrder, project_text},
    command::Command,
    document::{
        Background,
        project::{Surroundings, load},
    },
    text::Language,
    viewport::Light,
};

use super::files::{type_path, wait_for};
use crate::kit::Window;

fn opened(language: Language) -> Window {
    let mut window = Window::in_language(language);
    window.press(if language == Language::English {
        "Light and background"
    } else {
        "ライトと背景"
    });
    window
}

/// Exports what the view shows.
fn exported(window: &mut Window, order: PictureOrder) -> RgbaImage {
    let folder = tempfile::tempdir().expect("a folder");
    window.run(Command::ExportPicture);
    window.studio_mut().view.cards.picture = order;
    window.settle();
    window.press("Save image…");
    window.wait();
    let path = folder.path().join("light.png");
    type_path(window, &path);
    window.press("Save");
    wait_for(window, &path);
    image::open(&path).expect("a picture").into_rgba8()
}

/// The mean brightness, of 765, of what is opaque in a half of a picture.
fn brightness(picture: &RgbaImage, is_right: bool) -> f32 {
    let half = picture.width() / 2;
    let seen = picture
        .enumerate_pixels()
        .filter(|(x, _, pixel)| (*x >= half) == is_right && pixel.0[3] == 255)
        .map(|(_, _, pixel)| pixel.0[..3].iter().map(|byte| f32::from(*byte)).sum::<f32>());
    let (sum, count) = seen.fold((0.0, 0.0), |(sum, count), one| (sum + one, count + 1.0));
    sum / count
}

#[test]
fn the_light_comes_from_where_it_is_set() {
    let mut window = opened(Language::English);
    window.run(Command::ViewFront);
    let order = PictureOrder { width: 300, height: 300, transparent: true, ..Default::default() };
    let mut halves = |light: Light| {
        window.studio_mut().document.view.light = light;
        window.settle();
        let picture = exported(&mut window, order);
        [false, true].map(|is_right| brightness(&picture, is_right))
    };
    let level = |azimuth: f32| Light { azimuth, elevation: 0.0, ..Light::STUDIO };
    let [left, right] = halves(level(-1.4));
    assert!(left > right + 8.0, "from the left: {left} {right}");
    let [left, right] = halves(level(1.4));
    assert!(right > left + 8.0, "from the right: {left} {right}");
    let front = halves(level(0.0))[0];
    let behind = halves(level(std::f32::consts::PI))[0];
    assert!(front > behind + 60.0, "{front} {behind}");
    let weak = halves(Light { strength: 0.2, ..level(0.0) })[0];
    assert!(front > weak + 60.0, "{front} {weak}");
}

#[test]
fn presets_colours_and_backgrounds_are_chosen_and_saved() {
    for (language, [light, side, background, gradient]) in [
        (Language::English, ["Light", "Side light", "Background", "Gradient"]),
        (Language::Japanese, ["ライト", "サイドライト", "背景", "グラデーション"]),
    ] {
        let mut window = opened(language);
        window.press_nth(light, 1);
        window.press(side);
        assert_eq!(window.studio().document.view.light, Light::SIDE);
        window.press_nth(background, 1);
        window.press(gradient);
        assert!(matches!(window.studio().document.view.background, Background::Gradient { .. }));
        window.picture(&format!("light-{}", language.tag()));
        let text = project_text(&window.studio().document).expect("a project is plain data");
        let loaded = load(&text, Surroundings::NONE).expect("it loads");
        assert_eq!(loaded.document.view, window.studio().document.view);
        let damaged = text.replace("\"azimuth\":1.45", "\"azimuth\":1e9");
        assert_ne!(damaged, text);
        let loaded = load(&damaged, Surroundings::NONE).expect("a light is no reason to refuse");
        assert_eq!(loaded.document.view.light, Light::STUDIO);
        assert!(loaded.warnings[0].contains("view.light"), "{:?}", loaded.warnings);
    }
}

#[test]
fn view_and_picture_have_the_same_background() {
    let mut window = opened(Language::English);
    window.run(Command::ToggleGrid);
    let view = window.viewport();
    for (background, [top, bottom]) in [
        (Background::Color { color: [200, 40, 90] }, [[200, 40, 90]; 2]),
        (
            Background::Gradient { top: [20, 60, 160], bottom: [240, 220, 200] },
            [[20, 60, 160], [240, 220, 200]],
        ),
    ] {
        window.studio_mut().document.view.background = background;
        window.settle();
        let picture =
            exported(&mut window, PictureOrder { width: 320, height: 200, ..Default::default() });
        let seen = window.harness.render().expect("a picture of the studio");
        let near = |found: [u8; 4], wanted: [u8; 3], what: &str| {
            let is_near = found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 6);
            assert!(is_near, "{what}: {found:?} {wanted:?}");
        };
        near(picture.get_pixel(318, 1).0, top, "the top of the picture");
        near(picture.get_pixel(318, 198).0, bottom, "the bottom of the picture");
        let pixel = |at: Pos2| seen.get_pixel(at.x as u32, at.y as u32).0;
        near(pixel(view.right_top() + vec2(-4.0, 4.0)), top, "the top of the view");
        near(pixel(view.right_bottom() + vec2(-4.0, -4.0)), bottom, "the bottom of the view");
    }
}
