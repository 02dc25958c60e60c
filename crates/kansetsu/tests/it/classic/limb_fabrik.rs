use kansetsu::Error;
use kansetsu::classic::{FabrikLimb, LimbFabrik};
use kansetsu::d3::Outcome;
use kansetsu::glam::{DVec3, Quat, Vec3};

use crate::random::Random;

/// One iteration as published, on the limbs' end points in double precision: (inboard, direction,
/// length) of each limb.
fn plain(limbs: &mut [(DVec3, DVec3, f64)], root: DVec3, goal: DVec3) {
    let mut goal = goal;
    for (inboard, direction, length) in limbs.iter_mut().rev() {
        *direction = (goal - *inboard).normalize();
        *inboard = goal - *direction * *length;
        goal = *inboard;
    }
    let mut start = root;
    for (inboard, direction, length) in limbs.iter_mut() {
        *inboard = start;
        start = *inboard + *direction * *length;
    }
}

fn body(random: &mut Random) -> Vec<FabrikLimb> {
    let mut points = vec![random.direction()];
    for _ in 0..1 + random.below(12) {
        points.push(points[points.len() - 1] + random.direction() * random.range(0.05, 1.0));
    }
    FabrikLimb::between_points(&points)
}

#[test]
fn one_iteration_from_a_thousand_random_states_agrees_with_the_published_steps() {
    let mut random = Random::new(401);
    let mut worst = 0.0_f64;
    for _ in 0..1_000 {
        let mut limbs = body(&mut random);
        let length: f32 = limbs.iter().map(|limb| limb.length).sum();
        // The root may have moved since the limbs were placed.
        let root = limbs[0].inboard + random.direction() * random.range(0.0, 0.1);
        let goal = root + random.direction() * random.range(0.0, 1.4) * length;
        let mut expected: Vec<_> = limbs
            .iter()
            .map(|limb| {
                (limb.inboard.as_dvec3(), limb.direction().as_dvec3(), f64::from(limb.length))
            })
            .collect();
        LimbFabrik::iterate(&mut limbs, root, goal).unwrap();
        plain(&mut expected, root.as_dvec3(), goal.as_dvec3());
        for (limb, (inboard, direction, long)) in limbs.iter().zip(expected) {
            let off = limb
                .inboard
                .as_dvec3()
                .distance(inboard)
                .max(limb.outboard().as_dvec3().distance(inboard + direction * long));
            worst = worst.max(off / f64::from(length));
            let up = limb.orientation * Vec3::Y;
            assert!(
                up.as_dvec3().distance(direction) < 1e-4,
                "the orientation takes +Y to the direction"
            );
        }
    }
    assert!(worst <= 1e-5, "{worst:e} of the length");
}

#[test]
fn reachable_goals_are_reached_and_limbs_never_stretch() {
    let mut random = Random::new(402);
    let (mut reached, count) = (0, 500);
    for _ in 0..count {
        let mut limbs = body(&mut random);
        while limbs.len() < 3 {
            limbs = body(&mut random);
        }
        let lengths: Vec<f32> = limbs.iter().map(|limb| limb.length).collect();
        let root = limbs[0].inboard;
        let goal = limbs.iter().fold(root, |end, limb| end + random.direction() * limb.length);
        let report = LimbFabrik { max_iterations: 1_000, tolerance: 1e-3 }
            .solve(&mut limbs, root, goal)
            .unwrap();
        reached += usize::from(report.outcome == Outcome::Reached);
        assert!((limbs[limbs.len() - 1].outboard().distance(goal) - report.distance).abs() < 1e-6);
        assert!(
            limbs[0].inboard == root
                && limbs.windows(2).all(|pair| pair[0].outboard() == pair[1].inboard)
        );
        for (limb, length) in limbs.iter().zip(lengths) {
            assert_eq!(limb.length, length);
            assert!((limb.outboard().distance(limb.inboard) - length).abs() < 1e-5);
        }
    }
    assert!(reached * 100 >= count * 95, "{reached} of {count}");
}

#[test]
fn an_unreachable_goal_ends() {
    let mut limbs = FabrikLimb::between_points(&[Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0)]);
    let report = LimbFabrik { max_iterations: 50, tolerance: 1e-3 }
        .solve(&mut limbs, Vec3::ZERO, Vec3::Y * 10.0)
        .unwrap();
    assert_eq!((report.outcome, report.iterations), (Outcome::OutOfReach, 50));
    assert!((report.distance - 8.0).abs() < 0.05, "{report:?}");
}

#[test]
fn a_met_goal_changes_no_bit() {
    let mut random = Random::new(403);
    for _ in 0..200 {
        let mut limbs = body(&mut random);
        let before = limbs.clone();
        let goal = limbs[limbs.len() - 1].outboard();
        let report = LimbFabrik::default().solve(&mut limbs, before[0].inboard, goal).unwrap();
        assert_eq!((limbs, report.iterations), (before, 0));
    }
}

#[test]
fn a_goal_on_a_limbs_own_inboard_end_is_defined() {
    let mut limbs = [FabrikLimb::between(Vec3::ZERO, Vec3::X)];
    LimbFabrik::iterate(&mut limbs, Vec3::ZERO, Vec3::ZERO).unwrap();
    assert_eq!(limbs[0].inboard, Vec3::ZERO);
    assert!(limbs[0].direction().distance(Vec3::X) < 1e-6);
    LimbFabrik::iterate(&mut limbs, Vec3::ZERO, Vec3::NEG_Y * 3.0).unwrap();
    assert!(limbs[0].direction().distance(Vec3::NEG_Y) < 1e-6);
}

#[test]
fn whatever_the_numbers_the_limbs_are_finite_or_untouched() {
    let extremes =
        [0.0_f32, -0.0, 1e-45, 1e-38, 1.0, -1.0, 1e10, 1e30, -1e30, 3e38, f32::NAN, f32::INFINITY];
    let mut random = Random::new(404);
    for _ in 0..50_000 {
        let mut value = || {
            if random.unit() < 0.3 {
                extremes[random.below(extremes.len())]
            } else {
                random.range(-2.0, 2.0)
            }
        };
        let mut limbs: Vec<FabrikLimb> = (0..3)
            .map(|_| FabrikLimb {
                inboard: Vec3::new(value(), value(), value()),
                length: value().abs(),
                orientation: Quat::from_xyzw(value(), value(), value(), value()),
            })
            .collect();
        let before = format!("{limbs:?}");
        let (root, goal) =
            (Vec3::new(value(), value(), value()), Vec3::new(value(), value(), value()));
        match (LimbFabrik { max_iterations: 5, tolerance: 1e-3 }).solve(&mut limbs, root, goal) {
            Ok(_) => assert!(
                limbs
                    .iter()
                    .all(|limb| limb.outboard().is_finite() && limb.orientation.is_finite()),
                "{limbs:?} {before}"
            ),
            Err(error) => {
                assert!(matches!(error, Error::InvalidNumber { .. } | Error::OutOfRange { .. }));
                assert_eq!(format!("{limbs:?}"), before);
            }
        }
    }
}
