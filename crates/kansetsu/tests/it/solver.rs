//! Every solver by its name.

use kansetsu::Error;
use kansetsu::d3::{
    Chain, Goal, Limit, Outcome, Rig, Skeleton, Transform,
    limit::{Cone, SwingTwist},
    solve::{Aim, AimChain, Body, Scope, Scratch, Solver, WholeBody},
};
use kansetsu::glam::{Quat, Vec3};

use crate::random::Random;

/// A neck (joint 1) and a head (joint 2) on a chest, the head inside a cone.
fn bust() -> Rig {
    let mut builder = Skeleton::builder();
    let chest = builder.root("chest", Transform::from_translation(Vec3::Y));
    let neck = builder.child(chest, "neck", Transform::from_translation(Vec3::Y * 0.2));
    builder.child(neck, "head", Transform::from_translation(Vec3::Y * 0.1));
    let mut rig = Rig::new(builder.build().unwrap());
    rig.limits[2] = Some(Limit::Cone(Cone::around(Vec3::Z, 0.6)));
    rig
}

#[test]
fn every_solver_serves_its_scope_and_refuses_the_other() {
    let rig = bust();
    let chain = Chain::new(&rig.skeleton, 0, 2).unwrap();
    let body = Body::new(&rig.skeleton);
    for name in Solver::NAMES {
        let solver = Solver::from_name(name).unwrap().with_max_iterations(50).with_tolerance(1e-4);
        let looks = name.starts_with("aim");
        let goal = if looks {
            Goal::look_at(2, Vec3::Z, Vec3::new(1.0, 1.5, 1.0))
        } else {
            Goal::position(2, Vec3::new(0.1, 1.1, 0.1))
        };
        let mut pose = rig.skeleton.rest_pose();
        let by_chain = solver.solve(&chain, &goal, &mut pose);
        if solver.scope() == Scope::Body {
            assert!(matches!(by_chain, Err(Error::Unsupported { solver, .. }) if solver == name));
            assert_eq!(pose, rig.skeleton.rest_pose());
        } else {
            assert_eq!(by_chain.unwrap().outcome, Outcome::Reached, "{name}");
            assert_ne!(pose, rig.skeleton.rest_pose());
        }
        let mut pose = rig.skeleton.rest_pose();
        // The root is fixed, so a body reaches less far than the chain.
        let near = Goal::orientation(2, Quat::from_rotation_y(0.4));
        let by_body = solver.solve_body(&body, &[near], &mut pose);
        if solver.scope() == Scope::Chain {
            assert!(matches!(by_body, Err(Error::Unsupported { solver, .. }) if solver == name));
            assert_eq!(pose, rig.skeleton.rest_pose());
        } else {
            assert_eq!(by_body.unwrap().outcome, Outcome::Reached, "{name}");
        }
    }
    assert_eq!(Solver::from_name("magic"), None);
}

#[test]
fn the_tip_of_a_chain_aims_as_the_joint_alone_does() {
    let rig = bust();
    let chain = Chain::new(&rig.skeleton, 0, 2).unwrap().with_limits(&rig.limits).unwrap();
    let mut random = Random::new(77);
    let mut scratch = Scratch::default();
    for _ in 0..1000 {
        let mut alone = rig.skeleton.rest_pose();
        alone.locals.iter_mut().for_each(|local| local.rotation = random.rotation());
        let mut tip = alone.clone();
        let mut goal = Goal::look_at(2, random.direction(), random.direction() * 3.0)
            .with_offset(random.direction() * 0.1);
        goal.pole = (random.unit() < 0.5).then(|| random.direction() * 9.0);
        let aim = Aim { up: random.direction(), twist: 0.2, weight: random.unit() };
        let expected = aim.solve(&rig, &goal, &mut alone).unwrap();
        let report = aim.solve_tip_with(&chain, &goal, &mut tip, &mut scratch).unwrap();
        assert_eq!(tip, alone);
        assert_eq!(report, &expected);
    }
}

#[test]
fn a_held_tip_stays() {
    let rig = bust();
    let chain = Chain::new(&rig.skeleton, 0, 2).unwrap().with_locked(2);
    let mut pose = rig.skeleton.rest_pose();
    let report = Solver::Aim(Aim::default())
        .solve(&chain, &Goal::look_at(2, Vec3::Z, Vec3::X * 5.0), &mut pose)
        .unwrap();
    assert_eq!((pose, report.outcome), (rig.skeleton.rest_pose(), Outcome::Limited));
    assert!(report.angle() > 1.0);
}

#[test]
fn shares_go_with_the_solver() {
    let rig = bust();
    let chain = Chain::new(&rig.skeleton, 1, 2).unwrap();
    let solver = Solver::AimChain(AimChain { shares: vec![1.0, 0.0], ..AimChain::default() });
    let mut pose = rig.skeleton.rest_pose();
    let report = solver
        .solve(&chain, &Goal::look_at(2, Vec3::Z, Vec3::new(1.0, 1.3, 1.0)), &mut pose)
        .unwrap();
    assert_eq!(report.outcome, Outcome::Reached);
    assert_eq!(pose.locals[2], rig.skeleton.joints()[2].rest);
}

/// The distance between opposite extreme values overflows.
#[test]
fn a_goal_at_the_end_of_all_numbers_is_told_in_numbers_or_refused() {
    let rig = bust();
    let chain = Chain::new(&rig.skeleton, 0, 2).unwrap();
    let body = Body::new(&rig.skeleton);
    for name in Solver::NAMES.into_iter().filter(|name| !name.starts_with("aim")) {
        let solver = Solver::from_name(name).unwrap();
        let goal = Goal::position(2, Vec3::new(f32::MAX, -f32::MAX, 0.1));
        let mut pose = rig.skeleton.rest_pose();
        let report = match solver.scope() {
            Scope::Body => solver.solve_body(&body, &[goal], &mut pose),
            _ => solver.solve(&chain, &goal, &mut pose),
        };
        match report {
            Ok(report) => assert!(
                report.distance().is_finite() && report.distance() > 1e38,
                "{name}: {}",
                report.distance()
            ),
            Err(error) => {
                assert!(matches!(error, Error::InvalidNumber { .. }), "{name}: {error}");
                assert_eq!(pose, rig.skeleton.rest_pose(), "{name}");
            }
        }
        assert!(pose.locals.iter().all(|local| local.rotation.is_finite()), "{name}");
    }
}

/// A bound that no sum of bounds may overflow.
#[test]
fn a_twist_that_begins_at_the_largest_number_is_a_limit_like_others() {
    let mut rig = bust();
    rig.limits[1] =
        Some(Limit::SwingTwist(SwingTwist::cone(Vec3::Y, 0.8, f32::MAX, f32::INFINITY)));
    let chain = Chain::new(&rig.skeleton, 0, 2).unwrap().with_limits(&rig.limits).unwrap();
    for name in ["auto", "ccd", "fabrik", "dls"] {
        let mut pose = rig.skeleton.rest_pose();
        let goal = Goal::position(2, Vec3::new(0.1, 1.1, 0.1));
        let report = Solver::from_name(name).unwrap().solve(&chain, &goal, &mut pose).unwrap();
        assert!(pose.locals.iter().all(|local| local.rotation.is_finite()), "{name}");
        assert!(report.distance() < 1.0, "{name}: {}", report.distance());
        let violation = rig.limits[1].as_ref().unwrap().violation(pose.locals[1].rotation);
        assert!(violation < 1e-4, "{name}: {violation}");
    }
}

/// An extreme scale moves a joint beyond the range of single precision, even if its position has no
/// goal.
#[test]
fn a_joint_that_is_nowhere_is_refused_and_the_pose_kept() {
    let mut builder = Skeleton::builder();
    let base = builder.root("base", Transform::IDENTITY);
    builder.child(
        base,
        "tip",
        Transform::from_translation(Vec3::new(-0.456_829_8, 0.421_724_4, -0.172_375_4)),
    );
    let skeleton = builder.build().unwrap();
    let body = Body::new(&skeleton);
    let wants_nothing = Goal { position: None, ..Goal::position(1, Vec3::ZERO) };
    let wants_much = Goal { weight: 1e10, ..Goal::position(0, Vec3::new(0.9, 0.5, -0.2)) };
    for scale in [
        Vec3::new(0.476_850_75, 0.923_819_1, f32::MAX),
        Vec3::new(f32::MAX, -1e-42, 1.0),
        Vec3::splat(f32::MAX),
    ] {
        for joint in 0..2 {
            for goals in [vec![wants_nothing], vec![wants_nothing, wants_much]] {
                for name in ["whole-body", "fabrik-tree"] {
                    let mut pose = skeleton.rest_pose();
                    pose.locals[joint].scale = scale;
                    let before = pose.clone();
                    match Solver::from_name(name).unwrap().solve_body(&body, &goals, &mut pose) {
                        Ok(report) => assert!(
                            report
                                .goals
                                .iter()
                                .all(|goal| goal.reached.is_finite() && goal.distance.is_finite()),
                            "{name}: {scale} at {joint}: {report:?}"
                        ),
                        Err(_) => assert_eq!(pose, before, "{name}: {scale} at {joint}"),
                    }
                }
            }
        }
    }
}

/// A budget of no steps is valid: the pose stays, and the report is finite.
#[test]
fn a_whole_body_without_steps_is_no_fault() {
    let mut builder = Skeleton::builder();
    builder.root("alone", Transform::IDENTITY);
    let skeleton = builder.build().unwrap();
    let goal = Goal::position(0, Vec3::ZERO).with_orientation(Quat::from_rotation_x(1.0));
    let mut pose = skeleton.rest_pose();
    let solver = WholeBody { max_steps: 0, ..WholeBody::default() };
    let report = solver.solve(&Body::new(&skeleton), &[goal], &mut pose).unwrap();
    assert!(report.distance() < 1e-6 && pose.locals[0].rotation.is_finite());
}
