//! Feet that stay planted until the body has left them, and then step.
//!
//! A planted foot stays. The body has left it if it is further than [`STEP`] from its position
//! under the current body, or rotated by more than [`TURN`] from there. Then it swings to its
//! predicted position, unless the other one is in the air. This is the method of games for headset
//! bodies; continuous in time, and without sliding: a planted foot is bit-identical.
//!
//! The effect of ×0.5 and ×2 of each constant below on bodies that follow recorded people
//! (`results/natural.md`, *three poses over time*) is given with it: the change of the error of the
//! inner joints, which are 12 to 19 cm off, and visible effects.

use kansetsu::glam::{Affine3, Quat, Vec3};

use kansetsu::{
    d3::rotation_of,
    math::{Rot, smoothstep},
};

/// The distance between the body and a planted foot that starts a step, in leg lengths: 15 cm of an
/// adult. ×0.5: 0.1 cm either way, and feet tap on the spot when a person leans; ×2: up to 0.3 cm
/// further, and legs drag behind.
const STEP: f32 = 0.18;
/// The same as an angle, radians: 29 degrees, as
/// [`FootPlacement::max_turn`](kansetsu::d3::ground::FootPlacement::max_turn). ×0.5: 0.1 cm; ×2:
/// 0.1 cm, and 7 leaps more in 9,000 frames of dance and of fights.
const TURN: f32 = 0.5;
/// A foot that is rotated by twice that angle swivels on its ball: 57 degrees, about the end of a
/// hip's inward range.
const SWIVEL: f32 = 2.0 * TURN;
/// The longest duration of a step, seconds: half of a cycle of a slow walk. ×0.5: 0.1 to 0.3 cm
/// closer, and feet twitch; ×2: 0.5 to 1 cm further, feet come late, and leaps are twice as many.
const SWING: f32 = 0.35;
/// The speed at which a step takes half as long, leg lengths per second: a run. ×0.5: 0.1 cm
/// closer; ×2: up to 0.2 cm further.
const RUN: f32 = 4.0;
/// The distance of a hip from the ball of its foot at which the ball leaves the floor, as a
/// fraction of the leg and the foot in a line: on tiptoe an ankle is nearly straight. With half the
/// remainder to 1: up to 0.3 cm closer, and the head is held back less, but a frame takes 4 ms at
/// worst if legs are too short; with twice: up to 0.3 cm further.
const STRETCH: f32 = 0.97;
/// The lift of a foot in a step, in leg lengths: 7 cm. It only has to be visible. ×0.5: 0.1 cm
/// either way; ×2: up to 0.2 cm further.
const LIFT: f32 = 0.08;
/// The half-life of the filter of the body's velocity, seconds: half of a step, for feet look
/// ahead. ×0.5 or ×2: 0.1 cm.
const NOTICE: f32 = 0.1;

/// An untracked foot. Plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FootPlant {
    /// The position of its ball on the floor plane, and its lift over the planted height, metres.
    #[cfg_attr(feature = "serde", serde(alias = "place"))]
    pub position: Vec3,
    /// The rotation about the vertical from rest, radians.
    pub heading: f32,
    /// Position and heading at the start of the step.
    #[cfg_attr(feature = "serde", serde(alias = "from"))]
    pub step_start: (Vec3, f32),
    /// The tilt from level at the start of the step, with a raised heel.
    #[cfg_attr(feature = "serde", serde(alias = "tilt"))]
    pub start_tilt: Quat,
    /// The progress of the step, 0 to 1; 1 is planted.
    #[cfg_attr(feature = "serde", serde(alias = "part"))]
    pub progress: f32,
}

/// The untracked feet. Plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Footsteps {
    /// The left and the right foot.
    pub feet: [FootPlant; 2],
    /// The middle of the hip joints in the previous frame.
    #[cfg_attr(feature = "serde", serde(alias = "middle"))]
    pub hip_center: Vec3,
    /// Its velocity over the floor, metres per second.
    pub velocity: Vec3,
}

impl FootPlant {
    /// Whether it is planted.
    #[must_use]
    pub fn is_planted(&self) -> bool {
        self.progress >= 1.0
    }

    /// The rotation of a foot that has `at_rest` at rest.
    pub(super) fn turn(&self, at_rest: Rot) -> Rot {
        let tilt = Rot::from(self.start_tilt).slerp(Rot::IDENTITY, smoothstep(self.progress));
        (self.level(at_rest) * tilt).normalized()
    }

    /// The same without tilt.
    fn level(&self, at_rest: Rot) -> Rot {
        Rot::from_axis_angle(Vec3::Y, self.heading) * at_rest
    }

    /// Leaves the floor, with this rotation.
    fn begin(&mut self, wanted: &Wanted) {
        (self.step_start, self.progress) = ((self.position, self.heading), 0.0);
        self.start_tilt = (self.level(wanted.at_rest).inverse() * wanted.was).normalized().into();
    }
}

/// The desired placement of a foot under the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    place: Vec3,
    heading: f32,
    /// The current rotation, and that at rest.
    was: Rot,
    at_rest: Rot,
    /// The position of its hip joint.
    hip: Vec3,
    /// The height of its ball when planted.
    ball: f32,
    /// The distance of the ball from the hip with the leg and the foot in a line.
    reach: f32,
}

impl Wanted {
    /// From an ankle and a hip, for a foot with this sole on a floor at this height, and the
    /// current rotation of its ankle.
    pub(super) fn of([ankle, hip]: [&Affine3; 2], (sole, floor): (&Sole, f32), was: Rot) -> Self {
        let turned = Rot::from(rotation_of(ankle)) * sole.at_rest.inverse();
        Self {
            place: ankle.transform_point3(sole.ball).with_y(0.0),
            heading: turned.twist_angle(Vec3::Y),
            was,
            at_rest: sole.at_rest,
            hip: hip.translation,
            ball: floor + sole.ball_height(),
            reach: sole.leg + sole.ball.length(),
        }
    }

    /// The height to which the leg pulls a foot at this position off the floor, with this maximum
    /// extension.
    fn drawn(&self, place: Vec3, stretch: f32) -> f32 {
        let (aside, reach) =
            ((self.hip - place).with_y(0.0).length_squared(), stretch * self.reach);
        self.hip.y - self.ball - (reach * reach - aside).max(0.0).sqrt()
    }
}

/// A level foot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sole {
    /// The height of the ankle over the floor.
    pub(super) height: f32,
    /// The rotation of the ankle at rest, and the ball relative to it.
    pub(super) at_rest: Rot,
    pub(super) ball: Vec3,
    pub(super) leg: f32,
}

impl Sole {
    /// The height of the ball over the floor.
    pub(super) fn ball_height(&self) -> f32 {
        self.height + self.at_rest.rotate(self.ball).y
    }
}

impl Footsteps {
    /// Both feet at their desired placement.
    pub(super) fn begin(wanted: &[Wanted; 2]) -> Self {
        let stands = |wanted: &Wanted| FootPlant {
            position: wanted.place,
            heading: wanted.heading,
            progress: 1.0,
            ..FootPlant::default()
        };
        Self {
            feet: [stands(&wanted[0]), stands(&wanted[1])],
            hip_center: middle(wanted),
            velocity: Vec3::ZERO,
        }
    }

    /// The next frame of the untracked feet, `seconds` later, more than 0; with legs of this
    /// length.
    pub(super) fn step(
        &mut self,
        wanted: &[Wanted; 2],
        (is_free, leg): ([bool; 2], f32),
        seconds: f32,
    ) {
        let way = (middle(wanted) - self.hip_center).with_y(0.0);
        let notices = 1.0 - kansetsu::ops::exp(-std::f32::consts::LN_2 * seconds / NOTICE);
        self.velocity += (way / seconds - self.velocity) * notices;
        self.hip_center = middle(wanted);
        let swing = SWING / (1.0 + self.velocity.length() / (RUN * leg));
        let ahead = self.velocity * (0.5 * swing);
        let feet = || (0..2).filter(|&side| is_free[side]);
        for side in feet() {
            // A single standing leg is stretched before its foot leaves the floor too.
            let is_alone = !self.feet[1 - side].is_planted();
            self.feet[side].keep_below(&wanted[side], if is_alone { 1.0 } else { STRETCH });
        }
        if feet().all(|side| self.feet[side].is_planted()) {
            let left = |side: usize| self.feet[side].left(&wanted[side], ahead, leg);
            let farthest = feet().max_by(|&a, &b| left(a).total_cmp(&left(b)));
            if let Some(side) = farthest.filter(|&side| left(side) > 1.0) {
                self.feet[side].begin(&wanted[side]);
            }
        }
        for side in feet() {
            if !self.feet[side].is_planted() {
                self.feet[side].swing(&wanted[side], (ahead, leg), seconds / swing);
            }
        }
    }
}

impl FootPlant {
    /// A planted foot swivels if the body rotates far, and leaves the floor if it is pulled up.
    fn keep_below(&mut self, wanted: &Wanted, stretch: f32) {
        let away = difference(self.heading, wanted.heading);
        self.heading += away.clamp(-SWIVEL, SWIVEL) - away;
        if self.is_planted() && wanted.drawn(self.position, stretch) > 0.0 {
            self.begin(wanted);
        }
    }

    /// The distance that the body has moved away, or soon will have; at 1 the foot steps.
    fn left(&self, wanted: &Wanted, ahead: Vec3, leg: f32) -> f32 {
        let away = self.position.distance(wanted.place + ahead) / (STEP * leg);
        away.max(difference(self.heading, wanted.heading).abs() / TURN)
    }

    /// Advances a step by this fraction.
    fn swing(&mut self, wanted: &Wanted, (ahead, leg): (Vec3, f32), by: f32) {
        let part = (self.progress + by).min(1.0);
        let gone = smoothstep(part);
        self.position = self.step_start.0.with_y(0.0).lerp(wanted.place + ahead, gone);
        let drawn = wanted.drawn(self.position, STRETCH);
        if part < 1.0 || drawn <= 0.0 {
            // Otherwise it cannot land yet.
            self.progress = part;
        }
        self.position.y = drawn.max(LIFT * leg * 4.0 * gone * (1.0 - gone)).max(0.0);
        self.heading = self.step_start.1 + difference(wanted.heading, self.step_start.1) * gone;
    }
}

/// The middle of the hip joints.
fn middle(wanted: &[Wanted; 2]) -> Vec3 {
    wanted[0].hip.midpoint(wanted[1].hip)
}

/// The rotation from one heading to another, along the shortest arc.
fn difference(a: f32, b: f32) -> f32 {
    let turns = (a - b) / std::f32::consts::TAU;
    (turns - turns.round()) * std::f32::consts::TAU
}
