//! Scales that stretch one axis more than another inside a chain or a body: the true place of the tip is what counts.

use glam::{Affine3, Quat, Vec3};
use kansetsu::d3::{
    Chain, Goal, Outcome, Pose, Skeleton, Transform, rotation_of,
    solve::{Auto, Body, Dls, Scratch, WholeBody},
};

use crate::random::Random;

/// Where a joint of the pose is, and how it is turned and stretched.
fn map_of(skeleton: &Skeleton, pose: &Pose, joint: usize) -> Affine3 {
    let local = pose.locals[joint].to_affine();
    skeleton.joints()[joint].parent.map_or(local, |parent| map_of(skeleton, pose, parent) * local)
}

/// Scales some joints, along each axis otherwise.
fn stretch(random: &mut Random, pose: &mut Pose) {
    for local in &mut pose.locals {
        if !random.chance(0.4) {
            continue;
        }
        local.scale = Vec3::from_array(std::array::from_fn(|_| random.range(0.7, 1.4)));
    }
}

/// Segments of a metre, more or less.
fn chain(random: &mut Random, count: usize) -> (Skeleton, Pose) {
    let mut builder = Skeleton::builder();
    let mut last = builder.root("0", Transform::IDENTITY);
    for index in 1..=count {
        let to_here = Vec3::new(random.range(-0.3, 0.3), random.range(0.7, 1.2), random.range(-0.3, 0.3));
        last = builder.child(last, index.to_string(), Transform::from_translation(to_here));
    }
    let skeleton = builder.build().unwrap();
    let mut pose = skeleton.rest_pose();
    stretch(random, &mut pose);
    if random.unit() < 0.3 {
        pose.locals[1].scale.x *= -1.0;
    }
    (skeleton, pose)
}

/// A spine with two arms of three joints.
fn two_arms() -> Skeleton {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", Transform::from_translation(Vec3::new(0.3, 1.0, -0.2)));
    let spine = builder.child(root, "spine", Transform::from_translation(Vec3::Y * 0.5));
    for side in [1.0, -1.0] {
        let mut last = spine;
        for index in 0..3 {
            last = builder.child(last, format!("{side} {index}"), Transform::from_translation(Vec3::new(0.3 * side, 0.1, 0.05)));
        }
    }
    builder.build().unwrap()
}

/// The same, every joint turned by up to a radian.
fn turned(random: &mut Random, pose: &Pose) -> Pose {
    let mut pose = pose.clone();
    for local in &mut pose.locals {
        local.rotation *= Quat::from_scaled_axis(random.direction() * random.unit());
    }
    pose
}

#[test]
fn stretched_chains_reach_by_true_forward_kinematics() {
    let mut random = Random::new(77);
    let mut scratch = Scratch::default();
    let mut missed = 0;
    for case in 0..600 {
        let count = 2 + case % 5;
        let (skeleton, pose) = chain(&mut random, count);
        let chain = Chain::new(&skeleton, 0, count).unwrap();
        let offset = if case % 3 == 0 { Vec3::new(0.1, 0.2, -0.1) } else { Vec3::ZERO };
        let target = map_of(&skeleton, &turned(&mut random, &pose), count).transform_point3(offset);
        let goal = Goal::position(count, target).with_offset(offset);
        let mut got = turned(&mut random, &pose);
        let report = if case % 2 == 0 {
            Auto::default().solve_with(&chain, &goal, &mut got, &mut scratch).unwrap()
        } else {
            Dls::default().solve_with(&chain, &goal, &mut got, &mut scratch).unwrap()
        };
        let place = map_of(&skeleton, &got, count).transform_point3(offset);
        assert!(place.distance(report.goals[0].reached) < 1e-4, "{case}: reported {report:?}, is at {place}");
        assert!(report.outcome != Outcome::Reached || place.distance(target) < 3e-4 * count as f32, "{case}: {report:?}");
        missed += usize::from(report.outcome != Outcome::Reached);
    }
    assert!(missed <= 40, "{missed} of 600 missed");
}

#[test]
fn stretched_bodies_reach_by_true_forward_kinematics() {
    let mut random = Random::new(78);
    let mut scratch = Scratch::default();
    let mut missed = 0;
    for case in 0..200 {
        let skeleton = two_arms();
        let mut pose = skeleton.rest_pose();
        stretch(&mut random, &mut pose);
        let mut wanted = turned(&mut random, &pose);
        wanted.locals[0] = pose.locals[0];
        let ends = [4, 7];
        let maps = ends.map(|end| map_of(&skeleton, &wanted, end));
        let goals = [0, 1].map(|k| {
            let goal = Goal::position(ends[k], maps[k].translation);
            if case % 2 == 0 { goal.with_orientation(rotation_of(&maps[k])) } else { goal }
        });
        let body = Body::new(&skeleton);
        let report = WholeBody::default().solve_with(&body, &goals, &mut pose, &mut scratch).unwrap();
        for k in 0..2 {
            let map = map_of(&skeleton, &pose, ends[k]);
            assert!(map.translation.distance(report.goals[k].reached) < 1e-5, "{case}: {report:?}");
            let met = map.translation.distance(maps[k].translation) < 5e-5
                && (case % 2 == 1 || rotation_of(&map).angle_between(rotation_of(&maps[k])) < 2e-3);
            assert!(met || report.outcome != Outcome::Reached, "{case}: {report:?}");
        }
        missed += usize::from(report.outcome != Outcome::Reached);
    }
    assert!(missed <= 20, "{missed} of 200 missed");
}

#[test]
fn nothing_moves_in_a_stretched_chain_or_body_that_has_its_goal_met() {
    let mut random = Random::new(79);
    let mut scratch = Scratch::default();
    for _ in 0..50 {
        let (skeleton, pose) = chain(&mut random, 4);
        let start = turned(&mut random, &pose);
        let goal = Goal::position(4, map_of(&skeleton, &start, 4).translation);
        let mut got = start.clone();
        let report = Dls::default().solve_with(&Chain::new(&skeleton, 0, 4).unwrap(), &goal, &mut got, &mut scratch).unwrap();
        assert_eq!((report.iterations, &got), (0, &start));
        let report = WholeBody::default().solve_with(&Body::new(&skeleton), &[goal], &mut got, &mut scratch).unwrap();
        assert_eq!((report.iterations, &got), (0, &start));
    }
}
