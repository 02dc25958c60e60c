//! FABRIK on trees with several goals.

use kansetsu::Error;
use kansetsu::d3::{
    Goal, Limit, Outcome, Pose, Region, Report, Skeleton, Transform,
    limit::{Hinge, SwingTwist},
    rotation_of,
    solve::{Body, FabrikTree, Root, Scratch},
};
use kansetsu::glam::{Quat, Vec3};

use crate::random::Random;

/// A tree with a mannequin's proportions, its limits, and the joints that reach: head, hands, feet.
struct Mannequin {
    skeleton: Skeleton,
    limits: Vec<Option<Limit>>,
    ends: Vec<usize>,
}

fn ball(along: Vec3, swing: f32, twist: f32) -> Option<Limit> {
    Some(Limit::SwingTwist(SwingTwist::cone(along, swing, -twist, twist)))
}

fn hinge(axis: Vec3, max: f32) -> Option<Limit> {
    Some(Limit::Hinge(Hinge { axis, min: 0.0, max }))
}

impl Mannequin {
    fn new(hips: Transform) -> Self {
        let mut builder = Skeleton::builder();
        let mut limits = vec![None];
        let mut ends = Vec::new();
        let mut last = builder.root("hips", hips);
        let root = last;
        let mut add = |parent: usize, way: Vec3, limit: Option<Limit>| {
            limits.push(limit);
            builder.child(parent, "", Transform::from_translation(way))
        };
        for _ in 0..3 {
            last = add(last, Vec3::Y * 0.13, ball(Vec3::Y, 0.5, 0.5));
        }
        let chest = last;
        let neck = add(chest, Vec3::Y * 0.2, ball(Vec3::Y, 0.7, 0.8));
        ends.push(add(neck, Vec3::Y * 0.15, ball(Vec3::Y, 0.7, 0.8)));
        for side in [1.0, -1.0] {
            let out = Vec3::X * side;
            let clavicle = add(chest, out * 0.04 + Vec3::Y * 0.12, ball(out, 0.4, 0.2));
            let shoulder = add(clavicle, out * 0.14, ball(out, 1.6, 1.2));
            let elbow = add(shoulder, out * 0.28, hinge(Vec3::Y * -side, 2.5));
            ends.push(add(elbow, out * 0.25, ball(out, 1.0, 1.0)));
        }
        for side in [1.0, -1.0] {
            let hip = add(root, Vec3::X * 0.1 * side, ball(Vec3::NEG_Y, 1.2, 0.7));
            let knee = add(hip, Vec3::NEG_Y * 0.43, hinge(Vec3::X, 2.4));
            ends.push(add(knee, Vec3::NEG_Y * 0.42, ball(Vec3::NEG_Y, 0.6, 0.4)));
        }
        Self { skeleton: builder.build().unwrap(), limits, ends }
    }

    fn body(&self) -> Body {
        Body::new(&self.skeleton)
    }

    fn limited(&self) -> Body {
        self.body().with_limits(&self.limits).unwrap()
    }

    /// Joints rotated by at most `most` radians, elbows and knees bent to their side.
    fn random_pose(&self, random: &mut Random, most: f32) -> Pose {
        let mut pose = self.skeleton.rest_pose();
        for (local, limit) in pose.locals.iter_mut().zip(&self.limits).skip(1) {
            local.rotation = match limit {
                Some(Limit::Hinge(hinge)) => {
                    Quat::from_axis_angle(hinge.axis, random.range(0.1, 0.9) * hinge.max)
                }
                Some(limit) => limit
                    .project(Quat::from_scaled_axis(random.direction() * random.range(0.0, most))),
                None => local.rotation,
            };
        }
        pose
    }

    fn goals(&self, pose: &Pose) -> Vec<Goal> {
        let model = self.skeleton.forward(pose);
        self.ends.iter().map(|&joint| Goal::position(joint, model[joint].translation)).collect()
    }

    /// Whether every goal's joint is within 1 mm, by forward kinematics.
    fn reaches(&self, pose: &Pose, goals: &[Goal]) -> bool {
        let model = self.skeleton.forward(pose);
        goals
            .iter()
            .all(|goal| model[goal.joint].translation.distance(goal.position.unwrap()) <= 1e-3)
    }

    fn assert_limits_hold(&self, pose: &Pose) {
        for (joint, (limit, local)) in self.limits.iter().zip(&pose.locals).enumerate() {
            assert!(local.rotation.is_finite());
            let violation = limit.as_ref().map_or(0.0, |limit| limit.violation(local.rotation));
            assert!(violation < 1e-4, "joint {joint}: {violation}");
        }
    }

    /// The report equals forward kinematics.
    fn assert_report_is_true(&self, pose: &Pose, goals: &[Goal], report: &Report) {
        let model = self.skeleton.forward(pose);
        for (goal, entry) in goals.iter().zip(&report.goals) {
            let reached = model[goal.joint].transform_point3(goal.offset);
            assert!(reached.distance(entry.reached) < 1e-5, "{reached} but {}", entry.reached);
        }
    }
}

/// The result of FABRIK alone.
fn pure(max_iterations: usize) -> FabrikTree {
    FabrikTree { max_iterations, polish_iterations: 0, ..FabrikTree::default() }
}

/// The number of 1,000 random poses' goals that are reached from rest.
fn reached(
    solver: &FabrikTree,
    mannequin: &Mannequin,
    body: &Body,
    seed: u64,
    check: impl Fn(&Pose),
) -> usize {
    let (mut random, mut scratch) = (Random::new(seed), Scratch::default());
    (0..1_000)
        .filter(|_| {
            let goals = mannequin.goals(&mannequin.random_pose(&mut random, 1.0));
            let mut pose = mannequin.skeleton.rest_pose();
            let report = solver.solve_with(body, &goals, &mut pose, &mut scratch).unwrap();
            mannequin.assert_report_is_true(&pose, &goals, report);
            check(&pose);
            mannequin.reaches(&pose, &goals)
        })
        .count()
}

#[test]
fn five_goals_are_met_by_the_rotations_that_are_returned() {
    let mannequin = Mannequin::new(Transform::IDENTITY);
    let count = reached(&FabrikTree::default(), &mannequin, &mannequin.body(), 1, |_| {});
    assert!(count >= 990, "{count} of 1000 without limits");
    let limits_hold = |pose: &Pose| mannequin.assert_limits_hold(pose);
    let count = reached(&FabrikTree::default(), &mannequin, &mannequin.limited(), 2, limits_hold);
    assert!(count >= 990, "{count} of 1000 with limits");
}

#[test]
fn without_a_polish_it_comes_as_far_as_its_documentation_says() {
    let mannequin = Mannequin::new(Transform::IDENTITY);
    let count = reached(&pure(100), &mannequin, &mannequin.body(), 1, |_| {});
    assert!(count >= 950, "{count} of 1000 in 100 rounds");
    let limits_hold = |pose: &Pose| mannequin.assert_limits_hold(pose);
    let count = reached(&pure(1_000), &mannequin, &mannequin.limited(), 2, limits_hold);
    assert!(count >= 620, "{count} of 1000 with limits in 1,000 rounds");
}

#[test]
fn from_any_pose_more_rounds_never_end_farther_away() {
    let mannequin = Mannequin::new(Transform::IDENTITY);
    let body = mannequin.limited();
    let mut random = Random::new(3);
    for _ in 0..100 {
        let goals = mannequin.goals(&mannequin.random_pose(&mut random, 1.0));
        let start = mannequin.random_pose(&mut random, 1.0);
        let mut last = f32::INFINITY;
        for rounds in [0, 1, 2, 5, 20, 60] {
            let mut pose = start.clone();
            let report = pure(rounds).solve(&body, &goals, &mut pose).unwrap();
            mannequin.assert_limits_hold(&pose);
            let squared: f32 = report.goals.iter().map(|goal| goal.distance * goal.distance).sum();
            assert!(
                report.iterations <= rounds && squared <= last + 1e-6,
                "{squared} after {rounds} rounds, {last} before"
            );
            last = squared;
        }
    }
}

#[test]
fn a_free_root_follows_its_goals() {
    let mannequin = Mannequin::new(Transform::IDENTITY);
    let solver = FabrikTree { root: Root::Free, ..FabrikTree::default() };
    let mut random = Random::new(4);
    let mut missed = 0;
    for _ in 0..200 {
        let mut wanted = mannequin.random_pose(&mut random, 0.8);
        wanted.locals[0] =
            Transform::from_translation_rotation(random.direction() * 2.0, random.rotation());
        let goals = mannequin.goals(&wanted);
        let mut pose = mannequin.skeleton.rest_pose();
        solver.solve(&mannequin.limited(), &goals, &mut pose).unwrap();
        mannequin.assert_limits_hold(&pose);
        missed += usize::from(!mannequin.reaches(&pose, &goals));
        let mut held = mannequin.skeleton.rest_pose();
        FabrikTree { root: Root::Rotates, ..solver }
            .solve(&mannequin.limited(), &goals, &mut held)
            .unwrap();
        assert_eq!(held.locals[0].translation, Vec3::ZERO);
    }
    assert!(missed <= 4, "{missed} of 200 missed");
}

#[test]
fn orientations_lines_and_offsets_are_goals_too() {
    let mannequin = Mannequin::new(Transform::IDENTITY);
    let body = mannequin.limited();
    let mut random = Random::new(5);
    let mut missed = 0;
    for _ in 0..300 {
        let model = mannequin.skeleton.forward(&mannequin.random_pose(&mut random, 0.6));
        let [head, hand, other, foot, _] = mannequin.ends[..] else { panic!("five ends") };
        let offset = Vec3::new(0.0, 0.05, 0.1);
        let goals = [
            Goal::look_at(head, Vec3::Z, model[head].transform_point3(Vec3::Z * 2.0)),
            Goal::position(hand, model[hand].translation)
                .with_orientation(rotation_of(&model[hand])),
            Goal::position(other, model[other].transform_point3(offset)).with_offset(offset),
            Goal::position(foot, model[foot].translation)
                .with_region(Region::Plane(Vec3::Y))
                .with_weight(2.0),
        ];
        let mut pose = mannequin.skeleton.rest_pose();
        let report = FabrikTree::default().solve(&body, &goals, &mut pose).unwrap();
        mannequin.assert_limits_hold(&pose);
        mannequin.assert_report_is_true(&pose, &goals, &report);
        let got = mannequin.skeleton.forward(&pose);
        let is_met = report.distance() < 1e-3
            && rotation_of(&got[hand]).angle_between(rotation_of(&model[hand])) < 0.01;
        assert_eq!(is_met, report.outcome == Outcome::Reached, "{report:?}");
        missed += usize::from(!is_met);
    }
    assert!(missed <= 3, "{missed} of 300 missed");
}

#[test]
fn scaled_and_mirrored_trees_are_right() {
    let mut random = Random::new(6);
    for scale in [
        Vec3::splat(1e-3),
        Vec3::splat(50.0),
        Vec3::new(-1.0, 1.0, 1.0),
        Vec3::new(2.0, -2.0, -2.0),
        Vec3::splat(-0.5),
    ] {
        let hips =
            Transform { translation: random.direction(), rotation: random.rotation(), scale };
        let mannequin = Mannequin::new(hips);
        let size = scale.x.abs();
        for _ in 0..50 {
            let goals = mannequin.goals(&mannequin.random_pose(&mut random, 0.8));
            let mut pose = mannequin.skeleton.rest_pose();
            let solver = FabrikTree {
                max_iterations: 1_000,
                polish_iterations: 0,
                tolerance: 1e-4,
                ..FabrikTree::default()
            };
            let report = solver.solve(&mannequin.body(), &goals, &mut pose).unwrap();
            let model = mannequin.skeleton.forward(&pose);
            for goal in &goals {
                let distance = model[goal.joint].translation.distance(goal.position.unwrap());
                assert!(distance < 1e-3 * size + 1e-6, "{scale}: {distance}, {report:?}");
            }
        }
    }
}

#[test]
fn a_met_goal_changes_no_bit() {
    let mannequin = Mannequin::new(Transform::IDENTITY);
    let mut random = Random::new(7);
    for _ in 0..100 {
        let mut pose = mannequin.random_pose(&mut random, 0.5);
        let before = pose.clone();
        let goals = mannequin.goals(&pose);
        let report = FabrikTree::default().solve(&mannequin.body(), &goals, &mut pose).unwrap();
        assert_eq!((report.outcome, report.iterations), (Outcome::Reached, 0));
        assert_eq!(pose, before);
    }
}

#[test]
fn a_straight_line_does_not_deadlock() {
    let skeleton = crate::build::straight(Vec3::Y, &[0.3; 4]);
    for along in [0.8, 0.3, -0.5] {
        let mut pose = skeleton.rest_pose();
        let solver = FabrikTree { root: Root::Rotates, ..pure(200) };
        let report = solver
            .solve(&Body::new(&skeleton), &[Goal::position(4, Vec3::Y * along)], &mut pose)
            .unwrap();
        assert_eq!(report.outcome, Outcome::Reached, "{along}: {report:?}");
    }
}

#[test]
fn unreachable_goals_end_and_leave_other_limbs_alone() {
    let mannequin = Mannequin::new(Transform::IDENTITY);
    let mut random = Random::new(8);
    for _ in 0..100 {
        let mut goals = mannequin.goals(&mannequin.random_pose(&mut random, 0.6));
        goals[1] = Goal::position(goals[1].joint, Vec3::new(random.range(1.0, 1.5), 0.6, 0.2));
        let mut pose = mannequin.skeleton.rest_pose();
        let report = FabrikTree::default().solve(&mannequin.body(), &goals, &mut pose).unwrap();
        assert_ne!(report.outcome, Outcome::Reached);
        // The legs share no joint with the arm while the root is fixed.
        for goal in &report.goals[3..] {
            assert!(goal.distance < 0.01, "{report:?}");
        }
        let mut pose = mannequin.skeleton.rest_pose();
        let far = [
            Goal::position(mannequin.ends[1], Vec3::splat(1e10)),
            Goal::position(mannequin.ends[2], Vec3::splat(-1e10)),
        ];
        let report = pure(100_000).solve(&mannequin.body(), &far, &mut pose).unwrap();
        assert!(report.iterations < 1_000);
    }
}

#[test]
fn nothing_is_ever_nan() {
    let mannequin = Mannequin::new(Transform::IDENTITY);
    let bodies = [mannequin.body(), mannequin.limited(), mannequin.limited().with_locked(3)];
    let mut random = Random::new(9);
    let hard = [0.0, -0.0, 1e-30, 1e-40, 1e30, -1e30, 3e38, 1.0];
    for number in 0..2_000 {
        let body = &bodies[number % bodies.len()];
        let mut pose = mannequin.random_pose(&mut random, 2.0);
        for local in &mut pose.locals {
            match random.below(12) {
                0 => local.translation *= hard[random.below(hard.len())],
                1 => local.scale = Vec3::splat(hard[random.below(hard.len())]),
                2 => local.rotation = random.rotation(),
                _ => {}
            }
        }
        let mut goals = mannequin.goals(&pose);
        for goal in &mut goals {
            let far =
                Vec3::new(hard[random.below(8)], hard[random.below(8)], hard[random.below(8)]);
            if random.below(3) == 0 {
                goal.position = Some(far);
            } else if random.below(3) == 0 {
                *goal = goal.with_orientation(random.rotation());
            }
        }
        let before = pose.clone();
        let solver = FabrikTree {
            root: [Root::Fixed, Root::Rotates, Root::Free][random.below(3)],
            ..FabrikTree::default()
        };
        match solver.solve(body, &goals, &mut pose) {
            Ok(_) => assert!(
                pose.locals
                    .iter()
                    .all(|local| local.rotation.is_finite() && local.translation.is_finite())
            ),
            Err(_) => assert_eq!(pose, before),
        }
    }
}

#[test]
fn bad_input_is_an_error_and_the_pose_is_untouched() {
    let mannequin = Mannequin::new(Transform::IDENTITY);
    let body = mannequin.body();
    let rest = mannequin.skeleton.rest_pose();
    let mut pose = rest.clone();
    let solver = FabrikTree::default();
    let nan = Goal::position(1, Vec3::new(0.0, f32::NAN, 0.0));
    assert!(matches!(solver.solve(&body, &[nan], &mut pose), Err(Error::InvalidNumber { .. })));
    assert!(matches!(
        solver.solve(&body, &[Goal::position(99, Vec3::ZERO)], &mut pose),
        Err(Error::JointOutOfRange { .. })
    ));
    let bad = FabrikTree { tolerance: f32::NAN, ..solver };
    assert!(matches!(
        bad.solve(&body, &[Goal::position(1, Vec3::ZERO)], &mut pose),
        Err(Error::InvalidNumber { .. })
    ));
    let mut short = Pose { locals: rest.locals[..2].to_vec() };
    assert!(matches!(solver.solve(&body, &[], &mut short), Err(Error::PoseMismatch { .. })));
    assert_eq!(solver.solve(&body, &[], &mut pose).unwrap(), Report::default());
    assert_eq!(pose, rest);
}

#[test]
fn a_lever_of_thousands_of_sizes_gives_a_finite_answer() {
    let mut builder = Skeleton::builder();
    let turned = |x, y, z, w| Quat::from_xyzw(x, y, z, w);
    let root = builder.root(
        "root",
        Transform::from_translation_rotation(
            Vec3::new(-0.014535368, 0.41518563, 0.492917),
            turned(-0.6066151, -0.66656405, 0.43283868, -0.019003412),
        ),
    );
    let rest = Transform::from_translation_rotation(
        Vec3::new(-0.095197976, -0.11543733, -0.016925752),
        turned(-0.45267886, 0.3772248, 0.67084926, -0.45027184),
    );
    let tip = builder.child(root, "tip", rest);
    let skeleton = builder.build().unwrap();
    let axis = Vec3::new(-0.785524, 0.32268286, 0.94812524);
    let limits = [None, Some(Limit::Hinge(Hinge::new(axis, -1.253371, -0.5963776)))];
    let body = Body::new(&skeleton).with_limits(&limits).unwrap();
    let mut pose = skeleton.rest_pose();
    pose.locals[tip] = Transform {
        translation: Vec3::new(0.31263047, -0.4485839, 0.28617936),
        rotation: turned(-0.51757723, 0.25025982, 0.028716037, -0.8177159),
        scale: Vec3::new(0.66125345, -100000.0, -0.60229164),
    };
    let goal = Goal::position(tip, Vec3::new(0.652177, -0.245247, -0.7526963))
        .with_offset(Vec3::new(0.209822, -0.0103699565, -0.08816475))
        .with_orientation(turned(0.31344175, -0.88319504, 0.040860403, 0.3464841));
    let report = FabrikTree { root: Root::Free, ..FabrikTree::default() }
        .solve(&body, &[goal], &mut pose)
        .unwrap();
    assert!(report.distance().is_finite() && report.goals[0].reached.is_finite(), "{report:?}");
    assert!(
        pose.locals
            .iter()
            .all(|local| local.rotation.is_normalized() && local.translation.is_finite())
    );
}

#[test]
fn a_way_whose_length_is_no_number_is_an_error() {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", Transform::IDENTITY);
    let near = builder.child(root, "near", Transform::from_translation(Vec3::X));
    let far = builder.child(root, "far", Transform::from_translation(Vec3::Z * f32::MAX));
    let turned =
        Transform::from_translation_rotation(Vec3::new(0.1, 0.2, 0.3), Quat::from_rotation_x(1.0));
    let end = builder.child(far, "end", Transform { scale: Vec3::new(-0.7, 0.3, 2.0), ..turned });
    let skeleton = builder.build().unwrap();
    let mut pose = skeleton.rest_pose();
    let goals = [Goal::orientation(end, Quat::IDENTITY), Goal::position(near, Vec3::Y)];
    let refused = FabrikTree::default().solve(&Body::new(&skeleton), &goals, &mut pose);
    assert!(matches!(refused, Err(Error::InvalidNumber { .. })), "{refused:?}");
    assert_eq!(pose, skeleton.rest_pose());
}

#[test]
fn the_report_of_a_goal_far_beyond_the_body_is_true() {
    let mut builder = Skeleton::builder();
    builder.root("root", Transform::from_translation(Vec3::new(0.5, -0.4, 0.1)));
    let skeleton = builder.build().unwrap();
    let mut pose = skeleton.rest_pose();
    let goal = Goal::position(0, Vec3::new(0.0, 1e30, 3e38)).with_weight(1e-38);
    let report = FabrikTree { root: Root::Free, ..FabrikTree::default() }
        .solve(&Body::new(&skeleton), &[goal], &mut pose)
        .unwrap();
    let at = pose.locals[0].translation;
    assert!(at.is_finite(), "{at}");
    // The report is measured on the pose: in double precision, because the square of this distance
    // overflows f32.
    let off = (at.as_dvec3() - goal.position.unwrap().as_dvec3()).length();
    assert!((f64::from(report.distance()) - off).abs() <= 1e-5 * off.max(1.0), "{off} {report:?}");
}
