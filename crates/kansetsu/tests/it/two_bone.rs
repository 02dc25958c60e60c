use kansetsu::Error;
use kansetsu::d3::{
    Chain, Goal, Limit, Outcome, Pose, Skeleton, Transform,
    limit::{Cone, Hinge},
    solve::TwoBone,
};
use kansetsu::glam::{Quat, Vec3};

use crate::random::Random;

/// A limb with the given segment lengths along +X under a parent with any transform.
fn limb(parent: Transform, a: f32, b: f32) -> (Skeleton, Chain) {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", parent);
    let base = builder.child(root, "base", Transform::from_translation(Vec3::new(0.1, 0.2, -0.1)));
    let middle = builder.child(base, "middle", Transform::from_translation(Vec3::X * a));
    builder.child(middle, "tip", Transform::from_translation(Vec3::X * b));
    let skeleton = builder.build().unwrap();
    let chain = Chain::new(&skeleton, base, 3).unwrap();
    (skeleton, chain)
}

fn place(skeleton: &Skeleton, pose: &Pose, joint: usize) -> Vec3 {
    skeleton.forward(pose)[joint].translation
}

fn assert_finite(pose: &Pose) {
    assert!(pose.locals.iter().all(|local| local.rotation.is_finite() && (local.rotation.length() - 1.0).abs() < 1e-5));
}

#[test]
fn ten_thousand_reachable_targets_are_reached_on_the_right_side() {
    let mut random = Random::new(7);
    for _ in 0..10_000 {
        let (a, b) = (random.range(0.05, 2.0), random.range(0.05, 2.0));
        let parent =
            Transform::from_translation_rotation(random.direction() * 3.0, random.rotation());
        let (skeleton, chain) = limb(parent, a, b);
        let mut pose = skeleton.rest_pose();
        pose.locals[1].rotation = random.rotation();
        let base = place(&skeleton, &pose, 1);
        let distance = random.range((a - b).abs() * 1.0001, (a + b) * 0.9999);
        let target = base + random.direction() * distance;
        let pole = base + random.direction() * random.range(0.2, 3.0);
        let report = TwoBone::default()
            .solve(&chain, &Goal::position(3, target).with_pole(pole), &mut pose)
            .unwrap();

        assert_finite(&pose);
        let (middle, tip) = (place(&skeleton, &pose, 2), place(&skeleton, &pose, 3));
        assert!(tip.distance(target) <= 1e-5 * (a + b), "{} of {}", tip.distance(target), a + b);
        assert!((tip.distance(target) - report.distance()).abs() <= 2e-6 * (a + b + 4.0));
        assert_eq!(report.outcome, Outcome::Reached);
        let line = (target - base).normalize();
        let across = |v: Vec3| v - line * v.dot(line);
        let (side, wanted) = (across(middle - base), across(pole - base));
        // If the limb is nearly straight, or the pole nearly on its line, the side is only a
        // rounding error.
        if side.length() > 0.02 * (a + b) && wanted.length() > 0.3 * (pole - base).length() {
            assert!(
                side.normalize().dot(wanted.normalize()) > 0.999,
                "bend side {side} for pole side {wanted}"
            );
        }
    }
}

#[test]
fn without_a_pole_the_middle_keeps_the_side_of_the_rest_bend() {
    let mut random = Random::new(8);
    let mut builder = Skeleton::builder();
    let base = builder.root("base", Transform::IDENTITY);
    let middle =
        builder.child(base, "middle", Transform::from_translation(Vec3::new(0.1, -1.0, 0.0)));
    let tip = builder.child(middle, "tip", Transform::from_translation(Vec3::new(-0.1, -1.0, 0.0)));
    let skeleton = builder.build().unwrap();
    let chain = Chain::new(&skeleton, base, tip).unwrap();
    for _ in 0..2_000 {
        let mut pose = skeleton.rest_pose();
        let target = (Vec3::NEG_Y + random.direction() * 0.3).normalize() * random.range(0.3, 1.9);
        TwoBone::default().solve(&chain, &Goal::position(tip, target), &mut pose).unwrap();
        assert!(place(&skeleton, &pose, tip).distance(target) < 2e-5);
        let side = place(&skeleton, &pose, middle) - target * 0.5;
        assert!(side.x > 0.0, "the knee at rest points to +X, here to {side}");
    }
}

#[test]
fn a_straight_limb_bends_to_its_pole_at_rest() {
    let (skeleton, chain) = limb(Transform::IDENTITY, 1.0, 1.0);
    for pole in [Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z, Vec3::new(0.0, 1.0, -1.0)] {
        let chain = chain.clone().with_pole(&skeleton, pole);
        let mut pose = skeleton.rest_pose();
        let base = place(&skeleton, &pose, 1);
        TwoBone::default()
            .solve(&chain, &Goal::position(3, base + Vec3::X * 1.2), &mut pose)
            .unwrap();
        let side = place(&skeleton, &pose, 2) - base - Vec3::X * 0.6;
        assert!(side.normalize().dot(pole.normalize()) > 0.9999, "{side} for {pole}");
    }
}

#[test]
fn scaled_mirrored_and_sheared_parents_are_right() {
    let mut random = Random::new(9);
    for _ in 0..3_000 {
        let sign = |random: &mut Random| if random.unit() < 0.5 { -1.0 } else { 1.0 };
        let scale = Vec3::new(
            random.range(0.2, 3.0) * sign(&mut random),
            random.range(0.2, 3.0) * sign(&mut random),
            random.range(0.2, 3.0) * sign(&mut random),
        );
        let parent =
            Transform { translation: random.direction(), rotation: random.rotation(), scale };
        let (skeleton, chain) = limb(parent, 0.7, 0.6);
        let mut pose = skeleton.rest_pose();
        // A reachable target: the tip of some pose.
        pose.locals[1].rotation = random.rotation();
        pose.locals[2].rotation = Quat::from_axis_angle(Vec3::Y, -random.range(0.05, 3.0));
        let target = place(&skeleton, &pose, 3);
        let mut pose = skeleton.rest_pose();
        let report =
            TwoBone::default().solve(&chain, &Goal::position(3, target), &mut pose).unwrap();
        assert_finite(&pose);
        assert!(place(&skeleton, &pose, 3).distance(target) <= 2e-5 * 3.0 * 1.3, "{report:?}");
    }
}

#[test]
fn a_chain_mirrored_inside_is_right() {
    let mut random = Random::new(10);
    for _ in 0..2_000 {
        let (mut skeleton_pose, chain, skeleton) = {
            let (skeleton, chain) = limb(Transform::IDENTITY, 0.7, 0.6);
            (skeleton.rest_pose(), chain, skeleton)
        };
        let signs = [
            Vec3::new(-1.0, 1.0, 1.0),
            Vec3::new(1.0, -1.0, -1.0),
            Vec3::NEG_ONE,
            Vec3::new(1.0, 1.0, -1.0),
        ];
        skeleton_pose.locals[1].scale = signs[random.below(4)] * random.range(0.5, 2.0);
        skeleton_pose.locals[2].scale = signs[random.below(4)] * random.range(0.5, 2.0);
        let mut posed = skeleton_pose.clone();
        posed.locals[1].rotation = random.rotation();
        posed.locals[2].rotation = Quat::from_axis_angle(Vec3::Y, random.range(0.1, 2.9));
        let target = place(&skeleton, &posed, 3);
        let mut pose = skeleton_pose;
        TwoBone::default().solve(&chain, &Goal::position(3, target), &mut pose).unwrap();
        assert!(place(&skeleton, &pose, 3).distance(target) <= 4e-5);
    }
}

#[test]
fn out_of_reach_points_straight_at_the_target() {
    let mut random = Random::new(11);
    for _ in 0..1_000 {
        let (skeleton, chain) = limb(Transform::IDENTITY, 0.7, 0.6);
        let mut pose = skeleton.rest_pose();
        let base = place(&skeleton, &pose, 1);
        let direction = random.direction();
        let report = TwoBone::default()
            .solve(
                &chain,
                &Goal::position(3, base + direction * random.range(1.31, 50.0)),
                &mut pose,
            )
            .unwrap();
        assert_eq!(report.outcome, Outcome::OutOfReach);
        assert!(place(&skeleton, &pose, 3).distance(base + direction * 1.3) < 3e-5);
    }
}

#[test]
fn too_close_folds_and_points_at_the_target() {
    let (skeleton, chain) = limb(Transform::IDENTITY, 1.0, 0.4);
    let mut pose = skeleton.rest_pose();
    let base = place(&skeleton, &pose, 1);
    let report = TwoBone::default()
        .solve(&chain, &Goal::position(3, base + Vec3::Y * 0.2), &mut pose)
        .unwrap();
    assert_eq!(report.outcome, Outcome::TooClose);
    assert!(place(&skeleton, &pose, 3).distance(base + Vec3::Y * 0.6) < 1e-5);
}

#[test]
fn target_on_the_root_folds_without_nan() {
    for (a, b) in [(1.0, 1.0), (1.0, 0.5)] {
        let (skeleton, chain) = limb(Transform::IDENTITY, a, b);
        let mut pose = skeleton.rest_pose();
        let base = place(&skeleton, &pose, 1);
        let report = TwoBone::default().solve(&chain, &Goal::position(3, base), &mut pose).unwrap();
        assert_finite(&pose);
        assert!((place(&skeleton, &pose, 3).distance(base) - (a - b).abs()).abs() < 1e-5);
        assert_eq!(report.outcome, if a == b { Outcome::Reached } else { Outcome::TooClose });
    }
}

#[test]
fn zero_length_bones_do_not_make_nan() {
    for (a, b) in [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0)] {
        let (skeleton, chain) = limb(Transform::IDENTITY, a, b);
        let mut pose = skeleton.rest_pose();
        let base = place(&skeleton, &pose, 1);
        TwoBone::default()
            .solve(&chain, &Goal::position(3, base + Vec3::new(0.0, a + b, 0.0)), &mut pose)
            .unwrap();
        assert_finite(&pose);
        assert!(place(&skeleton, &pose, 3).distance(base + Vec3::new(0.0, a + b, 0.0)) < 1e-5);
    }
}

#[test]
fn zero_scale_does_not_make_nan() {
    for scale in [Vec3::ZERO, Vec3::new(0.0, 1.0, 1.0), Vec3::new(1.0, 0.0, 0.0)] {
        let (skeleton, chain) = limb(Transform { scale, ..Transform::IDENTITY }, 1.0, 1.0);
        let mut pose = skeleton.rest_pose();
        TwoBone::default()
            .solve(&chain, &Goal::position(3, Vec3::new(0.3, 0.4, 0.5)), &mut pose)
            .unwrap();
        assert_finite(&pose);
        pose.locals[1].scale = scale;
        TwoBone::default()
            .solve(&chain, &Goal::position(3, Vec3::new(0.3, 0.4, 0.5)), &mut pose)
            .unwrap();
        assert_finite(&pose);
    }
}

#[test]
fn straight_chain_with_the_target_on_its_line() {
    for distance in [0.3, 1.0, 1.7, -0.3, -1.7] {
        let (skeleton, chain) = limb(Transform::IDENTITY, 1.0, 1.0);
        let mut pose = skeleton.rest_pose();
        let target = place(&skeleton, &pose, 1) + Vec3::X * distance;
        let report =
            TwoBone::default().solve(&chain, &Goal::position(3, target), &mut pose).unwrap();
        assert_eq!(report.outcome, Outcome::Reached);
        assert!(place(&skeleton, &pose, 3).distance(target) < 2e-5);
    }
}

#[test]
fn target_on_the_pole_axis_keeps_the_bend_and_reaches() {
    for side in [1.0, -1.0] {
        let (skeleton, chain) = limb(Transform::IDENTITY, 1.0, 1.0);
        let mut pose = skeleton.rest_pose();
        let base = place(&skeleton, &pose, 1);
        let target = base + Vec3::Y * 1.2;
        let report = TwoBone::default()
            .solve(&chain, &Goal::position(3, target).with_pole(base + Vec3::Y * side), &mut pose)
            .unwrap();
        assert_finite(&pose);
        assert_eq!(report.outcome, Outcome::Reached);
        assert!(place(&skeleton, &pose, 3).distance(target) < 2e-5);
    }
}

#[test]
fn a_met_goal_changes_no_bit() {
    let mut random = Random::new(12);
    for _ in 0..500 {
        let (skeleton, chain) = limb(Transform::from_rotation(random.rotation()), 0.7, 0.6);
        let mut pose = skeleton.rest_pose();
        pose.locals[1].rotation = random.rotation();
        pose.locals[2].rotation = random.rotation();
        let before = pose.clone();
        let target = place(&skeleton, &pose, 3);
        let report =
            TwoBone::default().solve(&chain, &Goal::position(3, target), &mut pose).unwrap();
        assert_eq!(pose, before);
        assert_eq!((report.outcome, report.iterations), (Outcome::Reached, 0));
    }
}

#[test]
fn a_hinge_stops_the_bend_and_says_so() {
    let (skeleton, chain) = limb(Transform::IDENTITY, 1.0, 1.0);
    let mut limits = vec![None; skeleton.len()];
    limits[2] = Some(Limit::Hinge(Hinge { axis: Vec3::Z, min: 0.0, max: 1.0 }));
    let chain = chain.with_limits(&limits).unwrap();
    let mut pose = skeleton.rest_pose();
    let base = place(&skeleton, &pose, 1);
    let report = TwoBone::default()
        .solve(&chain, &Goal::position(3, base + Vec3::Y * 0.2), &mut pose)
        .unwrap();
    assert_eq!(report.outcome, Outcome::Limited);
    assert_eq!((report.active_limits[0].joint, report.active_limits[0].bound), (2, "max"));
    assert!(limits[2].as_ref().unwrap().violation(pose.locals[2].rotation) < 1e-5);
    let tip = place(&skeleton, &pose, 3);
    assert!((tip - base).normalize().dot(Vec3::Y) > 0.999_99, "it still points at the target");
}

#[test]
fn soft_reach_never_passes_the_target_and_has_no_kink() {
    let solver = TwoBone { soft: 0.1, ..TwoBone::default() };
    let (skeleton, chain) = limb(Transform::IDENTITY, 1.0, 1.0);
    let mut last: Option<(f32, f32)> = None;
    for step in 0..3000 {
        let distance = 1.5 + step as f32 * 1e-3;
        let mut pose = skeleton.rest_pose();
        let base = place(&skeleton, &pose, 1);
        solver.solve(&chain, &Goal::position(3, base + Vec3::Y * distance), &mut pose).unwrap();
        let reached = place(&skeleton, &pose, 3).distance(base);
        assert!(reached <= distance + 1e-5 && reached <= 2.0);
        if let Some((before, slope)) = last {
            let now = (reached - before) / 1e-3;
            assert!(
                (-0.01..=1.01).contains(&now) && (now - slope).abs() < 0.02,
                "slope {slope} then {now} at {distance}"
            );
            last = Some((reached, now));
        } else {
            last = Some((reached, 1.0));
        }
    }
}

#[test]
fn weight_moves_from_the_pose_to_the_solution() {
    let (skeleton, chain) = limb(Transform::IDENTITY, 1.0, 1.0);
    let base = place(&skeleton, &skeleton.rest_pose(), 1);
    let target = base + Vec3::new(0.3, 1.0, 0.2);
    let mut last = f32::INFINITY;
    for weight in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let mut pose = skeleton.rest_pose();
        TwoBone { weight, ..TwoBone::default() }
            .solve(&chain, &Goal::position(3, target), &mut pose)
            .unwrap();
        let distance = place(&skeleton, &pose, 3).distance(target);
        assert!(distance < last);
        last = distance;
        if weight == 0.0 {
            assert_eq!(pose, skeleton.rest_pose());
        }
    }
    assert!(last < 1e-5);
}

#[test]
fn bad_input_is_an_error_and_the_pose_is_untouched() {
    let (skeleton, chain) = limb(Transform::IDENTITY, 1.0, 1.0);
    let rest = skeleton.rest_pose();
    let mut pose = rest.clone();
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let bad = Vec3::new(0.0, value, 0.0);
        let goals = [
            Goal::position(3, bad),
            Goal::position(3, Vec3::ONE).with_pole(bad),
            Goal::position(3, Vec3::ONE).with_orientation(Quat::from_xyzw(value, 0.0, 0.0, 1.0)),
        ];
        for goal in goals {
            assert!(matches!(
                TwoBone::default().solve(&chain, &goal, &mut pose),
                Err(Error::InvalidNumber { .. })
            ));
        }
        let solver = TwoBone { soft: value, ..TwoBone::default() };
        assert!(solver.solve(&chain, &Goal::position(3, Vec3::ONE), &mut pose).is_err());
    }
    assert!(matches!(
        TwoBone::default().solve(&chain, &Goal::position(2, Vec3::ONE), &mut pose),
        Err(Error::GoalOutsideChain { joint: 2, tip: 3 })
    ));
    assert_eq!(pose, rest);
    let mut short = Pose { locals: rest.locals[..2].to_vec() };
    assert!(matches!(
        TwoBone::default().solve(&chain, &Goal::position(3, Vec3::ONE), &mut short),
        Err(Error::PoseMismatch { .. })
    ));
    let mut broken = rest.clone();
    broken.locals[1].translation.x = f32::NAN;
    assert!(matches!(
        TwoBone::default().solve(&chain, &Goal::position(3, Vec3::ONE), &mut broken),
        Err(Error::InvalidTransform { .. })
    ));
    let long = crate::build::straight(Vec3::X, &[1.0, 1.0, 1.0]);
    let chain = Chain::new(&long, 0, 3).unwrap();
    assert!(matches!(
        TwoBone::default().solve(&chain, &Goal::position(3, Vec3::ONE), &mut long.rest_pose()),
        Err(Error::ChainLength { .. })
    ));
    let held = chain.with_locked(1);
    let report = TwoBone::default()
        .solve(&held, &Goal::position(3, Vec3::new(1.0, 1.0, 0.5)), &mut long.rest_pose())
        .unwrap();
    assert_eq!(report.outcome, Outcome::Reached);
}

/// The same limb, except for a limit that allows everything, which selects the general path.
fn general(skeleton: &Skeleton, chain: &Chain) -> Chain {
    let mut limits = vec![None; skeleton.len()];
    limits[3] = Some(Limit::Cone(Cone::around(Vec3::X, std::f32::consts::PI)));
    chain.clone().with_limits(&limits).unwrap()
}

#[test]
fn the_direct_way_gives_what_the_general_way_gives() {
    let mut random = Random::new(14);
    for case in 0..5_000 {
        let parent =
            Transform::from_translation_rotation(random.direction() * 3.0, random.rotation());
        let (skeleton, chain) = limb(parent, 0.7, 0.6);
        let mut start = skeleton.rest_pose();
        start.locals[1].rotation = random.rotation();
        // Straight, nearly straight, bent, folded.
        let bend = [0.0, 0.03, 1.2, std::f32::consts::PI][case % 4];
        start.locals[2].rotation =
            Quat::from_axis_angle(random.direction().cross(Vec3::X).normalize(), bend);
        let base = place(&skeleton, &start, 1);
        let distance = random.range(0.02, 1.5);
        // Next to full reach and fully folded, the rounding of a coordinate bends the limb.
        let is_edge = (distance - 1.3).abs() < 0.02 || (distance - 0.1).abs() < 0.02;
        let mut goal = Goal::position(3, base + random.direction() * distance);
        if random.unit() < 0.5 {
            goal = goal.with_pole(base + random.direction());
        }
        let solver = TwoBone { soft: [0.0, 0.05][case % 2], ..TwoBone::default() };
        let (mut direct, mut other) = (start.clone(), start);
        let report = solver.solve(&chain, &goal, &mut direct).unwrap();
        let wanted = solver.solve(&general(&skeleton, &chain), &goal, &mut other).unwrap();
        assert_eq!(report.outcome, wanted.outcome, "{case}");
        for joint in [2, 3] {
            let apart = place(&skeleton, &direct, joint).distance(place(&skeleton, &other, joint));
            assert!(
                apart < [1e-3, 1e-4][joint - 2] || is_edge && apart < 5e-3,
                "{case}: joint {joint} is {apart} off"
            );
        }
        assert!(place(&skeleton, &direct, 3).distance(report.goals[0].reached) < 4e-6);
    }
}
