//! Feet that stand until the body has left them, and then step.
//!
//! A foot stands where it is. The body has left it when it is farther than [`STEP`] from where it
//! would be under the body as it stands now, or turned farther than [`TURN`] from there; then it
//! swings to where it will be needed, unless the other one is in the air. What games do for headset
//! bodies; continuous in time, and without a slide: a foot that stands keeps its place to the last
//! bit.
//!
//! What half and twice of the numbers below do to bodies that follow recorded people
//! (`results/natural.md`, *three poses over time*) is said with each: how much nearer or farther
//! the inner joints are, which are 12 to 19 cm off, and what else is seen.

use kansetsu::glam::{Affine3, Quat, Vec3};

use kansetsu::{
    d3::rotation_of,
    math::{Rot, smoothstep},
};

/// How far a body leaves a foot that stands, in leg lengths: 15 cm of an adult. Half: 0.1 cm either
/// way, and feet tap on the spot when somebody leans; twice: up to 0.3 cm farther, and legs are
/// drawn along.
const STEP: f32 = 0.18;
/// The same as an angle, radians: 29 degrees, as
/// [`FootPlacement::max_turn`](kansetsu::d3::ground::FootPlacement::max_turn). Half: 0.1 cm; twice:
/// 0.1 cm, and 7 leaps more in 9,000 frames of dance and of fights.
const TURN: f32 = 0.5;
/// A foot that is turned away by two such turns swivels on its ball: 57 degrees, about where a hip
/// ends that is turned in.
const SWIVEL: f32 = 2.0 * TURN;
/// How long a step takes at most, seconds: half of a cycle of a slow walk. Half: 0.1 to 0.3 cm
/// nearer, and feet twitch; twice: 0.5 to 1 cm farther, feet come late, and leaps are two times as
/// many.
const SWING: f32 = 0.35;
/// At so many leg lengths a second a step takes half as long: a run. Half: 0.1 cm nearer; twice: up
/// to 0.2 cm farther.
const RUN: f32 = 4.0;
/// How far a hip may be from the ball of its foot before that leaves the floor, as a fraction of
/// the leg and the foot in a line: on tiptoe an ankle is nearly straight. What is left to a whole,
/// half: up to 0.3 cm nearer, and the head is held back less, but a frame takes 4 ms at worst where
/// legs are too short; twice: up to 0.3 cm farther.
const STRETCH: f32 = 0.97;
/// How high a foot is raised, in leg lengths: 7 cm. It only has to be seen. Half: 0.1 cm either
/// way; twice: up to 0.2 cm farther.
const LIFT: f32 = 0.08;
/// After this time half of a change of the body's speed counts, seconds: half of a step, for feet
/// look ahead. Half or twice: 0.1 cm.
const NOTICE: f32 = 0.1;

/// A foot that nobody tracks. Plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FootPlant {
    /// Where its ball is, level, and how high it is raised over how it stands, metres.
    #[cfg_attr(feature = "serde", serde(alias = "place"))]
    pub position: Vec3,
    /// How far it is turned about the vertical from how it stands at rest, radians.
    pub heading: f32,
    /// From where a step began: place and heading.
    #[cfg_attr(feature = "serde", serde(alias = "from"))]
    pub step_start: (Vec3, f32),
    /// How it was tilted then, its heel raised, from how it stands level.
    #[cfg_attr(feature = "serde", serde(alias = "tilt"))]
    pub start_tilt: Quat,
    /// How much of the step is done, 0 to 1; 1 stands.
    #[cfg_attr(feature = "serde", serde(alias = "part"))]
    pub progress: f32,
}

/// Feet that nobody tracks. Plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Footsteps {
    /// Left and right.
    pub feet: [FootPlant; 2],
    /// Where the middle between the hip joints was in the frame before.
    #[cfg_attr(feature = "serde", serde(alias = "middle"))]
    pub hip_center: Vec3,
    /// How fast that goes over the floor, metres per second.
    pub velocity: Vec3,
}

impl FootPlant {
    /// Whether it stands.
    #[must_use]
    pub fn is_planted(&self) -> bool {
        self.progress >= 1.0
    }

    /// How it is turned that stands at rest as `at_rest`.
    pub(super) fn turn(&self, at_rest: Rot) -> Rot {
        let tilt = Rot::from(self.start_tilt).slerp(Rot::IDENTITY, smoothstep(self.progress));
        (self.level(at_rest) * tilt).normalized()
    }

    /// The same without tilt.
    fn level(&self, at_rest: Rot) -> Rot {
        Rot::from_axis_angle(Vec3::Y, self.heading) * at_rest
    }

    /// Leaves the floor, where it was turned so.
    fn begin(&mut self, wanted: &Wanted) {
        (self.step_start, self.progress) = ((self.position, self.heading), 0.0);
        self.start_tilt = (self.level(wanted.at_rest).inverse() * wanted.was).normalized().into();
    }
}

/// Where the body would have a foot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    place: Vec3,
    heading: f32,
    /// How it was turned, and is at rest.
    was: Rot,
    at_rest: Rot,
    /// Where its leg hangs from.
    hip: Vec3,
    /// How high its ball is when it stands.
    ball: f32,
    /// How far the ball is from there with the leg and the foot in a line.
    reach: f32,
}

impl Wanted {
    /// Of an ankle and a hip, for a foot that stands so on a floor of this height, and whose ankle
    /// was turned so.
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

    /// How high a foot at this place is drawn off the floor by its leg, which may be stretched so
    /// far.
    fn drawn(&self, place: Vec3, stretch: f32) -> f32 {
        let (aside, reach) =
            ((self.hip - place).with_y(0.0).length_squared(), stretch * self.reach);
        self.hip.y - self.ball - (reach * reach - aside).max(0.0).sqrt()
    }
}

/// A foot as it stands level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sole {
    /// How high the ankle is over the floor.
    pub(super) height: f32,
    /// How the ankle is turned at rest, and where the ball is from there.
    pub(super) at_rest: Rot,
    pub(super) ball: Vec3,
    pub(super) leg: f32,
}

impl Sole {
    /// How high the ball is over the floor.
    pub(super) fn ball_height(&self) -> f32 {
        self.height + self.at_rest.rotate(self.ball).y
    }
}

impl Footsteps {
    /// Both feet stand where the body would have them.
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

    /// The next frame of those that are free, so many seconds later, more than 0; with legs of this
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
            // Who stands on one foot stretches it before that leaves the floor too.
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
    /// A standing foot swivels with a body that turns far, and leaves the floor with one that does.
    fn keep_below(&mut self, wanted: &Wanted, stretch: f32) {
        let away = difference(self.heading, wanted.heading);
        self.heading += away.clamp(-SWIVEL, SWIVEL) - away;
        if self.is_planted() && wanted.drawn(self.position, stretch) > 0.0 {
            self.begin(wanted);
        }
    }

    /// How far the body has left it, or soon will have; at 1 it steps.
    fn left(&self, wanted: &Wanted, ahead: Vec3, leg: f32) -> f32 {
        let away = self.position.distance(wanted.place + ahead) / (STEP * leg);
        away.max(difference(self.heading, wanted.heading).abs() / TURN)
    }

    /// Goes on with a step, by this part of it.
    fn swing(&mut self, wanted: &Wanted, (ahead, leg): (Vec3, f32), by: f32) {
        let part = (self.progress + by).min(1.0);
        let gone = smoothstep(part);
        self.position = self.step_start.0.with_y(0.0).lerp(wanted.place + ahead, gone);
        let drawn = wanted.drawn(self.position, STRETCH);
        if part < 1.0 || drawn <= 0.0 {
            // Else it cannot come down yet.
            self.progress = part;
        }
        self.position.y = drawn.max(LIFT * leg * 4.0 * gone * (1.0 - gone)).max(0.0);
        self.heading = self.step_start.1 + difference(wanted.heading, self.step_start.1) * gone;
    }
}

/// Between the hip joints.
fn middle(wanted: &[Wanted; 2]) -> Vec3 {
    wanted[0].hip.midpoint(wanted[1].hip)
}

/// The turn from one heading to another, the short way.
fn difference(a: f32, b: f32) -> f32 {
    let turns = (a - b) / std::f32::consts::TAU;
    (turns - turns.round()) * std::f32::consts::TAU
}
