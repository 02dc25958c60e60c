use kansetsu::Error;
use kansetsu::d3::{
    Chain, Goal, Limit, Outcome, Pose, Skeleton, Transform,
    limit::Cone,
    solve::{AimChain, Scratch},
};
use kansetsu::glam::{Quat, Vec3};

use crate::random::Random;

const EYES: Vec3 = Vec3::new(0.0, 0.06, 0.09);

/// Hips, spine, chest, neck, head (joints 1 to 5) upwards, under a parent (joint 0) with any
/// transform.
fn torso(parent: Transform) -> (Skeleton, Chain) {
    let mut builder = Skeleton::builder();
    let mut last = builder.root("root", parent);
    for (name, length) in
        [("hips", 0.9), ("spine", 0.12), ("chest", 0.2), ("neck", 0.25), ("head", 0.1)]
    {
        last = builder.child(last, name, Transform::from_translation(Vec3::Y * length));
    }
    let skeleton = builder.build().unwrap();
    let chain = Chain::new(&skeleton, 1, 5).unwrap();
    (skeleton, chain)
}

fn eyes(skeleton: &Skeleton, pose: &Pose) -> Vec3 {
    skeleton.forward(pose)[5].transform_point3(EYES)
}

/// The distance of the target from the line of sight, measured in f64, and whether it lies ahead.
fn miss(skeleton: &Skeleton, pose: &Pose, target: Vec3) -> (f64, bool) {
    let head = skeleton.forward(pose)[5];
    let axis = (head.matrix3.as_dmat3() * Vec3::Z.as_dvec3()).normalize();
    let to =
        target.as_dvec3() - head.translation.as_dvec3() - head.matrix3.as_dmat3() * EYES.as_dvec3();
    (axis.cross(to).length(), axis.dot(to) > 0.0)
}

#[test]
fn ten_thousand_targets_are_looked_at_and_then_nothing_moves() {
    let mut random = Random::new(31);
    let mut rounds = 0;
    for _ in 0..10_000 {
        let (skeleton, chain) =
            torso(Transform::from_translation_rotation(random.direction(), random.rotation()));
        let mut pose = skeleton.rest_pose();
        for local in &mut pose.locals[1..] {
            local.rotation = Quat::from_scaled_axis(random.direction() * random.range(0.0, 0.3));
        }
        // Far away in any direction, or closer in front.
        let head = skeleton.forward(&pose)[5];
        let ahead = (head.matrix3 * Vec3::Z + random.direction()).normalize();
        let way = if random.unit() < 0.5 {
            random.direction() * random.range(1.2, 5.0)
        } else {
            ahead * random.range(0.5, 1.5)
        };
        let target = eyes(&skeleton, &pose) + way;
        let goal = Goal::look_at(5, Vec3::Z, target).with_offset(EYES);
        let report = AimChain::default().solve(&chain, &goal, &mut pose).unwrap();
        let (distance, ahead) = miss(&skeleton, &pose, target);
        assert!(distance < 2e-5 && ahead, "{distance}: {report:?}");
        assert_eq!(report.outcome, Outcome::Reached);
        rounds += report.iterations;
        let solved = pose.clone();
        let again = AimChain::default().solve(&chain, &goal, &mut pose).unwrap();
        assert_eq!(pose, solved, "{again:?} after {report:?}");
        assert_eq!(again.iterations, 0);
        AimChain { weight: 0.5, ..AimChain::default() }.solve(&chain, &goal, &mut pose).unwrap();
        assert_eq!(pose, solved);
    }
    assert!(rounds < 60_000, "{rounds} rounds for 10,000 targets");
}

#[test]
fn each_joint_takes_its_share() {
    let mut random = Random::new(32);
    let shares = [0.0, 1.0, 2.0, 3.0, 4.0];
    for _ in 0..1_000 {
        let (skeleton, chain) = torso(Transform::IDENTITY);
        let mut pose = skeleton.rest_pose();
        // Far away, where the rotations are known; not behind.
        let direction = (random.direction() + Vec3::Z * 1.1).normalize();
        let goal = Goal::look_at(5, Vec3::Z, direction * 1e5).with_offset(EYES);
        AimChain { shares: shares.to_vec(), ..AimChain::default() }
            .solve(&chain, &goal, &mut pose)
            .unwrap();
        let whole = direction.angle_between(Vec3::Z);
        for (share, local) in shares.iter().zip(&pose.locals[1..]) {
            let angle = 2.0 * local.rotation.xyz().length().atan2(local.rotation.w);
            assert!(
                (angle - whole * share / 10.0).abs() < 2e-5,
                "{angle} for {share} tenths of {whole}"
            );
        }
    }
}

#[test]
fn scaled_and_mirrored_parents_are_right() {
    let mut random = Random::new(33);
    for _ in 0..2_000 {
        let mut part = || random.range(0.3, 3.0) * if random.unit() < 0.5 { -1.0 } else { 1.0 };
        let scale = Vec3::new(part(), part(), part());
        let (skeleton, chain) =
            torso(Transform { scale, ..Transform::from_rotation(random.rotation()) });
        let mut pose = skeleton.rest_pose();
        // Scales inside the chain too, non-uniform ones included.
        pose.locals[3].scale = Vec3::new(1.2, 0.8, -1.0);
        let mut other = pose.clone();
        for local in &mut other.locals[1..] {
            local.rotation = Quat::from_scaled_axis(random.direction() * random.range(0.0, 0.5));
        }
        let target =
            skeleton.forward(&other)[5].transform_point3(EYES + Vec3::Z * random.range(1.0, 4.0));
        let goal = Goal::look_at(5, Vec3::Z, target).with_offset(EYES);
        let report = AimChain::default().solve(&chain, &goal, &mut pose).unwrap();
        let (distance, ahead) = miss(&skeleton, &pose, target);
        assert!(distance < 1e-4 && ahead, "{distance}: {report:?}");
    }
}

#[test]
fn the_pole_keeps_the_head_upright() {
    let mut random = Random::new(34);
    for _ in 0..2_000 {
        let (skeleton, chain) = torso(Transform::IDENTITY);
        let mut pose = skeleton.rest_pose();
        for local in &mut pose.locals[1..] {
            local.rotation = Quat::from_scaled_axis(random.direction() * random.range(0.0, 0.3));
        }
        let target = eyes(&skeleton, &pose)
            + (random.direction() + Vec3::Z * 1.2).normalize() * random.range(1.0, 5.0);
        let goal = Goal::look_at(5, Vec3::Z, target).with_offset(EYES).with_pole(Vec3::Y * 100.0);
        AimChain::default().solve(&chain, &goal, &mut pose).unwrap();
        let head = skeleton.forward(&pose)[5];
        let line = (target - head.translation).normalize();
        if line.y.abs() < 0.95 {
            let pole = Vec3::Y * 100.0 - head.translation;
            assert!((head.matrix3 * Vec3::Y).dot(line.cross(pole).normalize()).abs() < 1e-4);
            assert!(miss(&skeleton, &pose, target).0 < 2e-5);
        }
    }
}

#[test]
fn what_one_joint_may_not_do_the_others_do() {
    let mut random = Random::new(35);
    let mut reached = 0;
    for _ in 0..2_000 {
        let (skeleton, chain) = torso(Transform::IDENTITY);
        let cone = |angle: f32| Some(Limit::Cone(Cone::around(Vec3::Z, angle)));
        let limits = [None, cone(0.1), cone(0.2), cone(0.2), cone(0.4), cone(0.5)];
        let chain = chain.with_limits(&limits).unwrap();
        let mut pose = skeleton.rest_pose();
        let mut other = pose.clone();
        for (local, limit) in other.locals.iter_mut().zip(&limits).skip(1) {
            local.rotation = limit
                .as_ref()
                .unwrap()
                .project(Quat::from_scaled_axis(random.direction() * random.range(0.0, 0.6)));
        }
        let target =
            skeleton.forward(&other)[5].transform_point3(EYES + Vec3::Z * random.range(0.7, 4.0));
        let goal = Goal::look_at(5, Vec3::Z, target).with_offset(EYES);
        let report = AimChain::default().solve(&chain, &goal, &mut pose).unwrap();
        for (local, limit) in pose.locals.iter().zip(&limits).skip(1) {
            assert!(limit.as_ref().unwrap().violation(local.rotation) < 1e-4);
        }
        reached += usize::from(
            miss(&skeleton, &pose, target).0 < 1e-3 && report.outcome == Outcome::Reached,
        );
    }
    assert_eq!(reached, 2_000);
}

#[test]
fn a_moving_target_is_followed_without_a_jump() {
    let mut random = Random::new(36);
    let (skeleton, chain) = torso(Transform::IDENTITY);
    let limits: Vec<_> = (0..6)
        .map(|joint| (joint > 0).then(|| Limit::Cone(Cone::around(Vec3::Z, 0.1 * joint as f32))))
        .collect();
    for chain in [chain.clone(), chain.with_limits(&limits).unwrap()] {
        for _ in 0..20 {
            let (u, v) = (random.direction() * 1.5, random.direction() * 1.5);
            let mut last: Option<Pose> = None;
            for step in 0..1_000 {
                let (sin, cos) = (step as f32 * std::f32::consts::TAU / 1_000.0).sin_cos();
                let target = Vec3::new(0.0, 1.6, 2.5) + u * cos + v * sin;
                let mut pose = skeleton.rest_pose();
                AimChain::default()
                    .solve(&chain, &Goal::look_at(5, Vec3::Z, target).with_offset(EYES), &mut pose)
                    .unwrap();
                if let Some(last) = last.replace(pose.clone()) {
                    for (one, two) in last.locals.iter().zip(&pose.locals) {
                        let turn = one.rotation.angle_between(two.rotation);
                        assert!(turn < 0.03, "{turn} rad for 1 cm");
                    }
                }
            }
        }
    }
}

#[test]
fn whatever_the_numbers_nothing_is_nan() {
    let mut random = Random::new(37);
    let values = [0.0, -0.0, 1.0, -1.0, 1e30, -1e30, 1e-30, 1e-42, f32::MAX, 0.5];
    let pick = |random: &mut Random| {
        Vec3::new(values[random.below(10)], values[random.below(10)], values[random.below(10)])
    };
    let mut scratch = Scratch::default();
    for _ in 0..10_000 {
        let (skeleton, chain) =
            torso(Transform { scale: pick(&mut random), ..Transform::IDENTITY });
        let mut pose = skeleton.rest_pose();
        pose.locals[1 + random.below(5)].scale = pick(&mut random);
        pose.locals[1 + random.below(5)].translation = pick(&mut random);
        let before = pose.clone();
        let goal = Goal::look_at(5, pick(&mut random), pick(&mut random))
            .with_offset(pick(&mut random))
            .with_pole(pick(&mut random));
        let solver = AimChain { weight: values[random.below(10)], ..AimChain::default() };
        match solver.solve_with(&chain, &goal, &mut pose, &mut scratch) {
            Ok(_) => assert!(
                pose.locals.iter().all(|local| (local.rotation.length() - 1.0).abs() < 1e-5)
            ),
            Err(_) => assert_eq!(pose, before),
        }
    }
}

#[test]
fn bad_input_is_an_error_and_the_pose_is_untouched() {
    let (skeleton, chain) = torso(Transform::IDENTITY);
    let rest = skeleton.rest_pose();
    let mut pose = rest.clone();
    let goal = Goal::look_at(5, Vec3::Z, Vec3::ONE);
    for shares in [
        vec![1.0],
        vec![0.0; 5],
        vec![1.0, 1.0, -1.0, 1.0, 1.0],
        vec![1.0, 1.0, f32::NAN, 1.0, 1.0],
    ] {
        let solver = AimChain { shares, ..AimChain::default() };
        assert!(matches!(
            solver.solve(&chain, &goal, &mut pose),
            Err(Error::LengthMismatch { .. }
                | Error::InvalidNumber { .. }
                | Error::OutOfRange { .. })
        ));
    }
    assert!(matches!(
        AimChain::default().solve(&chain, &Goal::position(5, Vec3::ONE), &mut pose),
        Err(Error::Unsupported { .. })
    ));
    let other = Goal::look_at(4, Vec3::Z, Vec3::ONE);
    assert!(matches!(
        AimChain::default().solve(&chain, &other, &mut pose),
        Err(Error::GoalOutsideChain { .. })
    ));
    assert_eq!(pose, rest);
}
