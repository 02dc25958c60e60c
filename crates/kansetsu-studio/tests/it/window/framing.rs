//! What pictures show of the view.

use eframe::egui::{Pos2, Rect, pos2, vec2};
use image::RgbaImage;
use kansetsu_studio::{
    app::{PictureOrder, project_text},
    command::Command,
    document::{
        Document, PictureFrame,
        project::{Surroundings, load},
    },
    text::Language,
    viewport::Projection,
};

use super::files::{files_in, type_path, wait_for};
use crate::kit::Window;

/// The frame in the app window.
fn frame_of(window: &Window) -> Rect {
    let view = window.viewport();
    let aspect = window.studio().document.view.frame.aspect().expect("a frame");
    let height = view.height().min(view.width() / aspect);
    Rect::from_center_size(view.center(), vec2(height * aspect, height))
}

/// Moves the camera sideways and upwards until a joint is at a place of the app window.
fn bring(window: &mut Window, joint: &str, to: Pos2) {
    for _ in 0..3 {
        let (at, place) = (window.pixel(joint), window.place(joint));
        let view = window.studio().context().camera_view();
        let off = at - to;
        let depth = view.project(place).expect("it is in view").depth;
        let metres = view.metres_per_pixel(depth);
        let camera = &mut window.studio_mut().document.view.camera;
        camera.target += camera.right() * (off.x * metres) - camera.up() * (off.y * metres);
        window.settle();
    }
    assert!(window.pixel(joint).distance(to) < 0.1);
}

/// Exports the picture and OpenPose's points.
fn tools(window: &mut Window, width: u32) -> (RgbaImage, RgbaImage, serde_json::Value) {
    let folder = tempfile::tempdir().expect("a folder");
    window.studio_mut().view.cards.picture =
        PictureOrder { width, transparent: true, ..PictureOrder::default() };
    window.run(Command::ExportForTools);
    window.press("For AI image tools (ControlNet)…");
    window.wait();
    let path = folder.path().join("pose.zip");
    type_path(window, &path);
    window.press("Save");
    wait_for(window, &path);
    let files = files_in(&std::fs::read(&path).expect("it was written"));
    let picture = |name: &str| image::load_from_memory(&files[name]).expect("a picture").to_rgba8();
    let told = serde_json::from_slice(&files["openpose.json"]).expect("JSON");
    (picture("picture.png"), picture("openpose.png"), told)
}

/// Opens the section *Camera*, below the menu of the same name.
pub fn open_section(window: &mut Window, language: Language) {
    let name = if language == Language::English { "Camera" } else { "カメラ" };
    window.press_nth(name, 1);
}

fn choose_frame(window: &mut Window, (menu, name): (&str, &str)) {
    window.press_nth(menu, 1);
    window.picture(&format!("frame-menu-{}", menu.len()));
    window.press(name);
}

/// The middle of the disc whose colour is at this place.
fn disc(picture: &RgbaImage, at: Pos2) -> Pos2 {
    let color = picture.get_pixel(at.x as u32, at.y as u32);
    let near = picture
        .enumerate_pixels()
        .filter(|(x, y, pixel)| *pixel == color && at.distance(pos2(*x as f32, *y as f32)) < 40.0);
    let (sum, count) = near.fold((vec2(0.0, 0.0), 0.0), |(sum, count), (x, y, _)| {
        (sum + vec2(x as f32 + 0.5, y as f32 + 0.5), count + 1.0)
    });
    pos2(0.0, 0.0) + sum / count
}

#[test]
fn a_picture_shows_what_is_inside_the_frame() {
    const WIDTH: u32 = 480;
    for (name, frame, projection) in [
        ("16:9", PictureFrame::Wide, Projection::Perspective),
        ("A4 portrait", PictureFrame::Portrait, Projection::Perspective),
        ("16:9", PictureFrame::Wide, Projection::Orthographic),
    ] {
        let mut window = Window::open();
        open_section(&mut window, Language::English);
        choose_frame(&mut window, ("Picture frame", name));
        assert_eq!(window.studio().document.view.frame, frame);
        window.studio_mut().document.view.camera.projection = projection;
        window.settle();
        let inside = frame_of(&window);
        let scale = WIDTH as f32 / inside.width();
        let place = |at: Pos2| pos2(0.0, 0.0) + (at - inside.min) * scale;

        // Near two corners, the points are where the frame shows them.
        for corner in
            [inside.left_top() + vec2(40.0, 40.0), inside.right_bottom() - vec2(40.0, 40.0)]
        {
            bring(&mut window, "LeftLowerArm", corner);
            let wanted = place(window.pixel("LeftLowerArm"));
            let (picture, points, told) = tools(&mut window, WIDTH);
            let height = WIDTH as f32 / frame.aspect().expect("a frame");
            assert_eq!(picture.dimensions(), (WIDTH, height.round() as u32), "{name}");
            let number = |index: usize| {
                told["people"][0]["pose_keypoints_2d"][3 * 6 + index].as_f64().expect("a number")
            };
            let keypoint = pos2(number(0) as f32, number(1) as f32);
            assert!(keypoint.distance(wanted) < 1.0, "{name}: {keypoint} {wanted}");
            let disc = disc(&points, wanted);
            assert!(disc.distance(wanted) < 1.5, "{name}: {disc} {wanted}");
        }

        // At the border, half a hand is in the picture; a little further, none.
        let start = kansetsu_studio::viewport::Camera { projection, ..Default::default() };
        let is_cut = |window: &mut Window, to: Pos2| {
            window.studio_mut().document.view.camera = start;
            window.settle();
            bring(window, "RightHand", to);
            let row = place(to).y;
            let (picture, _, _) = tools(window, WIDTH);
            (0..picture.height())
                .any(|y| (y as f32 - row).abs() < 8.0 && picture.get_pixel(0, y).0[3] > 128)
        };
        let border = inside.left_center() + vec2(1.0, 0.0);
        assert!(is_cut(&mut window, border), "{name}: the hand is at the border");
        assert!(!is_cut(&mut window, border + vec2(60.0, 0.0)), "{name}: the hand is inside");
    }
}

#[test]
fn a_frame_is_drawn_saved_and_taken_away() {
    for (language, menu, name) in [
        (Language::English, "Picture frame", "A4 portrait"),
        (Language::Japanese, "画像の枠", "A4 縦"),
    ] {
        let mut window = Window::in_language(language);
        open_section(&mut window, language);
        choose_frame(&mut window, (menu, name));
        window.picture(&format!("frame-{}", language.tag()));
        let bright = |window: &mut Window, at: Pos2| {
            let picture = window.harness.render().expect("a picture of the studio");
            let [r, g, b, _] = picture.get_pixel(at.x as u32, at.y as u32).0;
            u32::from(r) + u32::from(g) + u32::from(b)
        };
        let inside = frame_of(&window);
        let middle = inside.left_center() + vec2(0.0, 60.0);
        let [dark, light] = [-10.0, 10.0].map(|off| bright(&mut window, middle + vec2(off, 0.0)));
        assert!(dark + 100 < light, "it is darker outside: {dark} {light}");

        let text = project_text(&window.studio().document).expect("a project is plain data");
        assert!(text.contains("\"frame\": \"a4_portrait\""), "{text}");
        let loaded = load(&text, Surroundings::NONE).expect("it loads");
        assert_eq!(loaded.document.view, window.studio().document.view);
        let old = text.replace("\"frame\": \"a4_portrait\"", "\"names\": false");
        let loaded = load(&old, Surroundings::NONE).expect("old projects load");
        assert_eq!(loaded.document.view.frame, PictureFrame::Off);

        window.run(Command::ExportPicture);
        window.picture(&format!("frame-card-{}", language.tag()));
        let order = window.studio().view.cards.picture;
        assert_eq!((order.width, order.height), (1920, 2715));
        window.studio_mut().document.view.frame = PictureFrame::Off;
        window.settle();
        assert_eq!(window.studio().view.cards.picture.part, 1.0, "the whole view again");
    }
    assert_eq!(Document::welcome().view.frame, PictureFrame::Off);
}
