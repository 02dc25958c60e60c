//! Requests as data: the way of typed positions, without a window.

use std::{collections::BTreeMap, fmt::Debug, path::Path};

use kansetsu::{
    Budget, Options, Target,
    d3::{Limit, limit::Hinge},
    glam::Vec3,
    session::{Posture, Report, Request, RequestTarget},
};
use kansetsu_studio::{
    document::{Actor, Document, Opened},
    posing::{Settings, Subject, solve, with_joint_at},
};

use super::random::{Random, pin, worst_pin, worst_violation};
use crate::{document::with, request_table};

const BUDGET: Budget = Budget::steps(400);

fn subject(document: &Document) -> Subject {
    Subject::from(&**document.actor().expect("a figure"))
}

/// Asks for the last joint of a figure at a place beside its own.
fn request(subject: &Subject, way: Vec3) -> Request {
    let joint = subject.skeleton().len() - 1;
    let place = subject.forward()[joint].translation + way * subject.skeleton().size();
    let target = Target::position(place);
    Request {
        targets: vec![RequestTarget { joint: format!("#{joint}"), relative_to: None, target }],
        ..Request::default()
    }
}

#[test]
fn a_request_gives_the_same_bits_in_a_document_as_in_the_library() {
    let mut random = Random(71);
    for name in ["mannequin", "quadruped", "robot_arm", "hand", "spine", "tentacle"] {
        let subject = subject(&with(name));
        for posture in [Posture::Auto, Posture::Given, Posture::Uniform] {
            let options = Options { posture, ..Options::default() };
            let request = Request { options, ..request(&subject, random.vector() * 0.2) };
            let [mut here, mut there] = [subject.pose.clone(), subject.pose.clone()];
            let report = solve(&subject, &request, &mut here, BUDGET).expect("a request");
            let session = request.session(&subject.figure.rig);
            assert_eq!(
                report,
                session
                    .expect("joints of the figure")
                    .solve(&mut there, BUDGET)
                    .expect("a request")
            );
            assert_eq!(here, there, "{name} {posture:?}");
            assert_ne!(here, subject.pose, "{name} {posture:?}: it moves");
        }
    }
}

/// A document that holds the figure of a file, or an embedded one.
fn opened(path: &str) -> Subject {
    let opened = match path.strip_prefix("figure:") {
        Some(name) => Opened::embedded(name).expect("an embedded figure"),
        None => {
            let folder = Path::new(path).parent().expect("a folder");
            let beside =
                |name: &str| std::fs::read(folder.join(name)).map_err(|error| error.to_string());
            Opened::file(path, std::fs::read(path).expect("a file of the table").into(), &beside)
                .expect("a file that opens")
        }
    };
    Subject::from(&Actor::new(opened))
}

/// What a report says, without the numbers of joints: those of converted files differ.
fn told(report: &Report) -> impl PartialEq + Debug {
    let entries = report.targets.iter().chain(&report.pins);
    let entries: Vec<_> =
        entries.map(|entry| (entry.outcome, entry.distance, entry.angle, entry.reached)).collect();
    (report.outcome, report.steps, report.restarts, entries)
}

/// A document holds FBX and URDF files as GLB, which may have a joint for the mesh; the other
/// joints keep their names.
#[test]
fn documents_return_the_poses_of_the_library_for_the_table() {
    let mut subjects = BTreeMap::new();
    for case in request_table::cases() {
        let subject = subjects.entry(case.path.clone()).or_insert_with(|| opened(&case.path));
        let (there, there_report) = case.solve();
        let mut here = request_table::start(&subject.figure, case.frame);
        let report = solve(subject, &case.request, &mut here, Budget::steps(request_table::STEPS));
        let report = report.unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert_eq!(told(&report), told(&there_report), "{}", case.name);
        for (joint, local) in case.figure.rig.skeleton.joints().iter().zip(&there.locals) {
            let index = subject.skeleton().find(&joint.name).expect("joints keep their names");
            assert_eq!(
                here.locals[index], *local,
                "{} of {} from {:?}",
                joint.name, case.name, case.frame
            );
        }
    }
}

#[test]
fn a_request_keeps_the_limits_and_ik_stops_of_the_document() {
    let mut document = with("mannequin");
    let find = |document: &Document, name: &str| {
        subject(document).figure.find_joint(name).expect("a joint")
    };
    let [elbow, arm, hand] =
        ["LeftLowerArm", "LeftUpperArm", "LeftHand"].map(|name| find(&document, name));
    let Some(Limit::Hinge(hinge)) = subject(&document).limits[elbow].clone() else {
        panic!("elbows are hinges")
    };
    let narrow = Limit::Hinge(Hinge::new(hinge.axis, 0.0, 0.1));
    let edited = document.edit("limit", |content| {
        let actor = content.actor_mut(0)?;
        actor.set_limit(elbow, Some(narrow));
        actor.constraints.stops.insert(arm);
        Ok(())
    });
    edited.expect("a sound limit");
    let subject = subject(&document);
    let target = Target::position(subject.forward()[arm].translation + Vec3::new(0.1, 0.0, 0.1));
    let targets = vec![RequestTarget { joint: "leftHand".to_owned(), relative_to: None, target }];
    let request = Request {
        targets,
        options: Options { posture: Posture::Given, ..Options::default() },
        ..Request::default()
    };
    let mut pose = subject.pose.clone();
    let report = solve(&subject, &request, &mut pose, BUDGET).expect("a request");
    assert!(report.distance() > 0.1 && worst_violation(&subject, &pose) < 1e-4);
    let moved =
        (0..pose.locals.len()).filter(|&joint| pose.locals[joint] != subject.pose.locals[joint]);
    assert!(
        moved.clone().count() > 0 && moved.clone().all(|joint| [elbow, arm, hand].contains(&joint))
    );
    let unknown = Request { pins: vec!["leftFot".to_owned()], ..request };
    let mut same = pose.clone();
    assert!(
        solve(&subject, &unknown, &mut same, BUDGET)
            .expect_err("no such joint")
            .to_string()
            .contains("leftFot")
    );
    assert_eq!(same, pose);
}

#[test]
fn a_typed_position_is_reached_and_pins_hold() {
    let document = with("mannequin");
    let mut random = Random(73);
    for number in 0..20 {
        let mut subject = subject(&document);
        pin(&mut subject, &["LeftFoot", "RightFoot"]);
        let joint =
            subject.figure.find_joint(["LeftHand", "Hips", "Head"][number % 3]).expect("a joint");
        let place = subject.world_position(joint) + random.vector() * 0.05 - Vec3::Y * 0.06;
        let pose = with_joint_at(&subject, joint, place, &Settings::default()).expect("a place");
        let off = subject.world_position_in(&pose, joint).distance(place);
        assert!(off < 2e-3, "{number}: {off} m off");
        assert!(
            worst_pin(&subject, &pose) <= 1e-5 && worst_violation(&subject, &pose) <= 1e-4,
            "{number}"
        );
    }
}
