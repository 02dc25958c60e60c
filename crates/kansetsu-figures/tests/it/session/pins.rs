//! Pins hold.

use super::*;

#[test]
fn pins_hold_while_a_hand_is_drawn_out_of_reach_and_back() {
    let rig = mannequin();
    let mut ik = IkSession::new(&rig, Options { posture: Posture::Given, ..Options::default() });
    let mut pose = rig.stance.clone().unwrap_or_else(|| rig.posture().reference);
    let start = pose.clone();
    let (hand, head) = (joint(&rig, Role::LeftHand), joint(&rig, Role::Head));
    ik.pin_position(head);
    let [from, head_at] = [Role::LeftHand, Role::Head].map(|role| place(&rig, &start, role));
    for frame in 0..240_i32 {
        let far = 2.0 * (1.0 - (frame - 120).abs() as f32 / 120.0);
        ik.set_target(hand, Target::position(from + Vec3::Z * far));
        let before = pose.clone();
        ik.step(&mut pose, Budget::steps(60)).unwrap();
        let rotated = farthest(&before, &pose);
        assert!(
            rotated < 8_f32.to_radians(),
            "frame {frame}: a joint rotates by {rotated} radians"
        );
        let off = place(&rig, &pose, Role::Head).distance(head_at);
        assert!(off < 1e-4, "frame {frame}: the head is {off} m off");
    }
}

#[test]
fn a_pinned_position_takes_a_target_of_rotation() {
    let rig = mannequin();
    let hand = joint(&rig, Role::LeftHand);
    let mut pose = rig.posture().reference;
    let at = place(&rig, &pose, Role::LeftHand);
    let wanted = Quat::from_rotation_y(0.5) * turn(&rig, &pose, Role::LeftHand);
    let mut ik = IkSession::new(&rig, Options { posture: Posture::Given, ..Options::default() });
    ik.pin_position(hand);
    ik.set_target(hand, Target::orientation(wanted));
    ik.solve(&mut pose, BUDGET).unwrap();
    assert!(place(&rig, &pose, Role::LeftHand).distance(at) < 1e-5);
    assert!(turn(&rig, &pose, Role::LeftHand).angle_between(wanted) < 2e-3);
}

#[test]
fn a_pin_to_a_target_is_met_before_targets() {
    let rig = mannequin();
    let (hand, head) = (joint(&rig, Role::LeftHand), joint(&rig, Role::Head));
    let low = place(&rig, &rig.rest_pose(), Role::Head) - Vec3::Y * 0.3;
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(&rig, Options::default());
    ik.pin_to(head, Target::position(low));
    ik.set_target(hand, Target::position(before_left_shoulder(&rig) + Vec3::Y * 2.0));
    let report = ik.solve(&mut pose, BUDGET).unwrap();
    assert!(place(&rig, &pose, Role::Head).distance(low) < 1e-4, "the pin is met");
    assert!(report.distance() > 0.5, "the target is not");
    let lifted = place(&rig, &pose, Role::LeftHand);
    ik.pin_to(head, Target::position(low).with_weight(2.0));
    assert!(ik.solve(&mut pose, BUDGET).unwrap_err().to_string().contains("weight"));
    assert_eq!(place(&rig, &pose, Role::LeftHand), lifted, "a refused solve changes nothing");
}

#[test]
fn a_pin_keeps_what_the_given_pose_has_and_not_the_stance() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let right = place(&rig, &pose, Role::RightHand);
    let mut ik = IkSession::new(&rig, Options::default());
    assert!(
        place(&rig, &ik.start_pose(&pose), Role::RightHand).y < right.y - 0.3,
        "the solve starts from arms that hang"
    );
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(before_left_shoulder(&rig)));
    ik.pin_position(joint(&rig, Role::RightHand));
    ik.solve(&mut pose, BUDGET).unwrap();
    assert!(place(&rig, &pose, Role::RightHand).distance(right) < 1e-4);
}

#[test]
fn a_pin_has_a_placement_of_its_own_and_leaves_the_rest_to_a_target() {
    let rig = mannequin();
    let hand = joint(&rig, Role::LeftHand);
    let (aim, mut pose) = (before_left_shoulder(&rig), rig.rest_pose());
    let wanted = Quat::from_rotation_y(-0.4) * turn(&rig, &pose, Role::LeftHand);
    let mut ik = IkSession::new(&rig, Options::default());
    ik.pin_to(hand, Target::position(aim));
    ik.set_target(hand, Target::orientation(wanted));
    let report = ik.solve(&mut pose, BUDGET).unwrap();
    assert!(report.pins.iter().any(|pin| pin.joint == hand && pin.is_reached));
    assert!(place(&rig, &pose, Role::LeftHand).distance(aim) < 1e-5);
    assert!(turn(&rig, &pose, Role::LeftHand).angle_between(wanted) < 2e-3);
    ik.pin_to(hand, Target::orientation(wanted));
    assert!(ik.solve(&mut pose, BUDGET).unwrap_err().to_string().contains("is pinned as well"));
    ik.set_target(hand, Target::position(aim + Vec3::Y * 0.1));
    ik.solve(&mut pose, BUDGET).unwrap();
    assert!(place(&rig, &pose, Role::LeftHand).distance(aim + Vec3::Y * 0.1) < 1e-4);
    assert!(turn(&rig, &pose, Role::LeftHand).angle_between(wanted) < 2e-3);
}

/// More pins than a body takes goals: all joints but those of an arm.
#[test]
fn pins_that_hold_on_joints_that_nothing_moves_cost_nothing() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let arm = joint(&rig, Role::LeftUpperArm).index() as usize;
    let pinned: Vec<usize> = (0..rig.skeleton.len())
        .filter(|&index| rig.skeleton.ancestors(index).all(|above| above != arm))
        .collect();
    assert!(pinned.len() > 40);
    let mut ik = IkSession::new(&rig, Options { posture: Posture::Given, ..Options::default() });
    pinned.iter().for_each(|&index| ik.pin(rig.skeleton.id(index)));
    let target = place(&rig, &pose, Role::LeftHand) + Vec3::new(-0.1, 0.1, 0.1);
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(target));
    let report = ik.solve(&mut pose, BUDGET).unwrap();
    assert!(
        report.distance() < 1e-4
            && report.pins.len() == pinned.len()
            && report.pins.iter().all(|pin| pin.is_reached)
    );
    for &index in &pinned {
        assert_eq!(pose.locals[index], rig.rest_pose().locals[index]);
    }
    // As many targets as there are joints.
    ik.clear();
    for index in 0..rig.skeleton.len() {
        let at = rig.skeleton.forward(&pose)[index].translation + Vec3::Z * 0.01;
        ik.set_target(rig.skeleton.id(index), Target::position(at));
    }
    let report = ik.solve(&mut pose, BUDGET).unwrap();
    assert!(
        report.targets.len() == rig.skeleton.len() && report.distance() < 1e-4,
        "{} m off",
        report.distance()
    );
}
