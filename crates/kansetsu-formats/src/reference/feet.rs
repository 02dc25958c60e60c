//! The rotation of flat feet: that of the motion while they are planted.

use kansetsu::d3::rotation_of;
use kansetsu::glam::{Quat, Vec3};

use super::geometry::{Space, degrees_between, turned};
use super::sample::Sample;
use crate::{Figure, Role};
use kansetsu_humanoid::anatomy::frame::product;

/// A flat foot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flat {
    /// `model_from_joint` of the foot and of the toes, pointing to the front.
    pub(super) foot: Quat,
    pub(super) toes: Option<Quat>,
}

/// The state of a side's foot in one frame.
struct Seen<'a> {
    sample: &'a Sample,
    /// The heights of ankle and toes along the up axis.
    heights: [f32; 2],
    /// The lean of the shin, radians.
    lean: f32,
}

/// A foot whose ankle and toes are this much above their lowest heights is not planted, leg
/// lengths. The lowest heights of a motion's feet vary by 2 cm.
const LOW: f32 = 0.03;

/// From the frame in which the foot is low under an upright shin. `None` without a motion.
pub(super) fn flat(
    figure: &Figure,
    (space, samples): (&Space, &[Sample]),
    [shin, foot, toes]: [Role; 3],
) -> Option<Flat> {
    let role = |role: Role| figure.rig.roles.get(&role).copied();
    let (knee, ankle, toes) = (role(shin)?, role(foot)?, role(toes));
    let end = toes.or_else(|| figure.rig.skeleton.children(ankle).first().copied())?;
    let seen = |sample: &'_ Sample| {
        let at = |joint: usize| sample.maps[joint].translation;
        let shin = (at(ankle) - at(knee)).try_normalize()?;
        Some((
            [at(ankle).dot(space.up), at(end).dot(space.up)],
            degrees_between(shin, -space.up).to_radians(),
            at(ankle).distance(at(knee)),
        ))
    };
    let frames = samples.iter().filter(|sample| sample.frame.is_some());
    let all: Vec<(Seen<'_>, f32)> = frames
        .filter_map(|sample| {
            seen(sample).map(|(heights, lean, shin)| (Seen { sample, heights, lean }, shin))
        })
        .collect();
    let shin = all.first()?.1;
    let lowest = [0, 1].map(|part| low(all.iter().map(|(seen, _)| seen.heights[part]).collect()));
    let cost = |seen: &Seen<'_>| {
        let above =
            [0, 1].map(|part| (seen.heights[part] - lowest[part]).max(0.0) / (2.0 * LOW * shin));
        seen.lean + above[0] * above[0] + above[1] * above[1]
    };
    let (best, _) = all.iter().min_by(|a, b| cost(&a.0).total_cmp(&cost(&b.0)))?;
    let way = best.sample.maps[end].translation - best.sample.maps[ankle].translation;
    let heading = level(way, space.up).map_or(Quat::IDENTITY, |way| space.heading(way));
    let turn = |joint: usize| product(heading, rotation_of(&best.sample.maps[joint]));
    Some(Flat { foot: turn(ankle), toes: toes.map(turn) })
}

/// The 10th percentile of the height over the frames.
fn low(mut heights: Vec<f32>) -> f32 {
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() / 10).copied().unwrap_or(0.0)
}

/// The horizontal part of a direction, if it has one.
fn level(way: Vec3, up: Vec3) -> Option<Vec3> {
    let level = way.reject_from(up);
    (level.length() > 0.1 * way.length()).then(|| level.try_normalize()).flatten()
}

/// A foot without a motion: the smallest rotation that points its toes to the front with the slope
/// of flat feet.
pub(super) fn turned_flat(way: Vec3, space: &Space, range: [f32; 2]) -> Quat {
    let fall = libm::asinf((-way.dot(space.up)).clamp(-1.0, 1.0)).clamp(range[0], range[1]);
    let (sin, cos) = libm::sincosf(fall);
    let to = space.forward * cos - space.up * sin;
    let heading = level(way, space.up).map_or(Quat::IDENTITY, |way| space.heading(way));
    product(super::geometry::swing(turned(heading, way), to), heading)
}
