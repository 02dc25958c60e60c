//! Angles of hinges, poses of slices, and ranges of numbers.

use glam::{Quat, Vec3};
use kansetsu::{
    Error,
    d3::{
        Chain, Goal, Limit, Pose, Rig, Skeleton, Transform,
        limit::{Cone, Hinge},
        solve::TwoBone,
    },
};

use crate::random::Random;

/// Seven joints: hinges with all kinds of bounds, one cone, one joint without a limit.
fn rig(random: &mut Random) -> Rig {
    let mut builder = Skeleton::builder();
    let mut last = builder.root("0", Transform::from_rotation(random.rotation()));
    for index in 1..7 {
        let rest = Transform::from_translation_rotation(random.direction(), random.rotation());
        last = builder.child(last, index.to_string(), rest);
    }
    let mut rig = Rig::new(builder.build().unwrap());
    for joint in [0, 1, 3, 5] {
        rig.limits[joint] = Some(Limit::Hinge(Hinge::free(random.direction() * 3.0)));
    }
    rig.limits[5] = Some(Limit::Hinge(Hinge::new(random.direction(), 2.5, 4.0)));
    rig.limits[2] = Some(Limit::Cone(Cone { axis: Vec3::Y, center: Vec3::Y, angle: 1.0 }));
    rig
}

#[test]
fn angles_come_back_from_the_pose_that_they_make() {
    let mut random = Random::new(90);
    for _ in 0..200 {
        let rig = rig(&mut random);
        assert_eq!(rig.hinges().collect::<Vec<_>>(), [0, 1, 3, 5]);
        let wanted =
            [random.range(-3.1, 3.1), random.range(-3.1, 3.1), 0.0, random.range(2.5, 4.0)];
        let mut pose = rig.pose_from_angles(&wanted).unwrap();
        assert_eq!(
            (pose.locals[2], pose.locals[6]),
            (rig.skeleton.joints()[2].rest, rig.skeleton.joints()[6].rest)
        );
        let angles = rig.angles_of(&pose).unwrap();
        assert!(
            angles.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 5e-6),
            "{angles:?} {wanted:?}"
        );
        // Joints that are not hinges stay when angles are set, and so do translations and scales.
        pose.locals[6] =
            Transform { scale: Vec3::splat(2.0), ..Transform::from_rotation(random.rotation()) };
        let before = pose.clone();
        rig.set_angles(&angles, &mut pose).unwrap();
        assert_eq!(pose.locals[6], before.locals[6]);
        assert!(
            pose.locals
                .iter()
                .zip(&before.locals)
                .all(|(a, b)| a.translation == b.translation && a.scale == b.scale)
        );
    }
}

#[test]
fn angles_that_do_not_fit_leave_the_pose_untouched() {
    let rig = rig(&mut Random::new(91));
    let mut pose = rig.skeleton.rest_pose();
    for angles in [&[0.0; 3][..], &[0.0; 5], &[0.0, f32::NAN, 0.0, 0.0], &[f32::INFINITY; 4]] {
        let error = rig.set_angles(angles, &mut pose).unwrap_err();
        assert!(
            matches!(
                error,
                Error::LengthMismatch { expected: 4, .. } | Error::InvalidNumber { .. }
            ),
            "{error}"
        );
        assert_eq!(pose, rig.skeleton.rest_pose());
    }
    assert!(matches!(
        rig.angles_of(&Pose::default()),
        Err(Error::PoseMismatch { pose: 0, skeleton: 7 })
    ));
    pose.locals[3].rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    assert!(matches!(rig.angles_of(&pose), Err(Error::InvalidTransform { .. })));
}

#[test]
fn poses_come_from_slices() {
    let mut random = Random::new(92);
    let skeleton = rig(&mut random).skeleton;
    let mut given = skeleton.rest_pose().locals;
    given[4].rotation = random.rotation();
    let mut pose = skeleton.rest_pose();
    given[2].translation = Vec3::X;
    pose.copy_from_slice(&given).unwrap();
    assert_eq!(pose.locals, given);
    let wrong = Error::LengthMismatch { what: "local transforms", found: 6, expected: 7 };
    assert_eq!(pose.copy_from_slice(&given[1..]), Err(wrong));
    assert_eq!(pose.locals, given);
}

#[test]
fn a_weight_that_rounding_brought_past_its_bound_counts_as_the_bound_and_others_name_the_range() {
    let skeleton = rig(&mut Random::new(93)).skeleton;
    let chain = Chain::new(&skeleton, 2, 4).unwrap();
    let goal = Goal::position(4, Vec3::new(0.5, 0.3, 0.2));
    let solved = |weight: f32| {
        let mut pose = skeleton.rest_pose();
        TwoBone { weight, ..TwoBone::default() }.solve(&chain, &goal, &mut pose).map(|_| pose)
    };
    let (past, at) = (solved(1.000_000_1).unwrap(), solved(1.0).unwrap());
    assert!(
        past.locals.iter().zip(&at.locals).all(|(a, b)| a.rotation.abs_diff_eq(b.rotation, 1e-6))
    );
    assert!(solved(-1e-9).is_ok());
    assert_eq!(
        solved(1.01).unwrap_err().to_string(),
        "TwoBone::weight is 1.01; it must be from 0 to 1"
    );
    assert!(matches!(solved(f32::NAN), Err(Error::InvalidNumber { .. })));
}
