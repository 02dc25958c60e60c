//! Targets are reached inside the limits, and pins hold: measured in the propagated transforms.

use bevy_kansetsu::{IkMethod, IkOutcome, IkPin, IkPole, IkRig, IkTarget};
use bevy_math::{Quat, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::{
    scene::{Scene, bits},
    skip::test_data,
};

/// In front of the left shoulder of the mannequin.
const NEAR: Vec3 = Vec3::new(0.3, 1.3, 0.4);
/// A target counts as reached within this, metres.
const REACHED: f32 = 1e-3;

/// Positions on a circle in front of the body.
fn circle(frame: usize) -> Vec3 {
    let angle = frame as f32 * 0.1;
    NEAR + 0.1 * Vec3::new(angle.cos(), angle.sin(), 0.0)
}

fn largest_violation(scene: &Scene) -> f32 {
    let (rig, pose) = (scene.skeleton().rig(), scene.pose());
    let joints = pose.locals.iter().zip(rig.skeleton.joints()).zip(&rig.limits);
    let outside = joints.filter_map(|((local, joint), limit)| {
        Some(limit.as_ref()?.violation(joint.rest.rotation.inverse() * local.rotation))
    });
    outside.fold(0.0, f32::max)
}

#[test]
fn a_hand_follows_its_target_and_pinned_feet_stay() {
    let mut scene = Scene::mannequin(IkRig::default());
    let rig = scene.rig;
    scene.spawn(IkPin::new(rig, "leftFoot"));
    scene.spawn(IkPin::new(rig, "rightFoot"));
    let target =
        scene.spawn((Transform::from_translation(circle(0)), IkTarget::new(rig, "leftHand")));
    scene.frames(10);
    let [hand, left, right] = ["leftHand", "leftFoot", "rightFoot"].map(|name| scene.joint(name));
    let stood = [left, right].map(|foot| scene.place(foot));
    assert!(scene.skeleton().rig().limits.iter().flatten().count() > 10, "limits were found");
    for frame in 1..60 {
        scene.move_to(target, circle(frame));
        scene.frames(1);
        let missed = scene.place(hand).distance(circle(frame));
        assert!(missed < REACHED, "frame {frame}: the hand is {missed} m away");
        let entry = scene.report().of(target).unwrap();
        assert_eq!(entry.joint, hand);
        assert!(entry.reached.distance(scene.place(hand)) < 1e-5, "the report is of this frame");
        for (foot, before) in [left, right].into_iter().zip(stood) {
            let moved = scene.place(foot).distance(before);
            assert!(moved < REACHED, "frame {frame}: a foot moved by {moved} m");
        }
        let outside = largest_violation(&scene);
        assert!(outside < 2e-3, "frame {frame}: {outside} radians outside of a limit");
    }
}

#[test]
fn two_fresh_apps_have_equal_bits() {
    let run = || {
        let mut scene = Scene::mannequin(IkRig::default());
        let rig = scene.rig;
        scene.spawn(IkPin::position(rig, "rightFoot"));
        let pole = scene.spawn(Transform::from_xyz(0.8, 1.0, -0.3));
        let hand =
            (Transform::from_translation(NEAR), IkTarget::new(rig, "leftHand"), IkPole(pole));
        let target = scene.spawn(hand);
        let head = IkTarget::look_at(rig, "head", Vec3::Z);
        scene.spawn((Transform::from_xyz(0.5, 1.5, 2.0), head));
        let mut all = Vec::new();
        for frame in 0..40 {
            scene.move_to(target, circle(frame));
            scene.frames(1);
            all.push(bits(&scene.pose()));
        }
        all
    };
    assert!(run() == run());
}

#[test]
fn a_target_out_of_reach_is_reported() {
    let mut scene = Scene::mannequin(IkRig::default());
    let far = Vec3::new(0.0, 1.0, 9.0);
    let target =
        scene.spawn((Transform::from_translation(far), IkTarget::new(scene.rig, "leftHand")));
    scene.frames(30);
    let hand = scene.joint("leftHand");
    let entry = *scene.report().of(target).unwrap();
    assert_eq!(scene.report().outcome, Some(IkOutcome::OutOfReach));
    assert!(!entry.is_reached && entry.distance > 5.0);
    assert!((entry.distance - scene.place(hand).distance(far)).abs() < 1e-3);
}

#[test]
fn a_hand_takes_the_rotation_of_its_target() {
    let mut scene =
        Scene::mannequin(IkRig { method: IkMethod::Solve, steps: 400, ..IkRig::default() });
    scene.frames(1);
    let rest =
        scene.app.world().get::<GlobalTransform>(scene.joint("leftHand")).unwrap().rotation();
    let wanted = Quat::from_rotation_x(0.3) * rest;
    let place = Transform::from_translation(NEAR).with_rotation(wanted);
    scene.spawn((place, IkTarget::new(scene.rig, "leftHand").with_orientation()));
    scene.frames(1);
    let hand = scene.app.world().get::<GlobalTransform>(scene.joint("leftHand")).unwrap();
    assert!(hand.translation().distance(NEAR) < REACHED, "{:?}", scene.report());
    assert!(hand.rotation().angle_between(wanted) < 5e-3, "{:?}", scene.report());
}

#[test]
fn hierarchies_of_files_are_posed() {
    for (file, joint, offset) in [
        ("cases/human_vrm0.vrm", "leftHand", Vec3::new(-0.1, 0.1, 0.2)),
        ("gltf/CesiumMan.glb", "leftHand", Vec3::new(0.05, 0.2, 0.1)),
        ("fbx/own_mixamo_like_7700_binary.fbx", "leftHand", Vec3::new(-0.1, 0.1, 0.2)),
    ] {
        let Some(path) = test_data(file) else { continue };
        let figure = kansetsu_formats::open_path(path).unwrap().figure;
        let mut scene = Scene::new(&figure.rig.skeleton, IkRig::default());
        scene.frames(1);
        assert!(scene.skeleton().rig().humanoid().is_some(), "{file} is recognized");
        let hand = scene.joint(joint);
        let size = scene.skeleton().rig().skeleton.size();
        let wanted = scene.place(hand) + offset * size / 2.0;
        scene.spawn((Transform::from_translation(wanted), IkTarget::new(scene.rig, joint)));
        scene.frames(60);
        let missed = scene.place(hand).distance(wanted);
        assert!(missed < REACHED * size, "{file}: the hand is {missed} away; {:?}", scene.report());
        assert!(largest_violation(&scene) < 2e-3, "{file}");
    }
}
