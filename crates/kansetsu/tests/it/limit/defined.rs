//! Wrapped, open, inverted, empty and meaningless bounds, and what is reported.

use std::f32::consts::PI;

use kansetsu::{
    Error,
    d3::limit::{Cone, EulerBox, EulerOrder, Hinge, Limit, ReachCone, SwingTwist},
    glam::{Quat, Vec3},
};

use super::cases::{angle, degrees, everything, star};
use crate::random::Random;

fn about_z(limit: &Limit, from: f32) -> f32 {
    let turn = limit.project(Quat::from_rotation_z(degrees(from)));
    let (sin, cos) = (turn.z * turn.w.signum(), turn.w.abs());
    (2.0 * sin.atan2(cos)).to_degrees()
}

fn near_degrees(a: f32, b: f32) -> bool {
    ((a - b + 540.0).rem_euclid(360.0) - 180.0).abs() < 1e-3
}

/// The same intervals for every limit that has them: degrees about Z.
#[test]
fn intervals_mean_the_same_everywhere() {
    let inf = f32::INFINITY;
    let cases = [
        // Wrapped.
        (135.0, 225.0, 180.0, 180.0),
        (135.0, 225.0, -170.0, -170.0),
        (135.0, 225.0, 20.0, 135.0),
        (135.0, 225.0, -20.0, 225.0),
        (-585.0, -495.0, -20.0, 225.0),
        // Open on one side: as far as half a turn.
        (-inf, 30.0, 100.0, 30.0),
        (-inf, 30.0, -170.0, -170.0),
        (-inf, 30.0, 170.0, 180.0),
        (-30.0, inf, -100.0, -30.0),
        (-30.0, inf, 179.0, 179.0),
        (-inf, inf, 123.0, 123.0),
        // Inverted: the single angle half-way.
        (50.0, 30.0, 0.0, 40.0),
        (50.0, 30.0, 90.0, 40.0),
        // A full turn and more.
        (-180.0, 180.0, 179.0, 179.0),
        (0.0, 720.0, -90.0, -90.0),
        // A point, and NaN as no bound.
        (25.0, 25.0, -100.0, 25.0),
        (f32::NAN, 30.0, 100.0, 30.0),
    ];
    for (min, max, from, expected) in cases {
        let (low, high) = (degrees(min), degrees(max));
        let z = Vec3::Z;
        let euler = |order| {
            Limit::EulerBox(EulerBox::new(
                order,
                Vec3::new(0.0, 0.0, low),
                Vec3::new(0.0, 0.0, high),
            ))
        };
        let mut limits = vec![
            Limit::Hinge(Hinge::new(z * 2.0, low, high)),
            Limit::SwingTwist(SwingTwist::cone(z, 1.0, low, high)),
            Limit::SwingTwist(SwingTwist::cone(z, 0.0, low, high)),
            Limit::ReachCone(
                star(z, z, 5, [30.0, 50.0], &mut Random::new(3)).with_twist(low, high),
            ),
        ];
        limits.extend(
            [EulerOrder::Zxy, EulerOrder::Zyx, EulerOrder::Xyz, EulerOrder::Yxz].map(euler),
        );
        for limit in limits {
            let found = about_z(&limit, from);
            assert!(
                near_degrees(found, expected),
                "[{min}, {max}] of {from}: {found}, not {expected} by {limit:?}"
            );
        }
    }
}

/// Rest, half a turn and NaN are valid inputs.
#[test]
fn no_number_makes_a_limit_panic_or_give_nan() {
    let random = &mut Random::new(61);
    let mut limits: Vec<Limit> = everything().into_iter().map(|(_, limit)| limit).collect();
    for _ in 0..4_000 {
        limits.push(wild_limit(random));
    }
    for limit in &limits {
        let _ = limit.check();
        for _ in 0..12 {
            let turn = wild_turn(random);
            let found = limit.project_with_derivative(turn);
            assert!(found.rotation.is_finite(), "{limit:?} of {turn}: {found:?}");
            assert!((found.rotation.length() - 1.0).abs() < 1e-5, "{limit:?} of {turn}: {found:?}");
            assert!(found.derivative.is_finite(), "{limit:?} of {turn}: {found:?}");
            assert!(limit.violation(turn).is_finite());
            assert!(limit.active_bounds(turn, 1e-3).count() <= 3);
            assert!(limit.mirrored(wild_vector(random)).project(turn).is_finite());
        }
    }
}

fn wild(random: &mut Random) -> f32 {
    let senseless = [
        0.0,
        -0.0,
        1e-45,
        1e-38,
        1e-20,
        1e30,
        -3e38,
        f32::MAX,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        PI,
        -PI,
        PI / 2.0,
    ];
    if random.unit() < 0.3 {
        senseless[random.below(senseless.len())]
    } else {
        random.range(-4.0, 4.0)
    }
}

fn wild_vector(random: &mut Random) -> Vec3 {
    Vec3::new(wild(random), wild(random), wild(random))
}

fn wild_turn(random: &mut Random) -> Quat {
    let axes = [
        Quat::IDENTITY,
        Quat::from_xyzw(1.0, 0.0, 0.0, 0.0),
        Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
        Quat::from_xyzw(0.0, 0.0, -1.0, 0.0),
    ];
    match random.below(4) {
        0 => axes[random.below(4)],
        1 => Quat::from_xyzw(wild(random), wild(random), wild(random), wild(random)),
        2 => random.rotation() * random.range(1e-20, 1e10),
        _ => random.rotation(),
    }
}

fn wild_limit(random: &mut Random) -> Limit {
    match random.below(5) {
        0 => {
            Limit::Hinge(Hinge { axis: wild_vector(random), min: wild(random), max: wild(random) })
        }
        1 => Limit::Cone(Cone {
            axis: wild_vector(random),
            center: wild_vector(random),
            angle: wild(random),
        }),
        2 => Limit::SwingTwist(SwingTwist {
            rest_from_limit: wild_turn(random),
            joint_from_limit: wild_turn(random),
            swing_x: wild(random),
            swing_y: wild(random),
            twist_min: wild(random),
            twist_max: wild(random),
        }),
        3 => Limit::EulerBox(EulerBox {
            frame: wild_turn(random),
            order: EulerOrder::ALL[random.below(6)],
            min: wild_vector(random),
            max: wild_vector(random),
        }),
        _ => Limit::ReachCone(ReachCone {
            axis: wild_vector(random),
            visible: wild_vector(random),
            vertices: (0..random.below(7)).map(|_| wild_vector(random)).collect(),
            twist_min: wild(random),
            twist_max: wild(random),
        }),
    }
}

#[test]
fn check_names_what_is_senseless() {
    let wrong = |limit: Limit, words: &str| match limit.check() {
        Err(Error::InvalidNumber { what, .. } | Error::OutOfRange { what, .. }) => {
            assert!(what.contains(words), "{what}")
        }
        other => panic!("{limit:?}: {other:?}"),
    };
    wrong(Limit::Hinge(Hinge::new(Vec3::ZERO, 0.0, 1.0)), "axis of a hinge");
    wrong(Limit::Hinge(Hinge::new(Vec3::X, f32::NAN, 1.0)), "bound of a hinge");
    wrong(Limit::Hinge(Hinge::new(Vec3::X, f32::INFINITY, 1.0)), "bound of a hinge");
    wrong(Limit::Cone(Cone::around(Vec3::X, f32::INFINITY)), "angle of a cone");
    wrong(Limit::SwingTwist(SwingTwist::cone(Vec3::X, f32::NAN, 0.0, 1.0)), "swing");
    wrong(
        Limit::EulerBox(EulerBox {
            frame: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
            ..EulerBox::new(EulerOrder::Xyz, Vec3::ZERO, Vec3::ONE)
        }),
        "frame",
    );
    wrong(Limit::ReachCone(ReachCone::new(Vec3::X, vec![Vec3::X, Vec3::Y])), "number of vertices");
    let square = [
        Vec3::new(1.0, 1.0, 1.0),
        Vec3::new(1.0, -1.0, 1.0),
        Vec3::new(1.0, -1.0, -1.0),
        Vec3::new(1.0, 1.0, -1.0),
    ];
    let good = ReachCone::new(Vec3::X, square.to_vec());
    assert_eq!(Limit::ReachCone(good.clone()).check(), Ok(()));
    assert_eq!(
        Limit::ReachCone(ReachCone {
            vertices: square.iter().rev().copied().collect(),
            ..good.clone()
        })
        .check(),
        Ok(())
    );
    wrong(
        Limit::ReachCone(ReachCone { visible: Vec3::Y, ..good.clone() }),
        "visible direction outside",
    );
    wrong(Limit::ReachCone(ReachCone { vertices: [square, square].concat(), ..good }), "winding");
    for (name, limit) in everything() {
        assert_eq!(limit.check(), Ok(()), "{name}");
    }
}

#[test]
fn the_bounds_that_hold_a_turn_are_named() {
    let names = |limit: &Limit, turn: Quat| limit.active_bounds(turn, 1e-3).collect::<Vec<_>>();
    let elbow = Limit::Hinge(Hinge::new(Vec3::Y, 0.0, 2.0));
    assert_eq!(names(&elbow, Quat::IDENTITY), ["min"]);
    assert_eq!(names(&elbow, Quat::from_rotation_y(1.0)), [""; 0]);
    assert_eq!(names(&elbow, Quat::from_rotation_y(2.3)), ["max"], "beyond it too");
    assert_eq!(
        names(&Limit::Hinge(Hinge::new(Vec3::Y, 1.0, 1.0)), Quat::IDENTITY),
        [""; 0],
        "a locked angle has no bounds"
    );
    assert_eq!(names(&Limit::Hinge(Hinge::free(Vec3::Y)), Quat::from_rotation_y(PI)), [""; 0]);

    let cone = Limit::Cone(Cone::around(Vec3::X, 0.5));
    assert_eq!(names(&cone, Quat::from_rotation_y(0.4995)), ["swing"]);
    assert_eq!(names(&cone, Quat::from_rotation_y(0.49)), [""; 0]);
    let ball =
        Limit::SwingTwist(SwingTwist::elliptic(Vec3::X, Vec3::Z, [0.5, 1.5]).with_twist(-0.2, 0.7));
    assert_eq!(
        names(&ball, Quat::from_rotation_z(0.5) * Quat::from_rotation_x(0.7)),
        ["swing", "twist_max"]
    );
    assert_eq!(
        names(&ball, Quat::from_rotation_y(1.49) * Quat::from_rotation_x(-0.2)),
        ["twist_min"]
    );

    for order in EulerOrder::ALL {
        let limit = Limit::EulerBox(EulerBox::new(
            order,
            Vec3::new(-0.5, -0.4, -0.3),
            Vec3::new(0.5, 0.4, 0.3),
        ));
        assert_eq!(names(&limit, order.compose(Vec3::new(0.5, -0.4, 0.1))), ["x_max", "y_min"]);
        assert_eq!(names(&limit, order.compose(Vec3::new(0.0, 0.1, -0.3))), ["z_min"]);
    }
    let square = vec![
        Vec3::new(1.0, 1.0, 1.0),
        Vec3::new(1.0, -1.0, 1.0),
        Vec3::new(1.0, -1.0, -1.0),
        Vec3::new(1.0, 1.0, -1.0),
    ];
    let reach = Limit::ReachCone(ReachCone::new(Vec3::X, square).with_twist(-1.0, 1.0));
    assert_eq!(names(&reach, Quat::from_rotation_y(-PI / 4.0)), ["edge_0"]);
    assert_eq!(names(&reach, Quat::from_rotation_z(-1.0)), ["edge_1"]);
    assert_eq!(
        names(&reach, Quat::from_rotation_arc(Vec3::X, Vec3::new(1.0, 1.0, 1.0).normalize())),
        ["edge_0", "edge_3"]
    );
}

#[test]
fn half_a_turn_of_swing_is_brought_back() {
    for (name, limit) in everything() {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::new(0.6, -0.48, 0.64)] {
            let projected = limit.project(Quat::from_xyzw(axis.x, axis.y, axis.z, 0.0));
            assert!(limit.violation(projected) == 0.0, "{name}");
        }
    }
}

#[test]
fn an_elliptic_cone_ends_at_its_largest_swings() {
    let limit = SwingTwist::elliptic(Vec3::X, Vec3::Z, [0.5, 1.5]);
    for limit in [Limit::SwingTwist(limit), Limit::SwingTwist(limit.with_twist(0.0, 0.0))] {
        assert!(
            angle(limit.project(Quat::from_rotation_z(1.2)), Quat::from_rotation_z(0.5)) < 1e-6
        );
        assert!(
            angle(limit.project(Quat::from_rotation_y(-2.0)), Quat::from_rotation_y(-1.5)) < 1e-6
        );
    }
}

/// On the lines from the visible point to the corners a direction belongs to two triangles, and
/// never to none.
#[test]
fn a_reach_cone_has_no_cracks() {
    let random = &mut Random::new(63);
    for _ in 0..300 {
        let reach = star(random.direction(), random.direction(), 5, [1.0, 40.0], random);
        let limit = Limit::ReachCone(reach.clone());
        for vertex in &reach.vertices {
            for i in 1..60 {
                let direction = reach.visible.lerp(*vertex, i as f32 / 64.0).normalize();
                assert_eq!(limit.violation(Quat::from_rotation_arc(reach.axis, direction)), 0.0);
            }
        }
    }
}
