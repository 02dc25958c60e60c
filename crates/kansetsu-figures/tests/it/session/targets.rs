//! Targets: every field and its measurement.

use super::*;

/// Every field of [`Target`] changes the joint's placement, as its documentation says.
#[test]
fn every_field_of_a_target_has_its_effect() {
    let rig = mannequin();
    let aim = before_left_shoulder(&rig);
    let hand = |target: Target| solved(&rig, Options::default(), Role::LeftHand, target);
    let at = |pose: &Pose| place(&rig, pose, Role::LeftHand);

    let rotation =
        Quat::from_rotation_y(-0.6) * turn(&rig, &hand(Target::position(aim)).0, Role::LeftHand);
    let (pose, _) = hand(Target::position(aim).with_orientation(rotation));
    assert!(turn(&rig, &pose, Role::LeftHand).angle_between(rotation) < 2e-3, "orientation");

    let (pose, _) = hand(Target::position(aim).with_point([0.08, 0.0, 0.0]));
    let map = rig.skeleton.forward(&pose)[joint(&rig, Role::LeftHand).index() as usize];
    assert!(map.transform_point3(Vec3::X * 0.08).distance(aim) < 1e-4, "point");

    let (pose, _) = hand(Target::position(aim + Vec3::X * 3.0).on_line(Vec3::X));
    let off = at(&pose) - aim;
    assert!(off.y.hypot(off.z) < 1e-4, "a line: {off}");

    let (pose, _) = hand(Target::position(aim + Vec3::new(3.0, 2.0, 0.0)).on_plane(Vec3::Z));
    assert!((at(&pose).z - aim.z).abs() < 1e-4, "a plane");

    let (pose, _) = hand(Target::position([0.0, 0.15, 0.2]).relative_to(joint(&rig, Role::Head)));
    let head = rig.skeleton.forward(&pose)[joint(&rig, Role::Head).index() as usize];
    assert!(
        head.transform_point3(Vec3::new(0.0, 0.15, 0.2)).distance(at(&pose)) < 1e-4,
        "relative to the head"
    );

    let (pose, report) = hand(Target::position(aim).with_radius(0.1));
    let off = at(&pose).distance(aim);
    assert!(
        report.outcome == Outcome::Reached && (0.05..0.1001).contains(&off),
        "a tolerance radius: {off}"
    );

    let wide = Target::position(aim).with_orientation(rotation).with_angle(0.5);
    let off = turn(&rig, &hand(wide).0, Role::LeftHand).angle_between(rotation);
    assert!((0.05..0.502).contains(&off), "a tolerance angle: {off}");

    let elbow = |pole: Vec3| {
        let (pose, _) = hand(Target::position(aim).with_pole(pole));
        place(&rig, &pose, Role::LeftLowerArm)
    };
    let [above, below] = [Vec3::Y, -Vec3::Y].map(|side| elbow(aim + side * 2.0).y);
    assert!(above > below + 0.03, "a pole: {above} {below}");
}

/// The other fields.
#[test]
fn looks_alignments_and_weights_have_their_effect() {
    let rig = mannequin();
    let aim = before_left_shoulder(&rig);

    let eyes = Vec3::new(1.0, 1.6, 1.0);
    let (pose, _) = solved(&rig, Options::default(), Role::Head, Target::look_at(Vec3::Z, eyes));
    let head = rig.skeleton.forward(&pose)[joint(&rig, Role::Head).index() as usize];
    let sight = (head.transform_vector3(Vec3::Z)).angle_between(eyes - head.translation);
    assert!(sight < 2e-3, "look at: {sight}");

    let (pose, _) = solved(
        &rig,
        Options::default(),
        Role::Head,
        Target::align(Vec3::Z, Vec3::new(0.5, 0.0, 1.0)),
    );
    let off = (turn(&rig, &pose, Role::Head) * Vec3::Z).angle_between(Vec3::new(0.5, 0.0, 1.0));
    assert!(off < 2e-3, "align: {off}");

    let pulled = |weight: f32| {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(&rig, Options { root: Root::Fixed, ..Options::default() });
        ik.set_target(
            joint(&rig, Role::LeftHand),
            Target::position(aim + Vec3::X * 2.0).with_weight(weight),
        );
        ik.set_target(joint(&rig, Role::RightHand), Target::position(aim - Vec3::X * 2.0));
        ik.solve(&mut pose, BUDGET).unwrap();
        place(&rig, &pose, Role::LeftHand).x
    };
    assert!(pulled(10.0) > pulled(0.1) + 0.02, "weight: {} {}", pulled(10.0), pulled(0.1));
}

#[test]
fn two_markers_on_a_bone_are_both_met() {
    let rig = mannequin();
    let hand = joint(&rig, Role::LeftHand);
    let (solution, _) = solved(
        &rig,
        Options::default(),
        Role::LeftHand,
        Target::position(before_left_shoulder(&rig)),
    );
    let map = rig.skeleton.forward(&solution)[hand.index() as usize];
    let points = [Vec3::X * 0.1, Vec3::Z * 0.05];
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(&rig, Options::default());
    for point in points {
        ik.add_target(hand, Target::position(map.transform_point3(point)).with_point(point));
    }
    let report = ik.solve(&mut pose, BUDGET).unwrap();
    assert!(report.targets.len() == 2 && report.distance() < 1e-4, "{} m off", report.distance());
    let found = rig.skeleton.forward(&pose)[hand.index() as usize];
    for point in points {
        assert!(found.transform_point3(point).distance(map.transform_point3(point)) < 1e-4);
    }
    ik.set_target(hand, Target::position(before_left_shoulder(&rig)));
    assert_eq!(ik.solve(&mut pose, BUDGET).unwrap().targets.len(), 1, "one target replaces both");
}

#[test]
fn a_goal_of_the_solvers_is_a_target() {
    let rig = mannequin();
    let human = rig.humanoid().unwrap();
    let point = Vec3::new(1.0, 1.6, 2.0);
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(&rig, Options::default());
    for goal in human.look(&rig.skeleton, point).unwrap() {
        ik.set_target(rig.skeleton.id(goal.joint), Target::from_goal(&rig.skeleton, &goal));
    }
    assert_eq!(ik.solve(&mut pose, BUDGET).unwrap().outcome, Outcome::Reached);
    for eye in human.eyes {
        let map = rig.skeleton.forward(&pose)[eye];
        assert!((rotation_of(&map) * Vec3::Z).angle_between(point - map.translation) < 5e-3);
    }
}

#[test]
fn a_target_that_no_joint_can_meet_is_refused() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let arm = [Role::LeftLowerArm, Role::LeftUpperArm].map(|role| joint(&rig, role));
    let mut ik = IkSession::new(
        &rig,
        Options { locked: arm.to_vec(), chain_length: Some(2), ..Options::default() },
    );
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(before_left_shoulder(&rig)));
    let said = ik.solve(&mut pose, BUDGET).unwrap_err().to_string();
    assert!(said.contains("LeftHand") && said.contains("locked"), "{said}");
    let there = place(&rig, &ik.start_pose(&pose), Role::LeftHand);
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(there));
    ik.solve(&mut pose, BUDGET).expect("a target that is met needs no joint");
}

#[test]
fn targets_are_measured_in_any_pose() {
    let rig = mannequin();
    let target = before_left_shoulder(&rig);
    let mut ik = IkSession::new(&rig, Options::default());
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(target));
    let report = ik.measure(&rig.rest_pose()).unwrap();
    let off = place(&rig, &rig.rest_pose(), Role::LeftHand).distance(target);
    assert!((report.distance() - off).abs() < 1e-6 && report.outcome != Outcome::Reached);
    let mut pose = rig.rest_pose();
    let solved = ik.solve(&mut pose, BUDGET).unwrap();
    let measured = ik.measure(&pose).unwrap();
    assert_eq!(
        (measured.outcome, measured.targets[0].distance),
        (Outcome::Reached, solved.targets[0].distance)
    );
    let goal =
        Target::position(target).to_goal(&rig.skeleton, joint(&rig, Role::LeftHand)).unwrap();
    assert_eq!(Target::from_goal(&rig.skeleton, &goal), Target::position(target));
}

#[test]
fn a_target_farther_than_the_body_is_long_is_out_of_reach() {
    let rig = mannequin();
    let outcome = |options: Options, position: Vec3| {
        solved(&rig, options, Role::LeftHand, Target::position(position)).1.outcome
    };
    let shoulder = place(&rig, &rig.rest_pose(), Role::LeftUpperArm);
    assert_eq!(outcome(Options::default(), Vec3::new(5.0, 1.0, 0.0)), Outcome::OutOfReach);
    let arm = Options { chain_length: Some(2), ..Options::default() };
    assert_eq!(outcome(arm.clone(), shoulder + Vec3::Z), Outcome::OutOfReach);
    assert_ne!(
        outcome(arm, shoulder - Vec3::Z * 0.3),
        Outcome::OutOfReach,
        "limits are another matter"
    );
}

#[test]
fn a_session_says_how_far_a_joint_reaches() {
    let rig = mannequin();
    let (pose, hand) = (rig.rest_pose(), joint(&rig, Role::LeftHand));
    let at = |role: Role| place(&rig, &pose, role);
    let mut ik = IkSession::new(&rig, Options { chain_length: Some(2), ..Options::default() });
    ik.set_target(hand, Target::position(at(Role::LeftHand)));
    let reach = ik.reach(hand, &pose).unwrap().unwrap();
    assert_eq!(Vec3::from(reach.center), at(Role::LeftUpperArm));
    let arm = at(Role::LeftUpperArm).distance(at(Role::LeftLowerArm))
        + at(Role::LeftLowerArm).distance(at(Role::LeftHand));
    assert!((reach.radius - arm).abs() < 1e-6, "{} of {arm}", reach.radius);
    ik.options_mut().chain_length = None;
    assert_eq!(ik.reach(hand, &pose).unwrap(), None, "hips follow");
    ik.options_mut().root = Root::Fixed;
    assert!(ik.reach(hand, &pose).unwrap().unwrap().radius > arm + 0.2, "the trunk follows");
}

#[test]
fn a_target_beyond_all_bounds_has_a_finite_distance() {
    let rig = mannequin();
    let hand = joint(&rig, Role::LeftHand);
    for solver in [None, Solver::from_name("fabrik-tree")] {
        let mut session = IkSession::new(&rig, Options { solver, ..Options::default() });
        session.set_target(hand, Target::position([1e20, -3e38, 3e38]));
        let mut pose = rig.rest_pose();
        for report in [session.measure(&pose), session.solve(&mut pose, BUDGET)] {
            let distance = report.unwrap().distance();
            assert!(distance.is_finite() && distance > 1e19, "{distance}");
        }
    }
}
