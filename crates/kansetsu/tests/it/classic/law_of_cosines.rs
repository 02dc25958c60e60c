use kansetsu::Error;
use kansetsu::classic::{LawOfCosines, MiddleJoint};
use kansetsu::d2::Side;
use kansetsu::glam::Vec2;

use crate::random::Random;

/// The published formulas in double precision, written again independently; NaN where they are
/// undefined.
fn plain(start: [f64; 2], end: [f64; 2], a: f64, b: f64, sign: f64) -> [f64; 2] {
    let (dx, dy) = (end[0] - start[0], end[1] - start[1]);
    let c = (dx * dx + dy * dy).sqrt();
    let cos = (b * b + c * c - a * a) / (2.0 * b * c);
    let sin = sign * (1.0 - cos * cos).sqrt();
    let v1 = [dx / c, dy / c];
    [start[0] + b * (cos * v1[0] - sin * v1[1]), start[1] + b * (sin * v1[0] + cos * v1[1])]
}

#[test]
fn a_thousand_random_states_agree_with_the_formulas_and_have_names_where_those_give_nan() {
    let mut random = Random::new(301);
    let mut named = [0; 4];
    for _ in 0..4_000 {
        let (upper, lower) = (random.range(0.1, 3.0), random.range(0.0, 3.0));
        let side = if random.unit() < 0.5 { Side::Left } else { Side::Right };
        let mut point = || Vec2::new(random.range(-3.0, 3.0), random.range(-3.0, 3.0));
        let (start, end) = (point(), point());
        let sign = if side == Side::Left { 1.0 } else { -1.0 };
        let wide = |v: Vec2| [f64::from(v.x), f64::from(v.y)];
        let expected = plain(wide(start), wide(end), f64::from(lower), f64::from(upper), sign);
        let c = f64::from(start.distance(end));
        match (LawOfCosines { upper, lower, side }).middle(start, end).unwrap() {
            MiddleJoint::At(middle) => {
                named[0] += 1;
                let off =
                    (f64::from(middle.x) - expected[0]).hypot(f64::from(middle.y) - expected[1]);
                assert!(off <= 1e-5 * f64::from(upper + lower), "{off}");
            }
            MiddleJoint::TooClose => {
                named[1] += 1;
                assert!(expected[0].is_nan() && c < f64::from(upper - lower).abs() + 1e-6);
            }
            MiddleJoint::TooFar => {
                named[2] += 1;
                assert!(expected[0].is_nan() && c > f64::from(upper + lower) - 1e-6);
            }
            MiddleJoint::Anywhere => named[3] += 1,
        }
    }
    assert!(named[0] >= 1_000 && named[1] >= 300 && named[2] >= 300, "{named:?}");
}

#[test]
fn the_window_of_the_original() {
    let bones = LawOfCosines::default();
    let (start, end) = (Vec2::new(640.0, 350.0), Vec2::new(940.0, 350.0));
    assert_eq!(bones.middle(start, end).unwrap(), MiddleJoint::At(Vec2::new(790.0, 350.0)));
    assert!(bones.may_move_to(start, end));
    assert!(!bones.may_move_to(start, end + Vec2::X * 2.5));
    assert_eq!(bones.middle(start, start).unwrap(), MiddleJoint::Anywhere);
}

#[test]
fn the_two_sides_are_mirror_images() {
    let bones = |side| LawOfCosines { upper: 1.0, lower: 1.5, side };
    let middle = |side| match bones(side).middle(Vec2::ZERO, Vec2::X * 1.2).unwrap() {
        MiddleJoint::At(middle) => middle,
        other => panic!("{other:?}"),
    };
    assert!(middle(Side::Left).y > 0.5);
    assert_eq!(middle(Side::Left) * Vec2::new(1.0, -1.0), middle(Side::Right));
}

#[test]
fn whatever_the_numbers_the_answer_is_finite_or_an_error() {
    let extremes = [0.0, -0.0, 1e-45, 1e-38, 1.0, -1.0, 1e10, 1e30, -1e30, f32::NAN, f32::INFINITY];
    let mut random = Random::new(302);
    for _ in 0..100_000 {
        let mut value = || extremes[random.below(extremes.len())];
        let bones = LawOfCosines { upper: value(), lower: value(), side: Side::Left };
        match bones.middle(Vec2::new(value(), value()), Vec2::new(value(), value())) {
            Ok(MiddleJoint::At(middle)) => assert!(middle.is_finite(), "{bones:?} {middle}"),
            Ok(_) => {}
            Err(error) => {
                assert!(matches!(error, Error::InvalidNumber { .. } | Error::OutOfRange { .. }))
            }
        }
    }
}
