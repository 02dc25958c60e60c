//! The front of a figure, in every format and for any rotation of a body.

use std::path::Path;

use kansetsu::d3::Skeleton;
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::{Figure, FrontSource, Role, open};

use crate::skip::test_data;

fn figure(folder: &str, file: &str) -> Option<Figure> {
    let path = test_data(folder)?.join(file);
    let beside = |name: &str| {
        std::fs::read(path.parent().unwrap_or(Path::new("")).join(name))
            .map_err(|error| error.to_string())
    };
    Some(open(&std::fs::read(&path).unwrap(), file, &beside).unwrap().figure)
}

#[test]
fn each_format_has_its_front() {
    for (folder, file, front, source) in [
        ("vrm", "basic_armature_vrm0.vrm", Vec3::NEG_Z, FrontSource::Roles),
        ("vrm", "rest_a_pose_t_position_rest.vrm", Vec3::NEG_Z, FrontSource::Roles),
        ("cases", "human_vrm0.vrm", Vec3::NEG_Z, FrontSource::Roles),
        ("vrm", "basic_armature_vrm1.vrm", Vec3::Z, FrontSource::Roles),
        ("vrm", "unity_example_vrm1.vrm", Vec3::Z, FrontSource::Roles),
        ("gltf", "CesiumMan.glb", Vec3::Z, FrontSource::Roles),
        ("mmd", "Gene_light.pmx", Vec3::Z, FrontSource::Roles),
        ("mqo", "yuri_nii.mqo", Vec3::Z, FrontSource::Roles),
        ("fbx", "own_mixamo_like_7700_binary.fbx", Vec3::Z, FrontSource::Roles),
        ("bvh", "cmu_12_01_walk.bvh", Vec3::Z, FrontSource::Roles),
        ("urdf", "panda.urdf", Vec3::Z, FrontSource::Format),
        ("urdf", "g1_29dof.urdf", Vec3::Z, FrontSource::Format),
        ("mqo", "capsule.mqo", Vec3::Z, FrontSource::Format),
    ] {
        let Some(figure) = figure(folder, file) else { return };
        let found = figure.front();
        println!("{file}: {found:?}");
        assert!(
            found.direction.distance(front) < 1e-3 && found.source == source,
            "{file}: {found:?}"
        );
    }
}

/// The figure rotated about +Y as a whole.
fn turned(figure: &Figure, angle_deg: f32) -> Figure {
    let mut builder = Skeleton::builder();
    for joint in figure.rig.skeleton.joints() {
        let mut rest = joint.rest;
        match joint.parent {
            Some(parent) => builder.child(parent, joint.name.as_str(), rest),
            None => {
                let turn = Quat::from_rotation_y(angle_deg.to_radians());
                (rest.translation, rest.rotation) = (turn * rest.translation, turn * rest.rotation);
                builder.root(joint.name.as_str(), rest)
            }
        };
    }
    let mut figure = figure.clone();
    figure.rig.skeleton = builder.build().unwrap();
    figure
}

#[test]
fn the_front_turns_with_the_body() {
    for (folder, file, own) in [
        ("gltf", "CesiumMan.glb", 0.0),
        ("cases", "human_vrm0.vrm", 180.0),
        ("mmd", "Gene_light.pmx", 0.0),
    ] {
        let Some(figure) = figure(folder, file) else { return };
        for angle in [0.0_f32, 37.0, 90.0, -120.0, 180.0] {
            let found = turned(&figure, angle).front();
            let off = (found.azimuth_deg() - own - angle + 180.0).rem_euclid(360.0) - 180.0;
            assert!(
                off.abs() < 10.0 && found.source == FrontSource::Roles,
                "{file} by {angle}: {found:?}"
            );
        }
    }
}

#[test]
fn feet_count_more_than_swapped_sides() {
    let Some(mut figure) = figure("vrm", "unity_example_vrm1.vrm") else { return };
    assert!(figure.rig.roles.contains_key(&Role::LeftToes), "the model has toes");
    figure.rig.roles = figure
        .rig
        .roles
        .iter()
        .map(|(role, &joint)| (role.other_side().unwrap_or(*role), joint))
        .collect();
    let found = figure.front();
    assert!(
        found.direction.distance(Vec3::Z) < 1e-3 && found.source == FrontSource::Feet,
        "{found:?}"
    );
}
