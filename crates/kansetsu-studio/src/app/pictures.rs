//! Pictures to keep: one, the frames of a motion, the small ones of the pose library.
//!
//! The graphics card draws them beside the app window's pictures, in sequence; nothing
//! waits.

use eframe::{
    egui::{Context, Theme},
    egui_wgpu::RenderState,
};
use kansetsu::glam::Vec2;

use super::{
    Arrival, Filmer, Layer, Look, Moment, PictureOrder, Services, Studio,
    body_points::{self, people},
    film::{Film, film_times},
    outgoing::send,
    shoot::{Making, Purpose, Shoot},
    still::still,
    webm::webm,
    zip,
};
use crate::{
    document::{Document, Refusal, SavedPose},
    text::Phrase,
    viewport::{
        View,
        gpu::{Picture, PictureSize, draw_picture},
    },
};

/// The normal that faces the viewer: the background's.
const FACING: [u8; 3] = [128, 128, 255];

/// A picture on a colour.
fn over(picture: Picture, color: [u8; 3]) -> Picture {
    let laid = |[r, g, b, a]: [u8; 4]| {
        let mix = |top: u8, below: u8| {
            ((u16::from(top) * u16::from(a) + u16::from(below) * u16::from(u8::MAX - a)) / 255)
                as u8
        };
        [mix(r, color[0]), mix(g, color[1]), mix(b, color[2]), u8::MAX]
    };
    Picture { pixels: picture.pixels.into_iter().map(laid).collect(), ..picture }
}

const NO_MOTION: Phrase =
    Phrase::new("There is no motion to export.", "書き出すモーションがありません。");

/// Pixels of a film's longer side, at most: larger ones are many times the size of a video.
const FILM: u32 = 1080;

/// Whether the studio packs videos by itself.
const OWN_ENCODER: bool = cfg!(all(feature = "video", not(target_arch = "wasm32")));

/// Pictures a second of a video, at most.
const FASTEST: f32 = 60.0;

/// Pixels each way of a small picture in the library.
const SMALL: u32 = 128;

/// Draws a picture and asks where to save it.
pub fn take_picture(
    document: &Document,
    services: &mut Services,
    order: PictureOrder,
    context: &Context,
) {
    let name = document.actor().map_or_else(|| "picture".to_owned(), |actor| actor.name.clone());
    begin(
        services,
        Shoot::new(order, Purpose::File(format!("{name}.png")), [document.time()]),
        context,
    );
}

/// Draws what image tools make images from, and asks where to save it: the picture, OpenPose's
/// points as picture and as JSON, depth, normals.
pub fn take_tools(
    document: &Document,
    services: &mut Services,
    order: PictureOrder,
    context: &Context,
) {
    let name = document.actor().map_or_else(|| "pose".to_owned(), |actor| actor.name.clone());
    let times = [document.time(); Layer::TOLD.len()];
    begin(services, Shoot::new(order, Purpose::Tools(format!("{name}.pose.zip")), times), context);
}

/// The persons of the document in their present poses, in OpenPose's format.
#[must_use]
pub fn openpose_text(document: &Document, order: &PictureOrder) -> String {
    let size = Vec2::new(order.width as f32, order.height as f32);
    let view = View::new(order.camera(document.view.camera), size);
    body_points::to_text(&people(document, document.time()), &view)
}

/// Draws every frame of the motion and asks where to save them.
pub fn take_sequence(
    document: &Document,
    services: &mut Services,
    order: PictureOrder,
    context: &Context,
) {
    let Some([start, end]) = document.span() else {
        return services.banners.problem(NO_MOTION);
    };
    let name = document.actor().map_or_else(|| "pictures".to_owned(), |actor| actor.name.clone());
    let rate = document.frame_rate();
    let [first, last] = [start, end].map(|time| (time * rate).round() as usize);
    let times = (first..=last).map(|frame| frame as f32 / rate);
    begin(services, Shoot::new(order, Purpose::Sequence(format!("{name}.zip")), times), context);
}

/// Draws the motion as a film and asks where to save it. Its longer side is at most 1080 pixels.
pub fn take_film(
    document: &Document,
    services: &mut Services,
    order: PictureOrder,
    context: &Context,
) {
    let Some([start, end]) = document.span() else {
        return services.banners.problem(NO_MOTION);
    };
    let name = document.actor().map_or_else(|| "film".to_owned(), |actor| actor.name.clone());
    let scale = (FILM as f32 / order.width.max(order.height) as f32).min(1.0);
    let side = |pixels: u32| ((pixels as f32 * scale).round() as u32).max(1);
    let order = PictureOrder { width: side(order.width), height: side(order.height), ..order };
    let looping = document.playback.looping;
    match Film::new([order.width, order.height], looping) {
        Ok(film) => {
            let times = film_times([start, end], document.frame_rate(), looping);
            let shoot = Shoot::new(order, Purpose::Film(format!("{name}.gif")), []);
            begin(services, Shoot { times, film: Some(Making::Gif(film)), ..shoot }, context);
        }
        Err(reason) => services.banners.problem(reason.into()),
    }
}

/// Whether there is somebody who packs videos: a browser, or an encoder of our own.
#[must_use]
pub fn makes_videos(services: &Services) -> bool {
    services.host.as_ref().map_or(OWN_ENCODER, |host| host.films())
}

/// Begins to pack a video.
fn pack(services: &Services, size: [u32; 2], rate: f32) -> Option<Box<dyn Filmer>> {
    match &services.host {
        Some(host) => host.film(size, rate),
        #[cfg(all(feature = "video", not(target_arch = "wasm32")))]
        None => Some(Box::new(super::video::Encoder::new(size, rate))),
        #[cfg(not(all(feature = "video", not(target_arch = "wasm32"))))]
        None => None,
    }
}

/// Draws the motion as a video (WebM) and asks where to save it, where there is somebody who packs
/// it.
pub fn take_video(
    document: &Document,
    services: &mut Services,
    order: PictureOrder,
    context: &Context,
) {
    let Some([start, end]) = document.span() else {
        return services.banners.problem(NO_MOTION);
    };
    let name = document.actor().map_or_else(|| "film".to_owned(), |actor| actor.name.clone());
    // Colours are stored for four pixels together.
    let even = |pixels: u32| (pixels & !1).max(2);
    let order = PictureOrder {
        width: even(order.width),
        height: even(order.height),
        transparent: false,
        ..order
    };
    let rate = document.frame_rate().min(FASTEST);
    let Some(film) = pack(services, [order.width, order.height], rate) else { return };
    let frames = ((end - start) * rate + 1e-3).floor() as usize;
    let frames = if document.playback.looping { frames.max(1) } else { frames + 1 };
    let times = (0..frames).map(|frame| start + frame as f32 / rate);
    let shoot = Shoot::new(order, Purpose::Film(format!("{name}.webm")), times);
    begin(services, Shoot { rate, film: Some(Making::Video(film)), ..shoot }, context);
}

/// Keeps the pose under a name, with a small picture, for all projects.
pub fn save_pose(document: &Document, services: &mut Services, name: &str, context: &Context) {
    let Some(actor) = document.actor() else { return };
    let pose = SavedPose { name: name.trim().to_owned(), ..SavedPose::of(actor, &[]) };
    let order = PictureOrder {
        width: SMALL,
        height: SMALL,
        transparent: true,
        grid: false,
        ..PictureOrder::default()
    };
    let purpose = Purpose::Library(Box::new(pose));
    begin(services, Shoot::new(order, purpose, [document.time()]), context);
}

fn begin(services: &mut Services, shoot: Shoot, context: &Context) {
    if services.graphics.render_state.is_none() {
        return services.banners.problem(Phrase::new(
            "No graphics card found to render with.",
            "描画に使えるグラフィックス機能がありません。",
        ));
    }
    services.tasks.shoot = Some(shoot);
    context.request_repaint();
}

/// Takes in a finished picture and begins the next one.
pub(super) fn poll_shoot(studio: &mut Studio, context: &Context) {
    let (Some(mut shoot), Some(state)) =
        (studio.services.tasks.shoot.take(), studio.services.graphics.render_state.clone())
    else {
        return;
    };
    context.request_repaint();
    if matches!(&shoot.film, Some(Making::Video(film)) if film.is_full()) {
        studio.services.tasks.shoot = Some(shoot);
        return;
    }
    // The look of the app window: its own choice, or that of the system.
    let look = if context.theme() == Theme::Dark { Look::Dark } else { Look::Light };
    if shoot.springs.is_none() && !shoot.is_motion() {
        shoot.springs = Some(studio.view.springs.clone());
    }
    match step(&studio.document, look, &mut shoot, &state) {
        Ok(()) if shoot.count < shoot.times.len() => studio.services.tasks.shoot = Some(shoot),
        Ok(()) => developed(studio, shoot, context),
        Err(reason) => studio.services.banners.problem(reason.into()),
    }
}

fn step(
    document: &Document,
    look: Look,
    shoot: &mut Shoot,
    state: &RenderState,
) -> Result<(), String> {
    if let Some(pending) = &shoot.pending {
        let Some(picture) = pending.take(&state.device).map_err(|error| error.to_string())? else {
            return Ok(());
        };
        match &mut shoot.film {
            Some(Making::Gif(film)) => film.add(&picture.pixels, shoot.times[shoot.count].1)?,
            Some(Making::Video(film)) => {
                let rate = f64::from(shoot.rate);
                film.add(&picture.pixels, [shoot.count as f64 / rate, 1.0 / rate]);
            }
            None => {
                let picture =
                    if shoot.layer() == Layer::Normal { over(picture, FACING) } else { picture };
                shoot.done.push(picture.to_png().map_err(|error| error.to_string())?);
            }
        }
        shoot.count += 1;
        shoot.pending = None;
    }
    if let Some(&(time, _)) = shoot.times.get(shoot.count) {
        let poses = shoot.poses(document, time);
        let moment = Moment { poses: &poses, time, camera: shoot.camera(document, time) };
        let scene = still(document, look, moment, (&shoot.order, shoot.layer()));
        let PictureOrder { width, height, .. } = shoot.order;
        let size = PictureSize { width, height, line_scale: height as f32 / 800.0 };
        shoot.pending = Some(draw_picture(state, &scene, size).map_err(|error| error.to_string())?);
    }
    Ok(())
}

fn developed(studio: &mut Studio, shoot: Shoot, context: &Context) {
    let Shoot { order, purpose, mut done, film, times, rate, .. } = shoot;
    match purpose {
        Purpose::File(name) => {
            send(studio, (name, None), Ok(done.pop().unwrap_or_default()), context)
        }
        Purpose::Sequence(name) => {
            let files = done
                .into_iter()
                .enumerate()
                .map(|(index, bytes)| (format!("{index:04}.png"), bytes))
                .collect();
            send(studio, (name, None), Ok(zip::archive(files)), context);
        }
        Purpose::Film(name) => {
            match film {
                Some(Making::Gif(film)) => {
                    send(studio, (name, None), film.finish().map_err(Refusal::from), context)
                }
                Some(Making::Video(film)) => {
                    let (arrive, context) = (studio.services.inbox.sender.clone(), context.clone());
                    studio.services.tasks.films += 1;
                    let lasts = (1000.0 * times.len() as f64 / f64::from(rate)).round() as u32;
                    film.finish(Box::new(move |footage| {
                        let film = footage
                            .map(|footage| webm(&footage, [order.width, order.height], lasts));
                        // Nobody waits any more when the web app was left.
                        let _ = arrive.send(Arrival::Filmed { name, film });
                        context.request_repaint();
                    }));
                }
                None => {}
            }
        }
        Purpose::Tools(name) => {
            let mut files: Vec<(String, Vec<u8>)> =
                Layer::TOLD.iter().map(|(_, name)| (*name).to_owned()).zip(done).collect();
            files.push((
                "openpose.json".to_owned(),
                openpose_text(&studio.document, &order).into_bytes(),
            ));
            send(studio, (name, None), Ok(zip::archive(files)), context);
        }
        Purpose::Library(pose) => {
            let (shelf, storage) = studio.services.keeper.poses();
            let kept =
                shelf.keep(storage, SavedPose { thumbnail: done.pop().map(Into::into), ..*pose });
            studio.editor().show_refusal(kept);
        }
    }
}
