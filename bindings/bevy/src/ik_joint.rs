//! References to joints.

use bevy_ecs::entity::{Entity, EntityMapper, MapEntities};
use bevy_reflect::Reflect;

/// A joint of a rig: its entity, or a name.
#[derive(Clone, Debug, PartialEq, Eq, Reflect)]
pub enum IkJoint {
    /// The entity of the joint.
    Entity(Entity),
    /// The `Name` of the joint, a humanoid role such as `leftHand`, or `#` and an index: see
    /// [`kansetsu::Rig::joint`].
    Name(String),
}

impl From<Entity> for IkJoint {
    fn from(entity: Entity) -> Self {
        Self::Entity(entity)
    }
}

impl From<&str> for IkJoint {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<String> for IkJoint {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl MapEntities for IkJoint {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        if let Self::Entity(entity) = self {
            entity.map_entities(mapper);
        }
    }
}
