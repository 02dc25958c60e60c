//! Requests on a piece: its children and its goals.

use glam::Vec3;

use super::target_orientation::TargetOrientation;
use crate::{
    d3::{Goal, Orientation, Priority, Region},
    math::{Rot, vector},
};

/// The weight of a pin relative to other goals.
const PIN: f32 = 10.0;

/// A point of a piece with a target position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    /// In the piece's frame.
    pub(super) point: Vec3,
    pub(super) weight: f32,
    /// The child piece at this point, if it is one; otherwise the goal.
    pub(super) child: Option<usize>,
    pub(super) goal: usize,
}

/// A goal in the tree's units and frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeGoal {
    pub(super) piece: usize,
    /// In the piece's frame.
    pub(super) point: Vec3,
    pub(super) target: Option<Vec3>,
    extent: Region,
    pub(super) turn: Option<TargetOrientation>,
    pub(super) weight: f32,
}

/// The data of its joint that a goal needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) piece: usize,
    /// The joint's scale, which applies to points fixed in it.
    pub(super) number: f32,
    pub(super) scale_turn: Rot,
    pub(super) origin: Vec3,
    pub(super) size: f32,
}

impl TreeGoal {
    pub(super) fn new(goal: &Goal, place: Place) -> Self {
        let down = |point: Vec3| (point - place.origin) / place.size;
        let unit = |v: Vec3| vector::unit(v).unwrap_or(Vec3::X);
        let axis =
            |axis: Vec3| place.scale_turn.rotate(unit(axis)) * 1.0_f32.copysign(place.number);
        let turn = goal.orientation.map(|wanted| match wanted {
            Orientation::Full(wanted) => {
                let mirror =
                    if place.number < 0.0 { Rot::new(1.0, 0.0, 0.0, 0.0) } else { Rot::IDENTITY };
                TargetOrientation::Full(
                    (Rot::from(wanted).normalized() * (place.scale_turn * mirror).inverse())
                        .normalized(),
                )
            }
            Orientation::Axis { axis: own, direction } => {
                TargetOrientation::Axis { axis: axis(own), direction: unit(direction) }
            }
            Orientation::LookAt { axis: own, target } => {
                TargetOrientation::LookAt { axis: axis(own), target: down(target) }
            }
        });
        Self {
            piece: place.piece,
            point: place.scale_turn.rotate(goal.offset) * (place.number / place.size),
            target: goal.position.map(down),
            extent: goal.region,
            turn,
            weight: goal.weight * if goal.priority == Priority::Pin { PIN } else { 1.0 },
        }
    }

    pub(super) const fn is_wanted(&self) -> bool {
        self.target.is_some() || self.turn.is_some()
    }

    /// The position nearest to `point` at which the goal's position is reached.
    pub(super) fn nearest(&self, point: Vec3) -> Option<Vec3> {
        self.target.map(|target| self.extent.nearest(target, point))
    }
}
