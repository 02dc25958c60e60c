use kansetsu::Error;
use kansetsu::d3::{Chain, Pose, Skeleton, Transform};
use kansetsu::glam::{Quat, Vec3};

use crate::random::Random;

#[test]
fn a_child_added_before_its_parent_is_put_after_it() {
    let mut builder = Skeleton::builder();
    let tip = builder.root("tip", Transform::from_translation(Vec3::X));
    let base = builder.root("base", Transform::from_translation(Vec3::Y));
    builder.attach(tip, base).unwrap();
    let skeleton = builder.build().unwrap();
    assert_eq!(skeleton.index_of_added(base), Some(0));
    assert_eq!(skeleton.index_of_added(tip), Some(1));
    assert_eq!(skeleton.joints()[1].parent, Some(0));
    assert_eq!(skeleton.forward(&skeleton.rest_pose())[1].translation, Vec3::new(1.0, 1.0, 0.0));
}

#[test]
fn a_skeleton_of_its_joints_is_bit_identical() {
    let mut random = Random::new(5);
    let mut builder = Skeleton::builder();
    let mut parent = builder.root("0", Transform::IDENTITY);
    for index in 1..200 {
        parent =
            builder.child(parent, index.to_string(), Transform::from_rotation(random.rotation()));
    }
    let skeleton = builder.build().unwrap();
    assert_eq!(Skeleton::from_joints(skeleton.joints()).as_ref(), Ok(&skeleton));

    let mut joints = skeleton.joints().to_vec();
    joints[3].rest.rotation = Quat::from_xyzw(0.0, 3.0, 0.0, 0.0);
    assert_eq!(
        Skeleton::from_joints(&joints).unwrap().joints()[3].rest.rotation,
        Quat::from_xyzw(0.0, 1.0, 0.0, 0.0)
    );
    joints[3].parent = Some(3);
    assert_eq!(Skeleton::from_joints(&joints), Err(Error::JointOutOfRange { joint: 3, count: 3 }));
    assert_eq!(Skeleton::from_joints(&[]), Err(Error::NoJoints));
}

#[test]
fn the_builder_refuses_what_is_no_tree() {
    assert_eq!(Skeleton::builder().build(), Err(Error::NoJoints));

    let mut cycle = Skeleton::builder();
    let a = cycle.root("a", Transform::IDENTITY);
    let b = cycle.child(a, "b", Transform::IDENTITY);
    cycle.attach(a, b).unwrap();
    assert!(matches!(cycle.build(), Err(Error::Cycle { .. })));

    let mut own = Skeleton::builder();
    let a = own.root("a", Transform::IDENTITY);
    own.attach(a, a).unwrap();
    assert_eq!(own.build(), Err(Error::Cycle { joint: "a".into() }));

    let mut two = Skeleton::builder();
    let a = two.root("a", Transform::IDENTITY);
    let b = two.root("b", Transform::IDENTITY);
    let c = two.child(a, "c", Transform::IDENTITY);
    two.attach(c, b).unwrap();
    assert_eq!(
        two.build(),
        Err(Error::TwoParents { joint: "c".into(), parents: ["a".into(), "b".into()] })
    );

    let mut missing = Skeleton::builder();
    missing.child(7, "a", Transform::IDENTITY);
    assert_eq!(missing.build(), Err(Error::JointOutOfRange { joint: 7, count: 1 }));
}

#[test]
fn the_builder_refuses_what_is_not_finite() {
    let nan = Vec3::new(0.0, f32::NAN, 0.0);
    let transforms = [
        Transform::from_translation(nan),
        Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        Transform::from_rotation(Quat::from_xyzw(f32::INFINITY, 0.0, 0.0, 1.0)),
        Transform { scale: nan, ..Transform::IDENTITY },
    ];
    for transform in transforms {
        let mut builder = Skeleton::builder();
        builder.root("a", transform);
        let error = builder.build().unwrap_err();
        assert!(matches!(error, Error::InvalidTransform { .. }), "{error}");
        assert!(error.to_string().contains("\"a\""), "{error}");
    }
}

#[test]
fn names_are_found_or_the_nearest_are_told() {
    let mut builder = Skeleton::builder();
    let a = builder.root("LeftHand", Transform::IDENTITY);
    builder.child(a, "RightHand", Transform::IDENTITY);
    builder.child(a, "twin", Transform::IDENTITY);
    builder.child(a, "twin", Transform::IDENTITY);
    let skeleton = builder.build().unwrap();
    assert_eq!(skeleton.find("LeftHand"), Ok(0));
    assert_eq!(
        skeleton.find("lefthnad"),
        Err(Error::UnknownJoint { name: "lefthnad".into(), similar: vec!["LeftHand".into()] })
    );
    assert_eq!(
        skeleton.find("twin"),
        Err(Error::AmbiguousJoint { name: "twin".into(), joints: vec![2, 3] })
    );
}

#[test]
fn forward_kinematics_equals_the_product_of_matrices() {
    let mut random = Random::new(1);
    for _ in 0..200 {
        let mut builder = Skeleton::builder();
        let mut expected: Vec<glam::DAffine3> = Vec::new();
        let mut pose = Pose::default();
        for index in 0..12 {
            let local = Transform {
                translation: random.direction() * random.range(0.0, 2.0),
                rotation: random.rotation(),
                scale: Vec3::new(
                    random.range(-2.0, 2.0),
                    random.range(0.5, 2.0),
                    random.range(0.5, 2.0),
                ),
            };
            let parent = (index > 0).then(|| random.below(index));
            match parent {
                Some(parent) => builder.child(parent, "", Transform::IDENTITY),
                None => builder.root("", Transform::IDENTITY),
            };
            pose.locals.push(local);
            let matrix = glam::DAffine3::from_scale_rotation_translation(
                local.scale.as_dvec3(),
                local.rotation.as_dquat(),
                local.translation.as_dvec3(),
            );
            expected.push(parent.map_or(matrix, |parent| expected[parent] * matrix));
        }
        let model_from_joint = builder.build().unwrap().forward(&pose);
        for (got, want) in model_from_joint.iter().zip(&expected) {
            assert!(
                got.translation.as_dvec3().distance(want.translation)
                    <= 1e-5 * want.translation.length().max(1.0)
            );
            assert!((got.matrix3.as_dmat3() - want.matrix3).abs_diff_eq(glam::DMat3::ZERO, 1e-3));
        }
    }
}

#[test]
fn a_chain_needs_an_ancestor_and_a_descendant() {
    let skeleton = crate::build::straight(Vec3::X, &[1.0, 1.0, 1.0]);
    assert!(matches!(Chain::new(&skeleton, 2, 1), Err(Error::NotAChain { .. })));
    assert!(matches!(Chain::new(&skeleton, 1, 1), Err(Error::NotAChain { .. })));
    assert!(matches!(Chain::new(&skeleton, 0, 9), Err(Error::JointOutOfRange { .. })));
    assert!(matches!(Chain::with_levels(&skeleton, 0, 2), Err(Error::NotAChain { .. })));
    assert_eq!(Chain::with_levels(&skeleton, 3, 2).unwrap().base(), 1);
    assert_eq!(Chain::with_levels(&skeleton, 3, 0).unwrap().base(), 0);
    assert_eq!(Chain::with_levels(&skeleton, 3, usize::MAX).unwrap().base(), 0);
}
