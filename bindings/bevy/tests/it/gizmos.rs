//! Lines: what is drawn is where the propagated transforms are.

use std::any::TypeId;

use bevy_asset::{AssetPlugin, Assets};
use bevy_gizmos::{GizmoAsset, GizmoHandles, GizmoPlugin, config::GizmoConfigStore};
use bevy_kansetsu::{IkPin, IkRig, IkTarget, KansetsuGizmos, KansetsuGizmosPlugin};
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use kansetsu::d3::{Limit, Skeleton, Transform as Local, limit::Hinge};

use crate::scene::{Scene, place, spawn};

/// In front of the left shoulder of the mannequin.
const NEAR: Vec3 = Vec3::new(0.3, 1.3, 0.4);

/// The points of all lines of the last frame.
struct Lines {
    separate: Vec<Vec3>,
    strips: Vec<Vec3>,
}

impl Lines {
    fn of(scene: &Scene) -> Self {
        let world = scene.app.world();
        let handles = world.resource::<GizmoHandles>().handles();
        let Some(Some(handle)) = handles.get(&TypeId::of::<KansetsuGizmos>()) else {
            return Self { separate: Vec::new(), strips: Vec::new() };
        };
        let buffer = world.resource::<Assets<GizmoAsset>>().get(handle).unwrap().buffer();
        let strips = buffer.strip_positions.iter().filter(|point| point.is_finite());
        Self { separate: buffer.list_positions.clone(), strips: strips.copied().collect() }
    }

    fn has_line(&self, a: Vec3, b: Vec3) -> bool {
        self.separate.chunks(2).any(|line| line[0].distance(a) < 1e-4 && line[1].distance(b) < 1e-4)
    }

    fn has_strip_point(&self, point: Vec3) -> bool {
        self.strips.iter().any(|other| other.distance(point) < 1e-4)
    }
}

fn drawn(mut scene: Scene) -> Scene {
    scene.app.add_plugins((AssetPlugin::default(), GizmoPlugin, KansetsuGizmosPlugin));
    scene
}

fn show(scene: &mut Scene, change: impl FnOnce(&mut KansetsuGizmos)) {
    let mut store = scene.app.world_mut().resource_mut::<GizmoConfigStore>();
    change(store.config_mut::<KansetsuGizmos>().1);
}

#[test]
fn bones_targets_and_pins_are_drawn_where_they_are() {
    let mut scene = drawn(Scene::mannequin(IkRig::default()));
    let far = NEAR + Vec3::new(0.0, 0.0, 5.0);
    scene.spawn((Transform::from_translation(far), IkTarget::new(scene.rig, "leftHand")));
    scene.spawn(IkPin::new(scene.rig, "leftFoot"));
    scene.frames(20);
    show(&mut scene, |shown| shown.limits = false);
    scene.frames(1);
    let lines = Lines::of(&scene);
    let hand = scene.place(scene.joint("leftHand"));
    assert!(hand.distance(far) > 3.0, "the target is out of reach");
    assert!(lines.has_line(hand, far), "a line from the hand to its target");
    let foot = scene.place(scene.joint("leftFoot"));
    assert!(lines.has_line(foot, foot), "a pin where the foot is");
    let elbow = scene.place(scene.joint("leftLowerArm"));
    assert!(lines.has_line(elbow, hand), "a bone from the elbow to the hand");

    show(&mut scene, |shown| shown.bones = false);
    scene.frames(1);
    let lines = Lines::of(&scene);
    let [elbow, hand] = ["leftLowerArm", "leftHand"].map(|name| scene.place(scene.joint(name)));
    assert!(lines.has_line(hand, far) && !lines.has_line(elbow, hand), "no bones");

    show(&mut scene, |shown| (shown.targets, shown.pins) = (false, false));
    scene.frames(1);
    assert!(Lines::of(&scene).separate.is_empty());
}

#[test]
fn curves_of_a_limit_end_at_its_bounds() {
    let mut builder = Skeleton::builder();
    let upper = builder.root("upper", Local::IDENTITY);
    let up = |length| Local::from_translation(kansetsu::glam::Vec3::new(0.0, length, 0.0));
    let lower = builder.child(upper, "lower", up(1.0));
    builder.child(lower, "hand", up(2.0));
    let skeleton = builder.build().unwrap();
    let mut rig = kansetsu::Rig::new(skeleton.clone());
    // Around Z, from a quarter turn toward +X to rest.
    let quarter = std::f32::consts::FRAC_PI_2;
    rig.limits[lower] = Some(Limit::Hinge(Hinge::new(kansetsu::glam::Vec3::Z, -quarter, 0.0)));
    let mut scene = drawn(Scene::new(&skeleton, IkRig::default().with_rig(rig)));
    let away = (Transform::from_xyz(9.0, 0.0, 0.0), IkTarget::new(scene.rig, "hand"));
    scene.spawn(away);
    show(&mut scene, |shown| (shown.targets, shown.limit_size) = (false, 0.5));
    scene.frames(2);
    let lines = Lines::of(&scene);
    let elbow = scene.place(scene.joints[1]);
    let upper = place(&scene.app, scene.joints[0]);
    let along = (elbow - upper).normalize();
    let across = bevy_math::Quat::from_rotation_z(-quarter) * along;
    assert!(lines.has_strip_point(elbow + along), "rest: half of the bone of 2 m");
    assert!(lines.has_strip_point(elbow + across), "the bound");
    for point in &lines.strips {
        let arm = *point - elbow;
        assert!((arm.length() - 1.0).abs() < 1e-4, "{point} is on the arc");
        assert!(arm.dot(along) > -1e-3 && arm.dot(across) > -1e-3, "{point} is inside");
    }
}

#[test]
fn a_disabled_rig_is_not_drawn() {
    let mut scene = drawn(Scene::mannequin(IkRig { enabled: false, ..IkRig::default() }));
    let (other, _) = spawn(
        &mut scene.app,
        &kansetsu_figures::figure("arm").unwrap().rig.skeleton,
        IkRig { enabled: false, ..IkRig::default() },
        Transform::IDENTITY,
    );
    scene.spawn((Transform::IDENTITY, IkTarget::new(other, "#2")));
    scene.frames(3);
    let lines = Lines::of(&scene);
    assert!(lines.separate.is_empty() && lines.strips.is_empty());
}
