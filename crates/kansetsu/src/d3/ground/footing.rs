//! The state machine of one foot.

use glam::{Affine3, Quat, Vec3, Vec4};

use super::{
    ClipFrame, Foot, FootPlacement, Ground,
    ease::Ease,
    ground_plane::{GroundPlane, Probe, SmoothPlane},
};
use crate::{
    d3::{Goal, rotation_of},
    math::Rot,
};

/// The phase of a foot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Phase {
    /// In the air, on the clip's path over the ground.
    #[default]
    Swing,
    /// Set down by the clip: it decelerates onto the ground plane, which is fixed from now on.
    Landing,
    /// Standing: its contact point does not move.
    Planted,
}

/// The state of one foot between two frames. Plain data: copy it, save it, compare it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FootState {
    /// The current phase.
    pub phase: Phase,
    /// The target position of the ankle, in model space, metres.
    pub ankle: Vec3,
    /// The target rotation of the ankle joint, in model space.
    pub rotation: Quat,
    /// The target of the contact point, heel or ball, in model space, metres. It is bit-identical
    /// while the foot is planted.
    pub contact: Vec3,
    /// The contact point in the ankle joint's own frame, metres.
    pub contact_in_ankle: Vec3,
    /// Whether there is ground under the foot. Queried until the foot is planted.
    pub has_ground: bool,
    soft: SmoothPlane,
    /// The height of the ground above the plane that follows it, metres.
    pending: f32,
    /// The height of the lower of heel and ball in the clip, metres.
    clearance: f32,
    /// The clip's velocity of the foot over its floor while it is in the air, metres per second.
    velocity: Vec3,
    /// The transition from the previous plane to the fixed one.
    settle: Ease,
    /// The transition from the pinned position to the clip: x, y, z in metres, the heading in
    /// radians.
    leave: Ease,
    pin: Pin,
    /// The offset of the pin from the clip in the previous frame, as [`Self::leave`].
    held: Vec4,
    /// The contact point: 0 the heel, 1 the ball.
    pivot: usize,
    /// The clip's heel and ball in the previous frame.
    pivots: [Vec3; 2],
}

/// The predicted landing position of a foot, relative to its current position, metres: on the
/// clip's floor, and here.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Descent {
    pub(super) in_clip: Vec3,
    pub(super) here: Vec3,
}

/// The pin of a planted foot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Pin {
    /// The clip's rotation of the ankle when the foot was planted, and the heading's offset from
    /// it.
    clip_rotation: Quat,
    heading: f32,
}

/// A foot in the clip.
pub(super) struct ClipFoot {
    ankle: Vec3,
    rotation: Rot,
    soles: [Vec3; 3],
    pivots: [Vec3; 2],
    pivots_in_ankle: [Vec3; 2],
    /// The middle of heel and ball, on the clip's floor.
    middle: Vec3,
    floor: f32,
    seconds: f32,
    length: f32,
}

impl ClipFoot {
    pub(super) fn new(foot: &Foot, frame: &ClipFrame<'_>) -> Self {
        let joint: &Affine3 = &frame.model_from_joint[foot.ankle];
        let soles = foot.soles(frame.model_from_joint);
        let lowest = soles.iter().fold(f32::INFINITY, |lowest, sole| lowest.min(sole.y));
        // A clip that sinks into its own floor is lifted out of it.
        let out = Vec3::Y * (frame.floor - lowest).max(0.0);
        let between = (soles[0] + soles[1]) * 0.5;
        let pivots = foot.pivots(frame.model_from_joint);
        let ankle_from_model = joint.inverse();
        Self {
            ankle: joint.translation + out,
            rotation: Rot::from(rotation_of(joint)).normalized(),
            soles: soles.map(|sole| sole + out),
            pivots: pivots.map(|pivot| pivot + out),
            pivots_in_ankle: [
                foot.heel,
                foot.toe.map_or(foot.ball, |_| ankle_from_model.transform_point3(pivots[1])),
            ],
            middle: Vec3::new(between.x, frame.floor, between.z),
            floor: frame.floor,
            seconds: frame.seconds,
            length: foot.length,
        }
    }

    fn clearance(&self, pivot: usize) -> f32 {
        self.soles[pivot].y - self.floor
    }

    /// Whether heel or ball is low and slow, relative to `before` and in units of the thresholds.
    fn touches(&self, before: [Vec3; 2], placement: &FootPlacement, slack: f32) -> bool {
        let (low, slow) = (
            slack * placement.plant_height * self.length,
            slack * placement.plant_speed * self.length,
        );
        (0..2).any(|pivot| {
            self.clearance(pivot) <= low
                && self.pivots[pivot].distance(before[pivot]) <= slow * self.seconds
        })
    }

    /// The contact point: the ball, unless the heel is clearly lower. Heels rise if an ankle cannot
    /// follow, and a level foot keeps its contact point.
    fn pivot(&self, present: usize) -> usize {
        let band = if present == 1 { 10.0 * ROUNDING } else { ROUNDING };
        usize::from(self.clearance(0) >= self.clearance(1) - band * self.length)
    }
}

/// Hysteresis: the factor on height and speed thresholds for the release of a foot. It stops feet
/// near the threshold from toggling. At 1 they toggle, at ×2 a leaving foot is held twice as long.
const SLACK: f32 = 1.25;

/// The rounding error of a position, as a fraction of a leg (0.1 mm), and of a rotation, radians
/// (0.006°): forward kinematics far from the origin. At ×0.5 a standing foot changes in its last
/// bits; ×2 is a tenth of the visible error.
const ROUNDING: f32 = 1e-4;

impl FootState {
    /// The goals for the foot's ankle: a pin of the contact point, because a sliding foot is the
    /// most visible error, and the rotation, which yields if an ankle cannot follow the ground.
    #[must_use]
    pub const fn goals(&self, foot: &Foot) -> [Goal; 2] {
        let contact =
            Goal::position(foot.ankle, self.contact).with_offset(self.contact_in_ankle).pinned();
        [contact, Goal::orientation(foot.ankle, self.rotation)]
    }

    /// The plane under the foot, and the position to which it refers.
    pub(super) fn plane(&self) -> (GroundPlane, Vec3) {
        (GroundPlane(self.soft.plane().0 + self.settle.offset().truncate()), self.soft.place())
    }

    /// The landing position of the foot at its current velocity in `seconds`, relative to its
    /// current position: in the clip, and here.
    pub(super) fn descent(&self, seconds: f32) -> Descent {
        let in_clip = self.velocity * seconds - Vec3::Y * self.clearance;
        let (plane, _) = self.plane();
        Descent { in_clip, here: in_clip + Vec3::Y * (plane.rise(in_clip) + self.pending.min(0.0)) }
    }

    /// Raises the ground and everything on it.
    pub(super) fn raise(&mut self, up: f32) {
        let up = Vec3::Y * up;
        self.ankle += up;
        self.contact += up;
        self.soft.raise(up);
    }

    /// The first frame: finds the ground, and plants a low foot.
    pub(super) fn begin<G: Ground + ?Sized>(
        clip: &ClipFoot,
        probe: &Probe<'_, G>,
        placement: &FootPlacement,
    ) -> Self {
        let plane = probe.plane(&clip.soles, clip.middle);
        let mut footing = Self {
            pivot: 1,
            has_ground: plane.is_some(),
            soft: SmoothPlane::at(clip.middle, plane.unwrap_or(GroundPlane::level(clip.floor))),
            pivots: clip.pivots,
            ..Self::default()
        };
        footing.carry(clip);
        if footing.has_ground && clip.touches(footing.pivots, placement, 1.0) {
            footing.plant(clip);
        }
        footing
    }

    /// One frame. `level` is the height of the clip's floor where there is no ground, metres.
    pub(super) fn step<G: Ground + ?Sized>(
        &mut self,
        clip: &ClipFoot,
        probe: &Probe<'_, G>,
        placement: &FootPlacement,
        level: f32,
    ) {
        let slack = if self.phase == Phase::Swing { 1.0 } else { SLACK };
        let touches = clip.touches(self.pivots, placement, slack);
        if self.phase == Phase::Planted && !(touches && self.hold(clip, placement)) {
            self.release(clip, placement);
        }
        match self.phase {
            Phase::Planted => {}
            Phase::Landing if touches => self.land(clip),
            Phase::Landing | Phase::Swing => {
                self.swing(clip, probe, placement, level);
                if touches && self.has_ground && self.leave.is_over() {
                    self.touch_down(clip, probe, placement);
                }
            }
        }
        self.pivots = clip.pivots;
        self.clearance = clip.clearance(0).min(clip.clearance(1));
    }

    /// In the air: the offset of the last pin fades out, the plane follows the ground.
    fn swing<G: Ground + ?Sized>(
        &mut self,
        clip: &ClipFoot,
        probe: &Probe<'_, G>,
        placement: &FootPlacement,
        level: f32,
    ) {
        self.phase = Phase::Swing;
        self.leave.advance(clip.seconds);
        self.settle.advance(clip.seconds);
        let aside = level_part(self.leave.offset());
        let place = clip.middle + aside;
        self.soft.move_to(place);
        let plane = probe.plane(&clip.soles.map(|sole| sole + aside), place);
        self.has_ground = plane.is_some();
        let moved = (clip.pivots[0] + clip.pivots[1] - self.pivots[0] - self.pivots[1]) * 0.5;
        self.velocity = Vec3::new(moved.x, 0.0, moved.z) / clip.seconds;
        let way = self.velocity * placement.look_ahead;
        let plane =
            plane.map_or(GroundPlane::level(level), |plane| probe.raised(plane, place, way));
        self.pending = plane.height() - self.soft.plane().height();
        self.soft.follow(plane, clip.seconds, placement.half_life);
        self.carry(clip);
    }

    /// Fixes the ground plane.
    fn touch_down<G: Ground + ?Sized>(
        &mut self,
        clip: &ClipFoot,
        probe: &Probe<'_, G>,
        placement: &FootPlacement,
    ) {
        let place = clip.middle;
        let Some(plane) = probe.plane(&clip.soles, place) else { return };
        let (from, _) = self.plane();
        let velocity = self.soft.velocity() + self.settle.rate().truncate();
        self.settle =
            Ease::new((from.0 - plane.0).extend(0.0), velocity.extend(0.0), placement.plant_time);
        self.soft = SmoothPlane::at(place, plane);
        self.pending = 0.0;
        self.velocity = Vec3::ZERO;
        self.phase = Phase::Landing;
    }

    /// Follows the clip until the foot is down.
    fn land(&mut self, clip: &ClipFoot) {
        self.settle.advance(clip.seconds);
        self.soft.move_to(clip.middle);
        self.carry(clip);
        if self.settle.is_over() {
            self.plant(clip);
        }
    }

    /// Moves the clip's foot from its floor to the plane.
    fn carry(&mut self, clip: &ClipFoot) {
        let (plane, place) = self.plane();
        let offset = self.leave.offset();
        let turn = plane.tilt() * Rot::from_axis_angle(Vec3::Y, offset.w);
        let on_bed =
            Vec3::new(place.x, plane.height() + offset.y + self.step_up(clip.length), place.z);
        self.ankle = on_bed + turn.rotate(clip.ankle - clip.middle);
        self.rotation = (turn * clip.rotation).normalized().into();
        self.touch(clip, clip.pivot(self.pivot));
    }

    /// Sets the contact to the target of the heel or the ball.
    fn touch(&mut self, clip: &ClipFoot, pivot: usize) {
        let turn = Rot::from(self.rotation) * clip.rotation.inverse();
        self.pivot = pivot;
        self.contact = self.ankle + turn.rotate(clip.pivots[pivot] - clip.ankle);
        self.contact_in_ankle = clip.pivots_in_ankle[pivot];
    }

    /// The lift of a foot that returns over a large distance: it steps instead of sliding. An arch
    /// `16 s² (1 - s)²` of a fifth of the distance, as in small steps. At ×0.5 it drags, at ×2 it
    /// stamps.
    fn step_up(&self, length: f32) -> f32 {
        let way = level_part(self.leave.from()).length().min(length);
        let s = self.leave.progress();
        let arch = 4.0 * s * (1.0 - s);
        0.2 * way * arch * arch
    }

    /// Pins the lower of heel and ball.
    fn plant(&mut self, clip: &ClipFoot) {
        self.phase = Phase::Planted;
        self.held = self.leave.offset();
        self.pin = Pin { clip_rotation: clip.rotation.into(), heading: self.leave.offset().w };
    }

    /// Keeps the foot, except for the roll over heel or ball. Returns whether the clip's foot is
    /// still close.
    fn hold(&mut self, clip: &ClipFoot, placement: &FootPlacement) -> bool {
        let pivot = clip.pivot(self.pivot);
        if pivot != self.pivot {
            self.touch(clip, pivot);
        }
        let off = self.heading_off(clip);
        let turn = self.soft.plane().tilt() * Rot::from_axis_angle(Vec3::Y, off);
        let rotation = (turn * clip.rotation).normalized();
        let change = (rotation * Rot::from(self.rotation).inverse()).vector().length();
        if 2.0 * change > ROUNDING {
            self.rotation = rotation.into();
            let arm = clip.rotation.inverse().rotate(clip.pivots[pivot] - clip.ankle);
            self.ankle = self.contact - rotation.rotate(arm);
        }
        self.held = self.offset(clip);
        level_part(self.held).length() <= placement.max_slip * clip.length
            && off.abs() <= placement.max_turn
    }

    /// The difference between the pinned heading and the clip's, radians: the twist about the
    /// vertical since the foot was planted. A roll over a level axis has none.
    fn heading_off(&self, clip: &ClipFoot) -> f32 {
        let since = clip.rotation * Rot::from(self.pin.clip_rotation).inverse();
        self.pin.heading - since.twist_angle(Vec3::Y)
    }

    /// The offset of the pin: the goal minus the clip's foot on the plane.
    fn offset(&self, clip: &ClipFoot) -> Vec4 {
        let off = self.heading_off(clip);
        let plane = self.soft.plane();
        let turn = plane.tilt() * Rot::from_axis_angle(Vec3::Y, off);
        let on_bed = self.ankle - turn.rotate(clip.ankle - clip.middle);
        let height = plane.height() + plane.rise(on_bed - self.soft.place());
        Vec4::new(on_bed.x - clip.middle.x, on_bed.y - height, on_bed.z - clip.middle.z, off)
    }

    /// Returns to the clip's path, from the current offset of the pin: the foot follows the clip's
    /// motion from this frame on.
    fn release(&mut self, clip: &ClipFoot, placement: &FootPlacement) {
        self.soft.move_to(clip.middle + level_part(self.held));
        self.leave = Ease::new(self.held, Vec4::ZERO, placement.release_time);
        self.settle = Ease::default();
        self.phase = Phase::Swing;
    }
}

fn level_part(offset: Vec4) -> Vec3 {
    Vec3::new(offset.x, 0.0, offset.z)
}
