//! The mannequin's pose, recovered from keypoints of its pictures.

use glam::{Affine3, Quat, Vec2, Vec3};
use kansetsu::{
    Error,
    d3::{Humanoid, Pose},
};
use kansetsu_figures::scenes::everyday;
use kansetsu_formats::{
    Figure, gltf,
    keypoints::{
        KeypointPoses, ObservedPoint, Point, body_points, is_keypoints, numbers, observations,
    },
    pose_from_keypoints,
};
use kansetsu_humanoid::{
    keypoints::{Camera, Keypoint, Lens, PoseEstimate, PoseEstimator},
    prior::Prior,
};

const SIZE: Vec2 = Vec2::new(900.0, 800.0);

fn pose(figure: &Figure, name: &str) -> Pose {
    let everyday =
        everyday::poses().into_iter().find(|pose| pose.name == name).expect("an everyday pose");
    everyday::solve(figure, &everyday).expect("solved").pose
}

/// A camera `azimuth` degrees to the left of the figure's front, slightly above, 3.5 m away.
fn camera(figure: &Figure, pose: &Pose, azimuth: f32) -> Camera {
    let hips = figure.rig.humanoid().expect("a person").hips;
    let turn = Quat::from_rotation_y(azimuth.to_radians()) * Quat::from_rotation_x(-0.1);
    let middle = figure.rig.skeleton.forward(pose)[hips].translation;
    let model_from_camera =
        Affine3::from_rotation_translation(turn, middle + turn * (Vec3::Z * 3.5));
    Camera { model_from_camera, lens: Lens::new(SIZE, 40.0).expect("a lens") }
}

fn seen(figure: &Figure, pose: &Pose, camera: &Camera, points: &[Point]) -> Vec<Keypoint> {
    observations(&body_points(figure), &points_of(figure, pose, camera, points))
}

fn points_of(
    figure: &Figure,
    pose: &Pose,
    camera: &Camera,
    points: &[Point],
) -> Vec<ObservedPoint> {
    let (maps, places) = (figure.rig.skeleton.forward(pose), body_points(figure));
    let see = |point: &Point| {
        let (joint, offset) = places[point];
        ObservedPoint {
            point: *point,
            pixel: camera.project(maps[joint].transform_point3(offset)).expect("in front"),
            confidence: 1.0,
        }
    };
    points.iter().map(see).collect()
}

fn answers(figure: &Figure, sights: &[Keypoint], lens: Lens) -> Result<Vec<PoseEstimate>, Error> {
    let humanoid = figure.rig.humanoid().expect("a person");
    let keypoints = PoseEstimator { rig: &figure.rig, humanoid: &humanoid, prior: Prior::people() };
    keypoints.estimates(sights, lens, &figure.rig.skeleton.rest_pose())
}

/// The positions of joints, relative to the hips, with the hips' heading removed.
fn from_hips(figure: &Figure, human: &Humanoid, pose: &Pose) -> Vec<Vec3> {
    let maps = figure.rig.skeleton.forward(pose);
    let turn = Quat::from_affine3(&maps[human.hips]);
    let back = Quat::from_xyzw(0.0, turn.y, 0.0, turn.w).normalize().inverse();
    human
        .joints()
        .map(|joint| back * (maps[joint].translation - maps[human.hips].translation))
        .collect()
}

/// The mean distance of joints, metres.
fn off(figure: &Figure, a: &Pose, b: &Pose) -> f32 {
    let human = figure.rig.humanoid().expect("a person");
    let [a, b] = [a, b].map(|pose| from_hips(figure, &human, pose));
    a.iter().zip(&b).map(|(a, b)| a.distance(*b)).sum::<f32>() / a.len() as f32
}

fn violation(figure: &Figure, pose: &Pose) -> f32 {
    let joints = figure.rig.limits.iter().zip(figure.rig.skeleton.joints()).zip(&pose.locals);
    let one = |((limit, joint), local): (
        (&Option<_>, &kansetsu::d3::Joint),
        &kansetsu::d3::Transform,
    )| {
        limit.as_ref().map_or(0.0, |limit: &kansetsu::d3::Limit| {
            limit.violation(joint.rest.rotation.inverse() * local.rotation)
        })
    };
    joints.map(one).fold(0.0, f32::max)
}

#[test]
fn poses_are_found_from_all_around() {
    let figure = kansetsu_figures::mannequin();
    let (mut worst, mut sum, mut count) = (0.0_f32, 0.0, 0.0);
    for name in ["arms hanging", "sit", "wave", "high shelf", "long step"] {
        let truth = pose(&figure, name);
        for azimuth in [0.0, 50.0, 180.0, 260.0] {
            let camera = camera(&figure, &truth, azimuth);
            let sights = seen(&figure, &truth, &camera, &Point::BODY_25);
            let found = answers(&figure, &sights, camera.lens).expect("answers");
            let best = found
                .iter()
                .map(|answer| off(&figure, &truth, &answer.pose))
                .fold(f32::INFINITY, f32::min);
            for answer in &found {
                assert!(
                    violation(&figure, &answer.pose) < 1e-3,
                    "{name} from {azimuth}: outside limits"
                );
                let azimuths =
                    [&answer.camera, &camera].map(|camera| camera.model_from_camera.translation);
                assert!(azimuths[0].is_finite() && answer.score >= 0.0, "{name} from {azimuth}");
            }
            println!(
                "{name} from {azimuth}: {:.3} m, {:.1} px, score {:.0}",
                best, found[0].reprojection_error, found[0].score
            );
            assert!(
                found[0].reprojection_error < 8.0,
                "{name} from {azimuth}: {} px",
                found[0].reprojection_error
            );
            assert!(found.windows(2).all(|pair| pair[0].score <= pair[1].score));
            worst = worst.max(best);
            (sum, count) = (sum + best, count + 1.0);
        }
    }
    assert!(worst < 0.2 && sum / count < 0.08, "at worst {worst} m, on average {} m", sum / count);
}

#[test]
fn the_camera_is_found_before_and_behind_the_figure() {
    let figure = kansetsu_figures::mannequin();
    let truth = pose(&figure, "wave");
    for azimuth in [0.0_f32, 90.0, 180.0, 270.0] {
        let camera = camera(&figure, &truth, azimuth);
        let found = answers(&figure, &seen(&figure, &truth, &camera, &Point::BODY_18), camera.lens)
            .expect("answers");
        let at = found[0].camera.model_from_camera.translation;
        let way = Vec2::new(at.x, at.z).normalize();
        let wanted = Vec2::new(azimuth.to_radians().sin(), azimuth.to_radians().cos());
        assert!(way.dot(wanted) > 0.9, "from {azimuth}: the camera is at {at}");
        assert!((at.length() - 3.6).abs() < 0.7, "from {azimuth}: the camera is at {at}");
        let hips = figure.rig.humanoid().expect("a person").hips;
        let [rest, now] = [&figure.rig.skeleton.rest_pose(), &found[0].pose]
            .map(|pose| figure.rig.skeleton.forward(pose)[hips]);
        assert!(
            (rest.translation - now.translation).with_y(0.0).length() < 1e-3,
            "the figure is at its rest position"
        );
    }
}

#[test]
fn the_other_answer_lies_on_the_same_points() {
    let figure = kansetsu_figures::mannequin();
    let truth = pose(&figure, "long step");
    let camera = camera(&figure, &truth, 50.0);
    let found = answers(&figure, &seen(&figure, &truth, &camera, &Point::COCO_17), camera.lens)
        .expect("answers");
    let [first, second] = &found[..] else { panic!("{} answers", found.len()) };
    assert!(off(&figure, &first.pose, &second.pose) > 0.03 && first.score < second.score);
    assert!(
        first.reprojection_error < 8.0 && second.reprojection_error < 26.0,
        "{} and {} px",
        first.reprojection_error,
        second.reprojection_error
    );
    assert_eq!(
        found,
        answers(&figure, &seen(&figure, &truth, &camera, &Point::COCO_17), camera.lens)
            .expect("answers")
    );
}

#[test]
fn what_is_not_seen_is_as_people_have_it() {
    let figure = kansetsu_figures::mannequin();
    let truth = pose(&figure, "drink");
    let camera = camera(&figure, &truth, 20.0);
    let above: Vec<Point> = Point::BODY_18
        .into_iter()
        .filter(|point| !format!("{point}").contains("nee") && !format!("{point}").contains("nkle"))
        .collect();
    let found =
        answers(&figure, &seen(&figure, &truth, &camera, &above), camera.lens).expect("answers");
    assert!(found[0].reprojection_error < 8.0 && violation(&figure, &found[0].pose) < 1e-3);
    let maps = figure.rig.skeleton.forward(&found[0].pose);
    for leg in figure.rig.humanoid().expect("a person").legs {
        let [hip, foot] = [leg.upper, leg.foot].map(|joint| maps[joint].translation);
        assert!(hip.y - foot.y > 0.6, "the legs stand: {hip} {foot}");
    }
}

#[test]
fn what_is_no_picture_of_a_person_is_refused_in_words() {
    let figure = kansetsu_figures::mannequin();
    let truth = figure.rig.skeleton.rest_pose();
    let camera = camera(&figure, &truth, 0.0);
    let good = seen(&figure, &truth, &camera, &Point::BODY_25);
    let with = |change: &dyn Fn(&mut Vec<Keypoint>)| {
        let mut sights = good.clone();
        change(&mut sights);
        answers(&figure, &sights, camera.lens).map(drop)
    };
    let cases: [(Result<(), Error>, &str); 6] = [
        (with(&|sights| sights.truncate(3)), "3 are given"),
        (with(&|sights| sights[4].pixel.x = f32::NAN), "point 4"),
        (with(&|sights| sights[2].confidence = 0.0), "point 2"),
        (
            with(&|sights| sights.iter_mut().for_each(|sight| sight.pixel = Vec2::ONE)),
            "within a pixel",
        ),
        (with(&|sights| sights[0].joint = 10_000), "joint 10000"),
        (
            answers(&figure, &good, Lens { focal_length: 0.0, ..camera.lens }).map(drop),
            "focal length",
        ),
    ];
    for (result, words) in cases {
        let error = result.expect_err(words).to_string();
        assert!(error.contains(words), "{words}: {error}");
    }
    assert!(Lens::new(SIZE, 0.0).is_err() && Lens::new(Vec2::ZERO, 40.0).is_err());
    // Extreme points have a result or an error, and no non-finite value.
    let odd = with(&|sights| {
        sights
            .iter_mut()
            .enumerate()
            .for_each(|(index, sight)| sight.pixel = Vec2::splat((index * 7919 % 97) as f32 * 1e4))
    });
    assert!(odd.is_ok() || odd.is_err());
}

#[test]
fn by_way_of_files_the_same_pose_comes_for_the_same_joints() {
    let figure = kansetsu_figures::mannequin();
    let pose = pose(&figure, everyday::poses()[0].name);
    let camera = camera(&figure, &pose, 20.0);
    let seen = points_of(&figure, &pose, &camera, &Point::BODY_18);
    let sights = observations(&body_points(&figure), &seen);
    let [width, height] = SIZE.to_array();
    let points = numbers(&Point::BODY_18, &seen);
    let text =
        format!(r#"{{"canvas_width": {width}, "canvas_height": {height}, "people": [{{"pose_keypoints_2d": {points:?}}}]}}"#).into_bytes();
    assert!(is_keypoints(&text) && !is_keypoints(&gltf::write_new(&figure, None).expect("a file")));
    let joints = Figure { meshes: Vec::new(), ..figure.clone() };
    let glb = gltf::write_new(&joints, Some(&figure.rig.skeleton.rest_pose())).expect("a file");
    let exchanged = pose_from_keypoints((&glb, "figure.glb"), &text).expect("a pose");
    let found: KeypointPoses = serde_json::from_slice(&exchanged.bytes).expect("poses");
    let straight = answers(&figure, &sights, camera.lens).expect("a pose");
    assert_eq!((found.size, found.estimates.len()), (SIZE, straight.len()));
    assert!(off(&figure, &found.estimates[0].pose, &straight[0].pose) < 1e-3);
    assert!(off(&figure, &found.estimates[0].pose, &pose) < 0.1);
    // The file's joints have the figure's order: a pose for the one is a pose for the other.
    let opened =
        kansetsu_formats::open(&glb, "figure.glb", &|_| Err(String::new())).expect("opens");
    let names = |figure: &Figure| {
        figure.rig.skeleton.joints().iter().map(|joint| joint.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&opened.figure), names(&figure));
    assert!(pose_from_keypoints((&glb, "figure.glb"), b"{}").is_err());
}

/// The file of a detector in the test data.
fn detected(name: &str) -> Option<Vec<u8>> {
    let beside = || {
        std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../../shared/data")
            .into_os_string()
    };
    let root = std::env::var_os("KANSETSU_CORPUS").unwrap_or_else(beside);
    let path = std::path::Path::new(&root).join("cases").join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{} is missing", path.display());
    }
    bytes
}

/// The positions of hands, feet and head, metres.
fn ends(figure: &Figure, points: &[u8]) -> [Vec3; 5] {
    let poses = KeypointPoses::of(figure, points).expect("poses");
    let human = figure.rig.humanoid().expect("a person");
    let maps = figure.rig.skeleton.forward(&poses.estimates[0].pose);
    let head = *human.neck.last().expect("a head");
    let joints =
        [human.arms[0].hand, human.arms[1].hand, human.legs[0].foot, human.legs[1].foot, head];
    joints.map(|joint| maps[joint].translation)
}

/// The numbers of the only person of an OpenPose file with 18 points.
fn flat(base: &[u8]) -> Vec<f64> {
    let text: serde_json::Value = serde_json::from_slice(base).expect("JSON");
    let numbers = text["people"][0]["pose_keypoints_2d"].as_array().expect("numbers");
    numbers.iter().map(|number| number.as_f64().expect("a number")).collect()
}

/// The position of a point in those numbers; zeros for one that is not in them.
fn at(flat: &[f64], point: Point) -> [f64; 2] {
    let index = Point::BODY_18.iter().position(|other| *other == point);
    index.map_or([0.0; 2], |index| [flat[3 * index], flat[3 * index + 1]])
}

/// The 33 landmarks of MediaPipe, as fractions of the picture.
fn landmarks(flat: &[f64]) -> Vec<serde_json::Value> {
    let mut landmarks = vec![serde_json::json!({ "x": 0.0, "y": 0.0, "visibility": 0.0 }); 33];
    let face = [
        (0, Point::Nose),
        (2, Point::LeftEye),
        (5, Point::RightEye),
        (7, Point::LeftEar),
        (8, Point::RightEar),
    ];
    // From the shoulders on the order is COCO's, but for six points of the hands.
    let body = Point::COCO_17.into_iter().enumerate().skip(5);
    let body = body.map(|(index, point)| (if index < 11 { index + 6 } else { index + 12 }, point));
    for (index, point) in face.into_iter().chain(body) {
        let [x, y] = at(flat, point);
        landmarks[index] =
            serde_json::json!({ "x": x / 800.0, "y": y / 800.0, "z": 0.1, "visibility": 0.99 });
    }
    landmarks
}

/// The same person in the files of several detectors.
fn in_other_files(flat: &[f64]) -> Vec<(&'static str, Vec<u8>)> {
    let coco: Vec<[f64; 2]> = Point::COCO_17.into_iter().map(|point| at(flat, point)).collect();
    let halpe: Vec<f64> =
        coco.iter().chain(&[[0.0; 2]; 9]).flat_map(|&[x, y]| [x, y, f64::from(x > 0.0)]).collect();
    let named = Point::COCO_17.iter().zip(&coco).map(
        |(point, [x, y])| serde_json::json!({ "x": x, "y": y, "score": 0.9, "name": point.to_string() }),
    );
    let visible = [0.9; 17];
    let xs: Vec<f64> = coco.iter().map(|point| point[0]).collect();
    let ys: Vec<f64> = coco.iter().map(|point| point[1]).collect();
    let fractions: Vec<f64> =
        flat.chunks(3).flat_map(|part| [part[0] / 800.0, part[1] / 800.0, part[2]]).collect();
    let files = [
        (
            "AlphaPose",
            serde_json::json!([{ "image_id": "1.jpg", "keypoints": halpe, "score": 2.9 }]),
        ),
        (
            "YOLO",
            serde_json::json!([{ "class": 0, "keypoints": { "x": xs, "y": ys, "visible": visible } }]),
        ),
        ("MoveNet", serde_json::json!([{ "keypoints": named.collect::<Vec<_>>() }])),
        (
            "MediaPipe",
            serde_json::json!({ "landmarks": [landmarks(flat)], "image_width": 800, "image_height": 800 }),
        ),
        (
            "normalized",
            serde_json::json!({ "people": [{ "pose_keypoints_2d": fractions }], "canvas_width": 800, "canvas_height": 800 }),
        ),
    ];
    let box_of_it = "0 0.5 0.5 0.4 0.8".to_owned();
    let label: Vec<String> = [box_of_it]
        .into_iter()
        .chain(coco.iter().map(|[x, y]| format!("{} {} 2", x / 800.0, y / 800.0)))
        .collect();
    let files = files.map(|(name, file)| (name, serde_json::to_vec(&file).expect("JSON")));
    files.into_iter().chain([("YOLO label", label.join(" ").into_bytes())]).collect()
}

#[test]
fn the_same_person_stands_the_same_in_the_files_of_all_detectors() {
    let figure = kansetsu_figures::figure("mannequin").expect("the mannequin");
    let Some(base) = detected("base18.json") else { return };
    let expected = ends(&figure, &base);
    let mut all = in_other_files(&flat(&base));
    for name in ["mmpose.json", "wholebody133.json", "nulls.json"] {
        let Some(bytes) = detected(name) else { return };
        assert!(is_keypoints(&bytes), "{name}");
        all.push((name, bytes));
    }
    for (name, bytes) in all {
        let found = ends(&figure, &bytes);
        let off = found.iter().zip(&expected).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        println!("{name}: {off:.3} m off");
        assert!(off < 0.1, "{name}: {off} m off");
    }
}
