//! A saved VRM keeps its T-pose, from which other programs measure motions; the pose is in our
//! extras, and in a VRM animation too.

use std::path::PathBuf;

use kansetsu::d3::{Pose, Skeleton};
use kansetsu::glam::{EulerRot, Quat, Vec3};
use kansetsu_formats::gltf::{Bake, Changes, Container, Loaded};
use kansetsu_formats::{Clip, Opened, Role, gltf, vrma};
use serde_json::Value;

use crate::corpus;
use crate::random::Random;

/// Positions closer than this, in sizes of the figure, are equal.
const SAME: f32 = 1e-5;

fn models() -> Vec<PathBuf> {
    let folders = ["vrm", "cases"].into_iter().filter_map(crate::skip::test_data);
    folders
        .flat_map(|folder| corpus::files(&folder, &["vrm"]))
        .filter(|path| corpus::load(path).is_ok_and(|model| model.document.is_vrm()))
        .collect()
}

/// Rotates every joint in `joints` at random, and moves the hips.
fn posed(skeleton: &Skeleton, joints: &[usize], hips: Option<usize>, seed: u64) -> Pose {
    let mut random = Random::new(seed);
    let mut pose = skeleton.rest_pose();
    for &joint in joints {
        let [x, y, z] = std::array::from_fn(|_| 0.6 * random.signed());
        pose.locals[joint].rotation *= Quat::from_euler(EulerRot::XYZ, x, y, z);
    }
    if let Some(hips) = hips {
        pose.locals[hips].translation += Vec3::new(0.03, -0.08, 0.05);
    }
    pose
}

fn read(bytes: &[u8]) -> Loaded {
    gltf::read(bytes, &|name| Err(format!("{name} is not to be asked for")))
        .expect("the saved file is read")
}

fn nodes(bytes: &[u8]) -> Value {
    read(bytes).document.json()["nodes"].clone()
}

/// The distance of joints between two poses, in sizes of the figure.
fn apart(skeleton: &Skeleton, joints: &[usize], [one, other]: [&Pose; 2]) -> f32 {
    let [one, other] = [one, other].map(|pose| skeleton.forward(pose));
    joints
        .iter()
        .map(|&joint| one[joint].translation.distance(other[joint].translation))
        .fold(0.0, f32::max)
        / skeleton.size()
}

#[test]
fn the_nodes_stay_at_rest_and_the_pose_comes_back() {
    for path in models() {
        let name = corpus::name(&path);
        let loaded = corpus::load(&path).expect("loaded");
        let skeleton = &loaded.figure.rig.skeleton;
        let all: Vec<usize> = (0..skeleton.len()).collect();
        let pose = posed(skeleton, &all, loaded.figure.rig.roles.get(&Role::Hips).copied(), 7);
        let changes =
            Changes { pose: Some(&pose), rig: Some(&loaded.figure), ..Changes::default() };
        let saved = loaded.document.save(&changes, Container::Glb).expect("saved");
        assert_eq!(nodes(&saved.bytes), loaded.document.json()["nodes"], "{name}: a node differs");
        let back = read(&saved.bytes);
        let found = back.figure.pose.as_ref().expect("the file is posed");
        assert!(apart(skeleton, &all, [&pose, found]) < SAME, "{name}");
        assert_eq!(back.figure.rig.skeleton.rest_pose(), skeleton.rest_pose(), "{name}");

        let rest = skeleton.rest_pose();
        let changes = Changes { pose: Some(&rest), rig: Some(&back.figure), ..Changes::default() };
        let again = read(&back.document.save(&changes, Container::Glb).expect("saved").bytes);
        assert!(again.figure.pose.is_none(), "{name}: the pose of before is still there");
    }
}

#[test]
fn an_animation_of_the_pose_makes_it_on_the_saved_file() {
    let mut compared = 0;
    for path in models() {
        let (name, loaded) = (corpus::name(&path), corpus::load(&path).expect("loaded"));
        let figure = &loaded.figure;
        let (Some(&hips), skeleton) = (figure.rig.roles.get(&Role::Hips), &figure.rig.skeleton)
        else {
            continue;
        };
        let eyes = [Role::LeftEye, Role::RightEye];
        let roles: Vec<usize> = figure
            .rig
            .roles
            .iter()
            .filter(|(role, _)| !eyes.contains(role))
            .map(|(_, &joint)| joint)
            .collect();
        let pose = posed(skeleton, &roles, Some(hips), 11);
        let changes = Changes { pose: Some(&pose), rig: Some(figure), ..Changes::default() };
        let saved = loaded.document.save(&changes, Container::Glb).expect("saved");
        let still =
            Clip::from_poses("pose", &skeleton.rest_pose(), std::slice::from_ref(&pose), 30.0);
        let mut opened = Opened::from(read(&saved.bytes));
        let written = vrma::write(figure, &still, vrma::RestConvention::of(&opened.document))
            .expect("a VRM animation");
        let before = opened.figure.clips.len();
        opened.import_animation(&written.bytes, "posed.vrma").expect("it fits");
        let mut played = skeleton.rest_pose();
        opened.figure.clips[before].sample(0.0, &mut played);
        let worst = apart(skeleton, &roles, [&pose, &played]);
        assert!(worst < SAME, "{name}: {worst}");
        compared += 1;
    }
    println!("{compared} models");
}

#[test]
fn a_baked_file_holds_the_pose_and_can_be_given_its_rest_back() {
    for path in models() {
        let (name, loaded) = (corpus::name(&path), corpus::load(&path).expect("loaded"));
        let skeleton = &loaded.figure.rig.skeleton;
        let all: Vec<usize> = (0..skeleton.len()).collect();
        let pose = posed(skeleton, &all, None, 3);
        let changes = Changes {
            pose: Some(&pose),
            rig: Some(&loaded.figure),
            bake: Bake::Always,
            ..Changes::default()
        };
        let baked = read(&loaded.document.save(&changes, Container::Glb).expect("saved").bytes);
        let standing = baked.document.save(&Changes::default(), Container::Glb).expect("saved");
        assert_ne!(nodes(&standing.bytes), loaded.document.json()["nodes"], "{name}");
        assert!(apart(skeleton, &all, [&pose, &baked.figure.saved_pose()]) < SAME, "{name}");

        let changes = Changes { pose: Some(&pose), rig: Some(&baked.figure), ..Changes::default() };
        let kept = read(&baked.document.save(&changes, Container::Glb).expect("saved").bytes);
        let rest = kept.figure.rig.skeleton.rest_pose();
        assert!(
            apart(skeleton, &all, [&skeleton.rest_pose(), &rest]) < SAME,
            "{name}: the T-pose is not back"
        );
        assert!(apart(skeleton, &all, [&pose, &kept.figure.saved_pose()]) < SAME, "{name}");
    }
}
