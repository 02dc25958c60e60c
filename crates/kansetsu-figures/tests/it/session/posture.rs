//! The posture of a person: stance, prior, feet on the floor, everyday gestures.

use super::*;

#[test]
fn a_hand_reaches_and_what_has_no_target_hangs_relaxed() {
    let rig = mannequin();
    let target = before_left_shoulder(&rig);
    let (pose, report) = solved(&rig, Options::default(), Role::LeftHand, Target::position(target));
    assert_eq!(report.outcome, Outcome::Reached);
    assert!(place(&rig, &pose, Role::LeftHand).distance(target) < 1e-4);
    let [shoulder, hand] =
        [Role::RightUpperArm, Role::RightHand].map(|role| place(&rig, &pose, role));
    assert!(hand.y < shoulder.y - 0.4, "the other hand hangs: {hand} below {shoulder}");
    for (role, planted) in [Role::LeftToes, Role::RightToes].into_iter().zip(&report.pins) {
        let moved = place(&rig, &pose, role).distance(place(&rig, &rig.rest_pose(), role));
        assert!(planted.is_reached && moved < 1e-5, "{role} moved by {moved} m");
    }
}

#[test]
fn standing_legs_stay_straight_with_the_prior() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(
        &rig,
        Options {
            posture: Posture::Likely,
            prior: Some(Arc::new(Prior::people())),
            ..Options::default()
        },
    );
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(before_left_shoulder(&rig)));
    ik.set_target(
        joint(&rig, Role::RightHand),
        Target::position(before_left_shoulder(&rig) - Vec3::X * 0.3),
    );
    ik.set_target(joint(&rig, Role::Head), Target::look_at(Vec3::Z, [0.0, 1.5, 3.0]));
    ik.solve(&mut pose, BUDGET).unwrap();
    for [upper, lower, foot] in [
        [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot],
        [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot],
    ] {
        let [hip, knee, ankle] = [upper, lower, foot].map(|role| place(&rig, &pose, role));
        let bend = (knee - hip).angle_between(ankle - knee).to_degrees();
        assert!(bend < 10.0, "a knee bends by {bend} degrees");
    }
}

/// Typical input: one or two positions, from a T-pose, with default options.
#[test]
fn gestures_are_met_relaxed_and_on_the_floor() {
    let figure = kansetsu_figures::mannequin();
    let rig = &figure.rig;
    let page = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/guide/gestures.md"
    ))
    .unwrap();
    let all = kansetsu_figures::scenes::gestures::requests(&figure).unwrap();
    assert_eq!(all.len(), 42);
    for gesture in &all {
        assert!(
            page.contains(&format!(
                "| {} | `kansetsu solve figure:mannequin {} ",
                gesture.name, gesture.words
            )),
            "{}",
            gesture.name
        );
        let mut pose = rig.rest_pose();
        let report = gesture.request.session(rig).unwrap().solve(&mut pose, BUDGET).unwrap();
        assert!(report.distance() < 1e-3, "{}: {} m off", gesture.name, report.distance());
        let outside = violation(rig, &pose);
        assert!(outside < 1e-3, "{}: {outside} radians outside of a limit", gesture.name);
        let is_asked =
            |role: Role| gesture.request.targets.iter().any(|target| target.joint == role.name());
        for (hand, upper) in
            [(Role::LeftHand, Role::LeftUpperArm), (Role::RightHand, Role::RightUpperArm)]
        {
            let drop = place(rig, &pose, upper).y - place(rig, &pose, hand).y;
            assert!(
                is_asked(hand) || drop > 0.1,
                "{}: a hand without a target is {drop} m below its shoulder",
                gesture.name
            );
        }
        for (foot, toes) in [(Role::LeftFoot, Role::LeftToes), (Role::RightFoot, Role::RightToes)] {
            let moved = place(rig, &pose, toes).distance(place(rig, &rig.rest_pose(), toes));
            assert!(
                is_asked(foot) || moved < 1e-4,
                "{}: planted toes move by {moved} m",
                gesture.name
            );
        }
    }
}

#[test]
fn locked_joints_and_limbs_with_a_pole_start_from_the_given_pose() {
    let rig = mannequin();
    let elbow = joint(&rig, Role::LeftLowerArm);
    let (pose, _) = solved(
        &rig,
        Options { locked: vec![elbow], ..Options::default() },
        Role::LeftHand,
        Target::position(before_left_shoulder(&rig)),
    );
    assert_eq!(pose.locals[elbow.index() as usize], rig.rest_pose().locals[elbow.index() as usize]);
    let height = |pole: Vec3| {
        let target = Target::position([0.4, 1.3, 0.2]).with_pole(pole);
        let (pose, _) = solved(
            &rig,
            Options { limits: Limits::Off, ..Options::default() },
            Role::LeftHand,
            target,
        );
        place(&rig, &pose, Role::LeftLowerArm).y
    };
    assert!(
        height(Vec3::Y * 9.0) > 1.35 && height(Vec3::Y * -9.0) < 1.3,
        "the pole decides: {} {}",
        height(Vec3::Y * 9.0),
        height(Vec3::Y * -9.0)
    );
}

#[test]
fn who_walks_with_the_prior_is_looked_for_where_the_body_is() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let options = Options {
        posture: Posture::Likely,
        prior: Some(Arc::new(Prior::people())),
        root: Root::Free,
        feet: Feet::Free,
        ..Options::default()
    };
    let mut ik = IkSession::new(&rig, options);
    let parts = [Role::Head, Role::LeftHand, Role::RightHand]
        .map(|role| (joint(&rig, role), place(&rig, &stance, role)));
    let mut pose = stance.clone();
    for frame in 0..60 {
        let way = Vec3::Z * (0.03 * frame as f32);
        for (part, from) in parts {
            ik.set_target(part, Target::position(from + way));
        }
        let report = ik.follow(&stance, &mut pose, BUDGET).unwrap();
        assert!(report.distance() < 5e-3, "frame {frame}: {} m off", report.distance());
        let off = place(&rig, &pose, Role::Hips).distance(place(&rig, &stance, Role::Hips) + way);
        assert!(off < 0.15, "frame {frame}: the hips are {off} m off");
    }
}

#[test]
fn heels_rise_for_hips_that_are_led_down_and_stay_risen() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let at = |pose: &Pose, role: Role| place(&rig, pose, role);
    let mut ik = IkSession::new(&rig, Options { chain_length: Some(1), ..Options::default() });
    let hips = at(&pose, Role::Hips);
    for frame in 1..=120 {
        let down = 0.45 * (frame as f32 / 60.0).min(1.0);
        ik.set_target(joint(&rig, Role::Hips), Target::position(hips - Vec3::Y * down));
        let off = ik.step(&mut pose, Budget::steps(60)).unwrap().distance();
        assert!(frame < 120 || off < 1e-3, "{off} m off");
    }
    for [foot, toes] in [[Role::LeftFoot, Role::LeftToes], [Role::RightFoot, Role::RightToes]] {
        assert!(at(&pose, toes).distance(at(&rig.rest_pose(), toes)) < 1e-5, "toes stay");
        assert!(at(&pose, foot).y > at(&rig.rest_pose(), foot).y + 0.01, "heels rise");
    }
}

#[test]
fn a_planted_foot_can_be_led_later_and_the_other_one_stays() {
    let rig = mannequin();
    let mut ik = IkSession::new(&rig, Options::default());
    let mut pose = rig.posture().reference;
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(before_left_shoulder(&rig)));
    ik.step(&mut pose, Budget::steps(60)).unwrap();
    let [left, right] = [Role::LeftFoot, Role::RightToes].map(|role| place(&rig, &pose, role));
    for frame in 1..=100 {
        ik.set_target(
            joint(&rig, Role::LeftFoot),
            Target::position(left + Vec3::new(0.0, 0.2, 0.1) * (0.01 * frame as f32)),
        );
        ik.step(&mut pose, Budget::steps(60)).unwrap();
    }
    assert!(place(&rig, &pose, Role::LeftFoot).distance(left + Vec3::new(0.0, 0.2, 0.1)) < 0.01);
    assert!(place(&rig, &pose, Role::RightToes).distance(right) < 1e-5);
}
