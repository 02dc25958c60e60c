//! Pins of joints.

use bevy_ecs::{component::Component, entity::Entity, reflect::ReflectComponent};
use bevy_reflect::Reflect;

use crate::IkJoint;

/// Pins a joint: it keeps its position and rotation. The component may be on any entity, such as
/// that of the joint.
///
/// [`IkMethod::Follow`](crate::IkMethod::Follow) keeps the placement in the animation,
/// [`IkMethod::Step`](crate::IkMethod::Step) that of the first frame. To pin a joint to an entity,
/// use a target with [`IkPriority::Pin`](crate::IkPriority::Pin).
#[derive(Component, Clone, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct IkPin {
    /// The entity with the [`IkRig`](crate::IkRig).
    #[entities]
    pub rig: Entity,
    /// The pinned joint.
    #[entities]
    pub joint: IkJoint,
    /// Whether the rotation is pinned, too. Default: it is.
    pub keeps_rotation: bool,
}

impl IkPin {
    /// Pins position and rotation.
    #[must_use]
    pub fn new(rig: Entity, joint: impl Into<IkJoint>) -> Self {
        Self { rig, joint: joint.into(), keeps_rotation: true }
    }

    /// Pins the position only.
    #[must_use]
    pub fn position(rig: Entity, joint: impl Into<IkJoint>) -> Self {
        Self { keeps_rotation: false, ..Self::new(rig, joint) }
    }
}
