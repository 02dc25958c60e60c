//! Limits of joints, and whether the figure is inside of them.

use std::sync::Arc;

use kansetsu::{d3::Limit, glam::Quat};

use super::Actor;

/// A joint counts as inside its limit up to this, radians: what is shown as a tenth of a degree.
const INSIDE: f32 = 1e-3;

/// Where a motion leaves a limit most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outside {
    /// Radians.
    pub by: f32,
    /// When, seconds.
    pub time: f32,
}

impl Actor {
    /// Changes the limit of a joint. Without a motion, a joint that was inside is clamped: it
    /// is inside the new limit too. Motions are not changed (see
    /// [`Self::motion_outside`]).
    pub fn set_limit(&mut self, joint: usize, limit: Option<Limit>) {
        let comes_along = self.motion.is_none() && self.outside(joint) <= INSIDE;
        if let Some(known) = Arc::make_mut(&mut self.constraints.limits).get_mut(joint) {
            *known = limit;
        }
        if comes_along {
            self.clamp_to_limit(joint);
        }
    }

    /// How far a joint is outside its limit, radians; 0 inside.
    #[must_use]
    pub fn outside(&self, joint: usize) -> f32 {
        let Some(local) = self.pose.locals.get(joint) else { return 0.0 };
        let by = self.violation(joint, local.rotation);
        if by > INSIDE { by } else { 0.0 }
    }

    /// Rotates a joint as little as possible so that it is inside its limit.
    pub fn clamp_to_limit(&mut self, joint: usize) {
        if self.outside(joint) == 0.0 {
            return;
        }
        let rest = self.figure.rig.skeleton.joints()[joint].rest.rotation;
        if let Some(limit) = &self.constraints.limits[joint] {
            let turn = limit.project(rest.inverse() * self.pose.locals[joint].rotation);
            self.pose.locals[joint].rotation = (rest * turn).normalize();
        }
    }

    /// Where the motion that plays leaves a joint's limit most, looked at in every frame; `None`
    /// when it stays inside.
    #[must_use]
    pub fn motion_outside(&self, joint: usize) -> Option<Outside> {
        let motion = self.playing()?;
        let frames = (motion.duration * motion.frame_rate).round().max(0.0) as usize;
        let at = |frame: usize| {
            let time = motion.frame_time(frame as f32);
            Some(Outside { by: self.violation(joint, motion.rotation_at(joint, time)?), time })
        };
        let worst = (0..=frames)
            .filter_map(at)
            .reduce(|worst, other| if other.by > worst.by { other } else { worst });
        worst.filter(|worst| worst.by > INSIDE)
    }

    fn violation(&self, joint: usize, rotation: Quat) -> f32 {
        let (Some(entry), Some(Some(limit))) =
            (self.figure.rig.skeleton.joints().get(joint), self.constraints.limits.get(joint))
        else {
            return 0.0;
        };
        limit.violation(entry.rest.rotation.inverse() * rotation)
    }
}
