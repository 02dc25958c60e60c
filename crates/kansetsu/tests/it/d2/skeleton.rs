use kansetsu::Error;
use kansetsu::d2::{Chain, Skeleton, Transform, angle_of};
use kansetsu::glam::Vec2;

use super::straight;
use crate::random::Random;

#[test]
fn children_may_be_added_before_their_parents() {
    let mut builder = Skeleton::builder();
    let child = builder.root("child", Transform::from_translation(Vec2::Y));
    let parent = builder.root("parent", Transform::from_translation_rotation(Vec2::X, 1.0));
    builder.attach(child, parent).unwrap();
    let skeleton = builder.build().unwrap();
    let (child, parent) =
        (skeleton.index_of_added(child).unwrap(), skeleton.index_of_added(parent).unwrap());
    assert_eq!(skeleton.joints()[child].parent, Some(parent));
    assert_eq!(skeleton.joints()[child].rest.translation, Vec2::Y);
    assert_eq!(skeleton.joints()[parent].rest.rotation, 1.0);
    assert_eq!((skeleton.children(parent), skeleton.find("child").unwrap()), (&[child][..], child));
    let place = skeleton.forward(&skeleton.rest_pose())[child].translation;
    assert!(place.distance(Vec2::new(1.0 - 1_f32.sin(), 1_f32.cos())) < 1e-6);
}

#[test]
fn the_same_faults_are_found_as_in_space() {
    assert!(matches!(Skeleton::builder().build(), Err(Error::NoJoints)));
    let build = |edit: fn(&mut kansetsu::d2::SkeletonBuilder)| {
        let mut builder = Skeleton::builder();
        builder.root("a", Transform::IDENTITY);
        builder.root("b", Transform::IDENTITY);
        edit(&mut builder);
        builder.build()
    };
    let nan = Transform { rotation: f32::NAN, ..Transform::IDENTITY };
    assert!(matches!(
        build(|b| {
            b.child(9, "c", Transform::IDENTITY);
        }),
        Err(Error::JointOutOfRange { joint: 9, .. })
    ));
    assert!(matches!(
        build(|b| b.attach(0, 1).and(b.attach(1, 0)).unwrap()),
        Err(Error::Cycle { .. })
    ));
    let two = build(|b| {
        let child = b.child(0, "c", Transform::IDENTITY);
        b.attach(child, 1).unwrap();
    });
    assert!(matches!(two, Err(Error::TwoParents { .. })));
    let mut builder = Skeleton::builder();
    builder.root("bad", nan);
    assert!(
        matches!(builder.build(), Err(Error::InvalidTransform { joint, .. }) if joint == "bad")
    );

    let skeleton = straight(Transform::IDENTITY, &[1.0, 1.0]);
    assert!(matches!(skeleton.find("roof"), Err(Error::UnknownJoint { .. })));
    assert!(matches!(Chain::new(&skeleton, 3, 1), Err(Error::NotAChain { .. })));
    assert!(matches!(Chain::new(&skeleton, 1, 9), Err(Error::JointOutOfRange { .. })));
    let chain = Chain::new(&skeleton, 2, 3).unwrap();
    assert_eq!((chain.base(), chain.tip(), chain.segment_count()), (2, 3, 1));
}

#[test]
fn a_transform_comes_back_from_its_map() {
    let mut random = Random::new(601);
    for _ in 0..2_000 {
        let mut part = || random.range(0.2, 3.0) * if random.unit() < 0.3 { -1.0 } else { 1.0 };
        let scale = Vec2::new(part(), part());
        let transform =
            Transform { translation: Vec2::new(part(), part()), rotation: part(), scale };
        let map = transform.to_affine();
        let back = Transform::from_affine(&map).to_affine();
        assert!((map.matrix2.x_axis - back.matrix2.x_axis).length() < 1e-5, "{transform:?}");
        assert!((map.matrix2.y_axis - back.matrix2.y_axis).length() < 1e-5, "{transform:?}");
        // As in space: a mirroring map has its x axis negated.
        let turned = kansetsu::d3::rotation_of(&kansetsu::glam::Affine3::from_mat3_translation(
            kansetsu::glam::Mat3::from_cols(
                map.matrix2.x_axis.extend(0.0),
                map.matrix2.y_axis.extend(0.0),
                kansetsu::glam::Vec3::Z,
            ),
            kansetsu::glam::Vec3::ZERO,
        ));
        let off = kansetsu::glam::Quat::from_rotation_z(angle_of(&map)).angle_between(turned);
        assert!(off < 2e-3, "{off}");
    }
}
