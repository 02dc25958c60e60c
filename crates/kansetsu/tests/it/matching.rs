use kansetsu::Error;
use kansetsu::d3::{
    Chain, Goal, Limb, Limit, Outcome, Pose, Rig, Skeleton, Transform, limit::Hinge, rotation_of,
    solve::TwoBone,
};
use kansetsu::glam::{Quat, Vec3};

use crate::random::Random;

/// Base 1, middle 2 and tip 3 under a parent 0 with any transform; bent at rest when `bend` is not
/// zero.
fn limb(parent: Transform, lengths: [f32; 2], bend: f32) -> (Skeleton, Chain) {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", parent);
    let base = builder.child(root, "base", Transform::from_translation(Vec3::new(0.1, 0.2, -0.1)));
    let middle = builder.child(base, "middle", Transform::from_translation(Vec3::X * lengths[0]));
    let forward = Quat::from_rotation_y(bend) * Vec3::X;
    builder.child(middle, "tip", Transform::from_translation(forward * lengths[1]));
    let skeleton = builder.build().unwrap();
    let chain = Chain::new(&skeleton, base, 3).unwrap();
    (skeleton, chain)
}

/// The largest position error of a joint, and the tip's rotation error, after solving from rest
/// below the base's parent.
fn difference(skeleton: &Skeleton, chain: &Chain, pose: &Pose, goal: &Goal) -> (f32, f32) {
    let mut solved = pose.clone();
    for joint in chain.joints() {
        solved.locals[joint].rotation = skeleton.joints()[joint].rest.rotation;
    }
    TwoBone::default().solve(chain, goal, &mut solved).unwrap();
    let (wanted, got) = (skeleton.forward(pose), skeleton.forward(&solved));
    let farthest = wanted
        .iter()
        .zip(&got)
        .map(|(a, b)| a.translation.distance(b.translation))
        .fold(0.0, f32::max);
    let turn = rotation_of(&wanted[3]).inverse() * rotation_of(&got[3]);
    (farthest, 2.0 * turn.xyz().length().atan2(turn.w.abs()))
}

#[test]
fn every_bend_about_any_axis_is_reproduced() {
    let mut random = Random::new(71);
    for _ in 0..10_000 {
        let lengths = [random.range(0.1, 1.0), random.range(0.1, 1.0)];
        let length = lengths[0] + lengths[1];
        let parent = Transform::from_translation_rotation(random.direction(), random.rotation());
        let bend = if random.unit() < 0.5 { 0.0 } else { random.range(-1.0, 1.0) };
        let (skeleton, chain) = limb(parent, lengths, bend);
        let mut pose = skeleton.rest_pose();
        for local in &mut pose.locals[1..] {
            local.rotation = random.rotation();
        }
        let places =
            skeleton.forward(&pose).iter().map(|joint| joint.translation).collect::<Vec<_>>();
        let span = places[1].distance(places[3]);
        // In a nearly straight or folded limb the span hardly defines the bend; that has a separate
        // test.
        if span > 0.998 * length || span < (lengths[0] - lengths[1]).abs() + 0.005 * length {
            continue;
        }
        let goal = chain.matching_goal(&pose).unwrap();
        let (distance, angle) = difference(&skeleton, &chain, &pose, &goal);
        assert!(distance < 1e-5 * length.max(1.0), "{distance} {goal:?}");
        assert!(angle < 1e-5, "{angle}");
        // The pole lies outside the limb, on the side of the bend.
        let line = (places[3] - places[1]) / span;
        let across = |point: Vec3| (point - places[1]) - line * (point - places[1]).dot(line);
        let pole = goal.pole.unwrap();
        assert!(
            (across(pole).length() - length).abs() < 1e-4
                && across(places[2]).length() < length * 0.51
        );
        if bend == 0.0 {
            assert!(across(pole).normalize().dot(across(places[2]).normalize()) > 0.999);
        }
    }
}

#[test]
fn the_solver_starts_from_where_it_likes() {
    let mut random = Random::new(72);
    for _ in 0..2_000 {
        let (skeleton, chain) = limb(Transform::IDENTITY, [0.6, 0.5], 0.3);
        let mut pose = skeleton.rest_pose();
        pose.locals[1].rotation = random.rotation();
        pose.locals[2].rotation = Quat::from_rotation_y(random.range(0.1, 2.0));
        let goal = chain.matching_goal(&pose).unwrap();
        let mut solved = skeleton.rest_pose();
        solved.locals[1].rotation = random.rotation();
        solved.locals[2].rotation = Quat::from_rotation_y(random.range(0.1, 2.0));
        TwoBone::default().solve(&chain, &goal, &mut solved).unwrap();
        let [wanted, got] = [&pose, &solved].map(|pose| skeleton.forward(pose)[2].translation);
        assert!(wanted.distance(got) < 2e-4, "{}", wanted.distance(got));
    }
}

#[test]
fn straight_limbs_take_the_side_of_their_bend_axis() {
    let mut random = Random::new(73);
    for _ in 0..2_000 {
        let (skeleton, chain) = limb(Transform::from_rotation(random.rotation()), [0.6, 0.5], 0.0);
        let chain = chain.with_pole(&skeleton, Vec3::Y);
        let mut pose = skeleton.rest_pose();
        pose.locals[1].rotation = random.rotation();
        let goal = chain.matching_goal(&pose).unwrap();
        let (distance, angle) = difference(&skeleton, &chain, &pose, &goal);
        assert!(distance < 5e-4 && angle < 1e-5, "{distance} {angle}");
        // Nearly straight, the same side: the base does not spin when the limb bends.
        let mut solved = skeleton.rest_pose();
        TwoBone::default().solve(&chain, &goal, &mut solved).unwrap();
        let turn = pose.locals[1].rotation.inverse() * solved.locals[1].rotation;
        assert!(2.0 * turn.xyz().length() < 0.03, "{turn}");
    }
}

#[test]
fn scaled_and_mirrored_parents_are_right() {
    let mut random = Random::new(74);
    for _ in 0..3_000 {
        let mut part = || random.range(0.4, 2.0) * if random.unit() < 0.5 { -1.0 } else { 1.0 };
        let scale = Vec3::new(part(), part(), part());
        let (skeleton, chain) = limb(
            Transform { scale, ..Transform::from_rotation(random.rotation()) },
            [0.6, 0.5],
            0.2,
        );
        let mut pose = skeleton.rest_pose();
        pose.locals[1].rotation = random.rotation();
        pose.locals[2].rotation = Quat::from_rotation_y(random.range(0.0, 2.0));
        let goal = chain.matching_goal(&pose).unwrap();
        // A rotation under a parent with a non-uniform scale is not a rotation; positions are
        // exact.
        let goal = Goal { orientation: None, ..goal };
        assert!(difference(&skeleton, &chain, &pose, &goal).0 < 3e-5);
    }
}

#[test]
fn hinged_limbs_of_a_rig_are_reproduced_joint_by_joint() {
    let mut random = Random::new(75);
    let mut builder = Skeleton::builder();
    let base = builder.root("hip", Transform::IDENTITY);
    let twist = builder.child(base, "thigh twist", Transform::from_translation(Vec3::NEG_Y * 0.2));
    let knee = builder.child(twist, "knee", Transform::from_translation(Vec3::NEG_Y * 0.2));
    let foot = builder.child(knee, "foot", Transform::from_translation(Vec3::NEG_Y * 0.4));
    let mut rig = Rig::new(builder.build().unwrap());
    rig.limits[knee] = Some(Limit::Hinge(Hinge::new(Vec3::X, 0.0, 2.5)));
    rig.limbs.push(Limb { name: "leg".into(), base, middle: knee, tip: foot, pole: Vec3::Z });
    let chain = rig.limbs[0].chain(&rig).unwrap();
    for _ in 0..2_000 {
        let mut pose = rig.skeleton.rest_pose();
        pose.locals[base].rotation = random.rotation();
        pose.locals[knee].rotation = Quat::from_rotation_x(random.range(0.1, 2.4));
        pose.locals[foot].rotation = random.rotation();
        let goal = chain.matching_goal(&pose).unwrap();
        let mut solved = rig.skeleton.rest_pose();
        let report = TwoBone::default().solve(&chain, &goal, &mut solved).unwrap();
        assert_eq!(report.outcome, Outcome::Reached);
        for joint in 0..4 {
            let turn = pose.locals[joint].rotation.inverse() * solved.locals[joint].rotation;
            assert!(2.0 * turn.xyz().length() < 1e-4, "{joint}: {turn}");
        }
    }
}

#[test]
fn folded_limbs_and_bones_without_length_are_defined() {
    for lengths in [[0.5, 0.5], [0.5, 0.0], [0.0, 0.5], [0.0, 0.0], [1e-20, 1e-20], [1e15, 1e15]] {
        for fold in [0.0, std::f32::consts::PI] {
            let (skeleton, chain) = limb(Transform::IDENTITY, lengths, 0.0);
            let mut pose = skeleton.rest_pose();
            pose.locals[2].rotation = Quat::from_rotation_y(fold);
            let goal = chain.matching_goal(&pose).unwrap();
            assert!(goal.pole.unwrap().is_finite() && goal.position.unwrap().is_finite());
        }
    }
}

#[test]
fn bad_input_is_an_error() {
    let (skeleton, chain) = limb(Transform::IDENTITY, [1.0, 1.0], 0.0);
    let mut pose = skeleton.rest_pose();
    pose.locals[2].rotation = Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0);
    assert!(matches!(chain.matching_goal(&pose), Err(Error::InvalidTransform { .. })));
    pose.locals.pop();
    assert!(matches!(chain.matching_goal(&pose), Err(Error::PoseMismatch { .. })));
    let long = crate::build::straight(Vec3::X, &[1.0, 1.0, 1.0]);
    assert!(matches!(
        Chain::new(&long, 0, 3).unwrap().matching_goal(&long.rest_pose()),
        Err(Error::ChainLength { .. })
    ));
}
