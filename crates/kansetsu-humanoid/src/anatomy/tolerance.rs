//! Tolerances: how far bodies in motion exceed the clinical ranges, and the uncertainty of rest
//! poses.
//!
//! The ranges of [`range`](super::range) are passive ones, of one joint at a time, about known
//! axes. On an arbitrary body three things are unknown: the exact axes of elbows, knees and fingers
//! (in recorded motion elbows bend about axes 20 degrees off), the distribution of the bend of back
//! and neck over their joints, and the neutral position in the rest pose. And bodies that land,
//! lunge and dance exceed the range of a patient on a couch. So every range has a tolerance,
//! degrees. With it the walking, sports, dance and climbing in 111 recorded clips of three kinds of
//! skeletons stays inside in 99 of 100 joint-frames.
//!
//! A bent knee rotates about the shin, 30 degrees in and 40 out (Kapandji, vol. 2); many rigs twist
//! the forearm at the elbow; standing ankles bend 40 degrees and more (K. Bennell et al.,
//! "Intra-rater and inter-rater reliability of a weight-bearing lunge measure of ankle
//! dorsiflexion", Australian J. Physiotherapy 44, 1998).

use kansetsu::d3::{
    Limit,
    limit::{EulerBox, EulerOrder, Hinge, SwingTwist},
};
use kansetsu::glam::Vec3;

use super::frame;

/// The purpose of a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RigKind {
    /// A character with a surface, which people pose and look at. Its joints have the ranges plus a
    /// fraction of the tolerance.
    Character,
    /// Recorded motion, as in motion files: it must contain everything that the person did, with
    /// the whole tolerance.
    Recorded,
}

/// The fraction of the tolerance for a character. Without it, rest poses that are a few degrees off
/// neutral would be at their limits, and elbows with a slightly wrong axis could not reach. With
/// all of it, elbows visibly bend sideways.
const CHARACTER: f32 = 0.3;

/// The extension of each swing axis, and of the twist either way, degrees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    about: f32,
    across: f32,
    twist: f32,
}

const fn tolerance(about: f32, across: f32, twist: f32) -> Tolerance {
    Tolerance { about, across, twist }
}

pub(super) const TRUNK: Tolerance = tolerance(18.0, 12.0, 15.0);
pub(super) const NECK: Tolerance = tolerance(22.0, 18.0, 18.0);
pub(super) const SHOULDER: Tolerance = tolerance(10.0, 15.0, 35.0);
pub(super) const WRIST: Tolerance = tolerance(10.0, 20.0, 30.0);
pub(super) const HIP: Tolerance = tolerance(8.0, 12.0, 20.0);
pub(super) const ANKLE: Tolerance = tolerance(12.0, 10.0, 20.0);
pub(super) const CLAVICLE: Tolerance = tolerance(5.0, 5.0, 5.0);
pub(super) const ELBOW: Tolerance = tolerance(8.0, 14.0, 35.0);
pub(super) const KNEE: Tolerance = tolerance(10.0, 12.0, 25.0);
pub(super) const FINGER: Tolerance = tolerance(10.0, 10.0, 10.0);
/// Recorded thumbs of one joint follow one marker.
pub(super) const THUMB_ALONE: Tolerance = tolerance(10.0, 20.0, 20.0);
pub(super) const TOES: Tolerance = tolerance(15.0, 10.0, 10.0);

impl Tolerance {
    /// The tolerance of a skeleton of this kind.
    pub(super) const fn of(self, build: RigKind) -> Self {
        match build {
            RigKind::Recorded => self,
            RigKind::Character => Self {
                about: CHARACTER * self.about,
                across: CHARACTER * self.across,
                twist: CHARACTER * self.twist,
            },
        }
    }

    /// A cone or a box extended by the tolerance: the axes of a box in the order about, across,
    /// twist.
    pub(super) fn around(&self, limit: &Limit) -> Limit {
        let [about, across, twist] = [self.about, self.across, self.twist].map(f32::to_radians);
        match limit {
            Limit::SwingTwist(limit) => Limit::SwingTwist(SwingTwist {
                swing_x: limit.swing_x + about,
                swing_y: limit.swing_y + across,
                twist_min: limit.twist_min - twist,
                twist_max: limit.twist_max + twist,
                ..*limit
            }),
            Limit::EulerBox(limit) => {
                let more = Vec3::splat(about);
                Limit::EulerBox(EulerBox { min: limit.min - more, max: limit.max + more, ..*limit })
            }
            other => other.clone(),
        }
    }

    /// A hinge with play: its bend is extended, and it yields a little across and about `bone`.
    pub(super) fn around_hinge(&self, limit: &Limit, bone: Vec3) -> Limit {
        let Limit::Hinge(Hinge { axis, min, max }) = *limit else { return limit.clone() };
        let [about, across, twist] = [self.about, self.across, self.twist].map(f32::to_radians);
        Limit::EulerBox(EulerBox {
            frame: frame::with_z_and_x(axis, bone),
            order: EulerOrder::Zyx,
            min: Vec3::new(-twist, -across, min - about),
            max: Vec3::new(twist, across, max + about),
        })
    }
}
