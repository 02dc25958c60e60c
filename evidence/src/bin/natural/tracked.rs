//! Bodies that follow the heads and hands of recorded people, frame by frame.

use std::{sync::Arc, time::Instant};

use kansetsu::{
    Error,
    d3::{Skeleton, rotation_of},
    glam::{Affine3, Vec3},
};
use kansetsu_humanoid::{
    prior::Prior,
    trackers::{BodyTracker, BodyTrackerState, Calibration, TrackedPart},
};

use crate::recorded::{Clip, lowest};

/// Frames per second, as of a headset.
const RATE: f32 = 60.0;
/// The first poses of a clip are often a T-pose, seconds.
const BEGINS: f32 = 0.2;
/// The height of the compared bodies, millimetres.
const HEIGHT: f32 = 1750.0;
/// A leap: this rotation beyond that of the recorded body in the same frame, degrees.
const LEAP: f32 = 40.0;

/// The head of the table.
pub(crate) const HEAD: &str = "| who | frames | inner joints, cm | hips, cm | head off, mm: mean, worst | hands off, mm: mean, worst \
    | slide, mm | leaps | a frame, µs: median, 99 % |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";

/// The results of some clips.
#[derive(Default)]
pub(crate) struct Followed {
    frames: usize,
    inner: f64,
    hips: f64,
    /// Sum and worst, millimetres.
    head: [f64; 2],
    hands: [f64; 2],
    slide: f32,
    leaps: usize,
    micros: Vec<f32>,
}

/// A recorded frame, and the tracked one.
struct Frame {
    truth: Vec<Affine3>,
    found: Vec<Affine3>,
    /// The positions of the balls of planted feet.
    stands: [Option<Vec3>; 2],
}

/// Tracks some clips.
pub(crate) fn follow(clips: &[&Clip], prior: &Arc<Prior>) -> Result<Followed, Error> {
    let mut followed = Followed::default();
    for clip in clips {
        followed.follow(clip, prior)?;
    }
    followed.micros.sort_by(f32::total_cmp);
    Ok(followed)
}

impl Followed {
    fn follow(&mut self, clip: &Clip, prior: &Arc<Prior>) -> Result<(), Error> {
        let (rig, human) = (&clip.figure.rig, &clip.humanoid);
        let skeleton = &rig.skeleton;
        let at_rest = lowest(&skeleton.forward(&skeleton.rest_pose()));
        let mut tracker = BodyTracker::new(rig, at_rest)?.with_prior(Arc::clone(prior));
        let parts = [TrackedPart::Head, TrackedPart::LeftHand, TrackedPart::RightHand];
        let joints = [
            human.neck.last().copied().unwrap_or(human.hips),
            human.arms[0].hand,
            human.arms[1].hand,
        ];
        let fitting = Calibration {
            figure_floor: clip.floor,
            person_floor: clip.floor,
            ..Calibration::joints(&parts)
        };
        let Some(motion) = clip.figure.clips.first() else { return Ok(()) };
        let (mut state, mut pose, mut before) =
            (BodyTrackerState::default(), skeleton.rest_pose(), None);
        for frame in 0..((motion.duration - BEGINS).max(0.0) * RATE) as usize {
            motion.sample(BEGINS + frame as f32 / RATE, &mut pose);
            let truth = skeleton.forward(&pose);
            let seen = joints.map(|joint| {
                Some(Affine3::from_rotation_translation(
                    rotation_of(&truth[joint]),
                    truth[joint].translation,
                ))
            });
            let started = Instant::now();
            tracker.step(&fitting, &seen, 1.0 / RATE, &mut state)?;
            self.micros.push(started.elapsed().as_secs_f32() * 1e6);
            let found = state.pose.as_ref().map_or_else(Vec::new, |pose| skeleton.forward(pose));
            let stands = [0, 1]
                .map(|side| Some(tracker.ball(side, &found)).filter(|_| state.planted()[side]));
            let now = Frame { truth, found, stands };
            self.count(clip, joints, &now);
            self.compare(skeleton, before.as_ref(), &now);
            before = Some(now);
        }
        Ok(())
    }

    fn count(&mut self, clip: &Clip, joints: [usize; 3], now: &Frame) {
        let millimetres = HEIGHT / height(&clip.figure.rig.skeleton);
        let off = |joint: usize| {
            f64::from(
                millimetres * now.truth[joint].translation.distance(now.found[joint].translation),
            )
        };
        let add = |[sum, worst]: [f64; 2], off: f64| [sum + off, worst.max(off)];
        self.frames += 1;
        self.head = add(self.head, off(joints[0]));
        self.hands = add(self.hands, off(joints[1]).max(off(joints[2])));
        self.hips += off(clip.humanoid.hips) / 10.0;
        let inner: Vec<f64> =
            clip.humanoid.joints().filter(|joint| !joints.contains(joint)).map(off).collect();
        self.inner += inner.iter().sum::<f64>() / (10.0 * inner.len() as f64);
    }

    fn compare(&mut self, skeleton: &Skeleton, before: Option<&Frame>, now: &Frame) {
        let Some(before) = before else { return };
        let fastest = |was: &[Affine3], is: &[Affine3]| {
            let turn = |(was, is)| rotation_of(was).angle_between(rotation_of(is)).to_degrees();
            was.iter().zip(is).map(turn).fold(0.0, f32::max)
        };
        self.leaps += usize::from(
            fastest(&before.found, &now.found) > fastest(&before.truth, &now.truth) + LEAP,
        );
        for (was, is) in before.stands.iter().zip(now.stands) {
            if let (Some(was), Some(is)) = (was, is) {
                self.slide = self.slide.max(HEIGHT / height(skeleton) * was.distance(is));
            }
        }
    }

    /// The mean error of inner joints, centimetres.
    pub(crate) fn inner(&self) -> f64 {
        self.inner / self.frames.max(1) as f64
    }

    /// A row of the table.
    pub(crate) fn row(&self, who: &str) -> String {
        let frames = self.frames.max(1) as f64;
        let part = |part: usize| {
            self.micros.get(self.micros.len() * part / 100).copied().unwrap_or_default()
        };
        let [head, hands] =
            [self.head, self.hands].map(|[sum, worst]| format!("{:.1}, {worst:.0}", sum / frames));
        let (inner, hips) = (self.inner(), self.hips / frames);
        let (slide, leaps, micros) = (self.slide, self.leaps, [part(50), part(99)]);
        format!(
            "| {who} | {} | {inner:.1} | {hips:.1} | {head} | {hands} | {slide:.2} | {leaps} | {:.0}, {:.0} |",
            self.frames, micros[0], micros[1]
        )
    }
}

/// The height of a skeleton at rest.
fn height(skeleton: &Skeleton) -> f32 {
    let rest = skeleton.forward(&skeleton.rest_pose());
    rest.iter().map(|map| map.translation.y).fold(f32::MIN, f32::max) - lowest(&rest)
}
