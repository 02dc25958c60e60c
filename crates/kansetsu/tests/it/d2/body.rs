//! Several goals over a whole body in the plane, aims, and goals with more than a position.

use kansetsu::Error;
use kansetsu::d2::{
    Chain, Goal, Interval, Outcome, Pose, Region, Skeleton, Transform, angle_of,
    solve::{Aim, AimChain, Auto, Body, FabrikTree, Root, Scope, Solver, TwoBone, WholeBody},
};
use kansetsu::glam::Vec2;

use super::{direction, random_pose, straight};
use crate::random::Random;

/// A paper figure: hips with a trunk and a head, two arms and two legs of two segments each.
/// Returns the ends.
fn figure() -> (Skeleton, [usize; 5]) {
    let at = |x: f32, y: f32| Transform::from_translation(Vec2::new(x, y));
    let mut builder = Skeleton::builder();
    let hips = builder.root("hips", at(0.2, 1.0));
    let chest = builder.child(hips, "chest", at(0.0, 0.5));
    let head = builder.child(chest, "head", at(0.0, 0.25));
    let mut limb = |from: usize, start: Vec2, way: Vec2| {
        let first = builder.child(from, "first", Transform::from_translation(start));
        let second = builder.child(first, "second", Transform::from_translation(way));
        builder.child(second, "end", Transform::from_translation(way))
    };
    let left = limb(chest, Vec2::new(-0.2, 0.0), Vec2::new(-0.3, 0.0));
    let right = limb(chest, Vec2::new(0.2, 0.0), Vec2::new(0.3, 0.0));
    let left_foot = limb(hips, Vec2::new(-0.1, 0.0), Vec2::new(0.0, -0.45));
    let right_foot = limb(hips, Vec2::new(0.1, 0.0), Vec2::new(0.0, -0.45));
    let skeleton = builder.build().unwrap();
    (skeleton, [head, left, right, left_foot, right_foot])
}

fn place(skeleton: &Skeleton, pose: &Pose, joint: usize) -> Vec2 {
    skeleton.forward(pose)[joint].translation
}

#[test]
fn five_goals_are_met_inside_limits() {
    let (skeleton, ends) = figure();
    let limits = vec![Some(Interval::new(-1.2, 1.3)); skeleton.len()];
    let body = Body::new(&skeleton).with_limits(&limits).unwrap();
    let mut random = Random::new(31);
    for solver in [
        Solver::WholeBody(WholeBody {
            root: Root::Free,
            max_restarts: 8,
            max_steps: 500,
            ..WholeBody::default()
        }),
        Solver::FabrikTree(FabrikTree { root: Root::Free, ..FabrikTree::default() }),
    ] {
        let mut missed = 0;
        for _ in 0..200 {
            let wanted = random_pose(&mut random, &skeleton, &limits);
            let goals = ends.map(|end| Goal::position(end, place(&skeleton, &wanted, end)));
            let mut pose = skeleton.rest_pose();
            let report = solver.solve_body(&body, &goals, &mut pose).unwrap();
            let off = goals
                .iter()
                .map(|goal| place(&skeleton, &pose, goal.joint).distance(goal.position.unwrap()))
                .fold(0.0, f32::max);
            assert!((off - report.distance()).abs() < 1e-6);
            for (joint, local) in pose.locals.iter().enumerate() {
                assert!(
                    limits[joint]
                        .unwrap()
                        .violation(local.rotation - skeleton.joints()[joint].rest.rotation)
                        < 1e-6
                );
                assert!(
                    joint == 0 || local.translation == skeleton.joints()[joint].rest.translation,
                    "lengths stay"
                );
            }
            missed += usize::from(off > 1e-3);
            if off < 1e-6 {
                let solved = pose.clone();
                solver.solve_body(&body, &goals, &mut pose).unwrap();
                assert_eq!(pose, solved, "nothing moves when the goals are met");
            }
        }
        // FABRIK has no restarts.
        let most = if solver.name() == "fabrik-tree" { 10 } else { 2 };
        assert!(missed <= most, "{} misses {missed} of 200", solver.name());
    }
}

#[test]
fn pins_hold_and_the_heavier_goal_wins() {
    let (skeleton, [_, left, right, left_foot, right_foot]) = figure();
    let body = Body::new(&skeleton);
    let rest = skeleton.rest_pose();
    let pins = [left_foot, right_foot]
        .map(|foot| Goal::position(foot, place(&skeleton, &rest, foot)).pinned());
    let mut pose = rest.clone();
    let free = WholeBody { root: Root::Free, ..WholeBody::default() };
    let goals = [Goal::position(left, Vec2::new(-1.2, 0.9)), pins[0], pins[1]];
    let report = free.solve(&body, &goals, &mut pose).unwrap();
    assert!(report.goals[1].distance.max(report.goals[2].distance) < 1e-5, "{report:?}");
    let miss = |weights: [f32; 2]| {
        // The targets of two hands are three metres apart.
        let goals = [
            Goal::position(left, Vec2::new(-1.5, 1.5)).with_weight(weights[0]),
            Goal::position(right, Vec2::new(1.9, 1.5)).with_weight(weights[1]),
        ];
        free.solve(&body, &goals, &mut rest.clone()).unwrap().goals[0].distance
    };
    assert!(miss([20.0, 1.0]) < 0.2 * miss([1.0, 20.0]));
    let stiff = Body::new(&skeleton).with_locked(1);
    let mut pose = rest.clone();
    WholeBody { root: Root::Rotates, ..WholeBody::default() }
        .solve(&stiff, &[Goal::position(left, Vec2::new(-0.4, 1.9))], &mut pose)
        .unwrap();
    assert_eq!(pose.locals[1], rest.locals[1]);
    assert!(Body::new(&skeleton).with_stiffness(&[1.0]).is_err());
}

#[test]
fn bad_input_to_a_body_is_an_error_and_the_pose_is_untouched() {
    let (skeleton, [head, ..]) = figure();
    let body = Body::new(&skeleton);
    for name in Solver::NAMES {
        let solver = Solver::from_name(name).unwrap();
        let mut pose = skeleton.rest_pose();
        let before = pose.clone();
        let mut fails = |goal: Goal| {
            let error = solver.solve_body(&body, &[goal], &mut pose).unwrap_err();
            assert_eq!(pose, before, "{name}");
            error
        };
        if solver.scope() == Scope::Chain {
            assert!(matches!(fails(Goal::position(head, Vec2::Y)), Error::Unsupported { .. }));
            continue;
        }
        assert!(matches!(fails(Goal::position(99, Vec2::Y)), Error::JointOutOfRange { .. }));
        assert!(matches!(fails(Goal::position(head, Vec2::NAN)), Error::InvalidNumber { .. }));
        assert!(matches!(
            fails(Goal::position(head, Vec2::Y).with_weight(0.0)),
            Error::OutOfRange { .. }
        ));
        assert!(matches!(
            fails(Goal::position(head, Vec2::Y).with_region(Region::Line(Vec2::ZERO))),
            Error::InvalidNumber { .. }
        ));
        pose.locals[1].rotation = f32::NAN;
        assert!(matches!(
            solver.solve_body(&body, &[Goal::position(head, Vec2::Y)], &mut pose),
            Err(Error::InvalidTransform { .. })
        ));
        assert!(matches!(
            solver.solve_body(&body, &[], &mut Pose::default()),
            Err(Error::PoseMismatch { .. })
        ));
    }
}

#[test]
fn a_point_beside_the_tip_reaches_a_line_or_looks_while_it_reaches() {
    let mut random = Random::new(32);
    let skeleton = straight(Transform::from_translation_rotation(Vec2::ONE, 0.4), &[0.5, 0.4, 0.3]);
    let last = skeleton.len() - 1;
    let chains = [Chain::new(&skeleton, 1, last).unwrap(), Chain::new(&skeleton, 2, last).unwrap()];
    for _ in 0..300 {
        let wanted = random_pose(
            &mut random,
            &skeleton,
            &vec![Some(Interval::new(-1.5, 1.5)); skeleton.len()],
        );
        let offset = direction(&mut random) * 0.1;
        for chain in &chains {
            // Joints above the chain's base stay.
            let mut start = skeleton.rest_pose();
            start.locals[1] = wanted.locals[1];
            let model_from_tip = skeleton.forward(&wanted)[last];
            let target = model_from_tip.transform_point2(offset);
            let at = Goal::position(last, target).with_offset(offset);
            let mut pose = start.clone();
            let turned = Auto::default()
                .solve(chain, &at.with_orientation(angle_of(&model_from_tip)), &mut pose)
                .unwrap();
            let tip = skeleton.forward(&pose)[last];
            assert!(
                tip.transform_point2(offset).distance(target) < 1e-3 && turned.angle() < 2e-3,
                "{turned:?}"
            );
            let mut pose = start.clone();
            let look = Goal {
                orientation: Goal::look_at(
                    last,
                    Vec2::X,
                    target + model_from_tip.matrix2 * Vec2::X,
                )
                .orientation,
                ..at
            };
            let report = Auto::default().solve(chain, &look, &mut pose).unwrap();
            let tip = skeleton.forward(&pose)[last];
            assert!(tip.transform_point2(offset).distance(target) < 1e-3, "{report:?}");
            assert!(
                (tip.matrix2 * Vec2::X).distance(model_from_tip.matrix2 * Vec2::X) < 2e-3
                    && report.angle() < 2e-3
            );
            let mut pose = start.clone();
            let line = direction(&mut random);
            Auto::default().solve(chain, &at.with_region(Region::Line(line)), &mut pose).unwrap();
            let off =
                (skeleton.forward(&pose)[last].transform_point2(offset) - target).perp_dot(line);
            assert!(off.abs() < 1e-3, "{off}");
        }
    }
}

#[test]
fn two_bones_take_an_offset_in_closed_form() {
    let skeleton = straight(Transform::IDENTITY, &[0.5, 0.4]);
    let chain = Chain::new(&skeleton, 1, 3).unwrap();
    let mut pose = skeleton.rest_pose();
    let goal = Goal::position(3, Vec2::new(0.3, 0.6)).with_offset(Vec2::new(0.1, 0.05));
    let report = TwoBone::default().solve(&chain, &goal, &mut pose).unwrap();
    assert_eq!((report.outcome, report.iterations), (Outcome::Reached, 0));
    assert!(
        skeleton.forward(&pose)[3].transform_point2(goal.offset).distance(Vec2::new(0.3, 0.6))
            < 1e-5
    );
    assert_eq!(pose.locals[3], skeleton.rest_pose().locals[3], "the tip keeps its rotation");
}

#[test]
fn turrets_aim_from_beside_the_joint_and_inside_their_limits() {
    let mut random = Random::new(33);
    let skeleton = straight(Transform::from_translation_rotation(Vec2::ONE, 1.0), &[0.5, 0.4, 0.3]);
    let last = skeleton.len() - 1;
    let chain = Chain::new(&skeleton, 1, last).unwrap();
    let limited =
        chain.clone().with_limits(&vec![Some(Interval::new(-0.7, 0.7)); skeleton.len()]).unwrap();
    for number in 0..2000 {
        let mut pose = random_pose(&mut random, &skeleton, &vec![None; skeleton.len()]);
        let before = pose.clone();
        let (axis, offset) = (direction(&mut random), direction(&mut random) * 0.2);
        // The last one is exactly behind.
        let away = if number == 0 { -0.5 } else { random.range(0.3, 3.0) };
        let joint = skeleton.forward(&pose)[last];
        let target = joint.translation
            + if number == 0 { joint.matrix2 * axis * away } else { direction(&mut random) * away };
        let goal = Goal::look_at(last, axis, target).with_offset(if number == 0 {
            Vec2::ZERO
        } else {
            offset
        });
        let report = Aim::default().solve(&chain, &goal, &mut pose).unwrap();
        assert_eq!(report.outcome, Outcome::Reached);
        let tip = skeleton.forward(&pose)[last];
        let seen = target - tip.transform_point2(goal.offset);
        let miss = between(tip.matrix2 * axis, seen);
        assert!(miss < 2e-5 && report.angle() < 2e-5, "{miss}");
        assert!((1..last).all(|joint| pose.locals[joint] == before.locals[joint]));
        let far = Goal::look_at(last, axis, Vec2::ONE + direction(&mut random) * 9.0);
        let mut pose = skeleton.rest_pose();
        let report = AimChain::default().solve(&limited, &far, &mut pose).unwrap();
        assert!(pose.locals.iter().skip(1).all(|local| local.rotation.abs() <= 0.7 + 1e-6));
        let tip = skeleton.forward(&pose)[last];
        let miss = between(tip.matrix2 * axis, far_target(&far) - tip.translation);
        assert!((miss - report.angle()).abs() < 1e-5);
        assert!(if report.outcome == Outcome::Reached {
            miss < 2e-4
        } else {
            report.outcome == Outcome::Limited
        });
    }
    assert!(matches!(
        Aim::default().solve(&chain, &Goal::orientation(last, 1.0), &mut skeleton.rest_pose()),
        Err(Error::Unsupported { .. })
    ));
}

fn between(a: Vec2, b: Vec2) -> f32 {
    a.perp_dot(b).atan2(a.dot(b)).abs()
}

fn far_target(goal: &Goal) -> Vec2 {
    match goal.orientation {
        Some(kansetsu::d2::Orientation::LookAt { target, .. }) => target,
        _ => Vec2::ZERO,
    }
}
