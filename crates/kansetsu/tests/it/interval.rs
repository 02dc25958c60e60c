//! The planar limit.

use std::f32::consts::TAU;

use kansetsu::d2::limit::Interval;

use crate::random::Random;

fn wrapped(angle: f32) -> f32 {
    angle - TAU * (angle / TAU).round()
}

#[test]
fn the_nearest_angle_on_the_circle() {
    let random = &mut Random::new(71);
    for _ in 0..20_000 {
        let min = random.range(-7.0, 7.0);
        let interval = Interval::new(min, min + random.range(0.0, 6.2));
        let angle = random.range(-20.0, 20.0);
        let found = interval.project(angle);
        let offset = wrapped(found - 0.5 * (interval.min + interval.max)).abs()
            - 0.5 * (interval.max - interval.min);
        assert!(offset < 1e-5, "{interval:?} of {angle}: {found}");
        assert!(found == angle || found == interval.min || found == interval.max);
        for i in 0..=20 {
            let other = interval.min + (interval.max - interval.min) * i as f32 / 20.0;
            assert!(wrapped(found - angle).abs() <= wrapped(other - angle).abs() + 1e-5);
        }
        assert_eq!(interval.project(found), found);
        assert_eq!(interval.derivative(angle), if found == angle { 1.0 } else { 0.0 });
        assert_eq!(interval.mirrored().project(-angle), -found);
        assert!((interval.violation(angle) - wrapped(found - angle).abs()).abs() < 1e-5);
    }
}

#[test]
fn odd_intervals_are_defined() {
    assert_eq!(Interval::FREE.project(100.0), 100.0);
    assert_eq!(Interval::new(1.0, 0.5).project(3.0), 0.75);
    assert_eq!(Interval::new(f32::NEG_INFINITY, 0.5).project(1.0), 0.5);
    assert_eq!(Interval::new(-0.5, f32::INFINITY).project(-1.0), -0.5);
    assert_eq!(Interval::new(-0.5, 0.5).project(f32::NAN), 0.0);
    assert!(Interval::new(f32::NAN, 0.5).check().is_err());
    assert!(Interval::new(f32::NEG_INFINITY, 0.5).check().is_ok());
    let numbers =
        [0.0, 1e-45, 1e30, -3e38, f32::MAX, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -1.0, 2.0];
    for (min, max) in numbers.into_iter().flat_map(|min| numbers.map(|max| (min, max))) {
        for angle in numbers {
            assert!(
                Interval::new(min, max).project(angle).is_finite(),
                "[{min}, {max}] of {angle}"
            );
        }
    }
}

#[test]
fn the_bounds_that_hold_an_angle_are_named() {
    let names =
        |interval: Interval, angle: f32| interval.active_bounds(angle, 1e-3).collect::<Vec<_>>();
    let elbow = Interval::new(0.0, 2.0);
    assert_eq!(names(elbow, 0.0), ["min"]);
    assert_eq!(names(elbow, 2.2), ["max"]);
    assert_eq!(names(elbow, 1.0), [""; 0]);
    assert_eq!(names(Interval::new(1.0, 1.0), 1.0), [""; 0]);
}
