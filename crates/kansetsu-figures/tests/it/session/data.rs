//! Misuse, flat poses and requests as data.

use super::*;

#[test]
fn misuse_is_refused_by_name_and_changes_nothing() {
    let rig = mannequin();
    let hand = joint(&rig, Role::LeftHand);
    let crawler = kansetsu_figures::figure("tentacle").unwrap().rig;
    let foreign = crawler.skeleton.id(1);
    let at = Target::position([0.3, 1.2, 0.3]);
    let refused = |prepare: &dyn Fn(&mut IkSession)| {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(&rig, Options::default());
        prepare(&mut ik);
        let error = ik.solve(&mut pose, BUDGET).unwrap_err();
        assert_eq!(ik.step(&mut pose, BUDGET).unwrap_err().to_string(), error.to_string());
        assert_eq!(pose, rig.rest_pose(), "a refused solve changes nothing");
        error.to_string()
    };
    let said = refused(&|ik| ik.set_target(foreign, at));
    assert!(said.contains("another skeleton"), "{said}");
    let said = refused(&|ik| ik.pin(foreign));
    assert!(said.contains("another skeleton"), "{said}");
    let said = refused(&|ik| ik.set_target(rig.skeleton.id(10_000), at));
    assert!(said.contains("joint 10000 does not exist"), "{said}");
    let said = refused(&|ik| ik.set_target(hand, Target::position([f32::NAN, 0.0, 0.0])));
    assert!(said.contains("NaN") && said.contains("LeftHand"), "{said}");
    let turned = Target::orientation([0.0, 0.0, 0.0, 1.0]);
    let empty = [
        (Target::default(), "is empty"),
        (Target { region: Region::Line([1.0, 0.0, 0.0]), ..turned }, "no position"),
        (Target { radius: 0.1, ..turned }, "tolerance radius"),
        (Target { angle: 0.1, ..at }, "tolerance angle"),
        (Target { pole: Some([0.0; 3]), ..turned }, "pole"),
        (Target { point: [0.1; 3], ..turned }, "point of the joint"),
        (at.relative_to(hand), "its own joint"),
        (at.relative_to(foreign), "another skeleton"),
        (at.relative_to(joint(&rig, Role::Head)).on_plane([0.0, 1.0, 0.0]), "model space"),
        (
            Target { rotation: Some(Rotation::LookAt { axis: [0.0; 3], point: [0.0; 3] }), ..at },
            "axis",
        ),
        (at.with_weight(0.0), "weight"),
        (at.with_radius(-1.0), "must be 0 or more"),
    ];
    for (target, expected) in empty {
        let said = refused(&|ik| ik.set_target(hand, target));
        assert!(said.contains(expected), "{said}");
    }
    let said = refused(&|ik| {
        ik.set_target(hand, at);
        ik.pin(hand);
    });
    assert!(said.contains("is pinned as well"), "{said}");
    let mut wrong = crawler.rest_pose();
    let error = IkSession::new(&rig, Options::default()).solve(&mut wrong, BUDGET).unwrap_err();
    assert!(matches!(error, Error::PoseMismatch { .. }), "{error}");
    assert!(matches!(crawler.role(Role::Head), Err(Error::NoRole { role: "head" })));
}

#[test]
fn a_flat_pose_is_the_same_pose() {
    let rig = mannequin();
    let (pose, _) = solved(
        &rig,
        Options::default(),
        Role::LeftHand,
        Target::position(before_left_shoulder(&rig)),
    );
    let mut flat = vec![0.0; pose.locals.len() * Pose::FLAT];
    pose.copy_to_flat(&mut flat).unwrap();
    let mut again = rig.rest_pose();
    again.copy_from_flat(&flat).unwrap();
    assert_eq!(again, pose);
    assert!(again.copy_from_flat(&flat[1..]).is_err() && again == pose);
}

#[test]
fn a_request_is_plain_data() {
    let rig = mannequin();
    let request: Request = serde_json::from_str(
        r#"{ "targets": [{ "joint": "leftHand", "position": [0.4, 1.2, 0.4], "relativeTo": null },
                         { "joint": "head", "rotation": { "lookAt": { "axis": [0, 0, 1], "point": [0, 1.5, 3] } } }],
             "pins": ["leftFoot"], "pinTargets": [{ "joint": "rightHand", "position": [-0.3, 1.1, 0.3] }], "positionPins": ["rightFoot"], "locked": ["rightUpperArm"], "stiffness": [["chest", 4]],
             "options": { "balance": "off", "restarts": 3 } }"#,
    )
    .unwrap();
    let mut pose = rig.rest_pose();
    let report = request.session(&rig).unwrap().solve(&mut pose, BUDGET).unwrap();
    assert_eq!([report.targets.len(), report.pins.len()], [2, 3]);
    assert!(place(&rig, &pose, Role::RightHand).distance(Vec3::new(-0.3, 1.1, 0.3)) < 1e-5);
    assert!(place(&rig, &pose, Role::LeftHand).distance(Vec3::new(0.4, 1.2, 0.4)) < 1e-4);
    let again: Request = serde_json::from_str(&serde_json::to_string(&request).unwrap()).unwrap();
    assert_eq!(again, request);
    let unknown = Request { pins: vec!["leftFot".to_owned()], ..request };
    assert!(unknown.session(&rig).unwrap_err().to_string().contains("leftFot"));
    assert!(
        serde_json::from_str::<Request>(r#"{ "target": [] }"#).is_err(),
        "an unknown key is an error"
    );
}
