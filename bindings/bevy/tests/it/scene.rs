//! An app with hierarchies, as a glTF scene spawns them.

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::{bundle::Bundle, entity::Entity, hierarchy::ChildOf, name::Name};
use bevy_kansetsu::{IkReport, IkRig, IkSkeleton, KansetsuPlugin};
use bevy_math::{Quat, Vec3};
use bevy_transform::{
    TransformPlugin,
    components::{GlobalTransform, Transform},
};
use kansetsu::{
    Pose,
    d3::{self, Skeleton},
};

/// An app with one rig.
pub(crate) struct Scene {
    pub(crate) app: App,
    pub(crate) rig: Entity,
    /// In the order of the spawned skeleton.
    pub(crate) joints: Vec<Entity>,
}

/// An app without a window and without time.
pub(crate) fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, KansetsuPlugin::default()));
    app
}

pub(crate) fn transform(local: &d3::Transform) -> Transform {
    Transform {
        translation: Vec3::from_array(local.translation.to_array()),
        rotation: Quat::from_array(local.rotation.to_array()),
        scale: Vec3::from_array(local.scale.to_array()),
    }
}

/// Spawns a rig at a transform, and the joints of a skeleton below it, at rest.
pub(crate) fn spawn(
    app: &mut App,
    skeleton: &Skeleton,
    rig: IkRig,
    at: Transform,
) -> (Entity, Vec<Entity>) {
    let top = app.world_mut().spawn((rig, at)).id();
    let mut joints: Vec<Entity> = Vec::new();
    for joint in skeleton.joints() {
        let parent = joint.parent.map_or(top, |parent| joints[parent]);
        let bundle = (Name::new(joint.name.clone()), transform(&joint.rest), ChildOf(parent));
        joints.push(app.world_mut().spawn(bundle).id());
    }
    (top, joints)
}

impl Scene {
    pub(crate) fn new(skeleton: &Skeleton, rig: IkRig) -> Self {
        let mut app = app();
        let (rig, joints) = spawn(&mut app, skeleton, rig, Transform::IDENTITY);
        Self { app, rig, joints }
    }

    /// The mannequin, read from its hierarchy.
    pub(crate) fn mannequin(rig: IkRig) -> Self {
        Self::new(&kansetsu_figures::figure("mannequin").unwrap().rig.skeleton, rig)
    }

    pub(crate) fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        self.app.world_mut().spawn(bundle).id()
    }

    pub(crate) fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.app.update();
        }
    }

    pub(crate) fn report(&self) -> &IkReport {
        self.app.world().get(self.rig).unwrap()
    }

    pub(crate) fn skeleton(&self) -> &IkSkeleton {
        self.app.world().get(self.rig).unwrap()
    }

    pub(crate) fn rig_mut(&mut self) -> bevy_ecs::world::Mut<'_, IkRig> {
        self.app.world_mut().get_mut(self.rig).unwrap()
    }

    /// The entity of a joint, by name or role.
    pub(crate) fn joint(&self, name: &str) -> Entity {
        let skeleton = self.skeleton();
        skeleton.joints()[skeleton.rig().joint(name).unwrap().index() as usize]
    }

    pub(crate) fn move_to(&mut self, entity: Entity, to: Vec3) {
        self.app.world_mut().get_mut::<Transform>(entity).unwrap().translation = to;
    }

    /// The position of an entity in the world, as Bevy propagates it.
    pub(crate) fn place(&self, entity: Entity) -> Vec3 {
        place(&self.app, entity)
    }

    /// The transforms of the joints, in the order of the rig.
    pub(crate) fn pose(&self) -> Pose {
        pose(&self.app, self.skeleton().joints())
    }
}

pub(crate) fn place(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<GlobalTransform>(entity).unwrap().translation()
}

pub(crate) fn pose(app: &App, joints: &[Entity]) -> Pose {
    let local = |&joint: &Entity| {
        let transform: &Transform = app.world().get(joint).unwrap();
        d3::Transform {
            translation: transform.translation.to_array().into(),
            rotation: kansetsu::glam::Quat::from_array(transform.rotation.to_array()),
            scale: transform.scale.to_array().into(),
        }
    };
    Pose { locals: joints.iter().map(local).collect() }
}

/// The bits of all numbers of a pose.
pub(crate) fn bits(pose: &Pose) -> Vec<u32> {
    let mut flat = vec![0.0; Pose::FLAT * pose.locals.len()];
    pose.copy_to_flat(&mut flat).unwrap();
    flat.into_iter().map(f32::to_bits).collect()
}
