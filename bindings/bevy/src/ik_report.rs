//! Reports.

use bevy_ecs::{component::Component, entity::Entity, reflect::ReflectComponent};
use bevy_math::Vec3;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};

use crate::IkOutcome;

/// What happened to an [`IkRig`](crate::IkRig) in the last frame: see
/// [`kansetsu::session::Report`].
///
/// It changes only if the result does, so `Changed<IkReport>` is a filter for news. New errors and
/// warnings are logged.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default)]
pub struct IkReport {
    /// The worst outcome of all targets and pins. `None` if the rig was not posed: it is disabled,
    /// has no joints, or there is an [`Self::error`].
    pub outcome: Option<IkOutcome>,
    /// One entry per target.
    pub targets: Vec<IkTargetReport>,
    /// One entry per pin and planted foot.
    pub pins: Vec<IkTargetReport>,
    /// The active limits.
    pub active_limits: Vec<IkActiveLimit>,
    /// Solver steps taken.
    pub steps: u32,
    /// Restarts.
    pub restarts: u32,
    /// Whether the pose has converged.
    pub is_settled: bool,
    /// Why the rig was not posed. The hierarchy is then unchanged.
    pub error: Option<String>,
    /// What was left out: targets, pins and poles that refer to missing entities or joints.
    pub warnings: Vec<String>,
}

/// The result for a target or a pin.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
pub struct IkTargetReport {
    /// The entity with the target or pin; `None` for a planted foot.
    pub source: Option<Entity>,
    /// The joint.
    pub joint: Entity,
    /// Whether position and rotation are within their tolerances.
    pub is_reached: bool,
    /// How the solve of this target ended.
    pub outcome: IkOutcome,
    /// The target position, world space.
    pub target: Vec3,
    /// The position of the joint's point, world space.
    pub reached: Vec3,
    /// Position error, in the space of the rig.
    pub distance: f32,
    /// Rotation error, radians.
    pub angle: f32,
}

/// A joint at an active bound of its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
pub struct IkActiveLimit {
    /// The joint.
    pub joint: Entity,
    /// The bound, such as `min` or `swing`: see [`kansetsu::d3::ActiveLimit`].
    pub bound: &'static str,
}

impl IkReport {
    /// The largest position error of all targets, in the space of the rig.
    #[must_use]
    pub fn distance(&self) -> f32 {
        self.targets.iter().fold(0.0, |worst, target| target.distance.max(worst))
    }

    /// The result of the target or pin on an entity.
    #[must_use]
    pub fn of(&self, source: Entity) -> Option<&IkTargetReport> {
        self.targets.iter().chain(&self.pins).find(|entry| entry.source == Some(source))
    }

    pub(crate) fn failed(error: impl ToString) -> Self {
        Self { error: Some(error.to_string()), ..Self::default() }
    }
}
