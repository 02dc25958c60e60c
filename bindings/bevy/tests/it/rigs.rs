//! Several rigs at once, anywhere in the world.

use bevy_ecs::{hierarchy::ChildOf, name::Name};
use bevy_kansetsu::{IkReport, IkRig, IkSkeleton, IkTarget};
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

use crate::scene::{Scene, app, bits, place, spawn};

#[test]
fn rigs_are_posed_each_in_its_own_space() {
    let skeleton = kansetsu_figures::figure("mannequin").unwrap().rig.skeleton;
    let mut app = app();
    let places = [
        Transform::IDENTITY,
        Transform::from_xyz(5.0, 0.0, -3.0).with_rotation(Quat::from_rotation_y(2.0)),
        Transform::from_xyz(-2.0, 1.0, 0.0).with_scale(Vec3::splat(0.01)),
    ];
    let near = Vec3::new(0.3, 1.3, 0.4);
    let mut rigs = Vec::new();
    for at in places {
        let (rig, _) = spawn(&mut app, &skeleton, IkRig::default(), at);
        let target = Transform::from_translation(at.transform_point(near));
        app.world_mut().spawn((target, IkTarget::new(rig, "leftHand")));
        rigs.push((rig, at));
    }
    (0..30).for_each(|_| app.update());
    for (rig, at) in &rigs {
        let skeleton: &IkSkeleton = app.world().get(*rig).unwrap();
        let hand = skeleton.rig().joint("leftHand").unwrap().index() as usize;
        let missed = place(&app, skeleton.joints()[hand]).distance(at.transform_point(near));
        assert!(missed < 1e-3 * at.scale.x, "{missed} away at {at:?}");
        let report: &IkReport = app.world().get(*rig).unwrap();
        assert!(report.distance() < 1e-3);
    }
}

#[test]
fn a_rig_does_not_depend_on_others() {
    let near = Transform::from_xyz(0.3, 1.3, 0.4);
    let mut alone = Scene::mannequin(IkRig::default());
    alone.spawn((near, IkTarget::new(alone.rig, "leftHand")));
    let mut crowd = Scene::mannequin(IkRig::default());
    crowd.spawn((near, IkTarget::new(crowd.rig, "leftHand")));
    let skeleton = kansetsu_figures::figure("mannequin").unwrap().rig.skeleton;
    let (other, _) = spawn(&mut crowd.app, &skeleton, IkRig::default(), Transform::IDENTITY);
    crowd.spawn((Transform::from_xyz(-0.3, 1.0, 0.4), IkTarget::new(other, "rightHand")));
    alone.frames(20);
    crowd.frames(20);
    assert!(bits(&alone.pose()) == bits(&crowd.pose()));
}

#[test]
fn a_rider_is_not_part_of_the_horse() {
    let mut scene = Scene::mannequin(IkRig::default());
    let count = scene.joints.len();
    let saddle = scene.joints[count - 1];
    let rider = scene.spawn((IkRig::default(), Transform::IDENTITY, ChildOf(saddle)));
    let joint = (Name::new("other"), Transform::IDENTITY, ChildOf(rider));
    scene.spawn(joint);
    let target = (Transform::IDENTITY, IkTarget::new(rider, "other"), ChildOf(scene.rig));
    scene.spawn(target);
    scene.frames(1);
    let mut found = scene.skeleton().joints().to_vec();
    found.sort_by_key(|joint| joint.index_u32());
    assert_eq!(found, scene.joints);
}

#[test]
fn a_scene_that_is_still_loading_is_awaited() {
    let mut app = app();
    let rig = app.world_mut().spawn((IkRig::default(), Transform::IDENTITY)).id();
    app.update();
    let report: &IkReport = app.world().get(rig).unwrap();
    assert_eq!(*report, IkReport::default());
    app.world_mut().spawn((Name::new("joint"), Transform::IDENTITY, ChildOf(rig)));
    app.update();
    assert!(app.world().get::<IkSkeleton>(rig).is_some());
}
