//! Pictures under way: what they are for, what each shows.

use kansetsu::{d3::Pose, glam::Vec2};

use super::{Filmer, Springs, film::Film};
use crate::{
    document::{Document, PictureFrame, SavedPose},
    viewport::{Camera, gpu::Pending},
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
    /// The part of the view's height that is seen, in (0, 1].
    pub part: f32,
}

impl Default for PictureOrder {
    fn default() -> Self {
        Self { width: 1920, height: 1080, transparent: false, grid: true, part: 1.0 }
    }
}

impl PictureOrder {
    /// Pixels each way, at least and at most: every graphics card draws so many.
    pub const SIDES: [u32; 2] = [16, 8192];

    /// A picture of the same width that shows what is in the frame, in a view of this size.
    #[must_use]
    pub fn within(self, frame: PictureFrame, view: Vec2) -> Self {
        let (Some(aspect), Some(size)) = (frame.aspect(), frame.size_in(view)) else {
            return Self { part: 1.0, ..self };
        };
        let [least, most] = Self::SIDES.map(|side| side as f32);
        let width = (self.width as f32).clamp(least * aspect.max(1.0), most * aspect.min(1.0));
        Self {
            width: width.round() as u32,
            height: (width / aspect).round() as u32,
            part: size.y / view.y,
            ..self
        }
    }

    /// The camera of the picture, where the view has this one.
    #[must_use]
    pub fn camera(&self, camera: Camera) -> Camera {
        let tangent = self.part * (0.5 * camera.field_of_view).tan();
        Camera { field_of_view: 2.0 * tangent.atan(), ..camera }
    }
}

/// What pictures are for.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
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
    pub(super) const TOLD: [(Self, &'static str); 4] = [
        (Self::Figures, "picture.png"),
        (Self::OpenPose, "openpose.png"),
        (Self::Depth, "depth.png"),
        (Self::Normal, "normal.png"),
    ];
}

/// Pictures under way.
pub struct Shoot {
    pub(super) order: PictureOrder,
    pub(super) purpose: Purpose,
    /// When, seconds, and for a film how long each picture is shown, hundredths of a second.
    pub(super) times: Vec<(f32, u16)>,
    /// Pictures a second, for a video.
    pub(super) rate: f32,
    /// The springs of the figures; those of a motion move on with its pictures.
    pub(super) springs: Option<Springs>,
    pub(super) pending: Option<Pending>,
    pub(super) count: usize,
    pub(super) done: Vec<Vec<u8>>,
    pub(super) film: Option<Making>,
}

/// A film under way.
pub(super) enum Making {
    /// A GIF, made here.
    Gif(Film),
    /// A WebM, packed in the background, or by the host.
    Video(Box<dyn Filmer>),
}

impl Shoot {
    /// How much is done, in [0, 1].
    #[must_use]
    pub fn part(&self) -> f32 {
        self.count as f32 / self.times.len().max(1) as f32
    }

    /// What the next picture shows.
    pub(super) fn layer(&self) -> Layer {
        match self.purpose {
            Purpose::Tools(_) => {
                Layer::TOLD.get(self.count).map_or(Layer::Figures, |(layer, _)| *layer)
            }
            _ => Layer::Figures,
        }
    }

    /// Whether its pictures are of a motion.
    pub(super) const fn is_motion(&self) -> bool {
        matches!(self.purpose, Purpose::Sequence(_) | Purpose::Film(_))
    }

    /// The poses of all figures in the picture of a time, seconds.
    pub(super) fn poses(&mut self, document: &Document, time: f32) -> Vec<Pose> {
        let is_motion = self.is_motion();
        let springs = self.springs.get_or_insert_with(|| Springs::at_rest(document, time));
        let mut poses = Vec::new();
        for actor in &document.content().actors {
            poses.push(if is_motion {
                springs.advance(actor, time)
            } else {
                springs.shown(actor, &actor.pose_at(time))
            });
        }
        poses
    }

    /// The camera of the view in the picture of a time, seconds: in a motion, that of the last cut.
    pub(super) fn camera(&self, document: &Document, time: f32) -> Camera {
        let shot = document.content().shot(time).filter(|_| self.is_motion());
        shot.map_or(document.view.camera, |bookmark| bookmark.camera)
    }

    pub(super) fn new(
        order: PictureOrder,
        purpose: Purpose,
        times: impl IntoIterator<Item = f32>,
    ) -> Self {
        let times = times.into_iter().map(|time| (time, 0)).collect();
        Self {
            order,
            purpose,
            times,
            rate: 0.0,
            springs: None,
            pending: None,
            count: 0,
            done: Vec::new(),
            film: None,
        }
    }
}
