//! A hand that drags joint after joint, and a clock beside it.

use std::{error::Error, fmt, sync::Arc, time::Duration};

use eframe::{
    egui::{Rect, Shape, Visuals, epaint},
    egui_wgpu::{RenderState, ScreenDescriptor},
    wgpu,
};
use kansetsu::glam::{Vec2, Vec3};
use kansetsu_studio::{
    app::{Look, drag::Grabbed, touchable::place_all},
    document::{Actor, Content, Document, Pin},
    panel,
    posing::Pointer,
    text::Language,
    viewport::{Camera, gpu::Screen, scene::Scene},
};

use crate::kit::Window;

/// Events from the press to the release.
const EVENTS_OF_A_DRAG: usize = 50;
/// Points that the pointer goes between two events, at most: a quick hand.
const STRIDE: f32 = 14.0;
/// How often each event is timed; the least counts, so that a cache that another program emptied is
/// not taken for ours.
const PASSES: usize = 3;

/// What is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drags {
    /// The ends of limbs; the limb follows.
    Limbs,
    /// Any joint of limbs and trunk; everything follows, while four limbs are pinned (two of a
    /// figure with four).
    WholeBody,
}

impl fmt::Display for Drags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Limbs => "a limb",
            Self::WholeBody => "the whole body, with pins",
        })
    }
}

/// What one event took.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// The pose and the document.
    pub solve: Duration,
    /// The scene, and what the graphics card is sent of it.
    pub show: Duration,
}

impl Times {
    pub fn whole(&self) -> Duration {
        self.solve + self.show
    }

    fn least(self, other: Self) -> Self {
        if other.whole() < self.whole() { other } else { self }
    }
}

/// The studio with a figure, and what is needed to send a scene to a graphics card.
pub struct Hand {
    window: Window,
    start: Document,
    state: RenderState,
    screen: Screen,
    joints: Vec<usize>,
    /// How long presses took.
    presses: Vec<Duration>,
}

impl Hand {
    pub fn new(mut actor: Actor, drags: Drags) -> Result<Self, Box<dyn Error>> {
        let (window, state) = Window::with_card(Language::English, Look::Dark);
        let state = state.ok_or("there is no graphics driver here")?;
        let tips: Vec<usize> = actor.figure.rig.limbs.iter().map(|limb| limb.tip).collect();
        let mut joints = tips.clone();
        if drags == Drags::WholeBody {
            let is_trunk = |joint: &usize| actor.figure.rig.skeleton.children(*joint).len() > 1;
            joints.extend((0..actor.joint_count()).filter(is_trunk));
            let held = if tips.len() > 4 { 4 } else { 2 };
            let maps = actor.figure.rig.skeleton.forward(&actor.pose);
            let pin = |&joint: &usize| Pin {
                joint,
                position: Some(maps[joint].translation),
                orientation: None,
            };
            actor.constraints.pins = tips[tips.len() - held..].iter().map(pin).collect();
            joints.retain(|joint| actor.pin(*joint).is_none());
        }
        let camera = camera(&actor);
        let mut content = Content::default();
        content.add(actor);
        let mut start = Document::new(content);
        start.view.camera = camera;
        start.settings.whole_body = drags == Drags::WholeBody;
        Ok(Self { window, screen: Screen::new(&state), state, start, joints, presses: Vec::new() })
    }

    /// What each of so many events took.
    pub fn times(&mut self, events: usize) -> Result<Vec<Times>, Box<dyn Error>> {
        // Memory is there and the card has the figure before the clock runs.
        self.pass(events.min(200))?;
        let mut least = self.pass(events)?;
        for _ in 1..PASSES {
            least = least.into_iter().zip(self.pass(events)?).map(|(a, b)| a.least(b)).collect();
        }
        Ok(least)
    }

    /// The median press so far, which prepares a drag.
    pub fn press(&self) -> Duration {
        let mut presses = self.presses.clone();
        presses.sort_unstable();
        presses.get(presses.len() / 2).copied().unwrap_or_default()
    }

    /// The same events from the same start.
    fn pass(&mut self, events: usize) -> Result<Vec<Times>, Box<dyn Error>> {
        self.window.studio_mut().document = self.start.clone();
        let mut random = Random(23);
        let mut times = Vec::new();
        for drag in 0..events.div_ceil(EVENTS_OF_A_DRAG) {
            let joint = self.joints[random.below(self.joints.len())];
            let view = self.window.studio().context().camera_view();
            let placed = place_all(self.window.studio().document.content(), &view, None);
            let seen = view
                .project(placed[0].world_from_joint[joint].translation)
                .ok_or("a joint is behind the camera")?;
            let studio = self.window.studio_mut();
            studio.document.selection.set(joint);
            let pressed = core_time();
            studio.editor().begin_drag(
                Grabbed { joint, handle: None },
                view,
                Pointer::at(seen.pixel),
            );
            self.presses.push(core_time() - pressed);
            let (mut at, mut way) = (seen.pixel, Vec2::ZERO);
            for _ in 0..EVENTS_OF_A_DRAG {
                // A hand does not turn on the spot: each stride is much like the last.
                way = (0.8 * way + 0.5 * STRIDE * Vec2::new(random.signed(), random.signed()))
                    .clamp_length_max(STRIDE);
                at = (at + way).clamp(Vec2::splat(8.0), view.size - 8.0);
                times.push(self.event(Pointer::at(at))?);
            }
            // Some drags stay, so that not all start at rest.
            let studio = self.window.studio_mut();
            if drag % 3 == 0 {
                studio.editor().end_drag();
            } else {
                studio.editor().cancel_drag();
            }
        }
        Ok(times)
    }

    /// One event, as the app window takes it.
    fn event(&mut self, pointer: Pointer) -> Result<Times, Box<dyn Error>> {
        let start = core_time();
        self.window.studio_mut().editor().drag_to(pointer);
        let solved = core_time();
        let studio = self.window.studio();
        let view = studio.context().camera_view();
        // The app window asks once before it looks at the pointer.
        std::hint::black_box(place_all(studio.document.content(), &view, None));
        let placed = place_all(studio.document.content(), &view, None);
        let scene = panel::scene(&studio.context(), &view, &placed, &Visuals::dark());
        let encoder = self.send(Arc::new(scene), view.size)?;
        let shown = core_time();
        // Drawing is the card's work, and here a software driver's: it is left out.
        drop(encoder);
        self.state.queue.submit([]);
        Ok(Times { solve: solved - start, show: shown - solved })
    }

    /// Collects what the graphics card is sent.
    fn send(&self, scene: Arc<Scene>, size: Vec2) -> Result<wgpu::CommandEncoder, Box<dyn Error>> {
        let rect = Rect::from_min_size(epaint::Pos2::ZERO, epaint::vec2(size.x, size.y));
        let Shape::Callback(callback) = self.screen.show(scene, rect, 0) else {
            return Err("a scene is drawn by ourselves".into());
        };
        let painted = epaint::ClippedPrimitive {
            clip_rect: rect,
            primitive: epaint::Primitive::Callback(callback),
        };
        let screen = ScreenDescriptor {
            size_in_pixels: [size.x as u32, size.y as u32],
            pixels_per_point: 1.0,
        };
        let RenderState { device, queue, renderer, .. } = &self.state;
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        renderer.write().update_buffers(device, queue, &mut encoder, &[painted], &screen);
        Ok(encoder)
    }
}

/// Sees all of a figure, wherever its limbs go.
fn camera(actor: &Actor) -> Camera {
    let maps = actor.figure.rig.skeleton.forward(&actor.pose);
    let middle = maps.iter().map(|map| map.translation).sum::<Vec3>() / maps.len() as f32;
    let radius = maps.iter().map(|map| map.translation.distance(middle)).fold(0.1, f32::max);
    Camera { target: middle, distance: 4.0 * radius, ..Camera::default() }
}

/// How long this thread has had a core.
#[cfg(unix)]
fn core_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The time since the first call: on a busy machine more than this thread had a core.
#[cfg(not(unix))]
fn core_time() -> Duration {
    static FIRST: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(std::time::Instant::now).elapsed()
}

/// A generator (SplitMix64) with the same numbers for the same seed, on every platform.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// In `[-1, 1)`.
    fn signed(&mut self) -> f32 {
        2.0 * ((self.bits() >> 40) as f32 / (1 << 24) as f32) - 1.0
    }
}
