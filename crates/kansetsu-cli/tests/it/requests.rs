//! The command prints poses that are bit-identical to the library's for the same request.

use kansetsu::d3::rotation_of;
use serde_json::Value;

use crate::{command::kansetsu, request_table::cases};

#[test]
fn the_command_returns_the_poses_of_the_library() {
    let folder = tempfile::tempdir().unwrap();
    for (index, case) in cases().iter().enumerate() {
        let (pose, _) = case.solve();
        let request = folder.path().join(format!("{index}.json"));
        std::fs::write(&request, serde_json::to_string(&case.request).unwrap()).unwrap();
        let mut words = vec!["solve", &case.path, "--request", request.to_str().unwrap(), "--json"];
        let numbers = case.frame.map(|(clip, time)| [clip.to_string(), time.to_string()]);
        if let Some([clip, time]) = &numbers {
            words.extend(["--clip", clip, "--time", time]);
        }
        let printed = kansetsu(&words);
        let printed: Value = serde_json::from_str(&printed.out)
            .unwrap_or_else(|error| panic!("{}: {error}: {}", case.name, printed.err));
        let model_from_joint = case.figure.rig.skeleton.forward(&pose);
        let joints = printed["joints"].as_array().unwrap();
        assert_eq!(joints.len(), model_from_joint.len());
        for (joint, map) in joints.iter().zip(&model_from_joint) {
            let numbers = |key: &str| {
                joint[key]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|n| n.as_f64().unwrap() as f32)
                    .collect::<Vec<f32>>()
            };
            assert_eq!(
                numbers("position"),
                map.translation.to_array(),
                "{}: {}",
                case.name,
                joint["name"]
            );
            let rotation = rotation_of(map).to_array();
            let found = numbers("rotation");
            let is_same = found == rotation || found == rotation.map(|number| -number);
            assert!(is_same, "{}: {}: {found:?}, {rotation:?}", case.name, joint["name"]);
        }
    }
}
