//! Draws the pictures of the studio in the READMEs. It needs no display.
//!
//! `cargo run -p kansetsu-studio --example window_picture -- en drag studio.png`: a hand is
//! dragged, the arm follows; `ja` for Japanese. `pose`, `keys` and `film` are steps on the way from
//! a character to a film of it waving, `wave` is that film. The part behind `#` in a link to a
//! page of the lab, as `lab/elbow`, draws that page, for looking at it.

// The same window as in the tests, which use more of it.
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/it/kit.rs"]
mod kit;
#[path = "../tests/it/wave.rs"]
mod wave;

use std::{error::Error, fs::File, io::BufWriter};

use eframe::egui::{Pos2, vec2};
use image::{
    DynamicImage, Rgba, RgbaImage,
    codecs::png::{CompressionType, FilterType, PngEncoder},
    imageops,
};
use kansetsu_studio::{
    app::{Look, PictureOrder},
    text::Language,
};
use kit::Window;

/// The picture, in pixels: small enough for a first screen.
const WIDTH: u32 = 960;
/// The hand, and how far it is dragged, in points: up, as for a wave.
const HAND: &str = "LeftHand";
const DRAG: [f32; 2] = [-72.0, -112.0];

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(language), Some(what), Some(path)) = (words.next(), words.next(), words.next())
    else {
        return Err(
            "say a language (en or ja), what is to be seen, and where the picture goes".into()
        );
    };
    let language = match language.as_str() {
        "en" => Language::English,
        "ja" => Language::Japanese,
        other => return Err(format!("no language is called {other}; en and ja are").into()),
    };
    let mut window = Window::with(language, Look::Dark);
    if what.starts_with("lab/") {
        kansetsu_studio::app::open_fragment(window.studio_mut(), &what);
        window.settle();
        window.harness.render()?.save(path)?;
        return Ok(());
    }
    if what == "drag" {
        let hand = window.pixel(HAND);
        window.drag(hand, hand + vec2(DRAG[0], DRAG[1]));
        let at = window.pixel(HAND);
        let mut picture = window.harness.render()?;
        let scale = picture.width() as f32 / window.harness.ctx.content_rect().width();
        draw_pointer(&mut picture, at, scale);
        return save(&picture, &path);
    }
    window.studio_mut().view.cards.picture =
        PictureOrder { width: FILM[0], height: FILM[1], ..PictureOrder::default() };
    let mut picture = None;
    let (film, _) = wave::wave(&mut window, wave::character(), &mut |window, step| {
        if step == what {
            picture = Some(window.harness.render());
        }
    });
    match picture {
        Some(picture) => save(&picture?, &path),
        None if what == "wave" => Ok(std::fs::write(path, film)?),
        None => Err(format!("there is no picture \"{what}\"").into()),
    }
}

/// Pixels of the film.
const FILM: [u32; 2] = [320, 400];

/// Writes a picture, made smaller.
fn save(picture: &RgbaImage, path: &str) -> Result<(), Box<dyn Error>> {
    let height = picture.height() * WIDTH / picture.width();
    let mut small = DynamicImage::from(imageops::resize(
        picture,
        WIDTH,
        height,
        imageops::FilterType::Lanczos3,
    ))
    .into_rgb8();
    small.iter_mut().for_each(|channel| *channel = (*channel & !COARSE) | (COARSE / 2));
    let encoder = PngEncoder::new_with_quality(
        BufWriter::new(File::create(path)?),
        CompressionType::Best,
        FilterType::Adaptive,
    );
    small.write_with_encoder(encoder)?;
    Ok(())
}

/// Bits of a channel that nobody sees, and that would double the file.
const COARSE: u8 = 0b11;

/// The outline of a pointer whose point is at the origin, in points.
const POINTER: [[f32; 2]; 7] =
    [[0.0, 0.0], [0.0, 17.0], [4.0, 13.5], [6.8, 19.6], [9.6, 18.4], [6.9, 12.4], [12.0, 12.0]];
/// The white rim around it, in points.
const RIM: f32 = 1.4;

/// A window without a display has no pointer: it is drawn here.
fn draw_pointer(picture: &mut RgbaImage, at: Pos2, scale: f32) {
    let reach = (24.0 * scale) as u32;
    let [left, top] = [at.x * scale - 4.0 * scale, at.y * scale - 4.0 * scale]
        .map(|corner| corner.max(0.0) as u32);
    for (x, y) in (left..left + reach + 8).flat_map(|x| (top..top + reach + 8).map(move |y| (x, y)))
    {
        let Some(pixel) = picture.get_pixel_mut_checked(x, y) else { continue };
        let place = [(x as f32 + 0.5) / scale - at.x, (y as f32 + 0.5) / scale - at.y];
        let distance = signed_distance(place);
        let black = (0.5 - distance * scale).clamp(0.0, 1.0);
        let white = (0.5 - (distance - RIM) * scale).clamp(0.0, 1.0);
        let over = |channel: u8| {
            (f32::from(channel) * (1.0 - white) + 255.0 * (white - black).max(0.0)).round() as u8
        };
        *pixel = Rgba([over(pixel[0]), over(pixel[1]), over(pixel[2]), 255]);
    }
}

/// How far a place is from the pointer's outline, points; negative inside.
fn signed_distance(place: [f32; 2]) -> f32 {
    let (mut nearest, mut is_inside) = (f32::INFINITY, false);
    for (index, a) in POINTER.into_iter().enumerate() {
        let b = POINTER[(index + 1) % POINTER.len()];
        let (along, to) = ([b[0] - a[0], b[1] - a[1]], [place[0] - a[0], place[1] - a[1]]);
        let part = ((to[0] * along[0] + to[1] * along[1])
            / (along[0] * along[0] + along[1] * along[1]))
            .clamp(0.0, 1.0);
        nearest = nearest.min((to[0] - part * along[0]).hypot(to[1] - part * along[1]));
        let crosses = (a[1] > place[1]) != (b[1] > place[1]);
        is_inside ^= crosses && place[0] < a[0] + along[0] * (place[1] - a[1]) / along[1];
    }
    if is_inside { -nearest } else { nearest }
}
