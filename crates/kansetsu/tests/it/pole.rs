//! Poles for chains of any length.

use kansetsu::d3::{
    Chain, Goal, Limb, Limit, Outcome, Pose, Skeleton, Transform,
    limit::{Hinge, SwingTwist},
    rotation_of,
    solve::{Auto, Ccd, Dls, Fabrik, Solver, TipPole},
};
use kansetsu::glam::{Quat, Vec3};

use crate::{build::straight, random::Random};

fn solvers() -> [Solver; 4] {
    [
        Solver::Auto(Auto::default()),
        Solver::Dls(Dls::default()),
        Solver::Ccd(Ccd::default()),
        Solver::Fabrik(Fabrik::default()),
    ]
}

/// A chain that is curved at rest.
fn curved(lengths: &[f32]) -> Skeleton {
    let mut builder = Skeleton::builder();
    let mut last = builder.root("0", Transform::IDENTITY);
    for (index, &length) in lengths.iter().enumerate() {
        let turn = Quat::from_rotation_z(if index == 0 { 0.0 } else { 0.4 });
        last = builder.child(
            last,
            (index + 1).to_string(),
            Transform { translation: Vec3::Y * length, rotation: turn, scale: Vec3::ONE },
        );
    }
    builder.build().unwrap()
}

/// The offsets of the joints from the line from base to tip.
fn off_line(skeleton: &Skeleton, pose: &Pose) -> Vec<Vec3> {
    let model = skeleton.forward(pose);
    let base = model[0].translation;
    let line = (model[skeleton.len() - 1].translation - base).normalize();
    model
        .iter()
        .map(|joint| joint.translation - base)
        .map(|way| way - line * way.dot(line))
        .collect()
}

/// The joint furthest from the line.
fn farthest(skeleton: &Skeleton, pose: &Pose) -> Vec3 {
    off_line(skeleton, pose).into_iter().max_by(|a, b| a.length().total_cmp(&b.length())).unwrap()
}

/// The middle as the solver's documentation defines it: the furthest joint, or a mean of several at
/// the same distance.
fn middle(skeleton: &Skeleton, pose: &Pose) -> Vec3 {
    let most = farthest(skeleton, pose).length();
    off_line(skeleton, pose)
        .into_iter()
        .map(|off| off * (off.length() / most - 0.97).max(0.0).powi(2))
        .sum::<Vec3>()
        .normalize()
        * most
}

fn tip(skeleton: &Skeleton, pose: &Pose) -> Vec3 {
    skeleton.forward(pose)[skeleton.len() - 1].translation
}

/// The cosine between the middle and the pole, projected along the line; `None` if one of them is
/// nearly on it.
fn side(skeleton: &Skeleton, pose: &Pose, pole: Vec3) -> Option<f32> {
    let end = tip(skeleton, pose);
    let line = end.normalize();
    let wanted = pole - line * pole.dot(line);
    let middle = middle(skeleton, pose);
    let clear = middle.length() > 0.02 * skeleton.size() && wanted.length() > 0.3 * pole.length();
    clear.then(|| middle.normalize().dot(wanted.normalize()))
}

#[test]
fn the_middle_of_a_free_chain_lies_on_the_poles_side() {
    let mut random = Random::new(31);
    let (mut seen, mut twisted) = (0, 0);
    for number in 0..2_000 {
        let segments = 2 + number % 8;
        let lengths: Vec<f32> = (0..segments).map(|_| random.range(0.2, 0.4)).collect();
        let is_straight = number % 3 == 0;
        let skeleton = if is_straight { straight(Vec3::Y, &lengths) } else { curved(&lengths) };
        let chain = Chain::new(&skeleton, 0, segments).unwrap();
        let size: f32 = lengths.iter().sum();
        let goal = Goal::position(segments, random.direction() * random.range(0.3, 0.95) * size);
        let pole = random.direction() * random.range(0.2, 3.0);
        for solver in solvers() {
            let without = solver.solve(&chain, &goal, &mut skeleton.rest_pose()).unwrap();
            let mut pose = skeleton.rest_pose();
            let report = solver.solve(&chain, &goal.with_pole(pole), &mut pose).unwrap();
            let allowed = (without.distance() + 1e-5 * size).max(1.1e-4 * size);
            assert!(report.distance() <= allowed, "{}: {report:?}", solver.name());
            assert!(
                (tip(&skeleton, &pose).distance(report.goals[0].target) - report.distance()).abs()
                    < 1e-5 * size
            );
            if let Some(cosine) = side(&skeleton, &pose, pole) {
                assert!(cosine > 0.999, "{}, {segments} segments: {cosine}", solver.name());
                seen += 1;
                twisted += usize::from(
                    farthest(&skeleton, &pose).angle_between(middle(&skeleton, &pose)) > 0.04,
                );
            }
        }
    }
    assert!(twisted * 35 < seen, "another joint is furthest in {twisted} of {seen}");
}

#[test]
fn a_tip_that_is_to_be_turned_stays_so() {
    let mut random = Random::new(32);
    for number in 0..500 {
        let segments = 3 + number % 5;
        let lengths = vec![0.3; segments];
        let skeleton = curved(&lengths);
        let chain = Chain::new(&skeleton, 0, segments).unwrap();
        let orientation = random.rotation();
        let offset = Vec3::new(0.0, 0.05, 0.02) * (number % 2) as f32;
        let target = random.direction() * random.range(0.3, 0.8) * 0.3 * segments as f32;
        let goal = Goal::position(segments, target)
            .with_offset(offset)
            .with_orientation(orientation)
            .with_pole(random.direction() * 2.0);
        for solver in solvers() {
            let mut pose = skeleton.rest_pose();
            let report = solver.solve(&chain, &goal, &mut pose).unwrap();
            let end = skeleton.forward(&pose)[segments];
            assert!(
                rotation_of(&end).angle_between(orientation) < 3e-3,
                "{}: {report:?}",
                solver.name()
            );
            assert!(
                (end.transform_point3(offset).distance(target) - report.distance()).abs() < 1e-5
            );
            assert!(side(&skeleton, &pose, goal.pole.unwrap()).is_none_or(|cosine| cosine > 0.999));
        }
    }
}

/// Shoulder with a cone and a twist, elbow hinge.
fn arm() -> (Skeleton, Vec<Option<Limit>>, Chain) {
    let skeleton = straight(Vec3::X, &[0.3, 0.25]);
    let limits = vec![
        Some(Limit::SwingTwist(SwingTwist::cone(Vec3::X, 1.4, -0.9, 0.9))),
        Some(Limit::Hinge(Hinge { axis: Vec3::Y, min: -2.5, max: 0.0 })),
        None,
    ];
    let chain = Chain::new(&skeleton, 0, 2).unwrap().with_limits(&limits).unwrap();
    (skeleton, limits, chain)
}

fn random_pose(random: &mut Random, skeleton: &Skeleton, limits: &[Option<Limit>]) -> Pose {
    let mut pose = skeleton.rest_pose();
    for (local, limit) in pose.locals.iter_mut().zip(limits) {
        let turn = random.rotation();
        local.rotation = limit.as_ref().map_or(turn, |limit| limit.project(turn));
    }
    pose
}

/// The largest cosine over all swivels of this pose's base inside its limit.
fn best_side(skeleton: &Skeleton, limits: &[Option<Limit>], pose: &Pose, pole: Vec3) -> f32 {
    let line = tip(skeleton, pose).normalize();
    (0..2_000)
        .filter_map(|number| {
            let mut turned = pose.clone();
            let angle = number as f32 / 2_000.0 * std::f32::consts::TAU;
            turned.locals[0].rotation =
                Quat::from_axis_angle(line, angle) * turned.locals[0].rotation;
            let is_allowed =
                limits[0].as_ref().unwrap().violation(turned.locals[0].rotation) == 0.0;
            is_allowed.then(|| side(skeleton, &turned, pole)).flatten()
        })
        .fold(-1.0, f32::max)
}

#[test]
fn limits_let_it_as_near_to_the_pole_as_they_can() {
    let (skeleton, limits, chain) = arm();
    let mut random = Random::new(33);
    let (mut barred, mut short) = (0, 0);
    for _ in 0..500 {
        let target = tip(&skeleton, &random_pose(&mut random, &skeleton, &limits));
        let pole = random.direction() * 2.0;
        for solver in [Solver::Auto(Auto::default()), Solver::Dls(Dls::default())] {
            let mut pose = skeleton.rest_pose();
            let report = solver
                .solve(&chain, &Goal::position(2, target).with_pole(pole), &mut pose)
                .unwrap();
            assert!(
                report.distance() < if report.outcome == Outcome::Reached { 1e-3 } else { 5e-3 },
                "{}: {report:?}",
                solver.name()
            );
            for (limit, local) in limits.iter().zip(&pose.locals) {
                assert!(limit.as_ref().is_none_or(|limit| limit.violation(local.rotation) < 1e-4));
            }
            let Some(got) = side(&skeleton, &pose, pole) else { continue };
            let best = best_side(&skeleton, &limits, &pose, pole);
            barred += usize::from(best < 0.99);
            let missed = got.clamp(-1.0, 1.0).acos() - best.clamp(-1.0, 1.0).acos();
            short += usize::from(missed > 0.02);
        }
    }
    assert!(short <= 60, "{short} of 1000 are short of what their limits allow");
    assert!(barred > 100, "in {barred} of 1000 limits are active");
}

#[test]
fn a_long_limited_chain_goes_to_its_pole_without_leaving_its_target() {
    let skeleton = straight(Vec3::Y, &[0.2; 8]);
    let ball = |swing: f32, twist: f32| {
        Some(Limit::SwingTwist(SwingTwist::cone(Vec3::Y, swing, -twist, twist)))
    };
    let limits: Vec<Option<Limit>> = (0..9).map(|_| ball(0.7, 0.3)).collect();
    let chain = Chain::new(&skeleton, 0, 8).unwrap().with_limits(&limits).unwrap();
    let mut random = Random::new(34);
    let (mut near, mut plain_near) = (0, 0);
    for _ in 0..300 {
        let wanted = random_pose(&mut random, &skeleton, &limits);
        let goal = Goal::position(8, tip(&skeleton, &wanted) * 0.9);
        let pole = random.direction() * 3.0;
        let mut plain = skeleton.rest_pose();
        let without = Dls::default().solve(&chain, &goal, &mut plain).unwrap();
        let mut pose = skeleton.rest_pose();
        let report = Dls::default().solve(&chain, &goal.with_pole(pole), &mut pose).unwrap();
        assert_eq!(report.outcome, without.outcome);
        assert!(report.distance() <= without.distance().max(2e-4), "{report:?}");
        for (limit, local) in limits.iter().zip(&pose.locals) {
            assert!(limit.as_ref().is_none_or(|limit| limit.violation(local.rotation) < 1e-4));
        }
        near += usize::from(side(&skeleton, &pose, pole).is_none_or(|cosine| cosine > 0.99));
        plain_near += usize::from(side(&skeleton, &plain, pole).is_none_or(|cosine| cosine > 0.99));
    }
    assert!(near >= 225, "{near} of 300, {plain_near} without a pole");
}

#[test]
fn a_met_goal_with_a_met_pole_changes_no_bit() {
    let mut random = Random::new(35);
    for number in 0..300 {
        let segments = 2 + number % 7;
        let skeleton = curved(&vec![0.3; segments]);
        let chain = Chain::new(&skeleton, 0, segments).unwrap();
        let target = random.direction() * random.range(0.3, 0.9) * 0.3 * segments as f32;
        let across = random.direction().cross(target).normalize();
        let goal = Goal::position(segments, target).with_pole(across);
        for solver in solvers() {
            let mut pose = skeleton.rest_pose();
            solver.solve(&chain, &goal, &mut pose).unwrap();
            let goal = Goal::position(segments, tip(&skeleton, &pose)).with_pole(across);
            let before = pose.clone();
            let report = solver.solve(&chain, &goal, &mut pose).unwrap();
            assert_eq!(pose, before, "{} {segments}", solver.name());
            assert_eq!(report.iterations, 0);
        }
    }
}

/// The largest rotation of a joint between two poses, radians.
fn largest_turn(a: &Pose, b: &Pose) -> f32 {
    a.locals
        .iter()
        .zip(&b.locals)
        .map(|(a, b)| 2.0 * (a.rotation.inverse() * b.rotation).xyz().length().min(1.0).asin())
        .fold(0.0, f32::max)
}

/// The largest rotation of a joint in one of many small steps along a path of goals, each solved
/// from rest.
fn largest_step(skeleton: &Skeleton, path: impl Fn(f32) -> Goal) -> f32 {
    let chain = Chain::new(skeleton, 0, skeleton.len() - 1).unwrap();
    let mut last: Option<Pose> = None;
    (0..=2_000)
        .map(|step| {
            let mut pose = skeleton.rest_pose();
            Auto::default().solve(&chain, &path(step as f32 / 2_000.0), &mut pose).unwrap();
            let turn = last.as_ref().map_or(0.0, |last| largest_turn(last, &pose));
            last = Some(pose);
            turn
        })
        .fold(0.0, f32::max)
}

#[test]
fn a_chain_with_a_pole_moves_without_a_jump() {
    for skeleton in [straight(Vec3::Y, &[0.25; 4]), curved(&[0.25; 4])] {
        let goal = |target: Vec3, pole: Vec3| Goal::position(4, target).with_pole(pole);
        // Across the chain's own line, around the pole, along a slanted path.
        let across = largest_step(&skeleton, |t| {
            goal(Vec3::new(0.6 - 1.2 * t, 0.55, 0.001), Vec3::NEG_Z * 2.0)
        });
        assert!(across < 0.05, "{across}");
        let around = largest_step(&skeleton, |t| {
            let angle = std::f32::consts::TAU * t;
            goal(Vec3::new(0.1, 0.6, 0.1), Vec3::new(angle.cos(), 0.3, angle.sin()) * 2.0)
        });
        assert!(around < 0.05, "{around}");
        let slanted = largest_step(&skeleton, |t| {
            goal(Vec3::new(0.5 - 0.3 * t, 0.2 + 0.5 * t, 0.4 * t - 0.6), Vec3::X * 2.0)
        });
        assert!(slanted < 0.05, "{slanted}");
    }
}

#[test]
fn without_a_pole_a_bent_chain_keeps_its_side() {
    let skeleton = curved(&[0.25; 5]);
    let path = |t: f32| Goal::position(5, Vec3::new(0.4 - 0.8 * t, 0.7, 0.3 * t - 0.1));
    assert!(largest_step(&skeleton, path) < 0.05);
    let chain = Chain::new(&skeleton, 0, 5).unwrap();
    let rest_side = middle(&skeleton, &skeleton.rest_pose()).normalize();
    for step in 0..=100 {
        let mut pose = skeleton.rest_pose();
        Auto::default().solve(&chain, &path(step as f32 / 100.0), &mut pose).unwrap();
        assert!(middle(&skeleton, &pose).normalize().dot(rest_side) > 0.3, "{step}");
    }
}

#[test]
fn a_pole_on_the_line_and_a_straight_chain_are_defined() {
    let skeleton = straight(Vec3::Y, &[0.25; 4]);
    let chain = Chain::new(&skeleton, 0, 4).unwrap();
    for solver in solvers() {
        for target in [Vec3::Y * 0.6, Vec3::Y, Vec3::Y * 3.0, Vec3::ZERO, Vec3::X * 0.5] {
            for pole in [target, -target, Vec3::ZERO, Vec3::X * 1e30, Vec3::Z * 1e-30] {
                let mut pose = skeleton.rest_pose();
                solver
                    .solve(&chain, &Goal::position(4, target).with_pole(pole), &mut pose)
                    .unwrap();
                assert!(pose.locals.iter().all(|local| local.rotation.is_finite()));
            }
        }
        // A straight chain rotates its bend axes to the pole, so that it bends that way next.
        let mut pose = skeleton.rest_pose();
        solver
            .solve(&chain, &Goal::position(4, Vec3::X * 2.0).with_pole(Vec3::Z * 3.0), &mut pose)
            .unwrap();
        assert!(tip(&skeleton, &pose).distance(Vec3::X) < 1e-3, "{}", solver.name());
    }
}

#[test]
fn a_held_base_leaves_the_swivel_to_the_next_joint() {
    let skeleton = straight(Vec3::Y, &[0.25; 5]);
    let chain = Chain::new(&skeleton, 0, 5).unwrap().with_locked(0);
    let mut pose = skeleton.rest_pose();
    let goal = Goal::position(5, Vec3::new(0.3, 0.8, 0.2)).with_pole(Vec3::new(-3.0, 1.0, 1.0));
    let report = Auto::default().solve(&chain, &goal, &mut pose).unwrap();
    assert!(report.distance() < 2e-4);
    assert_eq!(pose.locals[0], skeleton.rest_pose().locals[0]);
    let model = skeleton.forward(&pose);
    let (base, end) = (model[1].translation, model[5].translation);
    let line = (end - base).normalize();
    let off = |point: Vec3| (point - base) - line * (point - base).dot(line);
    assert!(off(model[3].translation).normalize().dot(off(goal.pole.unwrap()).normalize()) > 0.999);
}

#[test]
fn a_pole_that_follows_the_tip_is_continuous_and_turns_the_elbow() {
    let skeleton = straight(Vec3::X, &[0.3, 0.25]);
    let limb = Limb { name: "arm".to_owned(), base: 0, middle: 1, tip: 2, pole: Vec3::NEG_Z };
    let follow = TipPole::new(&skeleton, &limb).unwrap();
    assert_eq!(follow.pole(Vec3::ONE, Quat::IDENTITY), Vec3::ONE + Vec3::NEG_Z);
    assert!(TipPole::new(&skeleton, &Limb { tip: 9, ..limb }).is_err());
    let chain = Chain::new(&skeleton, 0, 2).unwrap();
    let mut random = Random::new(36);
    for weight in [0.0, 0.3, 0.7, 1.0] {
        let follow = follow.with_weight(weight);
        let turn = random.direction();
        let mut last: Option<(Vec3, Pose)> = None;
        for step in 0..=1_500 {
            // Once around: past the half turn at which the shortest arc changes sides.
            let orientation =
                Quat::from_axis_angle(turn, step as f32 / 1_500.0 * std::f32::consts::TAU);
            let pole = follow.pole(Vec3::ZERO, orientation);
            let mut pose = skeleton.rest_pose();
            let goal = Goal::position(2, Vec3::new(0.3, 0.1, 0.1))
                .with_orientation(orientation)
                .with_pole(pole);
            Auto::default().solve(&chain, &goal, &mut pose).unwrap();
            if let Some((before, pose_before)) = last {
                assert!(pole.distance(before) <= weight * 0.0043, "{weight}: {before} then {pole}");
                assert!(
                    largest_turn(&pose, &pose_before) < 0.06,
                    "{weight}: {}",
                    largest_turn(&pose, &pose_before)
                );
            }
            last = Some((pole, pose));
        }
    }
}
