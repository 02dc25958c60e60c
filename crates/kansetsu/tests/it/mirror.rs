use kansetsu::Error;
use kansetsu::d3::{Pose, Rig, Side, Skeleton, Transform, rotation_of};
use kansetsu::glam::{Quat, Vec3};

use crate::random::Random;

fn angle(a: Quat, b: Quat) -> f32 {
    let turn = (a.inverse() * b).normalize();
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

fn flip(v: Vec3) -> Vec3 {
    Vec3::new(-v.x, v.y, v.z)
}

/// A body: hips 0, chest 1, head 2, left arm 3 4 5, right arm 6 7 8, with symmetric positions and
/// asymmetric frames.
fn body(random: &mut Random) -> Rig {
    let mut places = vec![Vec3::Y, Vec3::new(0.0, 1.4, 0.05), Vec3::new(0.0, 1.7, 0.1)];
    let arm = [Vec3::new(0.2, 1.4, 0.0), Vec3::new(0.5, 1.35, -0.05), Vec3::new(0.75, 1.4, 0.02)];
    places.extend(arm);
    places.extend(arm.map(flip));
    let parents = [None, Some(0), Some(1), Some(1), Some(3), Some(4), Some(1), Some(6), Some(7)];
    let turns: Vec<Quat> = places.iter().map(|_| random.rotation()).collect();
    let mut builder = Skeleton::builder();
    for (index, parent) in parents.into_iter().enumerate() {
        match parent {
            None => builder.root("hips", Transform::from_translation_rotation(places[0], turns[0])),
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
    let mut rig = Rig::new(builder.build().unwrap());
    rig.mirrors = vec![None, None, None, Some(6), Some(7), Some(8), Some(3), Some(4), Some(5)];
    rig
}

fn partner(rig: &Rig, joint: usize) -> usize {
    rig.mirrors[joint].unwrap_or(joint)
}

fn random_pose(random: &mut Random, rig: &Rig) -> Pose {
    let mut pose = rig.skeleton.rest_pose();
    for local in &mut pose.locals {
        local.rotation = random.rotation();
    }
    pose.locals[0].translation += random.direction();
    pose
}

#[test]
fn every_joint_stands_where_its_partner_was_in_the_mirror() {
    let mut random = Random::new(81);
    for _ in 0..2_000 {
        let rig = body(&mut random);
        let mut pose = random_pose(&mut random, &rig);
        pose.locals[4].translation *= 1.3;
        let mirrored = rig.mirrored_pose(&pose).unwrap();
        let (before, after) = (rig.skeleton.forward(&pose), rig.skeleton.forward(&mirrored));
        let rest = rig.skeleton.forward(&rig.skeleton.rest_pose());
        for joint in 0..9 {
            let other = partner(&rig, joint);
            assert!(after[other].translation.distance(flip(before[joint].translation)) < 4e-6);
            // Directions that are mirror images at rest are mirror images in the pose: children of
            // the joints look mirrored.
            for axis in Vec3::AXES {
                let own = rotation_of(&before[joint]) * rotation_of(&rest[joint]).inverse() * axis;
                let others =
                    rotation_of(&after[other]) * rotation_of(&rest[other]).inverse() * flip(axis);
                assert!(others.distance(flip(own)) < 3e-6);
            }
        }
    }
}

#[test]
fn twice_gives_the_pose_back() {
    let mut random = Random::new(82);
    for _ in 0..5_000 {
        let rig = body(&mut random);
        let mut pose = random_pose(&mut random, &rig);
        pose.locals[7].scale = Vec3::splat(1.5);
        let back = rig.mirrored_pose(&rig.mirrored_pose(&pose).unwrap()).unwrap();
        for (before, after) in pose.locals.iter().zip(&back.locals) {
            assert!(
                angle(before.rotation, after.rotation) < 2e-6,
                "{}",
                angle(before.rotation, after.rotation)
            );
            assert!(
                before.translation.distance(after.translation) < 2e-6
                    && before.scale.distance(after.scale) < 2e-6,
                "{before:?} {after:?}"
            );
        }
    }
}

#[test]
fn rest_is_its_own_mirror_image() {
    let mut random = Random::new(83);
    let rig = body(&mut random);
    let rest = rig.skeleton.rest_pose();
    for pose in [rig.mirrored_pose(&rest).unwrap(), rig.mirrored_side(&rest, Side::Left).unwrap()] {
        for (before, after) in rest.locals.iter().zip(&pose.locals) {
            assert!(angle(before.rotation, after.rotation) < 1e-6);
            assert_eq!((before.translation, before.scale), (after.translation, after.scale));
        }
    }
}

#[test]
fn one_side_does_what_the_other_does_wherever_the_body_stands() {
    let mut random = Random::new(84);
    for _ in 0..2_000 {
        let rig = body(&mut random);
        let pose = random_pose(&mut random, &rig);
        for (from, sources) in [(Side::Left, [3, 4, 5]), (Side::Right, [6, 7, 8])] {
            let posed = rig.mirrored_side(&pose, from).unwrap();
            for joint in (0..3).chain(sources) {
                assert_eq!(posed.locals[joint], pose.locals[joint]);
            }
            // In the frame of the chest at rest, the plane x = 0 is the mirror.
            let model = rig.skeleton.forward(&posed);
            let rest_from_chest =
                rig.skeleton.forward(&rig.skeleton.rest_pose())[1] * model[1].inverse();
            for joint in sources {
                let [own, other] = [joint, partner(&rig, joint)]
                    .map(|joint| rest_from_chest.transform_point3(model[joint].translation));
                assert!(other.distance(flip(own)) < 5e-6, "{other} for {own}");
            }
            let again = rig.mirrored_side(&posed, from).unwrap();
            for (before, after) in posed.locals.iter().zip(&again.locals) {
                assert!(angle(before.rotation, after.rotation) < 3e-6);
            }
        }
    }
}

#[test]
fn mirrored_frames_are_right_too() {
    let mut random = Random::new(85);
    // The right arm was made by scaling with -1, as modelling programs do.
    let mut builder = Skeleton::builder();
    let chest = builder.root("chest", Transform::IDENTITY);
    let left = builder.child(chest, "left", Transform::from_translation(Vec3::X * 0.2));
    let left_hand = builder.child(left, "left hand", Transform::from_translation(Vec3::X * 0.5));
    let right = builder.child(
        chest,
        "right",
        Transform {
            scale: Vec3::new(-1.0, 1.0, 1.0),
            ..Transform::from_translation(Vec3::X * -0.2)
        },
    );
    let right_hand = builder.child(right, "right hand", Transform::from_translation(Vec3::X * 0.5));
    let mut rig = Rig::new(builder.build().unwrap());
    for (one, two) in [(left, right), (left_hand, right_hand)] {
        (rig.mirrors[one], rig.mirrors[two]) = (Some(two), Some(one));
    }
    for _ in 0..1_000 {
        let pose = random_pose(&mut random, &rig);
        let mirrored = rig.mirrored_pose(&pose).unwrap();
        let (before, after) = (rig.skeleton.forward(&pose), rig.skeleton.forward(&mirrored));
        for (one, two) in
            [(left, right), (left_hand, right_hand), (right, left), (right_hand, left_hand)]
        {
            assert!(after[two].translation.distance(flip(before[one].translation)) < 2e-6);
        }
        let back = rig.mirrored_pose(&mirrored).unwrap();
        assert!(
            pose.locals.iter().zip(&back.locals).all(|(a, b)| angle(a.rotation, b.rotation) < 2e-6)
        );
    }
}

#[test]
fn bad_input_is_an_error() {
    let mut random = Random::new(86);
    let mut rig = body(&mut random);
    let mut pose = rig.skeleton.rest_pose();
    pose.locals[3].rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    assert!(matches!(rig.mirrored_pose(&pose), Err(Error::InvalidTransform { .. })));
    assert!(matches!(rig.mirrored_side(&pose, Side::Left), Err(Error::InvalidTransform { .. })));
    pose.locals.pop();
    assert!(matches!(rig.mirrored_pose(&pose), Err(Error::PoseMismatch { .. })));
    let rest = rig.skeleton.rest_pose();
    rig.mirrors[3] = Some(99);
    assert!(matches!(rig.mirrored_pose(&rest), Err(Error::JointOutOfRange { .. })));
    // A partner that names another has no partner.
    rig.mirrors[3] = Some(4);
    assert!(rig.mirrored_pose(&rest).is_ok());
}
