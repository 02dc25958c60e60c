//! Pictures to keep: one, the frames of a motion, the small ones of the pose library.
//!
//! The graphics card draws them beside the window's pictures, one after the other; nothing waits.

use eframe::{egui::Context, wgpu};
use kansetsu::glam::Vec2;

use super::{
    Arrival, Filmer, Studio,
    body_points::{self, Person},
    film::{Film, film_times},
    webm::webm,
    zip,
};
use crate::{
    document::{Refusal, SavedPose},
    panel,
    text::Phrase,
    viewport::{
        View,
        gpu::{Pending, Picture, PictureSize, draw_picture},
    },
};

/// What a picture is to be like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureOrder {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Whether there is nothing behind the figures.
    pub transparent: bool,
    /// Whether the ground is seen.
    pub grid: bool,
}

impl Default for PictureOrder {
    fn default() -> Self {
        Self { width: 1920, height: 1080, transparent: false, grid: true }
    }
}

/// What pictures are for.
#[derive(Clone, Debug)]
enum Purpose {
    /// A file of this name.
    File(String),
    /// Numbered files in an archive of this name.
    Sequence(String),
    /// A film of this name.
    Film(String),
    /// Pictures for image tools, one of each [`Layer`], in an archive of this name.
    Tools(String),
    /// The small picture of a pose for the library.
    Library(Box<SavedPose>),
}

/// What a picture shows of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Themselves.
    Figures,
    /// Points and limbs as OpenPose draws them.
    OpenPose,
    /// How far away they are.
    Depth,
    /// Where their surfaces face.
    Normal,
}

impl Layer {
    /// What image tools get, with the names of the files.
    const TOLD: [(Self, &'static str); 4] =
        [(Self::Figures, "picture.png"), (Self::OpenPose, "openpose.png"), (Self::Depth, "depth.png"), (Self::Normal, "normal.png")];
}

/// Pictures under way.
pub struct Shoot {
    order: PictureOrder,
    purpose: Purpose,
    /// When, seconds, and for a film how long each picture is shown, hundredths of a second.
    times: Vec<(f32, u16)>,
    /// Pictures a second, for a video.
    rate: f32,
    pending: Option<Pending>,
    count: usize,
    done: Vec<Vec<u8>>,
    film: Option<Making>,
}

/// A film under way.
enum Making {
    /// A GIF, made here.
    Gif(Film),
    /// A WebM, packed beside the window, or by the host.
    Video(Box<dyn Filmer>),
}

impl Shoot {
    /// How much is done, in [0, 1].
    #[must_use]
    pub fn part(&self) -> f32 {
        self.count as f32 / self.times.len().max(1) as f32
    }

    /// What the next picture shows.
    fn layer(&self) -> Layer {
        match self.purpose {
            Purpose::Tools(_) => Layer::TOLD.get(self.count).map_or(Layer::Figures, |(layer, _)| *layer),
            _ => Layer::Figures,
        }
    }

    fn new(order: PictureOrder, purpose: Purpose, times: impl IntoIterator<Item = f32>) -> Self {
        let times = times.into_iter().map(|time| (time, 0)).collect();
        Self { order, purpose, times, rate: 0.0, pending: None, count: 0, done: Vec::new(), film: None }
    }
}

/// What faces the viewer, as a normal: what lies behind everything.
const FACING: [u8; 3] = [128, 128, 255];

/// A picture on a colour.
fn over(picture: Picture, color: [u8; 3]) -> Picture {
    let laid = |[r, g, b, a]: [u8; 4]| {
        let mix = |top: u8, below: u8| ((u16::from(top) * u16::from(a) + u16::from(below) * u16::from(u8::MAX - a)) / 255) as u8;
        [mix(r, color[0]), mix(g, color[1]), mix(b, color[2]), u8::MAX]
    };
    Picture { pixels: picture.pixels.into_iter().map(laid).collect(), ..picture }
}

/// Pixels of a film's longer side, at most: larger ones are many times the size of a video.
const FILM: u32 = 800;

/// Whether the studio packs videos by itself.
const OWN_ENCODER: bool = cfg!(all(feature = "video", not(target_arch = "wasm32")));

/// Pictures a second of a video, at most.
const FASTEST: f32 = 60.0;

/// Pixels each way of a small picture in the library.
const SMALL: u32 = 128;

impl Studio {
    /// Draws a picture and asks where to save it.
    pub fn take_picture(&mut self, order: PictureOrder, context: &Context) {
        let name = self.actor().map_or_else(|| "picture".to_owned(), |actor| actor.name.clone());
        self.shoot(Shoot::new(order, Purpose::File(format!("{name}.png")), [self.document.time()]), context);
    }

    /// Draws what image tools make images from, and asks where to save it: the picture, OpenPose's points as picture and as JSON, depth, normals.
    pub fn take_tools(&mut self, order: PictureOrder, context: &Context) {
        let name = self.actor().map_or_else(|| "pose".to_owned(), |actor| actor.name.clone());
        let times = [self.document.time(); Layer::TOLD.len()];
        self.shoot(Shoot::new(order, Purpose::Tools(format!("{name}.pose.zip")), times), context);
    }

    /// The persons of the document as they stand now, in the form in which OpenPose tells them.
    #[must_use]
    pub fn openpose_text(&self, order: &PictureOrder) -> String {
        let view = View::new(self.document.view.camera, Vec2::new(order.width as f32, order.height as f32));
        body_points::to_text(&self.people(self.document.time()), &view)
    }

    /// The figures that are persons.
    pub(crate) fn people(&self, time: f32) -> Vec<Person> {
        self.document.content().actors.iter().filter_map(|actor| Person::of(actor, time)).collect()
    }

    /// Draws every frame of the motion and asks where to save them.
    pub fn take_sequence(&mut self, order: PictureOrder, context: &Context) {
        let Some(duration) = self.document.duration() else {
            return self.show_refusal(Err(Refusal::new("There is no motion to draw.", "書き出すモーションがありません。")));
        };
        let name = self.actor().map_or_else(|| "pictures".to_owned(), |actor| actor.name.clone());
        let rate = self.document.frame_rate();
        let last = (duration * rate).round() as usize;
        let times = (0..=last).map(|frame| frame as f32 / rate);
        self.shoot(Shoot::new(order, Purpose::Sequence(format!("{name}.zip")), times), context);
    }

    /// Draws the motion as a film and asks where to save it. It is no larger than 800 pixels.
    pub fn take_film(&mut self, order: PictureOrder, context: &Context) {
        let Some(duration) = self.document.duration() else {
            return self.show_refusal(Err(Refusal::new("There is no motion to draw.", "書き出すモーションがありません。")));
        };
        let name = self.actor().map_or_else(|| "film".to_owned(), |actor| actor.name.clone());
        let scale = (FILM as f32 / order.width.max(order.height) as f32).min(1.0);
        let side = |pixels: u32| ((pixels as f32 * scale).round() as u32).max(1);
        let order = PictureOrder { width: side(order.width), height: side(order.height), ..order };
        let looping = self.document.playback.looping;
        match Film::new([order.width, order.height], looping) {
            Ok(film) => {
                let times = film_times(duration, self.document.frame_rate(), looping);
                let shoot = Shoot::new(order, Purpose::Film(format!("{name}.gif")), []);
                self.shoot(Shoot { times, film: Some(Making::Gif(film)), ..shoot }, context);
            }
            Err(reason) => self.banners.problem(reason.into()),
        }
    }

    /// Whether there is somebody who packs videos: a browser, or an encoder of our own.
    #[must_use]
    pub fn makes_videos(&self) -> bool {
        self.host.as_ref().map_or(OWN_ENCODER, |host| host.films())
    }

    /// Begins to pack a video.
    fn pack(&self, size: [u32; 2], rate: f32) -> Option<Box<dyn Filmer>> {
        match &self.host {
            Some(host) => host.film(size, rate),
            #[cfg(all(feature = "video", not(target_arch = "wasm32")))]
            None => Some(Box::new(super::video::Encoder::new(size, rate))),
            #[cfg(not(all(feature = "video", not(target_arch = "wasm32"))))]
            None => None,
        }
    }

    /// Draws the motion as a video (WebM) and asks where to save it, where there is somebody who packs it.
    pub fn take_video(&mut self, order: PictureOrder, context: &Context) {
        let Some(duration) = self.document.duration() else {
            return self.show_refusal(Err(Refusal::new("There is no motion to draw.", "書き出すモーションがありません。")));
        };
        let name = self.actor().map_or_else(|| "film".to_owned(), |actor| actor.name.clone());
        // Colours are told for four pixels together.
        let even = |pixels: u32| (pixels & !1).max(2);
        let order = PictureOrder { width: even(order.width), height: even(order.height), transparent: false, ..order };
        let rate = self.document.frame_rate().min(FASTEST);
        let Some(film) = self.pack([order.width, order.height], rate) else { return };
        let frames = (duration * rate + 1e-3).floor() as usize;
        let frames = if self.document.playback.looping { frames.max(1) } else { frames + 1 };
        let times = (0..frames).map(|frame| frame as f32 / rate);
        let shoot = Shoot::new(order, Purpose::Film(format!("{name}.webm")), times);
        self.shoot(Shoot { rate, film: Some(Making::Video(film)), ..shoot }, context);
    }

    /// Keeps the pose under a name, with a small picture, for all projects.
    pub fn save_pose(&mut self, name: &str, context: &Context) {
        let Some(actor) = self.actor() else { return };
        let pose = SavedPose { name: name.trim().to_owned(), ..SavedPose::of(&actor, &[]) };
        let order = PictureOrder { width: SMALL, height: SMALL, transparent: true, grid: false };
        let purpose = Purpose::Library(Box::new(pose));
        self.shoot(Shoot::new(order, purpose, [self.document.time()]), context);
    }

    fn shoot(&mut self, shoot: Shoot, context: &Context) {
        if self.render_state.is_none() {
            return self
                .banners
                .problem(Phrase::new("There is no graphics card to draw with.", "描画できるグラフィックス機能がありません。"));
        }
        self.tasks.shoot = Some(shoot);
        context.request_repaint();
    }

    /// Takes in a finished picture and begins the next one.
    pub(super) fn poll_shoot(&mut self, context: &Context) {
        let (Some(mut shoot), Some(state)) = (self.tasks.shoot.take(), self.render_state.clone()) else { return };
        context.request_repaint();
        if matches!(&shoot.film, Some(Making::Video(film)) if film.is_full()) {
            self.tasks.shoot = Some(shoot);
            return;
        }
        match self.step(&mut shoot, &state.device, &state) {
            Ok(()) if shoot.count < shoot.times.len() => self.tasks.shoot = Some(shoot),
            Ok(()) => self.developed(shoot, context),
            Err(reason) => self.banners.problem(reason.into()),
        }
    }

    fn step(&self, shoot: &mut Shoot, device: &wgpu::Device, state: &eframe::egui_wgpu::RenderState) -> Result<(), String> {
        if let Some(pending) = &shoot.pending {
            let Some(picture) = pending.take(device).map_err(|error| error.to_string())? else { return Ok(()) };
            match &mut shoot.film {
                Some(Making::Gif(film)) => film.add(&picture.pixels, shoot.times[shoot.count].1)?,
                Some(Making::Video(film)) => {
                    let rate = f64::from(shoot.rate);
                    film.add(&picture.pixels, [shoot.count as f64 / rate, 1.0 / rate]);
                }
                None => {
                    let picture = if shoot.layer() == Layer::Normal { over(picture, FACING) } else { picture };
                    shoot.done.push(picture.to_png().map_err(|error| error.to_string())?);
                }
            }
            shoot.count += 1;
            shoot.pending = None;
        }
        if let Some(&(time, _)) = shoot.times.get(shoot.count) {
            let scene = panel::still(self, time, (&shoot.order, shoot.layer()));
            let PictureOrder { width, height, .. } = shoot.order;
            let size = PictureSize { width, height, line_scale: height as f32 / 800.0 };
            shoot.pending = Some(draw_picture(state, &scene, size).map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    fn developed(&mut self, shoot: Shoot, context: &Context) {
        let Shoot { order, purpose, mut done, film, times, rate, .. } = shoot;
        match purpose {
            Purpose::File(name) => self.send((name, None), Ok(done.pop().unwrap_or_default()), context),
            Purpose::Sequence(name) => {
                let files = done.into_iter().enumerate().map(|(index, bytes)| (format!("{index:04}.png"), bytes)).collect();
                self.send((name, None), Ok(zip::archive(files)), context);
            }
            Purpose::Film(name) => {
                match film {
                    Some(Making::Gif(film)) => self.send((name, None), film.finish().map_err(Refusal::from), context),
                    Some(Making::Video(film)) => {
                        let (arrive, context) = (self.arrive.clone(), context.clone());
                        self.tasks.films += 1;
                        let lasts = (1000.0 * times.len() as f64 / f64::from(rate)).round() as u32;
                        film.finish(Box::new(move |footage| {
                            let film = footage.map(|footage| webm(&footage, [order.width, order.height], lasts));
                            // Nobody waits any more when the page was left.
                            let _ = arrive.send(Arrival::Filmed { name, film });
                            context.request_repaint();
                        }));
                    }
                    None => {}
                }
            }
            Purpose::Tools(name) => {
                let mut files: Vec<(String, Vec<u8>)> = Layer::TOLD.iter().map(|(_, name)| (*name).to_owned()).zip(done).collect();
                files.push(("openpose.json".to_owned(), self.openpose_text(&order).into_bytes()));
                self.send((name, None), Ok(zip::archive(files)), context);
            }
            Purpose::Library(pose) => {
                self.keep_pose(SavedPose { thumbnail: done.pop().map(Into::into), ..*pose });
            }
        }
    }

    /// Gives up the pictures under way.
    pub fn cancel_shoot(&mut self) {
        self.tasks.shoot = None;
    }

    /// Reports what a page may want to wait for.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.tasks.jobs.is_empty() || !self.imports.is_empty() || self.tasks.shoot.is_some() || self.tasks.films > 0
    }

    /// Gives the studio something as if it had come from outside.
    pub fn give(&self, files: Vec<super::GivenFile>, adds: bool) {
        // The receiver lives as long as the studio.
        let _ = self.arrive.send(Arrival::Files { files: files.into_iter().map(Ok).collect(), adds });
    }
}
