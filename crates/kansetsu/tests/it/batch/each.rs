//! Bodies and sessions of a batch have the bits of single ones.

use kansetsu::{
    Budget, Error, IkSession, Options, Pose, Rig, Target,
    batch::{self, Poses},
    d3::{
        Goal, Report, Skeleton, Transform,
        solve::{Body, Scratch, WholeBody},
    },
    glam::Vec3,
    session,
};

use super::{bits, on_threads};
use crate::random::Random;

/// A trunk with two arms.
fn trunk() -> Skeleton {
    let mut builder = Skeleton::builder();
    let chest = builder.root("chest", Transform::IDENTITY);
    for (side, name) in [(Vec3::X, "left"), (Vec3::NEG_X, "right")] {
        let mut last = chest;
        for part in ["shoulder", "elbow", "hand"] {
            let at = Transform::from_translation(side * 0.25);
            last = builder.child(last, format!("{name} {part}"), at);
        }
    }
    builder.build().unwrap()
}

fn targets(count: usize) -> Vec<[Vec3; 2]> {
    let mut random = Random::new(11);
    let mut near = |side: f32| Vec3::X * 0.4 * side + random.direction() * random.range(0.0, 0.5);
    (0..count).map(|_| [near(1.0), near(-1.0)]).collect()
}

#[test]
fn bodies_have_the_bits_of_single_solves() {
    let skeleton = trunk();
    let body = Body::new(&skeleton);
    let hands = ["left hand", "right hand"].map(|name| skeleton.find(name).unwrap());
    let targets = targets(50);
    let goals =
        |instance: usize| [0, 1].map(|hand| Goal::position(hands[hand], targets[instance][hand]));
    let solver = WholeBody::default();
    let single = |instance: usize| {
        let mut pose = skeleton.rest_pose();
        let report = solver.solve(&body, &goals(instance), &mut pose).unwrap();
        (bits(&pose), report)
    };
    on_threads(|| {
        let mut poses = Poses::new(&skeleton.rest_pose(), targets.len());
        let mut reports: Vec<Report> = Vec::new();
        let solve = |scratch: &mut Scratch, instance: usize, pose: &mut Pose| {
            solver.solve_with(&body, &goals(instance), pose, scratch).cloned()
        };
        batch::solve_each(&mut poses, &mut reports, Scratch::default, solve).unwrap();
        for (instance, report) in reports.iter().enumerate() {
            let (wanted, wanted_report) = single(instance);
            assert_eq!(bits(&poses.get(instance).unwrap()), wanted, "{instance}");
            assert_eq!(*report, wanted_report, "{instance}");
        }
    });
}

#[test]
fn sessions_have_the_bits_of_single_ones_and_errors_name_the_instance() {
    let rig = Rig::new(trunk());
    let hand = rig.joint("left hand").unwrap();
    let mut targets = targets(30);
    targets[13][0].x = f32::NAN;
    let prototype = IkSession::new(&rig, Options::default());
    let solve = |session: &mut IkSession, instance: usize, pose: &mut Pose| {
        session.set_target(hand, Target::position(targets[instance][0].to_array()));
        session.solve(pose, Budget::steps(100))
    };
    on_threads(|| {
        let mut poses = Poses::new(&rig.rest_pose(), targets.len());
        let mut reports: Vec<session::Report> = Vec::new();
        let done = batch::solve_each(&mut poses, &mut reports, || prototype.clone(), solve);
        let Err(Error::Instances(invalid)) = done else { panic!("instance 13 is invalid") };
        assert_eq!(invalid.iter().map(|invalid| invalid.instance).collect::<Vec<_>>(), [13]);
        for (instance, report) in reports.iter().enumerate() {
            let mut pose = rig.rest_pose();
            let alone = solve(&mut prototype.clone(), instance, &mut pose).unwrap_or_default();
            assert_eq!(bits(&poses.get(instance).unwrap()), bits(&pose), "{instance}");
            assert_eq!(*report, alone, "{instance}");
        }
    });
}
