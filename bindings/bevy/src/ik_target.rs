//! Targets of joints.

use bevy_ecs::{component::Component, entity::Entity, reflect::ReflectComponent};
use bevy_math::{Quat, Vec3};
use bevy_reflect::Reflect;

use crate::IkJoint;

/// The target of a joint: by default, the joint should be at this entity.
///
/// Any entity with a `Transform` can be a target, and a joint may have several. Positions,
/// directions and rotations are in the frame of this entity, so the target moves with it. Without
/// this component the joint is released. See [`kansetsu::Target`].
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component)]
pub struct IkTarget {
    /// The entity with the [`IkRig`](crate::IkRig).
    #[entities]
    pub rig: Entity,
    /// The joint that reaches the target.
    #[entities]
    pub joint: IkJoint,
    /// The target position, in the frame of this entity. `None` leaves the position free. Default:
    /// the origin of this entity.
    pub position: Option<Vec3>,
    /// The set of allowed positions. Default: the point.
    pub region: IkRegion,
    /// The target rotation. Default: `None`, which leaves the rotation free.
    pub rotation: Option<IkRotation>,
    /// The point of the joint that reaches or looks, in the joint's own frame. Default: the joint's
    /// origin.
    pub point: Vec3,
    /// A joint with which the target moves. Values are then in the frame of that joint, and the
    /// transform of this entity has no effect. Default: none.
    #[entities]
    pub relative_to: Option<IkJoint>,
    /// Tolerance radius in the space of the rig, 0 or more. Default 0.
    pub radius: f32,
    /// Tolerance angle, radians, 0 or more. Default 0.
    pub angle: f32,
    /// Weight relative to other targets, more than 0. Default 1.
    pub weight: f32,
    /// The order in which targets are met. Default: [`IkPriority::Normal`].
    pub priority: IkPriority,
}

/// The set of allowed positions of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub enum IkRegion {
    /// The position only.
    #[default]
    Point,
    /// The line through the position with this direction; not zero, of any length.
    Line(Vec3),
    /// The plane through the position with this normal; not zero, of any length.
    Plane(Vec3),
}

/// The target rotation of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
pub enum IkRotation {
    /// A full orientation. The identity is the rotation of the target's entity.
    Orientation(Quat),
    /// An axis of the joint points along a direction; rotation about it is free.
    Align {
        /// In the joint's own frame; not zero, of any length.
        axis: Vec3,
        /// In the frame of the target's entity; not zero, of any length.
        direction: Vec3,
    },
    /// An axis of the joint points at a position; rotation about it is free.
    LookAt {
        /// In the joint's own frame; not zero, of any length.
        axis: Vec3,
        /// In the frame of the target's entity.
        point: Vec3,
    },
}

/// The order in which targets are met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub enum IkPriority {
    /// Together with the other targets, by weight.
    #[default]
    Normal,
    /// Before all other targets: see [`kansetsu::IkSession::pin_to`]. The weight must be 1.
    Pin,
}

impl IkTarget {
    /// The joint should be at this entity.
    #[must_use]
    pub fn new(rig: Entity, joint: impl Into<IkJoint>) -> Self {
        Self {
            rig,
            joint: joint.into(),
            position: Some(Vec3::ZERO),
            region: IkRegion::Point,
            rotation: None,
            point: Vec3::ZERO,
            relative_to: None,
            radius: 0.0,
            angle: 0.0,
            weight: 1.0,
            priority: IkPriority::Normal,
        }
    }

    /// The joint's `axis` (in its own frame) should point at this entity.
    #[must_use]
    pub fn look_at(rig: Entity, joint: impl Into<IkJoint>, axis: Vec3) -> Self {
        let rotation = Some(IkRotation::LookAt { axis, point: Vec3::ZERO });
        Self { position: None, rotation, ..Self::new(rig, joint) }
    }

    /// The same target, and the joint should have the rotation of this entity.
    #[must_use]
    pub fn with_orientation(self) -> Self {
        Self { rotation: Some(IkRotation::Orientation(Quat::IDENTITY)), ..self }
    }
}

/// The pole of the [`IkTarget`] on the same entity: the middle joint of the limb points at another
/// entity.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct IkPole(
    /// The entity at which the elbow or knee points.
    #[entities]
    pub Entity,
);
