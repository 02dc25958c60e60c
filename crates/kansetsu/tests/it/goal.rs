//! Every kind of goal, by every solver that supports it.

use kansetsu::d3::{
    Chain, Goal, Outcome, Pose, Region, Skeleton,
    solve::{Body, Root, Solver, WholeBody},
};
use kansetsu::glam::{Affine3, Vec3};

use crate::{build::straight, random::Random};

/// A chain of four segments in a random pose, and the position and rotation of its tip in another
/// pose.
fn problem(random: &mut Random) -> (Skeleton, Chain, Pose, Affine3) {
    let skeleton = straight(Vec3::Y, &[0.4, 0.3, 0.35, 0.2]);
    let chain = Chain::new(&skeleton, 0, 4).unwrap();
    let mut posed = |amount: f32| {
        let mut pose = skeleton.rest_pose();
        pose.locals
            .iter_mut()
            .for_each(|local| local.rotation = local.rotation.slerp(random.rotation(), amount));
        pose
    };
    let start = posed(0.3);
    let wanted = skeleton.forward(&posed(0.4))[4];
    (skeleton, chain, start, wanted)
}

/// Solves with every solver and with the whole body; returns the tip's frame of each.
fn solve_all(
    skeleton: &Skeleton,
    chain: &Chain,
    start: &Pose,
    goal: Goal,
    names: &[&str],
) -> Vec<(String, Affine3)> {
    let mut frames = Vec::new();
    for name in names {
        let mut pose = start.clone();
        let report = if *name == "whole body" {
            let solver = WholeBody { root: Root::Rotates, ..WholeBody::default() };
            solver.solve(&Body::new(skeleton), &[goal], &mut pose).unwrap()
        } else {
            Solver::from_name(name).unwrap().solve(chain, &goal, &mut pose).unwrap()
        };
        // FABRIK and CCD converge slowly near full reach and may run out of rounds there.
        if report.outcome == Outcome::Stalled && ["fabrik", "ccd"].contains(name) {
            assert!(report.distance() < 0.05, "{name}: {report:?}");
            continue;
        }
        assert_eq!(report.outcome, Outcome::Reached, "{name}: {report:?}");
        frames.push(((*name).to_owned(), skeleton.forward(&pose)[4]));
    }
    frames
}

#[test]
fn a_point_off_the_joint_reaches() {
    let mut random = Random::new(31);
    for _ in 0..200 {
        let (skeleton, chain, start, wanted) = problem(&mut random);
        let offset = random.direction() * 0.1;
        let target = wanted.transform_point3(offset);
        let goal = Goal::position(4, target).with_offset(offset);
        for (name, frame) in
            solve_all(&skeleton, &chain, &start, goal, &["auto", "dls", "fabrik", "whole body"])
        {
            assert!(frame.transform_point3(offset).distance(target) < 1e-3, "{name}");
        }
    }
}

#[test]
fn a_line_and_a_plane_leave_the_rest_free() {
    let mut random = Random::new(32);
    for _ in 0..200 {
        let (skeleton, chain, start, wanted) = problem(&mut random);
        let (point, direction) = (wanted.translation, random.direction());
        let on_line = Goal::position(4, point).with_region(Region::Line(direction * 3.0));
        let in_plane = Goal::position(4, point).with_region(Region::Plane(direction * 0.2));
        for (name, frame) in solve_all(&skeleton, &chain, &start, on_line, &["dls", "whole body"]) {
            let off = frame.translation - point;
            assert!((off - direction * off.dot(direction)).length() < 1e-3, "{name}");
        }
        for (name, frame) in solve_all(&skeleton, &chain, &start, in_plane, &["dls", "whole body"])
        {
            assert!((frame.translation - point).dot(direction).abs() < 1e-3, "{name}");
        }
    }
}

#[test]
fn an_axis_points_and_looks_without_fixing_the_turn_about_it() {
    let mut random = Random::new(33);
    for _ in 0..200 {
        let (skeleton, chain, start, wanted) = problem(&mut random);
        let (axis, direction) = (random.direction(), random.direction());
        let goal = Goal::position(4, wanted.translation).with_axis(axis * 2.0, direction * 0.5);
        for (name, frame) in solve_all(
            &skeleton,
            &chain,
            &start,
            goal,
            &["auto", "dls", "fabrik", "ccd", "whole body"],
        ) {
            assert!((frame.transform_vector3(axis).cross(direction)).length() < 3e-3, "{name}");
            assert!(
                frame.transform_vector3(axis).dot(direction) > 0.0
                    && frame.translation.distance(wanted.translation) < 1e-3,
                "{name}"
            );
        }
        let target = random.direction() * 2.0;
        let goal = Goal::look_at(4, axis, target);
        for (name, frame) in solve_all(&skeleton, &chain, &start, goal, &["dls", "whole body"]) {
            let to = (target - frame.translation).normalize();
            assert!((frame.transform_vector3(axis) - to).length() < 3e-3, "{name}");
        }
    }
}

#[test]
fn weights_decide_who_gives_way_and_pins_never_do() {
    let mut random = Random::new(34);
    // A root with two arms; the targets of the tips are further apart than the arms are long.
    let mut builder = Skeleton::builder();
    let root = builder.root("root", kansetsu::d3::Transform::IDENTITY);
    let segment = |direction: Vec3| kansetsu::d3::Transform::from_translation(direction);
    let left = builder.child(root, "left", segment(Vec3::X * 0.1));
    let left_middle = builder.child(left, "left middle", segment(Vec3::new(0.3, -0.1, 0.0)));
    let left_tip = builder.child(left_middle, "left tip", segment(Vec3::new(0.3, 0.1, 0.0)));
    let right = builder.child(root, "right", segment(Vec3::X * -0.1));
    let right_middle = builder.child(right, "right middle", segment(Vec3::new(-0.3, -0.1, 0.0)));
    let right_tip = builder.child(right_middle, "right tip", segment(Vec3::new(-0.3, 0.1, 0.0)));
    let skeleton = builder.build().unwrap();
    let body = Body::new(&skeleton);
    let solver = WholeBody { root: Root::Free, ..WholeBody::default() };
    for _ in 0..100 {
        let apart = random.direction() * random.range(1.0, 2.0);
        let center = random.direction() * 0.3;
        let (a, b) = (
            Goal::position(left_tip, center + apart),
            Goal::position(right_tip, center - apart).pinned(),
        );
        let mut pose = skeleton.rest_pose();
        let report = solver.solve(&body, &[a, b], &mut pose).unwrap();
        assert!(
            report.goals[1].distance <= 1e-5,
            "the pin slipped by {}",
            report.goals[1].distance
        );
        assert!(report.goals[0].distance > 0.1 && report.outcome != Outcome::Reached);
        assert_eq!(report.active_pins, [right_tip]);
        let frames = skeleton.forward(&pose);
        assert!(
            (frames[right_tip].translation.distance(center - apart) - report.goals[1].distance)
                .abs()
                < 1e-5
        );
        let too_far = [
            Goal::position(right_tip, Vec3::X * -5.0).pinned(),
            Goal::position(left_tip, Vec3::X * 0.6).pinned(),
        ];
        let report =
            WholeBody::default().solve(&body, &too_far, &mut skeleton.rest_pose()).unwrap();
        assert!(
            !report.active_pins.contains(&right_tip) && report.goals[0].distance > 1.0,
            "{report:?}"
        );
    }
}

#[test]
fn malformed_goals_are_refused_and_nothing_moves() {
    let skeleton = straight(Vec3::Y, &[0.4, 0.3]);
    let body = Body::new(&skeleton);
    let chain = Chain::new(&skeleton, 0, 2).unwrap();
    let nan = Vec3::new(f32::NAN, 0.0, 0.0);
    let good = Goal::position(2, Vec3::ONE * 0.2);
    let bad = [
        Goal::position(2, nan),
        good.with_offset(nan),
        good.with_pole(nan),
        good.with_weight(0.0),
        good.with_weight(-1.0),
        good.with_weight(f32::NAN),
        good.with_region(Region::Line(Vec3::ZERO)),
        good.with_region(Region::Plane(nan)),
        good.with_axis(Vec3::ZERO, Vec3::X),
        good.with_axis(Vec3::X, nan),
        Goal::look_at(2, Vec3::X, nan),
    ];
    for goal in bad {
        let mut pose = skeleton.rest_pose();
        assert!(WholeBody::default().solve(&body, &[good, goal], &mut pose).is_err(), "{goal:?}");
        for name in Solver::NAMES {
            assert!(
                Solver::from_name(name).unwrap().solve(&chain, &goal, &mut pose).is_err(),
                "{name}: {goal:?}"
            );
        }
        assert_eq!(pose, skeleton.rest_pose());
    }
    let mut pose = skeleton.rest_pose();
    assert!(WholeBody::default().solve(&body, &[Goal::position(7, Vec3::ONE)], &mut pose).is_err());
    assert!(WholeBody::default().solve(&body, &[], &mut pose).is_ok());
    assert_eq!(pose, skeleton.rest_pose());
}

#[test]
fn a_message_says_what_a_weight_may_be() {
    let refused = Goal::position(0, Vec3::ZERO).with_weight(0.0).check().unwrap_err();
    assert_eq!(refused.to_string(), "the goal's weight is 0; it must be more than 0");
}
