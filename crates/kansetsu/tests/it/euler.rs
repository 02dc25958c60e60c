//! Euler angles: round trips, the canonical set, continuity.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use kansetsu::{
    d3::EulerOrder,
    glam::{DQuat, Quat, Vec3},
};

use crate::{limit::cases::angle, random::Random};

/// In double precision, from the definition.
fn composed(order: EulerOrder, angles: Vec3) -> DQuat {
    let about =
        |axis: usize| DQuat::from_axis_angle(Vec3::AXES[axis].as_dvec3(), f64::from(angles[axis]));
    let [heading, pitch, bank] = order.axes();
    about(heading) * about(pitch) * about(bank)
}

fn error(order: EulerOrder, angles: Vec3, rotation: Quat) -> f64 {
    let off = (composed(order, angles) * rotation.as_dquat().normalize().inverse()).normalize();
    2.0 * off.xyz().length().atan2(off.w.abs())
}

fn assert_canonical(order: EulerOrder, angles: Vec3) {
    let [heading, pitch, bank] = order.axes().map(|axis| angles[axis]);
    assert!(
        heading.abs() <= PI && bank.abs() <= PI && pitch.abs() <= FRAC_PI_2,
        "{order:?} {angles}"
    );
}

#[test]
fn a_million_random_rotations_come_back() {
    let random = &mut Random::new(81);
    let mut worst = 0.0_f64;
    for index in 0..1_000_000 {
        let order = EulerOrder::ALL[index % 6];
        let rotation = random.rotation();
        let angles = order.decompose(rotation);
        assert_canonical(order, angles);
        worst = worst
            .max(error(order, angles, rotation))
            .max(f64::from(angle(order.compose(angles), rotation)));
    }
    assert!(worst < 1e-6, "{worst}");
}

#[test]
fn rotations_next_to_gimbal_lock_come_back() {
    let random = &mut Random::new(82);
    for index in 0..200_000 {
        let order = EulerOrder::ALL[index % 6];
        let away = 10.0_f32.powf(random.range(-9.0, -1.0)) * (random.unit() - 0.5);
        let mut angles =
            Vec3::new(random.range(-PI, PI), random.range(-PI, PI), random.range(-PI, PI));
        angles[order.axes()[1]] = FRAC_PI_2.copysign(random.unit() - 0.5) + away;
        let rotation = order.compose(angles);
        for found in [order.decompose(rotation), order.decompose_near(rotation, angles)] {
            assert!(
                error(order, found, rotation) < 1.2e-6,
                "{order:?} {angles} {found}: {}",
                error(order, found, rotation)
            );
        }
    }
}

#[test]
fn at_gimbal_lock_the_bank_is_0_or_what_it_was() {
    let random = &mut Random::new(83);
    for index in 0..60_000 {
        let order = EulerOrder::ALL[index % 6];
        let [_, pitch, bank] = order.axes();
        let mut angles =
            Vec3::new(random.range(-PI, PI), random.range(-PI, PI), random.range(-PI, PI));
        angles[pitch] = FRAC_PI_2.copysign(random.unit() - 0.5);
        let rotation = order.compose(angles);
        let canonical = order.decompose(rotation);
        assert_canonical(order, canonical);
        assert_eq!(canonical[bank], 0.0, "{order:?} {angles}");
        let mut previous = angles + random.direction() * 0.01;
        previous[bank] += TAU;
        let near = order.decompose_near(rotation, previous);
        assert_eq!(near[bank], previous[bank], "{order:?} {angles}");
    }
}

#[test]
fn the_nearest_equivalent_is_the_nearest() {
    let random = &mut Random::new(84);
    for index in 0..30_000 {
        let order = EulerOrder::ALL[index % 6];
        let mut range = |reach: f32| {
            Vec3::new(
                random.range(-reach, reach),
                random.range(-reach, reach),
                random.range(-reach, reach),
            )
        };
        let (angles, previous) = (range(PI), range(6.0));
        let found = order.nearest_equivalent(angles, previous);
        assert!(error(order, found, order.compose(angles)) < 2e-6);
        assert!(error(order, order.flipped(angles), order.compose(angles)) < 2e-6);
        for triple in [angles, order.flipped(angles)] {
            for turns in (0..343)
                .map(|i| Vec3::new((i % 7) as f32, (i / 7 % 7) as f32, (i / 49) as f32) - 3.0)
            {
                let other = triple + turns * TAU;
                assert!(
                    found.distance(previous) <= other.distance(previous) + 1e-5,
                    "{order:?} {angles} {previous}"
                );
            }
        }
    }
}

/// A smooth closed path of rotations: a sum of a few rotating rotation vectors.
struct Path([(Vec3, f32); 4]);

impl Path {
    fn new(random: &mut Random) -> Self {
        Self(
            [(); 4].map(|()| (random.direction() * random.range(0.5, 2.0), random.range(0.0, TAU))),
        )
    }

    fn at(&self, t: f32) -> Quat {
        self.0.iter().enumerate().fold(Quat::IDENTITY, |q, (i, &(axis, phase))| {
            (q * Quat::from_scaled_axis(axis * ((i + 1) as f32 * t + phase).sin())).normalize()
        })
    }
}

/// The promise of `decompose_near`, along random paths that pass gimbal lock at every distance.
#[test]
fn angles_move_no_faster_than_promised() {
    let random = &mut Random::new(85);
    const STEPS: usize = 6_000;
    for index in 0..60 {
        let order = EulerOrder::ALL[index % 6];
        let [heading, pitch, bank] = order.axes();
        let path = Path::new(random);
        let mut rotation = path.at(0.0);
        let mut angles = order.decompose(rotation);
        for step in 1..=STEPS {
            let next = path.at(TAU * step as f32 / STEPS as f32);
            let turned = angle(rotation, next) + 2e-6;
            let moved = order.decompose_near(next, angles);
            assert!(error(order, moved, next) < 3e-6);
            let change = moved - angles;
            assert!(
                change[pitch].abs() <= 1.5 * turned,
                "{order:?} pitch {} of {turned}",
                change[pitch]
            );
            // The smallest cosine on the path.
            let cos = angles[pitch].cos().abs().min(moved[pitch].cos().abs()) - turned;
            if cos > 2.0 * turned {
                let allowed = 1.5 * turned / cos;
                assert!(
                    change[heading].abs() <= allowed && change[bank].abs() <= allowed,
                    "{order:?} {change} of {turned}, {cos}"
                );
            }
            // For any pitch, either the sum or the difference is slow: the signs of order and pitch
            // decide which.
            let (sum, difference) =
                ((change[heading] + change[bank]).abs(), (change[heading] - change[bank]).abs());
            assert!(sum.min(difference) <= 1.5 * turned, "{order:?} {change} of {turned}");
            (rotation, angles) = (next, moved);
        }
    }
}

#[test]
fn straight_through_gimbal_lock_only_the_pitch_moves() {
    let random = &mut Random::new(86);
    for index in 0..60 {
        let order = EulerOrder::ALL[index % 6];
        let pitch = order.axes()[1];
        let mut expected =
            Vec3::new(random.range(-3.0, 3.0), random.range(-3.0, 3.0), random.range(-3.0, 3.0));
        expected[pitch] = 0.0;
        let mut angles = expected;
        // A full turn that passes ±90° as exactly as single precision allows.
        for step in 0..=320 {
            expected[pitch] = step as f32 * (FRAC_PI_2 / 80.0);
            angles = order.decompose_near(order.compose(expected), angles);
            assert!(angles.distance(expected) < 3e-4, "{order:?} {step}: {angles}, not {expected}");
        }
    }
}

#[test]
fn senseless_numbers_are_defined() {
    let numbers = [0.0, 1e-45, 1e30, f32::MAX, f32::INFINITY, f32::NAN, -1.0];
    for order in EulerOrder::ALL {
        for a in numbers {
            for b in numbers {
                assert!(order.compose(Vec3::new(a, b, a)).is_finite());
                assert!(order.decompose(Quat::from_xyzw(a, b, b, a)).is_finite());
                assert!(
                    order
                        .decompose_near(Quat::from_xyzw(b, 0.3, a, 0.2), Vec3::new(a, b, 0.0))
                        .is_finite()
                );
            }
        }
        assert_eq!(order.decompose(Quat::IDENTITY), Vec3::ZERO);
    }
}
