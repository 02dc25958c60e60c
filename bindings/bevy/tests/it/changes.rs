//! What happens when entities vanish, or values are wrong: warnings and errors, never a panic.

use std::sync::Arc;

use bevy_ecs::hierarchy::ChildOf;
use bevy_kansetsu::{IkOptions, IkPin, IkPole, IkRig, IkSkeleton, IkTarget};
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use kansetsu::{
    Rig,
    d3::{Skeleton, Transform as Local},
};

use crate::{
    logs,
    scene::{Scene, bits},
};

const LEFT: Vec3 = Vec3::new(0.3, 1.3, 0.4);
const RIGHT: Vec3 = Vec3::new(-0.3, 1.2, 0.4);

/// A mannequin with a target for each hand.
fn with_two_hands() -> (Scene, [bevy_ecs::entity::Entity; 2]) {
    let mut scene = Scene::mannequin(IkRig::default());
    let rig = scene.rig;
    let targets = [("leftHand", LEFT), ("rightHand", RIGHT)]
        .map(|(hand, at)| scene.spawn((Transform::from_translation(at), IkTarget::new(rig, hand))));
    scene.frames(20);
    (scene, targets)
}

#[test]
fn a_despawned_joint_is_a_warning() {
    logs::capture();
    let (mut scene, [left, right]) = with_two_hands();
    let forearm = scene.joint("leftLowerArm");
    scene.app.world_mut().despawn(forearm);
    scene.frames(20);
    let warnings = scene.report().warnings.clone();
    let named = format!("the joint \"LeftLowerArm\" ({forearm}) was despawned");
    assert!(warnings.iter().any(|warning| warning.starts_with(&named)), "{warnings:?}");
    let left_out = format!("the target {left} was left out: the joint \"LeftHand\"");
    assert!(warnings.iter().any(|warning| warning.starts_with(&left_out)), "{warnings:?}");
    assert_eq!(warnings.len(), 2, "one for each problem: {warnings:?}");
    assert!(scene.report().of(right).unwrap().is_reached, "the other hand goes on");
    assert!(scene.place(scene.joint("rightHand")).distance(RIGHT) < 1e-3);
    assert_eq!(logs::count(&named), 1, "logged once");
}

#[test]
fn a_despawned_target_releases_its_joint() {
    let (mut scene, [left, right]) = with_two_hands();
    scene.app.world_mut().despawn(left);
    scene.frames(200);
    assert!(scene.report().of(left).is_none());
    assert_eq!(scene.report().targets.len(), 1);
    assert!(scene.report().of(right).unwrap().is_reached);
    assert!(scene.place(scene.joint("leftHand")).distance(LEFT) > 0.1);
    let arm = scene.skeleton().rig().joint("leftUpperArm").unwrap().index() as usize;
    let rest = scene.skeleton().rig().rest_pose().locals[arm].rotation;
    let angle = scene.pose().locals[arm].rotation.angle_between(rest);
    assert!(angle < 0.05, "the arm is {angle} radians from its own pose");
}

#[test]
fn a_despawned_pole_is_a_warning() {
    let (mut scene, [left, _]) = with_two_hands();
    let pole = scene.spawn(Transform::from_xyz(1.0, 1.0, -0.5));
    scene.app.world_mut().entity_mut(left).insert(IkPole(pole));
    scene.frames(1);
    assert!(scene.report().warnings.is_empty(), "{:?}", scene.report().warnings);
    scene.app.world_mut().despawn(pole);
    scene.frames(1);
    let [warning] = scene.report().warnings.as_slice() else { panic!("one warning") };
    assert!(warning.starts_with(&format!("the pole {pole} of the target {left} was left out")));
    assert!(scene.report().of(left).is_some(), "the target itself is met");
}

#[test]
fn a_despawned_rig_is_a_warning() {
    logs::capture();
    let (mut scene, [left, _]) = with_two_hands();
    let rig = scene.rig;
    scene.app.world_mut().despawn(rig);
    scene.frames(3);
    let text = format!("the target or pin {left} has no effect: {rig} was despawned");
    assert_eq!(logs::count(&text), 1, "logged once");
}

#[test]
fn an_unknown_joint_is_a_warning_with_a_suggestion() {
    let mut scene = Scene::mannequin(IkRig::default());
    let rig = scene.rig;
    let pin = scene.spawn(IkPin::new(rig, "LeftFot"));
    let stranger = scene.spawn(Transform::IDENTITY);
    let target = scene.spawn((Transform::IDENTITY, IkTarget::new(rig, stranger)));
    scene.frames(1);
    let warnings = scene.report().warnings.join("\n");
    assert!(warnings.contains(&format!("the pin {pin} was left out")), "{warnings}");
    assert!(warnings.contains("did you mean \"LeftFoot\""), "{warnings}");
    let not_a_joint = format!("the target {target} was left out: {stranger} is not a joint");
    assert!(warnings.contains(&not_a_joint), "{warnings}");
}

#[test]
fn a_joint_with_another_parent_is_an_error_until_the_hierarchy_is_read_again() {
    let (mut scene, _) = with_two_hands();
    let (hand, hips) = (scene.joint("leftHand"), scene.joint("hips"));
    scene.app.world_mut().entity_mut(hand).insert(ChildOf(hips));
    let before = bits(&scene.pose());
    scene.frames(1);
    let error = scene.report().error.clone().unwrap();
    assert!(error.contains("\"LeftHand\"") && error.contains("remove IkSkeleton"), "{error}");
    assert_eq!(scene.report().outcome, None);
    assert!(bits(&scene.pose()) == before, "nothing is written");
    let rig = scene.rig;
    scene.app.world_mut().entity_mut(rig).remove::<IkSkeleton>();
    scene.frames(1);
    assert_eq!(scene.report().error, None);
}

#[test]
fn invalid_numbers_are_errors_that_leave_the_pose() {
    let (mut scene, [left, _]) = with_two_hands();
    let before = bits(&scene.pose());
    scene.move_to(left, Vec3::NAN);
    scene.frames(1);
    let error = scene.report().error.clone().unwrap();
    assert!(error.contains("LeftHand"), "{error}");
    assert!(bits(&scene.pose()) == before);
    scene.move_to(left, LEFT);
    scene.rig_mut().options = IkOptions { strength: f32::NAN, ..IkOptions::default() };
    scene.frames(1);
    let error = scene.report().error.clone().unwrap();
    assert!(error.contains("strength"), "{error}");
    scene.rig_mut().options = IkOptions::default();
    scene.frames(20);
    assert_eq!(scene.report().error, None);
    assert!(scene.place(scene.joint("leftHand")).distance(LEFT) < 1e-3);
}

#[test]
fn a_rig_without_extent_is_an_error() {
    let (mut scene, _) = with_two_hands();
    let rig = scene.rig;
    scene.app.world_mut().get_mut::<Transform>(rig).unwrap().scale.y = 0.0;
    scene.frames(1);
    assert!(scene.report().error.as_ref().unwrap().contains("scale"));
}

#[test]
fn a_disabled_rig_is_left_alone() {
    let (mut scene, [left, _]) = with_two_hands();
    scene.rig_mut().enabled = false;
    let before = bits(&scene.pose());
    scene.move_to(left, Vec3::new(0.2, 1.0, 0.4));
    scene.frames(5);
    assert!(bits(&scene.pose()) == before);
    assert_eq!(scene.report().outcome, None);
}

#[test]
fn a_given_rig_must_fit_the_hierarchy() {
    let mut builder = Skeleton::builder();
    let root = builder.root("Hips", Local::IDENTITY);
    builder.child(root, "Tail", Local::IDENTITY);
    let rig = Arc::new(Rig::new(builder.build().unwrap()));
    let mut scene = Scene::mannequin(IkRig::default().with_rig(rig));
    scene.frames(1);
    let error = scene.report().error.clone().unwrap();
    assert!(error.contains("\"Tail\" of the given rig has no entity"), "{error}");
    let entity = scene.rig;
    scene.app.world_mut().entity_mut(entity).insert(IkRig::default());
    scene.frames(1);
    assert_eq!(scene.report().error, None);
}

#[test]
fn an_unknown_base_is_an_error() {
    let mut scene = Scene::mannequin(IkRig::default().with_base("nobody"));
    scene.frames(1);
    assert!(
        scene.report().error.as_ref().unwrap().contains("the base: no joint is named \"nobody\"")
    );
}
