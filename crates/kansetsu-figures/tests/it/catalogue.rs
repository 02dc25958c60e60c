//! Every figure is present, well formed, and reproducible.

use kansetsu_figures::{NAMES, describe, figure};

#[test]
fn every_name_has_a_figure_of_that_name_and_a_description() {
    for name in NAMES {
        let built = figure(name).expect("a name in the list has a figure");
        assert_eq!(&built.name, name);
        let description = describe(name).expect("a name in the list has a description");
        assert!(
            !description.is_empty() && !description.contains('\n') && !description.ends_with('.')
        );
    }
    assert_eq!(NAMES.len(), 8);
    assert!(figure("nobody").is_none() && describe("nobody").is_none());
}

#[test]
fn every_figure_is_well_formed() {
    for name in NAMES {
        let built = figure(name).unwrap();
        built.rig.check().unwrap();
        let count = built.rig.skeleton.len();
        assert!(built.nodes.len() == count && built.is_skinned.len() == count, "{name}");
        let mut names: Vec<&str> =
            built.rig.skeleton.joints().iter().map(|joint| joint.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{name}: a name is used twice");
        for (joint, mirror) in built.rig.mirrors.iter().enumerate() {
            assert!(
                mirror.is_none_or(|other| built.rig.mirrors[other] == Some(joint)),
                "{name}: mirror pairs agree"
            );
        }
    }
}

#[test]
fn a_figure_has_the_same_bits_each_time() {
    for name in NAMES {
        let (a, b) = (figure(name).unwrap(), figure(name).unwrap());
        assert!(a.rig == b.rig && a.meshes == b.meshes && a.skins == b.skins, "{name}");
    }
}

#[test]
fn joints_are_unturned_at_rest() {
    for name in NAMES {
        for joint in figure(name).unwrap().rig.skeleton.joints() {
            assert_eq!(
                joint.rest.rotation,
                kansetsu::glam::Quat::IDENTITY,
                "{name}: {}",
                joint.name
            );
        }
    }
}

#[test]
fn a_hyphen_is_as_good_as_an_underscore() {
    assert_eq!(
        figure("robot-arm").map(|figure| figure.name),
        figure("robot_arm").map(|figure| figure.name)
    );
    assert!(describe("robot-arm").is_some());
}
