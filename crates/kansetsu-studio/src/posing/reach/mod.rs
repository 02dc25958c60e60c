//! Brings a joint to a place.

mod body;
mod chain;
mod pinned;
mod plan;
mod stiffness;
mod whole;

use body::BodyReach;
use chain::ChainReach;
use whole::WholeReach;

pub use pinned::Pinned;

use kansetsu::{
    Error,
    d3::{ActiveLimit, Outcome, Pose, solve::Solver},
    glam::{Quat, Vec3},
};

use super::{Method, Settings, Subject, contact::Contact};

/// What is wanted of the dragged joint, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) position: Vec3,
    pub(super) turn: Option<Quat>,
    /// How far a pixel of the pointer moves it, metres; 0 where there is no pointer.
    pub(super) pixel: f32,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reached {
    pub(super) pose: Pose,
    pub(super) outcome: Outcome,
    pub(super) active_limits: Vec<ActiveLimit>,
    /// Steps of the solver in all.
    pub(super) iterations: usize,
    /// Where the joint was wanted instead, in model space, when the body's surface or the floor was in the way.
    pub(super) stopped: Option<Vec3>,
}

/// Whatever reaches, made for a joint and settings.
pub(super) enum Reach {
    Whole(Box<WholeReach>),
    Chain(Box<ChainReach>),
    Body(Box<BodyReach>, Firm),
}

/// Other starts at most: each is tried where the first ended short, and what they gain in reach they lose in jumps and time.
const RESTARTS: usize = 2;

/// What holds beside the pins while a joint is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Firm {
    Nothing,
    /// The joint's own place, as firmly as a pin: it turns.
    Place,
    /// The tip of the limb of which it is the middle, as long as that costs little.
    Tip(usize),
}

impl Reach {
    pub(super) fn new(subject: &Subject, (joint, firm): (usize, Firm), settings: &Settings) -> Result<Self, Error> {
        match &settings.method {
            Method::Solver(solver) if joint != subject.base_of(joint) && brings_chains(solver) => {
                Ok(Self::Chain(Box::new(ChainReach::new(subject, joint, settings, solver)?)))
            }
            Method::Solver(solver @ (Solver::WholeBody(_) | Solver::FabrikTree(_))) => {
                Ok(Self::Body(Box::new(BodyReach::new(subject, joint, settings, solver)?), firm))
            }
            _ => Ok(Self::Whole(Box::new(WholeReach::new(subject, (joint, firm), settings)?))),
        }
    }

    /// The pointer is back at the press: what comes next does not depend on what was.
    pub(super) fn begin_anew(&mut self) {
        if let Self::Whole(reach) = self {
            reach.begin_anew();
        }
    }

    /// Whether a pointer that rests makes the figure go on.
    pub(super) fn glides(&self) -> bool {
        matches!(self, Self::Whole(reach) if reach.glides())
    }

    pub(super) fn solve(
        &mut self,
        subject: &Subject,
        joint: usize,
        (wanted, contact): (Wanted, Option<&Contact>),
        settings: &Settings,
    ) -> Result<Reached, Error> {
        if !wanted.position.is_finite() {
            return Err(Error::InvalidNumber { what: "the target of a drag", value: wanted.position.element_sum() });
        }
        match self {
            Self::Whole(reach) => reach.solve(subject, (wanted, contact), settings),
            Self::Chain(reach) => outside(subject, (wanted, contact), |wanted| reach.solve(subject, joint, wanted)),
            Self::Body(reach, firm) => outside(subject, (wanted, contact), |wanted| reach.solve(subject, (joint, *firm), wanted)),
        }
    }
}

/// Solves for a place outside of the body; again, as the hand then is turned.
fn outside(
    subject: &Subject,
    (wanted, contact): (Wanted, Option<&Contact>),
    mut solve: impl FnMut(Wanted) -> Result<Reached, Error>,
) -> Result<Reached, Error> {
    let Some(contact) = contact else { return solve(wanted) };
    let mut position = contact.outside(subject, &subject.pose, wanted.position);
    let mut reached = solve(Wanted { position, ..wanted })?;
    for _ in 1..super::contact::ROUNDS {
        position = contact.outside(subject, &reached.pose, wanted.position);
        reached = solve(Wanted { position, ..wanted })?;
    }
    Ok(Reached { stopped: (position != wanted.position).then_some(position), ..reached })
}

/// Whether a solver brings the tip of a chain to a place. Where one is chosen that does something else, the whole body reaches.
fn brings_chains(solver: &Solver) -> bool {
    matches!(solver, Solver::Auto(_) | Solver::TwoBone(_) | Solver::Ccd(_) | Solver::Fabrik(_) | Solver::Dls(_))
}
