//! Goals of joints.

use glam::Vec2;

use crate::{
    Error,
    d3::{self, Priority},
    math::{Rot, vector},
};

/// The goal of one joint: a position, an orientation, or both.
///
/// Made by [`Self::position`], [`Self::orientation`] or [`Self::look_at`] and refined by the
/// `with_` functions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Goal {
    /// The index of the joint.
    pub joint: usize,
    /// The point of the joint that reaches, in the joint's own frame, metres; zero is the joint's
    /// origin.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "d3::is_usual"))]
    pub offset: Vec2,
    /// The target position in model space, metres; `None` if the position is free.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub position: Option<Vec2>,
    /// The set of allowed positions. Default: the point itself.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "d3::is_usual", alias = "extent")
    )]
    pub region: Region,
    /// The target orientation in model space; `None` if the orientation is free.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub orientation: Option<Orientation>,
    /// The side of the middle joint of two bones: that of this point in model space, relative to
    /// the line from the base to the target. `None` keeps the side of the pose. Only two bones have
    /// a side.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub pole: Option<Vec2>,
    /// Importance relative to other goals that cannot all be met, greater than 0. Default 1.
    #[cfg_attr(feature = "serde", serde(default = "d3::one", skip_serializing_if = "d3::is_one"))]
    pub weight: f32,
    /// Whether the goal precedes others. Default: it does not.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "d3::is_usual"))]
    pub priority: Priority,
}

/// The set of positions that meet a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Region {
    /// The goal's position only.
    #[default]
    Point,
    /// The line through the position with this direction in model space.
    Line(Vec2),
}

/// The target orientation of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Orientation {
    /// This angle in model space, radians.
    Full(f32),
    /// An axis (in the joint's own frame) points from the goal's point at a target (in model
    /// space).
    LookAt {
        /// In the joint's own frame; not zero, of any length.
        axis: Vec2,
        /// In model space, metres.
        target: Vec2,
    },
}

impl Region {
    /// The point of the line through `position` that is nearest to `point`.
    #[must_use]
    pub fn nearest(&self, position: Vec2, point: Vec2) -> Vec2 {
        match *self {
            Self::Point => position,
            Self::Line(direction) => {
                let unit =
                    vector::unit(direction.extend(0.0)).map_or(Vec2::ZERO, |unit| unit.truncate());
                position + unit * (point - position).dot(unit)
            }
        }
    }
}

impl Goal {
    const fn new(joint: usize) -> Self {
        Self {
            joint,
            offset: Vec2::ZERO,
            position: None,
            region: Region::Point,
            orientation: None,
            pole: None,
            weight: 1.0,
            priority: Priority::Normal,
        }
    }

    /// The goal that `joint` is at `position_in_model`, metres.
    #[must_use]
    pub const fn position(joint: usize, position_in_model: Vec2) -> Self {
        Self { position: Some(position_in_model), ..Self::new(joint) }
    }

    /// The goal that `joint` has the rotation `orientation_in_model`, radians.
    #[must_use]
    pub const fn orientation(joint: usize, orientation_in_model: f32) -> Self {
        Self { orientation: Some(Orientation::Full(orientation_in_model)), ..Self::new(joint) }
    }

    /// The goal that the `axis` of `joint` (in its own frame) points at `target_in_model`.
    #[must_use]
    pub const fn look_at(joint: usize, axis: Vec2, target_in_model: Vec2) -> Self {
        Self {
            orientation: Some(Orientation::LookAt { axis, target: target_in_model }),
            ..Self::new(joint)
        }
    }

    /// The same goal with an orientation in model space, radians.
    #[must_use]
    pub const fn with_orientation(mut self, orientation_in_model: f32) -> Self {
        self.orientation = Some(Orientation::Full(orientation_in_model));
        self
    }

    /// The same goal with a pole, a point in model space.
    #[must_use]
    pub const fn with_pole(mut self, pole_in_model: Vec2) -> Self {
        self.pole = Some(pole_in_model);
        self
    }

    /// The same goal for a point of the joint, in the joint's own frame, metres.
    #[must_use]
    pub const fn with_offset(mut self, offset_in_joint: Vec2) -> Self {
        self.offset = offset_in_joint;
        self
    }

    /// The same goal with a region.
    #[must_use]
    pub const fn with_region(mut self, region: Region) -> Self {
        self.region = region;
        self
    }

    /// The same goal with this weight, greater than 0.
    #[must_use]
    pub const fn with_weight(mut self, weight: f32) -> Self {
        self.weight = weight;
        self
    }

    /// The same goal as a pin, which precedes other goals.
    #[must_use]
    pub const fn pinned(mut self) -> Self {
        self.priority = Priority::Pin;
        self
    }

    /// Checks that all values are finite, that no direction is zero and that the weight is greater
    /// than 0.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] or [`Error::OutOfRange`] names the first invalid value.
    pub fn check(&self) -> Result<(), Error> {
        let angle = match self.orientation {
            Some(Orientation::Full(angle)) => angle,
            _ => 0.0,
        };
        if !angle.is_finite() {
            return Err(Error::InvalidNumber { what: "the goal's orientation", value: angle });
        }
        if let Some(pole) = self.pole.filter(|pole| !pole.is_finite()) {
            return Err(Error::InvalidNumber {
                what: "the goal's pole",
                value: if pole.x.is_finite() { pole.y } else { pole.x },
            });
        }
        self.in_space().check()
    }

    /// The same goal in space, in the plane z = 0. The pole is omitted: in space it defines more
    /// than a side.
    pub(super) fn in_space(&self) -> d3::Goal {
        let orientation = self.orientation.map(|orientation| match orientation {
            Orientation::Full(angle) => {
                d3::Orientation::Full(Rot::from_axis_angle(glam::Vec3::Z, angle).into())
            }
            Orientation::LookAt { axis, target } => {
                d3::Orientation::LookAt { axis: axis.extend(0.0), target: target.extend(0.0) }
            }
        });
        d3::Goal {
            relative_to: None,
            radius: 0.0,
            angle: 0.0,
            joint: self.joint,
            offset: self.offset.extend(0.0),
            position: self.position.map(|position| position.extend(0.0)),
            region: match self.region {
                Region::Point => d3::Region::Point,
                Region::Line(direction) => d3::Region::Line(direction.extend(0.0)),
            },
            orientation,
            pole: None,
            weight: self.weight,
            priority: self.priority,
        }
    }
}
