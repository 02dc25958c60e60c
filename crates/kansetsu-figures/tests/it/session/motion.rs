//! Steps, motions and velocity limits.

use super::*;

#[test]
fn a_step_that_rests_settles() {
    let rig = mannequin();
    let mut ik = IkSession::new(&rig, Options::default());
    let mut pose = rig.posture().reference;
    let target = before_left_shoulder(&rig);
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(target));
    let mut report = ik.step(&mut pose, Budget::steps(60)).unwrap();
    for _ in 0..120 {
        report = ik.step(&mut pose, Budget::steps(60)).unwrap();
    }
    assert!(
        report.is_settled && report.distance() < 1e-4,
        "{} {}",
        report.is_settled,
        report.distance()
    );
    let before = pose.clone();
    ik.step(&mut pose, Budget::steps(60)).unwrap();
    let moved = farthest(&before, &pose);
    assert!(moved < 1e-4, "a settled pose moves by {moved} radians");
}

#[test]
fn a_target_on_top_of_a_motion_is_met_without_jumps_and_the_motion_stays() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let leg = joint(&rig, Role::LeftUpperLeg).index() as usize;
    let hips = joint(&rig, Role::Hips).index() as usize;
    let motion = |frame: usize| {
        let mut pose = stance.clone();
        let phase = frame as f32 * 0.1;
        pose.locals[leg].rotation =
            stance.locals[leg].rotation * Quat::from_rotation_x(0.4 * phase.sin());
        pose.locals[hips].translation.z += 0.01 * frame as f32;
        pose
    };
    let mut ik = IkSession::new(&rig, Options::default());
    let (mut pose, mut before) = (rig.rest_pose(), None::<Pose>);
    for frame in 0..120 {
        let own = motion(frame);
        let target = before_left_shoulder(&rig)
            + Vec3::new(0.0, 0.1 * (frame as f32 * 0.05).sin(), 0.01 * frame as f32);
        ik.set_target(joint(&rig, Role::LeftHand), Target::position(target));
        let report = ik.follow(&own, &mut pose, Budget::steps(200)).unwrap();
        assert!(report.distance() < 0.005, "frame {frame}: {} m off", report.distance());
        let off = place(&rig, &pose, Role::LeftFoot).distance(place(&rig, &own, Role::LeftFoot));
        assert!(off < 1e-4, "frame {frame}: the foot leaves the motion by {off} m");
        if let Some(before) = &before {
            let rotated = farthest(before, &pose).to_degrees();
            assert!(rotated < 8.0, "frame {frame}: a joint rotates by {rotated} degrees");
        }
        before = Some(pose.clone());
    }
}

#[test]
fn a_velocity_limit_slows_a_chosen_solver_in_a_motion() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let [low, high] = [Vec3::new(0.3, 1.0, 0.3), Vec3::new(0.3, 1.6, 0.2)];
    let farthest_in_a_frame = |velocity_limit: Option<f32>| {
        let mut ik = IkSession::new(
            &rig,
            Options { solver: Solver::from_name("auto"), velocity_limit, ..Options::default() },
        );
        let (mut pose, mut most, mut before) = (stance.clone(), 0.0_f32, None::<Pose>);
        for frame in 0..40 {
            ik.set_target(
                joint(&rig, Role::LeftHand),
                Target::position(if frame < 3 { low } else { high }),
            );
            let report = ik.follow(&stance, &mut pose, BUDGET).unwrap();
            let off =
                place(&rig, &pose, Role::LeftHand).distance(if frame < 3 { low } else { high });
            assert!(
                (report.distance() - off).abs() < 1e-5,
                "frame {frame}: lagging targets are measured at their current position"
            );
            assert!(
                report.is_settled == (off < 1e-3),
                "frame {frame}: {off} m off, settled: {}",
                report.is_settled
            );
            most = before.as_ref().map_or(most, |before| farthest(before, &pose).max(most));
            before = Some(pose.clone());
        }
        assert!(place(&rig, &pose, Role::LeftHand).distance(high) < 1e-3, "it arrives");
        most
    };
    assert!(farthest_in_a_frame(None) > 0.5, "without a limit it leaps");
    assert!(farthest_in_a_frame(Some(0.1)) < 0.1001);
    let mut ik = IkSession::new(&rig, Options { velocity_limit: Some(-0.1), ..Options::default() });
    assert!(
        ik.solve(&mut rig.rest_pose(), BUDGET).unwrap_err().to_string().contains("velocity limit")
    );
}

#[test]
fn a_velocity_limit_slows_the_whole_body_where_joints_lag_behind_targets() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let [shoulder, elbow, hand] = [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand]
        .map(|role| place(&rig, &stance, role));
    let length = shoulder.distance(elbow) + elbow.distance(hand);
    // An elbow bends by a large angle when a hand comes back slightly from full reach.
    let ends = [0.9999, 0.9].map(|part| shoulder + Vec3::Z * (part * length));
    let fastest = |velocity_limit: Option<f32>| {
        let mut ik = IkSession::new(
            &rig,
            Options { velocity_limit, chain_length: Some(2), ..Options::default() },
        );
        let (mut pose, mut most) = (stance.clone(), 0.0_f32);
        for frame in 0..90 {
            ik.set_target(
                joint(&rig, Role::LeftHand),
                Target::position(ends[usize::from(frame > 2)]),
            );
            let before = pose.clone();
            ik.follow(&stance, &mut pose, BUDGET).unwrap();
            // The first frame is solved, and that of the motion moves as far as the motion
            // explains.
            most = if frame > 3 { farthest(&before, &pose).max(most) } else { most };
        }
        let off = place(&rig, &pose, Role::LeftHand).distance(ends[1]);
        assert!(off < 1e-3, "it arrives, but for {off} m");
        most
    };
    let [slow, free] = [Some(0.05), None].map(fastest);
    assert!(slow < 0.05 && free > slow + 0.02, "{slow} and {free} radians");
}

#[test]
fn a_body_returns_to_the_motion_after_its_targets() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let low = place(&rig, &stance, Role::Hips) + Vec3::new(0.4, -0.3, 0.3);
    let (near, plain) = (before_left_shoulder(&rig), Options::default());
    for (target, options) in [
        (near, plain.clone()),
        (low, plain.clone()),
        (low, Options { root: Root::Free, ..plain.clone() }),
        (near, Options { chain_length: Some(2), ..plain.clone() }),
        (near, Options { solver: Some(Solver::default()), ..plain.clone() }),
    ] {
        let mut ik = IkSession::new(&rig, options);
        let mut pose = stance.clone();
        let hand = joint(&rig, Role::LeftHand);
        ik.set_target(hand, Target::position(target));
        for _ in 0..30 {
            ik.follow(&stance, &mut pose, BUDGET).unwrap();
        }
        assert!(farthest(&stance, &pose) > 0.3, "the target moves the body");
        ik.release(hand);
        let mut is_settled = false;
        for frame in 0..60 {
            let before = pose.clone();
            is_settled = ik.follow(&stance, &mut pose, BUDGET).unwrap().is_settled;
            let rotated = farthest(&before, &pose);
            assert!(rotated < 0.0437, "frame {frame}: a joint rotates by {rotated} radians");
            let outside = violation(&rig, &pose);
            assert!(outside < 2e-3, "frame {frame}: {outside} radians outside the limits");
            assert!(is_settled == (pose == stance), "frame {frame}: settled: {is_settled}");
        }
        assert!(is_settled, "{} radians from the motion", farthest(&stance, &pose));
    }
}

#[test]
fn an_arm_returns_to_the_motion_while_the_other_hand_has_a_target() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let left = before_left_shoulder(&rig);
    let right = Vec3::new(-left.x, left.y, left.z);
    let mut ik = IkSession::new(&rig, Options { chain_length: Some(2), ..Options::default() });
    let mut pose = stance.clone();
    for (role, target) in [(Role::LeftHand, left), (Role::RightHand, right)] {
        ik.set_target(joint(&rig, role), Target::position(target));
    }
    for frame in 0..90 {
        if frame == 30 {
            ik.release(joint(&rig, Role::LeftHand));
        }
        ik.follow(&stance, &mut pose, BUDGET).unwrap();
        let off = place(&rig, &pose, Role::RightHand).distance(right);
        assert!(off < 1e-3, "frame {frame}: the right hand is {off} m off");
    }
    let arm = joint(&rig, Role::LeftUpperArm).index() as usize;
    assert_eq!(pose.locals[arm], stance.locals[arm], "the arm plays the motion");
}

#[test]
fn a_joint_that_changes_from_a_target_to_a_pin_returns_to_the_motion() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let shift = Vec3::new(0.1, 0.3, 0.3);
    for role in [Role::LeftHand, Role::LeftFoot, Role::Hips] {
        let (id, own) = (joint(&rig, role), place(&rig, &stance, role));
        let mut ik = IkSession::new(&rig, Options::default());
        let mut pose = stance.clone();
        ik.set_target(id, Target::position(own + shift));
        for _ in 0..30 {
            ik.follow(&stance, &mut pose, BUDGET).unwrap();
        }
        assert!(place(&rig, &pose, role).distance(own) > 0.1, "{role:?} moves");
        ik.release(id);
        ik.pin(id);
        for _ in 0..30 {
            ik.follow(&stance, &mut pose, BUDGET).unwrap();
        }
        let off = place(&rig, &pose, role).distance(own);
        assert!(off < 1e-3, "{role:?} is {off} m from its pin");
    }
}
