//! Feet that stand until the body has left them, and then step.
//!
//! A foot stands where it is. The body has left it when it is farther than [`STEP`] from where it would be under the body as it stands now, or turned
//! farther than [`TURN`] from there; then it swings to where it will be needed, unless the other one is in the air. What games do for headset bodies;
//! continuous in time, and without a slide: a foot that stands keeps its place to the last bit.

use glam::{Affine3, Quat, Vec3};

use crate::{
    d3::{rotation_of, solve::swivel::smooth},
    math::Rot,
};

/// How far a body leaves a foot that stands, in leg lengths: 15 cm of an adult. At half feet tap on the spot when somebody leans, at twice legs
/// are drawn along.
const STEP: f32 = 0.18;
/// How far it turns away, radians: 29 degrees, as [`FootPlacement::max_turn`](crate::d3::ground::FootPlacement::max_turn).
const TURN: f32 = 0.5;
/// A foot that is turned farther away swivels on its ball: 57 degrees, about where a hip ends that is turned in.
const SWIVEL: f32 = 1.0;
/// How long a step takes at most, seconds: half of a cycle of a slow walk. Twice as long feet come late, half as long they twitch.
const SWING: f32 = 0.35;
/// At so many leg lengths a second a step takes half as long: a run.
const RUN: f32 = 4.0;
/// How far a hip may be from the ball of its foot before that leaves the floor, as a fraction of the leg and the foot in a line: on tiptoe an
/// ankle is nearly straight.
const STRETCH: f32 = 0.97;
/// How much of a step is done at most while the foot cannot come down.
const LANDS: f32 = 0.999;
/// How high a foot is raised, in leg lengths: 7 cm. It only has to be seen.
const LIFT: f32 = 0.08;
/// After this time half of a change of the body's speed counts, seconds: half of a step, for feet look ahead.
const NOTICE: f32 = 0.1;

/// A foot that nobody tracks. Plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Foothold {
    /// Where its ball is, level, and how high it is raised over how it stands, metres.
    pub place: Vec3,
    /// How far it is turned about the vertical from how it stands at rest, radians.
    pub heading: f32,
    /// From where a step began: place and heading.
    pub from: (Vec3, f32),
    /// How it was tilted then, its heel raised, from how it stands level.
    pub tilt: Quat,
    /// How much of the step is done, 0 to 1; 1 stands.
    pub part: f32,
    /// Where its leg hung from in the frame before.
    pub hip: Vec3,
    /// How fast that goes over the floor, metres per second.
    pub velocity: Vec3,
}

impl Foothold {
    /// Whether it stands.
    #[must_use]
    pub fn stands(&self) -> bool {
        self.part >= 1.0
    }

    /// How it is turned that stands at rest as `at_rest`.
    pub(super) fn turn(&self, at_rest: Rot) -> Rot {
        let tilt = Rot::from(self.tilt).slerp(Rot::IDENTITY, smooth(self.part));
        (self.level(at_rest) * tilt).normalized()
    }

    /// The same without tilt.
    fn level(&self, at_rest: Rot) -> Rot {
        Rot::from_axis_angle(Vec3::Y, self.heading) * at_rest
    }

    /// Leaves the floor, where it was turned so.
    fn begin(&mut self, wanted: &Wanted) {
        (self.from, self.part) = ((self.place, self.heading), 0.0);
        self.tilt = (self.level(wanted.at_rest).inverse() * wanted.was).normalized().into();
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
    /// Where its leg hangs from, over where the ball is when the foot stands.
    hip: Vec3,
    /// How far the ball may be from there.
    reach: f32,
}

impl Wanted {
    /// Of an ankle and a hip, for a foot that stands so and whose ankle was turned so.
    pub(super) fn of([ankle, hip]: [&Affine3; 2], sole: &Sole, was: Rot) -> Self {
        let turned = Rot::from(rotation_of(ankle)) * sole.at_rest.inverse();
        Self {
            place: ankle.transform_point3(sole.ball).with_y(0.0),
            heading: turned.twist_angle(Vec3::Y),
            was,
            at_rest: sole.at_rest,
            hip: hip.translation - Vec3::Y * (sole.floor + sole.ball_height()),
            reach: STRETCH * (sole.leg + sole.ball.length()),
        }
    }

    /// How high a foot at this place is drawn off the floor by its leg.
    fn drawn(&self, place: Vec3) -> f32 {
        let aside = (self.hip - place).with_y(0.0).length_squared();
        self.hip.y - (self.reach * self.reach - aside).max(0.0).sqrt()
    }
}

/// A foot as it stands level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sole {
    /// How high the floor is.
    pub(super) floor: f32,
    /// How high the ankle is over it.
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

/// The next frame of both feet, of which some are free; with legs of this length.
pub(super) fn step(feet: &mut Vec<Foothold>, wanted: [Wanted; 2], (is_free, leg): ([bool; 2], f32), seconds: f32) {
    if feet.is_empty() {
        let stands =
            |wanted: &Wanted| Foothold { place: wanted.place, heading: wanted.heading, part: 1.0, hip: wanted.hip, ..Foothold::default() };
        feet.extend(wanted.iter().map(stands));
        return;
    }
    if seconds == 0.0 {
        return;
    }
    for (foot, wanted) in feet.iter_mut().zip(&wanted) {
        let notices = 1.0 - crate::ops::exp(-std::f32::consts::LN_2 * seconds / NOTICE);
        foot.velocity += ((wanted.hip - foot.hip).with_y(0.0) / seconds - foot.velocity) * notices;
        foot.hip = wanted.hip;
    }
    // The body's speed is that of both: each one is led about by hips that sway.
    let velocity = (feet[0].velocity + feet[1].velocity) * 0.5;
    let swing = SWING / (1.0 + velocity.length() / (RUN * leg));
    let target = |side: usize| wanted[side].place + velocity * (0.5 * swing);
    for ((foot, wanted), _) in feet.iter_mut().zip(&wanted).zip(is_free).filter(|(_, is_free)| *is_free) {
        let away = difference(foot.heading, wanted.heading);
        foot.heading += away.clamp(-SWIVEL, SWIVEL) - away;
        if foot.stands() && wanted.drawn(foot.place) > 0.0 {
            foot.begin(wanted);
        }
    }
    let is_up = feet.iter().zip(is_free).any(|(foot, is_free)| is_free && !foot.stands());
    if !is_up {
        let left = |side: usize| {
            let away = feet[side].place.distance(target(side)) / (STEP * leg);
            away.max(difference(feet[side].heading, wanted[side].heading).abs() / TURN)
        };
        let farthest = (0..2).filter(|&side| is_free[side]).max_by(|&a, &b| left(a).total_cmp(&left(b)));
        if let Some(side) = farthest.filter(|&side| left(side) > 1.0) {
            feet[side].begin(&wanted[side]);
        }
    }
    for (side, foot) in feet.iter_mut().enumerate().filter(|(_, foot)| !foot.stands()) {
        foot.part = (foot.part + seconds / swing).min(1.0);
        let gone = smooth(foot.part);
        foot.place = foot.from.0.with_y(0.0).lerp(target(side), gone);
        let drawn = wanted[side].drawn(foot.place);
        if drawn > 0.0 {
            // It does not land.
            foot.part = foot.part.min(LANDS);
        }
        foot.place.y = drawn.max(LIFT * leg * 4.0 * gone * (1.0 - gone)).max(0.0);
        foot.heading = foot.from.1 + difference(wanted[side].heading, foot.from.1) * gone;
    }
}

/// The turn from one heading to another, the short way.
fn difference(a: f32, b: f32) -> f32 {
    let turns = (a - b) / std::f32::consts::TAU;
    (turns - turns.round()) * std::f32::consts::TAU
}
