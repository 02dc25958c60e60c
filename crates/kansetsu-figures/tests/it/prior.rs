//! The pose prior on the mannequin.

use kansetsu::d3::{Goal, Pose, rotation_of, solve::Root};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::Figure;
use kansetsu_humanoid::prior::{Learner, Prior, PriorBody};

fn mannequin() -> (Figure, PriorBody) {
    let figure = kansetsu_figures::mannequin();
    let humanoid = figure.rig.humanoid().expect("it is human");
    let body = PriorBody::new(&figure.rig.skeleton, &humanoid).expect("it has a length");
    (figure, body)
}

/// Goals of hips, head, hands and feet from a pose.
fn goals(figure: &Figure, pose: &Pose) -> Vec<Goal> {
    let at = figure.rig.skeleton.forward(pose);
    let names = ["Hips", "Head", "LeftHand", "RightHand", "LeftFoot", "RightFoot"];
    let joints = names.map(|name| figure.rig.skeleton.find(name).expect("the mannequin's own"));
    joints
        .map(|joint| {
            Goal::position(joint, at[joint].translation).with_orientation(rotation_of(&at[joint]))
        })
        .to_vec()
}

/// Arms that swing and elbows that bend with them, by one parameter.
fn swung(figure: &Figure, by: f32) -> Pose {
    let mut pose = figure.rig.posture().reference;
    for (joint, turn) in [
        ("LeftUpperArm", by),
        ("LeftLowerArm", 0.5 * by),
        ("RightUpperArm", -by),
        ("Chest", 0.3 * by),
    ] {
        let joint = figure.rig.skeleton.find(joint).expect("the mannequin's own");
        pose.locals[joint].rotation *= Quat::from_rotation_y(turn);
    }
    pose
}

fn farthest(figure: &Figure, [a, b]: [&Pose; 2]) -> f32 {
    let [a, b] = [a, b].map(|pose| figure.rig.skeleton.forward(pose));
    a.iter().zip(&b).map(|(a, b)| a.translation.distance(b.translation)).fold(0.0, f32::max)
}

#[test]
fn what_was_learnt_is_found_again() {
    let (figure, body) = mannequin();
    let mut learner = Learner::default();
    (-20..=20).for_each(|step| learner.add(&body, &swung(&figure, 0.02 * step as f32)));
    let prior = learner.prior();
    for by in [-0.31, 0.07, 0.25] {
        let (truth, rest) = (swung(&figure, by), figure.rig.skeleton.rest_pose());
        let found = body
            .pose_prior(&prior)
            .map_estimate(&goals(&figure, &truth), &rest, Root::Fixed)
            .expect("a pose");
        let off = farthest(&figure, [&truth, &found]);
        assert!(off < 0.02, "{by}: {off} m");
        assert!(
            farthest(&figure, [&truth, &swung(&figure, 0.0)]) > 0.02,
            "the mean is further off"
        );
    }
}

#[test]
fn the_pelvis_is_found_where_the_others_are_likely() {
    let (figure, body) = mannequin();
    let mut learner = Learner::default();
    (-20..=20).for_each(|step| learner.add(&body, &swung(&figure, 0.02 * step as f32)));
    let (prior, rest) = (learner.prior(), figure.rig.skeleton.rest_pose());
    let hips = figure.rig.skeleton.find("Hips").expect("the mannequin's own");
    let mut truth = swung(&figure, 0.2);
    truth.locals[hips].translation += Vec3::new(0.1, -0.04, 0.15);
    truth.locals[hips].rotation = Quat::from_rotation_y(0.3) * truth.locals[hips].rotation;
    let goals: Vec<Goal> =
        goals(&figure, &truth).into_iter().filter(|goal| goal.joint != hips).collect();
    assert_eq!(body.observed(&goals), 5);
    let off = |root: Root| {
        let found = body.pose_prior(&prior).map_estimate(&goals, &rest, root).expect("a pose");
        farthest(&figure, [&truth, &found])
    };
    let (free, held) = (off(Root::Free), off(Root::Fixed));
    assert!(free < 0.02, "{free} m");
    assert!(held > 0.1, "held hips stay {held} m away");
}

#[test]
fn a_heading_that_is_known_stays() {
    let (figure, body) = mannequin();
    let stance = figure.rig.posture().reference;
    let hips = figure.rig.skeleton.find("Hips").expect("the mannequin's own");
    // Goals of a person who faces 60 degrees to the left, with a fixed heading straight ahead.
    let mut truth = stance.clone();
    truth.locals[hips].rotation = Quat::from_rotation_y(1.05) * truth.locals[hips].rotation;
    let mut places = goals(&figure, &truth);
    places.retain(|goal| goal.joint != hips);
    places.iter_mut().for_each(|goal| goal.orientation = None);
    let ahead = |pose: &Pose| {
        let left = pose.locals[hips].rotation * Vec3::X;
        left.z.atan2(left.x).to_degrees()
    };
    let found = body
        .pose_prior(Prior::people())
        .map_estimate(&places, &stance, Root::Free)
        .expect("a pose");
    assert!(ahead(&found).abs() > 20.0, "it turns by {}°", ahead(&found));
    let held = body
        .pose_prior(Prior::people())
        .with_heading()
        .map_estimate(&places, &stance, Root::Free)
        .expect("a pose");
    assert!(ahead(&held).abs() < 12.0, "what is left is a pelvis that leans: {}°", ahead(&held));
}

#[test]
fn people_stand_upright_and_alike_on_both_sides() {
    let (figure, body) = mannequin();
    let stance = figure.rig.posture().reference;
    let found = body
        .pose_prior(Prior::people())
        .map_estimate(&goals(&figure, &stance), &figure.rig.skeleton.rest_pose(), Root::Fixed)
        .expect("a pose");
    let at = figure.rig.skeleton.forward(&found);
    let place =
        |name: &str| at[figure.rig.skeleton.find(name).expect("the mannequin's own")].translation;
    for part in ["LowerArm", "UpperArm", "LowerLeg"] {
        let (left, right) = (place(&format!("Left{part}")), place(&format!("Right{part}")));
        assert!(left.distance(right * Vec3::new(-1.0, 1.0, 1.0)) < 2e-3, "{part}: {left} {right}");
    }
    assert!(farthest(&figure, [&stance, &found]) < 0.15, "people stand so");
}

#[test]
fn it_goes_with_its_goals() {
    let (figure, body) = mannequin();
    let (stance, rest) = (figure.rig.posture().reference, figure.rig.skeleton.rest_pose());
    let mut goals = goals(&figure, &stance);
    let mut before =
        body.pose_prior(Prior::people()).map_estimate(&goals, &rest, Root::Fixed).expect("a pose");
    for _ in 0..400 {
        let hand = goals[2].position.expect("a place");
        goals[2].position = Some(hand + Vec3::new(-0.0005, 0.001, 0.0008));
        let now = body
            .pose_prior(Prior::people())
            .map_estimate(&goals, &rest, Root::Fixed)
            .expect("a pose");
        let turn = before
            .locals
            .iter()
            .zip(&now.locals)
            .map(|(a, b)| a.rotation.angle_between(b.rotation))
            .fold(0.0, f32::max);
        assert!(turn < 0.02, "{turn} rad in a step of 1.4 mm");
        before = now;
    }
}

#[test]
fn the_likely_pose_is_where_its_goals_are() {
    let (figure, body) = mannequin();
    let (stance, rest) = (figure.rig.posture().reference, figure.rig.skeleton.rest_pose());
    for way in [Vec3::ZERO, Vec3::new(0.1, 0.3, 0.3), Vec3::new(-0.2, 0.6, 0.3)] {
        let mut goals = goals(&figure, &stance);
        goals[2].position = goals[2].position.map(|hand| hand + way);
        goals[2].orientation = None;
        let found = body
            .pose_prior(Prior::people())
            .map_estimate(&goals, &rest, Root::Fixed)
            .expect("a pose");
        let at = figure.rig.skeleton.forward(&found);
        for goal in &goals {
            let off = at[goal.joint].translation.distance(goal.position.expect("a place"));
            assert!(off < 0.02, "joint {} is {off} m off, the hand moved by {way}", goal.joint);
        }
    }
}

#[test]
fn tables_are_read_back_and_what_is_none_is_refused() {
    let bytes = Prior::people().to_bytes();
    assert!(bytes.len() <= 64 << 10, "{} bytes", bytes.len());
    assert_eq!(&Prior::from_bytes(&bytes).expect("its own bytes"), Prior::people());
    assert_ne!(Prior::people(), &Learner::default().prior(), "people are known");
    let mut not_finite = bytes.clone();
    not_finite[8..12].copy_from_slice(&f32::NAN.to_le_bytes());
    for wrong in [&bytes[1..], &bytes[..bytes.len() - 1], b"", &not_finite] {
        assert!(Prior::from_bytes(wrong).is_err());
    }
}
