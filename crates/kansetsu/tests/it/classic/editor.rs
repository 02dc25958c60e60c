use kansetsu::Error;
use kansetsu::classic::{AxisCcd, EditorCcd, EditorChain, FrameAxis, move_joint, move_joint_along};
use kansetsu::d3::{Outcome, Pose, Skeleton, Transform};
use kansetsu::glam::{DMat4, DQuat, DVec3, DVec4, Quat, Vec3};

use crate::{build::straight, random::Random};

/// A tree in which every joint is a child of one of the three before it, and a random pose of it.
fn tree(random: &mut Random, is_scaled: bool) -> (Skeleton, Pose) {
    let count = 3 + random.below(12);
    let mut builder = Skeleton::builder();
    builder.root("0", Transform::from_translation(random.direction()));
    for joint in 1..count {
        let parent = joint - 1 - random.below(joint.min(3));
        builder.child(
            parent,
            joint.to_string(),
            Transform::from_translation(random.direction() * random.range(0.1, 1.0)),
        );
    }
    let skeleton = builder.build().unwrap();
    let mut pose = skeleton.rest_pose();
    for local in &mut pose.locals {
        local.rotation = random.rotation();
        if is_scaled {
            let mut part = || random.range(0.7, 1.4) * if random.unit() < 0.1 { -1.0 } else { 1.0 };
            local.scale = Vec3::new(part(), part(), part());
        }
    }
    (skeleton, pose)
}

/// The published steps in double precision, written again independently: all matrices are
/// recomputed after every rotation.
struct Plain<'a> {
    skeleton: &'a Skeleton,
    translations: Vec<DVec3>,
    rotations: Vec<DQuat>,
    scales: Vec<DVec3>,
}

struct PlainDrag<'a> {
    tip: usize,
    joints: &'a [usize],
    target: DVec3,
    /// None for the free drag.
    normal: Option<DVec3>,
    /// Whether rotations that do not move the tip closer are undone.
    nearer: bool,
    rounds: usize,
}

impl<'a> Plain<'a> {
    fn new(skeleton: &'a Skeleton, pose: &Pose) -> Self {
        Self {
            skeleton,
            translations: pose.locals.iter().map(|local| local.translation.as_dvec3()).collect(),
            rotations: pose
                .locals
                .iter()
                .map(|local| local.rotation.as_dquat().normalize())
                .collect(),
            scales: pose.locals.iter().map(|local| local.scale.as_dvec3()).collect(),
        }
    }

    fn local(&self, joint: usize) -> DMat4 {
        DMat4::from_scale_rotation_translation(
            self.scales[joint],
            self.rotations[joint],
            self.translations[joint],
        )
    }

    fn world(&self, joint: Option<usize>) -> DMat4 {
        joint.map_or(DMat4::IDENTITY, |joint| {
            self.world(self.skeleton.joints()[joint].parent) * self.local(joint)
        })
    }

    fn place(&self, joint: usize) -> DVec3 {
        self.world(Some(joint)).w_axis.truncate()
    }

    fn rounds(&mut self, drag: &PlainDrag<'_>) {
        let &PlainDrag { tip, joints, target, normal, nearer, rounds } = drag;
        for _ in 0..rounds {
            for &joint in joints {
                let parent = self.world(self.skeleton.joints()[joint].parent).inverse();
                let from_joint = |p: DVec3| parent.transform_point3(p) - self.translations[joint];
                let (mut a, mut b) = (from_joint(self.place(tip)), from_joint(target));
                let turn = match normal {
                    None => {
                        let axis = a.cross(b);
                        (axis.normalize(), axis.length().atan2(a.dot(b)))
                    }
                    Some(normal) => {
                        let k = parent.transform_vector3(normal).normalize();
                        a -= k * a.dot(k);
                        b -= k * b.dot(k);
                        (k, a.cross(b).dot(k).atan2(a.dot(b)))
                    }
                };
                if turn.1.abs() < 1e-4 {
                    continue;
                }
                let (rotation, distance) =
                    (self.rotations[joint], self.place(tip).distance(target));
                self.rotations[joint] = DQuat::from_axis_angle(turn.0, turn.1) * rotation;
                if nearer && self.place(tip).distance(target) >= distance {
                    self.rotations[joint] = rotation;
                }
            }
        }
    }

    /// The largest distance of a joint from its position in the pose.
    fn off(&self, pose: &Pose) -> f64 {
        let model_from_joint = self.skeleton.forward(pose);
        (0..self.skeleton.len())
            .map(|joint| self.place(joint).distance(model_from_joint[joint].translation.as_dvec3()))
            .fold(0.0, f64::max)
    }

    fn size(&self) -> f64 {
        (1..self.skeleton.len()).map(|joint| self.translations[joint].length()).sum()
    }
}

#[test]
fn free_drags_from_a_thousand_random_states_agree_with_the_published_steps() {
    let mut random = Random::new(501);
    let mut worst = [0.0_f64; 2];
    for state in 0..1_000 {
        let (skeleton, mut pose) = tree(&mut random, state % 3 == 0);
        let tip = 1 + random.below(skeleton.len() - 1);
        let chain = EditorChain::new(&skeleton, tip, random.below(5), |_| false).unwrap();
        let mut plain = Plain::new(&skeleton, &pose);
        let target = (plain.place(tip)
            + random.direction().as_dvec3() * plain.size() * f64::from(random.range(0.01, 0.5)))
        .as_vec3();
        let rounds = if state % 2 == 0 { 1 } else { 3 };
        EditorCcd { max_rounds: rounds }.solve(&skeleton, &chain, target, &mut pose).unwrap();
        plain.rounds(&PlainDrag {
            tip,
            joints: chain.joints(),
            target: target.as_dvec3(),
            normal: None,
            nearer: false,
            rounds,
        });
        worst[state % 2] = worst[state % 2].max(plain.off(&pose) / plain.size());
    }
    assert!(
        worst[0] <= 1e-5 && worst[1] <= 1e-5,
        "one round {:e}, three rounds {:e}",
        worst[0],
        worst[1]
    );
}

#[test]
fn drags_about_an_axis_from_a_thousand_random_states_agree_with_the_published_steps() {
    let mut random = Random::new(502);
    let mut worst = 0.0_f64;
    for state in 0..1_000 {
        let (skeleton, mut pose) = tree(&mut random, false);
        let tip = 1 + random.below(skeleton.len() - 1);
        let chain = EditorChain::new(&skeleton, tip, random.below(5), |_| false).unwrap();
        let mut plain = Plain::new(&skeleton, &pose);
        let frame = random.rotation();
        let (axis, direction, per_pixel) = [
            (FrameAxis::X, DVec3::X, 1.5_f64),
            (FrameAxis::Y, DVec3::Y, 1.5),
            (FrameAxis::Z, DVec3::Z, 0.0375),
        ][state % 3];
        let pixels = random.range(-200.0, 200.0);
        let drag = AxisCcd { axis, pixels, ..AxisCcd::default() };

        let (_, selected, _) = plain.world(Some(chain.joints()[0])).to_scale_rotation_translation();
        let normal = selected * (frame.as_dquat().normalize() * direction);
        let base = plain.place(*chain.joints().last().unwrap());
        let turn = DQuat::from_axis_angle(normal, (f64::from(pixels) * per_pixel).to_radians());
        let target = base + turn * (plain.place(tip) - base);
        let report = drag.solve(&skeleton, &chain, frame, &mut pose).unwrap();
        plain.rounds(&PlainDrag {
            tip,
            joints: chain.joints(),
            target,
            normal: Some(normal),
            nearer: axis == FrameAxis::Z,
            rounds: 3,
        });
        assert!(report.goals[0].target.as_dvec3().distance(target) < 1e-5 * plain.size());
        worst = worst.max(plain.off(&pose) / plain.size());
    }
    assert!(worst <= 1e-5, "{worst:e}");
}

#[test]
fn moves_from_a_thousand_random_states_solve_the_published_equation() {
    let mut random = Random::new(503);
    for state in 0..1_000 {
        let (skeleton, mut pose) = tree(&mut random, state % 2 == 0);
        let dragged = random.below(skeleton.len());
        let plain = Plain::new(&skeleton, &pose);
        let bone = skeleton.joints()[dragged].parent;
        let target = (random.direction() * 3.0).as_dvec3().as_vec3();
        let before = pose.clone();
        let report = move_joint(&skeleton, dragged, target, &mut pose).unwrap();
        assert_eq!(report.outcome, Outcome::Reached);
        assert!(
            skeleton.forward(&pose)[dragged].translation.distance(target)
                < 1e-5 * plain.size() as f32 + 2e-6
        );
        // Row vectors: T = t P⁻¹ - o M, with M the joint's rotation and scale and o the position of
        // the next joint.
        let moved = bone.unwrap_or(dragged);
        let p = plain.world(skeleton.joints()[moved].parent).transpose();
        let o = if bone.is_some() { plain.translations[dragged] } else { DVec3::ZERO };
        let m = DMat4::from_scale_rotation_translation(
            plain.scales[moved],
            plain.rotations[moved],
            DVec3::ZERO,
        )
        .transpose();
        let row = |v: DVec3, matrix: DMat4| {
            (matrix.transpose() * DVec4::new(v.x, v.y, v.z, 1.0)).truncate()
        };
        let expected = row(target.as_dvec3(), p.inverse()) - row(o, m);
        assert!(pose.locals[moved].translation.as_dvec3().distance(expected) < 1e-5 * plain.size());
        for (joint, (local, old)) in pose.locals.iter().zip(&before.locals).enumerate() {
            assert!(local.rotation == old.rotation && local.scale == old.scale);
            assert!(joint == moved || local.translation == old.translation);
        }
    }
}

#[test]
fn a_move_along_an_axis_goes_only_along_it() {
    let mut random = Random::new(504);
    for _ in 0..300 {
        let (skeleton, mut pose) = tree(&mut random, false);
        let dragged = 1 + random.below(skeleton.len() - 1);
        let (frame, target) = (random.rotation(), random.direction() * 2.0);
        let before = skeleton.forward(&pose);
        let bone = skeleton.joints()[dragged].parent.unwrap();
        let axis = kansetsu::d3::rotation_of(&before[bone]) * (frame * Vec3::Y);
        move_joint_along(&skeleton, dragged, (frame, FrameAxis::Y), target, &mut pose).unwrap();
        let (from, to) =
            (before[dragged].translation, skeleton.forward(&pose)[dragged].translation);
        assert!((to - from).cross(axis).length() < 1e-4);
        assert!((target - to).dot(axis).abs() < 1e-4);
    }
}

#[test]
fn a_singular_parent_leaves_the_pose_untouched_and_says_so() {
    let skeleton = straight(Vec3::Y, &[1.0, 1.0, 1.0]);
    let mut pose = skeleton.rest_pose();
    pose.locals[0].scale = Vec3::new(1.0, 0.0, 1.0);
    let before = pose.clone();
    assert!(matches!(
        move_joint(&skeleton, 2, Vec3::ONE, &mut pose),
        Err(Error::Unsupported { .. })
    ));
    assert!(matches!(
        move_joint_along(&skeleton, 2, (Quat::IDENTITY, FrameAxis::X), Vec3::ONE, &mut pose),
        Err(Error::Unsupported { .. })
    ));
    assert_eq!(pose, before);
    // The joint whose parent is the model itself can still be moved.
    assert!(move_joint(&skeleton, 1, Vec3::ONE, &mut pose).is_ok());
}

#[test]
fn the_level_count_the_root_and_float_joints_end_the_chain() {
    let skeleton = straight(Vec3::Y, &[1.0; 6]);
    let joints = |levels, float: Option<usize>| {
        EditorChain::new(&skeleton, 6, levels, |joint| Some(joint) == float)
            .unwrap()
            .joints()
            .to_vec()
    };
    assert_eq!(joints(0, None), [5, 4, 3, 2, 1, 0]);
    assert_eq!(joints(2, None), [5, 4]);
    assert_eq!(joints(100, None), [5, 4, 3, 2, 1, 0]);
    assert_eq!(joints(0, Some(3)), [5, 4, 3]);
    assert_eq!(joints(5, Some(3)), [5, 4, 3]);
    assert_eq!(joints(1, Some(3)), [5]);
    assert!(matches!(EditorChain::new(&skeleton, 0, 0, |_| false), Err(Error::NotAChain { .. })));
    assert!(matches!(
        EditorChain::new(&skeleton, 7, 0, |_| false),
        Err(Error::JointOutOfRange { .. })
    ));
}

#[test]
fn twisting_along_the_bone_turns_only_joints_that_it_brings_nearer() {
    // A bent arm: the forearm lies along the axis, so it cannot move the hand by a twist.
    let mut builder = Skeleton::builder();
    let shoulder = builder.root("shoulder", Transform::IDENTITY);
    let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X));
    let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::Z));
    let skeleton = builder.build().unwrap();
    let chain = EditorChain::new(&skeleton, hand, 0, |_| false).unwrap();
    let mut pose = skeleton.rest_pose();
    let drag = AxisCcd { axis: FrameAxis::Z, pixels: 800.0, ..AxisCcd::default() };
    let report = drag.solve(&skeleton, &chain, Quat::IDENTITY, &mut pose).unwrap();
    assert_eq!(pose.locals[elbow].rotation, Quat::IDENTITY);
    let angle = 30_f32.to_radians();
    assert!(
        skeleton.forward(&pose)[hand].translation.distance(Vec3::new(
            angle.cos(),
            angle.sin(),
            1.0
        )) < 1e-6
    );
    assert_eq!(report.outcome, Outcome::Reached);
}

#[test]
fn with_the_bones_own_frames_the_selected_bone_never_twists_about_itself() {
    let mut random = Random::new(507);
    for _ in 0..300 {
        let (skeleton, mut pose) = tree(&mut random, false);
        let tip = skeleton.len() - 1;
        let chain = EditorChain::new(&skeleton, tip, 0, |_| false).unwrap();
        let selected = chain.joints()[0];
        if skeleton.children(selected) != [tip] {
            continue;
        }
        let frame = kansetsu::d3::frame::bone_frames(&skeleton, &[])[selected];
        let before = pose.locals[selected].rotation;
        AxisCcd { axis: FrameAxis::Z, pixels: 400.0, max_rounds: 1 }
            .solve(&skeleton, &chain, frame, &mut pose)
            .unwrap();
        assert_eq!(pose.locals[selected].rotation, before);
    }
}

#[test]
fn a_met_goal_changes_no_bit_and_bad_input_is_an_error() {
    let mut random = Random::new(505);
    for _ in 0..200 {
        let (skeleton, mut pose) = tree(&mut random, false);
        let before = pose.clone();
        let tip = skeleton.len() - 1;
        let chain = EditorChain::new(&skeleton, tip, 0, |_| false).unwrap();
        let target = skeleton.forward(&pose)[tip].translation;
        let report = EditorCcd::default().solve(&skeleton, &chain, target, &mut pose).unwrap();
        assert_eq!((report.outcome, report.iterations, &pose), (Outcome::Reached, 0, &before));
        AxisCcd::default().solve(&skeleton, &chain, Quat::IDENTITY, &mut pose).unwrap();
        assert_eq!(pose, before);

        assert!(EditorCcd::default().solve(&skeleton, &chain, Vec3::NAN, &mut pose).is_err());
        assert!(
            AxisCcd { pixels: f32::NAN, ..AxisCcd::default() }
                .solve(&skeleton, &chain, Quat::IDENTITY, &mut pose)
                .is_err()
        );
        let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        assert!(AxisCcd::default().solve(&skeleton, &chain, zero, &mut pose).is_err());
        assert!(move_joint(&skeleton, 99, Vec3::ZERO, &mut pose).is_err());
        assert_eq!(pose, before);
        pose.locals[0].scale.x = f32::NAN;
        assert!(matches!(
            EditorCcd::default().solve(&skeleton, &chain, target, &mut pose),
            Err(Error::InvalidTransform { .. })
        ));
        pose.locals.pop();
        assert!(matches!(
            move_joint(&skeleton, tip, target, &mut pose),
            Err(Error::PoseMismatch { .. })
        ));
    }
}

/// Numbers at the ends of what single precision holds, and beyond.
const EXTREMES: [f32; 14] = [
    0.0,
    -0.0,
    1e-45,
    1e-38,
    1e-20,
    1.0,
    -1.0,
    1e10,
    1e20,
    1e30,
    -1e30,
    3e38,
    f32::NAN,
    f32::INFINITY,
];

#[test]
fn nothing_is_ever_nan() {
    let mut random = Random::new(506);
    for _ in 0..20_000 {
        let (skeleton, mut pose) = tree(&mut random, true);
        let value = |random: &mut Random| {
            if random.unit() < 0.2 {
                EXTREMES[random.below(EXTREMES.len())]
            } else {
                random.range(-2.0, 2.0)
            }
        };
        let vector = |random: &mut Random| Vec3::new(value(random), value(random), value(random));
        for local in &mut pose.locals {
            if random.unit() < 0.2 {
                local.scale = vector(&mut random);
            }
            if random.unit() < 0.1 {
                local.translation = vector(&mut random);
            }
        }
        let before = format!("{pose:?}");
        let chain =
            EditorChain::new(&skeleton, skeleton.len() - 1, random.below(4), |_| false).unwrap();
        let target = vector(&mut random);
        let along = (random.rotation(), FrameAxis::Z);
        for kind in 0..4 {
            let mut pose = pose.clone();
            let result = match kind {
                0 => EditorCcd::default().solve(&skeleton, &chain, target, &mut pose),
                1 => AxisCcd { axis: FrameAxis::Y, pixels: target.x, max_rounds: 3 }
                    .solve(&skeleton, &chain, along.0, &mut pose),
                2 => move_joint(&skeleton, chain.tip(), target, &mut pose),
                _ => move_joint_along(&skeleton, chain.tip(), along, target, &mut pose),
            };
            match result {
                Ok(report) => {
                    assert!(
                        pose.locals.iter().all(
                            |local| local.rotation.is_finite() && local.translation.is_finite()
                        ),
                        "{kind} {before}"
                    );
                    assert!(
                        report.goals[0].reached.is_finite() && !report.distance().is_nan(),
                        "{kind} {report:?} {before}"
                    );
                }
                Err(_) => assert_eq!(format!("{pose:?}"), before),
            }
        }
    }
}
