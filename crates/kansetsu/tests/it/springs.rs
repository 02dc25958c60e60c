use kansetsu::Error;
use kansetsu::animation::{
    Clip, ColliderGroup, ColliderShape, Interpolation, Spring, SpringBones, SpringCollider,
    SpringJoint, SpringLimit, SpringSimulation, Track, Values,
};
use kansetsu::d3::{Pose, Skeleton, Transform};
use kansetsu::glam::{Quat, Vec3};

use crate::random::Random;

const STEP: f32 = 1.0 / 60.0;
const BONE: Vec3 = Vec3::new(0.1, 0.0, 0.0);

/// A body, a head, and a horizontal chain of four joints below the head.
fn chain() -> Skeleton {
    let mut builder = Skeleton::builder();
    let mut joint = builder.root("body", Transform::IDENTITY);
    joint = builder.child(joint, "head", Transform::from_translation(Vec3::Y));
    for name in ["a", "b", "c", "end"] {
        joint = builder.child(joint, name, Transform::from_translation(BONE));
    }
    builder.build().unwrap()
}

/// The joints "a", "b" and "c" as a spring with these settings.
fn bones(settings: &SpringJoint) -> SpringBones {
    let joints = (2..5).map(|joint| SpringJoint { joint, tail: BONE, ..settings.clone() });
    let spring = Spring { joints: joints.collect(), ..Spring::default() };
    SpringBones { springs: vec![spring], ..SpringBones::default() }
}

fn with_collider(settings: &SpringJoint, collider: SpringCollider) -> SpringBones {
    let mut bones = bones(settings);
    bones.springs[0].groups = vec![0];
    bones.groups = vec![ColliderGroup { colliders: vec![0] }];
    bones.colliders = vec![collider];
    bones
}

/// The positions of "a", "b", "c" and "end".
fn places(skeleton: &Skeleton, pose: &Pose) -> [Vec3; 4] {
    let model_from_joint = skeleton.forward(pose);
    std::array::from_fn(|index| model_from_joint[2 + index].translation)
}

/// The body at a time: it walks in a circle and the head nods.
fn body(skeleton: &Skeleton, time: f32) -> Pose {
    let mut pose = skeleton.rest_pose();
    pose.locals[0].translation = Vec3::new((3.0 * time).sin(), 0.0, (3.0 * time).cos());
    pose.locals[1].rotation = Quat::from_rotation_x((5.0 * time).sin());
    pose
}

/// Runs the springs on a body, and passes the pose of each step.
fn run_on(
    body: impl Fn(&Skeleton, f32) -> Pose,
    (bones, steps): (&SpringBones, usize),
    mut look: impl FnMut(&Pose),
) {
    let skeleton = chain();
    let mut pose = body(&skeleton, 0.0);
    let mut simulation = SpringSimulation::start(&skeleton, bones, &mut pose).unwrap();
    for step in 1..=steps {
        pose = body(&skeleton, step as f32 * STEP);
        simulation.step(&mut pose, STEP);
        look(&pose);
    }
}

/// Runs the springs on the moving body.
fn run(bones: &SpringBones, steps: usize, look: impl FnMut(&Pose)) {
    run_on(body, (bones, steps), look);
}

/// Runs the springs on a body at rest.
fn settle(bones: &SpringBones, steps: usize, look: impl FnMut(&Pose)) {
    run_on(|skeleton, _| skeleton.rest_pose(), (bones, steps), look);
}

#[test]
fn springs_without_forces_stay_at_rest() {
    let skeleton = chain();
    let rest = places(&skeleton, &skeleton.rest_pose());
    settle(&bones(&SpringJoint::default()), 300, |pose| {
        for (place, rest) in places(&skeleton, pose).into_iter().zip(rest) {
            assert!(place.distance(rest) < 1e-6, "{place}");
        }
    });
}

#[test]
fn gravity_makes_a_loose_chain_hang_down() {
    let skeleton = chain();
    let gravity = Vec3::NEG_Y * 0.5;
    let bones = bones(&SpringJoint { stiffness: 0.0, gravity, ..SpringJoint::default() });
    let mut last = [Vec3::ZERO; 4];
    settle(&bones, 900, |pose| last = places(&skeleton, pose));
    for (index, place) in last.into_iter().enumerate() {
        let expected = Vec3::new(0.1, 1.0 - 0.1 * index as f32, 0.0);
        assert!(place.distance(expected) < 1e-3, "{index}: {place}");
    }
}

#[test]
fn a_moving_chain_keeps_its_lengths_and_lags() {
    let skeleton = chain();
    let bones = bones(&SpringJoint { gravity: Vec3::NEG_Y * 0.2, ..SpringJoint::default() });
    let mut lag = 0.0_f32;
    run(&bones, 300, |pose| {
        for pair in places(&skeleton, pose).windows(2) {
            assert!((pair[0].distance(pair[1]) - 0.1).abs() < 1e-5);
        }
        lag = lag.max(pose.locals[4].rotation.angle_between(Quat::IDENTITY));
    });
    assert!(lag > 0.1, "{lag}");
}

#[test]
fn equal_runs_return_equal_bits() {
    let record = || {
        let mut bits = Vec::new();
        run(&bones(&SpringJoint::default()), 120, |pose| {
            bits.extend(
                pose.locals.iter().flat_map(|local| local.rotation.to_array().map(f32::to_bits)),
            );
        });
        bits
    };
    assert_eq!(record(), record());
}

#[test]
fn a_spring_with_a_center_does_not_notice_that_it_moves() {
    let mut bones = bones(&SpringJoint::default());
    bones.springs[0].center = Some(1);
    let mut swing = 0.0_f32;
    run(&bones, 300, |pose| swing = swing.max(pose.locals[3].rotation.xyz().length()));
    assert!(swing < 1e-5, "{swing}");
}

#[test]
fn tails_stay_out_of_colliders_and_inside_containers() {
    let skeleton = chain();
    let settings = SpringJoint {
        stiffness: 0.1,
        gravity: Vec3::new(-0.3, -0.5, 0.0),
        radius: 0.01,
        ..SpringJoint::default()
    };
    let ball = Vec3::new(0.1, -0.2, 0.0);
    let place = |ends, is_container| {
        let shape = ColliderShape::Capsule { ends, radius: 0.1, is_container };
        with_collider(&settings, SpringCollider { joint: 1, shape })
    };
    let (mut touches, mut step) = (0, 0);
    settle(&place([ball, ball], false), 300, |pose| {
        step += 1;
        // The length comes after the collision: forces press a tail some millimetres in.
        let depth = if step > 150 { 3e-3 } else { 0.01 };
        let center = skeleton.forward(pose)[1].transform_point3(ball);
        for tail in &places(&skeleton, pose)[1..] {
            let distance = tail.distance(center) - 0.11;
            assert!(distance > -depth, "step {step}: {distance}");
            touches += usize::from(distance < 1e-4);
        }
    });
    assert!(touches > 50, "{touches}");
    let container = [Vec3::new(-0.1, -0.3, 0.0), Vec3::new(0.4, 0.0, 0.0)];
    let mut outside = 0.0_f32;
    settle(&place(container, true), 300, |pose| {
        let [start, end] = container.map(|end| skeleton.forward(pose)[1].transform_point3(end));
        let along = (end - start).normalize();
        let tail = places(&skeleton, pose)[1] - start;
        outside = outside.max((tail - along * tail.dot(along)).length() - 0.09);
    });
    assert!(outside < 3e-3, "{outside}");
    let floor = ColliderShape::Plane { point: Vec3::Y * 0.95, normal: Vec3::Y * 3.0 };
    settle(&with_collider(&settings, SpringCollider { joint: 0, shape: floor }), 300, |pose| {
        let low = places(&skeleton, pose)[1].y;
        assert!(low > 0.96 - 3e-3, "{low}");
    });
}

#[test]
fn a_collider_moves_with_its_own_spring() {
    let settings = SpringJoint { stiffness: 0.0, gravity: Vec3::NEG_Y, ..SpringJoint::default() };
    // At rest it would be 0.05 m from where the tail of "a" hangs, and hanging down it is 0.11 m
    // from it.
    let ends = [Vec3::new(-0.25, -0.1, 0.0); 2];
    let shape = ColliderShape::Capsule { ends, radius: 0.08, is_container: false };
    let mut hanging = [Vec3::ZERO; 4];
    settle(&with_collider(&settings, SpringCollider { joint: 5, shape }), 1200, |pose| {
        hanging = places(&chain(), pose);
    });
    for (index, place) in hanging.iter().enumerate() {
        let expected = Vec3::new(0.1, 1.0 - 0.1 * index as f32, 0.0);
        assert!(place.distance(expected) < 1e-3, "{hanging:?}");
    }
}

#[test]
fn limits_hold_in_every_step() {
    let rotation = Quat::IDENTITY;
    let settings = SpringJoint { stiffness: 0.0, gravity: Vec3::NEG_Y, ..SpringJoint::default() };
    // The frame of the limits has +Y along the tail, +X, and its own Z stays.
    for (limit, is_inside) in [
        (
            SpringLimit::Cone { angle: 0.3, rotation },
            (|tail| tail.angle_between(Vec3::X) < 0.3 + 1e-3) as fn(Vec3) -> bool,
        ),
        (SpringLimit::Hinge { angle: 0.4, rotation }, |tail| {
            tail.y.abs() < 1e-4 && tail.angle_between(Vec3::X) < 0.4 + 1e-3
        }),
        (SpringLimit::Spherical { pitch: 0.5, yaw: 0.2, rotation }, |tail| {
            tail.y.abs() <= 0.2_f32.sin() + 1e-4 && tail.z.atan2(tail.x).abs() < 0.5 + 1e-3
        }),
    ] {
        let bones = bones(&SpringJoint { limit: Some(limit), ..settings.clone() });
        run(&bones, 200, |pose| {
            for local in &pose.locals[2..5] {
                let tail = local.rotation * Vec3::X;
                assert!(is_inside(tail), "{limit:?}: {tail}");
            }
        });
    }
}

#[test]
fn baked_keys_are_the_steps_of_the_simulation() {
    let skeleton = chain();
    let bones = bones(&SpringJoint::default());
    let times: Vec<f32> = (0..=60).map(|step| step as f32 * STEP).collect();
    let bodies: Vec<Pose> = times.iter().map(|&time| body(&skeleton, time)).collect();
    let mut clip = Clip::from_poses("walk", &skeleton.rest_pose(), &bodies, 60.0);
    clip.tracks.push(Track {
        joint: 3,
        times: vec![0.0],
        values: Values::Rotation(vec![Quat::from_rotation_x(1.0)]),
        interpolation: Interpolation::Linear,
    });
    let baked = bones.bake(&skeleton, &clip, &skeleton.rest_pose(), 60.0).unwrap();
    assert_eq!((&baked.name[..], baked.duration), ("walk", clip.duration));
    let (mut step, mut worst) = (0, 0.0_f32);
    run(&bones, 60, |pose| {
        step += 1;
        let mut played = skeleton.rest_pose();
        baked.sample(times[step], &mut played);
        for (own, other) in places(&skeleton, pose).into_iter().zip(places(&skeleton, &played)) {
            worst = worst.max(own.distance(other));
        }
    });
    assert!(worst < 1e-4, "{worst}");
    for (clip, rate) in
        [(&clip, 0.0), (&clip, f32::NAN), (&Clip { duration: 1e9, ..Clip::default() }, 60.0)]
    {
        let failed = bones.bake(&skeleton, clip, &skeleton.rest_pose(), rate);
        assert!(matches!(failed, Err(Error::InvalidNumber { .. })), "{failed:?}");
    }
}

#[test]
fn joints_outside_the_skeleton_are_refused() {
    let skeleton = chain();
    let with = |change: fn(&mut SpringBones)| {
        let shape = ColliderShape::Plane { point: Vec3::ZERO, normal: Vec3::Y };
        let mut bones = with_collider(&SpringJoint::default(), SpringCollider { joint: 0, shape });
        change(&mut bones);
        SpringSimulation::start(&skeleton, &bones, &mut skeleton.rest_pose()).err()
    };
    assert_eq!(with(|_| {}), None);
    let refused = Some(Error::JointOutOfRange { joint: 6, count: 6 });
    assert_eq!(with(|bones| bones.springs[0].joints[1].joint = 6), refused);
    assert_eq!(with(|bones| bones.springs[0].center = Some(6)), refused);
    assert_eq!(with(|bones| bones.colliders[0].joint = 6), refused);
    assert_eq!(with(|bones| bones.groups[0].colliders.push(9)), None);
    let none = SpringBones::default();
    let failed = SpringSimulation::start(&skeleton, &none, &mut Pose::default());
    assert!(matches!(failed, Err(Error::PoseMismatch { .. })));
}

#[test]
fn no_numbers_make_a_pose_that_is_no_pose() {
    let mut random = Random::new(7);
    let wild = [0.0, -0.0, 1e-30, 1e30, f32::MAX, f32::INFINITY, f32::NAN, -1.0];
    let mut pick = move || wild[(random.unit() * 7.99) as usize];
    for _ in 0..300 {
        let mut vector = || Vec3::new(pick(), pick(), pick());
        let limit =
            SpringLimit::Spherical { pitch: vector().x, yaw: vector().x, rotation: Quat::IDENTITY };
        let settings = SpringJoint {
            gravity: vector(),
            stiffness: vector().x,
            drag: vector().y,
            radius: vector().z,
            limit: (vector().x > 0.0).then_some(limit),
            ..SpringJoint::default()
        };
        let shape = ColliderShape::Capsule {
            ends: [vector(), vector()],
            radius: vector().x,
            is_container: vector().x > 0.5,
        };
        let mut bones = with_collider(&settings, SpringCollider { joint: 4, shape });
        bones.springs[0].joints[1].tail = vector();
        bones.springs[0].center = Some(5);
        run(&bones, 5, |pose| {
            for local in &pose.locals {
                assert!((local.rotation.length() - 1.0).abs() < 1e-4, "{bones:?}");
            }
        });
    }
}
