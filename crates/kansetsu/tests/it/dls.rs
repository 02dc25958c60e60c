//! Damped least squares, and [`Auto`].

use kansetsu::d3::{
    Chain, Goal, Limit, Outcome, Pose, Skeleton, Transform,
    limit::{Cone, EulerBox, EulerOrder, Hinge, SwingTwist},
    solve::{Auto, Dls, Solver},
};
use kansetsu::glam::{Quat, Vec3};

use crate::{build::straight, numbers::EXTREMES, random::Random};

fn tip(skeleton: &Skeleton, pose: &Pose) -> Vec3 {
    skeleton.forward(pose)[skeleton.len() - 1].translation
}

/// Shoulder ball, elbow hinge, wrist.
fn arm() -> (Skeleton, Vec<Option<Limit>>, Chain) {
    let skeleton = straight(Vec3::X, &[0.3, 0.25]);
    let limits = vec![
        Some(Limit::SwingTwist(SwingTwist::cone(Vec3::X, 1.4, -1.2, 1.2))),
        Some(Limit::Hinge(Hinge { axis: Vec3::Y, min: -2.5, max: 0.0 })),
        Some(Limit::SwingTwist(SwingTwist::cone(Vec3::X, 1.0, -1.0, 1.0))),
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

fn assert_limits_hold(limits: &[Option<Limit>], pose: &Pose) {
    for (limit, local) in limits.iter().zip(&pose.locals) {
        assert!(local.rotation.is_finite());
        assert!(limit.as_ref().is_none_or(|limit| limit.violation(local.rotation) < 1e-4));
    }
}

#[test]
fn an_arm_reaches_every_place_that_its_limits_allow() {
    let (skeleton, limits, chain) = arm();
    let mut random = Random::new(21);
    let mut missed = 0;
    for _ in 0..3_000 {
        let target = tip(&skeleton, &random_pose(&mut random, &skeleton, &limits));
        for solver in [Solver::Dls(Dls::default()), Solver::Auto(Auto::default())] {
            let mut pose = skeleton.rest_pose();
            let report = solver.solve(&chain, &Goal::position(2, target), &mut pose).unwrap();
            assert_limits_hold(&limits, &pose);
            missed += usize::from(report.outcome != Outcome::Reached);
            let distance = tip(&skeleton, &pose).distance(target);
            let allowed =
                if report.outcome == Outcome::Reached { 1e-4 * 0.55 + 1e-6 } else { 5e-3 };
            assert!(distance < allowed, "{} for {target}: {report:?}", solver.name());
        }
    }
    // Positions at the intersection of several limits are missed by a few millimetres.
    assert!(missed <= 24, "{missed} of 6000 missed");
}

#[test]
fn an_arm_takes_nearly_every_pose_that_its_limits_allow() {
    let (skeleton, limits, chain) = arm();
    let mut random = Random::new(22);
    let mut missed = 0;
    for _ in 0..1_000 {
        let wanted = random_pose(&mut random, &skeleton, &limits);
        let wanted = skeleton.forward(&wanted)[2];
        let orientation = kansetsu::d3::rotation_of(&wanted);
        let mut pose = skeleton.rest_pose();
        let goal = Goal::position(2, wanted.translation).with_orientation(orientation);
        let report = Auto::default().solve(&chain, &goal, &mut pose).unwrap();
        assert_limits_hold(&limits, &pose);
        let got = skeleton.forward(&pose)[2];
        let reached = got.translation.distance(wanted.translation) < 1e-3 * 0.55
            && kansetsu::d3::rotation_of(&got).angle_between(orientation) < 0.01;
        assert!(reached || report.outcome != Outcome::Reached, "{report:?}");
        missed += usize::from(report.outcome != Outcome::Reached);
    }
    assert!(missed <= 10, "{missed} of 1000 missed");
}

#[test]
fn an_unreachable_place_is_said_to_be_one_and_why() {
    let (skeleton, limits, chain) = arm();
    let mut pose = skeleton.rest_pose();
    let report = Auto::default()
        .solve(&chain, &Goal::position(2, Vec3::new(0.9, 0.1, 0.0)), &mut pose)
        .unwrap();
    assert_eq!(report.outcome, Outcome::OutOfReach);
    assert!((report.distance() - (Vec3::new(0.9, 0.1, 0.0).length() - 0.55)).abs() < 1e-3);
    let mut pose = skeleton.rest_pose();
    let report = Auto::default()
        .solve(&chain, &Goal::position(2, Vec3::new(-0.4, 0.0, 0.0)), &mut pose)
        .unwrap();
    assert_eq!(report.outcome, Outcome::Limited);
    assert!(!report.active_limits.is_empty());
    assert_limits_hold(&limits, &pose);
}

#[test]
fn a_met_goal_changes_no_bit() {
    let (skeleton, limits, chain) = arm();
    let mut random = Random::new(23);
    for _ in 0..300 {
        let mut pose = random_pose(&mut random, &skeleton, &limits);
        let before = pose.clone();
        let target = tip(&skeleton, &pose);
        let report = Dls::default().solve(&chain, &Goal::position(2, target), &mut pose).unwrap();
        assert_eq!((report.outcome, report.iterations), (Outcome::Reached, 0));
        assert_eq!(pose, before);
    }
}

#[test]
fn moving_turning_scaling_and_mirroring_the_whole_problem_does_the_same_to_the_answer() {
    let (skeleton, limits, chain) = arm();
    let mut random = Random::new(24);
    let (mut different, mut mirrored) = (0, 0);
    for _ in 0..300 {
        // Well inside the limits: at full reach the elbow's rotation is the square root of every
        // rounding error.
        let mut inside = skeleton.rest_pose();
        inside.locals[0].rotation = Quat::IDENTITY
            .slerp(limits[0].as_ref().unwrap().project(random.rotation()), random.range(0.0, 0.8));
        inside.locals[1].rotation = Quat::from_rotation_y(-random.range(0.3, 2.3));
        let target = tip(&skeleton, &inside);
        let mut plain = skeleton.rest_pose();
        Auto::default().solve(&chain, &Goal::position(2, target), &mut plain).unwrap();
        let scale = 10_f32.powf(random.range(-3.0, 3.0));
        let mirror =
            Vec3::from_array(std::array::from_fn(|_| if random.chance(0.5) { -1.0 } else { 1.0 }));
        mirrored += usize::from(mirror.element_product() < 0.0);
        let parent = Transform {
            translation: random.direction() * scale,
            rotation: random.rotation(),
            scale: mirror * scale,
        };
        let mut builder = Skeleton::builder();
        let root = builder.root("root", parent);
        let base = builder.child(root, "0", Transform::IDENTITY);
        let middle = builder.child(base, "1", Transform::from_translation(Vec3::X * 0.3));
        let last = builder.child(middle, "2", Transform::from_translation(Vec3::X * 0.25));
        let moved = builder.build().unwrap();
        let mut moved_limits = vec![None];
        moved_limits.extend(limits.iter().cloned());
        let moved_chain =
            Chain::new(&moved, base, last).unwrap().with_limits(&moved_limits).unwrap();
        let mut pose = moved.rest_pose();
        let target = parent.to_affine().transform_point3(target);
        Auto::default().solve(&moved_chain, &Goal::position(last, target), &mut pose).unwrap();
        let differs = (0..3).any(|joint| {
            (pose.locals[joint + 1].rotation * plain.locals[joint].rotation.inverse())
                .xyz()
                .length()
                > 1e-4
        });
        different += usize::from(differs);
    }
    assert_eq!(different, 0, "of 300");
    assert!(mirrored > 100, "{mirrored}");
}

/// A hinge, cones, a ball that twists little, an Euler box, bones of different lengths.
fn mixed() -> (Skeleton, Vec<Option<Limit>>, Chain) {
    let skeleton = straight(Vec3::Y, &[0.2, 0.35, 0.1, 0.3]);
    let limits = vec![
        Some(Limit::SwingTwist(
            SwingTwist::elliptic(Vec3::Y, Vec3::X, [0.5, 1.0]).with_twist(-0.3, 0.2),
        )),
        Some(Limit::Hinge(Hinge { axis: Vec3::X, min: 0.0, max: 1.5 })),
        Some(Limit::EulerBox(EulerBox {
            frame: Quat::IDENTITY,
            order: EulerOrder::Yxz,
            min: Vec3::splat(-0.4),
            max: Vec3::splat(0.2),
        })),
        Some(Limit::Cone(Cone::around(Vec3::Y, 0.6))),
        None,
    ];
    let chain = Chain::new(&skeleton, 0, 4).unwrap().with_limits(&limits).unwrap();
    (skeleton, limits, chain)
}

#[test]
fn a_chain_ends_in_the_same_place_however_the_whole_problem_is_turned() {
    let (skeleton, limits, chain) = mixed();
    let mut random = Random::new(31);
    let mut missed = 0;
    for case in 0..300 {
        let reached = tip(&skeleton, &random_pose(&mut random, &skeleton, &limits));
        let target = if case % 2 == 0 { reached } else { reached * 1.3 };
        let turn = random.rotation();
        let mut builder = Skeleton::builder();
        for joint in skeleton.joints() {
            let rest = joint.rest;
            match joint.parent {
                Some(parent) => builder.child(parent, joint.name.clone(), rest),
                None => builder
                    .root(joint.name.clone(), Transform { rotation: turn * rest.rotation, ..rest }),
            };
        }
        let turned = builder.build().unwrap();
        let turned_chain = Chain::new(&turned, 0, 4).unwrap().with_limits(&limits).unwrap();
        let (mut pose, mut turned_pose) = (skeleton.rest_pose(), turned.rest_pose());
        let report = Auto::default().solve(&chain, &Goal::position(4, target), &mut pose).unwrap();
        let turned_report = Auto::default()
            .solve(&turned_chain, &Goal::position(4, turn * target), &mut turned_pose)
            .unwrap();
        assert_eq!(
            report.outcome == Outcome::Reached,
            turned_report.outcome == Outcome::Reached,
            "{case}"
        );
        let apart = (turn * tip(&skeleton, &pose)).distance(tip(&turned, &turned_pose));
        // Next to the limits the tip stops within a hundredth of the length of the nearest
        // position.
        let allowed = if report.outcome == Outcome::Reached { 1e-5 } else { 1e-2 };
        assert!(apart < allowed, "{case}: {apart} apart for {target}, {:?}", report.outcome);
        missed += usize::from(report.outcome != Outcome::Reached);
    }
    assert!((80..=150).contains(&missed), "{missed} of 300 are out of reach");
}

#[test]
fn no_pose_nearby_is_much_nearer_to_a_place_that_cannot_be_reached() {
    let (skeleton, limits, chain) = mixed();
    let mut random = Random::new(32);
    for case in 0..100 {
        let target = random.direction() * random.range(0.5, 0.94);
        let mut pose = skeleton.rest_pose();
        let report = Auto::default().solve(&chain, &Goal::position(4, target), &mut pose).unwrap();
        assert_limits_hold(&limits, &pose);
        for _ in 0..200 {
            let mut other = pose.clone();
            for (local, limit) in other.locals.iter_mut().zip(&limits) {
                let size = random.range(0.0, 0.05);
                local.rotation *= Quat::from_scaled_axis(random.direction() * size);
                local.rotation =
                    limit.as_ref().map_or(local.rotation, |limit| limit.project(local.rotation));
            }
            let distance = tip(&skeleton, &other).distance(target);
            // With several active limits, the solver stops short of the nearest position.
            assert!(
                distance > report.distance() - 1.5e-2,
                "{case}: {distance} instead of {}",
                report.distance()
            );
        }
    }
}

/// Any number, often an extreme one.
fn value(random: &mut Random) -> f32 {
    if random.unit() < 0.3 {
        EXTREMES[random.below(EXTREMES.len())]
    } else {
        random.range(-2.0, 2.0)
    }
}

fn vector(random: &mut Random) -> Vec3 {
    Vec3::new(value(random), value(random), value(random))
}

/// Often none; the bounds may be the wrong way round.
fn any_limit(random: &mut Random) -> Option<Limit> {
    let (a, b) = (random.range(-4.0, 4.0), random.range(-4.0, 4.0));
    match random.below(4) {
        0 => Some(Limit::Hinge(Hinge { axis: random.direction(), min: a, max: b })),
        1 => Some(Limit::SwingTwist(SwingTwist::cone(random.direction(), a, a.min(b), b))),
        _ => None,
    }
}

#[test]
fn nothing_is_ever_nan() {
    let mut random = Random::new(25);
    for _ in 0..30_000 {
        let count = 1 + random.below(4);
        let lengths: Vec<f32> = (0..count)
            .map(|_| if random.unit() < 0.2 { 0.0 } else { random.range(0.0, 2.0) })
            .collect();
        let skeleton = straight(random.direction(), &lengths);
        let limits: Vec<Option<Limit>> = (0..=count).map(|_| any_limit(&mut random)).collect();
        let chain = Chain::new(&skeleton, 0, count).unwrap().with_limits(&limits).unwrap();
        let mut pose = skeleton.rest_pose();
        for local in &mut pose.locals {
            local.scale = vector(&mut random);
            if random.unit() < 0.5 {
                local.rotation = Quat::from_xyzw(
                    value(&mut random),
                    value(&mut random),
                    value(&mut random),
                    value(&mut random),
                );
            }
        }
        let mut goal = Goal::position(count, vector(&mut random));
        if random.unit() < 0.3 {
            goal = goal.with_orientation(random.rotation());
        }
        if random.unit() < 0.3 {
            goal = goal.with_pole(vector(&mut random));
        }
        let before = pose.clone();
        for name in Solver::NAMES {
            let solver = Solver::from_name(name).unwrap().with_max_iterations(10);
            let mut pose = before.clone();
            match solver.solve(&chain, &goal, &mut pose) {
                Ok(report) => {
                    assert!(
                        pose.locals.iter().all(|local| local.rotation.is_finite()),
                        "{name}: {goal:?} {before:?}"
                    );
                    assert!(
                        report.goals[0].reached.is_finite() || !goal.position.unwrap().is_finite(),
                        "{name}: {report:?} {goal:?} {before:?}"
                    );
                }
                Err(_) => assert_eq!(format!("{pose:?}"), format!("{before:?}")),
            }
        }
    }
}

#[test]
fn long_even_chains_reach_everything_in_closed_form() {
    let mut random = Random::new(26);
    for segments in [3, 4, 10, 100, 1000] {
        let direction = random.direction();
        let skeleton = straight(direction, &vec![0.1; segments]);
        let chain = Chain::new(&skeleton, 0, segments).unwrap();
        let length = 0.1 * segments as f32;
        for _ in 0..300 {
            let target = random.direction() * length * random.range(0.001, 1.2);
            for solver in [Solver::Dls(Dls::default()), Solver::Auto(Auto::default())] {
                let mut pose = skeleton.rest_pose();
                let report =
                    solver.solve(&chain, &Goal::position(segments, target), &mut pose).unwrap();
                let got = tip(&skeleton, &pose);
                let nearest = target * (length / target.length()).min(1.0);
                assert!(
                    got.distance(nearest) < 1e-4 * length,
                    "{segments} segments: {} of {length}",
                    got.distance(nearest)
                );
                assert!((report.distance() - got.distance(target)).abs() < 1e-4 * length);
                assert_eq!(report.outcome == Outcome::Reached, target.length() <= length * 1.0001);
            }
        }
        // Behind, on the line, at the tip, at the base.
        for along in [-0.9, -0.1, 0.3, 0.999, 1.0, 0.0] {
            let mut pose = skeleton.rest_pose();
            let target = direction * length * along;
            Auto::default().solve(&chain, &Goal::position(segments, target), &mut pose).unwrap();
            assert!(
                tip(&skeleton, &pose).distance(target) < 2e-3 * length,
                "{segments} segments, {along}"
            );
        }
    }
}

/// Seven hinges with the dimensions of a robot arm (Panda): alternately about Z and Y, the elbow
/// and the wrist beside the line.
fn robot() -> (Skeleton, Vec<Option<Limit>>, Chain) {
    let offsets = [
        [0.0; 3],
        [0.0, 0.0, 0.316],
        [0.0825, 0.0, 0.0],
        [-0.0825, 0.0, 0.384],
        [0.0; 3],
        [0.088, 0.0, 0.0],
        [0.0, 0.0, -0.107],
    ];
    let bounds = [
        [-2.97, 2.97],
        [-1.83, 1.83],
        [-2.97, 2.97],
        [-0.09, 3.1],
        [-2.97, 2.97],
        [-3.82, 0.09],
        [-2.97, 2.97],
        [0.0, 0.0],
    ];
    let mut builder = Skeleton::builder();
    let mut last = builder.root("0", Transform::IDENTITY);
    for (index, offset) in offsets.into_iter().enumerate() {
        last = builder.child(
            last,
            (index + 1).to_string(),
            Transform::from_translation(offset.into()),
        );
    }
    let skeleton = builder.build().unwrap();
    let hinge = |(index, [min, max]): (usize, [f32; 2])| {
        Some(Limit::Hinge(Hinge::new([Vec3::Z, Vec3::Y][index % 2], min, max)))
    };
    let limits: Vec<Option<Limit>> = bounds.into_iter().enumerate().map(hinge).collect();
    let chain = Chain::new(&skeleton, 0, 7).unwrap().with_limits(&limits).unwrap();
    (skeleton, limits, chain)
}

#[test]
fn a_robot_arm_finds_poses_with_most_joints_on_their_bounds() {
    let (skeleton, limits, chain) = robot();
    let solver =
        Dls { tolerance: 5e-5, angle_tolerance: 5e-4, max_restarts: 100, ..Dls::default() };
    let mut random = Random::new(25);
    let mut missed = 0;
    for _ in 0..500 {
        let mut wanted = skeleton.rest_pose();
        for (local, limit) in wanted.locals.iter_mut().zip(&limits) {
            let Some(Limit::Hinge(hinge)) = limit else { panic!("robots have hinges") };
            let part = if random.unit() < 0.7 { random.below(2) as f32 } else { random.unit() };
            local.rotation =
                Quat::from_axis_angle(hinge.axis, hinge.min + part * (hinge.max - hinge.min));
        }
        let wanted = skeleton.forward(&wanted)[7];
        let goal = Goal::position(7, wanted.translation)
            .with_orientation(kansetsu::d3::rotation_of(&wanted));
        let mut pose = skeleton.rest_pose();
        let report = solver.solve(&chain, &goal, &mut pose).unwrap();
        assert_limits_hold(&limits, &pose);
        missed += usize::from(report.outcome != Outcome::Reached);
    }
    assert!(missed <= 25, "{missed} of 500 missed");
}

/// Two targets very close together, solved from the same pose: next to each other a first step
/// gains a little and loses a little.
#[test]
fn a_step_that_leads_too_far_is_no_jump() {
    let skeleton = straight(Vec3::X, &[0.3; 3]);
    let limits: Vec<_> = (0..4)
        .map(|_| Some(Limit::Hinge(Hinge { axis: Vec3::Z, min: 0.0, max: 120_f32.to_radians() })))
        .collect();
    let chain = Chain::new(&skeleton, 0, 3).unwrap().with_limits(&limits).unwrap();
    for (start, targets) in [
        (
            [0.0, 1.754_659, 0.077_377_02],
            [Vec3::new(0.345_283_75, 0.596_264_3, 0.0), Vec3::new(0.345_475_2, 0.596_247, 0.0)],
        ),
        (
            [1.872_497_8, 0.088_066_46, 0.0],
            [Vec3::new(-0.325_969_3, 0.795_557_5, 0.0), Vec3::new(-0.326_074_63, 0.795_351_9, 0.0)],
        ),
    ] {
        let solved = targets.map(|target| {
            let mut pose = skeleton.rest_pose();
            for (local, angle) in pose.locals.iter_mut().zip(start) {
                local.rotation = Quat::from_rotation_z(angle);
            }
            let report =
                Dls::default().solve(&chain, &Goal::position(3, target), &mut pose).unwrap();
            assert_eq!(report.outcome, Outcome::Reached);
            assert!(tip(&skeleton, &pose).distance(target) < 1e-3 * 0.9);
            pose
        });
        for (one, other) in solved[0].locals.iter().zip(&solved[1].locals) {
            let turn = one.rotation.angle_between(other.rotation).to_degrees();
            assert!(turn < 1.0, "{turn}° from {start:?}");
        }
    }
}

/// Three paths of goals for five hinges. On the first the attempts arrive at a saddle, with zero
/// gradients in all active limits. The second is at the end of the reach, in a valley so flat that
/// a tenth of a millimetre is half a degree. On the third two hinges at their bounds put the tip on
/// a joint's axis, and they leave their bounds only if that joint is at its bound too.
#[test]
fn goals_next_to_each_other_are_met_next_to_each_other_at_saddles_and_in_flat_valleys() {
    let skeleton = straight(Vec3::X, &[0.3; 5]);
    let mut limits = vec![Some(Limit::Hinge(Hinge::new(Vec3::Z, 0.0, 120_f32.to_radians()))); 6];
    limits[5] = None;
    let chain = Chain::new(&skeleton, 0, 5).unwrap().with_limits(&limits).unwrap();
    let most = 120_f32.to_radians();
    for (start, from, to) in [
        ([0.0, 0.0, 0.419_416, 1.988_592, most], [0.583_612_14, 0.376_562_57], [0.585_5, 0.374_4]),
        ([most, 1.967_467_4, 0.0, 2.068_527, most], [-0.357, 0.042_4], [-0.358_4, 0.043_65]),
        (
            [1.597_261, 1.647_704, 1.813_468, 1.828_764, 0.913_097],
            [-0.344_867, -0.022_819],
            [-0.365_735, -0.010_786],
        ),
    ] {
        let mut last: Option<Pose> = None;
        for step in 0..=20 {
            let at = |axis: usize| from[axis] + (to[axis] - from[axis]) * step as f32 / 20.0;
            let target = Vec3::new(at(0), at(1), 0.0);
            let mut pose = skeleton.rest_pose();
            for (local, angle) in pose.locals.iter_mut().zip(start) {
                local.rotation = Quat::from_rotation_z(angle);
            }
            let report =
                Dls::default().solve(&chain, &Goal::position(5, target), &mut pose).unwrap();
            assert_eq!(
                (report.outcome, report.restarts),
                (Outcome::Reached, 0),
                "step {step} from {start:?}"
            );
            assert!(tip(&skeleton, &pose).distance(target) < 1e-4 * 1.5 + 1e-6);
            assert_limits_hold(&limits, &pose);
            for (one, other) in last.iter().flat_map(|last| last.locals.iter().zip(&pose.locals)) {
                let turn = one.rotation.angle_between(other.rotation).to_degrees();
                assert!(turn < 3.0, "{turn}° in step {step} from {start:?}");
            }
            last = Some(pose);
        }
    }
}

/// If a joint's first and last angle have the same axis, only their sum is known, and the last may
/// be locked.
#[test]
fn a_met_goal_changes_no_bit_at_gimbal_lock() {
    let skeleton = straight(Vec3::NEG_Y, &[0.05, 0.03]);
    let (min, max) = (Vec3::new(-90.0, 0.0, -20.0), Vec3::new(20.0, 0.0, 20.0));
    let spread = EulerBox {
        frame: Quat::IDENTITY,
        order: EulerOrder::Zxy,
        min: min * 1_f32.to_radians(),
        max: max * 1_f32.to_radians(),
    };
    let limits = vec![
        Some(Limit::EulerBox(spread)),
        Some(Limit::Hinge(Hinge { axis: Vec3::NEG_X, min: 0.0, max: 1.7 })),
        None,
    ];
    let chain = Chain::new(&skeleton, 0, 2).unwrap().with_limits(&limits).unwrap();
    for case in 0..2_000 {
        let mut pose = skeleton.rest_pose();
        let sideways = Quat::from_rotation_z((-20.0 + 0.02 * case as f32).to_radians());
        let down = -std::f32::consts::FRAC_PI_2 + 1e-6 * (case % 40) as f32 * (case % 40) as f32;
        pose.locals[0].rotation = sideways * Quat::from_rotation_x(down);
        pose.locals[1].rotation = Quat::from_rotation_x(-0.4);
        let before = pose.clone();
        let report = Dls::default()
            .solve(&chain, &Goal::position(2, tip(&skeleton, &pose)), &mut pose)
            .unwrap();
        assert_eq!((report.outcome, report.iterations), (Outcome::Reached, 0), "{case}");
        assert_eq!(pose, before, "{case}");
    }
}

/// The frame is a joint beside the chain, rotated and moved.
#[test]
fn a_goal_in_the_frame_of_a_joint_is_met_there() {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", Transform::from_translation(Vec3::new(0.1, 1.0, 0.2)));
    let frame = builder.child(
        root,
        "frame",
        Transform::from_translation_rotation(Vec3::X * 0.3, Quat::from_rotation_z(0.7)),
    );
    let shoulder = builder.child(root, "shoulder", Transform::from_translation(Vec3::Y * 0.1));
    let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::Y * 0.3));
    let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::Y * 0.25));
    let skeleton = builder.build().unwrap();
    let chain = Chain::new(&skeleton, shoulder, hand).unwrap();
    let place = Vec3::new(0.05, 0.1, 0.1);
    let goal = Goal::position(hand, place).with_relative_to(frame);
    let target = skeleton.forward(&skeleton.rest_pose())[frame].transform_point3(place);
    for name in ["auto", "two-bone", "ccd", "fabrik", "dls"] {
        let mut pose = skeleton.rest_pose();
        let report = Solver::from_name(name).unwrap().solve(&chain, &goal, &mut pose).unwrap();
        assert_eq!(report.outcome, Outcome::Reached, "{name}");
        let off = skeleton.forward(&pose)[hand].translation.distance(target);
        assert!(off < 1e-4, "{name}: {off}");
        let near = goal.with_radius(0.1);
        let mut pose = skeleton.rest_pose();
        Solver::from_name(name).unwrap().solve(&chain, &near, &mut pose).unwrap();
        let off = skeleton.forward(&pose)[hand].translation.distance(target);
        assert!((0.05..0.1001).contains(&off), "{name}: {off} of a radius of 0.1");
    }
}
