use std::f32::consts::PI;

use kansetsu::Error;
use kansetsu::d3::{Goal, Orientation, Pose, Region, Skeleton, Transform, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};

use crate::random::Random;

fn random_pose(random: &mut Random, count: usize) -> Pose {
    let locals = (0..count).map(|_| Transform {
        translation: random.direction() * random.range(0.0, 2.0),
        rotation: random.rotation() * if random.unit() < 0.5 { -1.0 } else { 1.0 },
        scale: Vec3::new(random.range(-2.0, 2.0), random.range(0.5, 2.0), 1.0),
    });
    Pose { locals: locals.collect() }
}

/// In [0, π], exact near 0 and π.
fn angle(a: Quat, b: Quat) -> f32 {
    let turn = (a.normalize().inverse() * b.normalize()).normalize();
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

#[test]
fn rotations_go_the_shortest_way_in_even_steps_and_the_rest_straight() {
    let mut random = Random::new(41);
    for _ in 0..5_000 {
        let (from, to) = (random_pose(&mut random, 3), random_pose(&mut random, 3));
        for weight in [0.0, 0.2, 0.5, 0.9, 1.0] {
            let mut pose = from.clone();
            pose.blend_towards(&to, weight).unwrap();
            for ((from, to), got) in from.locals.iter().zip(&to.locals).zip(&pose.locals) {
                let whole = angle(from.rotation, to.rotation);
                assert!((angle(from.rotation, got.rotation) - weight * whole).abs() < 3e-6);
                assert!((angle(got.rotation, to.rotation) - (1.0 - weight) * whole).abs() < 3e-6);
                assert!(
                    got.translation.distance(from.translation.lerp(to.translation, weight)) < 1e-6
                );
                assert!(got.scale.distance(from.scale.lerp(to.scale, weight)) < 1e-6);
            }
            if weight == 0.0 {
                assert_eq!(pose, from);
            } else if weight == 1.0 {
                assert_eq!(pose, to);
            }
        }
    }
}

#[test]
fn half_a_turn_and_equal_poses_are_defined() {
    let from = Transform::from_rotation(Quat::IDENTITY);
    for axis in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::new(0.6, 0.0, -0.8)] {
        let to = Transform::from_rotation(Quat::from_axis_angle(axis, PI));
        let half = from.blended(&to, 0.5).rotation;
        assert!(
            (angle(from.rotation, half) - PI / 2.0).abs() < 1e-5
                && (angle(half, to.rotation) - PI / 2.0).abs() < 1e-5
        );
    }
    let mut random = Random::new(42);
    for _ in 0..1_000 {
        let pose = random_pose(&mut random, 4);
        let mut same = pose.clone();
        same.blend_towards(&pose, random.unit()).unwrap();
        assert_eq!(same, pose);
        // The other sign of a quaternion is the same rotation.
        let mut other = pose.clone();
        other.locals[0].rotation = -other.locals[0].rotation;
        other.blend_towards(&pose, 0.5).unwrap();
        assert!(angle(other.locals[0].rotation, pose.locals[0].rotation) < 1e-6);
        assert_eq!(other.locals[0].translation, pose.locals[0].translation);
    }
}

#[test]
fn a_mask_blends_a_branch_and_leaves_the_rest_to_the_bit() {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", Transform::IDENTITY);
    let arm = builder.child(root, "arm", Transform::IDENTITY);
    let leg = builder.child(root, "leg", Transform::IDENTITY);
    builder.child(arm, "hand", Transform::IDENTITY);
    builder.child(leg, "foot", Transform::IDENTITY);
    let skeleton = builder.build().unwrap();
    let weights = skeleton.branch_weights(arm).unwrap();
    assert_eq!(weights, [0.0, 1.0, 0.0, 1.0, 0.0]);
    let mut random = Random::new(43);
    let (from, to) = (random_pose(&mut random, 5), random_pose(&mut random, 5));
    let mut pose = from.clone();
    pose.blend_towards_masked(&to, &weights).unwrap();
    for (joint, weight) in weights.iter().enumerate() {
        assert_eq!(
            pose.locals[joint],
            if *weight == 1.0 { to.locals[joint] } else { from.locals[joint] }
        );
    }
    assert!(matches!(
        skeleton.branch_weights(5),
        Err(Error::JointOutOfRange { joint: 5, count: 5 })
    ));
}

#[test]
fn a_blended_goal_wants_a_part_of_the_way() {
    let mut random = Random::new(44);
    for _ in 0..5_000 {
        let here = Affine3::from_rotation_translation(random.rotation(), random.direction());
        let offset = random.direction() * 0.2;
        let wanted = random.rotation();
        let target = random.direction() * 3.0;
        let present = here.transform_point3(offset);
        let goal = Goal::position(0, target).with_orientation(wanted).with_offset(offset);
        let weight = random.unit();
        let part = goal.blended(&here, weight).unwrap();
        assert!(part.position.unwrap().distance(present.lerp(target, weight)) < 1e-6);
        let Some(Orientation::Full(turn)) = part.orientation else { panic!("{part:?}") };
        let whole = angle(rotation_of(&here), wanted);
        assert!(
            (angle(rotation_of(&here), turn) - weight * whole).abs() < 3e-6
                && (angle(turn, wanted) - (1.0 - weight) * whole).abs() < 3e-6
        );
        assert_eq!(goal.blended(&here, 1.0).unwrap(), goal);

        let axis = random.direction();
        let look =
            Goal::look_at(0, axis, target).with_offset(offset).blended(&here, weight).unwrap();
        let Some(Orientation::Axis { direction, .. }) = look.orientation else {
            panic!("{look:?}")
        };
        let now = here.transform_vector3(axis);
        let whole = now.angle_between(target - present);
        assert!((now.angle_between(direction) - weight * whole).abs() < 1e-3);
        assert!((direction.angle_between(target - present) - (1.0 - weight) * whole).abs() < 1e-3);
    }
    let plane = Goal::position(0, Vec3::Y)
        .with_region(Region::Plane(Vec3::Y))
        .blended(&Affine3::from_translation(Vec3::X * 4.0), 0.25)
        .unwrap();
    assert_eq!(
        plane.position,
        Some(Vec3::new(4.0, 0.25, 0.0)),
        "only what leads off the plane counts"
    );
}

#[test]
fn bad_input_is_an_error_and_the_pose_is_untouched() {
    let mut random = Random::new(45);
    let (from, to) = (random_pose(&mut random, 3), random_pose(&mut random, 3));
    let mut pose = from.clone();
    for weight in [f32::NAN, -0.1, 1.1, f32::INFINITY] {
        assert!(matches!(
            pose.blend_towards(&to, weight),
            Err(Error::InvalidNumber { .. } | Error::OutOfRange { .. })
        ));
        assert!(matches!(
            pose.blend_towards_masked(&to, &[1.0, 1.0, weight]),
            Err(Error::InvalidNumber { .. } | Error::OutOfRange { .. })
        ));
        assert!(Goal::position(0, Vec3::X).blended(&Affine3::IDENTITY, weight).is_err());
    }
    assert!(matches!(pose.blend_towards_masked(&to, &[1.0]), Err(Error::PoseMismatch { .. })));
    assert!(matches!(
        pose.blend_towards(&random_pose(&mut random, 2), 0.5),
        Err(Error::PoseMismatch { .. })
    ));
    assert!(
        Goal::position(0, Vec3::X).blended(&Affine3::from_translation(Vec3::NAN), 0.5).is_err()
    );
    assert_eq!(pose, from);
}
