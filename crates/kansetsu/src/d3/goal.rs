//! Goals of joints.

use glam::{Quat, Vec3, Vec4};

use crate::{
    Error,
    error::{ABOVE_ZERO, at_least},
};

/// The goal of one joint: a position, an orientation, or both.
///
/// Made by [`Self::position`] or [`Self::orientation`] and refined by the `with_` functions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Goal {
    /// The index of the joint.
    pub joint: usize,
    /// The point of the joint that reaches, in the joint's own frame, metres; zero is the joint's
    /// origin. Examples: a finger tip without a joint, the muzzle of a gun.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_usual"))]
    pub offset: Vec3,
    /// The target position in model space, metres; `None` if the position is free.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub position: Option<Vec3>,
    /// The joint in whose frame [`Self::position`] and [`Self::orientation`] are given: a hand at
    /// the mouth, on a knee, at the other hand. Both ends are solved together. `None` is model
    /// space. Whole-body solvers only.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none", alias = "frame")
    )]
    pub relative_to: Option<usize>,
    /// Tolerance radius, metres, 0 or more: the point may be anywhere in this ball. Default 0.
    /// Whole-body solvers only.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "is_usual", alias = "within")
    )]
    pub radius: f32,
    /// Tolerance angle, radians, 0 or more: the orientation may differ by this much. Default 0.
    /// Whole-body solvers only.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "is_usual", alias = "within_angle")
    )]
    pub angle: f32,
    /// The set of allowed positions. Default: the point itself.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "is_usual", alias = "extent")
    )]
    pub region: Region,
    /// The target orientation in model space; `None` if the orientation is free.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub orientation: Option<Orientation>,
    /// The direction of the limb's middle: a point in model space that the bend plane contains, on
    /// the side of the bend. `None` keeps the side of the pose.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub pole: Option<Vec3>,
    /// Importance relative to other goals that cannot all be met, greater than 0. Default 1.
    #[cfg_attr(feature = "serde", serde(default = "one", skip_serializing_if = "is_one"))]
    pub weight: f32,
    /// Whether the goal precedes others. Default: it does not.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_usual"))]
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
    Line(Vec3),
    /// The plane through the position with this normal in model space.
    Plane(Vec3),
}

impl Region {
    /// The point of the line or plane through `position` that is nearest to `point`.
    #[must_use]
    pub fn nearest(&self, position: Vec3, point: Vec3) -> Vec3 {
        let unit = |v: Vec3| crate::math::vector::unit(v).unwrap_or(Vec3::ZERO);
        match *self {
            Self::Point => position,
            Self::Line(direction) => {
                position + unit(direction) * (point - position).dot(unit(direction))
            }
            Self::Plane(normal) => point - unit(normal) * (point - position).dot(unit(normal)),
        }
    }
}

/// The target orientation of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Orientation {
    /// This rotation in model space.
    Full(Quat),
    /// One axis (in the joint's own frame) points in a direction (in model space); the rotation
    /// about it is free.
    Axis {
        /// In the joint's own frame; not zero, of any length.
        axis: Vec3,
        /// In model space; not zero, of any length.
        direction: Vec3,
    },
    /// One axis (in the joint's own frame) points at a target (in model space); the rotation about
    /// it is free.
    LookAt {
        /// In the joint's own frame; not zero, of any length.
        axis: Vec3,
        /// In model space, metres.
        target: Vec3,
    },
}

/// The precedence of goals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Priority {
    /// Met as well as its weight allows.
    #[default]
    Normal,
    /// A pin: met first, exactly, at any cost to the others.
    Pin,
}

/// Default values are omitted from files.
#[cfg(feature = "serde")]
pub(crate) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(feature = "serde")]
pub(crate) fn one() -> f32 {
    1.0
}

#[cfg(feature = "serde")]
pub(crate) fn is_one(weight: &f32) -> bool {
    *weight == 1.0
}

impl Goal {
    const fn new(joint: usize) -> Self {
        Self {
            joint,
            offset: Vec3::ZERO,
            position: None,
            relative_to: None,
            radius: 0.0,
            angle: 0.0,
            region: Region::Point,
            orientation: None,
            pole: None,
            weight: 1.0,
            priority: Priority::Normal,
        }
    }

    /// The goal that `joint` is at `position_in_model`, metres.
    #[must_use]
    pub const fn position(joint: usize, position_in_model: Vec3) -> Self {
        Self { position: Some(position_in_model), ..Self::new(joint) }
    }

    /// The goal that `joint` has the rotation `orientation_in_model`.
    #[must_use]
    pub const fn orientation(joint: usize, orientation_in_model: Quat) -> Self {
        Self { orientation: Some(Orientation::Full(orientation_in_model)), ..Self::new(joint) }
    }

    /// The goal that the `axis` of `joint` (in its own frame) points at `target_in_model`.
    #[must_use]
    pub const fn look_at(joint: usize, axis: Vec3, target_in_model: Vec3) -> Self {
        Self {
            orientation: Some(Orientation::LookAt { axis, target: target_in_model }),
            ..Self::new(joint)
        }
    }

    /// The same goal with an orientation in model space.
    #[must_use]
    pub const fn with_orientation(mut self, orientation_in_model: Quat) -> Self {
        self.orientation = Some(Orientation::Full(orientation_in_model));
        self
    }

    /// The same goal with the joint's `axis` pointing along `direction_in_model`; the rotation
    /// about it is free.
    #[must_use]
    pub const fn with_axis(mut self, axis: Vec3, direction_in_model: Vec3) -> Self {
        self.orientation = Some(Orientation::Axis { axis, direction: direction_in_model });
        self
    }

    /// The same goal with a pole, a point in model space.
    #[must_use]
    pub const fn with_pole(mut self, pole_in_model: Vec3) -> Self {
        self.pole = Some(pole_in_model);
        self
    }

    /// The same goal for a point of the joint, in the joint's own frame, metres.
    #[must_use]
    pub const fn with_offset(mut self, offset_in_joint: Vec3) -> Self {
        self.offset = offset_in_joint;
        self
    }

    /// The same goal on a line or in a plane.
    #[must_use]
    pub const fn with_region(mut self, region: Region) -> Self {
        self.region = region;
        self
    }

    /// The same goal, with its position and orientation in the frame of another joint.
    #[must_use]
    pub const fn with_relative_to(mut self, joint: usize) -> Self {
        self.relative_to = Some(joint);
        self
    }

    /// The same goal with this tolerance radius, metres.
    #[must_use]
    pub const fn with_radius(mut self, radius: f32) -> Self {
        self.radius = radius;
        self
    }

    /// The same goal with this tolerance angle, radians.
    #[must_use]
    pub const fn with_angle(mut self, angle: f32) -> Self {
        self.angle = angle;
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
        finite("the goal's position", &self.position.unwrap_or_default().to_array())?;
        finite("the goal's offset", &self.offset.to_array())?;
        finite("the goal's pole", &self.pole.unwrap_or_default().to_array())?;
        at_least("the tolerance radius of a target", self.radius, 0.0)?;
        at_least("the tolerance angle of a target", self.angle, 0.0)?;
        at_least("the goal's weight", self.weight, ABOVE_ZERO)?;
        match self.region {
            Region::Point => {}
            Region::Line(direction) | Region::Plane(direction) => {
                has_length("the direction of the goal's extent", &direction.to_array())?
            }
        }
        match self.orientation {
            None => Ok(()),
            Some(Orientation::Full(q)) => has_length("the goal's orientation", &q.to_array()),
            Some(Orientation::Axis { axis, direction }) => {
                has_length("the goal's axis", &axis.to_array())?;
                has_length("the direction of the goal's axis", &direction.to_array())
            }
            Some(Orientation::LookAt { axis, target }) => {
                has_length("the goal's axis", &axis.to_array())?;
                finite("the point that the goal looks at", &target.to_array())
            }
        }
    }
}

impl Goal {
    /// The position of a goal that has no other requirement but a pole; `None` also for an invalid
    /// weight.
    #[inline]
    pub(crate) fn position_only(&self) -> Option<Vec3> {
        // Tests offset and weight at once: exactly zero, and above zero.
        let numbers = self.offset.extend(self.weight);
        let is_plain = self.relative_to.is_none()
            && self.orientation.is_none()
            && self.region == Region::Point
            && (numbers.abs().cmple(Vec4::new(0.0, 0.0, 0.0, f32::MAX))
                & numbers.cmpgt(Vec4::new(-1.0, -1.0, -1.0, 0.0)))
            .all();
        self.position.filter(|_| is_plain)
    }
}

fn finite(what: &'static str, values: &[f32]) -> Result<(), Error> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(&value) => Err(Error::InvalidNumber { what, value }),
        None => Ok(()),
    }
}

fn has_length(what: &'static str, values: &[f32]) -> Result<(), Error> {
    finite(what, values)?;
    if values.iter().all(|value| value.abs() < 1e-6) {
        Err(Error::InvalidNumber { what, value: 0.0 })
    } else {
        Ok(())
    }
}
