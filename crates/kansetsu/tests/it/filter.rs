use kansetsu::Error;
use kansetsu::d3::{SmoothPosition, SmoothRotation, Smoothing};
use kansetsu::glam::{Quat, Vec3};

use crate::random::Random;

fn smoothing(random: &mut Random) -> Smoothing {
    let max_speed = if random.unit() < 0.5 { f32::INFINITY } else { random.range(0.3, 6.0) };
    Smoothing { half_life: random.range(0.02, 0.5), max_speed }
}

fn angle(a: Quat, b: Quat) -> f32 {
    let turn = a.inverse() * b;
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

#[test]
fn two_half_steps_are_one_step() {
    let mut random = Random::new(51);
    for _ in 0..5_000 {
        let smoothing = smoothing(&mut random);
        let (seconds, part) = (random.range(0.0, 0.6), random.unit());
        let mut position = SmoothPosition::at(random.direction());
        let mut rotation = SmoothRotation::at(random.rotation());
        // An initial motion, towards targets within a right angle, where the shortest arc does not
        // change.
        for _ in 0..3 {
            let near = Quat::from_scaled_axis(random.direction() * random.range(0.0, 1.0))
                * rotation.rotation;
            rotation.update(near, 0.1, &smoothing).unwrap();
            position.update(random.direction() * 2.0, 0.1, &smoothing).unwrap();
        }
        let target = random.direction() * 3.0;
        let turn =
            Quat::from_scaled_axis(random.direction() * random.range(0.0, 1.5)) * rotation.rotation;
        let (mut once, mut twice) = (position, position);
        once.update(target, seconds, &smoothing).unwrap();
        twice.update(target, seconds * part, &smoothing).unwrap();
        twice.update(target, seconds * (1.0 - part), &smoothing).unwrap();
        assert!(
            once.position.distance(twice.position) < 1e-5
                && once.leader.distance(twice.leader) < 1e-5
        );
        assert!(once.velocity.distance(twice.velocity) < 1e-4, "{once:?} {twice:?}");
        let (mut once, mut twice) = (rotation, rotation);
        once.update(turn, seconds, &smoothing).unwrap();
        twice.update(turn, seconds * part, &smoothing).unwrap();
        twice.update(turn, seconds * (1.0 - part), &smoothing).unwrap();
        assert!(angle(once.rotation, twice.rotation) < 1e-5, "{smoothing:?} {once:?} {twice:?}");
        assert!(once.velocity.distance(twice.velocity) < 2e-4, "{once:?} {twice:?}");
    }
}

#[test]
fn half_of_the_way_is_done_after_the_half_life_without_overshoot() {
    let smoothing = Smoothing { half_life: 0.25, ..Smoothing::default() };
    let mut position = SmoothPosition::at(Vec3::ZERO);
    let mut rotation = SmoothRotation::at(Quat::IDENTITY);
    let target = Quat::from_axis_angle(Vec3::Y, 3.0);
    let mut last = 0.0;
    for step in 1..=4_000 {
        position.update(Vec3::X, 1e-3, &smoothing).unwrap();
        rotation.update(target, 1e-3, &smoothing).unwrap();
        assert!(
            (-1e-6..=1.0 + 1e-6).contains(&position.position.x)
                && position.position.x >= last - 1e-6
        );
        last = position.position.x;
        assert!((angle(Quat::IDENTITY, rotation.rotation) / 3.0 - last).abs() < 1e-4);
        if step == 250 {
            assert!((last - 0.5).abs() < 1e-4, "{last}");
        }
    }
    assert!((last - 1.0).abs() < 1e-5 && angle(rotation.rotation, target) < 1e-4);
}

#[test]
fn the_top_speed_is_never_passed_whatever_the_target_does() {
    let mut random = Random::new(52);
    for _ in 0..200 {
        let max_speed = random.range(0.5, 5.0);
        let smoothing = Smoothing { half_life: random.range(0.0, 0.3), max_speed };
        let mut position = SmoothPosition::at(Vec3::ZERO);
        let mut rotation = SmoothRotation::at(random.rotation());
        let (mut target, mut turn) = (Vec3::ZERO, random.rotation());
        for _ in 0..300 {
            if random.unit() < 0.1 {
                (target, turn) = (random.direction() * 5.0, random.rotation());
            }
            let seconds = random.range(0.001, 0.05);
            let before = (position, rotation);
            position.update(target, seconds, &smoothing).unwrap();
            rotation.update(turn, seconds, &smoothing).unwrap();
            assert!(
                position.position.distance(before.0.position) <= max_speed * seconds * 1.001 + 2e-6
            );
            let turned = angle(rotation.rotation, before.1.rotation);
            assert!(
                turned <= max_speed * seconds * 1.001 + 3e-6,
                "{turned} in {seconds} s at {max_speed}"
            );
        }
    }
}

#[test]
fn velocity_has_no_jumps_and_is_the_rate_of_the_value() {
    let mut random = Random::new(53);
    for _ in 0..200 {
        let smoothing = Smoothing {
            half_life: 0.1,
            max_speed: if random.unit() < 0.5 { 2.0 } else { f32::INFINITY },
        };
        let mut rotation = SmoothRotation::at(random.rotation());
        let mut target = rotation.rotation;
        let seconds = 1e-3;
        for step in 0..400 {
            if step % 100 == 0 {
                target = Quat::from_scaled_axis(random.direction() * random.range(0.0, 1.2))
                    * rotation.rotation;
            }
            let before = rotation;
            rotation.update(target, seconds, &smoothing).unwrap();
            assert!(
                (rotation.velocity - before.velocity).length() < 1.2 * 16.8 * 16.8 * 1.5 * seconds
            );
            let turn = rotation.rotation * before.rotation.inverse();
            let turn = if turn.w < 0.0 { -turn } else { turn };
            let rate = turn.xyz() * (2.0 / seconds);
            assert!(
                (rate - 0.5 * (rotation.velocity + before.velocity)).length() < 0.02,
                "{rate} {rotation:?}"
            );
        }
    }
}

#[test]
fn no_time_changes_nothing_and_long_times_arrive() {
    let mut random = Random::new(54);
    for _ in 0..2_000 {
        let smoothing = smoothing(&mut random);
        let mut position = SmoothPosition::at(random.direction());
        let mut rotation = SmoothRotation::at(random.rotation());
        position.update(random.direction(), 0.05, &smoothing).unwrap();
        rotation.update(random.rotation(), 0.05, &smoothing).unwrap();
        let before = (position, rotation);
        let (target, turn) = (random.direction() * 3.0, random.rotation());
        position.update(target, 0.0, &smoothing).unwrap();
        rotation.update(turn, 0.0, &smoothing).unwrap();
        assert_eq!((position, rotation), before);
        let long = [30.0, 1e4, 1e20, f32::MAX][random.below(4)];
        position.update(target, long, &smoothing).unwrap();
        rotation.update(turn, long, &smoothing).unwrap();
        assert!(position.position.distance(target) < 1e-5 && position.velocity.length() < 1e-5);
        assert!(angle(rotation.rotation, turn) < 1e-5 && rotation.velocity.length() < 1e-5);
    }
}

#[test]
fn without_a_half_life_it_arrives_at_once_or_at_top_speed() {
    let mut position = SmoothPosition::at(Vec3::ZERO);
    position.update(Vec3::X, 1e-4, &Smoothing { half_life: 0.0, ..Smoothing::default() }).unwrap();
    assert_eq!(position.position, Vec3::X);
    let mut rotation = SmoothRotation::at(Quat::IDENTITY);
    rotation
        .update(Quat::from_rotation_y(1.0), 0.25, &Smoothing { half_life: 0.0, max_speed: 2.0 })
        .unwrap();
    assert!(
        angle(rotation.rotation, Quat::from_rotation_y(0.5)) < 1e-6
            && (rotation.velocity - Vec3::Y * 2.0).length() < 1e-5
    );
    rotation.reset(Quat::IDENTITY);
    assert_eq!(rotation, SmoothRotation::at(Quat::IDENTITY));
    position.reset(Vec3::Y);
    assert_eq!(position, SmoothPosition::at(Vec3::Y));
}

#[test]
fn the_target_may_pass_the_opposite_side() {
    let smoothing = Smoothing::default();
    let mut rotation = SmoothRotation::at(Quat::IDENTITY);
    for step in 0..1_000 {
        let before = rotation;
        // Around and around, faster than the filter follows.
        rotation.update(Quat::from_rotation_x(0.05 * step as f32), 1e-3, &smoothing).unwrap();
        assert!(
            rotation.rotation.is_finite() && angle(before.rotation, rotation.rotation) < 0.05,
            "{step}"
        );
    }
}

#[test]
fn whatever_the_numbers_nothing_is_nan() {
    let mut random = Random::new(55);
    let values = [0.0, -0.0, 1.0, -1.0, 1e30, -1e30, 1e-30, 1e-42, f32::MAX, 0.5, 1e-6, 3.0];
    for _ in 0..100_000 {
        let mut value = || values[random.below(12)];
        let mut position = SmoothPosition::at(Vec3::new(value(), value(), value()));
        position.velocity = Vec3::new(value(), value(), value());
        let mut rotation = SmoothRotation::at(Quat::from_xyzw(value(), value(), value(), value()));
        rotation.velocity = Vec3::new(value(), value(), value());
        let smoothing = Smoothing { half_life: value(), max_speed: value() };
        let seconds = value();
        let before = (position, rotation);
        if position.update(Vec3::new(value(), value(), value()), seconds, &smoothing).is_err() {
            assert_eq!(position, before.0);
        }
        if rotation
            .update(Quat::from_xyzw(value(), value(), value(), value()), seconds, &smoothing)
            .is_err()
            || seconds == 0.0
        {
            assert_eq!(rotation, before.1);
        } else {
            assert!(
                (rotation.rotation.length() - 1.0).abs() < 1e-5 && rotation.velocity.is_finite(),
                "{before:?} {smoothing:?} {seconds}"
            );
        }
        assert!(
            position.position.is_finite()
                && position.velocity.is_finite()
                && position.leader.is_finite()
        );
    }
}

#[test]
fn messages_say_what_a_smoothing_may_be() {
    let mut position = SmoothPosition::at(Vec3::X);
    let good = Smoothing::default();
    let mut said = |seconds: f32, smoothing: Smoothing| {
        position.update(Vec3::ZERO, seconds, &smoothing).unwrap_err().to_string()
    };
    assert_eq!(
        said(0.1, Smoothing { half_life: -1.0, ..good }),
        "Smoothing::half_life is -1; it must be 0 or more"
    );
    assert_eq!(
        said(0.1, Smoothing { max_speed: 0.0, ..good }),
        "Smoothing::max_speed is 0; it must be more than 0"
    );
    assert_eq!(
        said(f32::NAN, good),
        "the time step of a smoothing, seconds, is NaN; it must be a finite number"
    );
}

#[test]
fn bad_input_is_an_error_and_nothing_changes() {
    let mut rotation = SmoothRotation::at(Quat::IDENTITY);
    let mut position = SmoothPosition::at(Vec3::X);
    let good = Smoothing::default();
    for seconds in [f32::NAN, -1e-3, f32::INFINITY] {
        assert!(matches!(
            rotation.update(Quat::IDENTITY, seconds, &good),
            Err(Error::InvalidNumber { .. } | Error::OutOfRange { .. })
        ));
        assert!(matches!(
            position.update(Vec3::ZERO, seconds, &good),
            Err(Error::InvalidNumber { .. } | Error::OutOfRange { .. })
        ));
    }
    for bad in [
        Smoothing { half_life: -1.0, ..good },
        Smoothing { half_life: f32::NAN, ..good },
        Smoothing { max_speed: 0.0, ..good },
        Smoothing { max_speed: f32::NAN, ..good },
    ] {
        assert!(matches!(
            position.update(Vec3::ZERO, 0.1, &bad),
            Err(Error::InvalidNumber { .. } | Error::OutOfRange { .. })
        ));
    }
    assert!(position.update(Vec3::NAN, 0.1, &good).is_err());
    assert!(rotation.update(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), 0.1, &good).is_err());
    assert_eq!(
        (position, rotation),
        (SmoothPosition::at(Vec3::X), SmoothRotation::at(Quat::IDENTITY))
    );
}
