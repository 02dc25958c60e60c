//! The component above a posed hierarchy.

use std::sync::Arc;

use bevy_ecs::{
    component::Component, lifecycle::HookContext, reflect::ReflectComponent, world::DeferredWorld,
};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use kansetsu::Rig;

use crate::{IkMethod, IkOptions, IkReport, IkSkeleton};

/// Poses the hierarchy below this entity, in [`KansetsuSystems`](crate::KansetsuSystems).
///
/// The skeleton is read as soon as there are entities below this one. Those with a `Transform` are
/// its joints, except targets and other rigs. Their transforms must then be the rest pose (the
/// T-pose or A-pose of a character), since limits are relative to it. Humanoid roles, limits and
/// limbs follow from names and shape: see [`IkSkeleton`].
///
/// Only rotations are written, and the translation of the joint that carries the body, which
/// [`IkOptions::root`] keeps or frees.
#[derive(Component, Clone, Debug, Reflect)]
#[reflect(Component, Default)]
#[require(IkReport)]
#[component(on_discard)]
pub struct IkRig {
    /// Whether the rig is posed. Default: `true`.
    pub enabled: bool,
    /// The call of every frame. Default: [`IkMethod::Follow`].
    pub method: IkMethod,
    /// The maximum number of solver steps per frame. Default 20.
    pub steps: u32,
    /// The options of the session.
    #[entities]
    pub options: IkOptions,
    /// The rig of [`Self::with_rig`]. Insert the component again after a change.
    #[reflect(ignore)]
    pub rig: Option<Arc<Rig>>,
    /// The joint of [`Self::with_base`]. Insert the component again after a change.
    pub base: Option<String>,
}

impl Default for IkRig {
    fn default() -> Self {
        Self {
            enabled: true,
            method: IkMethod::default(),
            steps: 20,
            options: IkOptions::default(),
            rig: None,
            base: None,
        }
    }
}

impl IkRig {
    /// The same component with another rig, for example from a VRM file by
    /// `kansetsu-formats`: nothing is detected.
    ///
    /// Each joint of the rig is the entity of the same name at the same place in the hierarchy.
    #[must_use]
    pub fn with_rig(self, rig: impl Into<Arc<Rig>>) -> Self {
        Self { rig: Some(rig.into()), ..self }
    }

    /// The same component for a body that this joint carries, for bodies that are not humanoid: see
    /// [`Rig::base`]. Default: the topmost joint.
    #[must_use]
    pub fn with_base(self, joint: impl Into<String>) -> Self {
        Self { base: Some(joint.into()), ..self }
    }

    /// The skeleton belongs to the component: with another one, it is built again.
    fn on_discard(mut world: DeferredWorld<'_>, context: HookContext) {
        world.commands().entity(context.entity).try_remove::<IkSkeleton>();
    }
}
