use kansetsu::Error;
use kansetsu::classic::{SteppedCcd, SteppedMode, Tentacle, TentacleJoint};
use kansetsu::glam::DVec2;

use crate::random::Random;

/// The published steps, written again independently in the same precision, with one length and one
/// limit.
struct Plain {
    points: Vec<[f64; 2]>,
    angles: Vec<f64>,
    length: f64,
    step: f64,
    limit: f64,
}

fn turned(v: [f64; 2], angle: f64) -> [f64; 2] {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    [v[0] * cos - v[1] * sin, v[0] * sin + v[1] * cos]
}

impl Plain {
    fn step(&mut self, target: [f64; 2]) {
        let last = self.points.len() - 1;
        for i in (0..last).rev() {
            let x = [target[0] - self.points[i][0], target[1] - self.points[i][1]];
            let a = [
                self.points[last][0] - self.points[i][0],
                self.points[last][1] - self.points[i][1],
            ];
            let score = |v: [f64; 2]| v[0] * x[0] + v[1] * x[1];
            let mut candidates = vec![(0.0, a)];
            if self.angles[i] + self.step <= self.limit {
                candidates.push((self.step, turned(a, self.step)));
            }
            if self.angles[i] - self.step >= -self.limit {
                candidates.push((-self.step, turned(a, -self.step)));
            }
            let best =
                candidates.iter().map(|candidate| score(candidate.1)).fold(f64::MIN, f64::max);
            let winners: Vec<_> =
                candidates.iter().filter(|candidate| score(candidate.1) == best).collect();
            if let [(turn, v)] = winners[..]
                && *turn != 0.0
            {
                self.angles[i] += turn;
                self.points[last] = [self.points[i][0] + v[0], self.points[i][1] + v[1]];
            }
        }
        let mut direction = [self.length, 0.0];
        for i in 1..=last {
            direction = turned(direction, self.angles[i - 1]);
            self.points[i] =
                [self.points[i - 1][0] + direction[0], self.points[i - 1][1] + direction[1]];
        }
    }
}

/// A target that wanders: each call moves it a little, now and then it leaps.
fn wander(random: &mut Random, target: &mut DVec2, reach: f64) {
    let part = |random: &mut Random| f64::from(random.range(-1.0, 1.0));
    let step = if random.unit() < 0.01 { 1.5 * reach } else { 0.02 * reach };
    *target += DVec2::new(part(random), part(random)) * step;
    if target.length() > 1.5 * reach {
        *target *= 0.3;
    }
}

fn assert_lengths_hold(tentacle: &Tentacle) {
    for (joint, pair) in tentacle.joints().iter().zip(tentacle.positions().windows(2)) {
        assert!(
            (pair[0].distance(pair[1]) - joint.length).abs() <= 1e-6,
            "{} for {}",
            pair[0].distance(pair[1]),
            joint.length
        );
    }
}

#[test]
fn a_thousand_frames_turn_every_joint_exactly_as_the_published_steps_do() {
    let mut random = Random::new(101);
    for joints in 2..=64 {
        let length = f64::from(random.range(0.01, 40.0));
        let step = f64::from(random.range(0.0005, 1.5) * random.unit().max(0.01));
        let limit = if random.unit() < 0.1 { 0.0 } else { f64::from(random.range(0.0, 3.2)) };
        let mut tentacle = Tentacle::new(
            DVec2::new(3.0, -2.0),
            &vec![TentacleJoint::new(length, limit); joints - 1],
        )
        .unwrap();
        let points = tentacle.positions().iter().map(|p| p.to_array()).collect();
        let mut plain = Plain { points, angles: vec![0.0; joints], length, step, limit };
        let solver = SteppedCcd { step, mode: SteppedMode::Classic };
        let mut target = DVec2::new(-1.0, 1.0) * tentacle.length() * 0.5;
        let mut moves = 0;
        for frame in 0..1_000 {
            wander(&mut random, &mut target, tentacle.length());
            moves += solver.step(&mut tentacle, target).unwrap().turned;
            plain.step(target.to_array());
            for (index, joint) in tentacle.joints().iter().enumerate() {
                assert_eq!(
                    joint.angle, plain.angles[index],
                    "joint {index} of {joints} in frame {frame}"
                );
                let steps = joint.angle / step;
                assert!((steps - steps.round()).abs() < 1e-6, "{steps} steps");
                assert!(joint.angle.abs() <= limit);
            }
            assert!(
                tentacle.positions().iter().zip(&plain.points).all(|(p, q)| p.to_array() == *q)
            );
            assert_lengths_hold(&tentacle);
        }
        assert!(moves > 0 || limit < step);
    }
}

#[test]
fn links_of_unequal_lengths_and_unsymmetrical_limits_hold() {
    let mut random = Random::new(102);
    for mode in [SteppedMode::Classic, SteppedMode::Smooth] {
        for _ in 0..50 {
            let count = 1 + random.below(63);
            let joints: Vec<TentacleJoint> = (0..count)
                .map(|_| {
                    let (min, max) =
                        (f64::from(random.range(-2.0, 0.0)), f64::from(random.range(0.0, 2.0)));
                    let length =
                        if random.unit() < 0.1 { 0.0 } else { f64::from(random.range(0.0, 5.0)) };
                    TentacleJoint { length, angle: 0.0, min, max }
                })
                .collect();
            let mut tentacle = Tentacle::new(DVec2::ZERO, &joints).unwrap();
            let solver = SteppedCcd { step: f64::from(random.range(0.001, 0.5)), mode };
            let mut target = DVec2::ONE;
            for _ in 0..300 {
                wander(&mut random, &mut target, tentacle.length());
                let before: Vec<f64> = tentacle.joints().iter().map(|joint| joint.angle).collect();
                solver.step(&mut tentacle, target).unwrap();
                assert_lengths_hold(&tentacle);
                for (joint, before) in tentacle.joints().iter().zip(before) {
                    assert!((joint.min..=joint.max).contains(&joint.angle));
                    assert!((joint.angle - before).abs() <= solver.step * (1.0 + 1e-9));
                }
            }
        }
    }
}

#[test]
fn the_classic_mode_stops_short_and_the_smooth_mode_comes_to_rest_on_the_target() {
    let start = Tentacle::new(DVec2::ZERO, &[TentacleJoint::new(1.0, 1.0); 10]).unwrap();
    let target = DVec2::new(4.0, 5.0);
    let run = |mode| {
        let mut tentacle = start.clone();
        let solver = SteppedCcd { step: 0.03, mode };
        let last = (0..500).map(|_| solver.step(&mut tentacle, target).unwrap()).last().unwrap();
        (tentacle, last)
    };
    let (_, short) = run(SteppedMode::Classic);
    assert!(
        short.distance > 1e-3 && short.distance < 10.0 * 0.03,
        "within a step of the whole chain: {short:?}"
    );
    let (mut resting, report) = run(SteppedMode::Smooth);
    assert!(report.distance < 1e-9, "{report:?}");
    for _ in 0..2_000 {
        SteppedCcd { step: 0.03, mode: SteppedMode::Smooth }.step(&mut resting, target).unwrap();
    }
    let before = resting.clone();
    let on_tip = resting.tip();
    let report =
        SteppedCcd { step: 0.03, mode: SteppedMode::Smooth }.step(&mut resting, on_tip).unwrap();
    assert_eq!((resting, report.turned), (before, 0));
}

#[test]
fn a_target_exactly_behind_stops_the_classic_mode_and_not_the_smooth_one() {
    let joint = |min: f64, max: f64| TentacleJoint { length: 1.0, angle: 0.0, min, max };
    let target = DVec2::new(-3.0, 0.0);
    let mut still = Tentacle::new(DVec2::ZERO, &[joint(-2.0, 2.0); 6]).unwrap();
    for _ in 0..100 {
        assert_eq!(
            SteppedCcd { step: 0.05, mode: SteppedMode::Classic }
                .step(&mut still, target)
                .unwrap()
                .turned,
            0
        );
    }
    for (min, max, sign) in [(-2.0, 2.0, 1.0), (-2.0, 1.0, -1.0), (-1.0, 2.0, 1.0)] {
        let mut tentacle = Tentacle::new(DVec2::ZERO, &[joint(min, max); 6]).unwrap();
        let solver = SteppedCcd { step: 0.05, mode: SteppedMode::Smooth };
        solver.step(&mut tentacle, target).unwrap();
        assert!(tentacle.joints()[5].angle * sign > 0.0, "towards the side with more room");
        for _ in 0..500 {
            solver.step(&mut tentacle, target).unwrap();
        }
        assert!(tentacle.tip().distance(target) < 1e-6, "{}", tentacle.tip().distance(target));
    }
}

#[test]
fn bad_input_is_an_error_and_the_tentacle_is_untouched() {
    assert!(matches!(Tentacle::new(DVec2::ZERO, &[]), Err(Error::ChainLength { .. })));
    let good = TentacleJoint::new(1.0, 1.0);
    for bad in [
        TentacleJoint { length: f64::NAN, ..good },
        TentacleJoint { length: -1.0, ..good },
        TentacleJoint { angle: f64::INFINITY, ..good },
        TentacleJoint { min: f64::NAN, ..good },
        TentacleJoint { min: 2.0, ..good },
    ] {
        assert!(
            matches!(
                Tentacle::new(DVec2::ZERO, &[good, bad]),
                Err(Error::InvalidNumber { .. } | Error::OutOfRange { .. })
            ),
            "{bad:?}"
        );
    }
    let mut tentacle = Tentacle::new(DVec2::ZERO, &[good; 3]).unwrap();
    let before = tentacle.clone();
    for (step, target) in [
        (0.1, DVec2::NAN),
        (0.1, DVec2::INFINITY),
        (0.0, DVec2::ONE),
        (-1.0, DVec2::ONE),
        (f64::NAN, DVec2::ONE),
    ] {
        for mode in [SteppedMode::Classic, SteppedMode::Smooth] {
            assert!(SteppedCcd { step, mode }.step(&mut tentacle, target).is_err());
            assert_eq!(tentacle, before);
        }
    }
}

#[test]
fn nothing_is_ever_nan() {
    let extremes = [0.0_f64, -0.0, 5e-324, 1e-300, 1e-30, 1.0, -1.0, 1e30, -1e30, 1e150, 1e300];
    let mut random = Random::new(103);
    for _ in 0..20_000 {
        let mut value = || extremes[random.below(extremes.len())];
        let joints: Vec<TentacleJoint> =
            (0..4).map(|_| TentacleJoint::new(value().abs(), value().abs())).collect();
        let Ok(mut tentacle) = Tentacle::new(DVec2::new(value(), value()), &joints) else {
            continue;
        };
        for mode in [SteppedMode::Classic, SteppedMode::Smooth] {
            let _ = SteppedCcd { step: value(), mode }
                .step(&mut tentacle, DVec2::new(value(), value()));
            let angles_are_finite = tentacle.joints().iter().all(|joint| joint.angle.is_finite());
            assert!(
                angles_are_finite && tentacle.positions().iter().all(|p| p.is_finite()),
                "{tentacle:?}"
            );
        }
    }
}

#[test]
fn messages_say_what_a_tentacle_may_be() {
    let good = TentacleJoint::new(1.0, 0.5);
    let said = |bad: TentacleJoint| Tentacle::new(DVec2::ZERO, &[bad]).unwrap_err().to_string();
    assert_eq!(
        said(TentacleJoint { length: -1.0, ..good }),
        "the length of a tentacle's link is -1; it must be 0 or more"
    );
    assert_eq!(
        said(TentacleJoint { min: 2.0, ..good }),
        "the upper limit of a tentacle's joint is 0.5; it must be 2 or more"
    );
    let mut tentacle = Tentacle::new(DVec2::ZERO, &[good]).unwrap();
    let still = SteppedCcd { step: 0.0, ..SteppedCcd::default() };
    let refused = still.step(&mut tentacle, DVec2::ONE).unwrap_err().to_string();
    assert_eq!(refused, "SteppedCcd::step is 0; it must be more than 0");
}
