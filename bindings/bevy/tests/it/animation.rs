//! Targets on top of an animation, and the other two methods.

use bevy_app::{AnimationSystems, PostUpdate};
use bevy_ecs::{component::Component, schedule::IntoScheduleConfigs, system::Query};
use bevy_kansetsu::{IkMethod, IkRig, IkTarget};
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

use crate::scene::{Scene, bits};

/// A rotation that an animation writes in every frame.
#[derive(Component)]
struct Swing(f32);

fn swing(mut joints: Query<'_, '_, (&mut Transform, &mut Swing)>) {
    for (mut transform, mut swing) in &mut joints {
        swing.0 += 0.05;
        transform.rotation = Quat::from_rotation_x(0.3 * swing.0.sin());
    }
}

/// A mannequin whose right knee is animated.
fn swinging() -> Scene {
    let mut scene = Scene::mannequin(IkRig::default());
    scene.app.add_systems(PostUpdate, swing.in_set(AnimationSystems));
    scene.frames(1);
    let knee = scene.joint("rightLowerLeg");
    scene.app.world_mut().entity_mut(knee).insert(Swing(0.0));
    scene
}

#[test]
fn a_target_is_met_on_top_of_an_animation() {
    let mut scene = swinging();
    let near = Vec3::new(0.3, 1.3, 0.4);
    let target =
        scene.spawn((Transform::from_translation(near), IkTarget::new(scene.rig, "leftHand")));
    let [hand, knee] = ["leftHand", "rightLowerLeg"].map(|name| scene.joint(name));
    scene.frames(20);
    for _ in 0..40 {
        scene.frames(1);
        assert!(scene.place(hand).distance(near) < 2e-3, "{:?}", scene.report());
        let swing = scene.app.world().get::<Swing>(knee).unwrap().0;
        let played = Quat::from_rotation_x(0.3 * swing.sin());
        let knee = scene.app.world().get::<Transform>(knee).unwrap().rotation;
        assert!(knee.angle_between(played) < 0.05, "the knee plays the animation");
    }
    // Without the target, the arm returns to the animation, its rest pose, without a jump.
    scene.app.world_mut().despawn(target);
    let rest = scene.skeleton().rig().rest_pose();
    let away = |scene: &Scene| angle_to(scene, "leftUpperArm", &rest);
    let mut before = away(&scene);
    assert!(before > 0.1, "the target had moved the arm");
    for _ in 0..90 {
        scene.frames(1);
        let moved = before - away(&scene);
        assert!((-1e-3..0.045).contains(&moved), "the arm rotates by {moved} radians in a frame");
        before -= moved;
    }
    assert!(away(&scene) == 0.0, "the arm is {before} radians from the animation");
}

/// The angle between a joint and a pose.
fn angle_to(scene: &Scene, name: &str, pose: &kansetsu::Pose) -> f32 {
    let joint = scene.skeleton().rig().joint(name).unwrap().index() as usize;
    scene.pose().locals[joint].rotation.angle_between(pose.locals[joint].rotation)
}

#[test]
fn solve_depends_on_the_frame_alone() {
    let rig = || IkRig { method: IkMethod::Solve, steps: 200, ..IkRig::default() };
    let ends = Vec3::new(0.3, 1.3, 0.4);
    let mut short = Scene::mannequin(rig());
    short.spawn((Transform::from_translation(ends), IkTarget::new(short.rig, "leftHand")));
    short.frames(1);
    let mut long = Scene::mannequin(rig());
    let target =
        long.spawn((Transform::from_xyz(-0.2, 0.9, 0.3), IkTarget::new(long.rig, "leftHand")));
    long.frames(5);
    long.move_to(target, ends);
    long.frames(1);
    assert!(bits(&short.pose()) == bits(&long.pose()));
}

#[test]
fn step_keeps_the_pose_without_targets() {
    let mut scene = Scene::mannequin(IkRig { method: IkMethod::Step, ..IkRig::default() });
    let near = Vec3::new(0.3, 1.3, 0.4);
    let target =
        scene.spawn((Transform::from_translation(near), IkTarget::new(scene.rig, "leftHand")));
    scene.frames(80);
    let hand = scene.joint("leftHand");
    assert!(scene.place(hand).distance(near) < 1e-3, "{:?}", scene.report());
    scene.app.world_mut().despawn(target);
    scene.frames(30);
    assert!(scene.place(hand).distance(near) < 1e-2, "the arm stays where it was dragged");
}
