//! The plugin and its systems.

use bevy_app::{AnimationSystems, App, Plugin, PostUpdate};
use bevy_ecs::{
    change_detection::{DetectChangesMut, Mut},
    entity::Entity,
    hierarchy::ChildOf,
    intern::Interned,
    query::{With, Without},
    schedule::{IntoScheduleConfigs, ScheduleLabel, SystemSet},
    system::{Commands, Local, Query},
};
use bevy_transform::{TransformSystems, components::Transform};

use crate::{
    IkPin, IkPole, IkReport, IkRig, IkSkeleton, IkTarget, convert,
    hierarchy::Hierarchy,
    inputs::{Inputs, OfRig},
    pose_rig::Frame,
};

/// Poses every [`IkRig`].
///
/// Needs `TransformPlugin`, which the default plugins of Bevy contain.
#[derive(Clone, Copy, Debug)]
pub struct KansetsuPlugin {
    schedule: Interned<dyn ScheduleLabel>,
}

/// The systems that pose rigs: in `PostUpdate`, after animation and before the propagation of
/// transforms.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KansetsuSystems;

impl Default for KansetsuPlugin {
    fn default() -> Self {
        Self::new(PostUpdate)
    }
}

impl KansetsuPlugin {
    /// Poses rigs in another schedule. There, [`KansetsuSystems`] is not ordered relative to
    /// animation and propagation in `PostUpdate`.
    #[must_use]
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern() }
    }
}

impl Plugin for KansetsuPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<IkRig>()
            .register_type::<IkTarget>()
            .register_type::<IkPole>()
            .register_type::<IkPin>()
            .register_type::<IkReport>()
            .configure_sets(
                self.schedule,
                KansetsuSystems.after(AnimationSystems).before(TransformSystems::Propagate),
            )
            .add_systems(
                self.schedule,
                (warn_of_missing_rigs, read_skeletons, pose_rigs, write_poses)
                    .chain()
                    .in_set(KansetsuSystems),
            );
    }
}

/// Targets and pins of entities that are no rigs.
fn warn_of_missing_rigs(
    inputs: Inputs<'_, '_>,
    rigs: Query<'_, '_, (), With<IkRig>>,
    mut known: Local<'_, Vec<Entity>>,
) {
    let mut missing = Vec::new();
    for (rig, of_rig) in inputs.by_rig() {
        if !rigs.contains(rig) {
            missing.extend(of_rig.targets.iter().map(|(source, ..)| (*source, rig)));
            missing.extend(of_rig.pins.iter().map(|(source, _)| (*source, rig)));
        }
    }
    for (source, rig) in missing.iter().filter(|(source, _)| !known.contains(source)) {
        log::warn!(
            "the target or pin {source} has no effect: {rig} was despawned, or has no IkRig"
        );
    }
    *known = missing.into_iter().map(|(source, _)| source).collect();
}

/// Finds the joints of new rigs. A scene that is still loading has none yet.
fn read_skeletons(
    mut commands: Commands<'_, '_>,
    mut rigs: Query<'_, '_, (Entity, &IkRig, &mut IkReport), Without<IkSkeleton>>,
    hierarchy: Hierarchy<'_, '_>,
) {
    for (entity, ik_rig, report) in &mut rigs {
        let found = match &ik_rig.rig {
            Some(rig) => hierarchy.find(entity, rig).map(Some),
            None => hierarchy.read(entity, ik_rig.base.as_deref()),
        };
        match found {
            Ok(Some(skeleton)) => {
                commands.entity(entity).insert(skeleton);
            }
            Ok(None) => publish(entity, report, IkReport::default()),
            Err(error) => publish(entity, report, IkReport::failed(error)),
        }
    }
}

fn pose_rigs(
    mut rigs: Query<'_, '_, (Entity, &IkRig, &mut IkSkeleton, &mut IkReport)>,
    inputs: Inputs<'_, '_>,
    locals: Query<'_, '_, &'static Transform>,
    parents: Query<'_, '_, &'static ChildOf>,
) {
    let by_rig = inputs.by_rig();
    rigs.par_iter_mut().for_each(|(entity, rig, mut skeleton, report)| {
        let nothing = OfRig::default();
        let of_rig = by_rig.get(&entity).unwrap_or(&nothing);
        let frame = Frame { rig, of_rig, inputs: &inputs, locals: &locals, parents: &parents };
        publish(entity, report, frame.pose(&mut skeleton));
    });
}

/// Writes what differs.
fn write_poses(
    mut skeletons: Query<'_, '_, &mut IkSkeleton>,
    mut locals: Query<'_, '_, &mut Transform>,
) {
    for mut skeleton in &mut skeletons {
        let Some(solved) = skeleton.solved.take() else { continue };
        let base = skeleton.rig().base_joint();
        let mut written = solved;
        for (index, local) in written.locals.iter_mut().enumerate() {
            let Ok(mut transform) = locals.get_mut(skeleton.joints[index]) else { continue };
            let mut posed = *transform;
            posed.rotation = convert::quat(local.rotation);
            if index == base {
                posed.translation = convert::vec3(local.translation);
            }
            *local = convert::local(&posed);
            transform.set_if_neq(posed);
        }
        skeleton.written = Some(written);
    }
}

/// Replaces a report that differs, and logs what is new in it.
fn publish(rig: Entity, mut report: Mut<'_, IkReport>, new: IkReport) {
    if let Some(error) = new.error.as_ref().filter(|error| report.error.as_ref() != Some(*error)) {
        log::error!("the rig {rig} was not posed: {error}");
    }
    for warning in new.warnings.iter().filter(|warning| !report.warnings.contains(warning)) {
        log::warn!("rig {rig}: {warning}");
    }
    report.set_if_neq(new);
}
