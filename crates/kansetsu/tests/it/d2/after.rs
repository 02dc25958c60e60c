//! After a solve in the plane: blends, matching, smoothing; and the tentacle made of a chain.

use kansetsu::Error;
use kansetsu::d2::{
    Chain, Goal, Interval, Orientation, SmoothPosition, SmoothRotation, Smoothing, Transform,
    angle_of,
    solve::{Auto, TwoBone},
};
use kansetsu::glam::{Vec2, Vec3};
use kansetsu::{d2, d3};

use super::{direction, random_pose, straight};
use crate::random::Random;

#[test]
fn a_blend_goes_the_short_way_at_constant_speed() {
    let mut random = Random::new(41);
    let skeleton = straight(Transform::IDENTITY, &[0.5; 3]);
    for _ in 0..500 {
        let [from, to] = [(); 2].map(|()| random_pose(&mut random, &skeleton, &[None; 5]));
        for weight in [0.0, 0.3, 1.0] {
            let mut pose = from.clone();
            pose.blend_towards(&to, weight).unwrap();
            for joint in 0..skeleton.len() {
                let [from, to, got] = [&from, &to, &pose].map(|pose| pose.locals[joint].rotation);
                let way = (to - from + 9.0 * std::f32::consts::PI)
                    .rem_euclid(std::f32::consts::TAU)
                    - std::f32::consts::PI;
                assert!((got - from - way * weight).abs() < 1e-5 || weight == 1.0 && got == to);
            }
        }
    }
    let mut pose = skeleton.rest_pose();
    assert!(matches!(
        pose.blend_towards(&d2::Pose::default(), 0.5),
        Err(Error::PoseMismatch { .. })
    ));
    assert!(matches!(
        pose.blend_towards(&skeleton.rest_pose(), 1.5),
        Err(Error::OutOfRange { .. })
    ));
}

#[test]
fn a_blended_goal_takes_the_target_straight() {
    let skeleton = straight(Transform::IDENTITY, &[0.5, 0.4]);
    let chain = Chain::new(&skeleton, 1, 3).unwrap();
    let rest = skeleton.rest_pose();
    let here = skeleton.forward(&rest)[3];
    let goal = Goal::position(3, Vec2::new(0.1, 0.6)).with_orientation(1.0);
    for weight in [0.0, 0.25, 0.5, 1.0] {
        let mut pose = rest.clone();
        Auto::default().solve(&chain, &goal.blended(&here, weight).unwrap(), &mut pose).unwrap();
        let there = skeleton.forward(&pose)[3];
        assert!(
            there.translation.distance(Vec2::new(0.9, 0.0).lerp(Vec2::new(0.1, 0.6), weight))
                < 1e-4
        );
        assert!((angle_of(&there) - weight).abs() < 1e-3);
    }
    let look = Goal::look_at(3, Vec2::X, Vec2::new(0.9, 5.0)).blended(&here, 0.5).unwrap();
    assert!(
        matches!(look.orientation, Some(Orientation::Full(angle)) if (angle - std::f32::consts::FRAC_PI_4).abs() < 1e-6)
    );
}

#[test]
fn matched_goals_give_the_pose_back() {
    let mut random = Random::new(42);
    for _ in 0..2000 {
        let root = Transform {
            scale: Vec2::new(random.range(0.5, 2.0), 1.0)
                * if random.unit() < 0.3 { Vec2::NEG_X + Vec2::Y } else { Vec2::ONE },
            ..Transform::from_translation_rotation(direction(&mut random), random.range(-3.0, 3.0))
        };
        // A non-uniform scale would change the angles of straight segments.
        let root = Transform {
            scale: Vec2::new(root.scale.x.signum(), 1.0) * random.range(0.5, 2.0),
            ..root
        };
        let skeleton = straight(root, &[random.range(0.2, 0.6), random.range(0.2, 0.6)]);
        let chain = Chain::new(&skeleton, 1, 3).unwrap();
        let keyed = random_pose(&mut random, &skeleton, &[Some(Interval::new(-2.6, 2.6)); 4]);
        let goal = chain.matching_goal(&keyed).unwrap();
        let mut pose = skeleton.rest_pose();
        pose.locals[0] = keyed.locals[0];
        TwoBone::default().solve(&chain, &goal, &mut pose).unwrap();
        let [wanted, got] = [&keyed, &pose].map(|pose| skeleton.forward(pose));
        for joint in 1..4 {
            // In a nearly straight limb the bend is the square root of the rounding error of a
            // length.
            let off = wanted[joint].translation.distance(got[joint].translation);
            assert!(
                off < if keyed.locals[2].rotation.abs() > 0.01 { 3e-5 } else { 1e-3 },
                "joint {joint} is {off} off"
            );
        }
    }
    let skeleton = straight(Transform::IDENTITY, &[0.5; 4]);
    let long = Chain::new(&skeleton, 1, 5).unwrap();
    assert!(matches!(long.matching_goal(&skeleton.rest_pose()), Err(Error::ChainLength { .. })));
}

#[test]
fn smoothing_in_the_plane_is_that_of_space() {
    let mut random = Random::new(43);
    let smoothing = Smoothing { half_life: 0.07, max_speed: 1.5 };
    let (mut flat, mut deep) =
        (SmoothPosition::at(Vec2::ONE), d3::SmoothPosition::at(Vec3::new(1.0, 1.0, 0.0)));
    let (mut angle, mut seen) = (SmoothRotation::at(0.5), 0.5);
    for _ in 0..500 {
        let target = direction(&mut random) * 2.0;
        flat.update(target, 0.02, &smoothing).unwrap();
        deep.update(target.extend(0.0), 0.02, &smoothing).unwrap();
        assert_eq!(flat.position.extend(0.0), deep.position);
        angle.update(random.range(-9.0, 9.0), 0.02, &smoothing).unwrap();
        assert!((angle.rotation - seen).abs() <= 1.5 * 0.02 + 1e-5, "no faster than the cap");
        seen = angle.rotation;
    }
    angle.reset(3.0);
    for _ in 0..200 {
        angle.update(-3.0, 0.02, &smoothing).unwrap();
    }
    assert!(
        (angle.rotation - (std::f32::consts::TAU - 3.0)).abs() < 1e-3,
        "round the back: {}",
        angle.rotation
    );
    assert!(
        angle.update(f32::NAN, 0.1, &smoothing).is_err()
            && flat.update(Vec2::NAN, 0.1, &smoothing).is_err()
    );
}
