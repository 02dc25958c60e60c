//! Why a drag stopped short.
//!
//! The exact answer is to leave something out and solve again: what then comes nearer was in the
//! way. [`Drag::obstacles`] does that for every bound, pin and stop joint that could matter, so it
//! costs a few solves and is for when the pointer rests; the same solve is the preview of what
//! relaxing it would give.

use kansetsu::{Error, d3::ActiveLimit};

use super::{Drag, Pointer, Posed, Settings};

/// What can be in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A joint is at a bound of its limit.
    Limit(ActiveLimit),
    /// A joint is held.
    Pin(usize),
    /// A joint ends the chain.
    Stop(usize),
    /// The IK chain is too short: the level count.
    Levels,
    /// The body stays where it is.
    Root,
    /// The limb is not long enough.
    Length,
}

/// Something in the way, and how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hindrance {
    /// What it is.
    pub obstacle: Obstacle,
    /// How much nearer the joint would come without it, metres in world space.
    pub gain: f32,
}

/// Below this fraction of the residual, a hindrance is not worth naming.
const WORTH: f32 = 0.05;

impl Drag {
    /// What keeps the joint from where the pointer wants it, the greatest hindrance first; empty
    /// when it is there.
    ///
    /// # Errors
    /// As [`Drag::at`].
    pub fn obstacles(
        &mut self,
        pointer: Pointer,
        settings: &Settings,
    ) -> Result<Vec<Hindrance>, Error> {
        let posed = self.at(pointer, settings)?;
        if posed.distance <= 1e-4 {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for obstacle in self.candidates(&posed, settings) {
            let relaxed = self.without(obstacle, pointer, settings)?;
            let gain = posed.distance - relaxed.distance;
            if gain > WORTH * posed.distance {
                found.push(Hindrance { obstacle, gain });
            }
        }
        found.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        if found.is_empty() && posed.active_limits.is_empty() {
            found.push(Hindrance { obstacle: Obstacle::Length, gain: posed.distance });
        }
        Ok(found)
    }

    /// The pose that the drag would give without an obstacle: a preview of relaxing it.
    ///
    /// # Errors
    /// As [`Drag::at`].
    pub fn without(
        &self,
        obstacle: Obstacle,
        pointer: Pointer,
        settings: &Settings,
    ) -> Result<Posed, Error> {
        let mut subject = self.subject().clone();
        let mut settings = settings.clone();
        match obstacle {
            Obstacle::Limit(active) => subject.limits[active.joint] = None,
            Obstacle::Pin(joint) => subject.pins.retain(|pin| pin.joint != joint),
            Obstacle::Stop(joint) => {
                subject.stops.remove(&joint);
            }
            Obstacle::Levels => settings.levels = 0,
            Obstacle::Root => settings.root = super::RootMotion::Free,
            Obstacle::Length => {}
        }
        self.restarted(subject)?.at(pointer, &settings)
    }

    fn candidates(&self, posed: &Posed, settings: &Settings) -> Vec<Obstacle> {
        let subject = self.subject();
        let mut joints: Vec<usize> =
            posed.active_limits.iter().map(|active| active.joint).collect();
        joints.dedup();
        let bound =
            |joint: usize| posed.active_limits.iter().find(|active| active.joint == joint).copied();
        let mut candidates: Vec<Obstacle> =
            joints.into_iter().filter_map(bound).map(Obstacle::Limit).collect();
        candidates.extend(subject.pins.iter().map(|pin| Obstacle::Pin(pin.joint)));
        let above = subject.skeleton().ancestors(self.joint()).skip(1);
        candidates.extend(
            above.filter(|joint| subject.stops.contains(joint)).take(1).map(Obstacle::Stop),
        );
        if settings.levels > 0 {
            candidates.push(Obstacle::Levels);
        }
        candidates
    }
}
