//! The targets and pins of a frame.

use std::collections::HashMap;

use bevy_ecs::{
    entity::Entity,
    system::{Query, SystemParam},
};
use bevy_transform::{components::GlobalTransform, helper::TransformHelper};

use crate::{IkPin, IkPole, IkTarget};

/// All targets and pins, and the transforms of this frame.
#[derive(SystemParam)]
pub(crate) struct Inputs<'w, 's> {
    targets: Query<'w, 's, (Entity, &'static IkTarget, Option<&'static IkPole>)>,
    pins: Query<'w, 's, (Entity, &'static IkPin)>,
    transforms: TransformHelper<'w, 's>,
}

/// The targets and pins of one rig, in the order of their entities.
#[derive(Default)]
pub(crate) struct OfRig<'a> {
    pub(crate) targets: Vec<(Entity, &'a IkTarget, Option<&'a IkPole>)>,
    pub(crate) pins: Vec<(Entity, &'a IkPin)>,
}

impl Inputs<'_, '_> {
    /// The targets and pins of each rig.
    pub(crate) fn by_rig(&self) -> HashMap<Entity, OfRig<'_>> {
        let mut by_rig: HashMap<Entity, OfRig<'_>> = HashMap::new();
        for (source, target, pole) in &self.targets {
            by_rig.entry(target.rig).or_default().targets.push((source, target, pole));
        }
        for (source, pin) in &self.pins {
            by_rig.entry(pin.rig).or_default().pins.push((source, pin));
        }
        for of_rig in by_rig.values_mut() {
            of_rig.targets.sort_by_key(|(source, ..)| source.index_u32());
            of_rig.pins.sort_by_key(|(source, _)| source.index_u32());
        }
        by_rig
    }

    /// The transform of an entity in this frame. `GlobalTransform` is that of the last frame.
    pub(crate) fn world_from(&self, entity: Entity) -> Result<GlobalTransform, String> {
        self.transforms.compute_global_transform(entity).map_err(|error| error.to_string())
    }
}
