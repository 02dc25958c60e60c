//! Selection of the pose from which the reference pose is made.

use kansetsu::glam::{Quat, Vec3};

use super::geometry::{Space, degrees_between};
use super::sample::{Sample, step_of};
use super::score::judge_in;
use super::{MIN_STANDING_SCORE, Source};
use crate::{Clip, Figure, Role};
use kansetsu_humanoid::anatomy::Axes;
use kansetsu_humanoid::anatomy::frame::product;

/// The most frames to examine over all clips: a motion of two minutes twice per second.
const FRAMES: usize = 240;

/// The source pose of the reference pose.
#[derive(Clone, Debug)]
pub(super) struct Base {
    pub(super) sample: Sample,
    /// Whether the trunk is upright, so that it is kept.
    pub(super) is_upright: bool,
}

impl Base {
    pub(super) fn source(&self) -> Source {
        match self.sample.frame.filter(|_| self.is_upright) {
            Some([clip, frame]) => Source::Frame { clip, frame },
            None => Source::Bones,
        }
    }
}

/// The number of frames of a clip.
pub(super) fn frames_of(clip: &Clip) -> usize {
    if clip.tracks.is_empty() {
        0
    } else {
        (f64::from(clip.duration.max(0.0)) / step_of(clip) + 1e-3).floor() as usize + 1
    }
}

/// The rest pose, and evenly spaced frames of all clips, including the first of each.
pub(super) fn samples(figure: &Figure) -> Vec<Sample> {
    let mut samples = vec![Sample::rest(figure)];
    let all: usize = figure.clips.iter().map(frames_of).sum();
    let stride = all.div_ceil(FRAMES).max(1);
    for (index, clip) in figure.clips.iter().enumerate() {
        samples.extend(
            (0..frames_of(clip)).step_by(stride).map(|frame| Sample::of(figure, index, frame)),
        );
    }
    samples.retain(|sample| sample.maps.iter().all(|map| map.is_finite()));
    samples
}

/// The frame that best shows the standing person; without one, the nearest pose.
pub(super) fn best(figure: &Figure, samples: &[Sample]) -> Option<Base> {
    let space = Space::of_reference(figure, samples);
    let crowd = Crowd::of(figure, samples);
    let mut best: Option<(bool, f32, &Sample)> = None;
    for sample in samples {
        let Some(strain) = strain(figure, sample, space.up) else { continue };
        let stands = sample.frame.is_some()
            && judge_in(figure, &sample.maps, space.up)
                .is_some_and(|score| score >= MIN_STANDING_SCORE);
        let strain = strain + sample.frame.map_or(0.0, |_| crowd.deviation(sample));
        let is_better = best.is_none_or(|(stood, least, _)| {
            (stands && !stood) || (stands == stood && strain < least)
        });
        if is_better {
            best = Some((stands, strain, sample));
        }
    }
    best.map(|(is_upright, _, sample)| Base { sample: sample.clone(), is_upright })
}

/// The distance of a pose from a straight standing person: the sum of squared angles, radians. The
/// rotations of the trunk are kept, so they count fully. Legs and arms are straightened, so they
/// count partially: their roll is more certain the less they bend.
fn strain(figure: &Figure, sample: &Sample, up: Vec3) -> Option<f32> {
    let at = |role: Role| figure.rig.roles.get(&role).map(|&joint| sample.maps[joint].translation);
    let way = |from: Role, to: Role| (at(to)? - at(from)?).try_normalize();
    let axes = Axes::of(&figure.rig.roles, &sample.maps)?;
    let square = |a: Vec3, b: Vec3| degrees_between(a, b).to_radians().powi(2);
    let hips = way(Role::RightUpperLeg, Role::LeftUpperLeg)?;
    let shoulders = way(Role::RightUpperArm, Role::LeftUpperArm)?;
    let mut sum = square(axes.up, up) + square(hips, axes.left) + square(shoulders, axes.left);
    for (part, from, to) in LEGS {
        sum += part * way(from, to).map_or(0.0, |way| square(way, -up));
    }
    for [upper, lower, hand] in ARMS {
        if let (Some(upper), Some(lower)) = (way(upper, lower), way(lower, hand)) {
            sum += BENT * square(upper, lower);
        }
    }
    Some(sum)
}

/// The weight of legs and bent elbows relative to the trunk. At ×0.5 and ×2 the frames selected for
/// the test recordings differ, their limbs by less than 1 degree.
const BENT: f32 = 0.1;
const LEGS: [(f32, Role, Role); 4] = [
    (BENT, Role::LeftUpperLeg, Role::LeftLowerLeg),
    (BENT, Role::LeftLowerLeg, Role::LeftFoot),
    (BENT, Role::RightUpperLeg, Role::RightLowerLeg),
    (BENT, Role::RightLowerLeg, Role::RightFoot),
];
const ARMS: [[Role; 3]; 2] = [
    [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
    [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
];

/// The typical rotations of joints that bone directions do not determine: back, neck, head, collar
/// bones, hands.
struct Crowd {
    means: Vec<(usize, Quat)>,
}

impl Crowd {
    fn of(figure: &Figure, samples: &[Sample]) -> Self {
        let roles = [
            Role::Spine,
            Role::Chest,
            Role::UpperChest,
            Role::Neck,
            Role::Head,
            Role::LeftShoulder,
            Role::RightShoulder,
            Role::LeftHand,
            Role::RightHand,
        ];
        let frames = || samples.iter().filter(|sample| sample.frame.is_some());
        let mean = |joint: usize| {
            let first = frames().next()?.pose.locals[joint].rotation;
            let sum = frames().fold(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), |sum, sample| {
                let turn = sample.pose.locals[joint].rotation;
                if turn.dot(first) < 0.0 { sum - turn } else { sum + turn }
            });
            (sum.length() > 1e-3).then(|| (joint, product(sum, Quat::IDENTITY)))
        };
        Self { means: roles.iter().filter_map(|role| mean(*figure.rig.roles.get(role)?)).collect() }
    }

    /// The sum of squared angles from there, radians.
    fn deviation(&self, sample: &Sample) -> f32 {
        let square = |&(joint, mean): &(usize, Quat)| {
            let away = product(mean.conjugate(), sample.pose.locals[joint].rotation);
            let sine = (away.x * away.x + away.y * away.y + away.z * away.z).sqrt();
            (2.0 * libm::atan2f(sine, away.w.abs())).powi(2)
        };
        self.means.iter().map(square).sum()
    }
}
