//! Rest poses that are not a standing person.

use kansetsu::d3::{Pose, Skeleton, Transform, rotation_of};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::bvh::{Take, write};
use kansetsu_formats::reference::Source;
use kansetsu_formats::{Document, Figure, Opened, Role, bvh, open, vrma};
use kansetsu_humanoid::anatomy::Segments;
use kansetsu_humanoid::retarget::{Retarget, Retargeted};
use kansetsu_humanoid::trackers::{BodyTracker, BodyTrackerState, Calibration, TrackedPart};

use crate::{corpus, skip::test_data};

fn opened(bytes: &[u8], name: &str) -> Opened {
    open(bytes, name, &|path| Err(format!("{path} is not there"))).expect("a sound file")
}

fn case(name: &str) -> Option<Opened> {
    Some(opened(&std::fs::read(test_data("cases")?.join(name)).expect("there"), name))
}

/// The poses of the first clip, frame by frame.
fn poses(figure: &Figure) -> Vec<Pose> {
    let clip = &figure.clips[0];
    let step = clip.frame_time().expect("even frames");
    let count = (f64::from(clip.duration) / step + 1e-3) as usize + 1;
    let mut pose = figure.saved_pose();
    let at = |frame: usize| {
        clip.sample((frame as f64 * step) as f32, &mut pose);
        pose.clone()
    };
    (0..count).map(at).collect()
}

/// The bones of arms and legs.
const LIMBS: [[Role; 2]; 8] = [
    [Role::LeftUpperArm, Role::LeftLowerArm],
    [Role::LeftLowerArm, Role::LeftHand],
    [Role::RightUpperArm, Role::RightLowerArm],
    [Role::RightLowerArm, Role::RightHand],
    [Role::LeftUpperLeg, Role::LeftLowerLeg],
    [Role::LeftLowerLeg, Role::LeftFoot],
    [Role::RightUpperLeg, Role::RightLowerLeg],
    [Role::RightLowerLeg, Role::RightFoot],
];

fn directions(figure: &Figure, pose: &Pose) -> [Vec3; 8] {
    let maps = figure.rig.skeleton.forward(pose);
    LIMBS.map(|[from, to]| {
        (maps[figure.rig.roles[&to]].translation - maps[figure.rig.roles[&from]].translation)
            .normalize()
    })
}

/// For each limb the largest and the mean angle between source and target, degrees.
fn limbs_apart(source: &Figure, target: &Figure, done: &Retargeted) -> [[f32; 2]; 8] {
    let mut apart = [[0.0_f32; 2]; 8];
    let recorded = poses(source);
    let count = recorded.len() as f32;
    for (recorded, moved) in recorded.iter().zip(&done.poses) {
        let [from, to] = [directions(source, recorded), directions(target, moved)];
        for ((apart, from), to) in apart.iter_mut().zip(from).zip(to) {
            let angle = from.angle_between(to).to_degrees();
            *apart = [apart[0].max(angle), apart[1] + angle / count];
        }
    }
    apart
}

/// The largest distance of a joint with a role from its position in the other motion of the same
/// figure.
fn farthest(target: &Figure, one: &[Pose], other: &[Pose]) -> f32 {
    assert_eq!(one.len(), other.len());
    let places = |pose: &Pose| {
        let maps = target.rig.skeleton.forward(pose);
        target.rig.roles.values().map(|&joint| maps[joint].translation).collect::<Vec<_>>()
    };
    let apart = |(one, other): (&Pose, &Pose)| {
        places(one)
            .iter()
            .zip(places(other))
            .map(|(one, other)| one.distance(other))
            .fold(0.0, f32::max)
    };
    one.iter().zip(other).map(apart).fold(0.0, f32::max)
}

fn retargeted(source: &Figure, target: &Figure) -> Retargeted {
    Retarget::default().run(source, &source.clips[0], target).expect("both are human")
}

/// A character that faces +Z, like the recordings.
fn character() -> Option<Figure> {
    Some(
        corpus::load(&test_data("vrm")?.join("unity_example_vrm1.vrm"))
            .expect("a sound file")
            .figure,
    )
}

#[test]
fn joints_along_their_bones_move_a_character_as_the_plain_file_does() {
    let (Some(character), Some(plain), Some(along)) =
        (character(), case("rest_plain.bvh"), case("rest_along_bones.bvh"))
    else {
        return;
    };
    assert_eq!(plain.figure.reference.source, Source::Rest);
    assert!(
        plain.figure.reference.score > Some(0.9) && plain.warnings.is_empty(),
        "{:?}",
        plain.warnings
    );
    assert!(
        along.figure.reference.is_replaced() && along.figure.reference.score < Some(0.1),
        "{}",
        along.figure.reference_summary()
    );
    assert!(
        along.warnings.iter().any(|warning| warning.contains("not a standing person")),
        "{:?}",
        along.warnings
    );
    for target in [&character, &plain.figure] {
        let [from_plain, from_along] =
            [&plain, &along].map(|source| retargeted(&source.figure, target));
        let far = farthest(target, &from_plain.poses, &from_along.poses);
        assert!(
            far < 0.01 * 0.01 * target.rig.skeleton.size().max(1.0),
            "{}: {far} off",
            target.name
        );
        let [one, other] = [&plain, &along]
            .map(|source| limbs_apart(&source.figure, target, &retargeted(&source.figure, target)));
        for (one, other) in one.iter().zip(&other) {
            assert!(
                other[0] < one[0] + 1.0,
                "{}: {other:?}°, {one:?}° from the plain file",
                target.name
            );
        }
        assert!(other[..4].iter().all(|arm| arm[0] < 6.0), "{}: arms {other:?}", target.name);
        // Legs deviate from the source while feet are planted: this walk is in place.
        let copied = limbs_apart(&along.figure, target, &copied(&along.figure, target));
        assert!(copied.iter().all(|limb| limb[1] < 6.0), "{}: {copied:?}", target.name);
    }
    let [onto_along, onto_plain] = [&along, &plain].map(|target| {
        limbs_apart(&plain.figure, &target.figure, &retargeted(&plain.figure, &target.figure))
    });
    assert!(
        onto_along.iter().zip(&onto_plain).all(|(one, other)| one[0] < other[0] + 1.0),
        "{onto_along:?} {onto_plain:?}"
    );
}

#[test]
fn a_person_who_rests_along_z_is_one() {
    let (Some(plain), Some(zup), Some(character)) =
        (case("rest_plain.bvh"), case("rest_zup.bvh"), character())
    else {
        return;
    };
    assert_eq!(zup.figure.reference.source, Source::Rest, "{}", zup.figure.reference_summary());
    let [one, other] = [&plain, &zup].map(|source| retargeted(&source.figure, &character));
    let far = farthest(&character, &one.poses, &other.poses);
    assert!(far < 0.01, "{far} m");
}

/// Without planted feet, which leave the recorded path.
fn copied(source: &Figure, target: &Figure) -> Retargeted {
    let copy = Retarget { plant_speed: 0.0, ..Retarget::default() };
    copy.run(source, &source.clips[0], target).expect("both are human")
}

#[test]
fn a_vrm_animation_of_joints_along_their_bones_is_that_of_the_plain_file() {
    let (Some(vrm), Some(plain), Some(along)) =
        (test_data("vrm"), case("rest_plain.bvh"), case("rest_along_bones.bvh"))
    else {
        return;
    };
    let name = "unity_example_vrm1.vrm";
    let bytes = std::fs::read(vrm.join(name)).expect("there");
    let [from_plain, from_along] = [&plain, &along].map(|source| {
        let written = vrma::write(
            &source.figure,
            &source.figure.clips[0],
            vrma::RestConvention::of(&source.document),
        )
        .expect("writable");
        let mut target = opened(&bytes, name);
        let before = target.figure.clips.len();
        target.import_animation(&written.bytes, "a.vrma").expect("readable");
        target.figure.clips.drain(..before);
        (poses(&target.figure), target.figure)
    });
    let far = farthest(&from_plain.1, &from_plain.0, &from_along.0);
    // Toes: no bone shows the slope of a flat foot, so that is taken from the motion.
    assert!(far < 0.015, "{far} m");
}

#[test]
fn limits_of_joints_along_their_bones_are_those_of_the_plain_file() {
    let (Some(plain), Some(along)) = (case("rest_plain.bvh"), case("rest_along_bones.bvh")) else {
        return;
    };
    let outside = |figure: &Figure| -> Vec<Vec<f32>> {
        let violation = |pose: &Pose| {
            figure
                .rig
                .roles
                .values()
                .map(|&joint| {
                    let turn = figure.rig.skeleton.joints()[joint].rest.rotation.inverse()
                        * pose.locals[joint].rotation;
                    figure.rig.limits[joint]
                        .as_ref()
                        .map_or(0.0, |limit| limit.violation(turn))
                        .to_degrees()
                })
                .collect()
        };
        poses(figure).iter().map(violation).collect()
    };
    let [a, b] = [&plain.figure, &along.figure].map(outside);
    let mut worst = 0.0_f32;
    for (a, b) in a.iter().zip(&b) {
        for (a, b) in a.iter().zip(b) {
            worst = worst.max((a - b).abs());
        }
    }
    assert!(worst < 1.0, "{worst}°");
}

/// The file of a motion whose rest pose is one of its frames.
fn resting_in(bytes: &[u8], frame: usize) -> Vec<u8> {
    let plain = bvh::read(bytes).expect("a sound file").figure;
    let poses = poses(&plain);
    let mut figure =
        Figure::new("", kansetsu::d3::Rig::new(resting(&plain.rig.skeleton, &poses[frame].locals)));
    figure.clips.clone_from(&plain.clips);
    let frame_time = plain.clips[0].frame_time().expect("even frames");
    write(&figure, &Take { poses: &poses, frame_time }, None).expect("writable").bytes
}

#[test]
fn a_rest_pose_in_the_middle_of_a_dance_does_not_bend_the_motion() {
    let (Some(mocap), Some(target)) = (test_data("mocap"), character()) else { return };
    for (name, frames) in [
        ("acrnn_indian_04.bvh", [50, 200, 350]),
        ("acrnn_martial_07.bvh", [40, 120, 200]),
        ("cmu_01_05.bvh", [30, 150, 300]),
    ] {
        let bytes = std::fs::read(mocap.join(name)).expect("there");
        let plain = opened(&bytes, name).figure;
        let expected = limbs_apart(&plain, &target, &copied(&plain, &target));
        for frame in frames {
            let rested = opened(&resting_in(&bytes, frame), name).figure;
            assert!(
                rested.reference.is_replaced(),
                "{name}, {frame}: {}",
                rested.reference_summary()
            );
            let apart = limbs_apart(&rested, &target, &copied(&rested, &target));
            for (limb, (apart, expected)) in apart.iter().zip(&expected).enumerate() {
                // On average: where the solve meets a limit, frames differ more in either
                // direction.
                assert!(
                    apart[1] < expected[1] + 1.0,
                    "{name}, {frame}: limb {limb} {apart:?}°, {expected:?}° with the plain rest"
                );
            }
            for (limb, angles) in directions_apart(&plain, &rested).iter().enumerate() {
                assert!(
                    *angles < 5.0,
                    "{name}, {frame}: limb {limb} is {angles}° off in the segments of a person"
                );
            }
        }
    }
}

/// The largest angle between the limbs of two figures with the same motion, each rotated by its own
/// segments from a person in a T-pose.
fn directions_apart(one: &Figure, other: &Figure) -> [f32; 8] {
    let turned = |figure: &Figure| -> Vec<[Vec3; 8]> {
        let segments = Segments::of(&figure.rig.skeleton, &figure.rig.roles).expect("a person");
        let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
        let bones = [
            Vec3::X,
            Vec3::X,
            Vec3::NEG_X,
            Vec3::NEG_X,
            Vec3::NEG_Y,
            Vec3::NEG_Y,
            Vec3::NEG_Y,
            Vec3::NEG_Y,
        ];
        let limbs = |pose: &Pose| {
            let maps = figure.rig.skeleton.forward(pose);
            std::array::from_fn(|limb| {
                let joint = figure.rig.roles[&LIMBS[limb][0]];
                let seat =
                    rotation_of(&rest[joint]).inverse() * segments.frames[joint].expect("a limb");
                segments.model_from_person.inverse()
                    * (rotation_of(&maps[joint]) * seat * bones[limb])
            })
        };
        poses(figure).iter().map(limbs).collect()
    };
    let mut apart = [0.0_f32; 8];
    for (one, other) in turned(one).iter().zip(&turned(other)) {
        for limb in 0..8 {
            apart[limb] = apart[limb].max(one[limb].angle_between(other[limb]).to_degrees());
        }
    }
    apart
}

/// The recorded body with thighs and shins that lean to the sides at rest by these angles, degrees,
/// and with the same motion: like bodies with joints beside the bones.
fn kinked(bytes: &[u8], [thigh, shin]: [f32; 2]) -> Vec<u8> {
    let plain = bvh::read(bytes).expect("a sound file").figure;
    let mut joints: Vec<Transform> =
        plain.rig.skeleton.joints().iter().map(|joint| joint.rest).collect();
    for (roles, sign) in [
        ([Role::LeftLowerLeg, Role::LeftFoot], 1.0),
        ([Role::RightLowerLeg, Role::RightFoot], -1.0),
    ] {
        for (role, degrees) in roles.into_iter().zip([thigh, shin]) {
            let bone = &mut joints[plain.rig.roles[&role]].translation;
            let by = Quat::from_rotation_z((degrees * sign).to_radians());
            *bone = by * (Vec3::NEG_Y * bone.length());
        }
    }
    let mut figure = Figure::new("", kansetsu::d3::Rig::new(resting(&plain.rig.skeleton, &joints)));
    figure.clips.clone_from(&plain.clips);
    let frame_time = plain.clips[0].frame_time().expect("even frames");
    let mut poses = poses(&plain);
    for pose in &mut poses {
        for (local, joint) in pose.locals.iter_mut().zip(&joints).skip(1) {
            local.translation = joint.translation;
        }
    }
    write(&figure, &Take { poses: &poses, frame_time }, None).expect("writable").bytes
}

fn resting(skeleton: &Skeleton, rest: &[Transform]) -> Skeleton {
    let mut builder = Skeleton::builder();
    for (joint, rest) in skeleton.joints().iter().zip(rest) {
        match joint.parent {
            Some(parent) => builder.child(parent, joint.name.as_str(), *rest),
            None => builder.root(joint.name.as_str(), *rest),
        };
    }
    builder.build().expect("sound")
}

/// The distance of tracked and inner joints from the recorded ones if head, hands, hips and feet
/// are tracked: the largest and the mean, leg lengths.
fn tracked(figure: &Figure) -> [[f32; 2]; 2] {
    let human = figure.rig.humanoid().expect("a person");
    let parts = [
        TrackedPart::Head,
        TrackedPart::LeftHand,
        TrackedPart::RightHand,
        TrackedPart::Hips,
        TrackedPart::LeftFoot,
        TrackedPart::RightFoot,
    ];
    let [left, right] = [&human.arms[0], &human.arms[1]];
    let joints = [
        *human.neck.last().expect("a head"),
        left.hand,
        right.hand,
        human.hips,
        human.legs[0].foot,
        human.legs[1].foot,
    ];
    let inner = [
        left.upper,
        left.lower,
        right.upper,
        right.lower,
        human.legs[0].upper,
        human.legs[0].lower,
        human.legs[1].upper,
        human.legs[1].lower,
    ];
    let mut tracker = BodyTracker::new(&figure.rig, figure.floor_at_rest()).expect("a tracker");
    let (fitting, mut state) = (Calibration::joints(&parts), BodyTrackerState::default());
    let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
    let way = |a: usize, b: usize| rest[a].translation.distance(rest[b].translation);
    let leg = way(human.legs[0].upper, human.legs[0].lower)
        + way(human.legs[0].lower, human.legs[0].foot);
    let mut sums = [[0.0_f32; 2]; 2];
    let poses = poses(figure);
    let count = poses.len() as f32;
    for pose in &poses {
        let recorded = figure.rig.skeleton.forward(pose);
        let seen = joints.map(|joint| Some(recorded[joint]));
        tracker.step(&fitting, &seen, 1.0 / 30.0, &mut state).expect("followed");
        let maps = figure.rig.skeleton.forward(state.pose.as_ref().expect("a pose"));
        for (sum, joints) in sums.iter_mut().zip([&joints[..], &inner[..]]) {
            for &joint in joints {
                let off = maps[joint].translation.distance(recorded[joint].translation) / leg;
                *sum = [sum[0].max(off), sum[1] + off / (count * joints.len() as f32)];
            }
        }
    }
    sums
}

#[test]
fn bodies_that_rest_otherwise_follow_six_trackers() {
    let Some(mocap) = test_data("mocap") else { return };
    for name in ["cmu_02_01.bvh", "cmu8_train_walking_15.bvh"] {
        let bytes = std::fs::read(mocap.join(name)).expect("there");
        let kinks = [[15.0, -15.0], [-15.0, 15.0], [20.0, 0.0]].map(|kink| kinked(&bytes, kink));
        let dances = [40, 60].map(|frame| resting_in(&bytes, frame));
        for (index, file) in kinks.iter().chain(&dances).enumerate() {
            let figure = opened(file, name).figure;
            let [targets, inner] = tracked(&figure);
            let what = format!(
                "{name}, body {index}: {}, targets {targets:?}, inner joints {inner:?} leg lengths",
                figure.reference_summary()
            );
            println!("{what}");
            assert!(targets[0] < 0.01 && inner[1] < 0.035, "{what}");
        }
    }
}

#[test]
fn real_files_are_measured_as_they_rest() {
    let mut bodies = 0;
    for folder in ["fbx", "gltf", "vrm", "bvh", "mocap", "mmd", "mqo", "urdf"] {
        let Some(folder) = test_data(folder) else { return };
        for path in corpus::files(
            &folder,
            &["fbx", "glb", "gltf", "vrm", "bvh", "pmx", "pmd", "mqo", "mqoz", "urdf"],
        ) {
            let beside =
                |name: &str| std::fs::read(folder.join(name)).map_err(|error| error.to_string());
            let name = corpus::name(&path);
            let Ok(opened) = open(&std::fs::read(&path).expect("there"), &name, &beside) else {
                continue;
            };
            let words = opened.figure.reference_summary();
            assert!(
                !opened.figure.reference.is_replaced() || name.contains("kenney"),
                "{name}: {words}"
            );
            bodies += usize::from(opened.figure.reference.score.is_some());
        }
    }
    assert!(bodies > 120, "{bodies}");
}

#[test]
fn a_frame_by_hand_is_the_reference_pose() {
    let (Some(along), Some(avatar)) = (case("rest_along_bones.bvh"), character()) else { return };
    let mut figure = along.figure;
    figure.set_reference_frame(0, 0).expect("a frame");
    assert_eq!(figure.reference.source, Source::Frame { clip: 0, frame: 0 });
    let file = bvh::read(
        &std::fs::read(test_data("cases").expect("there").join("rest_along_bones.bvh"))
            .expect("there"),
    )
    .expect("sound");
    assert_eq!(
        figure.file_rest_pose(),
        file.figure.file_rest_pose(),
        "the rest pose of the file is known"
    );
    assert_eq!(poses(&figure), poses(&file.figure), "the motion is unchanged");
    let before = figure.clone();
    let refused = figure.set_reference_frame(0, 900).expect_err("no such frame");
    assert!(refused.to_string().contains("90 frames"), "{refused}");
    assert_eq!(figure.rig.skeleton.rest_pose(), before.rig.skeleton.rest_pose());
    let mut avatar = avatar;
    assert!(avatar.set_reference_frame(0, 0).is_err(), "a VRM rests in its T-pose");
}

#[test]
fn a_file_that_is_written_again_rests_as_it_did() {
    let Some(along) = case("rest_along_bones.bvh") else { return };
    let Document::Bvh(document) = &along.document else { panic!("a BVH file") };
    let take = poses(&along.figure);
    let written =
        write(&along.figure, &Take { poses: &take, frame_time: 1.0 / 30.0 }, Some(document))
            .expect("writable");
    let again = opened(&written.bytes, "again.bvh").figure;
    let [rest, rest_again] = [&along.figure, &again].map(Figure::file_rest_pose);
    for (one, other) in rest.locals.iter().zip(&rest_again.locals) {
        assert!(one.translation.distance(other.translation) < 1e-3, "{one:?} {other:?}");
    }
    assert!(farthest(&again, &poses(&again), &take) < 1e-2, "the motion is the same");
}
