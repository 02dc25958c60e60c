use kansetsu::Error;
use kansetsu::classic::{LawOfCosines, MiddleJoint};
use kansetsu::d2::{
    Chain, Goal, Interval, Outcome, Side, Transform,
    solve::{Auto, Elbow, TwoBone},
};
use kansetsu::glam::Vec2;

use super::{direction, random_pose, straight, tip};
use crate::random::Random;

fn side_of(line: Vec2, point: Vec2) -> Side {
    if line.perp_dot(point) > 0.0 { Side::Left } else { Side::Right }
}

#[test]
fn two_bones_as_points_agree_with_the_published_formula_where_it_is_defined() {
    let mut random = Random::new(621);
    for _ in 0..5_000 {
        let side = if random.unit() < 0.5 { Side::Left } else { Side::Right };
        let elbow = Elbow {
            upper: random.range(0.1, 2.0),
            lower: random.range(0.1, 2.0),
            side,
            direction: direction(&mut random),
        };
        let (start, target) =
            (direction(&mut random), direction(&mut random) * random.range(0.0, 4.0));
        let place = TwoBone::default().place(&elbow, start, target).unwrap();
        let length = elbow.upper + elbow.lower;
        assert!((place.middle.distance(start) - elbow.upper).abs() < 1e-5 * length);
        assert!((place.end.distance(place.middle) - elbow.lower).abs() < 1e-5 * length);
        let classic = LawOfCosines { upper: elbow.upper, lower: elbow.lower, side }
            .middle(start, target)
            .unwrap();
        let distance = target.distance(start);
        match classic {
            MiddleJoint::At(middle) => {
                assert_eq!((place.outcome, place.end), (Outcome::Reached, target));
                // Near full reach the bend is the square root of a difference of nearly equal
                // numbers.
                let room =
                    (length - distance).min(distance - (elbow.upper - elbow.lower).abs()) / length;
                assert!(
                    place.middle.distance(middle) < 1e-5 * length / room.max(1e-6).sqrt(),
                    "{} {room}",
                    place.middle.distance(middle)
                );
            }
            MiddleJoint::TooFar => {
                assert!((place.end.distance(target) - (distance - length)).abs() < 1e-5 * length)
            }
            MiddleJoint::TooClose => {
                assert!(
                    (place.end.distance(target) - ((elbow.upper - elbow.lower).abs() - distance))
                        .abs()
                        < 1e-5 * length
                );
            }
            MiddleJoint::Anywhere => {}
        }
    }
}

#[test]
fn a_target_on_the_start_keeps_the_given_side_and_direction() {
    for (side, sign) in [(Side::Left, 1.0), (Side::Right, -1.0)] {
        let elbow = Elbow { side, direction: Vec2::Y, ..Elbow::default() };
        let place = TwoBone::default().place(&elbow, Vec2::ONE, Vec2::ONE).unwrap();
        assert!(
            place.middle.distance(Vec2::ONE - Vec2::X * sign) < 1e-6 && place.end == Vec2::ONE,
            "{place:?}"
        );
        // And that is the limit as targets approach.
        let near = TwoBone::default().place(&elbow, Vec2::ONE, Vec2::ONE + Vec2::Y * 1e-4).unwrap();
        assert!(near.middle.distance(place.middle) < 1e-3);
        let unequal = Elbow { upper: 1.0, lower: 0.4, ..elbow };
        let place = TwoBone::default().place(&unequal, Vec2::ZERO, Vec2::ZERO).unwrap();
        assert_eq!(place.outcome, Outcome::TooClose);
        assert!(
            place.middle.distance(Vec2::Y) < 1e-6 && place.end.distance(Vec2::Y * 0.6) < 1e-6,
            "{place:?}"
        );
    }
}

#[test]
fn soft_reach_keeps_the_middle_from_popping() {
    let elbow = Elbow::default();
    let fastest = |soft: f32| {
        let place = |x: f32| {
            TwoBone { soft, ..TwoBone::default() }.place(&elbow, Vec2::ZERO, Vec2::X * x).unwrap()
        };
        (0..4_000)
            .map(|step| {
                place(1.6 + step as f32 * 2e-4)
                    .middle
                    .distance(place(1.6 + (step + 1) as f32 * 2e-4).middle)
            })
            .fold(0.0, f32::max)
    };
    assert!(fastest(0.0) > 20.0 * 2e-4, "{}", fastest(0.0));
    assert!(fastest(0.1) < 4.0 * 2e-4, "{}", fastest(0.1));
}

#[test]
fn ten_thousand_reachable_targets_are_reached_on_the_poles_side() {
    let mut random = Random::new(622);
    for _ in 0..10_000 {
        let (a, b) = (random.range(0.05, 2.0), random.range(0.05, 2.0));
        let mut part = || random.range(0.3, 3.0) * if random.unit() < 0.3 { -1.0 } else { 1.0 };
        let root = Transform {
            translation: Vec2::new(part(), part()),
            rotation: part(),
            scale: Vec2::new(part(), part()),
        };
        let skeleton = straight(root, &[a, b]);
        let chain = Chain::new(&skeleton, 1, 3).unwrap();
        let mut pose = random_pose(&mut random, &skeleton, &[None; 4]);
        let base = root.translation;
        let local =
            direction(&mut random) * random.range((a - b).abs() * 1.001 + 1e-3, (a + b) * 0.999);
        let target = root.to_affine().transform_point2(local);
        let pole = base + direction(&mut random) * random.range(0.2, 3.0);
        let report = TwoBone::default()
            .solve(&chain, &Goal::position(3, target).with_pole(pole), &mut pose)
            .unwrap();
        let size = (a + b) * root.scale.abs().max_element();
        assert!(tip(&skeleton, &pose).distance(target) <= 1e-5 * size + 1e-6, "{report:?}");
        assert_eq!(report.outcome, Outcome::Reached);
        let middle = skeleton.forward(&pose)[2].translation;
        let line = target - base;
        let clear = |v: Vec2| line.normalize().perp_dot(v).abs() > 0.02 * size;
        if clear(middle - base) && clear(pole - base) {
            assert_eq!(side_of(line, middle - base), side_of(line, pole - base));
        }
    }
}

#[test]
fn without_a_pole_the_side_of_the_pose_stays_then_that_of_the_rest_pose() {
    let mut random = Random::new(623);
    let skeleton = straight(Transform::IDENTITY, &[1.0, 0.8]);
    let chain = Chain::new(&skeleton, 1, 3).unwrap();
    for bend in [0.5, -0.5] {
        for _ in 0..500 {
            let mut pose = skeleton.rest_pose();
            pose.locals[2].rotation = bend;
            let target = direction(&mut random) * random.range(0.3, 1.7);
            TwoBone::default().solve(&chain, &Goal::position(3, target), &mut pose).unwrap();
            assert!(
                pose.locals[2].rotation * bend > 0.0
                    && tip(&skeleton, &pose).distance(target) < 2e-5
            );
        }
    }
    // Straight: the limit defines the side of the bend.
    for (limit, sign) in [(Interval::new(0.0, 2.5), 1.0), (Interval::new(-2.5, 0.0), -1.0)] {
        let chain = chain.clone().with_limits(&[None, None, Some(limit), None]).unwrap();
        let mut pose = skeleton.rest_pose();
        let report = TwoBone::default()
            .solve(&chain, &Goal::position(3, Vec2::new(0.0, 1.0)), &mut pose)
            .unwrap();
        assert_eq!(report.outcome, Outcome::Reached);
        assert!(pose.locals[2].rotation * sign > 0.1);
    }
    // A pole on the side that the limit forbids is ignored.
    let limited = chain.with_limits(&[None, None, Some(Interval::new(0.0, 2.5)), None]).unwrap();
    let mut pose = skeleton.rest_pose();
    let goal = Goal::position(3, Vec2::X * 1.2).with_pole(Vec2::Y);
    assert_eq!(
        TwoBone::default().solve(&limited, &goal, &mut pose).unwrap().outcome,
        Outcome::Reached
    );
}

#[test]
fn out_of_reach_and_too_close_end_at_the_nearest_point() {
    let mut random = Random::new(624);
    let skeleton = straight(Transform::IDENTITY, &[1.0, 0.6]);
    let chain = Chain::new(&skeleton, 1, 3).unwrap();
    for _ in 0..500 {
        let toward = direction(&mut random);
        for (distance, nearest, outcome) in
            [(2.5, 1.6, Outcome::OutOfReach), (0.2, 0.4, Outcome::TooClose)]
        {
            let mut pose = random_pose(&mut random, &skeleton, &[None; 4]);
            let report = TwoBone::default()
                .solve(&chain, &Goal::position(3, toward * distance), &mut pose)
                .unwrap();
            assert_eq!(report.outcome, outcome);
            assert!(tip(&skeleton, &pose).distance(toward * nearest) < 2e-5, "{report:?}");
        }
    }
    let mut pose = skeleton.rest_pose();
    let report = TwoBone { soft: 0.1, weight: 1.0 }
        .solve(&chain, &Goal::position(3, Vec2::X * 1.58), &mut pose)
        .unwrap();
    assert_eq!(report.outcome, Outcome::SoftReached);
    assert!(report.distance() > 0.01 && report.distance() < 0.16);
}

#[test]
fn a_limit_at_the_base_is_kept_and_the_picking_solver_finds_another_way() {
    let skeleton = straight(Transform::IDENTITY, &[1.0, 1.0]);
    let limits = [None, Some(Interval::new(-0.2, 1.6)), None, None];
    let chain = Chain::new(&skeleton, 1, 3).unwrap().with_limits(&limits).unwrap();
    // Reachable with the middle to the left only; the pose has it on the right.
    let target = Vec2::new(1.2, 0.1);
    let mut pose = skeleton.rest_pose();
    pose.locals[2].rotation = 0.4;
    let mut other = pose.clone();
    let report = TwoBone::default().solve(&chain, &Goal::position(3, target), &mut pose).unwrap();
    assert_eq!(report.outcome, Outcome::Limited);
    assert!((pose.locals[1].rotation + 0.2).abs() < 1e-6);
    let report = Auto::default().solve(&chain, &Goal::position(3, target), &mut other).unwrap();
    assert_eq!(report.outcome, Outcome::Reached, "{report:?}");
    assert!((-0.2..=1.6).contains(&other.locals[1].rotation));
}

#[test]
fn weights_blend_and_other_lengths_of_chain_are_an_error() {
    let skeleton = straight(Transform::IDENTITY, &[1.0, 1.0, 1.0]);
    let chain = Chain::new(&skeleton, 1, 4).unwrap();
    let goal = Goal::position(4, Vec2::new(0.5, 1.2));
    assert!(matches!(
        TwoBone::default().solve(&chain, &goal, &mut skeleton.rest_pose()),
        Err(Error::ChainLength { found: 3, .. })
    ));
    let chain = chain.with_locked(3);
    let solve = |weight| {
        let mut pose = skeleton.rest_pose();
        TwoBone { weight, ..TwoBone::default() }.solve(&chain, &goal, &mut pose).unwrap();
        pose
    };
    let (none, half, full) = (solve(0.0), solve(0.5), solve(1.0));
    assert_eq!(none, skeleton.rest_pose());
    assert!(tip(&skeleton, &full).distance(Vec2::new(0.5, 1.2)) < 3e-5);
    for joint in 1..3 {
        assert!((half.locals[joint].rotation - 0.5 * full.locals[joint].rotation).abs() < 1e-6);
    }
    for bad in [TwoBone { soft: 0.6, weight: 1.0 }, TwoBone { soft: 0.0, weight: f32::NAN }] {
        assert!(bad.solve(&chain, &goal, &mut skeleton.rest_pose()).is_err());
        assert!(bad.place(&Elbow::default(), Vec2::ZERO, Vec2::X).is_err());
    }
}

#[test]
fn points_are_never_nan() {
    let mut random = Random::new(625);
    let extremes = [
        0.0,
        -0.0,
        1e-45,
        1e-38,
        1e-20,
        1.0,
        -1.0,
        1e10,
        1e18,
        1e30,
        -1e30,
        3e38,
        f32::NAN,
        f32::INFINITY,
    ];
    for _ in 0..100_000 {
        let mut value = || {
            if random.unit() < 0.4 {
                extremes[random.below(extremes.len())]
            } else {
                random.range(-2.0, 2.0)
            }
        };
        let elbow = Elbow {
            upper: value(),
            lower: value(),
            side: Side::Right,
            direction: Vec2::new(value(), value()),
        };
        let solver = TwoBone { soft: value(), weight: 1.0 };
        if let Ok(place) =
            solver.place(&elbow, Vec2::new(value(), value()), Vec2::new(value(), value()))
        {
            assert!(
                place.middle.is_finite() && place.end.is_finite(),
                "{elbow:?} {solver:?} {place:?}"
            );
        }
    }
}
