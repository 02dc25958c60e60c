use std::f32::consts::{PI, TAU};

use kansetsu::Error;
use kansetsu::d3::{Skeleton, Transform, Twist, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};

use crate::random::Random;

fn angle(a: Quat, b: Quat) -> f32 {
    let turn = (a.inverse() * b).normalize();
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

/// Clavicle 0, shoulder 1, elbow 2, hand 3, with arbitrary rest frames; two joints side by side on
/// the upper arm (4, 5) and two on the forearm (6, 7). Scaled by `scale` at the clavicle.
fn side_by_side(random: &mut Random, scale: Vec3) -> Skeleton {
    let mut builder = Skeleton::builder();
    // The positions of the joints at rest, along the bones, before the random frames.
    let places = [
        Vec3::ZERO,
        Vec3::X * 0.2,
        Vec3::X * 0.5,
        Vec3::X * 0.8,
        Vec3::X * 0.3,
        Vec3::X * 0.4,
        Vec3::X * 0.6,
        Vec3::X * 0.7,
    ];
    let parents = [None, Some(0), Some(1), Some(2), Some(1), Some(1), Some(2), Some(2)];
    let turns: Vec<Quat> = places.iter().map(|_| random.rotation()).collect();
    for (index, parent) in parents.into_iter().enumerate() {
        match parent {
            None => {
                builder.root("clavicle", Transform { scale, ..Transform::from_rotation(turns[0]) })
            }
            Some(parent) => {
                let back = turns[parent].inverse();
                let local = Transform::from_translation_rotation(
                    back * (places[index] - places[parent]),
                    back * turns[index],
                );
                builder.child(parent, index.to_string(), local)
            }
        };
    }
    builder.build().unwrap()
}

/// The joint's local rotation with `swing` after `twist` about the bone, both from rest and in its
/// parent's frame.
fn turned(skeleton: &Skeleton, joint: usize, swing: Quat, twist: f32, bone_in_model: Vec3) -> Quat {
    let rest = skeleton.forward(&skeleton.rest_pose());
    // The axis of a rotation does not change sign in a mirror, so the mirror is removed.
    let mirror = rest[joint].matrix3.determinant().signum();
    let frame = rotation_of(&Affine3::from_mat3(rest[joint].matrix3 * mirror));
    let bone = frame.inverse() * bone_in_model.normalize();
    let own = frame.inverse() * swing * frame * Quat::from_axis_angle(bone, twist);
    skeleton.joints()[joint].rest.rotation * own
}

/// A swing by up to `most` about an axis perpendicular to `bone`.
fn swing(random: &mut Random, bone: Vec3, most: f32) -> Quat {
    let axis = bone.cross(random.direction()).normalize();
    Quat::from_axis_angle(axis, random.range(-most, most))
}

#[test]
fn a_forearm_takes_its_shares_and_the_hand_keeps_its_turn() {
    let mut random = Random::new(61);
    for _ in 0..2_000 {
        let scale = [Vec3::ONE, Vec3::splat(2.5), Vec3::new(-1.0, 1.0, 1.0), Vec3::NEG_ONE]
            [random.below(4)];
        let skeleton = side_by_side(&mut random, scale);
        let rest = skeleton.forward(&skeleton.rest_pose());
        let bone = rest[3].translation - rest[2].translation;
        let mut pose = skeleton.rest_pose();
        pose.locals[1].rotation = random.rotation();
        pose.locals[2].rotation = random.rotation();
        let angle_about_bone = random.range(-3.1, 3.1);
        let wrist = swing(&mut random, bone.normalize(), 1.2);
        pose.locals[3].rotation = turned(&skeleton, 3, wrist, angle_about_bone, bone);
        let before = skeleton.forward(&pose);
        let twist = Twist::of_tip(&skeleton, 2, 3)
            .unwrap()
            .with_joints_by_place(&skeleton, &[6, 7])
            .unwrap();
        assert!(
            (twist.joints[0].share - 1.0 / 3.0).abs() < 1e-5
                && (twist.joints[1].share - 2.0 / 3.0).abs() < 1e-5
        );
        let found = twist.solve(&skeleton, &mut pose).unwrap();
        assert!((found - angle_about_bone).abs() < 1e-5, "{found} for {angle_about_bone}");
        let after = skeleton.forward(&pose);
        for joint in 0..6 {
            assert!(angle(rotation_of(&before[joint]), rotation_of(&after[joint])) < 2e-6);
        }
        for (joint, share) in [(6, 1.0 / 3.0), (7, 2.0 / 3.0)] {
            let mut wanted = skeleton.rest_pose();
            wanted.locals[joint].rotation =
                turned(&skeleton, joint, Quat::IDENTITY, found * share, bone);
            assert!(angle(wanted.locals[joint].rotation, pose.locals[joint].rotation) < 5e-6);
        }
        let solved = pose.clone();
        twist.solve(&skeleton, &mut pose).unwrap();
        assert!(
            (0..8)
                .all(|joint| angle(pose.locals[joint].rotation, solved.locals[joint].rotation)
                    < 3e-6),
            "the operation is idempotent"
        );
    }
}

#[test]
fn an_upper_arm_untwists_towards_the_shoulder() {
    let mut random = Random::new(62);
    for _ in 0..2_000 {
        let skeleton = side_by_side(&mut random, Vec3::ONE);
        let rest = skeleton.forward(&skeleton.rest_pose());
        let bone = rest[2].translation - rest[1].translation;
        let mut pose = skeleton.rest_pose();
        pose.locals[0].rotation = random.rotation();
        let (lift, twisted) = (swing(&mut random, bone.normalize(), 2.0), random.range(-3.0, 3.0));
        pose.locals[1].rotation = turned(&skeleton, 1, lift, twisted, bone);
        pose.locals[2].rotation = random.rotation();
        let before = skeleton.forward(&pose);
        let twist = Twist::of_base(&skeleton, 1, 2).unwrap().with_joint(4, 0.0).with_joint(5, 0.5);
        assert!((twist.solve(&skeleton, &mut pose).unwrap() - twisted).abs() < 1e-5);
        let after = skeleton.forward(&pose);
        for joint in [0, 1, 2, 3, 6, 7] {
            assert!(angle(rotation_of(&before[joint]), rotation_of(&after[joint])) < 2e-6);
        }
        // The joint next to the shoulder has the swing alone, the other half of the twist.
        for (joint, share) in [(4, 0.0), (5, 0.5)] {
            let mut wanted = pose.clone();
            wanted.locals[1].rotation = turned(&skeleton, 1, lift, twisted * share, bone);
            wanted.locals[joint] = skeleton.joints()[joint].rest;
            let wanted = skeleton.forward(&wanted)[joint];
            assert!(angle(rotation_of(&wanted), rotation_of(&after[joint])) < 5e-6);
        }
    }
}

#[test]
fn joints_in_the_chain_share_and_everything_stays_in_its_place() {
    let mut random = Random::new(63);
    let skeleton = crate::build::straight(Vec3::X, &[0.1, 0.1, 0.1, 0.1]);
    for _ in 0..2_000 {
        let mut pose = skeleton.rest_pose();
        pose.locals[0].rotation = random.rotation();
        let twisted = random.range(-3.0, 3.0);
        let wrist = swing(&mut random, Vec3::X, 1.0);
        pose.locals[3].rotation = wrist * Quat::from_rotation_x(twisted);
        let before = skeleton.forward(&pose);
        let twist = Twist::of_tip(&skeleton, 0, 3)
            .unwrap()
            .with_joints_by_place(&skeleton, &[1, 2])
            .unwrap();
        let found = twist.solve(&skeleton, &mut pose).unwrap();
        assert!((found - twisted).abs() < 1e-5);
        for (before, after) in before.iter().zip(&skeleton.forward(&pose)) {
            assert!(before.translation.distance(after.translation) < 1e-6);
        }
        for joint in [1, 2] {
            assert!(angle(pose.locals[joint].rotation, Quat::from_rotation_x(found / 3.0)) < 2e-6);
        }
        let after = skeleton.forward(&pose);
        assert!(angle(rotation_of(&before[3]), rotation_of(&after[3])) < 2e-6);
        let solved = pose.clone();
        assert!((twist.solve(&skeleton, &mut pose).unwrap() - found).abs() < 2e-6);
        assert!(
            (0..5)
                .all(|joint| angle(pose.locals[joint].rotation, solved.locals[joint].rotation)
                    < 3e-6)
        );
    }
}

#[test]
fn the_twist_goes_on_past_half_a_turn_when_told_what_it_was() {
    let skeleton = crate::build::straight(Vec3::X, &[0.1, 0.1]);
    let mut twist = Twist::of_tip(&skeleton, 0, 2).unwrap().with_joint(1, 0.5);
    let mut last: Option<Quat> = None;
    for step in 0..=1_500 {
        let wanted = step as f32 * 0.01;
        let mut pose = skeleton.rest_pose();
        pose.locals[2].rotation = Quat::from_rotation_z(0.4) * Quat::from_rotation_x(wanted);
        let cut = twist.solve(&skeleton, &mut pose.clone()).unwrap();
        assert!((cut - wanted).abs() < 1e-4, "{cut} for {wanted}");
        twist.near = twist.solve(&skeleton, &mut pose).unwrap();
        if let Some(last) = last.replace(pose.locals[1].rotation) {
            assert!(angle(last, pose.locals[1].rotation) < 0.006);
        }
    }
    assert!(twist.near > 2.0 * TAU);
    // Without, the cut is half a turn from rest.
    twist.near = 0.0;
    for wanted in [PI - 0.01, PI + 0.01] {
        let mut pose = skeleton.rest_pose();
        pose.locals[2].rotation = Quat::from_rotation_x(wanted);
        let found = twist.solve(&skeleton, &mut pose).unwrap();
        assert!(
            found.abs() < PI
                && ((found - wanted) / TAU - ((found - wanted) / TAU).round()).abs() < 1e-5
        );
    }
}

#[test]
fn bad_input_is_an_error_and_the_pose_is_untouched() {
    let skeleton = crate::build::straight(Vec3::X, &[0.1, 0.1, 0.1]);
    assert!(matches!(Twist::of_tip(&skeleton, 2, 1), Err(Error::NotAChain { .. })));
    assert!(matches!(Twist::of_base(&skeleton, 1, 1), Err(Error::NotAChain { .. })));
    assert!(matches!(Twist::of_tip(&skeleton, 0, 9), Err(Error::JointOutOfRange { .. })));
    let good = Twist::of_tip(&skeleton, 1, 3).unwrap();
    let rest = skeleton.rest_pose();
    let mut pose = rest.clone();
    for bad in [
        good.clone().with_joint(1, 0.5),
        good.clone().with_joint(0, 0.5),
        good.clone().with_joint(3, 0.5),
    ] {
        assert!(matches!(bad.solve(&skeleton, &mut pose), Err(Error::NotAChain { .. })));
    }
    assert!(matches!(
        good.clone().with_joint(8, 0.5).solve(&skeleton, &mut pose),
        Err(Error::JointOutOfRange { .. })
    ));
    assert!(matches!(
        good.clone().with_joint(2, f32::NAN).solve(&skeleton, &mut pose),
        Err(Error::InvalidNumber { .. } | Error::OutOfRange { .. })
    ));
    assert!(matches!(
        Twist { near: f32::INFINITY, ..good.clone() }.solve(&skeleton, &mut pose),
        Err(Error::InvalidNumber { .. } | Error::OutOfRange { .. })
    ));
    assert!(matches!(
        Twist { axis: Vec3::ZERO, ..good.clone() }.solve(&skeleton, &mut pose),
        Err(Error::InvalidNumber { .. } | Error::OutOfRange { .. })
    ));
    assert_eq!(pose, rest);
    pose.locals.pop();
    assert!(matches!(good.solve(&skeleton, &mut pose), Err(Error::PoseMismatch { .. })));
}
