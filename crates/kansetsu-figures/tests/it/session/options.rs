//! Every field of the options has its effect.

use super::*;

/// Half of the fields of [`Options`]: each changes the pose, as its documentation says.
#[test]
fn options_of_limits_root_feet_and_posture_have_their_effect() {
    let rig = mannequin();
    let aim = before_left_shoulder(&rig);
    let solve = |options: Options, target: Vec3| {
        solved(&rig, options, Role::LeftHand, Target::position(target))
    };
    let plain = Options::default();

    let behind = place(&rig, &rig.rest_pose(), Role::Head) - Vec3::Z * 0.4 + Vec3::X * 0.1;
    let limited = violation(&rig, &solve(plain.clone(), behind).0);
    let unlimited = Options { limits: Limits::Off, ..plain.clone() };
    let free = violation(&rig, &solve(unlimited, behind).0);
    assert!(limited < 1e-4 && free > 0.05, "limits: {limited}, off: {free}");

    let hips = |options: Options, target: Vec3| {
        let (pose, _) = solve(options, target);
        place(&rig, &pose, Role::Hips).distance(place(&rig, &rig.rest_pose(), Role::Hips))
    };
    let low = Vec3::new(0.2, 0.2, 0.5);
    let fixed = hips(Options { root: Root::Fixed, ..plain.clone() }, low);
    let auto = hips(plain.clone(), low);
    assert!(fixed == 0.0 && auto > 0.1, "root: fixed {fixed}, auto {auto}");
    let rotates = Options { root: Root::Rotates, ..plain.clone() };
    assert!(hips(rotates, low) < 1e-6, "a root that rotates stays in its place");
    let free = Options { root: Root::Free, feet: Feet::Free, ..plain.clone() };
    assert!(
        solve(free, low + Vec3::Z * 3.0).1.outcome == Outcome::Reached,
        "a free root goes anywhere"
    );

    let foot = |feet: Feet| {
        let (pose, _) = solve(Options { feet, root: Root::Free, ..plain.clone() }, low);
        place(&rig, &pose, Role::LeftToes).distance(place(&rig, &rig.rest_pose(), Role::LeftToes))
    };
    assert!(foot(Feet::Planted) < 1e-5 && foot(Feet::Free) > 0.01, "feet");

    let other = |posture: Posture| {
        place(&rig, &solve(Options { posture, ..plain.clone() }, aim).0, Role::RightHand)
    };
    assert!(other(Posture::Auto).y < other(Posture::Given).y - 0.3, "the given pose is a T");
    let chest = |posture: Posture| {
        turn(&rig, &solve(Options { posture, ..plain.clone() }, aim).0, Role::Chest)
    };
    let rest = turn(&rig, &rig.rest_pose(), Role::Chest);
    let [given, uniform] =
        [Posture::Given, Posture::Uniform].map(|posture| chest(posture).angle_between(rest));
    assert!(given < uniform, "the trunk waits: {given} and {uniform}");
}

#[test]
fn options_of_balance_and_chains_have_their_effect() {
    let rig = mannequin();
    let aim = before_left_shoulder(&rig);
    let solve = |options: Options, target: Vec3| {
        solved(&rig, options, Role::LeftHand, Target::position(target))
    };
    let plain = Options::default();

    let lean = |balance: Balance| {
        let far = place(&rig, &rig.rest_pose(), Role::LeftUpperArm) + Vec3::new(0.0, -0.2, 1.0);
        let (pose, _) = solve(Options { balance, ..plain.clone() }, far);
        rig.balance().unwrap().center_of_mass(&rig.skeleton.forward(&pose)).z
    };
    assert!(
        lean(Balance::On) < lean(Balance::Off) - 0.005,
        "balance: {} {}",
        lean(Balance::On),
        lean(Balance::Off)
    );

    let inside = |self_collision: SelfCollision| {
        let chest = place(&rig, &rig.rest_pose(), Role::Chest);
        let (pose, _) =
            solve(Options { self_collision, ..plain.clone() }, chest + Vec3::new(-0.12, 0.0, 0.05));
        let maps = rig.skeleton.forward(&pose);
        rig.collision_pairs()
            .iter()
            .map(|pair| kansetsu::d3::Capsule::distance(pair, &maps))
            .fold(f32::INFINITY, f32::min)
    };
    assert!(inside(SelfCollision::On) > inside(SelfCollision::Off) + 0.005, "self-collision");

    let short = Options { chain_length: Some(2), ..plain.clone() };
    let (pose, _) = solve(short, aim + Vec3::Z);
    let rest = turn(&rig, &rig.rest_pose(), Role::Chest);
    assert!(turn(&rig, &pose, Role::Chest).angle_between(rest) < 1e-4, "two joints follow");

    let elbow = joint(&rig, Role::LeftLowerArm);
    let (pose, _) =
        solve(Options { locked: vec![elbow], posture: Posture::Given, ..plain.clone() }, aim);
    let index = elbow.index() as usize;
    assert_eq!(
        pose.locals[index].rotation,
        rig.rest_pose().locals[index].rotation,
        "a locked elbow"
    );
}

#[test]
fn options_of_accuracy_have_their_effect() {
    let rig = mannequin();
    let solve = |options: Options, target: Vec3| {
        solved(&rig, options, Role::LeftHand, Target::position(target))
    };
    let plain = Options::default();

    let short_of_reach = |tolerance: f32| {
        let options =
            Options { tolerance, root: Root::Fixed, chain_length: Some(2), ..plain.clone() };
        let shoulder = place(&rig, &rig.rest_pose(), Role::LeftUpperArm);
        let length = shoulder.distance(place(&rig, &rig.rest_pose(), Role::LeftHand));
        solve(options, shoulder + Vec3::Z * (length + 0.02)).1.targets[0].is_reached
    };
    assert!(short_of_reach(0.05) && !short_of_reach(1e-5), "tolerance");
    let still = Options { root: Root::Fixed, ..plain.clone() };
    let wide = Options { angle_tolerance: 4.0, ..still.clone() };
    let backwards = Target::orientation(Quat::from_rotation_x(3.0));
    assert!(
        solved(&rig, wide, Role::Head, backwards).1.targets[0].is_reached,
        "any rotation is near enough"
    );
    assert!(
        !solved(&rig, still, Role::Head, backwards).1.targets[0].is_reached,
        "it is not by default"
    );

    let behind = place(&rig, &rig.rest_pose(), Role::Head) - Vec3::Z * 1.4 + Vec3::X * 0.1;
    let none = Options { restarts: 0, ..plain.clone() };
    let tried = [none, plain.clone()].map(|options| solve(options, behind).1.restarts);
    assert!(tried[0] == 0 && tried[1] > 0, "restarts: {tried:?}");

    let strained = |strength: f32| {
        let target = Target::orientation(
            Quat::from_rotation_y(0.8) * turn(&rig, &rig.rest_pose(), Role::Head),
        );
        solved(&rig, Options { strength, restarts: 0, ..plain.clone() }, Role::Head, target).1.steps
    };
    assert_ne!(strained(1.0), strained(1000.0), "strength");
}

#[test]
fn options_of_solver_and_stiffness_have_their_effect() {
    let rig = mannequin();
    let aim = before_left_shoulder(&rig);
    let solve = |options: Options, target: Vec3| {
        solved(&rig, options, Role::LeftHand, Target::position(target))
    };
    let plain = Options::default();

    for name in ["auto", "two-bone", "ccd", "fabrik", "dls", "fabrik-tree"] {
        let solver = Solver::from_name(name);
        // FABRIK does not support limits; limits are covered by other tests.
        let options =
            Options { solver, limits: Limits::Off, posture: Posture::Given, ..plain.clone() };
        let (pose, report) = solve(options, aim);
        let off = place(&rig, &pose, Role::LeftHand).distance(aim);
        assert!(
            report.outcome == Outcome::Reached && off < 1e-3,
            "{name}: {:?}, {off} m",
            report.outcome
        );
        if name != "fabrik-tree" {
            let rest = turn(&rig, &rig.rest_pose(), Role::Chest);
            assert!(
                turn(&rig, &pose, Role::Chest).angle_between(rest) < 1e-6,
                "{name} moves the arm alone"
            );
        }
    }

    let far = aim + Vec3::Z * 0.4;
    let bent = |stiffness: f32| {
        let options =
            Options { stiffness: vec![(joint(&rig, Role::Chest), stiffness)], ..plain.clone() };
        turn(&rig, &solve(options, far).0, Role::Chest).angle_between(turn(
            &rig,
            &rig.rest_pose(),
            Role::Chest,
        ))
    };
    assert!(bent(0.02) > bent(50.0) + 0.02, "stiffness: {} {}", bent(0.02), bent(50.0));
}

#[test]
fn the_prior_has_its_effect() {
    let rig = mannequin();
    let aim = before_left_shoulder(&rig);
    let plain = Options::default();
    let head = place(&rig, &rig.rest_pose(), Role::Head);
    let crouched = |posture: Posture, prior: Option<Arc<dyn StatisticalPrior>>| {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(&rig, Options { posture, prior, ..plain.clone() });
        ik.set_target(
            joint(&rig, Role::Head),
            Target::position(head - Vec3::Y * 0.2 + Vec3::Z * 0.15),
        );
        ik.set_target(joint(&rig, Role::LeftHand), Target::position(aim - Vec3::Y * 0.5));
        ik.set_target(
            joint(&rig, Role::RightHand),
            Target::position(aim - Vec3::Y * 0.4 - Vec3::X * 0.4),
        );
        let report = ik.solve(&mut pose, BUDGET).unwrap();
        assert!(report.distance() < 1e-3, "{posture:?}: {} m off", report.distance());
        pose
    };
    let auto = crouched(Posture::Auto, None);
    let likely = crouched(Posture::Likely, Some(Arc::new(Prior::people())));
    assert!(
        farthest(&auto, &likely) > 0.05,
        "people crouch in another way than the relaxed stance"
    );
    let nobody = Arc::new(kansetsu_humanoid::prior::Learner::default().prior());
    assert!(
        farthest(&crouched(Posture::Likely, Some(nobody)), &likely) > 0.05,
        "another prior, another pose"
    );
}

#[test]
fn the_likely_pose_leaves_locked_joints_alone() {
    let rig = mannequin();
    let locked = [Role::Spine, Role::Chest, Role::RightShoulder].map(|role| joint(&rig, role));
    let head = place(&rig, &rig.rest_pose(), Role::Head);
    for root in [Root::Auto, Root::Fixed] {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(
            &rig,
            Options {
                posture: Posture::Likely,
                prior: Some(Arc::new(Prior::people())),
                locked: locked.to_vec(),
                root,
                ..Options::default()
            },
        );
        ik.set_target(joint(&rig, Role::Head), Target::position(head + Vec3::Z * 0.05));
        ik.set_target(joint(&rig, Role::LeftHand), Target::position(before_left_shoulder(&rig)));
        ik.set_target(
            joint(&rig, Role::RightHand),
            Target::position(before_left_shoulder(&rig) - Vec3::X * 0.3),
        );
        ik.solve(&mut pose, BUDGET).unwrap();
        for joint in locked {
            let index = joint.index() as usize;
            assert_eq!(
                pose.locals[index],
                rig.rest_pose().locals[index],
                "{root:?}: joint {index}"
            );
        }
        if root == Root::Fixed {
            assert_eq!(place(&rig, &pose, Role::Hips), place(&rig, &rig.rest_pose(), Role::Hips));
        }
    }
}

#[test]
fn numbers_out_of_range_and_poses_that_are_none_are_refused_by_name() {
    let rig = mannequin();
    let refused = |options: Options, pose: &mut Pose| {
        let before = pose.clone();
        let mut ik = IkSession::new(&rig, options);
        ik.set_target(joint(&rig, Role::LeftHand), Target::position(before_left_shoulder(&rig)));
        let said = [
            ik.solve(pose, BUDGET).unwrap_err().to_string(),
            ik.step(pose, BUDGET).unwrap_err().to_string(),
        ];
        assert_eq!(said[0], said[1]);
        assert!(*pose == before || before.locals.iter().any(|local| !local.rotation.is_finite()));
        said[0].clone()
    };
    let plain = Options::default;
    let wrong = [
        (Options { tolerance: -1.0, ..plain() }, "tolerance"),
        (Options { angle_tolerance: f32::NAN, ..plain() }, "rotation tolerance"),
        (Options { strength: 0.0, ..plain() }, "strength"),
        (Options { velocity_limit: Some(-0.1), ..plain() }, "velocity limit"),
    ];
    for (options, what) in wrong {
        let said = refused(options, &mut rig.rest_pose());
        assert!(said.contains(what), "{said}");
    }
    let mut pose = rig.rest_pose();
    pose.locals[joint(&rig, Role::Chest).index() as usize].rotation.x = f32::NAN;
    let said = refused(plain(), &mut pose);
    assert!(said.contains("Chest") && said.contains("NaN"), "{said}");
}

#[test]
fn an_ik_stop_ends_the_chain() {
    let mut rig = mannequin();
    rig.ik_stops = vec![joint(&rig, Role::LeftUpperArm).index() as usize];
    let far = before_left_shoulder(&rig) + Vec3::Z;
    let (pose, _) = solved(&rig, Options::default(), Role::LeftHand, Target::position(far));
    let rest = turn(&rig, &rig.rest_pose(), Role::Chest);
    assert!(turn(&rig, &pose, Role::Chest).angle_between(rest) < 1e-4);
}
