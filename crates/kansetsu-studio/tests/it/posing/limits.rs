//! Limits on the body.

use std::f32::consts::PI;

use kansetsu::{
    d3::{
        EulerOrder, Limit,
        limit::{Cone, EulerBox, Hinge, ReachCone, SwingTwist},
    },
    glam::{Quat, Vec3},
};
use kansetsu_studio::{
    posing::limits::{HandleId, LimitDrag, LimitKind, boundary, fit, handles},
    viewport::Ray,
};

use super::random::Random;

fn random_limit(random: &mut Random) -> Limit {
    let axis = random.vector().normalize_or(Vec3::X);
    let (low, high) = (-2.0 * random.unit(), 2.0 * random.unit());
    match random.below(5) {
        0 => Limit::Hinge(Hinge::new(axis, low, high)),
        1 => Limit::Cone(Cone {
            axis,
            center: (axis + 0.5 * random.vector()).normalize(),
            angle: 0.1 + 2.0 * random.unit(),
        }),
        2 => {
            let swings = [0.1 + 2.0 * random.unit(), 0.1 + 2.0 * random.unit()];
            let cone = SwingTwist::elliptic(axis, random.vector(), swings).with_twist(low, high);
            let center = Quat::from_scaled_axis(0.7 * random.vector());
            Limit::SwingTwist(SwingTwist {
                rest_from_limit: center * cone.joint_from_limit,
                ..cone
            })
        }
        3 => {
            let min = Vec3::new(low, -1.3 * random.unit(), -random.unit());
            let max = Vec3::new(high, 1.3 * random.unit(), random.unit());
            let frame = Quat::from_scaled_axis(random.vector());
            // The middle angle within a right angle: beyond, two triples are the same rotation.
            Limit::EulerBox(EulerBox { frame, ..EulerBox::new(EulerOrder::Xyz, min, max) })
        }
        _ => {
            let (u, v) = axis.any_orthonormal_pair();
            let corner = |index: usize| {
                let (sin, cos) = (index as f32 * 1.25).sin_cos();
                axis + (u * cos + v * sin) * (0.4 + 0.4 * ((index * 7 % 5) as f32) / 5.0)
            };
            Limit::ReachCone(
                ReachCone::new(axis, (0..5).map(corner).collect()).with_twist(low, high),
            )
        }
    }
}

#[test]
fn what_is_drawn_is_what_is_enforced() {
    let mut random = Random(1);
    for _ in 0..400 {
        let limit = random_limit(&mut random);
        for stroke in boundary(&limit, random.vector().normalize_or(Vec3::Y)) {
            let last = stroke.points.len() - 1;
            for (index, point) in stroke.points.iter().enumerate() {
                assert!((point.direction.length() - 1.0).abs() < 1e-4);
                assert!(
                    limit.violation(point.turn) < 1e-4,
                    "{limit:?} {}: {}",
                    stroke.name,
                    limit.violation(point.turn)
                );
                if !stroke.is_range || index == 0 || index == last {
                    assert!(
                        limit.active_bounds(point.turn, 2e-3).next().is_some(),
                        "{limit:?} {}: not on a bound",
                        stroke.name
                    );
                }
            }
        }
    }
}

#[test]
fn handles_stand_on_the_drawing_and_change_what_they_are_for() {
    let mut random = Random(2);
    for _ in 0..200 {
        let limit = random_limit(&mut random);
        let bone = random.vector().normalize_or(Vec3::Y);
        for handle in handles(&limit, bone) {
            let through = |direction: Vec3| {
                // From the side from which the handle's circle is seen.
                let eye = 4.0 * direction + random_side(direction);
                Ray { origin: eye, direction: (direction - eye).normalize() }
            };
            let drag = LimitDrag::new(limit.clone(), handle, through(handle.direction));
            assert_eq!(drag.at(&through(handle.direction)), limit);
            let to =
                (handle.direction + 0.05 * handle.direction.any_orthonormal_vector()).normalize();
            let changed = drag.at(&through(to));
            assert!(changed.check().is_ok());
            let again = handles(&changed, bone);
            for (before, after) in handles(&limit, bone).iter().zip(&again) {
                let is_same = before.id == handle.id;
                assert!(
                    is_same || before.direction.distance(after.direction) < 1e-4,
                    "{:?} moved {:?}",
                    handle.id,
                    before.id
                );
                assert!((after.value - before.value).abs() < 0.4);
            }
            if let HandleId::Vertex(index) = handle.id {
                assert!(again[index].direction.distance(handle.direction) > 0.01);
            }
        }
    }
}

fn random_side(direction: Vec3) -> Vec3 {
    0.3 * direction.any_orthonormal_vector()
}

#[test]
fn limits_fit_a_motion() {
    let mut random = Random(3);
    for _ in 0..60 {
        let limit = random_limit(&mut random);
        let bone = random.vector().normalize_or(Vec3::Y);
        let turns: Vec<Quat> =
            (0..200).map(|_| limit.project(Quat::from_scaled_axis(random.vector()))).collect();
        for kind in [LimitKind::Cone, LimitKind::SwingTwist, LimitKind::EulerBox] {
            let found = fit(kind, &turns, bone, 0.02).unwrap();
            assert!(found.limit.check().is_ok());
            assert!(found.worst < 1e-4, "{kind:?} of {limit:?}: {}", found.worst);
        }
    }
    assert_eq!(fit(LimitKind::Cone, &[], Vec3::Y, 0.1), None);
}

#[test]
fn a_hinge_is_found_in_its_motion() {
    let mut random = Random(4);
    for _ in 0..50 {
        let axis = random.vector().normalize_or(Vec3::X);
        let [low, high] = [-0.2 * random.unit(), 1.0 + random.unit()];
        let turns: Vec<Quat> = (0..=40)
            .map(|step| Quat::from_axis_angle(axis, low + (high - low) * step as f32 / 40.0))
            .collect();
        let found = fit(LimitKind::Hinge, &turns, Vec3::Y, 0.05).unwrap();
        let Limit::Hinge(hinge) = found.limit else { panic!("a hinge was asked for") };
        assert!(found.worst < 1e-4 && hinge.axis.distance(axis) < 1e-2);
        assert!(
            (hinge.min - low + 0.05).abs() < 0.01
                && (hinge.max - high - 0.05).abs() < 0.01
                && hinge.max < PI
        );
    }
}
