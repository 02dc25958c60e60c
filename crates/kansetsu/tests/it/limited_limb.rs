//! Limbs with limits: the single pass returns what the general path returns.

use kansetsu::{
    d3::{
        Chain, Goal, Limit, Outcome, Skeleton, Transform,
        limit::{Cone, Hinge},
        solve::TwoBone,
    },
    glam::{Quat, Vec3},
};

use crate::random::Random;

/// An arm: a cone at the shoulder, a hinge at the elbow, under a rotated chest.
fn arm() -> (Skeleton, Chain, Vec<Option<Limit>>) {
    let mut builder = Skeleton::builder();
    let chest = Transform::from_translation_rotation(Vec3::Y, Quat::from_rotation_y(0.4));
    let chest = builder.root("chest", chest);
    let shoulder = builder.child(chest, "shoulder", Transform::from_translation(Vec3::X * 0.2));
    let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.3));
    let at = Transform::from_translation(Vec3::new(0.25, 0.0, 0.01));
    let hand = builder.child(elbow, "hand", at);
    let skeleton = builder.build().unwrap();
    let limits = vec![
        None,
        Some(Limit::Cone(Cone::around(Vec3::X, 1.5))),
        Some(Limit::Hinge(Hinge { axis: Vec3::Y, min: -2.4, max: 0.0 })),
        Some(Limit::Cone(Cone::around(Vec3::X, 1.0))),
    ];
    let chain = Chain::new(&skeleton, shoulder, hand).unwrap().with_limits(&limits).unwrap();
    (skeleton, chain, limits)
}

#[test]
fn the_single_pass_is_the_general_path_within_rounding() {
    let (skeleton, chain, limits) = arm();
    // Soft reach selects the general path; with this width it has no effect.
    let general = TwoBone { soft: 1e-9, ..TwoBone::default() };
    let mut random = Random::new(13);
    let mut reached = 0;
    let mut start = skeleton.rest_pose();
    for number in 0..2000 {
        let at = skeleton.forward(&start)[chain.base()].translation;
        let target = at + random.direction() * random.range(0.1, 0.54);
        let mut goal = Goal::position(chain.tip(), target);
        if number % 4 == 3 {
            goal = goal.with_pole(at + random.direction());
        }
        let (mut pose, mut other) = (start.clone(), start.clone());
        let report = TwoBone::default().solve(&chain, &goal, &mut pose).unwrap();
        let wanted = general.solve(&chain, &goal, &mut other).unwrap();
        assert_eq!(report.outcome == Outcome::Reached, wanted.outcome == Outcome::Reached);
        for (one, two) in skeleton.forward(&pose).iter().zip(skeleton.forward(&other)) {
            let off = one.translation.distance(two.translation);
            assert!(off < 2e-5, "{target}: {off} m apart");
        }
        for (joint, limit) in limits.iter().enumerate() {
            let rest = skeleton.joints()[joint].rest.rotation;
            let turn = rest.inverse() * pose.locals[joint].rotation;
            let outside = limit.as_ref().map_or(0.0, |limit| limit.violation(turn));
            assert!(outside < 1e-5, "{target}: joint {joint} is {outside} rad outside");
        }
        if report.outcome == Outcome::Reached {
            assert!(report.distance() < 2e-6, "{target}: {}", report.distance());
            reached += 1;
            if random.chance(0.5) {
                start = pose;
            }
        }
    }
    assert!(reached > 500, "{reached} of 2000 targets are reached");
}
