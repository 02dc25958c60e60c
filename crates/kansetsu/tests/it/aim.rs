use kansetsu::Error;
use kansetsu::d3::{
    Goal, Limit, Outcome, Pose, Rig, Skeleton, Transform,
    limit::{Cone, Hinge, SwingTwist},
    solve::{Aim, Scratch},
};
use kansetsu::glam::{Quat, Vec3};

use crate::random::Random;

/// A head (joint 1) on a parent (joint 0) with any transform.
fn head(parent: Transform, scale: Vec3) -> Rig {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", parent);
    builder.child(
        root,
        "head",
        Transform { scale, ..Transform::from_translation(Vec3::new(0.1, 0.3, -0.1)) },
    );
    Rig::new(builder.build().unwrap())
}

/// The residual of the axis, measured in f64: the target's distance from its line, and the angle at
/// its origin.
fn miss(rig: &Rig, pose: &Pose, goal: &Goal, target: Vec3, axis: Vec3) -> (f64, f64) {
    let joint = rig.skeleton.forward(pose)[goal.joint];
    let (linear, place) = (joint.matrix3.as_dmat3(), joint.translation.as_dvec3());
    let origin = linear * goal.offset.as_dvec3() + place;
    let axis = (linear * axis.as_dvec3()).normalize();
    let to = target.as_dvec3() - origin;
    (axis.cross(to).length(), axis.cross(to.normalize()).length().atan2(axis.dot(to.normalize())))
}

fn random_scale(random: &mut Random) -> Vec3 {
    let mut part = || random.range(0.3, 3.0) * if random.unit() < 0.5 { -1.0 } else { 1.0 };
    Vec3::new(part(), part(), part())
}

#[test]
fn ten_thousand_offset_axes_point_at_their_targets() {
    let mut random = Random::new(21);
    for _ in 0..10_000 {
        let rig = head(
            Transform::from_translation_rotation(random.direction() * 2.0, random.rotation()),
            Vec3::ONE,
        );
        let mut pose = rig.skeleton.rest_pose();
        pose.locals[1].rotation = random.rotation();
        let place = rig.skeleton.forward(&pose)[1].translation;
        let (axis, offset) = (
            random.direction() * random.range(0.1, 5.0),
            random.direction() * random.range(0.0, 0.5),
        );
        let target = place + random.direction() * random.range(0.55, 5.0);
        let goal = Goal::look_at(1, axis, target).with_offset(offset);
        let report = Aim::default().solve(&rig, &goal, &mut pose).unwrap();
        let (distance, angle) = miss(&rig, &pose, &goal, target, axis);
        assert!(distance < 5e-6 && angle < 2e-5, "{distance} m, {angle} rad");
        assert!(
            (f64::from(report.distance()) - distance).abs() < 5e-6
                && f64::from(report.angle()) < 3e-5
        );
        assert_eq!(report.outcome, Outcome::Reached);
        let solved = pose.clone();
        Aim::default().solve(&rig, &goal, &mut pose).unwrap();
        assert_eq!(pose, solved, "nothing moves when the goal is met");
        for weight in [0.0, 0.3, 0.9] {
            Aim { weight, ..Aim::default() }.solve(&rig, &goal, &mut pose).unwrap();
            assert_eq!(pose, solved, "nor with a weight");
        }
    }
}

#[test]
fn scaled_mirrored_and_sheared_parents_are_right() {
    let mut random = Random::new(22);
    for _ in 0..5_000 {
        let parent = Transform {
            translation: random.direction(),
            rotation: random.rotation(),
            scale: random_scale(&mut random),
        };
        let rig = head(parent, random_scale(&mut random));
        let mut pose = rig.skeleton.rest_pose();
        pose.locals[1].rotation = random.rotation();
        let (axis, offset) = (random.direction(), random.direction() * 0.1);
        // A point on the ray of some pose can be aimed at.
        let mut other = pose.clone();
        other.locals[1].rotation = random.rotation();
        let joint = rig.skeleton.forward(&other)[1];
        let target = joint.transform_point3(offset + axis * random.range(0.5, 3.0));
        let pole = random.direction() * 10.0;
        for goal in [
            Goal::look_at(1, axis, target).with_offset(offset),
            Goal::look_at(1, axis, target).with_offset(offset).with_pole(pole),
        ] {
            let report = Aim::default().solve(&rig, &goal, &mut pose).unwrap();
            let (distance, angle) = miss(&rig, &pose, &goal, target, axis);
            assert!(distance < 5e-5 && angle < 5e-4, "{distance} m, {angle} rad: {report:?}");
            assert_eq!(report.outcome, Outcome::Reached);
        }
        let direction = random.direction();
        let goal = Goal { orientation: None, ..goal_at(1) }.with_axis(axis, direction);
        let report = Aim::default().solve(&rig, &goal, &mut pose).unwrap();
        assert!(report.angle() < 1e-4, "{report:?}");
    }
}

fn goal_at(joint: usize) -> Goal {
    Goal::look_at(joint, Vec3::Z, Vec3::ZERO)
}

#[test]
fn the_up_axis_goes_to_the_side_of_the_pole_and_twist_goes_on_from_there() {
    let mut random = Random::new(23);
    for _ in 0..5_000 {
        let rig = head(Transform::from_rotation(random.rotation()), Vec3::ONE);
        let place = rig.skeleton.forward(&rig.skeleton.rest_pose())[1].translation;
        let target = place + random.direction() * random.range(0.5, 3.0);
        let pole = place + random.direction() * random.range(0.5, 20.0);
        let line = (target - place).normalize();
        if line.cross((pole - place).normalize()).length() < 0.2 {
            continue;
        }
        let goal =
            Goal::look_at(1, Vec3::Z, target).with_offset(random.direction() * 0.1).with_pole(pole);
        let twist = random.range(-3.0, 3.0);
        let mut poses = [0; 2].map(|_| rig.skeleton.rest_pose());
        let mut sides = [Vec3::ZERO; 2];
        for (index, pose) in poses.iter_mut().enumerate() {
            pose.locals[1].rotation = random.rotation();
            let aim = Aim { twist: twist * index as f32, ..Aim::default() };
            aim.solve(&rig, &goal, pose).unwrap();
            let solved = pose.clone();
            aim.solve(&rig, &goal, pose).unwrap();
            assert_eq!(*pose, solved);
            let up = rig.skeleton.forward(pose)[1].matrix3 * Vec3::Y;
            sides[index] = (up - line * up.dot(line)).normalize();
            assert!(miss(&rig, pose, &goal, target, Vec3::Z).0 < 1e-5);
        }
        let across = (pole - place) - line * (pole - place).dot(line);
        assert!(
            sides[0].dot(across.normalize()) > 0.999_999,
            "{} for {}",
            sides[0],
            across.normalize()
        );
        assert!((sides[1] - Quat::from_axis_angle(line, twist) * sides[0]).length() < 2e-2);
        assert!((sides[1].cross(sides[0]).length() - twist.sin().abs()).abs() < 2e-2);
    }
}

#[test]
fn with_a_pole_the_answer_does_not_depend_on_the_pose() {
    let mut random = Random::new(24);
    let rig = head(Transform::IDENTITY, Vec3::ONE);
    for _ in 0..2_000 {
        let goal = Goal::look_at(1, Vec3::Z, random.direction() * 3.0)
            .with_offset(Vec3::new(0.0, 0.1, 0.1))
            .with_pole(random.direction() * 9.0);
        let mut one = rig.skeleton.rest_pose();
        let mut two = one.clone();
        two.locals[1].rotation = random.rotation();
        Aim::default().solve(&rig, &goal, &mut one).unwrap();
        Aim::default().solve(&rig, &goal, &mut two).unwrap();
        assert_eq!(one, two);
    }
}

#[test]
fn weight_goes_the_shortest_way_in_even_steps() {
    let mut random = Random::new(25);
    let rig = head(Transform::IDENTITY, Vec3::ONE);
    for _ in 0..2_000 {
        let mut from = rig.skeleton.rest_pose();
        // Either sign of the quaternion is the same rotation.
        from.locals[1].rotation = random.rotation() * if random.unit() < 0.5 { -1.0 } else { 1.0 };
        let goal = Goal::look_at(1, Vec3::Z, random.direction() * 3.0).with_offset(Vec3::Y * 0.1);
        let goal =
            if random.unit() < 0.5 { goal.with_pole(random.direction() * 9.0) } else { goal };
        let solved = |weight: f32| {
            let mut pose = from.clone();
            Aim { weight, ..Aim::default() }.solve(&rig, &goal, &mut pose).unwrap();
            pose.locals[1].rotation
        };
        let angle = |a: Quat, b: Quat| 2.0 * (a.inverse() * b).xyz().length().atan2(a.dot(b).abs());
        let (start, end) = (from.locals[1].rotation, solved(1.0));
        let whole = angle(start, end);
        assert!(whole <= std::f32::consts::PI + 1e-5);
        assert_eq!(solved(0.0), start);
        for weight in [0.1, 0.5, 0.8] {
            let part = solved(weight);
            assert!(
                (angle(start, part) - weight * whole).abs() < 1e-5
                    && (angle(part, end) - (1.0 - weight) * whole).abs() < 1e-5
            );
        }
    }
}

#[test]
fn a_target_that_comes_inside_the_offset_is_followed_without_a_jump() {
    let rig = head(Transform::IDENTITY, Vec3::ONE);
    let place = Vec3::new(0.1, 0.3, -0.1);
    // The axis passes the joint at 0.2; its origin lies 0.1 ahead of where it is nearest.
    let offset = Vec3::new(0.2, 0.0, 0.1);
    let mut last: Option<Quat> = None;
    let (mut outcomes, mut worst) = (Vec::new(), 0.0_f32);
    for step in 0..=10_000 {
        let distance = 0.5 - 0.499 * step as f32 / 10_000.0;
        let target = place + Vec3::new(0.6, 0.0, 0.8) * distance;
        let mut pose = rig.skeleton.rest_pose();
        let goal =
            Goal::look_at(1, Vec3::Z, target).with_offset(offset).with_pole(place + Vec3::Y * 5.0);
        let report = Aim::default().solve(&rig, &goal, &mut pose).unwrap();
        if outcomes.last() != Some(&report.outcome) {
            outcomes.push(report.outcome);
        }
        let miss = miss(&rig, &pose, &goal, target, Vec3::Z).0;
        assert!((miss - f64::from(0.2 - distance).max(0.0)).abs() < 1e-5, "{miss} at {distance}");
        let now = pose.locals[1].rotation;
        if let Some(last) = last.replace(now) {
            worst = worst.max(now.angle_between(last));
        }
    }
    // At the edge the rotation is the square root of the distance: 0.05 mm there rotate the head by
    // 0.02 rad.
    assert!(worst < 0.03, "{worst}");
    assert_eq!(outcomes, [Outcome::Reached, Outcome::TooClose]);
}

#[test]
fn a_root_can_aim() {
    let mut builder = Skeleton::builder();
    builder.root("camera", Transform::IDENTITY);
    let rig = Rig::new(builder.build().unwrap());
    let mut pose = rig.skeleton.rest_pose();
    let goal = Goal::look_at(0, Vec3::NEG_Z, Vec3::new(3.0, 4.0, 5.0)).with_pole(Vec3::Y * 1e6);
    assert!(Aim::default().solve(&rig, &goal, &mut pose).unwrap().distance() < 1e-5);
    assert!((pose.locals[0].rotation * Vec3::X).y.abs() < 1e-5, "the camera is level");
}

fn limits() -> [Limit; 3] {
    [
        Limit::Hinge(Hinge::new(Vec3::Y, -1.2, 1.2)),
        Limit::Cone(Cone::around(Vec3::Z, 0.7)),
        Limit::SwingTwist(SwingTwist::elliptic(Vec3::Z, Vec3::Y, [0.9, 0.5]).with_twist(-0.3, 0.3)),
    ]
}

#[test]
fn limits_hold_and_what_they_allow_is_reached() {
    let mut random = Random::new(26);
    let (mut missed, mut on_the_limit) = (0, 0);
    for limit in limits() {
        let mut rig = head(Transform::from_rotation(random.rotation()), Vec3::ONE);
        rig.limits[1] = Some(limit.clone());
        for index in 0..2_000 {
            let mut pose = rig.skeleton.rest_pose();
            let offset = Vec3::new(0.05, 0.1, 0.08);
            // The target of some allowed pose can be aimed at: from inside the limit, or from its
            // bounds.
            let mut other = pose.clone();
            let part = [0.8, 1.0][index % 2];
            other.locals[1].rotation = Quat::IDENTITY.slerp(limit.project(random.rotation()), part);
            let target = rig.skeleton.forward(&other)[1]
                .transform_point3(offset + Vec3::Z * random.range(0.5, 3.0));
            pose.locals[1].rotation = limit.project(random.rotation());
            let goal = Goal::look_at(1, Vec3::Z, target).with_offset(offset);
            let goal =
                if random.unit() < 0.5 { goal.with_pole(random.direction() * 5.0) } else { goal };
            let report = Aim::default().solve(&rig, &goal, &mut pose).unwrap();
            assert!(limit.violation(pose.locals[1].rotation) < 1e-4);
            if part == 1.0 {
                on_the_limit +=
                    usize::from(report.angle() > 0.1 && !matches!(limit, Limit::Cone(_)));
            } else {
                // With a free twist the gaze would reach slightly further with the head upside
                // down. It is not rolled for it.
                missed += usize::from(report.angle() > 1e-3 && !matches!(limit, Limit::Cone(_)));
            }
            Aim { weight: random.unit(), ..Aim::default() }.solve(&rig, &goal, &mut pose).unwrap();
            assert!(limit.violation(pose.locals[1].rotation) < 1e-4);
        }
    }
    assert!(missed == 0, "{missed} of 2,000 missed");
    // From a corner of swing and twist only one roll reaches the target; for a small gain the head
    // is not rolled.
    assert!(on_the_limit <= 2, "{on_the_limit} of 2,000 missed by more than 0.1 rad");
}

#[test]
fn a_limited_head_follows_without_a_jump() {
    let mut random = Random::new(28);
    for limit in limits() {
        let mut rig = head(Transform::IDENTITY, Vec3::ONE);
        rig.limits[1] = Some(limit);
        for _ in 0..20 {
            // A circle in front of the head that leaves the limit.
            let (u, v, phase) =
                (random.direction() * 1.5, random.direction() * 1.5, random.range(0.0, 6.0));
            let mut last: Option<Quat> = None;
            for step in 0..2_000 {
                let (sin, cos) = (phase + step as f32 * std::f32::consts::TAU / 2_000.0).sin_cos();
                let target = Vec3::new(0.1, 0.3, 2.0) + u * cos + v * sin;
                if target.z < 0.7 {
                    last = None;
                    continue;
                }
                let mut pose = rig.skeleton.rest_pose();
                let goal = Goal::look_at(1, Vec3::Z, target)
                    .with_offset(Vec3::new(0.0, 0.1, 0.1))
                    .with_pole(Vec3::Y * 20.0);
                Aim::default().solve(&rig, &goal, &mut pose).unwrap();
                if let Some(last) = last.replace(pose.locals[1].rotation) {
                    let turn = last.angle_between(pose.locals[1].rotation);
                    assert!(turn < 0.03, "{turn} rad for 5 mm");
                }
            }
        }
    }
}

#[test]
fn a_limit_that_stops_the_head_is_named() {
    let mut rig = head(Transform::IDENTITY, Vec3::ONE);
    rig.limits[1] = Some(Limit::Hinge(Hinge::new(Vec3::Y, -1.0, 1.0)));
    let mut pose = rig.skeleton.rest_pose();
    let report = Aim::default()
        .solve(&rig, &Goal::look_at(1, Vec3::Z, Vec3::new(5.0, 0.3, -3.0)), &mut pose)
        .unwrap();
    assert_eq!(report.outcome, Outcome::Limited);
    assert_eq!((report.active_limits[0].joint, report.active_limits[0].bound), (1, "max"));
    assert!(
        (pose.locals[1].rotation.y.asin() * 2.0 - 1.0).abs() < 1e-4,
        "as far as the limit allows"
    );
}

#[test]
fn whatever_the_numbers_nothing_is_nan() {
    let mut random = Random::new(27);
    let values =
        [0.0, -0.0, 1.0, -1.0, 1e30, -1e30, 1e-30, 1e-42, f32::MAX, f32::MIN_POSITIVE, 0.5];
    let pick = |random: &mut Random| {
        Vec3::new(values[random.below(11)], values[random.below(11)], values[random.below(11)])
    };
    let mut scratch = Scratch::default();
    for _ in 0..50_000 {
        let mut rig = head(
            Transform { scale: pick(&mut random), ..Transform::from_rotation(random.rotation()) },
            pick(&mut random),
        );
        rig.limits[1] =
            [None, Some(Limit::Cone(Cone::around(Vec3::Z, 0.7)))][random.below(2)].clone();
        let mut pose = rig.skeleton.rest_pose();
        let before = pose.clone();
        let goal = Goal::look_at(1, pick(&mut random), pick(&mut random))
            .with_offset(pick(&mut random))
            .with_pole(pick(&mut random));
        let aim = Aim {
            up: pick(&mut random),
            twist: values[random.below(11)],
            weight: values[random.below(11)],
        };
        match aim.solve_with(&rig, &goal, &mut pose, &mut scratch) {
            Ok(_) => assert!((pose.locals[1].rotation.length() - 1.0).abs() < 1e-5),
            Err(_) => assert_eq!(pose, before),
        }
    }
}

#[test]
fn bad_input_is_an_error_and_the_pose_is_untouched() {
    let rig = head(Transform::IDENTITY, Vec3::ONE);
    let rest = rig.skeleton.rest_pose();
    let mut pose = rest.clone();
    let good = Goal::look_at(1, Vec3::Z, Vec3::ONE);
    let mut fails = |aim: Aim, goal: Goal| aim.solve(&rig, &goal, &mut pose).unwrap_err();
    for value in [f32::NAN, f32::INFINITY, -0.1, 1.1] {
        assert!(matches!(
            fails(Aim { weight: value, ..Aim::default() }, good),
            Error::InvalidNumber { .. } | Error::OutOfRange { .. }
        ));
    }
    let nan = Vec3::new(0.0, f32::NAN, 0.0);
    assert!(matches!(fails(Aim { up: nan, ..Aim::default() }, good), Error::InvalidNumber { .. }));
    assert!(matches!(
        fails(Aim { up: Vec3::ZERO, ..Aim::default() }, good),
        Error::InvalidNumber { .. }
    ));
    assert!(matches!(
        fails(Aim::default(), Goal::look_at(1, Vec3::Z, nan)),
        Error::InvalidNumber { .. }
    ));
    assert!(matches!(fails(Aim::default(), good.with_pole(nan)), Error::InvalidNumber { .. }));
    assert!(matches!(
        fails(Aim::default(), Goal::look_at(7, Vec3::Z, Vec3::ONE)),
        Error::JointOutOfRange { .. }
    ));
    assert!(matches!(
        fails(Aim::default(), Goal::position(1, Vec3::ONE)),
        Error::Unsupported { .. }
    ));
    assert!(matches!(
        fails(Aim::default(), Goal::orientation(1, Quat::IDENTITY)),
        Error::Unsupported { .. }
    ));
    assert_eq!(pose, rest);
    let mut short = Pose { locals: rest.locals[..1].to_vec() };
    assert!(matches!(
        Aim::default().solve(&rig, &good, &mut short),
        Err(Error::PoseMismatch { .. })
    ));
}

#[test]
fn what_is_too_far_to_measure_is_an_error_and_far_is_measured() {
    let rig = head(Transform::IDENTITY, Vec3::ONE);
    let mut pose = rig.skeleton.rest_pose();
    // Its square overflows, it does not.
    let report = Aim::default()
        .solve(&rig, &Goal::look_at(1, Vec3::Z, Vec3::splat(1e30)), &mut pose)
        .unwrap();
    assert!(report.distance().is_finite() && report.angle() < 1e-5);
    let before = pose.clone();
    pose.locals[0].translation = Vec3::splat(-3e38);
    let far = pose.clone();
    let refused =
        Aim::default().solve(&rig, &Goal::look_at(1, Vec3::Z, Vec3::splat(3e38)), &mut pose);
    assert!(matches!(refused, Err(Error::InvalidNumber { .. })));
    assert_eq!(pose, far);
    assert_eq!(pose.locals[1], before.locals[1]);
}
