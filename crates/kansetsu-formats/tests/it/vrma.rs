//! VRM animations move both versions of VRM as three-vrm moves them.

use kansetsu::glam::Vec3;
use kansetsu_formats::{Role, open};

use crate::corpus;

#[test]
fn an_animation_moves_both_versions_as_the_reference_does() {
    let (Some(folder), Some(references)) = (corpus::folder("vrm"), corpus::folder("reference")) else { return };
    let alone = |path: &str| Err(format!("{path} is not here"));
    for model in ["basic_armature_vrm0", "basic_armature_vrm1"] {
        let name = format!("{model}.vrm");
        let mut opened = open(&std::fs::read(folder.join(&name)).unwrap(), &name, &alone).unwrap();
        let before = opened.figure.clips.len();
        opened.add_motion(&std::fs::read(folder.join("test.vrma")).unwrap(), "test.vrma").unwrap();
        let clip = &opened.figure.clips[before];
        let reference = corpus::json(&references.join(format!("vrma__test__on__{model}.json")));
        let skeleton = &opened.figure.rig.skeleton;
        let (mut worst, mut compared) = (0.0_f32, 0);
        for sample in reference["samples"].as_array().unwrap() {
            let mut pose = skeleton.rest_pose();
            clip.sample(sample["t"].as_f64().unwrap() as f32, &mut pose);
            let posed = skeleton.forward(&pose);
            for (role, place) in sample["world"].as_object().unwrap() {
                let joint = opened.figure.roles[&Role::from_name(role).unwrap()];
                let place = Vec3::from_array(std::array::from_fn(|i| place[i].as_f64().unwrap() as f32));
                worst = worst.max(posed[joint].translation.distance(place));
                compared += 1;
            }
        }
        println!("{model}: {compared} places, worst {worst:.2e} m");
        assert!(compared > 50 && worst <= 1e-4, "{model}: {worst} m off");
    }
}
