//! The height of the pelvis.

use glam::Vec3;

use super::{ClipFrame, Foot, FootPlacement, FootState, footing::Descent};
use crate::d3::{SmoothPosition, Smoothing};

/// The state of the pelvis between two frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Pelvis {
    /// The y of the floor under the pelvis, metres.
    level: SmoothPosition,
    /// The middle of the hips, in the clip, in the previous frame.
    middle: Vec3,
    /// The upward shift of the pelvis, metres.
    pub(super) shift: f32,
}

/// The lag of a critically damped spring behind a steady motion, in half-lives: `2 / ω`, with `ω`
/// from `(1 + x) e^(-x) = 1/2`.
const LAG: f32 = 2.0 / 1.678_347;

impl Pelvis {
    pub(super) fn begin(
        feet: &[Foot],
        footings: &[FootState],
        frame: &ClipFrame<'_>,
        placement: &FootPlacement,
    ) -> Self {
        let middle = middle(feet, frame);
        let floor = mean_plane(footings, middle).unwrap_or(frame.floor);
        let mut pelvis = Self { level: SmoothPosition::at(Vec3::Y * floor), middle, shift: 0.0 };
        pelvis.place(feet, footings, frame, placement);
        pelvis
    }

    /// The floor under the pelvis, metres.
    pub(super) const fn level(&self) -> f32 {
        self.level.position.y
    }

    /// Raises the ground and the pelvis with it.
    pub(super) fn raise(&mut self, up: f32) {
        self.level.position.y += up;
        self.level.leader.y += up;
        self.shift += up;
    }

    /// Follows the planes of the feet, under the pelvis and ahead by its lag: on a slope it neither
    /// lags nor bobs.
    pub(super) fn step(
        &mut self,
        feet: &[Foot],
        footings: &[FootState],
        frame: &ClipFrame<'_>,
        placement: &FootPlacement,
    ) {
        let middle = middle(feet, frame);
        let lag = LAG * placement.half_life;
        let ahead = (middle - self.middle) * (lag / frame.seconds);
        let mean = mean_plane(footings, middle + ahead).unwrap_or(frame.floor);
        // As if feet in the air were at their landing positions: start before a leg is straight.
        let level = Vec3::new(ahead.x, 0.0, ahead.z);
        let later = |footing: &FootState| {
            let Descent { in_clip, here } = footing.descent(lag);
            Descent { in_clip: in_clip - level, here: here - level }
        };
        let target = mean.min(frame.floor + reach(feet, footings, frame, placement, later));
        let smoothing = Smoothing { half_life: placement.half_life, ..Smoothing::default() };
        if self.level.update(Vec3::Y * target, frame.seconds, &smoothing).is_err() {
            self.level.reset(Vec3::Y * frame.floor);
        }
        self.middle = middle;
        self.place(feet, footings, frame, placement);
    }

    /// The pelvis on its floor, but no higher than the legs reach.
    fn place(
        &mut self,
        feet: &[Foot],
        footings: &[FootState],
        frame: &ClipFrame<'_>,
        placement: &FootPlacement,
    ) {
        let wanted = self.level() - frame.floor;
        let reach = reach(feet, footings, frame, placement, |_| Descent::default());
        let lowest = wanted
            - placement.max_ground_distance
                * feet.iter().map(|foot| foot.length).fold(0.0, f32::max);
        self.shift = wanted.min(reach).max(lowest);
    }
}

/// The middle of the hips.
fn middle(feet: &[Foot], frame: &ClipFrame<'_>) -> Vec3 {
    let sum = feet
        .iter()
        .fold(Vec3::ZERO, |sum, foot| sum + frame.model_from_joint[foot.hip].translation);
    sum / feet.len().max(1) as f32
}

/// The mean height of the feet's planes, at this position. With the lowest plane the upper leg on a
/// step would fold more than its ankle can.
fn mean_plane(footings: &[FootState], under: Vec3) -> Option<f32> {
    let heights = footings.iter().filter(|footing| footing.has_ground).map(|footing| {
        let (plane, place) = footing.plane();
        plane.height() + plane.rise(under - place)
    });
    let (sum, count) = heights.fold((0.0, 0.0), |(sum, count), height| (sum + height, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

/// The largest upward shift of the hips until a leg reaches its largest extension, with feet that
/// move by `descent`: `straight`, or the extension in the clip itself.
fn reach(
    feet: &[Foot],
    footings: &[FootState],
    frame: &ClipFrame<'_>,
    placement: &FootPlacement,
    descent: impl Fn(&FootState) -> Descent,
) -> f32 {
    let highest = feet.iter().zip(footings).map(|(foot, footing)| {
        let (hip, ankle) = (
            frame.model_from_joint[foot.hip].translation,
            frame.model_from_joint[foot.ankle].translation,
        );
        let Descent { in_clip, here } = descent(footing);
        let length = (placement.max_extension * foot.length).max(hip.distance(ankle + in_clip));
        let way = footing.ankle + here - hip;
        let room = length * length - (way.x * way.x + way.z * way.z);
        way.y + room.max(0.0).sqrt()
    });
    highest.fold(f32::INFINITY, f32::min)
}
