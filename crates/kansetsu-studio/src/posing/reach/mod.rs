//! Brings the dragged joint to where the pointer wants it, by an [`IkSession`].
//!
//! The session decides how the body follows. Here is what belongs to the pointer:
//!
//! - At the pixel of the press the pose is that of the press. A pointer that leaps starts there
//!   again.
//! - While the pointer rests, the body continues until it has settled.
//! - A limb slows down near its full reach.
//! - Hands and feet stop at the surface of the body and on the floor.
//!
//! A solver of the user's choice solves each event from the pose of the press.

mod request;
mod solve;

pub use solve::{baking, solve};

use kansetsu::{
    Error, IkSession, JointId, Target,
    d3::{ActiveLimit, Outcome, Pose, rotation_of},
    glam::{Quat, Vec3},
    session::{self, Request},
};

use super::{
    Settings, Subject,
    contact::{self, Contact},
};

pub(super) use request::{Firm, joint_name, request};
pub(super) use solve::BUDGET;

/// The target of the dragged joint, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) position: Vec3,
    pub(super) turn: Option<Quat>,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reached {
    pub(super) pose: Pose,
    pub(super) outcome: Outcome,
    pub(super) active_limits: Vec<ActiveLimit>,
    /// Steps of the solver in all.
    pub(super) iterations: usize,
    /// Where the joint was wanted instead, in model space, when the body's surface or the floor was
    /// in the way.
    pub(super) stopped: Option<Vec3>,
}

/// A pointer that moves the target by more than this fraction of the figure's size in one event
/// starts at the press.
const LEAP: f32 = 0.15;

/// Events in which the body continues while the pointer rests, at most.
const GLIDES: usize = 60;

/// A joint counts as there within this fraction of the figure's size.
const TOLERANCE: f32 = 1e-4;

/// Weight of the rotation that dragged hips keep, beside their position.
const KEEPS: f32 = 0.1;

/// A session that reaches with one joint.
pub(super) struct Reach {
    request: Request,
    session: IkSession,
    joint: JointId,
    firm: Firm,
    /// Whether events continue from the one before. A solver of the user's choice starts each from
    /// the press.
    is_continuous: bool,
    /// What came of the last event.
    last: Option<(Wanted, Reached)>,
    /// In how many more events the body continues while the pointer rests.
    glides: usize,
    /// The ball that the joint can reach, if the base of its chain stays.
    ball: Option<session::Reach>,
    /// How far inside that ball it is at the press, metres.
    room: f32,
    /// The rotation that dragged hips keep as long as that costs little.
    rotation: Option<Quat>,
    size: f32,
}

impl Reach {
    /// Prepares the figure to reach with `joint`.
    pub(super) fn new(
        subject: &Subject,
        (joint, firm): (usize, Firm),
        settings: &Settings,
    ) -> Result<Self, Error> {
        let rig = subject.posable_rig();
        let request = request(subject, (joint, firm), settings);
        let mut session = request.session(&rig)?;
        let firm = if request::is_for_bodies(&request.options) { firm } else { Firm::Nothing };
        let id = rig.skeleton.id(joint);
        let ball = if firm == Firm::Place {
            None
        } else {
            session.set_target(id, Target::position(subject.forward()[joint].translation));
            session.reach(id, &subject.pose)?
        };
        let model = subject.forward();
        let room = ball.map_or(0.0, |ball| {
            ball.radius - Vec3::from(ball.center).distance(model[joint].translation)
        });
        let is_upright =
            joint == subject.carrier() && rig.humanoid().is_some() && subject.pins.is_empty();
        Ok(Self {
            room: room.max(0.0),
            rotation: Some(rotation_of(&model[joint]))
                .filter(|_| firm == Firm::Nothing && is_upright && !settings.keeps_turn),
            is_continuous: request.options.solver.is_none(),
            ball,
            size: rig.skeleton.size().max(1e-6),
            request,
            session,
            joint: id,
            firm,
            last: None,
            glides: 0,
        })
    }

    /// Whether it serves these settings: what only moves the target does not matter.
    pub(super) fn serves(&self, subject: &Subject, settings: &Settings) -> bool {
        self.request == request(subject, (self.joint.index() as usize, self.firm), settings)
    }

    /// The pointer is back at the press: the next events do not depend on earlier ones.
    pub(super) fn restart(&mut self) {
        (self.last, self.glides) = (None, 0);
    }

    /// Whether the figure continues while the pointer rests.
    pub(super) const fn glides(&self) -> bool {
        self.glides > 0
    }

    /// The pose for an event of the pointer: the joint at its target, as far as it can be.
    pub(super) fn solve(
        &mut self,
        subject: &Subject,
        (wanted, contact): (Wanted, Option<&Contact>),
        settings: &Settings,
    ) -> Result<Reached, Error> {
        if !wanted.position.is_finite() {
            return Err(Error::InvalidNumber {
                what: "the target of a drag",
                value: wanted.position.element_sum(),
            });
        }
        let mut pose = subject.pose.clone();
        match self.last.take() {
            Some((last, reached)) if last == wanted && self.glides == 0 => {
                self.last = Some((last, reached.clone()));
                return Ok(reached);
            }
            Some((last, reached))
                if self.is_continuous
                    && last.position.distance(wanted.position) < LEAP * self.size =>
            {
                self.glides = if last == wanted { self.glides - 1 } else { GLIDES };
                pose = reached.pose;
            }
            _ => {
                self.session.reset();
                self.glides = GLIDES;
            }
        }
        let reached = self.bring(subject, pose, (wanted, contact), settings)?;
        self.last = Some((wanted, reached.clone()));
        Ok(reached)
    }

    /// Continues from `pose` to the target, outside of the body.
    fn bring(
        &mut self,
        subject: &Subject,
        mut pose: Pose,
        (wanted, contact): (Wanted, Option<&Contact>),
        settings: &Settings,
    ) -> Result<Reached, Error> {
        let outside = |pose: &Pose| {
            contact
                .map_or(wanted.position, |contact| contact.outside(subject, pose, wanted.position))
        };
        let (mut position, glides) = (outside(&pose), self.glides);
        let mut reached = self.step(pose, Wanted { position, ..wanted }, settings)?;
        for _ in 1..contact::ROUNDS {
            let next = outside(&reached.pose);
            if next.distance(position) <= TOLERANCE * self.size {
                break;
            }
            if self.is_continuous {
                // The next event continues: two steps in one would rotate joints twice as fast.
                self.glides = glides;
                break;
            }
            position = next;
            pose = subject.pose.clone();
            reached = self.step(pose, Wanted { position, ..wanted }, settings)?;
        }
        reached.stopped = (position != wanted.position).then_some(position);
        Ok(reached)
    }

    /// Continues from `pose` to the target.
    fn step(
        &mut self,
        mut pose: Pose,
        wanted: Wanted,
        settings: &Settings,
    ) -> Result<Reached, Error> {
        let end = self.within_reach(wanted.position, settings.soft);
        self.session.set_target(self.joint, self.firm.target(end, wanted.turn));
        if let Some(rotation) = self.rotation {
            self.session.add_target(self.joint, Target::orientation(rotation).with_weight(KEEPS));
        }
        let report = self.session.step(&mut pose, BUDGET)?;
        if report.is_settled {
            self.glides = 0;
        }
        let place = report
            .targets
            .iter()
            .find(|target| target.joint == self.joint)
            .map_or(end, |target| Vec3::from(target.reached));
        let outcome = match report.outcome {
            _ if place.distance(wanted.position) <= TOLERANCE * self.size => Outcome::Reached,
            _ if end != wanted.position => Outcome::OutOfReach,
            Outcome::Reached => Outcome::Stalled,
            other => other,
        };
        Ok(Reached {
            pose,
            outcome,
            active_limits: report.active_limits,
            iterations: report.steps as usize,
            stopped: None,
        })
    }

    /// The target, brought near enough to be reached by a straight arm; with `soft`, a bit nearer,
    /// smoothly.
    fn within_reach(&self, target: Vec3, soft: f32) -> Vec3 {
        let Some(session::Reach { center, radius }) = self.ball else { return target };
        let center = Vec3::from(center);
        let distance = center.distance(target);
        // A limb that is straight at the press does not shorten.
        let zone = (soft.clamp(0.0, 0.5) * radius).min(self.room);
        let begins = radius - zone;
        if distance <= begins {
            return target;
        }
        let kept = if zone > 0.0 {
            begins + zone * (1.0 - ((begins - distance) / zone).exp())
        } else {
            radius
        };
        center + (target - center) * (kept / distance)
    }
}
