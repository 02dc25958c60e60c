//! Chains of free joints outside their reach, and next to its end.

use kansetsu::d3::{
    Chain, Goal, Outcome, Pose, Skeleton, Transform,
    solve::{Auto, Dls},
};
use kansetsu::glam::Vec3;

use crate::{build::straight, random::Random};

fn tip(skeleton: &Skeleton, pose: &Pose) -> Vec3 {
    skeleton.forward(pose)[skeleton.len() - 1].translation
}

/// Bones along X; the one at `long` is longer than all others together.
fn with_hole(long: usize) -> (Skeleton, Chain) {
    let mut bones = [0.1, 0.06, 0.08, 0.04];
    bones[long] = 0.6;
    let skeleton = straight(Vec3::X, &bones);
    let chain = Chain::new(&skeleton, 0, 4).unwrap();
    (skeleton, chain)
}

fn random_pose(random: &mut Random, skeleton: &Skeleton) -> Pose {
    let mut pose = skeleton.rest_pose();
    pose.locals.iter_mut().for_each(|local| local.rotation = random.rotation());
    pose
}

#[test]
fn of_a_place_too_near_a_chain_comes_as_near_as_its_longest_bone_allows() {
    let mut random = Random::new(41);
    for case in 0..400 {
        let (skeleton, chain) = with_hole(case % 4);
        let length = chain.length(&skeleton.rest_pose());
        let hole = 1.2 - length;
        let target = random.direction() * hole * random.range(0.0, 0.99);
        let mut pose =
            if case % 3 == 0 { skeleton.rest_pose() } else { random_pose(&mut random, &skeleton) };
        let report = Auto::default().solve(&chain, &Goal::position(4, target), &mut pose).unwrap();
        assert_eq!(report.outcome, Outcome::TooClose);
        let excess = tip(&skeleton, &pose).distance(target) - (hole - target.length());
        assert!(excess.abs() < 1e-4 * length, "{case}: {excess} from the best for {target}");
    }
}

#[test]
fn a_chain_with_a_hole_takes_its_own_base_for_a_target() {
    let (skeleton, chain) = with_hole(2);
    let mut pose = skeleton.rest_pose();
    let report = Auto::default().solve(&chain, &Goal::position(4, Vec3::ZERO), &mut pose).unwrap();
    assert_eq!(report.outcome, Outcome::TooClose);
    assert!((report.distance() - (1.2 - chain.length(&pose))).abs() < 1e-4);
}

#[test]
fn a_long_chain_comes_near_a_place_next_to_its_full_length() {
    let skeleton = straight(Vec3::Y, &[0.01; 100]);
    let chain = Chain::new(&skeleton, 0, 100).unwrap();
    let mut random = Random::new(42);
    for _ in 0..60 {
        let mut start = skeleton.rest_pose();
        let toward = random.direction() * random.range(0.3, 0.8);
        Auto::default().solve(&chain, &Goal::position(100, toward), &mut start).unwrap();
        let target = random.direction() * (1.0 - 10_f32.powf(random.range(-5.0, -2.0)));
        let report =
            Dls::default().solve(&chain, &Goal::position(100, target), &mut start).unwrap();
        assert!(report.distance() < 5e-3, "{target}: {report:?}");
        assert!(
            report.distance() < 1e-4 || report.outcome != Outcome::Reached,
            "{target}: {report:?}"
        );
    }
}

#[test]
fn a_chain_that_turns_right_round_bends_as_it_is_meant_to() {
    let mut builder = Skeleton::builder();
    let first = builder.root("0", Transform::IDENTITY);
    let second = builder.child(first, "1", Transform::from_translation(Vec3::X * 0.7));
    let third = builder.child(second, "2", Transform::from_translation(Vec3::X * 0.2));
    let last = builder.child(third, "3", Transform::from_translation(Vec3::X * 0.1));
    let skeleton = builder.build().unwrap();
    let chain = Chain::new(&skeleton, first, last).unwrap().with_pole(&skeleton, Vec3::Y);
    let mut pose = skeleton.rest_pose();
    Auto::default().solve(&chain, &Goal::position(last, Vec3::X * 0.1), &mut pose).unwrap();
    let axis = pose.locals[second].rotation.to_axis_angle().0;
    assert!(axis.z.abs() > 1.0 - 1e-5, "the second joint turned about {axis}");
}

/// Scales in files are slightly non-uniform by rounding: such chains have the same reach as uniform
/// ones.
#[test]
fn a_target_far_away_takes_no_restarts_under_a_scale_that_is_nearly_uniform() {
    let (skeleton, _) = with_hole(0);
    let limits: Vec<_> = (0..5)
        .map(|_| Some(kansetsu::d3::Limit::Cone(kansetsu::d3::limit::Cone::around(Vec3::X, 0.5))))
        .collect();
    let chain = Chain::new(&skeleton, 0, 4).unwrap().with_limits(&limits).unwrap();
    let mut start = skeleton.rest_pose();
    start.locals[1].scale = Vec3::new(1.0, 1.000_000_1, 0.999_999_9);
    for way in [Vec3::X, Vec3::new(1.0, 2.0, -1.0)] {
        let mut pose = start.clone();
        let report =
            Dls::default().solve(&chain, &Goal::position(4, way * 5.0), &mut pose).unwrap();
        assert_eq!((report.outcome, report.restarts), (Outcome::OutOfReach, 0), "{way}");
    }
}
