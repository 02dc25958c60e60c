//! Two mannequins reach for one moving ball, without a window.
//!
//! `cargo run --example reach`, or `cargo run --features gizmos --example reach`, which also counts
//! the lines that a renderer would draw.

#![expect(clippy::print_stdout, reason = "an example reports its result")]

use bevy_app::{App, TaskPoolPlugin, Update};
use bevy_ecs::{
    component::Component,
    entity::Entity,
    hierarchy::ChildOf,
    name::Name,
    query::With,
    system::{Commands, Local, Query},
};
use bevy_kansetsu::{IkPin, IkReport, IkRig, IkTarget, KansetsuPlugin};
use bevy_math::{Quat, Vec3};
use bevy_transform::{TransformPlugin, components::Transform};

/// The number of frames.
const FRAMES: usize = 90;

/// The radius of the ball, metres. A hand anywhere in it has reached the ball.
const RADIUS: f32 = 0.1;

/// What the hands reach for.
#[derive(Component)]
struct Ball;

fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, KansetsuPlugin::default()))
        .add_systems(bevy_app::Startup, set_up)
        .add_systems(Update, move_ball);
    #[cfg(feature = "gizmos")]
    lines::add(&mut app);
    for frame in 1..=FRAMES {
        app.update();
        if frame % 30 == 0 {
            print(&mut app, frame);
            #[cfg(feature = "gizmos")]
            lines::print(&app);
        }
    }
}

/// Spawns the joints of a mannequin, as a glTF scene spawns its nodes.
fn spawn_mannequin(commands: &mut Commands<'_, '_>, at: Transform) -> Entity {
    let rig = commands.spawn((IkRig::default(), at)).id();
    let figure = kansetsu_figures::figure("mannequin").into_iter();
    let mut joints: Vec<Entity> = Vec::new();
    for joint in figure.flat_map(|figure| figure.rig.skeleton.joints().to_vec()) {
        let parent = joint.parent.map_or(rig, |parent| joints[parent]);
        let local = Transform {
            translation: Vec3::from_array(joint.rest.translation.to_array()),
            rotation: Quat::from_array(joint.rest.rotation.to_array()),
            scale: Vec3::from_array(joint.rest.scale.to_array()),
        };
        joints.push(commands.spawn((Name::new(joint.name), local, ChildOf(parent))).id());
    }
    rig
}

fn set_up(mut commands: Commands<'_, '_>) {
    let facing = Transform::from_xyz(0.0, 0.0, 0.9)
        .with_rotation(Quat::from_rotation_y(std::f32::consts::PI));
    for at in [Transform::IDENTITY, facing] {
        let rig = spawn_mannequin(&mut commands, at);
        for hand in ["leftHand", "rightHand"] {
            let target = IkTarget { radius: RADIUS, ..IkTarget::new(rig, hand) };
            commands.spawn((target, Transform::IDENTITY, Ball));
        }
        for foot in ["leftFoot", "rightFoot"] {
            commands.spawn(IkPin::new(rig, foot));
        }
    }
}

fn move_ball(mut ball: Query<'_, '_, &mut Transform, With<Ball>>, mut frame: Local<'_, usize>) {
    *frame += 1;
    let angle = *frame as f32 / 15.0;
    for mut transform in &mut ball {
        transform.translation = Vec3::new(0.2 * angle.sin(), 1.2 + 0.2 * angle.cos(), 0.45);
    }
}

fn print(app: &mut App, frame: usize) {
    let mut reports = app.world_mut().query::<(Entity, &IkReport)>();
    for (rig, report) in reports.iter(app.world()) {
        let reached = report.targets.iter().filter(|target| target.is_reached).count();
        println!(
            "frame {frame}, rig {rig}: {reached} of {} hands at the ball, the farther one {:.3} m away",
            report.targets.len(),
            (report.distance() - RADIUS).max(0.0)
        );
    }
}

/// The lines of the rigs. With the default plugins of Bevy, `GizmoPlugin` is there and draws them.
#[cfg(feature = "gizmos")]
mod lines {
    use std::any::TypeId;

    use bevy_app::App;
    use bevy_asset::{AssetPlugin, Assets};
    use bevy_gizmos::{GizmoAsset, GizmoHandles, GizmoPlugin};
    use bevy_kansetsu::{KansetsuGizmos, KansetsuGizmosPlugin};

    pub(crate) fn add(app: &mut App) {
        app.add_plugins((AssetPlugin::default(), GizmoPlugin, KansetsuGizmosPlugin));
    }

    pub(crate) fn print(app: &App) {
        let handles = app.world().resource::<GizmoHandles>().handles();
        let handle = handles.get(&TypeId::of::<KansetsuGizmos>()).and_then(Option::as_ref);
        let asset =
            handle.and_then(|handle| app.world().resource::<Assets<GizmoAsset>>().get(handle));
        let points = asset.map_or(0, |asset| {
            asset.buffer().list_positions.len() + asset.buffer().strip_positions.len()
        });
        println!("lines with {points} points");
    }
}
