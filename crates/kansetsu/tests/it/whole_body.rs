//! Several goals at once: poles, and goals that cannot all be met.

use kansetsu::{
    d3::{
        Goal, Limb, Limit, Outcome, Pose, Skeleton, Transform,
        limit::{EulerBox, EulerOrder, Hinge, SwingTwist},
        solve::{Body, Root, TrackingState, WholeBody},
    },
    glam::{Quat, Vec3},
};

use crate::random::Random;

/// A trunk with two arms of two bones, slightly bent; joint 5 is one hand, 8 the other, 2 the head.
fn torso() -> Skeleton {
    let mut builder = Skeleton::builder();
    let at = |x: f32, y: f32, z: f32| Transform::from_translation(Vec3::new(x, y, z));
    let root = builder.root("hips", at(0.0, 1.0, 0.0));
    let chest = builder.child(root, "chest", at(0.0, 0.3, 0.0));
    builder.child(chest, "head", at(0.0, 0.4, 0.0));
    for (side, sign) in [("left", 1.0), ("right", -1.0)] {
        let upper = builder.child(chest, format!("{side} upper arm"), at(0.2 * sign, 0.1, 0.0));
        let lower = builder.child(upper, format!("{side} forearm"), at(0.29 * sign, 0.0, -0.06));
        builder.child(lower, format!("{side} hand"), at(0.25 * sign, 0.0, 0.05));
    }
    builder.build().expect("a tree")
}

fn place(skeleton: &Skeleton, pose: &Pose, joint: usize) -> Vec3 {
    skeleton.forward(pose)[joint].translation
}

/// The angle about the limb's line between its middle and the pole, radians.
fn off_pole(skeleton: &Skeleton, pose: &Pose, [base, middle, end]: [usize; 3], pole: Vec3) -> f32 {
    let base = place(skeleton, pose, base);
    let line = (place(skeleton, pose, end) - base).normalize();
    (place(skeleton, pose, middle) - base)
        .reject_from(line)
        .angle_between((pole - base).reject_from(line))
}

#[test]
fn poles_are_obeyed_beside_the_goals() {
    let skeleton = torso();
    let body = Body::new(&skeleton);
    let mut random = Random::new(1);
    for _ in 0..200 {
        let left = Vec3::new(0.45, 1.4, 0.1) + random.direction() * 0.15;
        let right = Vec3::new(-0.45, 1.4, 0.1) + random.direction() * 0.15;
        let pole = Vec3::new(0.3, 1.4, 0.0)
            + Vec3::new(random.range(-0.2, 0.2), random.range(-1.0, 1.0), -1.0);
        let head = Vec3::new(0.0, 1.3 + 0.4 * 0.1_f32.cos(), 0.4 * 0.1_f32.sin());
        let goals = [
            Goal::position(5, left).with_pole(pole),
            Goal::position(8, right),
            Goal::position(2, head),
        ];
        let mut pose = skeleton.rest_pose();
        let report = WholeBody::default().solve(&body, &goals, &mut pose).expect("well formed");
        assert_eq!(report.outcome, Outcome::Reached);
        assert!(
            place(&skeleton, &pose, 5).distance(left) < 1e-4
                && place(&skeleton, &pose, 8).distance(right) < 1e-4
        );
        assert!(
            off_pole(&skeleton, &pose, [3, 4, 5], pole) < 0.02,
            "{}",
            off_pole(&skeleton, &pose, [3, 4, 5], pole)
        );
    }
}

#[test]
fn a_pole_that_moves_a_little_moves_the_joints_a_little() {
    let skeleton = torso();
    let body = Body::new(&skeleton);
    let goals = |turn: f32| {
        let pole = Vec3::new(0.3, 1.4 + 2.0 * turn.sin(), -2.0 * turn.cos());
        [
            Goal::position(5, Vec3::new(0.55, 1.35, 0.1)).with_pole(pole),
            Goal::position(8, Vec3::new(-0.5, 1.5, 0.1)),
        ]
    };
    let mut last: Option<Pose> = None;
    for step in 0..500 {
        let mut pose = skeleton.rest_pose();
        // 140 degrees to both sides of the elbow's position at rest.
        WholeBody::default()
            .solve(&body, &goals(5.0 * (step as f32 / 500.0 - 0.5)), &mut pose)
            .expect("well formed");
        if let Some(last) = &last {
            let turned = pose
                .locals
                .iter()
                .zip(&last.locals)
                .map(|(a, b)| a.rotation.angle_between(b.rotation))
                .fold(0.0, f32::max);
            // Near the two ends of the path the elbow moves fast: a pole is weak relative to the
            // posture.
            assert!(turned < 0.12, "{step}: {turned}");
        }
        last = Some(pose);
    }
}

#[test]
fn the_others_stay_when_one_hand_is_dragged_too_far() {
    let skeleton = torso();
    let body = Body::new(&skeleton).with_locked(0);
    let rest = skeleton.rest_pose();
    let mut random = Random::new(2);
    for _ in 0..200 {
        let far = place(&skeleton, &rest, 5)
            + Vec3::new(random.range(0.3, 1.0), random.range(-0.3, 0.3), random.range(-0.3, 0.3));
        let goals = [5, 8, 2].map(|joint| {
            Goal::position(joint, if joint == 5 { far } else { place(&skeleton, &rest, joint) })
        });
        let mut pose = rest.clone();
        let report = WholeBody::default().solve(&body, &goals, &mut pose).expect("well formed");
        assert_ne!(report.outcome, Outcome::Reached);
        for joint in [8, 2] {
            let off = place(&skeleton, &pose, joint).distance(place(&skeleton, &rest, joint));
            assert!(off < 1e-3, "{joint}: {off}");
        }
        let [now, before] = [&pose, &rest].map(|pose| place(&skeleton, pose, 5).distance(far));
        assert!(now < before, "{now} {before}");
    }
}

#[test]
fn where_goals_end_that_cannot_be_met_is_no_matter_of_rounding() {
    let skeleton = torso();
    let cone =
        |axis: Vec3, swing: f32| Some(Limit::SwingTwist(SwingTwist::cone(axis, swing, -0.5, 0.5)));
    let mut limits = vec![None; skeleton.len()];
    (limits[1], limits[3], limits[6]) =
        (cone(Vec3::Y, 0.6), cone(Vec3::X, 1.2), cone(Vec3::NEG_X, 1.2));
    let body = Body::new(&skeleton).with_limits(&limits).expect("the limits fit");
    let (mut random, mut others) = (Random::new(3), Vec::new());
    for case in 0..300 {
        let start = skeleton.rest_pose();
        let targets = [5, 8, 2].map(|joint| {
            place(&skeleton, &start, joint) + random.direction() * random.range(0.0, 0.8)
        });
        let way = random.direction() * 5.0;
        let ends = [Vec3::ZERO, way].map(|way| {
            let mut pose = start.clone();
            pose.locals[0].translation += way;
            let goals = [(5, 0), (8, 1), (2, 2)]
                .map(|(joint, index)| Goal::position(joint, targets[index] + way));
            WholeBody { max_steps: 1000, ..WholeBody::default() }
                .solve(&body, &goals, &mut pose)
                .expect("well formed");
            [5, 8, 2].map(|joint| place(&skeleton, &pose, joint) - way)
        });
        let apart = ends[0]
            .iter()
            .zip(&ends[1])
            .map(|(end, moved)| end.distance(*moved))
            .fold(0.0, f32::max);
        if apart > 5e-3 {
            others.push((case, apart));
        }
    }
    // Conflicting goals have several optimal compromises; near the border between two of them
    // rounding decides.
    assert!(others.len() <= 6, "{others:?}");
}

#[test]
fn the_stiffer_a_joint_is_the_less_it_turns_and_the_others_make_up_for_it() {
    let skeleton = torso();
    let rest = skeleton.rest_pose();
    let mut random = Random::new(5);
    for case in 0..50 {
        let goal = Goal::position(
            5,
            place(&skeleton, &rest, 5) + random.direction() * random.range(0.05, 0.2)
                - Vec3::X * 0.15,
        );
        let turns = [0.1, 1.0, 10.0, 100.0].map(|stiffness| {
            let mut stiff = vec![1.0; skeleton.len()];
            stiff[1] = stiffness;
            let body =
                Body::new(&skeleton).with_locked(0).with_stiffness(&stiff).expect("in range");
            let mut pose = rest.clone();
            let report =
                WholeBody::default().solve(&body, &[goal], &mut pose).expect("well formed");
            assert_eq!(report.outcome, Outcome::Reached, "{case}: {stiffness}");
            assert!(
                place(&skeleton, &pose, 5).distance(goal.position.expect("a place")) < 1e-4,
                "{case}: {stiffness}"
            );
            pose.locals[1].rotation.angle_between(rest.locals[1].rotation)
        });
        assert!(turns.is_sorted_by(|less, more| less > more), "{case}: {turns:?}");
        assert!(turns[3] < 0.1 * turns[1], "{case}: {turns:?}");
    }
}

#[test]
fn joints_are_held_in_any_order_before_limits_and_after() {
    let skeleton = torso();
    // A joint without a limit, one whose limit is three hinges, and one of a single link are
    // locked.
    let twisting = Limit::SwingTwist(SwingTwist::cone(Vec3::X, 1.0, -0.5, 0.5));
    let boxed = Limit::EulerBox(EulerBox {
        frame: Quat::IDENTITY,
        order: EulerOrder::Xyz,
        min: Vec3::splat(-1.0),
        max: Vec3::splat(1.0),
    });
    let mut limits = vec![None; skeleton.len()];
    (limits[1], limits[3], limits[6]) = (Some(boxed.clone()), Some(boxed), Some(twisting));
    let limited = |body: Body| body.with_limits(&limits).expect("well formed");
    let held = |body: Body, joints: [usize; 3]| joints.into_iter().fold(body, Body::with_locked);
    let bodies = [
        limited(held(Body::new(&skeleton), [0, 3, 6])),
        held(limited(Body::new(&skeleton)), [0, 3, 6]),
        held(limited(Body::new(&skeleton)), [6, 3, 0]),
    ];
    let goals =
        [Goal::position(5, Vec3::new(0.5, 1.5, 0.3)), Goal::position(8, Vec3::new(-0.5, 1.2, 0.3))];
    let poses = bodies.map(|body| {
        let mut pose = skeleton.rest_pose();
        WholeBody::default().solve(&body, &goals, &mut pose).expect("well formed");
        pose
    });
    for joint in [0, 3, 6] {
        assert_eq!(poses[0].locals[joint], skeleton.rest_pose().locals[joint]);
    }
    assert!(
        poses[0].locals[4].rotation.angle_between(skeleton.rest_pose().locals[4].rotation) > 0.01,
        "an elbow that is not locked rotates"
    );
    assert_eq!(poses[0], poses[1]);
    assert_eq!(poses[0], poses[2]);
}

#[test]
fn a_goal_between_two_arms_joins_those_of_both() {
    let skeleton = torso();
    // The joints above the arms stay: only the third goal depends on both of the others.
    let body = (0..2).fold(Body::new(&skeleton), Body::with_locked);
    let mut random = Random::new(3);
    for _ in 0..50 {
        let mut truth = skeleton.rest_pose();
        for joint in [3, 4, 6, 7] {
            truth.locals[joint].rotation *= Quat::from_axis_angle(random.direction(), 0.4);
        }
        let at = skeleton.forward(&truth);
        let between = at[8].inverse().transform_point3(at[5].translation);
        let elbows = [4, 7].map(|joint| Goal::position(joint, at[joint].translation));
        let goals =
            [elbows[0], elbows[1], Goal { relative_to: Some(8), ..Goal::position(5, between) }];
        let mut pose = skeleton.rest_pose();
        let report = WholeBody::default().solve(&body, &goals, &mut pose).expect("well formed");
        assert_eq!(report.outcome, Outcome::Reached);
        let now = skeleton.forward(&pose);
        assert!(
            [4, 7]
                .iter()
                .all(|&joint| now[joint].translation.distance(at[joint].translation) < 1e-3)
        );
        assert!(now[8].transform_point3(between).distance(now[5].translation) < 1e-3);
    }
}

#[test]
fn a_hand_that_needs_to_be_near_only_comes_as_near_and_no_nearer() {
    let skeleton = torso();
    let mut random = Random::new(7);
    let mut worst = [0.0_f32; 2];
    for round in 0..300 {
        let within = random.range(0.01, 0.15);
        let target = Vec3::new(0.25, 1.35, 0.1) + random.direction() * random.range(0.0, 0.35);
        // Half of them are relative to the head, which stays.
        let head = Goal::position(2, place(&skeleton, &skeleton.rest_pose(), 2));
        let hung = skeleton.forward(&skeleton.rest_pose())[2].inverse().transform_point3(target);
        let hand = if round % 2 == 0 {
            Goal::position(5, target)
        } else {
            Goal::position(5, hung).with_relative_to(2)
        };
        let mut pose = skeleton.rest_pose();
        let before = place(&skeleton, &pose, 5).distance(target);
        let report = WholeBody::default()
            .solve(&Body::new(&skeleton), &[hand.with_radius(within), head], &mut pose)
            .expect("well formed");
        assert_eq!(
            report.outcome,
            Outcome::Reached,
            "round {round}: within {within}, was {before} off: {report:?}"
        );
        let frame = skeleton.forward(&pose)[2];
        let wanted = if round % 2 == 0 { target } else { frame.transform_point3(hung) };
        let off = place(&skeleton, &pose, 5).distance(wanted);
        worst = [worst[0].max(off - within), worst[1].max(before.min(within) - off)];
    }
    assert!(worst[0] < 1e-4, "{} m too far", worst[0]);
    assert!(worst[1] < 0.03, "{} m closer than needed", worst[1]);
}

/// Hips on two straight legs; joints 3 and 6 are the feet.
fn legs() -> (Skeleton, Body) {
    let mut builder = Skeleton::builder();
    let hips = builder.root("hips", Transform::from_translation(Vec3::Y * 0.9));
    let mut limbs = Vec::new();
    for (side, sign) in [("left", 1.0), ("right", -1.0)] {
        let base = builder.child(
            hips,
            format!("{side} thigh"),
            Transform::from_translation(Vec3::X * (0.1 * sign)),
        );
        let middle = builder.child(
            base,
            format!("{side} shin"),
            Transform::from_translation(Vec3::Y * -0.45),
        );
        let tip = builder.child(
            middle,
            format!("{side} foot"),
            Transform::from_translation(Vec3::Y * -0.45),
        );
        limbs.push(Limb { name: side.into(), base, middle, tip, pole: Vec3::Z });
    }
    let skeleton = builder.build().expect("a tree");
    let body = Body::new(&skeleton).with_limbs(&skeleton, &limbs).expect("the limbs fit");
    (skeleton, body)
}

/// Goals for the hips, with both feet pinned: position and rotation.
fn standing(hips: Vec3) -> Vec<Goal> {
    let foot = |joint: usize, x: f32| {
        Goal::position(joint, Vec3::X * x).with_orientation(Quat::IDENTITY).pinned()
    };
    vec![foot(3, 0.1), foot(6, -0.1), Goal::position(0, hips)]
}

/// Penalty continuation does not help there: the body stays near its reference pose.
#[test]
fn hips_that_rest_where_they_cannot_be_leave_the_body_at_rest() {
    let (skeleton, body) = legs();
    let solver = WholeBody { root: Root::Free, ..WholeBody::default() };
    let (mut pose, mut state) = (skeleton.rest_pose(), TrackingState::default());
    let mut off = Vec::new();
    for frame in 0..100 {
        let hips = Vec3::new(0.1, 0.9 + 0.02 * (frame.min(10) as f32), 0.0);
        let report =
            solver.track(&body, &standing(hips), &mut pose, &mut state).expect("well formed");
        assert!(report.iterations <= solver.max_steps);
        off.push(place(&skeleton, &pose, 0).distance(hips));
    }

    assert!((off[99] - off[50]).abs() < 1e-3, "the hips moved from {} to {}", off[50], off[99]);
}

/// An arm in the plane whose shoulder rotates by 170 degrees either way is at one bound; the goal
/// is behind the other.
fn arm_at_its_bound() -> (Skeleton, Body, Goal) {
    let mut builder = Skeleton::builder();
    let base = builder.root("base", Transform::IDENTITY);
    let shoulder = builder.child(base, "shoulder", Transform::IDENTITY);
    let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.3));
    let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.3));
    let skeleton = builder.build().expect("the skeleton is well formed");
    let hinge = |min: f32, max: f32| Some(Limit::Hinge(Hinge::new(Vec3::Z, min, max)));
    let limits = [None, hinge(-170_f32.to_radians(), 170_f32.to_radians()), hinge(0.1, 1.0), None];
    let body = Body::new(&skeleton).with_limits(&limits).expect("the limits fit");
    let place = Quat::from_rotation_z(-165_f32.to_radians())
        * (Vec3::X * 0.3 + Quat::from_rotation_z(0.3) * Vec3::X * 0.3);
    (skeleton, body, Goal::position(hand, place))
}

#[test]
fn what_was_remembered_of_another_skeleton_counts_for_nothing() {
    let (skeleton, body, goal) = arm_at_its_bound();
    let other = Pose { locals: vec![Transform::IDENTITY; 2] };
    let (mut pose, mut state) = (skeleton.rest_pose(), TrackingState::default());
    WholeBody::default().track(&body, &[goal], &mut pose, &mut state).expect("well formed");
    state.start = Some(other);
    WholeBody::default()
        .track(&body, &[goal], &mut pose, &mut state)
        .expect("the state is that of a first frame");
    assert_eq!(state.start.map(|start| start.locals.len()), Some(pose.locals.len()));
}

#[test]
fn sliding_joints_return_to_their_places_in_the_reference_pose() {
    let at = |x: f32| Transform::from_translation(Vec3::new(x, 0.0, 0.0));
    let mut builder = Skeleton::builder();
    let root = builder.root("base", at(0.0));
    let first = builder.child(root, "first slider", at(0.1));
    let second = builder.child(first, "second slider", at(0.1));
    builder.child(second, "tip", at(0.1));
    let skeleton = builder.build().expect("a tree");
    let slid = |places: [f32; 2]| {
        let mut pose = skeleton.rest_pose();
        for (joint, x) in [(1, places[0]), (2, places[1])] {
            pose.locals[joint].translation.x = x;
        }
        pose
    };
    // The tip of the reference pose is at the goal: nothing else costs less.
    let reference = slid([0.15, 0.35]);
    let body = [0, 1, 2, 3].into_iter().fold(Body::new(&skeleton), Body::with_locked);
    let body = [1, 2].into_iter().fold(body, Body::with_free_translation);
    let body = body.with_reference(&reference).expect("a pose of the skeleton");
    let goal = Goal::position(3, place(&skeleton, &reference, 3));
    let solver = WholeBody { root: Root::Fixed, ..WholeBody::default() };
    for start in [[0.5, 0.0], [0.0, 0.5], [0.1, 0.1]] {
        let mut pose = slid(start);
        let report = solver.solve(&body, &[goal], &mut pose).expect("well formed");
        assert_eq!(report.outcome, Outcome::Reached, "{start:?}");
        for joint in [1, 2] {
            let [found, wanted] = [&pose, &reference].map(|pose| pose.locals[joint].translation);
            assert!(found.distance(wanted) < 2e-3, "{start:?}, joint {joint}: {found} {wanted}");
        }
    }
}
