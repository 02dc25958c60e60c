//! The target of a joint.

use glam::{Quat, Vec3};

use crate::{
    Error, JointId,
    d3::{self, Goal, Orientation, Priority, Skeleton},
};

/// The target of a joint: a position, a rotation, or both.
///
/// Plain data: every field may be set directly. Positions are metres and directions are unit-free,
/// both in model space, unless [`Self::relative_to`] names a joint. Rotations are quaternions x, y,
/// z, w, not zero, of any length.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, rename_all = "camelCase")
)]
pub struct Target {
    /// The target position, metres; `None` leaves the position free.
    pub position: Option<[f32; 3]>,
    /// The set of allowed positions: a point, or a line or a plane through [`Self::position`].
    /// Default: the point.
    pub region: Region,
    /// The target rotation; `None` leaves the rotation free.
    pub rotation: Option<Rotation>,
    /// The point of the joint that reaches or looks, in the joint's own frame, metres. Default: the
    /// joint's origin.
    pub point: [f32; 3],
    /// The joint in whose frame position and rotation are given; `None` is model space.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub relative_to: Option<JointId>,
    /// Tolerance radius, metres, 0 or more: the point may be anywhere in this ball. Default 0.
    pub radius: f32,
    /// Tolerance angle, radians, 0 or more: the rotation may differ by this much. Default 0.
    pub angle: f32,
    /// Weight relative to other targets, more than 0. Default 1.
    pub weight: f32,
    /// A point in model space, metres, at which the middle joint of a limb points. `None` keeps the
    /// side of the pose.
    ///
    /// For the solvers aim and aim-chain, the side to which the up axis of an aimed joint points.
    pub pole: Option<[f32; 3]>,
}

/// The set of allowed positions of a target's point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
pub enum Region {
    /// The position only.
    #[default]
    Point,
    /// The line through the position with this direction; not zero, of any length.
    Line([f32; 3]),
    /// The plane through the position with this normal; not zero, of any length.
    Plane([f32; 3]),
}

/// The target rotation of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
pub enum Rotation {
    /// A full orientation, a quaternion x, y, z, w.
    Orientation([f32; 4]),
    /// An axis of the joint (in its own frame) points along a direction; rotation about it is free.
    Align {
        /// In the joint's own frame; not zero, of any length.
        axis: [f32; 3],
        /// In model space; not zero, of any length.
        direction: [f32; 3],
    },
    /// An axis of the joint (in its own frame) points at a position; rotation about it is free.
    LookAt {
        /// In the joint's own frame; not zero, of any length.
        axis: [f32; 3],
        /// In model space, metres.
        point: [f32; 3],
    },
}

impl Default for Target {
    fn default() -> Self {
        Self {
            position: None,
            region: Region::Point,
            rotation: None,
            point: [0.0; 3],
            relative_to: None,
            radius: 0.0,
            angle: 0.0,
            weight: 1.0,
            pole: None,
        }
    }
}

impl Target {
    /// The joint should be at this position in model space, metres.
    #[must_use]
    pub fn position(position: impl Into<[f32; 3]>) -> Self {
        Self { position: Some(position.into()), ..Self::default() }
    }

    /// The joint should have this orientation in model space, a quaternion x, y, z, w.
    #[must_use]
    pub fn orientation(orientation: impl Into<[f32; 4]>) -> Self {
        Self { rotation: Some(Rotation::Orientation(orientation.into())), ..Self::default() }
    }

    /// The joint's `axis` (in its own frame) should point at `point` in model space, metres.
    #[must_use]
    pub fn look_at(axis: impl Into<[f32; 3]>, point: impl Into<[f32; 3]>) -> Self {
        Self {
            rotation: Some(Rotation::LookAt { axis: axis.into(), point: point.into() }),
            ..Self::default()
        }
    }

    /// The joint's `axis` (in its own frame) should point along `direction` in model space.
    #[must_use]
    pub fn align(axis: impl Into<[f32; 3]>, direction: impl Into<[f32; 3]>) -> Self {
        let rotation = Rotation::Align { axis: axis.into(), direction: direction.into() };
        Self { rotation: Some(rotation), ..Self::default() }
    }

    /// The same target with an orientation in model space as well.
    #[must_use]
    pub fn with_orientation(self, orientation: impl Into<[f32; 4]>) -> Self {
        Self { rotation: Some(Rotation::Orientation(orientation.into())), ..self }
    }

    /// The same target for a point of the joint, in the joint's own frame, metres.
    #[must_use]
    pub fn with_point(self, point: impl Into<[f32; 3]>) -> Self {
        Self { point: point.into(), ..self }
    }

    /// The same target anywhere on the line through its position.
    #[must_use]
    pub fn on_line(self, direction: impl Into<[f32; 3]>) -> Self {
        Self { region: Region::Line(direction.into()), ..self }
    }

    /// The same target anywhere in the plane through its position.
    #[must_use]
    pub fn on_plane(self, normal: impl Into<[f32; 3]>) -> Self {
        Self { region: Region::Plane(normal.into()), ..self }
    }

    /// The same target, given in the frame of another joint, with which it moves.
    #[must_use]
    pub fn relative_to(self, joint: JointId) -> Self {
        Self { relative_to: Some(joint), ..self }
    }

    /// The same target with a tolerance radius, metres.
    #[must_use]
    pub const fn with_radius(self, radius: f32) -> Self {
        Self { radius, ..self }
    }

    /// The same target with a tolerance angle, radians.
    #[must_use]
    pub const fn with_angle(self, angle: f32) -> Self {
        Self { angle, ..self }
    }

    /// The same target with a weight.
    #[must_use]
    pub const fn with_weight(self, weight: f32) -> Self {
        Self { weight, ..self }
    }

    /// The same target with a pole, a point in model space, metres.
    #[must_use]
    pub fn with_pole(self, pole: impl Into<[f32; 3]>) -> Self {
        Self { pole: Some(pole.into()), ..self }
    }

    /// The target of a goal of the solvers. Its joint and priority are not part of a target.
    #[must_use]
    pub fn from_goal(skeleton: &Skeleton, goal: &Goal) -> Self {
        Self {
            position: goal.position.map(Vec3::into),
            region: match goal.region {
                d3::Region::Point => Region::Point,
                d3::Region::Line(direction) => Region::Line(direction.into()),
                d3::Region::Plane(normal) => Region::Plane(normal.into()),
            },
            rotation: goal.orientation.map(|orientation| match orientation {
                Orientation::Full(q) => Rotation::Orientation(q.into()),
                Orientation::Axis { axis, direction } => {
                    Rotation::Align { axis: axis.into(), direction: direction.into() }
                }
                Orientation::LookAt { axis, target } => {
                    Rotation::LookAt { axis: axis.into(), point: target.into() }
                }
            }),
            point: goal.offset.into(),
            relative_to: goal.relative_to.map(|frame| skeleton.id(frame)),
            radius: goal.radius,
            angle: goal.angle,
            weight: goal.weight,
            pole: goal.pole.map(Vec3::into),
        }
    }

    /// The goal of the solvers for this target of a joint.
    ///
    /// # Errors
    /// [`Error::InvalidTarget`] for a target with a field that would have no effect,
    /// [`Error::ForeignJoint`] for a frame of another skeleton.
    pub fn to_goal(&self, skeleton: &Skeleton, joint: JointId) -> Result<Goal, Error> {
        self.goal(skeleton, skeleton.index_of(joint)?)
    }

    /// The goal for the solver.
    pub(super) fn goal(&self, skeleton: &Skeleton, joint: usize) -> Result<Goal, Error> {
        self.check(skeleton, joint)?;
        let orientation = self.rotation.map(|rotation| match rotation {
            Rotation::Orientation(q) => Orientation::Full(Quat::from_array(q)),
            Rotation::Align { axis, direction } => {
                Orientation::Axis { axis: axis.into(), direction: direction.into() }
            }
            Rotation::LookAt { axis, point } => {
                Orientation::LookAt { axis: axis.into(), target: point.into() }
            }
        });
        let goal = Goal {
            joint,
            offset: self.point.into(),
            position: self.position.map(Vec3::from),
            relative_to: self.relative_to.map(|frame| skeleton.index_of(frame)).transpose()?,
            radius: self.radius,
            angle: self.angle,
            region: match self.region {
                Region::Point => d3::Region::Point,
                Region::Line(direction) => d3::Region::Line(direction.into()),
                Region::Plane(normal) => d3::Region::Plane(normal.into()),
            },
            orientation,
            pole: self.pole.map(Vec3::from),
            weight: self.weight,
            priority: Priority::Normal,
        };
        let in_target = |problem| Error::InTarget {
            joint: skeleton.joints()[joint].name.clone(),
            problem: Box::new(problem),
        };
        goal.check().map_err(in_target)?;
        Ok(goal)
    }

    /// Rejects every combination with a field that would have no effect.
    fn check(&self, skeleton: &Skeleton, joint: usize) -> Result<(), Error> {
        let refuse =
            |what| Err(Error::InvalidTarget { joint: skeleton.joints()[joint].name.clone(), what });
        let is_limb = || skeleton.ancestors(joint).nth(2).is_some();
        match self {
            Self { position: None, rotation: None, .. } => {
                refuse("is empty; give it a position or a rotation")
            }
            Self { position: None, region: Region::Line(_) | Region::Plane(_), .. } => refuse(
                "has a line or a plane but no position; set the position that it passes through",
            ),
            Self { position: None, radius, .. } if *radius != 0.0 => {
                refuse("has a tolerance radius but no position")
            }
            Self { rotation: None, angle, .. } if *angle != 0.0 => {
                refuse("has a tolerance angle but no rotation")
            }
            Self { position: None, rotation, point, .. }
                if *point != [0.0; 3] && !matches!(rotation, Some(Rotation::LookAt { .. })) =>
            {
                refuse("names a point of the joint but no position")
            }
            Self {
                position: None,
                pole: Some(_),
                rotation: Some(Rotation::Orientation(_)),
                ..
            } => refuse("has a pole but no position"),
            Self { position: Some(_), pole: Some(_), .. } if !is_limb() => {
                refuse("has a pole, but fewer than two joints above it can bend")
            }
            Self { relative_to: Some(_), rotation: Some(Rotation::LookAt { .. }), .. } => {
                refuse("looks at a point relative to a joint; set the point in model space")
            }
            Self { relative_to: Some(_), region: Region::Line(_) | Region::Plane(_), .. } => {
                refuse("lies on a line or a plane relative to a joint; set it in model space")
            }
            Self { relative_to: Some(other), .. } if other.index() as usize == joint => {
                refuse("is relative to its own joint")
            }
            _ => Ok(()),
        }
    }
}
