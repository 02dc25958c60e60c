//! Limits of human bodies on unrelated skeletons.

use std::collections::BTreeMap;

use kansetsu::d3::{Limit, Pose, Skeleton, Transform, rotation_of};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::{Role, bvh};
use kansetsu_humanoid::anatomy::{self, RigKind};

use crate::random::Random;
use crate::{corpus, skip::test_data};

/// A joint less than this outside, radians, counts as inside: a tenth of a degree.
const SLACK: f32 = 0.0017;

#[test]
fn human_motion_stays_inside() {
    let Some(folder) = test_data("mocap") else { return };
    let mut by_kind: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for path in corpus::files(&folder, &["bvh"]) {
        let figure = bvh::read(&std::fs::read(&path).unwrap()).unwrap().figure;
        let skeleton = &figure.rig.skeleton;
        let (mut pose, clip) = (skeleton.rest_pose(), &figure.clips[0]);
        let mut found = [0, 0];
        for &time in &clip.tracks[0].times {
            clip.sample(time, &mut pose);
            for (joint, limit) in figure.rig.limits.iter().enumerate() {
                let Some(limit) = limit else { continue };
                let turn =
                    skeleton.joints()[joint].rest.rotation.inverse() * pose.locals[joint].rotation;
                found[0] += usize::from(limit.violation(turn) > SLACK);
                found[1] += 1;
            }
        }
        // Names end in a number.
        let name = corpus::name(&path);
        for kind in [name.rsplit_once('_').map_or("", |(kind, _)| kind), "all"] {
            let sum = by_kind.entry(kind.to_owned()).or_default();
            *sum = [sum[0] + found[0], sum[1] + found[1]];
        }
    }
    for (kind, [outside, all]) in by_kind {
        let fraction = outside as f64 / all as f64;
        println!("{kind}: {:.2} % of {all} joint-frames", 100.0 * fraction);
        assert!(
            all > 5000 && fraction <= if kind == "all" { 0.01 } else { 0.025 },
            "{kind}: {outside} of {all} joint-frames"
        );
    }
}

/// The left and the middle joints of a person of 1.7 m in a T-pose: role, parent, position.
const PERSON: [(&str, &str, [f32; 3]); 20] = [
    ("hips", "", [0.0, 0.95, 0.0]),
    ("spine", "hips", [0.0, 1.05, 0.0]),
    ("chest", "spine", [0.0, 1.2, -0.01]),
    ("neck", "chest", [0.0, 1.42, -0.02]),
    ("head", "neck", [0.0, 1.52, 0.0]),
    ("leftUpperLeg", "hips", [0.09, 0.9, 0.0]),
    ("leftLowerLeg", "leftUpperLeg", [0.09, 0.49, 0.0]),
    ("leftFoot", "leftLowerLeg", [0.09, 0.07, 0.0]),
    ("leftToes", "leftFoot", [0.09, 0.02, 0.13]),
    ("leftShoulder", "chest", [0.02, 1.38, 0.0]),
    ("leftUpperArm", "leftShoulder", [0.16, 1.38, -0.02]),
    ("leftLowerArm", "leftUpperArm", [0.44, 1.38, -0.02]),
    ("leftHand", "leftLowerArm", [0.70, 1.38, -0.02]),
    ("leftIndexProximal", "leftHand", [0.79, 1.38, 0.01]),
    ("leftIndexIntermediate", "leftIndexProximal", [0.83, 1.38, 0.01]),
    ("leftLittleProximal", "leftHand", [0.78, 1.38, -0.05]),
    ("leftLittleIntermediate", "leftLittleProximal", [0.81, 1.38, -0.05]),
    ("leftThumbMetacarpal", "leftHand", [0.72, 1.37, 0.01]),
    ("leftThumbProximal", "leftThumbMetacarpal", [0.75, 1.36, 0.04]),
    ("leftThumbDistal", "leftThumbProximal", [0.775, 1.35, 0.065]),
];

/// The skeleton, both sides, with zero rest rotations.
fn person() -> (Skeleton, BTreeMap<Role, usize>) {
    let (mut builder, mut roles, mut places) =
        (Skeleton::builder(), BTreeMap::new(), BTreeMap::new());
    for mirrored in [false, true] {
        for (name, parent, [x, y, z]) in PERSON {
            let other =
                |name: &str| if mirrored { name.replace("left", "right") } else { name.to_owned() };
            if mirrored && !name.starts_with("left") {
                continue;
            }
            let place = Vec3::new(if mirrored { -x } else { x }, y, z);
            let joint = match places.get(&other(parent)) {
                Some(&(above, from)) => {
                    builder.child(above, other(name), Transform::from_translation(place - from))
                }
                None => builder.root(other(name), Transform::from_translation(place)),
            };
            places.insert(other(name), (joint, place));
            roles.insert(Role::from_name(&other(name)).unwrap(), joint);
        }
    }
    (builder.build().unwrap(), roles)
}

fn turn(random: &mut Random, most: f32) -> Quat {
    let axis = Vec3::new(random.signed(), random.signed(), random.signed());
    Quat::from_axis_angle(axis.normalize_or(Vec3::X), most * random.signed())
}

/// The same person resting in another pose, with other axes in every joint.
fn resting(skeleton: &Skeleton, pose: &Pose, axes: &[Quat]) -> Skeleton {
    let locals = seen(skeleton, pose, axes);
    let mut builder = Skeleton::builder();
    for (joint, local) in skeleton.joints().iter().zip(&locals.locals) {
        match joint.parent {
            Some(parent) => builder.child(parent, joint.name.clone(), *local),
            None => builder.root(joint.name.clone(), *local),
        };
    }
    builder.build().unwrap()
}

/// The pose with other axes in every joint.
fn seen(skeleton: &Skeleton, pose: &Pose, axes: &[Quat]) -> Pose {
    let maps = skeleton.forward(pose);
    let turn = |joint: usize| rotation_of(&maps[joint]) * axes[joint];
    let local = |(index, joint): (usize, &kansetsu::d3::Joint)| {
        let (above, origin) = joint.parent.map_or((Quat::IDENTITY, Vec3::ZERO), |parent| {
            (turn(parent), maps[parent].translation)
        });
        let translation = above.inverse() * (maps[index].translation - origin);
        Transform {
            translation,
            rotation: (above.inverse() * turn(index)).normalize(),
            scale: Vec3::ONE,
        }
    };
    Pose { locals: skeleton.joints().iter().enumerate().map(local).collect() }
}

fn violation(skeleton: &Skeleton, limits: &[Option<Limit>], pose: &Pose, joint: usize) -> f32 {
    let turn = skeleton.joints()[joint].rest.rotation.inverse() * pose.locals[joint].rotation;
    limits[joint].as_ref().map_or(0.0, |limit| limit.violation(turn))
}

/// Arms half way down and slightly forward; elbows, knees, fingers and hips bent about their own
/// axes: a valid rest pose.
fn bent(skeleton: &Skeleton) -> Pose {
    let mut pose = skeleton.rest_pose();
    for (sign, side) in [(1.0, "left"), (-1.0, "right")] {
        let elbow = Vec3::new(0.0, -0.94, 0.34).normalize() * sign;
        let mut set = |name: &str, turn: Quat| {
            pose.locals[skeleton.find(&format!("{side}{name}")).unwrap()].rotation = turn
        };
        set("UpperArm", Quat::from_rotation_z(-0.8 * sign) * Quat::from_rotation_x(0.3));
        set("LowerArm", Quat::from_axis_angle(elbow, 0.6));
        set("UpperLeg", Quat::from_rotation_x(-0.7));
        set("LowerLeg", Quat::from_rotation_x(0.9));
        set("IndexProximal", Quat::from_rotation_z(-0.4 * sign));
    }
    pose
}

#[test]
fn a_body_that_rests_otherwise_may_do_the_same() {
    let (straight, roles) = person();
    let mut random = Random::new(4);
    // Straight elbows do not show their axes; these rest bent by slightly more than the threshold.
    let mut first = straight.rest_pose();
    let none = vec![Quat::IDENTITY; straight.len()];
    for (name, degrees) in [("LowerLeg", 15.0_f32), ("LowerArm", 15.0)] {
        for (sign, side) in [(1.0, "left"), (-1.0, "right")] {
            let axis = if name == "LowerLeg" {
                Vec3::X
            } else {
                Vec3::new(0.0, -0.94, 0.34).normalize() * sign
            };
            first.locals[straight.find(&format!("{side}{name}")).unwrap()].rotation =
                Quat::from_axis_angle(axis, degrees.to_radians());
        }
    }
    let first = resting(&straight, &first, &none);
    let limits = anatomy::limits(&first, &roles, RigKind::Character);
    let axes: Vec<Quat> = (0..straight.len()).map(|_| turn(&mut random, 3.0)).collect();
    let other = resting(&straight, &bent(&straight), &axes);
    let other_limits = anatomy::limits(&other, &roles, RigKind::Character);
    let mut counts = [0, 0];
    for _ in 0..300 {
        let mut pose = straight.rest_pose();
        for local in &mut pose.locals {
            local.rotation = turn(&mut random, 1.6);
        }
        let other_pose = seen(&straight, &pose, &axes);
        for joint in 1..straight.len() {
            let name = &straight.joints()[joint].name;
            let a = violation(&first, &limits, &pose, joint);
            let b = violation(&other, &other_limits, &other_pose, joint);
            counts[usize::from(a > 0.01)] += 1;
            assert!(
                (a - b).abs() < 0.03,
                "{name}: {:.1} and {:.1} degrees outside",
                a.to_degrees(),
                b.to_degrees()
            );
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 1000, "{counts:?}");
}

#[test]
fn rest_is_inside_however_odd_it_is() {
    let (skeleton, roles) = person();
    let mut random = Random::new(7);
    for _ in 0..100 {
        let mut pose = skeleton.rest_pose();
        for local in &mut pose.locals {
            local.rotation = turn(&mut random, 2.5);
        }
        let axes: Vec<Quat> = (0..skeleton.len()).map(|_| turn(&mut random, 3.0)).collect();
        let skeleton = resting(&skeleton, &pose, &axes);
        for (joint, limit) in
            skeleton.joints().iter().zip(anatomy::limits(&skeleton, &roles, RigKind::Character))
        {
            let Some(limit) = limit else { continue };
            limit.check().unwrap();
            assert!(limit.violation(Quat::IDENTITY) < 1e-4, "{}: {limit:?}", joint.name);
        }
    }
}

#[test]
fn both_sides_may_do_the_same() {
    let (skeleton, roles) = person();
    let limits = anatomy::limits(&skeleton, &roles, RigKind::Character);
    let mut random = Random::new(11);
    for (role, &joint) in &roles {
        let Some(&other) = role.other_side().and_then(|other| roles.get(&other)) else { continue };
        for _ in 0..50 {
            let turn = turn(&mut random, 2.5);
            let image = Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w);
            let violation =
                |joint: usize, turn: Quat| limits[joint].as_ref().unwrap().violation(turn);
            assert!((violation(joint, turn) - violation(other, image)).abs() < 2e-3, "{role}");
        }
    }
}

#[test]
fn models_whose_file_limits_a_few_joints_get_human_limits_for_the_others() {
    for (folder, file, roles) in [("mqo", "yuri_nii.mqo", 13), ("mmd", "Gene_light.pmx", 45)] {
        let Some(folder) = test_data(folder) else { return };
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let figure = kansetsu_formats::open(&bytes, file, &|_| Err(String::new())).unwrap().figure;
        let limited =
            figure.rig.roles.values().filter(|&&joint| figure.rig.limits[joint].is_some()).count();
        assert!(limited >= roles, "{file}: {limited} of {}", figure.rig.roles.len());
        for (joint, limit) in figure.rig.limits.iter().enumerate() {
            let outside =
                limit.as_ref().map_or(0.0, |limit| limit.violation(kansetsu::glam::Quat::IDENTITY));
            assert!(
                outside < 0.01,
                "{file}: {} rests {outside} outside",
                figure.rig.skeleton.joints()[joint].name
            );
        }
    }
}
