//! Keypoint files of OpenPose and COCO.

use glam::{Affine3, Vec2, Vec3};
use kansetsu::d3::{
    Goal, Pose,
    solve::{Body, WholeBody},
};
use kansetsu_formats::keypoints::{ObservedPoint, Point, body_points, numbers, observations, read};
use kansetsu_humanoid::{
    keypoints::{Camera, Lens, PoseEstimator},
    prior::Prior,
};
use serde_json::{Value, json};

/// That many numbers, with each point at (10 n, 20 n) and this third number.
fn all(count: usize, third: f64) -> Vec<f64> {
    (0..count).flat_map(|point| [10.0 * point as f64, 20.0 * point as f64, third]).collect()
}

fn people(value: &Value) -> Result<Vec<kansetsu_formats::keypoints::Person>, String> {
    read(value.to_string().as_bytes()).map_err(|error| error.to_string())
}

#[test]
fn each_kind_of_file_is_read() {
    let openpose = |count: usize| {
        json!({"version": 1.3, "canvas_width": 640, "canvas_height": 480,
        "people": [{"pose_keypoints_2d": all(count, 0.5)}, {"pose_keypoints_2d": []}]})
    };
    for (count, order) in [(25, &Point::BODY_25[..]), (18, &Point::BODY_18[..])] {
        let people = people(&openpose(count)).expect("people");
        assert_eq!((people.len(), people[0].points.len(), people[1].points.len()), (2, count, 0));
        assert_eq!(people[0].size.map(|size| size.to_array()), Some([640.0, 480.0]));
        assert_eq!(people[0].points.iter().map(|seen| seen.point).collect::<Vec<_>>(), order);
        let written: Vec<f64> =
            numbers(order, &people[0].points).into_iter().map(f64::from).collect();
        assert_eq!(written, all(count, 0.5), "written as they were");
    }
    let seen_and_hidden = [all(16, 2.0), vec![1.0, 2.0, 1.0]].concat();
    let flagged = json!({"images": [{"id": 7, "width": 100, "height": 50}],
        "annotations": [{"image_id": 7, "keypoints": seen_and_hidden}]});
    let person = people(&flagged).expect("people").remove(0);
    assert_eq!(person.size.map(|size| size.to_array()), Some([100.0, 50.0]));
    assert_eq!(
        (person.points[0].confidence, person.points[16].confidence),
        (1.0, 0.5),
        "seen, and hidden"
    );
    assert_eq!(person.points[16].point, Point::RightAnkle);
    let results = people(&json!([{"image_id": 1, "keypoints": all(17, 0.25), "score": 0.9}, {"keypoints": all(17, 0.0)}])).expect("people");
    assert_eq!((results[0].points[3].confidence, results[1].points.len()), (0.25, 0));
    assert!(results[0].size.is_none() && results[0].size_or_guess().min_element() >= 320.0);
    assert_eq!(people(&json!({"keypoints": all(17, 1.0)})).expect("a person").len(), 1);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let mut far = all(25, 1.0);
    far[3 * 4] = 1e9;
    let person = |numbers: Value| json!({"people": [{"pose_keypoints_2d": numbers}]});
    for (value, words) in [
        (json!(3), "\"people\""),
        (json!({}), "\"people\""),
        (json!({"people": []}), "there is nobody"),
        (json!({"people": 3}), "people: expected a list"),
        (json!({"people": [3]}), "people[0]: expected an object"),
        (json!({"people": [{}]}), "people[0].pose_keypoints_2d: expected a list"),
        (json!([{"bbox": []}]), "[0]: expected \"keypoints\""),
        (person(json!(all(20, 1.0))), "60 numbers; expected 75"),
        (person(json!(["x"])), "pose_keypoints_2d[0]: expected a number"),
        (person(json!(all(25, -1.0))), "Nose: a confidence of -1"),
        (person(json!(far)), "RightWrist"),
        (json!({"annotations": [{"keypoints": all(20, 1.0)}]}), "60 numbers; expected 75"),
    ] {
        let error = people(&value).expect_err(words);
        assert!(error.contains(words), "{words}: {error}");
    }
    assert!(read(b"{").expect_err("JSON").to_string().contains("line 1"));
    assert!(read(&[0xFF; 9]).is_err());
}

/// A character from another project, with a raised hand and a leg forward, is reproduced from its
/// own keypoints.
#[test]
fn a_character_is_found_again_in_its_picture() {
    let Some(folder) = crate::skip::test_data("vrm") else { return };
    for name in ["unity_example_vrm1.vrm", "basic_armature_vrm1.vrm", "basic_armature_vrm0.vrm"] {
        let figure = crate::corpus::load(&folder.join(name)).expect("a character").figure;
        let human = figure.rig.humanoid().expect("a person");
        let skeleton = &figure.rig.skeleton;
        let mut truth = figure.rig.posture().reference;
        let at = |pose: &Pose, joint: usize| skeleton.forward(pose)[joint].translation;
        let tall = at(&truth, *human.neck.last().expect("a head")).y;
        let body = Body::new(skeleton)
            .with_limits(&figure.rig.limits)
            .expect("limits")
            .with_reference(&truth)
            .expect("ease");
        let hand = human.arms[0].hand;
        let goals = [Goal::position(
            hand,
            at(&truth, human.arms[0].upper) + Vec3::new(0.15, 0.2, 0.0) * tall,
        )];
        WholeBody::default().solve(&body, &goals, &mut truth).expect("solved");
        let lens = Lens::new(Vec2::new(800.0, 800.0), 35.0).expect("a lens");
        let model_from_camera = Affine3::from_translation(Vec3::new(0.0, 0.55, 2.4) * tall);
        // Those of VRM 0 face away.
        let faces = at(&truth, human.arms[0].upper).x > at(&truth, human.arms[1].upper).x;
        let turn = Affine3::from_rotation_y(if faces { 0.4 } else { 0.4 + std::f32::consts::PI });
        let camera = Camera { model_from_camera: turn * model_from_camera, lens };
        let (maps, places) = (skeleton.forward(&truth), body_points(&figure));
        let see = |(&point, &(joint, offset)): (&Point, &(usize, Vec3))| {
            let at = camera.project(maps[joint].transform_point3(offset)).expect("in front");
            ObservedPoint { point, pixel: at, confidence: 1.0 }
        };
        let seen: Vec<ObservedPoint> = places.iter().map(see).collect();
        let keypoints =
            PoseEstimator { rig: &figure.rig, humanoid: &human, prior: Prior::people() };
        let found = keypoints
            .estimates(&observations(&places, &seen), lens, &skeleton.rest_pose())
            .expect("answers");
        let answer = &found[0];
        assert!(answer.reprojection_error < 8.0, "{name}: {} px", answer.reprojection_error);
        let raised = |pose: &Pose| at(pose, hand).y - at(pose, human.hips).y;
        let (was, is) = (raised(&truth) / tall, raised(&answer.pose) / tall);
        assert!((was - is).abs() < 0.06, "{name}: the hand is at {is} instead of {was}");
        let off = answer
            .camera
            .model_from_camera
            .translation
            .distance(camera.model_from_camera.translation)
            / tall;
        println!(
            "{name}: {:.1} px, the hand at {is:.3} instead of {was:.3}, the camera {off:.2} off",
            answer.reprojection_error
        );
        // 0.2 allows an error of 5 degrees in the rotation of the hips.
        assert!(off < 1.2, "{name}: the camera is {off} off");
    }
}
